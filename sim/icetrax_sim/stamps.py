"""When lines went into the simulated hardware and came out of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .errors import SimError

__all__ = ["Answer", "StampReader"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A line that the hardware has sent, in clock cycles since power-on.

    Attributes
    ----------
    asked
        When the latest line before it had arrived in the hardware; 0 if there was none.
    answered
        When the line had left the hardware.
    """

    asked: int
    answered: int

    @property
    def cycles(self) -> int:
        """Clock cycles that the answer took."""
        return self.answered - self.asked


class StampReader:
    """Reads the stamps that a running simulation writes.

    Parameters
    ----------
    path
        The file that the program was given as ``--stamps``.
    """

    def __init__(self, path: Path) -> None:
        self._file = open(path, encoding="ascii")  # noqa: SIM115
        self._asked = 0

    def next_answer(self) -> Answer:
        """The time of the next line that the hardware has sent.

        To be called once for each line read: the stamp is there before the line is.

        Raises
        ------
        SimError
            If no further line has been sent.
        """
        while line := self._file.readline():
            kind, cycle = line.split()
            if kind == "tx":
                return Answer(self._asked, int(cycle))
            self._asked = int(cycle)
        raise SimError("the simulated hardware has not sent any further line")

    def close(self) -> None:
        """Close the file."""
        self._file.close()
