"""Memories that hold a position: the map of the plane, the slots' places, and the ends of the open paths.

A *slot* is an empty space beside at least one tile. At rest at most one track of a colour enters it, so (slot, colour)
names a path end, and the path is known by the slot at its other end, the *mate*. Slots are numbered in the order they
arise; a filled slot keeps its number and its mates until the turn is made permanent, which is what makes taking a tile
back cheap (see :mod:`icetrax_rtl.turn`).
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, memory, wiring
from amaranth.lib.wiring import In, Out

from .bits import any_of
from .evaluate import End, Worth
from .types import AXIS_BITS, CENTRE, FIRST_SLOT, SIDES, SLOT_BITS, Cell, Position, Side, Space

__all__ = ["Access", "CellMap", "Frontier", "Mate", "neighbours"]

_BANK_OF_SIDE = {Side.E: (0, 0), Side.N: (1, 0), Side.W: (1, 1), Side.S: (0, 1)}


Mate = data.StructLayout({"slot": SLOT_BITS, "worth": Worth})
"""The other end of the path that ends in a slot, and what the path is worth."""

Access = data.StructLayout({
    "slot": SLOT_BITS,
    "mate": data.ArrayLayout(SLOT_BITS, 2),
    "end": data.ArrayLayout(SLOT_BITS, 2),
    "near": Position,
    "slot_write": data.StructLayout({"en": 1, "slot": SLOT_BITS, "data": Space}),
    "mate_write": data.ArrayLayout(data.StructLayout({"en": 1, "slot": SLOT_BITS, "data": Mate}), 2),
    "end_write": data.ArrayLayout(data.StructLayout({"en": 1, "slot": SLOT_BITS, "data": End}), 2),
    "cells_write": data.StructLayout({"en": 4, "at": Position, "data": data.ArrayLayout(Cell, 4)}),
    "tile_write": data.StructLayout({"en": 1, "data": Cell}),
})
"""What a unit asks of the memories in one cycle. A unit that asks nothing drives zeros, so requests are merged by OR.

``slot``, ``mate``, ``end`` (by colour): numbers to look up; ``near``: position whose four neighbours to look up; data
one cycle later. ``cells_write``: overwrites the neighbours of ``at`` on the sides in ``en``. ``tile_write``: overwrites
the cell at ``cells_write.at`` itself; not together with its neighbours. Tables are written at once, the map one cycle
later."""


def neighbours(m, position, name):
    """Positions next to ``position``, indexed by side, as signals."""
    result = []
    for side, (dx, dy) in zip(SIDES, [(1, 0), (0, -1), (-1, 0), (0, 1)], strict=True):
        neighbour = Signal(Position, name=f"{name}_{Side(side).name.lower()}")
        m.d.comb += [neighbour.x.eq(position.x + dx), neighbour.y.eq(position.y + dy)]
        result.append(neighbour)
    return result


class CellMap(wiring.Component):
    """The plane in four banks, so that the four neighbours of a cell are read, or written, in one cycle.

    Bank (a, b) of cell (x, y) is bit 1 of x + y and of x - y, the address in it {y[5:2], x}. Seen from any cell, the
    neighbour to the east lies in some bank (a, b), those to the north, west and south in (~a, b), (~a, ~b), (a, ~b).
    A cell shares its bank with one of its neighbours: it is written in a cycle of its own.

    Members
    -------
    near : position to look up.
    cells : its neighbours by side, one cycle later.
    cells_write, tile_write : see :data:`Access`; seen by lookups from two cycles later on.
    clear : while high, empties one address of all banks a cycle; held for :attr:`depth` cycles it empties the plane.
    """

    depth = 1 << (2 * AXIS_BITS - 2)

    near: In(Position)
    cells: Out(data.ArrayLayout(Cell, 4))
    cells_write: In(Access.members["cells_write"])
    tile_write: In(Access.members["tile_write"])
    clear: In(1)

    @staticmethod
    def _bank_to_the_east(position):
        x, y = position.x, position.y
        return x[1] ^ y[1] ^ (x[0] | y[0]), x[1] ^ y[1] ^ (x[0] & ~y[0])

    @staticmethod
    def _address(position):
        return Cat(position.x, position.y[2:])

    def _neighbour_in(self, position, beside, bank):
        """Address of the one neighbour of ``position`` that lies in ``bank``, and its side as a two-bit code."""
        east = self._bank_to_the_east(position)
        code = Cat(east[0] ^ bank[0], east[1] ^ bank[1])
        code_of = {side: a | b << 1 for side, (a, b) in _BANK_OF_SIDE.items()}
        addresses = {code_of[Side(side)]: self._address(beside[side]) for side in SIDES}
        return Mux(code[1], Mux(code[0], addresses[3], addresses[2]), Mux(code[0], addresses[1], addresses[0])), code

    def elaborate(self, platform):
        m = Module()
        read_beside = neighbours(m, self.near, "read")
        # what is to be written waits for a cycle: finding its banks takes as long as finding out what to write
        cells_write, tile_write = Signal.like(self.cells_write), Signal.like(self.tile_write)
        m.d.sync += [cells_write.eq(self.cells_write), tile_write.eq(self.tile_write)]
        write_at = cells_write.at
        write_beside = neighbours(m, write_at, "write")
        sweep = Signal(range(self.depth))
        with m.If(self.clear):
            m.d.sync += sweep.eq(sweep + 1)

        turn = Signal(2)
        m.d.sync += turn.eq(Cat(*self._bank_to_the_east(self.near)))
        x, y = write_at.x, write_at.y
        own_bank = (x[1] ^ y[1] ^ (x[0] & y[0]), x[1] ^ y[1] ^ (~x[0] & y[0]))
        code_of = {side: a | b << 1 for side, (a, b) in _BANK_OF_SIDE.items()}

        data_of = {}
        for bank in [(0, 0), (1, 0), (0, 1), (1, 1)]:
            banks = memory.Memory(shape=Cell, depth=self.depth, init=[])
            m.submodules["bank{}{}".format(*bank)] = banks
            read, write = banks.read_port(), banks.write_port()
            data_of[bank] = read.data
            m.d.comb += read.addr.eq(self._neighbour_in(self.near, read_beside, bank)[0])
            address, code = self._neighbour_in(write_at, write_beside, bank)
            with m.If(self.clear):
                m.d.comb += [write.en.eq(1), write.addr.eq(sweep)]
            with m.Elif(tile_write.en):
                m.d.comb += [
                    write.en.eq((own_bank[0] == bank[0]) & (own_bank[1] == bank[1])),
                    write.addr.eq(self._address(write_at)),
                    write.data.eq(tile_write.data),
                ]
            with m.Else():
                m.d.comb += write.addr.eq(address)
                with m.Switch(code):
                    for side in SIDES:
                        with m.Case(code_of[Side(side)]):
                            m.d.comb += [
                                write.en.eq(cells_write.en[side]),
                                write.data.eq(cells_write.data[side]),
                            ]
        for side in SIDES:
            a, b = _BANK_OF_SIDE[Side(side)]
            with m.Switch(turn):
                for value in range(4):
                    with m.Case(value):
                        m.d.comb += self.cells[side].eq(data_of[(value & 1) ^ a, (value >> 1) ^ b])
        return m


class Frontier(wiring.Component):
    """The memories of a position, shared by several units.

    Parameters
    ----------
    users : int
        How many units read and write.

    Members
    -------
    users : an :data:`Access` for each unit.
    space, mates, ends, cells : what was asked for one cycle earlier.
    clear : while high the plane is emptied, in :attr:`CellMap.depth` cycles, and the first slot placed at its centre.
    """

    def __init__(self, *, users):
        super().__init__({
            "users": In(Access).array(users),
            "space": Out(Space),
            "mates": Out(Mate).array(2),
            "ends": Out(End).array(2),
            "cells": Out(data.ArrayLayout(Cell, 4)),
            "clear": In(1),
        })

    def elaborate(self, platform):
        m = Module()
        access = Signal(Access)
        m.d.comb += access.eq(any_of(user.as_value() for user in self.users))
        m.submodules.map = cell_map = CellMap()
        m.d.comb += [
            cell_map.near.eq(access.near),
            cell_map.cells_write.eq(access.cells_write),
            cell_map.tile_write.eq(access.tile_write),
            cell_map.clear.eq(self.clear),
            self.cells.eq(cell_map.cells),
        ]
        m.submodules.slots = slots = memory.Memory(shape=Space, depth=1 << SLOT_BITS, init=[])
        read, write = slots.read_port(), slots.write_port()
        m.d.comb += [
            read.addr.eq(access.slot),
            self.space.eq(read.data),
            write.en.eq(access.slot_write.en),
            write.addr.eq(access.slot_write.slot),
            write.data.eq(access.slot_write.data),
        ]
        with m.If(self.clear):
            m.d.comb += [write.en.eq(1), write.addr.eq(FIRST_SLOT), write.data.position.eq(Position.const(CENTRE)),
                         write.data.filled.eq(0)]
        for color, name in enumerate(["white", "red"]):
            for table, shape, slot, found, request in [
                ("mates", Mate, access.mate[color], self.mates[color], access.mate_write[color]),
                ("ends", End, access.end[color], self.ends[color], access.end_write[color]),
            ]:
                rows = memory.Memory(shape=shape, depth=1 << SLOT_BITS, init=[])
                m.submodules[f"{table}_{name}"] = rows
                read, write = rows.read_port(), rows.write_port()
                m.d.comb += [
                    read.addr.eq(slot),
                    found.eq(read.data),
                    write.en.eq(request.en),
                    write.addr.eq(request.slot),
                    write.data.eq(request.data),
                ]
        return m
