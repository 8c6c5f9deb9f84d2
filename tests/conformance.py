"""Reader of the recorded facts about Trax in tests/data; tests/data/README.md describes the files."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["games", "moves_of", "rows"]

_DATA = Path(__file__).parent / "data"


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """All rows of a file, for example ``rows("rules.jsonl.gz")``."""
    raw = (_DATA / name).read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode("utf-8")
    return tuple(json.loads(line) for line in text.splitlines() if line)


def moves_of(row: dict[str, Any]) -> list[str]:
    """The moves of a row as a list: a row holds a string instead unless a move has blanks."""
    moves = row["moves"]
    return moves.split() if isinstance(moves, str) else moves


def games() -> tuple[dict[str, Any], ...]:
    """All recorded games, finished or not."""
    return rows("games_random.jsonl.gz") + rows("games_better.jsonl.gz") + rows("games_unfinished.jsonl.gz")
