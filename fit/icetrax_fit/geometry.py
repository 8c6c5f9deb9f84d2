"""Which words of the table are of one kind: the same path seen from its other end, or in a mirror."""

from __future__ import annotations

from functools import cache

from icetrax_fit.values import WORDS

__all__ = ["KINDS", "kind_of", "kinds"]

_UNUSED = 4  # of the distances modulo 8: none is -4


def _reversed(turn: int, south: int, east: int) -> tuple[int, int, int]:
    """The same path from its other end, which is turned to face east in its place."""
    x, y = ((-east, -south), (south, -east), (east, south), (-south, east))[turn]
    return -turn % 4, y % 8, x % 8


def _mirrored(turn: int, south: int, east: int) -> tuple[int, int, int]:
    return -turn % 4, -south % 8, east


def _index(turn: int, south: int, east: int) -> int:
    return turn << 6 | south << 3 | east


@cache
def kinds() -> tuple[int | None, ...]:
    """By index, the number of its kind.

    None where no value is fitted: the ends would lie in one space, or side by side, which is an attack. Distances of -4
    do not occur; their words are taken for those of -3.
    """
    numbers: dict[frozenset[int], int] = {}
    found: list[int | None] = []
    for index in range(WORDS):
        south, east = (5 if part == _UNUSED else part for part in (index >> 3 & 7, index & 7))
        if min(south, 8 - south) + min(east, 8 - east) <= 1:
            found.append(None)
            continue
        one = (index >> 6, south, east)
        alike = frozenset(
            _index(*each) for each in (one, _reversed(*one), _mirrored(*one), _mirrored(*_reversed(*one)))
        )
        found.append(numbers.setdefault(alike, len(numbers)))
    return tuple(found)


def kind_of(index: int) -> int:
    """The kind of a path that is no attack.

    Raises
    ------
    ValueError
        It is one.
    """
    kind = kinds()[index]
    if kind is None:
        raise ValueError(f"index {index} is an attack's")
    return kind


KINDS = 1 + max(kind for kind in kinds() if kind is not None)
"""How many kinds there are."""
