"""The far end of a serial line, for testbenches: independent of the unit's clock."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from cocotb.triggers import RisingEdge, Timer

from tests.cocotb.bench import PERIOD_NS

__all__ = ["ERROR", "Listener", "Talker", "damaged"]

ERROR = 0x100
"""Bit of a received byte's payload that marks an error."""


def damaged(payload: int) -> bool:
    """Whether a received byte is marked as an error."""
    return bool(payload & ERROR)


class Talker:
    """Sends bytes on the unit's `rx`.

    Parameters
    ----------
    dut
        The unit.
    divisor
        What the unit takes for a bit, in clock cycles.
    deviation
        By which share this end's bits are longer than that.
    """

    def __init__(self, dut: Any, divisor: int, deviation: float = 0.0) -> None:
        self._dut = dut
        self._bit = divisor * PERIOD_NS * (1 + deviation)
        dut.rx.value = 1

    async def level(self, level: int, bits: float) -> None:
        """Hold the line for some time."""
        self._dut.rx.value = level
        await Timer(round(bits * self._bit, 3), unit="ns", round_mode="round")

    async def idle(self, bits: float) -> None:
        """Leave the line alone for some time."""
        await self.level(1, bits)

    async def byte(self, byte: int, stop: int = 1) -> None:
        """Send a byte."""
        await self.level(0, 1)
        for bit in range(8):
            await self.level(byte >> bit & 1, 1)
        await self.level(stop, 1)

    async def bytes(self, data: Iterable[int], gap: float = 0.0) -> None:
        """Send bytes, most of them with a random gap of up to `gap` bits behind them."""
        for byte in data:
            await self.byte(byte)
            if gap and random.random() < 0.8:
                await self.idle(random.random() * gap)


class Listener:
    """Collects what the unit offers on `o`, which must be for one cycle at a time; for a unit that does not wait.

    Attributes
    ----------
    items : list of int
        Payloads: bytes with :data:`ERROR`.
    """

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        self.items: list[int] = []

    async def run(self) -> None:
        """Collect for ever."""
        while True:
            await RisingEdge(self._dut.o__valid)
            self.items.append(int(self._dut.o__payload.value))
