"""Matches: colours, seeds, counting."""

from __future__ import annotations

import pytest

from icetrax.board import Board
from icetrax.clock import GameClock, TimeControl
from icetrax.match import Match, MatchResult
from icetrax.record import Record
from icetrax.referee import Ending, GameResult, Termination
from icetrax.spec import make_player, parse_spec
from icetrax.tile import Color
from icetrax.transport import TransportError
from tests.host.fakes import ScriptedPlayer

CONTROL = TimeControl(5)


def game(termination: Termination, winner: Color | None) -> GameResult:
    return GameResult(Ending(termination, winner), Board(), GameClock(CONTROL), Record())


def test_results_are_counted_for_the_first_player() -> None:
    result = MatchResult()
    result.add(game(Termination.LOOP, Color.WHITE), Color.WHITE)
    result.add(game(Termination.LINE, Color.RED), Color.RED)
    result.add(game(Termination.LINE, Color.RED), Color.WHITE)
    result.add(game(Termination.PLY_LIMIT, None), Color.RED)
    result.add(game(Termination.TIMEOUT, Color.WHITE), Color.WHITE)
    result.add(game(Termination.ILLEGAL_MOVE, Color.WHITE), Color.RED)
    result.add(game(Termination.TIMEOUT, Color.RED), Color.WHITE)
    result.add(game(Termination.RESIGNATION, Color.RED), Color.RED)
    answer = result.as_json()
    assert answer.pop("elo") == pytest.approx(result.elo)
    assert answer.pop("elo_error") == pytest.approx(result.elo_error)
    assert answer == {
        "games": 8,
        "wins": 4,
        "losses": 3,
        "draws": 1,
        "score": 4.5 / 8,
        "forfeits": {"timeout": 2, "illegal move": 1},
        "forfeits_first": 2,
        "forfeits_second": 1,
    }


def test_no_games_and_no_end_of_the_scale() -> None:
    result = MatchResult()
    assert (result.score, result.elo, result.elo_error) == (None, None, None)
    result.add(game(Termination.LOOP, Color.WHITE), Color.WHITE)
    assert (result.score, result.elo, result.elo_error) == (1, None, None)


def test_the_colors_change_every_game() -> None:
    first, second = ScriptedPlayer("@0+", "@0+"), ScriptedPlayer("@0+")
    Match(first, second, CONTROL, games=3, ply_limit=1).run()
    assert [color for color, _ in first.games] == [Color.WHITE, Color.RED, Color.WHITE]
    assert [color for color, _ in second.games] == [Color.RED, Color.WHITE, Color.RED]
    assert len({seed for player in (first, second) for _, seed in player.games}) == 6


def records_of(seed: int) -> list[Record]:
    written: list[Record] = []
    players = (make_player(parse_spec("random")) for _ in range(2))
    Match(*players, CONTROL, games=4, seed=seed, journal=written.append).run()
    return written


def test_the_seed_fixes_the_games() -> None:
    moves = [game.moves for game in records_of(1)]
    assert moves == [game.moves for game in records_of(1)]
    assert len({tuple(game) for game in moves}) == 4
    assert moves != [game.moves for game in records_of(2)]


def test_the_records_tell_the_games_apart() -> None:
    written = records_of(1)
    assert [game.headers["Game"] for game in written] == ["1", "2", "3", "4"]
    assert {game.headers["Seed"] for game in written} == {"1"}


def test_the_standing_is_told_after_each_game() -> None:
    told: list[tuple[int, int]] = []
    players = ScriptedPlayer("@0+"), ScriptedPlayer("@0+")
    Match(
        *players, CONTROL, games=2, ply_limit=1,
        on_game=lambda number, game, standing: told.append((number, standing.draws)),
    ).run()  # fmt: skip
    assert told == [(1, 1), (2, 2)]


def test_a_player_that_cannot_be_reached_stops_the_match_before_it_begins() -> None:
    player = make_player(parse_spec("exec:/no/such/program"))
    written: list[Record] = []
    with pytest.raises(TransportError, match="cannot start"):
        Match(ScriptedPlayer(), player, CONTROL, games=1, journal=written.append).run()
    assert written == []
