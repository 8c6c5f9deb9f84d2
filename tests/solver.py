"""Forced wins and losses by looking at every sequence of moves: slow, and so plain that it can be believed."""

from __future__ import annotations

from icetrax import Board

__all__ = ["loses_within", "wins_within"]


def wins_within(board: Board, turns: int) -> bool:
    """Whether the side to move can bring about a win in so many turns of both sides, whatever the other one does."""
    player = board.turn
    for move in list(board.legal_moves):
        board.push(move)
        outcome = board.outcome()
        won = outcome.winner is player if outcome is not None else turns > 1 and loses_within(board, turns - 1)
        board.pop()
        if won:
            return True
    return False


def loses_within(board: Board, turns: int) -> bool:
    """Whether the side to move has lost after so many turns of both sides, whatever it does."""
    player = board.turn
    for move in list(board.legal_moves):
        board.push(move)
        outcome = board.outcome()
        lost = outcome.winner is player.opponent if outcome is not None else turns > 1 and wins_within(board, turns - 1)
        board.pop()
        if not lost:
            return False
    return True
