"""A person at a terminal made of strings."""

from __future__ import annotations

import io
import random
import re

import pytest

from icetrax.board import Board
from icetrax.clock import Timing
from icetrax.errors import IllegalMoveError
from icetrax.human import Assistance, HumanPlayer
from icetrax.player import ResignedError, TakeBack
from icetrax.tile import Color
from icetrax.transport import DisconnectedError
from tests.host.fakes import CONTROL
from tests.host.positions import board_after


def sit_down(typed: str) -> tuple[HumanPlayer, io.StringIO, Board]:
    """A person who will type this, their screen, and a board with one tile."""
    screen = io.StringIO()
    player = HumanPlayer("human", io.StringIO(typed), screen)
    player.new_game(Color.RED, CONTROL, 0)
    board = Board()
    board.push_text("@0/")
    return player, screen, board


@pytest.mark.parametrize("typed", ["B1+\n", "  b1+  \n", "b01+\n", "B1+", "b1 +\n", " b 1 + "])
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


def test_help_tells_how_one_wins_by_these_rules() -> None:
    ways = (("trax", "at least 8 rows or columns"), ("loop", "lines count for nothing"), ("mini", "all 3 rows"))
    for variant, words in ways:
        player, screen, _ = sit_down("help\n?\nb1+\n")
        player.play(board_after("@0/", variant), CONTROL)
        assert screen.getvalue().count(words) == 2


def test_moves_can_be_picked_from_a_list() -> None:
    player, screen, board = sit_down("3\nmoves\n0\n99\n2\n")
    legal = list(map(str, board.legal_moves))
    assert player.play(board, CONTROL).text == legal[1]
    said = screen.getvalue()
    for number, move in enumerate(legal, start=1):
        assert f"{number} {move}" in said
    assert "no move of number 3 in the list: type moves first" in said
    assert f"no move of number 0 in the list: use 1 to {len(legal)}" in said
    player, screen, board = sit_down("moves b1\nmoves z9\nmoves b1\n3\n")
    assert player.play(board, CONTROL).text == "B1\\"
    assert "Nothing can be played on 'z9'" in screen.getvalue()


def test_a_list_is_for_one_turn_only() -> None:
    player, screen, board = sit_down("moves\n1\n1\nb1+\n")
    player.play(board, CONTROL)
    player.play(board, CONTROL)
    assert "type moves first" in screen.getvalue()


def test_what_would_fit_is_told_where_a_move_is_not_legal() -> None:
    board = board_after("@0/ B1+ B2+ A3+")
    spaces = {space: symbols for space, symbols in _spaces(board).items() if len(symbols) == 2}
    space, symbols = spaces.popitem()
    (wrong,) = set("+/\\") - symbols
    player, screen, _ = sit_down(f"{space}{wrong}\nresign\n")
    with pytest.raises(ResignedError):
        player.play(board, CONTROL)
    fitting = [str(move) for move in board.legal_moves if str(move)[:-1] == space]
    assert f"There you can play {' '.join(fitting)}\n" in screen.getvalue()


def test_the_space_that_would_be_entered_three_times_is_named() -> None:
    rng = random.Random(1)
    while True:  # random games until a chain makes a move illegal
        board = Board()
        while not board.is_over() and board.plies < 30:
            for space, symbols in _spaces(board).items():
                for symbol in set("+/\\") - symbols:
                    with pytest.raises(IllegalMoveError) as caught:
                        board.push_text(f"{space}{symbol}")
                    if "from a third side" in str(caught.value):
                        player, screen, _ = sit_down(f"{space.lower()} {symbol}\nresign\n")
                        with pytest.raises(ResignedError):
                            player.play(board, CONTROL)
                        assert re.search(r"let (white|red) enter [@A-Z]+\d+ from a third side", screen.getvalue())
                        return
            board.push(rng.choice(list(board.legal_moves)))


def _spaces(board: Board) -> dict[str, set[str]]:
    spaces: dict[str, set[str]] = {}
    for move in board.legal_moves:
        spaces.setdefault(str(move)[:-1], set()).add(str(move)[-1])
    return spaces


def helped(typed: str, *, fixed: str | None = None, shared: bool = False) -> tuple[HumanPlayer, io.StringIO, Board]:
    player, screen, board = sit_down(typed)
    player.assistance = Assistance(
        hint=lambda board: f"turn {board.plies + 1} is hard",
        save=lambda board, name: f"saved as {name!r}",
        fixed=lambda: fixed,
        shared=shared,
    )
    board.push_text("B1+")
    return player, screen, board


def test_advice_and_saving() -> None:
    player, screen, board = helped("hint\nSAVE my file.trx\nsave\nb0/\n")
    player.play(board, CONTROL)
    said = screen.getvalue()
    assert "turn 3 is hard" in said
    assert "saved as 'my file.trx'" in said
    assert "saved as ''" in said


def test_taking_back_a_turn_and_its_answer() -> None:
    player, _, board = helped("undo\n")
    with pytest.raises(TakeBack) as caught:
        player.play(board, CONTROL)
    assert caught.value.moves == ()
    player, _, board = helped("undo\n", shared=True)
    with pytest.raises(TakeBack) as caught:
        player.play(board, CONTROL)
    assert list(map(str, caught.value.moves)) == ["@0/"]


def test_what_cannot_be_taken_back() -> None:
    player, screen, board = helped("undo\nb0/\n", fixed="the other is a stubborn one")
    player.play(board, CONTROL)
    assert "No turn can be taken back: the other is a stubborn one." in screen.getvalue()
    player, screen, board = helped("undo\nb1+\n")
    board.pop()
    player.play(board, CONTROL)
    assert "There is no turn of yours to take back." in screen.getvalue()
    player, screen, board = sit_down("undo\nhint\nsave\nb1+\n")
    player.play(board, CONTROL)
    for what in ("undo", "hint", "save"):
        assert f"There is no {what} in this game." in screen.getvalue()


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
