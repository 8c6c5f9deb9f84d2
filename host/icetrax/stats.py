"""What numbers of wins, losses and draws say about the strength of players.

Elo is the logistic scale: a difference *d* predicts the share ``1 / (1 + 10 ** (-d / 400))`` of the points. Intervals
hold 95 %. Two games from the same opening with the colours changed are a *pair*; results of pairs vary less than those
of as many independent games, so statistics of pairs are sharper.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "Pairs",
    "Rating",
    "Sprt",
    "elo",
    "elo_bound",
    "elo_error",
    "elo_error_of_pairs",
    "expected_score",
    "likelihood_of_superiority",
    "log_likelihood_ratio",
    "normalized_elo",
    "ratings",
    "score",
]

Pairs = tuple[int, int, int, int, int]
"""Numbers of pairs in which the first player has made 0, 1/2, 1, 3/2 and 2 points."""

_QUANTILE = 1.96  # of the normal distribution, for an interval that holds 95 %
_CONFIDENCE = 0.95
_PAIR_POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # share of a pair's points
_LOGISTIC = math.log(10) / 400  # Elo to natural logarithm of the odds
_REGULAR = 1e-3  # stands for the number of a kind of result that has not been seen, so that none is held impossible
_BISECTIONS = 100
_ROUNDS = 10_000  # of the iteration for ratings; it needs some dozens
_PRECISION = 1e-10  # relative, where it stops


def score(wins: int, losses: int, draws: int) -> float | None:
    """Share of the points, a draw counting half. None without a game."""
    games = wins + losses + draws
    return (wins + draws / 2) / games if games else None


def expected_score(difference: float) -> float:
    """Share of the points that a difference in Elo predicts."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo(share: float | None) -> float | None:
    """Difference in Elo that predicts a share of the points. None where it is not finite.

    Parameters
    ----------
    share
        Points for each game, 0 to 1; None without a game.
    """
    if share is None or not 0 < share < 1:
        return None
    return 400 * math.log10(share / (1 - share))


def elo_error(wins: int, losses: int, draws: int) -> float | None:
    """Half the width of the interval that holds the true Elo difference with 95 % confidence.

    Games count as independent. None where the interval is not finite: no game, all points on one side, too few games.
    """
    return _elo_error((0.0, 0.5, 1.0), (losses, draws, wins))


def elo_bound(wins: int, losses: int, draws: int) -> float | None:
    """What the Elo difference is beyond with 95 % confidence, where one side has taken all points.

    It is the difference with which so many wins in a row, or losses, are 5 % likely: the true one is above it, or below
    it. None where both sides have points, and without a game.
    """
    if draws or (wins and losses) or not (wins or losses):
        return None
    bound = elo((1 - _CONFIDENCE) ** (1 / (wins or losses)))
    return bound if wins or bound is None else -bound


def elo_error_of_pairs(pairs: Pairs) -> float | None:
    """The same from pairs, which count as independent of each other."""
    return _elo_error(_PAIR_POINTS, pairs)


def normalized_elo(pairs: Pairs) -> float | None:
    """Difference in normalized Elo: the lead in points a game by their standard deviation, on the scale of Elo.

    It says how many games it takes to show the difference, whatever the openings and the draws. The deviation is that
    of pairs, taken for one game. None without pairs, or where all have the same result.
    """
    mean, variance = _moments(_PAIR_POINTS, pairs)
    if mean is None or variance == 0:
        return None
    return (mean - 0.5) / math.sqrt(2 * variance) * 800 / math.log(10)


def likelihood_of_superiority(wins: int, losses: int) -> float | None:
    """Probability that the first player is the stronger one, given the decided games. None where there is none.

    The normal approximation: the difference of wins and losses has the standard deviation ``sqrt(wins + losses)``
    between equals.
    """
    if not wins + losses:
        return None
    return 0.5 * (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses))))


def log_likelihood_ratio(points: Sequence[float], counts: Sequence[float], mean0: float, mean1: float) -> float:
    """How much better the results fit one expected result than another, as the logarithm of the ratio of likelihoods.

    Nothing is assumed about how results are distributed but their mean: under each hypothesis the likeliest
    distribution with that mean is taken (the generalized likelihood ratio).

    Parameters
    ----------
    points
        The possible results, increasing.
    counts
        How often each was seen.
    mean0, mean1
        Expected result under either hypothesis, strictly between the first and last of *points*.

    Returns
    -------
    More than 0 where *mean1* fits better.
    """
    seen = [count or _REGULAR for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    tilt0, tilt1 = _tilt(points, shares, mean0), _tilt(points, shares, mean1)
    return total * sum(
        share * math.log((1 + tilt0 * (p - mean0)) / (1 + tilt1 * (p - mean1)))
        for p, share in zip(points, shares, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential probability ratio test: play until one of two hypotheses can be dropped.

    Attributes
    ----------
    elo0, elo1
        Elo difference under either hypothesis, the second one higher.
    alpha
        Accepted probability of taking the second for true if the first is.
    beta
        Accepted probability of taking the first for true if the second is.

    Raises
    ------
    ValueError
        Numbers that make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"elo0={self.elo0:g},elo1={self.elo1:g} is no test: elo0 must be less than elo1")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}={value:g} is no test: use more than 0 and less than 0.5")

    @property
    def lower(self) -> float:
        """Log likelihood ratio at which the first hypothesis is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log likelihood ratio at which the second hypothesis is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """Log likelihood ratio of the pairs that have been played."""
        return log_likelihood_ratio(_PAIR_POINTS, pairs, expected_score(self.elo0), expected_score(self.elo1))

    def verdict(self, pairs: Pairs) -> str | None:
        """``H0`` or ``H1`` once it is accepted, None as long as the test goes on."""
        ratio = self.llr(pairs) if any(pairs) else 0.0
        return "H0" if ratio <= self.lower else "H1" if ratio >= self.upper else None


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength of one of several players.

    Attributes
    ----------
    elo
        Relative to the mean of all.
    error
        Half the width of its interval.
    """

    elo: float
    error: float


def ratings(players: int, points: Mapping[tuple[int, int], tuple[float, float]]) -> list[Rating | None]:
    """Rate players by the results that they had against each other, by the model of Bradley and Terry.

    The likeliest ratings are found. Where they are not finite, since some players have lost nothing to the others, half
    a point is added to either side of each pairing. A draw counts as half a win and half a loss.

    Parameters
    ----------
    players
        How many; they are counted from 0.
    points
        By two players: the points that either has made against the other. Each pairing is given once.

    Returns
    -------
    One rating for each player, None for all if the games do not connect all players.
    """
    made = [[0.0] * players for _ in range(players)]
    for (i, j), (for_i, for_j) in points.items():
        made[i][j], made[j][i] = for_i, for_j
    games = [[made[i][j] + made[j][i] for j in range(players)] for i in range(players)]
    if len(_reached(games)) < players:
        return [None] * players
    if len(_reached(made)) < players or len(_reached([list(column) for column in zip(*made, strict=True)])) < players:
        for i in range(players):
            for j in range(players):
                if games[i][j]:
                    made[i][j] += 0.5
        games = [[made[i][j] + made[j][i] for j in range(players)] for i in range(players)]
    strengths = _strengths(made, games)
    errors = _errors(strengths, games)
    return [Rating(strength / _LOGISTIC, error / _LOGISTIC) for strength, error in zip(strengths, errors, strict=True)]


def _moments(points: Sequence[float], counts: Sequence[int]) -> tuple[float | None, float]:
    """Mean and variance of one result."""
    total = sum(counts)
    if not total:
        return None, 0.0
    mean = sum(p * count for p, count in zip(points, counts, strict=True)) / total
    return mean, sum(count * (p - mean) ** 2 for p, count in zip(points, counts, strict=True)) / total


def _elo_error(points: Sequence[float], counts: Sequence[int]) -> float | None:
    mean, variance = _moments(points, counts)
    if mean is None:
        return None
    half = _QUANTILE * math.sqrt(variance / sum(counts))
    low, high = elo(mean - half), elo(mean + half)
    return None if low is None or high is None else (high - low) / 2


def _tilt(points: Sequence[float], shares: Sequence[float], mean: float) -> float:
    """The t for which the shares ``share / (1 + t * (point - mean))``, the likeliest with that mean, have it."""
    low, high = -1 / (points[-1] - mean), 1 / (mean - points[0])
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        terms = (share * (p - mean) / (1 + middle * (p - mean)) for p, share in zip(points, shares, strict=True))
        if sum(terms) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _reached(links: Sequence[Sequence[float]]) -> set[int]:
    """The players that can be reached from the first one over links that are more than 0."""
    reached, waiting = {0}, [0]
    while waiting:
        i = waiting.pop()
        for j, link in enumerate(links[i]):
            if link > 0 and j not in reached:
                reached.add(j)
                waiting.append(j)
    return reached


def _strengths(made: Sequence[Sequence[float]], games: Sequence[Sequence[float]]) -> list[float]:
    """Logarithms of the strengths, their mean being 0: Hunter's iteration."""
    players = range(len(made))
    odds = [1.0] * len(made)
    for _ in range(_ROUNDS):
        before = odds
        met = [sum(games[i][j] / (before[i] + before[j]) for j in players if games[i][j]) for i in players]
        odds = [sum(made[i]) / met[i] for i in players]
        mean = math.exp(sum(map(math.log, odds)) / len(odds))
        odds = [value / mean for value in odds]
        if all(abs(new - old) <= _PRECISION * old for new, old in zip(odds, before, strict=True)):
            break
    return [math.log(value) for value in odds]


def _errors(strengths: Sequence[float], games: Sequence[Sequence[float]]) -> list[float]:
    """Half the widths of the intervals, from the Fisher information."""
    n = len(strengths)
    information = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                share = 1 / (1 + math.exp(strengths[j] - strengths[i]))
                weight = games[i][j] * share * (1 - share)
                information[i][j] -= weight
                information[i][i] += weight
    # The mean is fixed, so the information has no inverse; it has one with a constant added, which is taken off again.
    inverse = _inverse([[value + 1 / n for value in row] for row in information])
    return [_QUANTILE * math.sqrt(max(0.0, inverse[i][i] - 1 / n)) for i in range(n)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(n):
            if i != k:
                factor = rows[i][k]
                rows[i] = [value - factor * upper for value, upper in zip(rows[i], rows[k], strict=True)]
    return [row[n:] for row in rows]
