"""What the search should find, by the search in software, and whether what it announces is true, by looking at all."""

from __future__ import annotations

from typing import NamedTuple

from icetrax import AlphaBetaChooser, Board, Limit
from icetrax_rtl.types import MAX_PLY, WIN
from tests.solver import loses_within, wins_within

__all__ = ["Finding", "expected", "is_decided", "is_true"]


class Finding(NamedTuple):
    """What a search of some depth reports: the best move by name, its score for the side to move, turns played."""

    move: str
    score: int
    depth: int
    nodes: int


def expected(board: Board, depth: int) -> Finding:
    """The report of the search in software."""
    choice = AlphaBetaChooser(depth).choose(board, Limit())
    assert choice.score is not None
    assert choice.depth is not None
    assert choice.nodes is not None
    return Finding(str(choice.move), choice.score, choice.depth, choice.nodes)


def is_decided(score: int) -> bool:
    """Whether a score announces the end of the game by a completed track."""
    return abs(score) > WIN - MAX_PLY


def is_true(board: Board, score: int) -> bool:
    """Whether the end that a score announces is forced, by all sequences of moves up to there."""
    plies = WIN - abs(score)
    return wins_within(board, plies + 1) if score > 0 else loses_within(board, plies + 1)
