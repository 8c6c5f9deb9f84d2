"""Proof of the queue."""

from __future__ import annotations

from amaranth.hdl import Assert, Assume, Cover, Module, Signal

from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_DEPTH = 4
_ITEMS = 16  # items that can be told apart by their number


class QueueSpec(Spec):
    """Follows one item, whichever: the n-th that goes in is the n-th that comes out, and nothing else moves."""

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("stream").Queue(2, _DEPTH)
        chosen = self.constant(m, "chosen", range(_ITEMS))
        taken_in, given_out = Signal(range(_ITEMS + 1)), Signal(range(_ITEMS + 1))
        followed = Signal(2)
        refused, refused_payload = Signal(), Signal(2)
        goes_in, comes_out = Signal(), Signal()
        full_once, cycle = Signal(), Signal(range(64))
        m.d.comb += [
            unit.i.valid.eq(self.free("offer")),
            unit.i.payload.eq(self.free("item", 2)),
            unit.o.ready.eq(self.free("take")),
            goes_in.eq(unit.i.valid & unit.i.ready),
            comes_out.eq(unit.o.valid & unit.o.ready),
            Assume(taken_in < _ITEMS),
        ]
        m.d.sync += [
            cycle.eq(cycle + 1),
            taken_in.eq(taken_in + goes_in),
            given_out.eq(given_out + comes_out),
            refused.eq(unit.o.valid & ~unit.o.ready),
            refused_payload.eq(unit.o.payload),
        ]
        with m.If(goes_in & (taken_in == chosen)):
            m.d.sync += followed.eq(unit.i.payload)
        with m.If(comes_out):
            m.d.comb += Assert(given_out < taken_in)
            with m.If(given_out == chosen):
                m.d.comb += Assert(unit.o.payload == followed)
        with m.If(refused):
            m.d.comb += Assert(unit.o.valid & (unit.o.payload == refused_payload))
        waited = Signal(2)  # cycles without an item going in, up to 3
        with m.If(goes_in):
            m.d.sync += waited.eq(0)
        with m.Elif(waited != 3):
            m.d.sync += waited.eq(waited + 1)
        with m.If((taken_in != given_out) & (waited == 3)):
            m.d.comb += Assert(unit.o.valid)
        m.d.comb += [
            Assert(unit.level == taken_in - given_out),
            Assert(unit.i.ready == (taken_in - given_out < _DEPTH)),
        ]
        with m.If(taken_in - given_out == _DEPTH):
            m.d.sync += full_once.eq(1)
        m.d.comb += Cover(full_once & (taken_in == given_out) & (taken_in > 2 * _DEPTH))


PROOFS = [
    Proof(
        name="queue",
        claim="What goes into a queue comes out once, in order, within three cycles if nothing is before it; "
              "it refuses items exactly while it holds as many as fit, and what it offers stays until it is taken.",
        bound="a queue of 4 items of 2 bits; every run of 22 cycles, in which its positions wrap around twice",
        spec=QueueSpec,
        depth=22,
        cover_depth=24,
        quick=False,
        mutants=[
            Mutant("stream", "taken_next.eq(taken + (self.o.valid & self.o.ready))",
                   "taken_next.eq(taken + self.o.ready)"),
            Mutant("stream", "self.i.ready.eq(~self.level[-1])", "self.i.ready.eq(1)"),
            Mutant("stream", "read.addr.eq(taken_next)", "read.addr.eq(taken)"),
        ],
    ),
]
