"""Game records, the ``.trx`` files: reading and writing.

A record is text: optional ``Key: value`` lines, then the moves separated by white space, then a result word. A file may
hold several, one after the other::

    White: icetrax
    Red: greedy
    Termination: loop

    1. @0/ 2. B1\\ 3. A2\\   ; a comment runs to the end of the line
    red

The result words are ``white``, ``red``, ``draw`` and ``*`` for a game that was not finished. Move numbers are optional
and not checked, since some people number turns and others pairs of turns.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TextIO

from icetrax.board import Board, Outcome, Variant
from icetrax.errors import InvalidMoveError, RecordError
from icetrax.notation import Move, normalize, parse_move

__all__ = ["Record", "Result", "format_record", "read_records", "write_record"]

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(.*)")
_NUMBER = re.compile(r"\A[0-9]+(?:\.+|\Z)")
_WIDTH = 78  # columns that written moves may fill


class Result(enum.StrEnum):
    """Last word of a record."""

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


@dataclass
class Record:
    """One game.

    Attributes
    ----------
    moves
        The moves made. Whether they are legal is for :meth:`replay` to say.
    result
        Who won. It need not follow from the moves: games are also resigned or lost on time.
    headers
        ``Key: value`` pairs in their order, for example White, Red, Date, Event, Termination.
    """

    moves: list[Move] = field(default_factory=list)
    result: Result = Result.UNFINISHED
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def termination(self) -> str | None:
        """The named cause of the game's end, None if the record does not tell."""
        return self.headers.get("Termination")

    def replay(self, variant: Variant | str = Variant.TRAX) -> Board:
        """The board after all moves.

        Raises
        ------
        IllegalMoveError
            A move is not legal where it stands.
        """
        board = Board(variant)
        for move in self.moves:
            board.push(move)
        return board


def read_records(source: str | TextIO) -> list[Record]:
    """Read all records of a file.

    Parameters
    ----------
    source
        The text itself, or a text file open for reading.

    Raises
    ------
    RecordError
        The text is not a sequence of records; the message begins with the line, as in ``line 3: ..``.
    """
    lines = source.splitlines() if isinstance(source, str) else source
    return list(_games(lines))


def format_record(record: Record) -> str:
    """The text of a record, ending in an empty line; :func:`read_records` reads it back equal.

    Raises
    ------
    RecordError
        A header could not be read back: its key is not one word, or its value has line breaks or outer blanks.
    """
    for key, value in record.headers.items():
        match = _HEADER.fullmatch(f"{key}: {value}")
        if match is None or match.groups() != (key, value.strip()) or value != value.strip() or not value.isprintable():
            raise RecordError(f"header {key!r}: {value!r} cannot be written: use a one-word key and a one-line value")
    lines = [f"{key}: {value}".rstrip() for key, value in record.headers.items()]
    if lines:
        lines.append("")
    lines += _wrapped(f"{number}. {move}" for number, move in enumerate(record.moves, start=1))
    return "\n".join([*lines, str(record.result), "", ""])


def write_record(record: Record, file: TextIO) -> None:
    """Append a record to an open text file, in one piece.

    Raises
    ------
    RecordError
        As :func:`format_record`; nothing is written then.
    """
    file.write(format_record(record))


def _games(lines: Iterable[str]) -> Iterator[Record]:
    record, begun = Record(), 0  # the line on which the present game begins, 0 before it does
    for number, line in enumerate(lines, start=1):
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            key, value = header.groups()
            if record.moves:
                raise RecordError(f"line {number}: the game begun in line {begun} has no result word: {_expected()}")
            if key in record.headers:
                raise RecordError(f"line {number}: header {key!r} is given twice in one game: keep one of them")
            record.headers[key] = value
            begun = begun or number
            continue
        for word in line.partition(";")[0].split():
            begun = begun or number
            if word.lower() in list(Result):
                record.result = Result(word.lower())
                yield record
                record, begun = Record(), 0
            elif (text := _NUMBER.sub("", word, count=1)) != "":
                record.moves.append(_move(text, number))
    if begun:
        raise RecordError(f"line {begun}: the game that begins here has no result word: {_expected()}")


def _move(text: str, number: int) -> Move:
    try:
        return parse_move(normalize(text))
    except InvalidMoveError as error:
        raise RecordError(f"line {number}: {error}") from error


def _expected() -> str:
    return f"end it with one of {' '.join(Result)}"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Lines of words, a word being a move with its number."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line
