"""Counting of legal move sequences: the standard proof that two move generators agree."""

from __future__ import annotations

from icetrax.board import Board

__all__ = ["divide", "perft"]


def perft(board: Board, depth: int) -> int:
    """Number of legal move sequences of a given length. Sequences that end the game earlier do not count.

    >>> [perft(Board(), depth) for depth in range(4)]
    [1, 2, 24, 432]

    Parameters
    ----------
    board
        Where to begin; as before when done.
    depth
        Length in turns, 0 or more.

    Raises
    ------
    ValueError
        *depth* is negative.
    """
    if depth < 0:
        raise ValueError(f"perft depth {depth} is negative: use 0 or more")
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    return sum(divide(board, depth).values())


def divide(board: Board, depth: int) -> dict[str, int]:
    """Perft split by the first move, in the order of the legal moves.

    >>> divide(Board(), 2)
    {'@0+': 12, '@0/': 12}

    Parameters
    ----------
    board
        Where to begin; as before when done.
    depth
        Length in turns of the whole sequences, 1 or more.

    Raises
    ------
    ValueError
        *depth* is less than 1.
    """
    if depth < 1:
        raise ValueError(f"divide depth {depth} has no first move: use 1 or more")
    counts = {}
    for move in board.legal_moves:
        board.push(move)
        counts[str(move)] = perft(board, depth - 1)
        board.pop()
    return counts
