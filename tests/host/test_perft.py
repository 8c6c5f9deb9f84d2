"""Perft and divide."""

from __future__ import annotations

import pytest

from icetrax import Board, divide, perft
from tests.host.positions import board_after, snapshot


def test_from_the_empty_board() -> None:
    assert [perft(Board(), depth) for depth in range(5)] == [1, 2, 24, 432, 9568]


@pytest.mark.timeout(60)
def test_depth_five_is_quick() -> None:
    assert perft(Board(), 5) == 246_888


def test_a_finished_game_has_no_sequences_but_the_empty_one() -> None:
    board = board_after("@0/ B1\\ A2\\")
    assert [perft(board, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(board, 1) == {}


def test_divide_sums_up_to_perft_and_leaves_the_board() -> None:
    board = board_after("@0+ @1/ A0+ B1/ A0/")
    before = snapshot(board)
    counts = divide(board, 2)
    assert list(counts) == [str(move) for move in board.legal_moves]
    assert sum(counts.values()) == perft(board, 2) == 780
    assert divide(board, 1) == dict.fromkeys(counts, 1)
    assert snapshot(board) == before


def test_depths_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="perft depth -1 is negative"):
        perft(Board(), -1)
    with pytest.raises(ValueError, match="divide depth 0 has no first move"):
        divide(Board(), 0)
