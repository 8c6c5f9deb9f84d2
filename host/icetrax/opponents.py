"""Players in software: at random, greedy, and by alpha-beta search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from icetrax.board import Board
from icetrax.evaluate import evaluate
from icetrax.notation import Move

__all__ = ["WIN", "AlphaBetaChooser", "Choice", "Chooser", "GreedyChooser", "Limit", "RandomChooser"]

WIN = 1_000_000
"""Score of a won game; a win to come in *n* turns counts *n* less, so that the nearer one is preferred."""

_Number = TypeVar("_Number", int, float)

_DEFAULT_DEPTH = 2  # of a search that nothing else bounds: sees wins and losses in one
_DEEPEST = 64  # turns; a search in a position without choices would deepen for ever


@dataclass(frozen=True, slots=True)
class Limit:
    """What a chooser may spend on one move. None: no limit of that kind.

    >>> Limit(seconds=1.5, depth=4).within(Limit(depth=3))
    Limit(seconds=1.5, depth=3)

    Attributes
    ----------
    seconds
        Wall-clock time.
    depth
        Turns to look ahead, at least 1.
    """

    seconds: float | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and self.seconds < 0:
            raise ValueError(f"time limit {self.seconds} s is negative: use 0 or more, or None for no limit")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth limit {self.depth} is too small: use 1 or more, or None for no limit")

    def within(self, other: Limit) -> Limit:
        """The stricter of both in each respect."""
        return Limit(_least(self.seconds, other.seconds), _least(self.depth, other.depth))


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and what its chooser can tell about it.

    >>> from icetrax import parse_move
    >>> Choice(parse_move("B1+"), score=12, depth=3).score
    12

    Attributes
    ----------
    move
        Legal on the board it was chosen for.
    score
        From the point of view of the side to move, see :data:`WIN`; None if the chooser does not judge.
    depth
        Turns looked ahead; None likewise.
    nodes
        Turns played in thought; None likewise.
    """

    move: Move
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None


class Chooser(Protocol):
    """Anything that can pick a move.

    >>> import random
    >>> from icetrax import Board
    >>> chooser: Chooser = GreedyChooser(random.Random(0))
    >>> chooser.choose(Board(), Limit()).move in Board().legal_moves
    True
    """

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Pick a legal move.

        Parameters
        ----------
        board
            The position, in which the game still goes on. It is not changed.
        limit
            What may be spent.

        Raises
        ------
        ValueError
            The game is over.
        """
        ...


class RandomChooser:
    """Picks any legal move, all with the same probability.

    >>> import random
    >>> from icetrax import Board, Limit
    >>> str(RandomChooser(random.Random(0)).choose(Board(), Limit()).move) in ("@0+", "@0/")
    True

    Parameters
    ----------
    rng
        Source of its choices; the same seed gives the same game.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Pick a legal move: see :meth:`Chooser.choose`."""
        return Choice(self._rng.choice(_playable(board)))


class GreedyChooser:
    """Wins in one turn if it can, else picks at random among the moves that do not lose by the next turn.

    Where every move loses, it prefers one that at least does not lose at once. A time limit cuts the
    search for a safe move short.

    >>> import random
    >>> from icetrax import Board, Limit
    >>> board = Board()
    >>> for text in ("@0/", "A0\\\\"):
    ...     move = board.push_text(text)
    >>> board.push(GreedyChooser(random.Random(0)).choose(board, Limit()).move)
    >>> board.outcome()
    Outcome(winner=<Color.WHITE: 0>, reason=<Reason.LOOP: 'loop'>)

    Parameters
    ----------
    rng
        Source of its choices; the same seed gives the same game.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Pick a legal move: see :meth:`Chooser.choose`."""
        deadline = _deadline(limit)
        thought = board.copy()
        moves = _playable(board)
        self._rng.shuffle(moves)
        quiet = []  # neither wins nor loses at once
        for move in moves:
            thought.push(move)
            outcome = thought.outcome()
            thought.pop()
            if outcome is None:
                quiet.append(move)
            elif outcome.winner is board.turn:
                return Choice(move)
        for move in quiet:
            if time.monotonic() > deadline:
                break
            thought.push(move)
            safe = not _can_win(thought)
            thought.pop()
            if safe:
                return Choice(move)
        return Choice((quiet or moves)[0])


class AlphaBetaChooser:
    """Searches by iterative deepening alpha-beta and plays the best move of the deepest search that was completed.

    >>> import random
    >>> from icetrax import Board, Limit
    >>> board = Board()
    >>> for text in ("@0/", "A0\\\\"):
    ...     move = board.push_text(text)
    >>> choice = AlphaBetaChooser(random.Random(0), depth=2).choose(board, Limit())
    >>> choice.score == WIN - 1  # white closes its loop
    True

    Parameters
    ----------
    rng
        Orders moves that look equal; the same seed gives the same game where time does not cut in.
    depth
        Turns to look ahead at most; None for as many as the time allows, or two where that is not limited either.
    movetime
        Seconds a move at most; None for what each call allows.

    Attributes
    ----------
    on_depth
        Told the best move of each completed search, the deepest one last; None for nobody.

    Raises
    ------
    ValueError
        *depth* is less than 1 or *movetime* is negative.
    """

    def __init__(self, rng: random.Random, depth: int | None = None, movetime: float | None = None) -> None:
        self.on_depth: Callable[[Choice], None] | None = None
        self._rng = rng
        self._limit = Limit(movetime, depth)

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Pick a legal move: see :meth:`Chooser.choose`."""
        limit = limit.within(self._limit)
        moves = _playable(board)
        self._rng.shuffle(moves)
        deepest = limit.depth or (_DEFAULT_DEPTH if limit.seconds is None else _DEEPEST)
        search = _Search(board.copy(), _deadline(limit))
        best = Choice(moves[0])
        for depth in range(1, deepest + 1):
            try:
                scores = search.root(moves, depth)
            except _OutOfTimeError:
                break
            moves.sort(key=scores.__getitem__, reverse=True)  # stable: the best first, the next depth follows it
            score = scores[moves[0]]
            best = Choice(moves[0], score, depth, search.nodes)
            if self.on_depth is not None:
                self.on_depth(best)
            if abs(score) >= WIN - depth or len(moves) == 1:
                break  # decided: a deeper search cannot find a nearer end
        return best


class _OutOfTimeError(Exception):
    """Ends a search at its deadline."""


class _Search:
    """Alpha-beta from one position: negamax, so every score is that of the side to move."""

    def __init__(self, board: Board, deadline: float) -> None:
        self._board = board
        self._deadline = deadline
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
        if time.monotonic() > self._deadline:
            raise _OutOfTimeError
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


def _playable(board: Board) -> list[Move]:
    moves = list(board.legal_moves)
    if not moves:
        raise ValueError("the game is over: there is no move to choose")
    return moves


def _can_win(board: Board) -> bool:
    """Tell whether the side to move has a move that wins at once."""
    player = board.turn
    for move in board.legal_moves:
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner is player:
            return True
    return False


def _deadline(limit: Limit) -> float:
    return float("inf") if limit.seconds is None else time.monotonic() + limit.seconds


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    return other if one is None else one if other is None else min(one, other)
