"""Settings of the iCE40 phase-locked loop, by the limits of Lattice's technical note TN1251."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["PFD_HZ", "REFERENCE_HZ", "VCO_HZ", "PllSettings", "settings_for"]

REFERENCE_HZ = (10_000_000, 133_000_000)
"""Least and greatest frequency of the reference clock."""

PFD_HZ = (10_000_000, 133_000_000)
"""Least and greatest frequency at which the phases are compared: the reference, divided."""

VCO_HZ = (533_000_000, 1_066_000_000)
"""Least and greatest frequency of the oscillator: the lock range."""

_OUTPUT_HZ = (16_000_000, 275_000_000)
_FILTER_LIMITS_HZ = (17_000_000, 26_000_000, 44_000_000, 66_000_000, 101_000_000)


@dataclass(frozen=True)
class PllSettings:
    """A loop with simple feedback: the output is ``reference * (divf + 1) / (divr + 1) / 2**divq``.

    Parameters
    ----------
    reference_hz : int
        Frequency of the reference clock.
    divr : int
        Divider of the reference less 1, 4 bits.
    divf : int
        Divider of the feedback less 1, 7 bits.
    divq : int
        Power of two by which the oscillator is divided, 1 to 6.

    Raises
    ------
    ValueError
        If a divider or a frequency is out of its range.
    """

    reference_hz: int
    divr: int
    divf: int
    divq: int

    def __post_init__(self) -> None:
        for name, value, least, most in [
            ("divr", self.divr, 0, 15),
            ("divf", self.divf, 0, 127),
            ("divq", self.divq, 1, 6),
            ("reference frequency", self.reference_hz, *REFERENCE_HZ),
            ("phase detector frequency", self.pfd_hz, *PFD_HZ),
            ("oscillator frequency", self.vco_hz, *VCO_HZ),
            ("output frequency", self.output_hz, *_OUTPUT_HZ),
        ]:
            if not least <= value <= most:
                raise ValueError(f"PLL {name} must be between {least} and {most}, not {value!r}")

    @property
    def pfd_hz(self) -> float:
        """Frequency at which the phases are compared."""
        return self.reference_hz / (self.divr + 1)

    @property
    def vco_hz(self) -> float:
        """Frequency of the oscillator."""
        return self.reference_hz * (self.divf + 1) / (self.divr + 1)

    @property
    def output_hz(self) -> float:
        """Frequency of the output, exact as far as a float can tell."""
        return self.reference_hz * (self.divf + 1) / ((self.divr + 1) << self.divq)

    @property
    def filter_range(self) -> int:
        """Setting of the loop filter, 3 bits."""
        return 1 + sum(self.pfd_hz >= limit for limit in _FILTER_LIMITS_HZ)


def settings_for(reference_hz: int, output_hz: int) -> PllSettings:
    """The settings that make `output_hz` exactly.

    Of several, those that compare phases most often, which has the least jitter.

    Raises
    ------
    ValueError
        If there are none; the message names the nearest frequencies that can be made.
    """

    def candidates() -> Iterator[PllSettings]:
        for divr in range(16):
            for divq in range(1, 7):
                for divf in range(128):
                    try:
                        yield PllSettings(reference_hz, divr, divf, divq)
                    except ValueError:
                        continue

    possible = set()
    for settings in candidates():
        if reference_hz * (settings.divf + 1) == output_hz * ((settings.divr + 1) << settings.divq):
            return settings
        possible.add(settings.output_hz)
    near = sorted(possible, key=lambda hz: abs(hz - output_hz))[:2]
    names = " or ".join(f"{hz / 1e6:g}" for hz in sorted(near)) or "nothing"
    raise ValueError(
        f"a PLL cannot make {output_hz / 1e6:.9g} MHz from {reference_hz / 1e6:.9g} MHz: nearest is {names} MHz"
    )
