"""Renumbers slots when turns become permanent, so that numbers of filled slots can be given again."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from .bits import popcount
from .evaluate import End
from .fetch import Neighbourhood
from .frontier import Access
from .types import SLOT_BITS, Entry

__all__ = ["Compactor"]


class Compactor(wiring.Component):
    """Moves the highest numbered open slot into the place of each filled one, until no filled slot has a number.

    Takes up to 12 cycles for each tile on the stack.

    Members
    -------
    start : begins; ``done`` is high for one cycle at the end.
    placed : tiles on the stack.
    index, entry : a row of the tile stack, read one cycle later.
    slots, slots_left : slots in use before and, when ``done``, after.
    fetch_start, fetch_slot, fetch_busy, here : to the :class:`~icetrax_rtl.fetch.Fetcher`, skipping filled slots.
    access, ends : to the :class:`~icetrax_rtl.frontier.Frontier`.
    """

    start: In(1)
    done: Out(1)
    placed: In(SLOT_BITS)
    index: Out(SLOT_BITS)
    entry: In(Entry)
    slots: In(SLOT_BITS)
    slots_left: Out(SLOT_BITS)
    fetch_start: Out(1)
    fetch_slot: Out(SLOT_BITS)
    fetch_busy: In(1)
    here: In(Neighbourhood)
    access: Out(Access)
    ends: In(End).array(2)

    def elaborate(self, platform):
        m = Module()
        here, access = self.here, self.access
        last = Signal(SLOT_BITS)  # slots above are done with
        is_end = [here.entered[color].any() for color in range(2)]
        m.d.comb += [self.slots_left.eq(last + 1), self.fetch_slot.eq(last)]
        with m.FSM():
            with m.State("IDLE"):
                with m.If(self.start):
                    m.d.sync += [last.eq(self.slots - 1), self.index.eq(0)]
                    m.next = "TRIM"
            with m.State("TRIM"):  # find the highest open slot
                m.d.comb += self.fetch_start.eq(1)
                m.next = "WAIT"
                with m.If(self.index == self.placed):
                    m.d.comb += [self.fetch_start.eq(0), self.done.eq(1)]
                    m.next = "IDLE"
            with m.State("WAIT"):
                m.d.comb += [access.end[color].eq(last) for color in range(2)]
                with m.If(~self.fetch_busy):
                    with m.If(here.filled):
                        m.d.sync += last.eq(last - 1)
                        m.next = "TRIM"
                    with m.Else():
                        m.next = "MOVE"
            with m.State("MOVE"):
                m.d.sync += self.index.eq(self.index + 1)
                m.next = "TRIM"
                with m.If(self.entry.slot < last):
                    m.d.comb += [
                        access.slot_write.en.eq(1),
                        access.slot_write.slot.eq(self.entry.slot),
                        access.slot_write.data.position.eq(here.position),
                        access.cells_write.at.eq(here.position),
                        access.tile_write.en.eq(1),
                        access.tile_write.data.ref.eq(self.entry.slot),
                    ]
                    for color, count in enumerate([access.tile_write.data.white, access.tile_write.data.red]):
                        m.d.comb += [
                            count.eq(popcount(here.entered[color])),
                            access.mate_write[color].en.eq(is_end[color]),
                            access.mate_write[color].slot.eq(self.entry.slot),
                            access.mate_write[color].data.eq(here.mates[color]),
                            access.end_write[color].en.eq(is_end[color]),
                            access.end_write[color].slot.eq(self.entry.slot),
                            access.end_write[color].data.eq(self.ends[color]),
                        ]
                    m.d.sync += [self.index.eq(self.index), last.eq(last - 1)]
                    m.next = "RELINK"
            with m.State("RELINK"):  # the other ends' mates
                for color in range(2):
                    m.d.comb += [
                        access.mate_write[color].en.eq(is_end[color]),
                        access.mate_write[color].slot.eq(here.mates[color].slot),
                        access.mate_write[color].data.slot.eq(self.entry.slot),
                        access.mate_write[color].data.worth.eq(here.mates[color].worth),
                    ]
                m.d.sync += self.index.eq(self.index + 1)
                m.next = "TRIM"
        return m
