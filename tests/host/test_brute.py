"""The model against a checker that scans the whole board, on random games."""

from __future__ import annotations

import random

import pytest

from icetrax import Board
from tests.host.brute import BruteBoard
from tests.host.positions import board_rows


def _assert_same(board: Board, brute: BruteBoard) -> None:
    outcome = board.outcome()
    assert board_rows(board) == brute.rows()
    assert (None if outcome is None else str(outcome.winner)) == brute.winner()
    assert {f"{color}-{reason}" for color, reason in board.completed} == brute.completed


@pytest.mark.parametrize("seed", range(24))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    board, brute = Board(), BruteBoard(random.Random(seed + 1000))  # forces in another order
    while not board.is_over() and board.plies < 60:
        if rng.random() < 0.06:
            assert sorted(map(str, board.legal_moves)) == brute.legal_moves()
        legal = list(board.legal_moves)
        if rng.random() < 0.8:  # keep games long: prefer a move that decides nothing
            rng.shuffle(legal)
            legal.sort(key=lambda move: _ends(board, move))
            move = legal[0]
        else:
            move = rng.choice(legal)
        assert brute.push(str(move))
        board.push(move)
        _assert_same(board, brute)
    assert sorted(map(str, board.legal_moves)) == brute.legal_moves()
    assert board.plies >= 3


@pytest.mark.parametrize(
    ("variant", "span", "limit", "seeds"),
    [("loop", None, None, range(4)), ("8x8", 8, 8, range(6)), ("mini", 3, 3, range(40))],
)
def test_random_games_of_the_variants(variant: str, span: int | None, limit: int | None, seeds: range) -> None:
    endings = set()
    for seed in seeds:
        rng = random.Random(seed)
        board, brute = Board(variant), BruteBoard(span=span, limit=limit)
        while not board.is_over() and board.plies < 60:
            legal = list(board.legal_moves)
            rng.shuffle(legal)
            move = min(legal, key=lambda move: _ends(board, move))  # keeps games long
            assert brute.push(str(move))
            board.push(move)
            outcome = board.outcome()
            assert board_rows(board) == brute.rows()
            assert {f"{color}-{reason}" for color, reason in board.completed} == brute.completed
            assert (outcome is None or outcome.winner is None) is (brute.winner() is None)
            if variant == "mini" or rng.random() < 0.1:
                assert sorted(map(str, board.legal_moves)) == brute.legal_moves()
        outcome = board.outcome()
        if outcome is not None:
            endings.add(str(outcome.reason))
            assert str(outcome.winner) == str(brute.winner())
            assert not brute.legal_moves()
            assert outcome.reason != "full" or (outcome.winner is None and not brute.completed)
    assert variant != "mini" or {"full", "line"} <= endings
    assert variant != "loop" or "line" not in endings


def _ends(board: Board, move: object) -> bool:
    board.push(move)  # type: ignore[arg-type]
    over = board.is_over()
    board.pop()
    return over
