"""A person at a terminal made of strings."""

from __future__ import annotations

import io

import pytest

from icetrax.board import Board
from icetrax.clock import Timing
from icetrax.human import HumanPlayer
from icetrax.player import ResignedError
from icetrax.tile import Color
from icetrax.transport import DisconnectedError
from tests.host.fakes import CONTROL


def sit_down(typed: str) -> tuple[HumanPlayer, io.StringIO, Board]:
    """A person who will type this, their screen, and a board with one tile."""
    screen = io.StringIO()
    player = HumanPlayer("human", io.StringIO(typed), screen)
    player.new_game(Color.RED, CONTROL, 0)
    board = Board()
    board.push_text("@0/")
    return player, screen, board


@pytest.mark.parametrize("typed", ["B1+\n", "  b1+  \n", "b01+\n", "B1+"])
def test_a_move_may_be_typed_in_any_manner(typed: str) -> None:
    player, screen, board = sit_down(typed)
    assert player.play(board, CONTROL).text == "B1+"
    assert board.plies == 1
    assert "You play red." in screen.getvalue()
    assert "red to move> " in screen.getvalue()


def test_people_are_asked_again_and_told_why() -> None:
    player, screen, board = sit_down("\nhello\nz9+\nb1+\n")
    assert player.play(board, CONTROL).text == "B1+"
    said = screen.getvalue()
    assert "'HELLO' is not a move" in said
    assert "Z9 is not beside a tile" in said
    assert said.count("red to move> ") == 4


def test_help_and_moves() -> None:
    player, screen, board = sit_down("help\nmoves\nb1+\n")
    player.play(board, CONTROL)
    said = screen.getvalue()
    assert "at least 8 rows or columns" in said
    assert " ".join(map(str, board.legal_moves)) in said


def test_resigning() -> None:
    player, _, board = sit_down("Resign\nb1+\n")
    with pytest.raises(ResignedError):
        player.play(board, CONTROL)


def test_the_end_of_the_input_is_the_end_of_the_line() -> None:
    player, _, board = sit_down("hello\n")
    with pytest.raises(DisconnectedError, match="end of input"):
        player.play(board, CONTROL)


def test_people_have_time() -> None:
    assert HumanPlayer.timing is Timing.NONE
