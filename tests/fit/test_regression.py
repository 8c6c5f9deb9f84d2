"""The fit finds values that games were made up from, keeps to the ranges, and to its start where nothing is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from icetrax.evaluate import TEMPO
from icetrax_fit.geometry import KINDS, kinds
from icetrax_fit.regression import SCALE, Settings, fit, loss
from icetrax_fit.samples import SHAPES, Samples
from icetrax_fit.values import LIMIT, MOST_BONUS, ValueSet

ZERO = ValueSet((0,) * 256, (0, 0, 0))
KNOWN = KINDS - 1  # kinds that occur in the positions made up here: all but the last


def truth() -> ValueSet:
    """Values that are different for most kinds; those of the first are cut off with a bonus."""
    paths = tuple(0 if kind is None else 60 if kind == 0 else kind * 7 % 41 - 20 for kind in kinds())
    return ValueSet(paths, (25, 9, 4))


def made_up(count: int, values: ValueSet, seed: int) -> Samples:
    """Positions with a few paths of random shapes, and games that end as the values have it."""
    rng = np.random.default_rng(seed)
    by_kind = {kind: value for kind, value in zip(kinds(), values.paths, strict=True) if kind is not None}
    shapes, scores = sparse.lil_matrix((count, SHAPES)), np.full(count, float(TEMPO))
    for row in range(count):
        for sign in (1, 1, -1, -1):
            kind, short = int(rng.integers(KNOWN)), [int(part) for part in rng.integers(-3, 4, 2).clip(0)]
            shapes[row, kind * 16 + short[0] * 4 + short[1]] += sign
            bonus = sum(values.spans[part - 1] for part in short if part)
            scores[row] += sign * min(LIMIT, by_kind[kind] + bonus)
    results = (rng.random(count) < 1 / (1 + np.exp(-scores / SCALE))).astype(float)
    return Samples(sparse.csr_matrix(shapes), results, scores)


def distance(one: ValueSet, other: ValueSet) -> float:
    """Root of the mean square of how far kinds that occur, and bonuses, differ."""
    known = [(a, b) for kind, a, b in zip(kinds(), one.paths, other.paths, strict=True) if kind in range(KNOWN)]
    known += zip(one.spans, other.spans, strict=True)
    return float(np.sqrt(np.mean([(a - b) ** 2 for a, b in known])))


@pytest.mark.parametrize(("trust", "near"), [(1.0, 0.8), (0.0, 5.0)])
def test_it_finds_the_values_behind_the_games(trust: float, near: float) -> None:
    samples = made_up(12_000, truth(), seed=1)
    fitted = fit(samples, ZERO, Settings(trust, pull=0.1))
    assert distance(ZERO, truth()) > 12
    assert distance(fitted, truth()) < near


def test_it_is_better_on_games_that_it_has_not_seen() -> None:
    fitted = fit(made_up(6_000, truth(), seed=1), ZERO, Settings(0, pull=1))
    unseen = made_up(6_000, truth(), seed=2)
    assert loss(unseen, truth()) - 0.001 < loss(unseen, fitted) < loss(unseen, ZERO) - 0.05


def test_the_loss_of_even_odds_is_that_of_a_coin() -> None:
    samples = Samples(sparse.csr_matrix((2, SHAPES)), np.array([1.0, 0.0]), np.zeros(2))
    odds = 1 / (1 + np.exp(-TEMPO / SCALE))
    assert loss(samples, ZERO) == pytest.approx(-(np.log(odds) + np.log(1 - odds)) / 2)


def test_a_strong_pull_keeps_the_start_and_what_never_occurs_keeps_its_value() -> None:
    samples = made_up(300, truth(), seed=3)
    start = ValueSet(tuple(0 if kind is None else 11 for kind in kinds()), (5, 6, 7))
    assert fit(samples, start, Settings(0.5, pull=1e9)) == start
    free = fit(samples, start, Settings(0.5, pull=1))
    assert free != start
    assert {value for kind, value in zip(kinds(), free.paths, strict=True) if kind == KNOWN} == {11}


def test_values_keep_to_what_the_hardware_can_hold() -> None:
    """Games that only values far out of range would explain."""
    samples = made_up(2_000, truth(), seed=4)
    certain = Samples(samples.shapes, (samples.scores > 0).astype(float), samples.scores * 100)
    fitted = fit(certain, ZERO, Settings(1, pull=0))
    assert max(fitted.paths) == LIMIT
    assert min(fitted.paths) < -50
    assert max(fitted.spans) <= MOST_BONUS
    assert min(fitted.spans) >= 0
