"""The search's score by plain full-width minimax on the reference model."""

from __future__ import annotations

from icetrax.board import Board
from icetrax_rtl.search import ATTACK, MOST_EXTENSIONS
from icetrax_rtl.types import MAX_PLY, WIN
from tests.cocotb.engine import standing_of

__all__ = ["scores"]


def scores(board: Board, depth: int) -> dict[str, int]:
    """The score of each legal move in an iteration of some depth, for the side to move."""
    return _scores(board, 0, depth, depth + MOST_EXTENSIONS if depth > 1 else 1)


def _scores(board: Board, ply: int, depth: int, most: int) -> dict[str, int]:
    result = {}
    mover = board.turn
    for move in list(board.legal_moves):
        board.push(move)
        result[str(move)] = _score(board, mover, ply, depth, most)
        board.pop()
    return result


def _score(board: Board, mover: int, ply: int, depth: int, most: int) -> int:
    outcome = board.outcome()
    if outcome is not None:
        return WIN - ply if outcome.winner == mover else ply - WIN
    balance, *attacks = standing_of(board)
    attacked, attacking = attacks[1 - mover] > 0, attacks[mover] > 0
    if ply + 1 < depth and (not attacked or ply == 0):
        return -max(_scores(board, ply + 1, depth, most).values())
    if attacked:
        return ply - ATTACK
    if ply + 1 == depth and attacking and depth < most and ply < MAX_PLY - 3:
        return -max(_scores(board, ply + 1, depth + 1, most).values())
    return -balance if mover else balance
