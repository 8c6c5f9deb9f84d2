"""Time control: how long a move may take, and how long the moves have taken."""

from __future__ import annotations

import dataclasses
import enum
import math
from dataclasses import dataclass

from icetrax.tile import Color

__all__ = ["GameClock", "TimeControl", "Timing"]


_MOVES_TO_GO = 30  # that the rest of a game's time should do for; half of all games are over after so many of a side
_ROUNDING = 1e-6  # milliseconds; nine tenths of a time have no exact binary form
_LEAST = 0.001  # seconds that a side has at least, when its time was used up within the margin


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
    """What a side has for its moves.

    Attributes
    ----------
    seconds
        The limit of each move; with an increment, what is left for the rest of the game. More than 0.
    margin
        Seconds that a player charged by the wall clock may be late: for the way there and back, and for a machine that
        is busy with something else.
    increment
        Seconds added after each move; None where every move has the same limit.

    Raises
    ------
    ValueError
        A time that cannot be.
    """

    seconds: float
    margin: float = 0.1
    increment: float | None = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and self.seconds > 0):
            raise ValueError(f"{self.seconds:g} s is not a time for a move: use more than 0")
        if not (math.isfinite(self.margin) and self.margin >= 0):
            raise ValueError(f"{self.margin:g} s is not a margin: use 0 or more")
        if self.increment is not None and not (math.isfinite(self.increment) and self.increment >= 0):
            raise ValueError(f"{self.increment:g} s is not an increment: use 0 or more")

    @classmethod
    def parse(cls, text: str, margin: float = 0.1) -> TimeControl:
        """Read ``SECONDS`` a move, or ``TOTAL+INCREMENT``.

        Raises
        ------
        ValueError
            *text* is neither, or the times cannot be.
        """
        total, plus, increment = text.partition("+")
        try:
            numbers = float(total), float(increment) if plus else None
        except ValueError:
            raise ValueError(f"{text!r} is not a time control: use SECONDS a move or TOTAL+INCREMENT") from None
        return cls(numbers[0], margin, numbers[1])

    def __str__(self) -> str:
        return f"{self.seconds:g}" if self.increment is None else f"{self.seconds:g}+{self.increment:g}"

    @property
    def budget(self) -> float:
        """Seconds that a player should plan with for one move.

        Nine tenths of what there is, so that the answer arrives in time; where it has to do for the rest of the game, a
        thirtieth of it and nine tenths of the increment at most.
        """
        if self.increment is None:
            return 0.9 * self.seconds
        return min(0.9 * self.seconds, self.seconds / _MOVES_TO_GO + 0.9 * self.increment)

    @property
    def budget_ms(self) -> int:
        """The same in whole milliseconds, at least 1."""
        return max(1, int(1000 * self.budget + _ROUNDING))

    @property
    def patience(self) -> float:
        """Seconds after which a player charged by the wall clock is out of time."""
        return self.seconds + self.margin

    def after(self, seconds: float) -> TimeControl:
        """What the side has after a move that took *seconds*."""
        if self.increment is None:
            return self
        return dataclasses.replace(self, seconds=max(self.seconds - seconds, _LEAST) + self.increment)

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
    """What each side has, and has used, in one game.

    Parameters
    ----------
    control
        What each side has at the beginning.

    Attributes
    ----------
    control
        What each side has for its next move, by colour.
    used
        Seconds charged, by colour.
    slowest
        Seconds of the slowest move, by colour.
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = dict.fromkeys(Color, control)
        self.used = dict.fromkeys(Color, 0.0)
        self.slowest = dict.fromkeys(Color, 0.0)

    def charge(self, color: Color, seconds: float) -> None:
        """Charge a move to *color*."""
        self.control[color] = self.control[color].after(seconds)
        self.used[color] += seconds
        self.slowest[color] = max(self.slowest[color], seconds)
