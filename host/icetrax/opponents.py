"""Players in software: at random, greedy, and by alpha-beta search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from icetrax.board import Board
from icetrax.notation import Move
from icetrax.tracks import tracks_of
from icetrax.twin import DEEPEST, OutOfTimeError, Thought, think

__all__ = ["AlphaBetaChooser", "Choice", "Chooser", "GreedyChooser", "Limit", "RandomChooser", "can_win"]

_Number = TypeVar("_Number", int, float)

_DEFAULT_DEPTH = 2  # of a search that nothing else bounds: sees wins and losses in one


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
        From the point of view of the side to move, see :data:`icetrax.twin.WIN`; None if the chooser does not judge.
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
            safe = not can_win(thought)
            thought.pop()
            if safe:
                return Choice(move)
        return Choice((quiet or moves)[0])


class AlphaBetaChooser:
    """Thinks as the hardware does, so that at the same depth it plays the same moves: see :mod:`icetrax.twin`.

    >>> from icetrax import Board, Limit
    >>> from icetrax.twin import WIN
    >>> board = Board()
    >>> for text in ("@0/", "A0\\\\"):
    ...     move = board.push_text(text)
    >>> choice = AlphaBetaChooser(depth=2).choose(board, Limit())
    >>> choice.score == WIN  # white closes its loop at once
    True

    Parameters
    ----------
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

    def __init__(self, depth: int | None = None, movetime: float | None = None) -> None:
        self.on_depth: Callable[[Choice], None] | None = None
        self._limit = Limit(movetime, depth)

    def choose(self, board: Board, limit: Limit) -> Choice:
        """Pick a legal move: see :meth:`Chooser.choose`."""
        if board.is_over():
            raise _game_over()
        limit = limit.within(self._limit)
        deadline = _deadline(limit)
        depth = limit.depth or (_DEFAULT_DEPTH if limit.seconds is None else DEEPEST)

        def check_time() -> None:
            if time.monotonic() > deadline:
                raise OutOfTimeError

        tracks = tracks_of(board)

        def choice(thought: Thought) -> Choice:
            return Choice(Move(*tracks.name(thought.best)), thought.score, thought.depth, thought.nodes)

        thought = think(tracks, board.turn, depth, check_time, lambda thought: self._tell(choice(thought)))
        if thought is None:
            raise _game_over()
        return choice(thought)

    def _tell(self, choice: Choice) -> None:
        if self.on_depth is not None:
            self.on_depth(choice)


def _playable(board: Board) -> list[Move]:
    moves = list(board.legal_moves)
    if not moves:
        raise _game_over()
    return moves


def _game_over() -> ValueError:
    return ValueError("the game is over: there is no move to choose")


def can_win(board: Board) -> bool:
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
