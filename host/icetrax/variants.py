"""Alpha-beta for the variants, whose rules the twin does not know, with an evaluation of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from icetrax.board import Board
from icetrax.notation import Move
from icetrax.tile import Color
from icetrax.twin import WIN

__all__ = ["ATTACK", "VariantSearch", "evaluate"]

_DISTANCE = (0, 300, 90, 40, 18, 8, 4)  # value of an open path by the distance of its two end spaces: a loop to be
_MISSING = (300, 300, 110, 35, 10)  # by the rows or columns that it is short of a line, as the extent stands

ATTACK = 3_000
"""Extra score for the side to move if it has a path that one turn can as a rule close or complete."""

_MOST = 20_000  # no evaluation is as good as a win


def evaluate(board: Board) -> int:
    """Score of a position in which nobody has won yet, from the point of view of the side to move.

    Every open path counts for its owner, the more the nearer it is to a loop (its end spaces lie close together) and to
    a line (its end spaces lie nearly as far apart as a line's). Forced plays are not looked at. Where lines count for
    nothing only loops are looked at, and where the board is limited a path that leads out of it can not become one.

    Parameters
    ----------
    board
        The position. It is not changed.

    Returns
    -------
    int
        Positive where the side to move stands better; the unit has no meaning of its own.
    """
    mine = _paths_score(board, board.turn)
    theirs = _paths_score(board, board.turn.opponent)
    return max(-_MOST, min(_MOST, mine[0] - theirs[0] + (ATTACK if mine[1] else 0)))


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


class VariantSearch:
    """Alpha-beta from one position: negamax, so every score is that of the side to move.

    Parameters
    ----------
    board
        The position. It is as before when a search is done.
    check_time
        Called before each turn that is played; what it raises ends the search, with the board left anywhere.
    """

    def __init__(self, board: Board, check_time: Callable[[], None]) -> None:
        self._board = board
        self._check_time = check_time
        self._refutations: dict[int, Move] = {}  # by ply: the move that cut off last, tried first in sister positions
        self.nodes = 0

    def root(self, moves: Iterable[Move], depth: int) -> dict[Move, int]:
        """Scores of *moves*; exact for the best, upper bounds for those that are no better."""
        scores: dict[Move, int] = {}
        alpha = -WIN
        for move in moves:
            scores[move] = -self._after(move, depth - 1, -WIN, -alpha, ply=1)
            alpha = max(alpha, scores[move])
        return scores

    def _after(self, move: Move, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Score once *move* has been made, for the side that is to move then."""
        self._check_time()
        board = self._board
        board.push(move)
        self.nodes += 1
        outcome = board.outcome()
        if outcome is not None:
            score = (WIN - ply) * (0 if outcome.winner is None else 1 if outcome.winner is board.turn else -1)
        elif depth == 0:
            score = evaluate(board)
        else:
            score = self._best(depth, alpha, beta, ply)
        board.pop()
        return score

    def _best(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        best = -WIN
        for move in self._ordered(ply):
            best = max(best, -self._after(move, depth - 1, -beta, -max(alpha, best), ply + 1))
            if best >= beta:
                self._refutations[ply] = move
                break
        return best

    def _ordered(self, ply: int) -> Iterator[Move]:
        first = self._refutations.get(ply)
        if first is not None and first in self._board.legal_moves:
            yield first
        yield from (move for move in self._board.legal_moves if move != first)
