"""Openings: the first moves of the games of a match, from a file or drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from icetrax.board import Board, Variant
from icetrax.errors import RecordError
from icetrax.notation import Move
from icetrax.recordfile import records_of

__all__ = ["Opening", "Openings", "OpeningsError", "draw_opening", "read_openings"]

Opening = tuple[Move, ...]
"""Moves from the empty board."""

_TRIES = 200  # draws until a position is found in which nobody can win at once


class OpeningsError(ValueError):
    """There are no such openings. The message says why."""


def read_openings(path: Path, plies: int | None = None, variant: Variant | str = Variant.TRAX) -> list[Opening]:
    """The openings in a file of game records or JSON lines, in their order, each once.

    Parameters
    ----------
    path
        See :func:`icetrax.recordfile.records_of`.
    plies
        Turns that are taken of each game; None for all.
    variant
        The rules that they are played by.

    Raises
    ------
    RecordError
        The file cannot be read, has no game in it, or a game that is illegal or over; the message names file and game.
    """
    found: dict[Opening, None] = {}
    for number, record in enumerate(records_of(path), start=1):
        record.moves = record.moves[:plies]
        try:
            board = record.replay(variant)
        except ValueError as error:
            raise RecordError(f"{path}, game {number}, {error}") from None
        if board.is_over():
            raise RecordError(f"{path}, game {number}: the game is over after {board.plies} turns: take fewer")
        found[tuple(record.moves)] = None
    if not found:
        raise RecordError(f"{path} holds no game: name a file of openings")
    return list(found)


def draw_opening(rng: random.Random, plies: int, variant: Variant | str = Variant.TRAX) -> Opening:
    """Draw an opening of random legal moves after which the side to move can not win at once.

    Raises
    ------
    OpeningsError
        None was found, since the game is as good as over after so many turns of that variant.
    """
    for _ in range(_TRIES):
        board = Board(variant)
        while board.plies < plies and _pushes_quiet_move(board, rng):
            pass
        if board.plies == plies and board.legal_moves and not _wins_at_once(board):
            return tuple(board.move_stack)
    raise OpeningsError(f"no opening of {plies} random turns was found: use fewer turns")


class Openings:
    """The opening of each round of a match.

    Parameters
    ----------
    book
        Openings to go through, again from the first after the last. None to draw them.
    plies
        Turns that are drawn where there is no book; 0 for games from the empty board.
    seed
        The same seed draws the same openings.
    variant
        The rules.
    """

    def __init__(
        self,
        book: Sequence[Opening] | None = None,
        plies: int = 0,
        seed: int = 0,
        variant: Variant | str = Variant.TRAX,
    ) -> None:
        self._book = book
        self._plies = plies
        self._seed = seed
        self._variant = variant

    def __getitem__(self, number: int) -> Opening:
        """The opening of a round, counted from 0."""
        if self._book is not None:
            return self._book[number % len(self._book)]
        return draw_opening(random.Random(f"{self._seed} opening {number}"), self._plies, self._variant)

    def __repr__(self) -> str:
        if self._book is not None:
            return f"Openings({[' '.join(map(str, opening)) for opening in self._book]})"
        return f"Openings(plies={self._plies})"


def _pushes_quiet_move(board: Board, rng: random.Random) -> bool:
    """Make a random move that does not end the game, if there is one."""
    legal = list(board.legal_moves)
    rng.shuffle(legal)
    for move in legal:
        board.push(move)
        if not board.is_over():
            return True
        board.pop()
    return False


def _wins_at_once(board: Board) -> bool:
    for move in board.legal_moves:
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner is board.turn:
            return True
    return False
