"""Kinds hold what is worth the same, and no more."""

from __future__ import annotations

import itertools

import pytest

from icetrax.evaluate import Values, fitted_values, worth
from icetrax.tile import Side
from icetrax_fit.geometry import KINDS, kind_of, kinds
from icetrax_fit.values import ValueSet


def test_the_present_table_has_one_value_for_each_kind() -> None:
    values = ValueSet.present()
    seen: dict[int | None, set[int]] = {}
    for index, kind in enumerate(kinds()):
        seen.setdefault(kind, set()).add(values.paths[index])
    assert all(len(each) == 1 for each in seen.values())
    assert seen.pop(None) == {0}
    assert len(seen) == KINDS


def test_a_table_of_kinds_is_the_same_from_either_end_and_in_a_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind has a value of its own, so that what differs shows."""
    paths = tuple(
        tuple(tuple(kinds()[turn << 6 | south << 3 | east] or 0 for east in range(8)) for south in range(8))
        for turn in range(4)
    )
    monkeypatch.setattr("icetrax.evaluate.fitted_values", lambda: Values(paths, fitted_values().spans))
    worth.cache_clear()
    try:
        for dx, dy, side, other in itertools.product(range(-5, 6), range(-5, 6), Side, Side):
            if dx or dy:
                path = worth(dx, dy, side, other, 8, 8).value
                assert path == worth(-dx, -dy, other, side, 8, 8).value
                flipped = (Side(-side % 4), Side(-other % 4))
                assert path == worth(dx, -dy, *flipped, 8, 8).value
    finally:
        worth.cache_clear()


def test_kinds_hold_no_more_than_they_should() -> None:
    """Turning a path round and a mirror lead to four words at most, all for the same distances in some order."""

    def distances(index: int) -> list[int]:
        return sorted(min(part, 8 - part) for part in (index & 7, index >> 3 & 7))

    real = [index for index in range(256) if index & 7 != 4 and index >> 3 & 7 != 4]
    for kind in range(KINDS):
        alike = [index for index in real if kinds()[index] == kind]
        assert 1 <= len(alike) <= 4
        assert all(distances(index) == distances(alike[0]) for index in alike)


def test_attacks_have_no_kind() -> None:
    for index in (0, 1, 7, 8, 56, 64 | 1, 192 | 56):
        with pytest.raises(ValueError, match=f"^index {index} is an attack's$"):
            kind_of(index)
    assert kind_of(9) == kinds()[9]
