"""Counting results."""

from __future__ import annotations

import pytest

from icetrax.notation import parse_move
from icetrax.record import Record, Result
from icetrax.referee import Termination
from icetrax.schedule import Schedule
from icetrax.standing import MatchResult, Standings
from icetrax.stats import Sprt
from icetrax.tile import Color


def game(termination: Termination, result: Result) -> Record:
    return Record([parse_move("@0+")], result, {"Termination": str(termination)})


def test_results_are_counted_for_the_first_player() -> None:
    result = MatchResult()
    result.add(game(Termination.LOOP, Result.WHITE), Color.WHITE, 0)
    result.add(game(Termination.LINE, Result.RED), Color.RED, 0)
    result.add(game(Termination.LINE, Result.RED), Color.WHITE, 1)
    result.add(game(Termination.PLY_LIMIT, Result.DRAW), Color.RED, 1)
    result.add(game(Termination.TIMEOUT, Result.WHITE), Color.WHITE, 2)
    result.add(game(Termination.RESIGNATION, Result.RED), Color.RED, 3)
    result.add(game(Termination.ILLEGAL_MOVE, Result.WHITE), Color.RED, 2)
    result.add(game(Termination.TIMEOUT, Result.RED), Color.WHITE, 4)
    answer = result.as_json()
    assert answer.pop("elo") == pytest.approx(result.elo)
    assert answer.pop("elo_error") == pytest.approx(result.elo_error)
    assert answer.pop("los") == pytest.approx(0.6473, abs=1e-4)
    pairs = answer.pop("pairs")
    assert isinstance(pairs, dict)
    assert pairs["counts"] == [0, 1, 1, 0, 1]
    assert answer == {
        "games": 8,
        "wins": 4,
        "losses": 3,
        "draws": 1,
        "score": 4.5 / 8,
        "forfeits": {"timeout": 2, "illegal move": 1},
        "forfeits_first": 2,
        "forfeits_second": 1,
        "elo_bound": None,
    }


def test_no_games_and_no_end_of_the_scale() -> None:
    result = MatchResult()
    assert (result.score, result.elo, result.elo_error, result.superiority) == (None, None, None, None)
    assert result.as_json(Sprt(0, 5))["sprt"] == {
        "llr": 0.0,
        "lower": pytest.approx(-2.944, abs=0.001),
        "upper": pytest.approx(2.944, abs=0.001),
        "verdict": None,
    }
    result.add(game(Termination.LOOP, Result.WHITE), Color.WHITE, 0)
    assert (result.score, result.elo, result.elo_error) == (1, None, None)


def test_an_abandoned_game_is_not_counted() -> None:
    result = MatchResult()
    with pytest.raises(ValueError, match="without a result"):
        result.add(game(Termination.ABANDONED, Result.UNFINISHED), Color.WHITE, 0)
    assert result.games == 0


def test_a_table_of_three() -> None:
    schedule = Schedule(3, 2)
    standings = Standings(["strong", "weak", "middle"], schedule.pairings)
    assert [total.rating for total in standings.table()] == [None] * 3
    better = {(0, 1): 0, (0, 2): 0, (1, 2): 2}
    for scheduled in schedule:
        winner = better[scheduled.first, scheduled.second]
        result = Result.WHITE if scheduled.white == winner else Result.RED
        cause = Termination.TIMEOUT if scheduled.number == 1 else Termination.LOOP
        standings.add(scheduled, game(cause, result))
    table = standings.table()
    assert [total.player for total in table] == [0, 2, 1]
    assert [(total.wins, total.losses, total.draws, total.forfeits) for total in table] == [
        (4, 0, 0, 0), (2, 2, 0, 0), (0, 4, 0, 1),
    ]  # fmt: skip
    elos = [total.rating.elo for total in table if total.rating is not None]
    assert elos == sorted(elos, reverse=True)
    assert elos[1] == pytest.approx(0, abs=1e-6)
    answer = standings.as_json()
    assert answer["games"] == 6
    assert answer["forfeits"] == {"timeout": 1}
    assert [player["player"] for player in answer["players"]] == ["strong", "middle", "weak"]  # type: ignore[attr-defined]
    assert [p["wins"] for p in answer["pairings"]] == [2, 2, 0]  # type: ignore[attr-defined]
