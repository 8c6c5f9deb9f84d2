"""Time control: how long a move may take, and how long the moves have taken."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from icetrax.tile import Color

__all__ = ["GameClock", "TimeControl", "Timing"]


class Timing(enum.Enum):
    """Whose time a player is charged.

    ``WALL`` is the time that passes here, ``SIMULATED`` the time of simulated hardware, which is exact. With ``NONE``
    the time is noted, but the player is never out of time (people).
    """

    WALL = enum.auto()
    SIMULATED = enum.auto()
    NONE = enum.auto()


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Limit of each move.

    Attributes
    ----------
    seconds
        The limit, more than 0.
    margin
        Seconds that a player charged by the wall clock may be late: for the way there and back, and for a machine that
        is busy with something else.

    Raises
    ------
    ValueError
        A time that cannot be.
    """

    seconds: float
    margin: float = 0.1

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and self.seconds > 0):
            raise ValueError(f"{self.seconds:g} s is not a time for a move: use more than 0")
        if not (math.isfinite(self.margin) and self.margin >= 0):
            raise ValueError(f"{self.margin:g} s is not a margin: use 0 or more")

    @property
    def budget(self) -> float:
        """Seconds that a player should plan with: nine tenths, so that the answer arrives in time."""
        return 0.9 * self.seconds

    @property
    def budget_ms(self) -> int:
        """The same in whole milliseconds, at least 1."""
        return max(1, int(900 * self.seconds))

    @property
    def patience(self) -> float:
        """Seconds after which a player charged by the wall clock is out of time."""
        return self.seconds + self.margin

    def exceeded(self, seconds: float, timing: Timing) -> bool:
        """Tell whether a move that took *seconds* took too long."""
        match timing:
            case Timing.WALL:
                return seconds > self.patience
            case Timing.SIMULATED:
                return seconds > self.seconds
            case Timing.NONE:
                return False


class GameClock:
    """What each side has used in one game.

    Attributes
    ----------
    used
        Seconds charged, by colour.
    slowest
        Seconds of the slowest move, by colour.
    """

    def __init__(self) -> None:
        self.used = dict.fromkeys(Color, 0.0)
        self.slowest = dict.fromkeys(Color, 0.0)

    def charge(self, color: Color, seconds: float) -> None:
        """Charge a move to *color*."""
        self.used[color] += seconds
        self.slowest[color] = max(self.slowest[color], seconds)
