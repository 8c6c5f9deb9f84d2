"""Named configurations of the hardware player: how fast it runs and how it talks."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CONFIGS", "HX8K", "MIN_DIVISOR", "SMALL", "UP5K", "Config", "by_name"]

MIN_DIVISOR = 4
"""Fewest clock cycles in a bit with which :class:`icetrax_rtl.uart.Receiver` still finds the middle of every bit."""

_BAUD_TOLERANCE = 0.02


@dataclass(frozen=True)
class Config:
    """One configuration of the player.

    Derive a variant with :func:`dataclasses.replace`.

    Parameters
    ----------
    name : str
        Short lower-case word by which the command line and the console know the configuration.
    clock_hz : int
        Frequency of the only clock, in hertz. Everything that takes time is counted in its cycles.
    baud : int
        Bits a second on the serial line at power-on.
    budget_ms : int
        Thinking time for a move at power-on, in milliseconds.

    Raises
    ------
    ValueError
        If the clock cannot make the baud rate: fewer than :data:`MIN_DIVISOR` cycles a bit, or an error above 2 %; or
        if the name or the budget is empty.
    """

    name: str
    clock_hz: int
    baud: int = 115_200
    budget_ms: int = 900

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"configuration name must be one word, not {self.name!r}")
        if self.clock_hz < 1000:
            raise ValueError(f"clock_hz must be at least 1000, not {self.clock_hz!r}")
        if self.budget_ms < 1:
            raise ValueError(f"budget_ms must be at least 1, not {self.budget_ms!r}")
        self.divisor_for(self.baud)

    def divisor_for(self, baud: int) -> int:
        """Clock cycles a bit at some baud rate.

        Raises
        ------
        ValueError
            If the clock cannot make that baud rate to within 2 %.
        """
        if baud < 1:
            raise ValueError(f"baud must be positive, not {baud!r}")
        divisor = round(self.clock_hz / baud)
        if not MIN_DIVISOR <= divisor < 1 << 16 or abs(self.clock_hz / divisor / baud - 1) > _BAUD_TOLERANCE:
            raise ValueError(f"{self.name}: a clock of {self.clock_hz} Hz cannot make {baud} baud")
        return divisor

    @property
    def divisor(self) -> int:
        """Clock cycles a bit at power-on."""
        return self.divisor_for(self.baud)

    @property
    def cycles_per_ms(self) -> int:
        """Clock cycles in a millisecond, rounded down so that no time limit is ever overrun."""
        return self.clock_hz // 1000


HX8K = Config("hx8k", clock_hz=48_000_000)
"""iCE40 HX8K: the player at full speed."""

UP5K = Config("up5k", clock_hz=24_000_000)
"""iCE40 UP5K: the small, slow device."""

SMALL = Config("small", clock_hz=1_000_000, baud=125_000, budget_ms=50)
"""For tests: few cycles in a millisecond, and few in a bit."""

CONFIGS = (HX8K, UP5K, SMALL)


def by_name(name: str) -> Config:
    """The configuration called `name`.

    Raises
    ------
    ValueError
        If there is none; the message lists those that there are.
    """
    for config in CONFIGS:
        if config.name == name:
            return config
    raise ValueError(f"unknown configuration {name!r}: choose one of {', '.join(c.name for c in CONFIGS)}")
