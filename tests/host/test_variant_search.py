from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from icetrax import AlphaBetaChooser, Board, Chooser, GreedyChooser, Limit, RandomChooser
from icetrax.variants import ATTACK, evaluate
from tests.host.positions import board_after


def test_evaluation_is_for_the_side_to_move() -> None:
    assert evaluate(board_after("@0/")) == 0  # one curve each
    board = board_after("@0/ A0\\")  # white's path is half a loop, its ends side by side, and white is to move
    assert evaluate(board) > ATTACK
    board.push_text("B2+")  # leaves it as it is, and red is to move
    assert -ATTACK < evaluate(board) < 0


def test_evaluation_counts_what_nearly_is_a_line() -> None:
    assert evaluate(board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+")) > ATTACK / 2  # red to move, one tile short
    assert abs(evaluate(board_after("@0+ B1+ C1+ D1+ E1+ F1+"))) < ATTACK / 2


def test_evaluation_by_variant() -> None:
    almost_a_line = "@0+ B1+ C1+ D1+ E1+ F1+ G1+"
    assert evaluate(board_after(almost_a_line, "8x8")) > ATTACK / 2
    assert abs(evaluate(board_after(almost_a_line, "loop"))) < ATTACK / 2
    half_a_loop = "@0/ A0\\ B2+ C2+"  # white's two ends are side by side, and red has moved away
    assert evaluate(board_after(half_a_loop, "loop")) > ATTACK / 2


def test_a_path_that_leads_out_of_the_board_is_no_loop_to_be() -> None:
    moves = "@0/ B1+ C1/"  # white's curve on A1 is as good as before, but its end above row 1 can be filled or not
    inner, wide = board_after(f"{moves} A2\\ A3\\", "mini"), board_after(f"{moves} A2\\ A3\\", "8x8")
    assert [inner.has_room(0, y) for y in (-1, 0, 2, 3)] == [False, True, True, False]
    assert all(wide.has_room(0, y) for y in (-1, 0, 2, 3))


@pytest.mark.parametrize("variant", ["loop", "8x8", "mini"])
@pytest.mark.parametrize("make", [RandomChooser, GreedyChooser, lambda rng: AlphaBetaChooser(depth=1)])
def test_games_of_the_variants_end(make: Callable[[random.Random], Chooser], variant: str) -> None:
    board = Board(variant)
    chooser = make(random.Random(2))
    while not board.is_over() and board.plies < 80:
        board.push(chooser.choose(board, Limit()).move)
    outcome = board.outcome()
    if variant != "loop":
        assert outcome is not None
        assert max(board.columns, board.rows) <= (8 if variant == "8x8" else 3)
    if outcome is not None:
        with pytest.raises(ValueError, match="the game is over"):
            chooser.choose(board, Limit())


def test_alphabeta_sees_a_draw() -> None:
    board = board_after("@0+ B1/ B2/ B3/", "mini")
    choice = AlphaBetaChooser(depth=1).choose(board, Limit())
    board.push(choice.move)
    assert choice.score is not None
    assert choice.score >= 0  # one move draws
