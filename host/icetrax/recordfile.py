"""Files of game records, of any kind and from anywhere: which kind, which encoding, and one after the other."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from icetrax.errors import RecordError
from icetrax.gamerecord import Record
from icetrax.record import iter_records
from icetrax.record_json import records_from_lines

__all__ = ["STANDARD_INPUT", "records_of"]

STANDARD_INPUT = Path("-")
"""Stands for standard input."""


def records_of(path: Path, *, json_lines: bool | None = None) -> Iterator[Record]:
    """The games of a file, each as soon as it has been read. A game may lack its result word.

    Parameters
    ----------
    path
        The file; lines that are not UTF-8 are taken for Latin-1; :data:`STANDARD_INPUT` for what comes in there.
    json_lines
        Whether it holds JSON lines rather than ``.trx`` records; None to go by the name, which then ends in ``.jsonl``.

    Raises
    ------
    RecordError
        The file cannot be read, or holds something else; the message names it, the line, the game and the turn.
    """
    name = "standard input" if path == STANDARD_INPUT else str(path)
    try:
        if json_lines or (json_lines is None and path.suffix == ".jsonl"):
            yield from records_from_lines(_lines(path), name)
        else:
            yield from iter_records(_lines(path), name, lenient=True)
    except OSError as error:
        raise RecordError(f"cannot read {name}: {error.strerror}; check the name") from None


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file, whichever of LF, CR LF and CR ends them, each decoded by itself."""
    with sys.stdin.buffer if path == STANDARD_INPUT else path.open("rb") as file:
        for raw in file:
            yield from re.split(r"\r\n|\r(?!\Z)", _decoded(raw).removesuffix("\n"))


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
