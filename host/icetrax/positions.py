"""Positions as the command line gets them: moves as text, JSON lines, and files of game records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from icetrax.errors import RecordError
from icetrax.record import read_records

__all__ = ["InputError", "read_file", "read_lines"]

_QUOTED = 40  # characters of a bad line that an error message shows


class InputError(ValueError):
    """Input that cannot be read. The message names the file or line, and what is wrong."""


def read_lines(lines: Iterable[str], name: str) -> Iterator[list[str]]:
    """The moves of each JSON line, in order. Empty lines are passed over.

    Parameters
    ----------
    lines
        Each an object with a field ``moves``: a list of strings, or a string with white space between the moves.
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
        yield moves


def read_file(path: Path, *, json_lines: bool) -> list[list[str]]:
    """The moves of each game in a file.

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
    return [[str(move) for move in record.moves] for record in records]
