"""Values that make the score of a position tell who wins: a logistic regression that knows what the hardware cuts off.

A path is worth its kind's value and the bonuses of its spans, but not more than the hardware can hold. The odds of the
side to move are a factor e for every :data:`SCALE` units of the balance and the tempo.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from icetrax.evaluate import TEMPO
from icetrax_fit.geometry import KINDS, kinds
from icetrax_fit.samples import SHAPES, Samples
from icetrax_fit.values import LEAST, LIMIT, MOST_BONUS, ValueSet

__all__ = ["SCALE", "Settings", "fit", "loss"]

SCALE = 33.0
"""Units of the table for a factor e in the odds. The bonus for being to move is in these units, and is not fitted."""

_SPANS = 3

_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Settings:
    """What a fit aims at.

    Attributes
    ----------
    trust
        In the search: share of the search's opinion in what a position should be worth, 0 to 1; the rest is the result
        of its game.
    pull
        Towards the values that the fit begins with. Each of them counts as if so many positions, with even odds and one
        such path, had told it.
    """

    trust: float
    pull: float


def fit(samples: Samples, start: ValueSet, settings: Settings) -> ValueSet:
    """Fit values.

    Parameters
    ----------
    samples
        Positions.
    start
        Values from which to begin, and to keep to where the positions say little.
    settings
        What to aim at.

    Returns
    -------
    ValueSet
        Whole numbers in the ranges of the hardware.
    """
    targets = settings.trust * _odds(samples.scores) + (1 - settings.trust) * samples.results
    before = _parameters(start)

    def cost(parameters: _Floats) -> tuple[float, _Floats]:
        worths, slopes = _worths(parameters)
        odds = _odds(samples.shapes @ worths + TEMPO)
        by_shape = samples.shapes.T @ (odds - targets) / SCALE
        away = (parameters - before) / SCALE
        # the curvature of one position's loss is 1/4 where its odds are even
        value = _cross_entropy(odds, targets).sum() + settings.pull / 8 * (away**2).sum()
        return float(value), slopes.T @ by_shape + settings.pull / 4 * away / SCALE

    bounds = [(LEAST, LIMIT)] * KINDS + [(0, MOST_BONUS)] * _SPANS
    found = optimize.minimize(cost, before, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    return _values(np.rint(found.x))


def loss(samples: Samples, values: ValueSet) -> float:
    """How badly values tell the results of games: the mean logarithmic loss, in nats a position."""
    worths, _ = _worths(_parameters(values))
    return float(_cross_entropy(_odds(samples.shapes @ worths + TEMPO), samples.results).mean())


def _odds(scores: _Floats) -> _Floats:
    odds: _Floats = 1 / (1 + np.exp(-scores / SCALE))
    return odds


def _cross_entropy(odds: _Floats, targets: _Floats) -> _Floats:
    tiny = 1e-12
    losses: _Floats = -(targets * np.log(odds + tiny) + (1 - targets) * np.log(1 - odds + tiny))
    return losses


def _design() -> sparse.csr_matrix:
    """By shape and parameter, how often the one counts in the worth of the other, before it is cut off."""
    entries = []
    for shape in range(SHAPES):
        entries.append((shape, shape // 16))
        entries += [(shape, KINDS + short - 1) for short in (shape >> 2 & 3, shape & 3) if short]
    rows, columns = zip(*entries, strict=True)
    # entries for one and the same place are added up
    return sparse.csr_matrix((np.ones(len(entries)), (rows, columns)), shape=(SHAPES, KINDS + _SPANS))


_DESIGN = _design()


def _worths(parameters: _Floats) -> tuple[_Floats, sparse.csr_matrix]:
    """By shape, what a path is worth; and by parameter, how much that changes with it."""
    whole = _DESIGN @ parameters
    return np.minimum(whole, LIMIT), sparse.diags_array((whole < LIMIT).astype(float)) @ _DESIGN


def _parameters(values: ValueSet) -> _Floats:
    """The value of each kind, and the bonuses. Words of one kind that differ count with their mean."""
    sums, counts = np.zeros(KINDS), np.zeros(KINDS)
    for index, kind in enumerate(kinds()):
        if kind is not None:
            sums[kind] += values.paths[index]
            counts[kind] += 1
    return np.concatenate([sums / counts, np.array(values.spans, dtype=float)])


def _values(parameters: _Floats) -> ValueSet:
    whole = [int(value) for value in parameters]
    paths = tuple(0 if kind is None else whole[kind] for kind in kinds())
    return ValueSet(paths, tuple(whole[KINDS:]))
