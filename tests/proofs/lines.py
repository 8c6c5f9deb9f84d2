"""Proof of the reader of lines."""

from __future__ import annotations

from unittest.mock import patch

from amaranth.hdl import Assert, Assume, Cover, Fragment, Module, Mux, Signal

from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_LF, _CR = 0x0A, 0x0D


class LineSpec(Spec):
    """Any bytes, harmed or not; one character of the line is followed, whichever. A line holds three, to be short."""

    capacity = 3

    def claim(self, m: Module) -> None:
        module = self.hardware("line")
        unit = module.LineReader()
        with patch.object(module, "LINE_CAPACITY", self.capacity):
            m.submodules.unit = Fragment.get(unit, None)
        byte, harmed = self.free("byte", 8), self.free("harmed")
        chosen = self.constant(m, "chosen", range(self.capacity))
        taken = Signal()
        m.d.comb += [
            unit.i.valid.eq(self.free("offer")),
            unit.i.payload.data.eq(byte),
            unit.i.payload.error.eq(harmed),
            unit.release.eq(self.free("release")),
            Assume((chosen < self.capacity) & (~unit.release | unit.valid)),
            unit.index.eq(chosen),
            taken.eq(unit.i.valid & unit.i.ready),
        ]
        # of the line since the last release
        count = Signal(range(8))
        any_harmed, lone_return, after_return, ended = Signal(), Signal(), Signal(), Signal()
        followed = Signal(8)
        asked = Signal(range(4))  # cycles since the line has been there
        with m.If(taken):
            m.d.sync += [
                any_harmed.eq(any_harmed | harmed),
                lone_return.eq(lone_return | after_return & (byte != _LF)),
                after_return.eq(byte == _CR),
            ]
            with m.If((byte != _LF) & (byte != _CR)):
                m.d.sync += count.eq(count + (count != 7))
                with m.If(count == chosen):
                    m.d.sync += followed.eq(Mux((byte < 0x20) | (byte > 0x7E), ord("?"), byte))
            with m.If((byte == _LF) & ((count != 0) | any_harmed | lone_return | harmed)):
                m.d.sync += ended.eq(1)
        with m.If(ended):
            m.d.sync += asked.eq(asked + (asked != 3))
        with m.If(unit.release):
            m.d.sync += [count.eq(0), any_harmed.eq(0), lone_return.eq(0), after_return.eq(0), ended.eq(0), asked.eq(0)]
        m.d.comb += [
            Assert(unit.valid == ended),
            Assert(unit.i.ready == ~ended),
            Assert(unit.started == (~ended & ((count != 0) | any_harmed | lone_return | after_return))),
        ]
        with m.If(ended):
            m.d.comb += [
                Assert(unit.noise == (any_harmed | lone_return)),
                Assert(unit.too_long == (count > self.capacity)),
                Assert(unit.length == Mux(count > self.capacity, self.capacity, count)),
            ]
            with m.If((asked >= 1) & (chosen < count)):
                m.d.comb += Assert(unit.character == followed)
        again = Signal(range(4))
        with m.If(unit.release):
            m.d.sync += again.eq(again + (again != 3))
        m.d.comb += Cover((again == 1) & ended & unit.too_long & ~unit.noise & (followed == ord("?")) & (asked == 1))
        m.d.comb += Cover((again == 2) & ended & (count == 0))


PROOFS = [
    Proof(
        name="line",
        claim="A line is held from its end until it is released, with its characters, its length, whether there were "
              "more, and whether a byte of it was harmed or a carriage return stood elsewhere than at its end; empty "
              "lines are passed over, and nothing of a line is left when the next one begins.",
        bound="a line of 3 characters; any bytes at any time in 14 cycles",
        spec=LineSpec,
        depth=14,
        cover_depth=14,
        mutants=[
            Mutant("line", "self.noise | byte.error | carriage_return", "self.noise | carriage_return"),
            Mutant("line", "self.length == LINE_CAPACITY", "self.length == LINE_CAPACITY - 1"),
            Mutant("line", "self.too_long.eq(0), ", ""),
            Mutant("line", "byte.data < 0x7F", "byte.data <= 0x7F"),
        ],
    ),
]
