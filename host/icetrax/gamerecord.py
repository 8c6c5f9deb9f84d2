"""One recorded game: its moves, how it ended, and what is said about it."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

from icetrax.board import Board, Outcome, Variant
from icetrax.errors import IllegalMoveError
from icetrax.notation import Move

__all__ = ["Record", "Result", "variant_called"]


_VARIANTS = {
    "": "trax", "super": "trax", "unlimited": "trax", "loop": "loop", "8x8": "8x8", "limited": "8x8", "mini": "mini",
}  # fmt: skip


class Result(enum.StrEnum):
    """Last word of a record.

    >>> [str(result) for result in Result]
    ['white', 'red', 'draw', '*']
    """

    WHITE = "white"
    RED = "red"
    DRAW = "draw"
    UNFINISHED = "*"

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result:
        """The word for an outcome on the board, None meaning that the game still goes on."""
        if outcome is None:
            return cls.UNFINISHED
        return cls.DRAW if outcome.winner is None else cls(str(outcome.winner))


def variant_called(text: str) -> str | None:
    """Our name of the variant that records call ``Trax``, ``8x8 Trax``, ``LoopTrax`` and so on; None if it is none."""
    plain = re.sub(r"[\s_-]", "", text.lower()).removesuffix("trax")
    return _VARIANTS.get(plain) if plain or text else None


@dataclass
class Record:
    """One game.

    >>> from icetrax import parse_move
    >>> record = Record([parse_move("@0/"), parse_move("B1\\\\")], headers={"White": "icetrax"})
    >>> board = record.replay()
    >>> board.plies, str(record.variant)
    (2, 'trax')

    Attributes
    ----------
    moves
        The moves made. Whether they are legal is for :meth:`replay` to say.
    result
        Who won. It need not follow from the moves: games are also resigned or lost on time.
    headers
        ``Key: value`` pairs in their order, for example White, Red, Date, Event, Variant, Termination.
    title
        Lines in front of the game that are no headers, without one after the last.
    comments
        What is said after a number of turns, 0 being before the first; several lines, without one after the last.
    lines
        For each move the line of the file on which it stood, empty if the record was not read from one.
    """

    moves: list[Move] = field(default_factory=list)
    result: Result = Result.UNFINISHED
    headers: dict[str, str] = field(default_factory=dict)
    title: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list, compare=False, repr=False)

    @property
    def termination(self) -> str | None:
        """The named cause of the game's end, None if the record does not tell."""
        return self.headers.get("Termination")

    @property
    def variant(self) -> Variant:
        """The rules that the game was played by: the header Variant, or else the unlimited game.

        Raises
        ------
        ValueError
            The header names no variant.
        """
        name = self.headers.get("Variant", str(Variant.TRAX))
        return Variant(variant_called(name) or name)

    def replay(self, variant: Variant | str | None = None) -> Board:
        """The board after all moves.

        Parameters
        ----------
        variant
            The rules; None for those that the record itself names.

        Raises
        ------
        IllegalMoveError
            A move is not legal where it stands; the message begins with its place, as in ``ply 3: ..``.
        ValueError
            The variant is unknown.
        """
        board = Board(self.variant if variant is None else variant)
        for ply, move in enumerate(self.moves, start=1):
            try:
                board.push(move)
            except IllegalMoveError as error:
                line = f"line {self.lines[ply - 1]}, " if self.lines else ""
                raise IllegalMoveError(f"{line}ply {ply}: {error}") from None
        return board
