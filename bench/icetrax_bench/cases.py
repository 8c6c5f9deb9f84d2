"""Positions to measure with: twenty fixed ones of recorded games, and the puzzles of the tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import BenchError

__all__ = ["Puzzle", "positions", "puzzles", "spread"]

_POSITIONS = Path(__file__).with_name("positions.jsonl")
_DATA = Path(__file__).parents[2] / "tests" / "data"
_ANSWERS = {"win1": "winning", "defend": "safe", "win2": "winning2"}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which some moves are right.

    Attributes
    ----------
    id
        Its name.
    moves
        What led to it.
    answers
        The right moves.
    """

    id: str
    moves: list[str]
    answers: frozenset[str]


def positions() -> list[list[str]]:
    """The moves that lead to each of twenty positions, from the opening to long games, none about to be decided."""
    return [row["moves"].split() for row in _rows(_POSITIONS)]


def puzzles(kind: str) -> list[Puzzle]:
    """All puzzles of a kind: ``win1``, ``defend`` or ``win2``; see ``tests/data/README.md``.

    Raises
    ------
    BenchError
        They are not there.
    """
    rows = _rows(_DATA / f"{kind}.jsonl.gz")
    return [Puzzle(row["id"], row["moves"].split(), frozenset(row[_ANSWERS[kind]].split())) for row in rows]


def spread(items: list[Puzzle], count: int) -> list[Puzzle]:
    """Some of the puzzles, evenly spread over all; all if there are no more."""
    count = min(count, len(items))
    return [items[number * len(items) // count] for number in range(count)]


def _rows(file: Path) -> Iterator[dict[str, str]]:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise BenchError(f"cannot read {file}: {error.strerror}") from None
    text = gzip.decompress(raw) if file.suffix == ".gz" else raw
    for line in text.decode("utf-8").splitlines():
        yield json.loads(line)
