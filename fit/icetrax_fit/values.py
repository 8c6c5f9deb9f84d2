"""A set of values as the hardware can hold it, and its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from icetrax.evaluate import ATTACK_VALUE, LIMIT, TEMPO, fitted_values
from icetrax_rtl.evaluate import MOST_BONUS

__all__ = ["LEAST", "LIMIT", "MOST_BONUS", "WORDS", "ValueSet"]

WORDS = 256
"""Values of the table."""

LEAST = -LIMIT - 1
"""The smallest value that the hardware can hold; the largest is :data:`~icetrax.evaluate.LIMIT`."""

_COLUMNS = 8  # of the table
_ORDER = "0 1 2 3 (-4) -3 -2 -1"
_PATHS_HEADER = f"""\
Values of open paths, by the geometry of their two ends; see icetrax_rtl/evaluate.py for the index.
One block for each turn from the first end's side to the other's (0 to 3 quarter turns to the left), in it a row for
each distance to the south and a column for each distance to the east, in the order {_ORDER}."""
_SPANS_HEADER = """\
Bonuses of open paths for each axis along which the distance of their ends is 1, 2 and 3 short of a line's; in the
units of paths.txt, and fitted together with it; see icetrax_rtl/evaluate.py."""


@dataclass(frozen=True)
class ValueSet:
    """Values of paths, by the index that :mod:`icetrax_rtl.evaluate` describes, and bonuses for long spans.

    Parameters
    ----------
    paths
        256 values of -64 to 63.
    spans
        Bonuses for a span that is 1, 2 and 3 short of the reach, 0 to 32.

    Raises
    ------
    ValueError
        There are more or fewer, or one is out of range.
    """

    paths: tuple[int, ...]
    spans: tuple[int, ...]

    def __post_init__(self) -> None:
        _check("paths", self.paths, WORDS, LEAST, LIMIT)
        _check("spans", self.spans, 3, 0, MOST_BONUS)

    @classmethod
    def present(cls) -> ValueSet:
        """The values that the hardware is built with.

        Raises
        ------
        icetrax.evaluate.ValueTableError
            Their files do not hold what they should.
        """
        values = fitted_values()
        return cls(tuple(value for block in values.paths for row in block for value in row), values.spans)

    def text_for_helper(self) -> str:
        """The numbers that the native helper reads: these, and what tempo and attacks are worth."""
        return f"{_table(self.paths)}\n{_row(self.spans)}\n{TEMPO} {ATTACK_VALUE}\n"

    def write(self, folder: Path, remarks: Sequence[str]) -> None:
        """Write ``paths.txt`` and ``spans.txt``.

        Parameters
        ----------
        folder
            Where to.
        remarks
            Lines that say where the values come from; they go into the head of ``paths.txt``.
        """
        head = [*_PATHS_HEADER.splitlines(), *remarks]
        blocks = [_table(self.paths[first : first + 64]) for first in range(0, WORDS, 64)]
        (folder / "paths.txt").write_text(_comment(head) + "\n" + "\n\n".join(blocks) + "\n", encoding="ascii")
        text = _comment(_SPANS_HEADER.splitlines()) + " ".join(map(str, self.spans)) + "\n"
        (folder / "spans.txt").write_text(text, encoding="ascii")


def _check(name: str, values: Sequence[int], count: int, least: int, most: int) -> None:
    if len(values) != count:
        raise ValueError(f"{name}: {len(values)} values, not {count}")
    for value in values:
        if not least <= value <= most:
            raise ValueError(f"{name}: {value} is not from {least} to {most}")


def _row(values: Sequence[int]) -> str:
    return " ".join(f"{value:3}" for value in values)


def _table(values: Sequence[int]) -> str:
    return "\n".join(_row(values[first : first + _COLUMNS]) for first in range(0, len(values), _COLUMNS))


def _comment(lines: Sequence[str]) -> str:
    return "".join(f"# {line}\n" for line in lines)
