"""What the testbenches share: clock, reset, and the two ends of a stream.

Everything happens in the middle of a clock cycle, at the falling edge: values are driven there, and once they have
settled they are sampled. What is valid and ready then is what the rising edge will transfer.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.handle import SimHandleBase
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, with_timeout

__all__ = ["PERIOD_NS", "Sink", "Source", "always", "cycles", "never", "reset", "sometimes", "start"]

PERIOD_NS = 10

Pace = Callable[[], bool]
"""Asked once a cycle: move on in this cycle?"""


def always() -> bool:
    """Move on in every cycle."""
    return True


def never() -> bool:
    """Stand still."""
    return False


def sometimes(share: float) -> Pace:
    """Move on in some share of the cycles, chosen at random."""
    return lambda: random.random() < share


def start(dut: Any) -> None:
    """Start the clock, with the reset input low."""
    dut.rst.value = 0
    Clock(dut.clk, PERIOD_NS, unit="ns").start()


async def cycles(dut: Any, count: int = 1) -> None:
    """Wait for the middle of a later clock cycle."""
    for _ in range(count):
        await FallingEdge(dut.clk)


async def reset(dut: Any) -> None:
    """Reset the unit for one clock cycle."""
    await FallingEdge(dut.clk)
    dut.rst.value = 1
    await FallingEdge(dut.clk)
    dut.rst.value = 0


class _End:
    def __init__(self, dut: Any, name: str) -> None:
        self._dut = dut
        self.valid: SimHandleBase = getattr(dut, f"{name}__valid")
        self.ready: SimHandleBase = getattr(dut, f"{name}__ready")
        self._payload: SimHandleBase | None = getattr(dut, f"{name}__payload", None)
        self.name = name
        self._task = cocotb.start_soon(self._run())

    async def _run(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        """Take part no more."""
        self._task.cancel()


class Source(_End):
    """Drives a stream into the unit.

    Once an item is offered it stays until it is taken, whatever `pace` says, as the rules of streams want it.

    Parameters
    ----------
    dut
        The unit.
    name
        Name of the stream's port.
    pace
        Offer the next item in this cycle?
    """

    def __init__(self, dut: Any, name: str, pace: Pace = always) -> None:
        self.pace = pace
        self.waiting: deque[int] = deque()
        self.sent = 0
        super().__init__(dut, name)
        self.valid.value = 0

    def put(self, items: Iterable[int]) -> None:
        """Add items to those that wait to be sent."""
        self.waiting.extend(items)

    async def drained(self, limit: int = 1_000_000) -> None:
        """Wait until all items have been taken.

        Raises
        ------
        SimTimeoutError
            If that has not happened after `limit` clock cycles.
        """
        async def wait() -> None:
            while self.waiting:
                await RisingEdge(self._dut.clk)

        await with_timeout(wait(), limit * PERIOD_NS, "ns")

    def clear(self) -> None:
        """Forget what waits, the offered item too: for use with a reset."""
        self.waiting.clear()
        self.valid.value = 0

    async def _run(self) -> None:
        offered = False
        while True:
            await FallingEdge(self._dut.clk)
            offered = bool(self.waiting) and (offered or self.pace())
            self.valid.value = int(offered)
            if offered and self._payload is not None:
                self._payload.value = self.waiting[0]
            await ReadOnly()
            if offered and self.waiting and self.ready.value and not self._dut.rst.value:
                self.waiting.popleft()
                self.sent += 1
                offered = False


class Sink(_End):
    """Takes a stream out of the unit, and checks that it keeps the rules: what is offered stays until it is taken.

    Parameters
    ----------
    dut
        The unit.
    name
        Name of the stream's port.
    pace
        Be ready in this cycle?
    patient
        False for a stream that does not wait for its taker, and so breaks the rules on purpose.

    Attributes
    ----------
    items : list of int
        What has been taken.
    """

    def __init__(self, dut: Any, name: str, pace: Pace = always, *, patient: bool = True) -> None:
        self.pace = pace
        self.patient = patient
        self.items: list[int] = []
        super().__init__(dut, name)
        self.ready.value = 0

    async def received(self, count: int, limit: int = 1_000_000) -> list[int]:
        """Wait until at least `count` items have been taken, and return them all.

        Raises
        ------
        SimTimeoutError
            If that has not happened after `limit` clock cycles.
        """
        async def wait() -> None:
            while len(self.items) < count:
                await RisingEdge(self._dut.clk)

        await with_timeout(wait(), limit * PERIOD_NS, "ns")
        return self.items

    async def _run(self) -> None:
        refused: int | None = None
        while True:
            await FallingEdge(self._dut.clk)
            self.ready.value = int(self.pace())
            await ReadOnly()
            if self._dut.rst.value:
                refused = None
                continue
            valid = bool(self.valid.value)
            payload = int(self._payload.value) if valid and self._payload is not None else 0
            if self.patient and refused is not None:
                assert valid, f"{self.name}: an item was withdrawn before it was taken"
                assert payload == refused, f"{self.name}: {refused} became {payload} before it was taken"
            refused = None
            if valid and self.ready.value:
                self.items.append(payload)
            elif valid:
                refused = payload
