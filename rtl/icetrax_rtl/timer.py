"""The time limit of a move, counted in clock cycles."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["BUDGET_BITS", "Timer"]

BUDGET_BITS = 20
"""Bits of a time limit in milliseconds: 17 minutes."""


class Timer(wiring.Component):
    """Tells when ``budget`` milliseconds have passed since ``start``.

    Parameters
    ----------
    cycles_per_ms : int
        Clock cycles in a millisecond.

    Members
    -------
    start : begins anew.
    budget : milliseconds; 0: never expires.
    expired : from ``budget * cycles_per_ms`` cycles after ``start`` until the next one.
    """

    def __init__(self, *, cycles_per_ms):
        if cycles_per_ms < 1:
            raise ValueError(f"cycles_per_ms must be at least 1, not {cycles_per_ms!r}")
        self._cycles_per_ms = cycles_per_ms
        super().__init__({"start": In(1), "budget": In(BUDGET_BITS), "expired": Out(1)})

    def elaborate(self, platform):
        m = Module()
        cycle = Signal(range(self._cycles_per_ms))
        left = Signal(BUDGET_BITS)
        last_cycle = Signal()
        m.d.comb += last_cycle.eq(cycle == self._cycles_per_ms - 1)
        m.d.sync += cycle.eq(cycle + 1)
        with m.If(last_cycle):
            m.d.sync += cycle.eq(0)
            with m.If(left != 0):
                m.d.sync += left.eq(left - 1)
                with m.If(left == 1):
                    m.d.sync += self.expired.eq(1)
        with m.If(self.start):
            m.d.sync += [cycle.eq(0), left.eq(self.budget), self.expired.eq(0)]
        return m
