"""Positions as the command line gets them: moves as text, JSON lines, and files of game records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from icetrax.board import Variant
from icetrax.errors import RecordError
from icetrax.gamerecord import variant_called
from icetrax.record import read_records

__all__ = ["InputError", "Position", "read_file", "read_lines"]

_QUOTED = 40  # characters of a bad line that an error message shows


class Position(NamedTuple):
    """A position as it is given: the moves that lead to it, and the variant that the game is said to be of."""

    moves: list[str]
    variant: Variant | None = None


class InputError(ValueError):
    """Input that cannot be read. The message names the file or line, and what is wrong."""


def read_lines(lines: Iterable[str], name: str) -> Iterator[Position]:
    """The position of each JSON line, in order. Empty lines are passed over.

    Parameters
    ----------
    lines
        Each an object with a field ``moves``: a list of strings, or a string with white space between the moves. A
        field ``variant`` may name the variant.
    name
        Where they come from, for messages.

    Raises
    ------
    InputError
        A line is something else; those before it have been answered by then.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            text = line.strip()
            quoted = text if len(text) <= _QUOTED else text[:_QUOTED] + ".."
            raise InputError(f"{name}, line {number}: {quoted!r} is not JSON") from None
        moves = value.get("moves") if isinstance(value, dict) else None
        if isinstance(moves, str):
            moves = moves.split()
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise InputError(
                f"{name}, line {number}: expected an object with a field 'moves', a string or a list of strings"
            )
        yield Position(moves, _variant(value.get("variant"), f"{name}, line {number}"))


def read_file(path: Path, *, json_lines: bool) -> list[Position]:
    """The position at the end of each game in a file.

    Parameters
    ----------
    path
        The file.
    json_lines
        Whether it holds JSON lines; otherwise it holds game records.

    Raises
    ------
    InputError
        The file is missing or cannot be read as what it should be.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; check the name") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {path}: it is not UTF-8 text") from None
    if json_lines:
        return list(read_lines(text.split("\n"), str(path)))
    try:
        records = read_records(text, str(path), lenient=True)
    except RecordError as error:
        raise InputError(str(error)) from None
    return [
        Position(
            [str(move) for move in record.moves],
            _variant(record.headers.get("Variant"), f"{path}, game {number}"),
        )
        for number, record in enumerate(records, start=1)
    ]


def _variant(name: object, place: str) -> Variant | None:
    if name is None:
        return None
    known = variant_called(name) if isinstance(name, str) else None
    if known is None:
        raise InputError(f"{place}: {name!r} is no variant: use one of {', '.join(Variant)}")
    return Variant(known)
