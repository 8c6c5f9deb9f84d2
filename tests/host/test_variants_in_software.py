"""The players in software under the rules of the variants."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from icetrax import AlphaBetaChooser, Board, Chooser, GreedyChooser, Limit, RandomChooser
from icetrax.twin import ATTACK, DEEPEST, WIN
from tests.host.positions import board_after
from tests.solver import loses_within, wins_within

VARIANTS = ["loop", "8x8", "mini"]


def score_of(board: Board, depth: int) -> int:
    choice = AlphaBetaChooser(depth).choose(board, Limit())
    assert choice.score is not None
    return choice.score


@pytest.mark.parametrize("variant", VARIANTS)
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


def test_a_line_to_be_is_won_by_where_lines_win_and_only_there() -> None:
    almost_a_line = "@0+ B1+ C1+ D1+ E1+ F1+ G1+"  # red to move
    assert score_of(board_after(almost_a_line), 1) == WIN
    assert score_of(board_after(almost_a_line, "8x8"), 1) == WIN
    assert abs(score_of(board_after(almost_a_line, "loop"), 2)) < ATTACK - DEEPEST
    assert score_of(board_after("@0+ B1+", "mini"), 1) < WIN
    assert score_of(board_after("@0+ B1+ A2+", "mini"), 1) == WIN


def test_a_full_board_is_a_draw() -> None:
    board = board_after("@0+ B1/ B2/ B3/", "mini")
    choice = AlphaBetaChooser(depth=4).choose(board, Limit())
    assert choice.score is not None
    assert choice.score >= 0  # one move draws


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_announced_is_true(variant: str) -> None:
    decided = 0
    for seed in range(40):
        rng, board = random.Random(seed), Board(variant)
        for _ in range(rng.randrange(4, 8)):
            if not board.is_over():
                board.push(rng.choice(list(board.legal_moves)))
        if board.is_over():
            continue
        score = score_of(board, 3)
        if score > WIN - DEEPEST:
            assert wins_within(board, WIN - score + 1), board
        elif score < DEEPEST - WIN:
            assert loses_within(board, score + WIN + 1), board
        else:
            assert not wins_within(board, 1), board
        decided += abs(score) > WIN - DEEPEST
    assert decided >= 5
