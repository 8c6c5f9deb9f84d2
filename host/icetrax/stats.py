"""What a number of wins, losses and draws says about the strength of two players."""

from __future__ import annotations

import math

__all__ = ["elo", "elo_error", "score"]

_QUANTILE = 1.96  # of the normal distribution, for an interval that holds 95 %


def score(wins: int, losses: int, draws: int) -> float | None:
    """Share of the points, a draw counting half. None without a game."""
    games = wins + losses + draws
    return (wins + draws / 2) / games if games else None


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
    share = score(wins, losses, draws)
    if share is None:
        return None
    games = wins + losses + draws
    variance = (wins * (1 - share) ** 2 + losses * share**2 + draws * (0.5 - share) ** 2) / games
    half = _QUANTILE * math.sqrt(variance / games)
    low, high = elo(share - half), elo(share + half)
    return None if low is None or high is None else (high - low) / 2
