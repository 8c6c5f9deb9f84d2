"""Matches in one process: colours, seeds, counting."""

from __future__ import annotations

import pytest

from icetrax.clock import TimeControl
from icetrax.match import Match
from icetrax.record import Record
from icetrax.spec import make_player, parse_spec
from icetrax.tile import Color
from icetrax.transport import TransportError
from tests.host.fakes import ScriptedPlayer

CONTROL = TimeControl(5)


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
