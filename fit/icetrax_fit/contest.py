"""One set of values against another: a match of the search with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from icetrax import stats
from icetrax_fit.errors import FitError

__all__ = ["Result"]

_POINTS = {"W": 2, "-": 1, "R": 0}  # of white, in halves


@dataclass(frozen=True)
class Result:
    """What a match has come to, for the first of the two.

    Attributes
    ----------
    pairs
        Numbers of openings from which it has made 0, 1/2, 1, 3/2 and 2 points of the two games.
    """

    pairs: stats.Pairs

    @classmethod
    def read(cls, lines: Sequence[str]) -> Self:
        """From the lines of the native helper.

        Raises
        ------
        FitError
            A game is missing.
        """
        if len(lines) % 2 or not lines:
            raise FitError(f"a match of {len(lines)} games has no pairs")
        points = [_POINTS[white[0]] + 2 - _POINTS[red[0]] for white, red in zip(lines[::2], lines[1::2], strict=True)]
        none, half, one, more, two = (points.count(number) for number in range(5))
        return cls((none, half, one, more, two))

    @property
    def games(self) -> int:
        """How many there were."""
        return 2 * sum(self.pairs)

    @property
    def score(self) -> float:
        """Points for a game, 0 to 1."""
        return sum(number * count for number, count in enumerate(self.pairs)) / 4 / sum(self.pairs)

    @property
    def elo(self) -> float | None:
        """The difference that the points show. None where it is not finite."""
        return stats.elo(self.score)

    @property
    def elo_error(self) -> float | None:
        """Half the width of the interval that holds the true difference with 95 % confidence. None: not finite."""
        return stats.elo_error_of_pairs(self.pairs)

    @property
    def is_better(self) -> bool:
        """Whether the first is stronger beyond the error."""
        elo, error = self.elo, self.elo_error
        return elo is not None and error is not None and elo > error

    def __str__(self) -> str:
        text = f"{100 * self.score:.1f} % of {self.games:,} games"
        return (
            text
            if self.elo is None or self.elo_error is None
            else f"{text}, Elo {self.elo:+.0f} ± {self.elo_error:.0f}"
        )
