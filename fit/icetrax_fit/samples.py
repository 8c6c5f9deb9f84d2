"""Quiet positions of games as numbers, and how the games ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from icetrax_fit.errors import FitError
from icetrax_fit.geometry import KINDS, kind_of

__all__ = ["SHAPES", "Samples"]

SHAPES = KINDS * 16
"""Kinds of paths, times how much they are short of a line in columns, times the same in rows (0 to 3 each)."""

_FIELDS = 6  # of a line, before its paths
_DECIDED = 15_000  # scores that are beyond it are of wins, losses and attacks


@dataclass(frozen=True)
class Samples:
    """Quiet positions, seen by the side to move.

    Attributes
    ----------
    shapes
        By position and shape, how many such paths there are, the opponent's counted negative. The shape is
        ``kind * 16 + columns * 4 + rows``.
    results
        How the game ended: 1 for a win, 0 for a loss.
    scores
        What the search made of the position, in the units of the table.
    """

    shapes: sparse.csr_matrix
    results: NDArray[np.float64]
    scores: NDArray[np.float64]

    @classmethod
    def read(cls, lines: Sequence[str]) -> Samples:
        """From the lines of the native helper; those whose game has no winner are left out.

        Those that the search has found decided are left out too: the paths need not tell what a search sees.

        Raises
        ------
        FitError
            None is left.
        """
        shape_of = np.array([0, *(_shape(code) for code in range(4096))])
        columns, data, starts, facts = [], [], [0], []
        for line in lines:
            numbers = np.array(line.split(), dtype=np.int64)
            _, _, mover, winner, score, _ = numbers[:_FIELDS]
            if winner < 0 or abs(score) > _DECIDED:
                continue
            paths = numbers[_FIELDS:]
            columns.append(shape_of[np.abs(paths)])
            data.append(np.sign(paths) * (1 - 2 * mover))
            starts.append(starts[-1] + len(paths))
            facts.append((winner == mover, score))
        if not facts:
            raise FitError("there are no positions to fit to")
        shapes = sparse.csr_matrix(
            (np.concatenate(data).astype(float), np.concatenate(columns), starts), shape=(len(facts), SHAPES)
        )
        shapes.sum_duplicates()
        results, scores = np.array(facts, dtype=float).T
        return cls(shapes, results, scores)

    def __len__(self) -> int:
        return len(self.results)


def _shape(code: int) -> int:
    """The shape of a path from its code in the helper; 0 for codes that no quiet position has."""
    try:
        return kind_of(code >> 4) * 16 + (code & 15)
    except ValueError:
        return 0
