"""Games in which turns are taken back."""

from __future__ import annotations

import pytest

from icetrax.board import Board, Variant
from icetrax.clock import Timing
from icetrax.notation import parse_move
from icetrax.player import LinePlayer, OpeningError, TakeBack
from icetrax.record import Record, Result
from icetrax.sitting import Sitting, unable_to_go_back
from icetrax.tile import Color
from tests.host.fakes import CONTROL, ScriptedPlayer, ScriptedTransport


class Scripted(ScriptedPlayer):
    """Notes the positions from which it was to begin."""

    def set_up(self, board: Board) -> None:
        self.positions = [*getattr(self, "positions", []), " ".join(map(str, board.move_stack))]


def moves(text: str) -> tuple[object, ...]:
    return tuple(map(parse_move, text.split()))


def test_a_game_in_which_a_turn_is_taken_back() -> None:
    back = TakeBack(moves("@0/ B1+")[:1])  # type: ignore[arg-type]
    white = Scripted("@0/", back, "A2\\")
    red = Scripted("B1+", "B1\\")
    written: list[Record] = []
    shown: list[int] = []
    game = Sitting(
        white, red, CONTROL, journal=written.append, on_return=lambda board: shown.append(board.plies)
    ).play()
    assert game.record.result is Result.RED
    assert list(map(str, game.record.moves)) == ["@0/", "B1\\", "A2\\"]
    assert written == [game.record]
    assert game.record.headers["TakenBack"] == "1 times"
    assert "Opening" not in game.record.headers
    assert shown == [1]
    assert (white.positions, red.positions) == (["@0/"], ["@0/"])
    assert white.games == [(Color.WHITE, 0)] * 2


def test_a_game_that_goes_on_where_it_was_left_off() -> None:
    written: list[Record] = []
    shown: list[int] = []
    game = Sitting(
        Scripted("A2\\"), Scripted(), CONTROL, moves=moves("@0/ B1\\"),  # type: ignore[arg-type]
        journal=written.append, on_return=lambda board: shown.append(board.plies),
    ).play()  # fmt: skip
    assert (len(game.record.moves), shown) == (3, [2])
    assert "TakenBack" not in game.record.headers


def test_an_abandoned_game_is_written_too() -> None:
    written: list[Record] = []
    with pytest.raises(KeyboardInterrupt):
        Sitting(Scripted("@0/", KeyboardInterrupt()), Scripted("B1+"), CONTROL, journal=written.append).play()
    (record,) = written
    assert (record.termination, len(record.moves)) == ("abandoned", 2)


def test_the_variant_is_in_the_record() -> None:
    game = Sitting(Scripted("@0+", "A3+"), Scripted("A2+"), CONTROL, variant=Variant.MINI).play()
    assert (game.record.variant, game.record.termination) == (Variant.MINI, "line")


def test_players_that_begin_from_the_empty_board_only() -> None:
    person = Scripted(timing=Timing.NONE)
    stranger = LinePlayer("wire", lambda: ScriptedTransport(("-T", ["XX"]), ("-B", [])))
    stranger.new_game(Color.RED, CONTROL, 0)
    assert unable_to_go_back(person, stranger) == "wire can begin from the empty board only"
    assert unable_to_go_back(person, Scripted()) is None
    with pytest.raises(OpeningError):
        stranger.set_up(Board())
