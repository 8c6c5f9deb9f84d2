"""Decimal numbers as text."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from .notation import Character
from .types import NODES_BITS

__all__ = ["NumberFormatter"]


class NumberFormatter(wiring.Component):
    """Writes a number in decimal: bit-serial division by ten, ``NODES_BITS + 1`` cycles a digit, then the digits.

    Members
    -------
    i : numbers.
    o : their characters, no leading zeros.
    """

    i: In(stream.Signature(NODES_BITS))
    o: Out(stream.Signature(Character))

    def elaborate(self, platform):
        m = Module()
        most_digits = len(str((1 << NODES_BITS) - 1))
        value = Signal(NODES_BITS)        # bits of the quotient follow those of the dividend around
        remainder, doubled = Signal(4), Signal(5)
        quotient_bit = Signal()
        step = Signal(range(NODES_BITS))
        digits = Signal(4 * most_digits)  # the last one found in the lowest four bits
        count = Signal(range(most_digits + 1))
        m.d.comb += [doubled.eq(Cat(value[-1], remainder)), quotient_bit.eq(doubled >= 10)]
        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += self.i.ready.eq(1)
                m.d.sync += [value.eq(self.i.payload), remainder.eq(0), step.eq(0), count.eq(0)]
                with m.If(self.i.valid):
                    m.next = "DIVIDE"
            with m.State("DIVIDE"):
                m.d.sync += [
                    value.eq(Cat(quotient_bit, value)),
                    remainder.eq(Mux(quotient_bit, doubled - 10, doubled)),
                    step.eq(step + 1),
                ]
                with m.If(step == NODES_BITS - 1):
                    m.next = "DIGIT"
            with m.State("DIGIT"):
                m.d.sync += [digits.eq(Cat(remainder, digits)), count.eq(count + 1), remainder.eq(0), step.eq(0)]
                m.next = "DIVIDE"
                with m.If(value == 0):
                    m.next = "WRITE"
            with m.State("WRITE"):
                m.d.comb += [
                    self.o.valid.eq(1),
                    self.o.payload.code.eq(ord("0") + digits[:4]),
                    self.o.payload.last.eq(count == 1),
                ]
                with m.If(self.o.ready):
                    m.d.sync += [digits.eq(digits >> 4), count.eq(count - 1)]
                    with m.If(count == 1):
                        m.next = "IDLE"
        return m
