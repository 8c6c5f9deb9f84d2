"""A static score of a position, from what each player's open paths could still become."""

from __future__ import annotations

from icetrax.board import Board
from icetrax.tile import Color

__all__ = ["ATTACK", "evaluate"]

_DISTANCE = (0, 300, 90, 40, 18, 8, 4)  # value of an open path by the distance of its two end spaces: a loop to be
_MISSING = (300, 300, 110, 35, 10)  # by the rows or columns that it is short of a line, as the extent stands

ATTACK = 3_000
"""Extra score for the side to move if it has a path that one turn can as a rule close or complete."""


def evaluate(board: Board) -> int:
    """Score of a position in which nobody has won yet, from the point of view of the side to move.

    Every open path counts for its owner, the more the nearer it is to a loop (its end spaces lie close together) and to
    a line (its end spaces lie nearly as far apart as a line's). Forced plays are not looked at. Where lines count for
    nothing only loops are looked at, and where the board is limited a path that leads out of it can not become one.

    >>> board = Board()
    >>> for text in ("@0/", "A0\\\\"):
    ...     move = board.push_text(text)
    >>> evaluate(board) > ATTACK  # white can close its loop
    True

    Parameters
    ----------
    board
        The position. It is not changed.

    Returns
    -------
    int
        Positive where the side to move stands better. The unit has no meaning of its own; the size stays below 100,000
        for any game that fits the hardware.
    """
    mine = _paths_score(board, board.turn)
    theirs = _paths_score(board, board.turn.opponent)
    return mine[0] - theirs[0] + (ATTACK if mine[1] else 0)


def _paths_score(board: Board, color: Color) -> tuple[int, bool]:
    """The sum over the open paths of *color*, and whether one of them is an attack."""
    span = board.variant.line_span
    columns, rows = max(board.columns, span or 0), max(board.rows, span or 0)
    score = 0
    attack = False
    for (x, y), (u, v) in board.open_paths(color):
        across, down = abs(x - u), abs(y - v)
        distance = across + down
        if distance < len(_DISTANCE) and board.has_room(x, y) and board.has_room(u, v):
            score += _DISTANCE[distance]
            attack = attack or distance == 1
        if span is None:
            continue
        missing = min(columns + 1 - across, rows + 1 - down)
        if missing < len(_MISSING):
            score += _MISSING[missing]
            attack = attack or missing == 1
    return score, attack
