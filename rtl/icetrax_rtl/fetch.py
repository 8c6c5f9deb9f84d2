"""Looks up all that is known of one slot: its place, its neighbours, the tracks that enter it, and their other ends."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from .frontier import Access, Mate
from .types import SIDES, SLOT_BITS, TILE, Cell, Position, Space

__all__ = ["Fetcher", "Neighbourhood"]

Neighbourhood = data.StructLayout({
    "slot": SLOT_BITS,
    "position": Position,
    "filled": 1,
    "mates": data.ArrayLayout(Mate, 2),
    "cells": data.ArrayLayout(Cell, 4),
    "tiles": 4,
    "entered": data.ArrayLayout(4, 2),
})
"""A slot and what lies around it. ``mates``: by colour, the other end of the path that enters here (only where one
does); ``cells``: by side; ``tiles``: sides with a tile; ``entered``: by colour, sides by which a track enters.
``cells``, ``tiles`` and ``entered`` are not valid for a slot that was skipped."""


class Fetcher(wiring.Component):
    """Fetches the :data:`Neighbourhood` of a slot.

    Members
    -------
    start : looks ``slot`` up.
    skip_filled : with ``start``: what lies around a filled slot is of no interest.
    busy : high from the cycle after ``start`` until ``here`` is valid, 3 cycles after ``start`` (2 for a filled slot
        that is skipped).
    here : what was looked up last; as it was then, whatever has been written since.
    access, space, mates, cells : to the :class:`~icetrax_rtl.frontier.Frontier`.
    """

    start: In(1)
    skip_filled: In(1)
    slot: In(SLOT_BITS)
    busy: Out(1)
    here: Out(Neighbourhood)
    access: Out(Access)
    space: In(Space)
    mates: In(Mate).array(2)
    cells: In(data.ArrayLayout(Cell, 4))

    def elaborate(self, platform):
        m = Module()
        second = Signal()
        skip = Signal()
        # not held up by ``start``, which comes late and never together with this
        with m.If(self.busy & ~second):
            m.d.comb += self.access.near.eq(self.space.position)
        with m.If(self.start):
            m.d.comb += [self.access.slot.eq(self.slot), self.access.mate[0].eq(self.slot),
                         self.access.mate[1].eq(self.slot)]
            m.d.sync += [self.busy.eq(1), second.eq(0), self.here.slot.eq(self.slot),
                         skip.eq(self.skip_filled)]
        with m.Elif(self.busy & ~second):
            m.d.sync += [
                second.eq(1),
                self.busy.eq(~(skip & self.space.filled)),
                self.here.position.eq(self.space.position),
                self.here.filled.eq(self.space.filled),
                self.here.mates[0].eq(self.mates[0]),
                self.here.mates[1].eq(self.mates[1]),
            ]
        with m.Elif(self.busy):
            m.d.sync += self.busy.eq(0)
            tiles = Cat(self.cells[side].white == TILE for side in SIDES)
            # the neighbour's track ends on its side towards here; its face tells the colour
            white = Cat(self.cells[side].ref[side ^ 2] for side in SIDES)
            m.d.sync += [
                self.here.cells.eq(self.cells),
                self.here.tiles.eq(tiles),
                self.here.entered[0].eq(tiles & white),
                self.here.entered[1].eq(tiles & ~white),
            ]
        return m
