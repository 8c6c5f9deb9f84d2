"""What an open path is worth to its owner: the values that were fitted for the hardware, read from its own files.

A path is judged by where its two ends lie and which way they look. Seen from one end, turned so that the track comes in
from the east, the other end is some columns and rows away (counted up to three) and its track comes in from some side:
that is the row of the table. To its value comes a bonus for each axis along which the ends lie nearly as far apart as
those of a line.

Some paths are *attacks*: their owner can as a rule complete them in one turn. *Closing* ones have their ends in
adjacent spaces, and want one tile to be a loop. *Crossing* ones span the whole reach of an axis, and want one tile at
the edge to be a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from icetrax.tile import Side

__all__ = ["ATTACK_VALUE", "LIMIT", "TEMPO", "ValueTableError", "Values", "Worth", "fitted_values", "worth"]

ATTACK_VALUE = 40
"""Value of a path that is an attack, whatever its ends."""

TEMPO = 24
"""What it is worth to be the side to move."""

LIMIT = 63
"""No path is worth more."""

_DATA = "icetrax_rtl"  # the package whose data folder holds the values
_NEAR = 3  # columns or rows; ends further apart count as this far


class ValueTableError(ValueError):
    """A file of values does not hold what it should. The message names it."""


@dataclass(frozen=True)
class Values:
    """The fitted values.

    Attributes
    ----------
    paths
        By quarter turns between the two ends, rows to the south and columns to the east, the latter two modulo 8.
    spans
        Bonuses for an axis along which the ends lie 1, 2, .. short of its reach.
    """

    paths: tuple[tuple[tuple[int, ...], ...], ...]
    spans: tuple[int, ...]


class Worth(NamedTuple):
    """What one path is worth to its owner.

    Attributes
    ----------
    value
        In the units of the table.
    closing
        1 if it is an attack on a loop, else 0.
    across, down
        1 if it is an attack on a line along the columns or rows, else 0.
    """

    value: int
    closing: int
    across: int
    down: int

    @property
    def is_attack(self) -> bool:
        """Whether its owner can as a rule complete it in one turn."""
        return bool(self.closing or self.across or self.down)


@cache
def fitted_values() -> Values:
    """The values that the hardware is built with.

    Raises
    ------
    ValueTableError
        The files do not hold 4 tables of 8 rows with 8 numbers, and 3 bonuses.
    """
    rows = list(_rows("paths.txt"))
    spans = [value for row in _rows("spans.txt") for value in row]
    if len(rows) != 32 or any(len(row) != 8 for row in rows):
        raise ValueTableError("paths.txt does not hold 32 rows of 8 numbers")
    if len(spans) != 3:
        raise ValueTableError(f"spans.txt holds {len(spans)} numbers, not 3")
    return Values(tuple(tuple(rows[first : first + 8]) for first in range(0, 32, 8)), tuple(spans))


def _rows(name: str) -> Iterator[tuple[int, ...]]:
    for line in files(_DATA).joinpath("data", name).read_text(encoding="ascii").splitlines():
        if line.strip() and not line.startswith("#"):
            try:
                yield tuple(int(word) for word in line.split())
            except ValueError:
                raise ValueTableError(f"{name}: {line!r} is not a row of numbers") from None


@lru_cache(maxsize=1 << 16)
def worth(dx: int, dy: int, side: Side, other_side: Side, columns: int, rows: int, *, shut: bool = False) -> Worth:
    """Judge a path. It makes no difference from which of its ends.

    Parameters
    ----------
    dx, dy
        Columns to the right and rows down from one end space to the other.
    side, other_side
        By which the track enters the one and the other.
    columns, rows
        The reach: what a line would have to span.
    shut
        Whether no tile may be laid where the path ends, so that it is no attack on a loop; matters only where the ends
        lie in adjacent spaces.
    """
    short = columns - abs(dx), rows - abs(dy)
    adjacent, across, down = abs(dx) + abs(dy) == 1, int(short[0] == 0), int(short[1] == 0)
    if across or down:
        return Worth(ATTACK_VALUE, 0, across, down)
    if adjacent and not shut:
        return Worth(ATTACK_VALUE, 1, 0, 0)
    values = fitted_values()
    near_x, near_y = max(-_NEAR, min(_NEAR, dx)), max(-_NEAR, min(_NEAR, dy))
    match side:
        case Side.E:
            east, south = near_x, near_y
        case Side.N:
            east, south = -near_y, near_x
        case Side.W:
            east, south = -near_x, -near_y
        case Side.S:
            east, south = near_y, -near_x
    value = 0 if adjacent else values.paths[(other_side - side) % 4][south % 8][east % 8]
    value += sum(values.spans[missing - 1] for missing in short if 1 <= missing <= len(values.spans))
    return Worth(min(LIMIT, value), 0, 0, 0)
