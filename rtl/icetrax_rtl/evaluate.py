"""The worth of an open path, from where its two ends lie and which way they look.

Seen from one end, turned so that the track comes in from the east, the other end lies some columns and rows off and
its track comes in from some side. Distances count up to 3. The index of the table is

    quarter turns from the first end's side to the other's << 6 | rows to the south & 7 << 3 | columns to the east & 7

and the table is the same from either end. A path whose ends lie in adjacent spaces is an *attack*: a tile on either one
leads it into the other, which is then forced and closes the loop.
"""

from importlib.resources import files

from amaranth.hdl import Cat, Module, Mux, Signal, signed
from amaranth.lib import data, memory, wiring
from amaranth.lib.wiring import In, Out

from .types import AXIS_BITS, Position, Side

__all__ = ["VALUE_BITS", "End", "Evaluator", "Worth", "path_values"]

VALUE_BITS = 7
"""Bits of a path's (signed) value."""

End = data.StructLayout({"position": Position, "side": Side})
"""A path end: a slot's position, and the side by which the track enters it."""

Worth = data.StructLayout({"value": signed(VALUE_BITS), "attack": 1})
"""What a path is worth to its owner, and whether it is an attack."""


def path_values():
    """The fitted table.

    Returns
    -------
    list of int
        256 values.

    Raises
    ------
    ValueError
        If the file does not hold 256 values that fit.
    """
    text = files(__package__).joinpath("data", "paths.txt").read_text(encoding="ascii")
    values = [int(word) for row in text.splitlines() if not row.startswith("#") for word in row.split()]
    limit = 1 << VALUE_BITS - 1
    if len(values) != 256 or not all(-limit <= value < limit for value in values):
        raise ValueError(f"data/paths.txt must hold 256 values of {-limit} to {limit - 1}")
    return values


def _words():
    """The memory's contents: the table, with the attacks marked."""
    distance = [0, 1, 2, 3, 4, 3, 2, 1]
    return [
        {"value": value, "attack": distance[index & 7] + distance[index >> 3 & 7] == 1}
        for index, value in enumerate(path_values())
    ]


class Evaluator(wiring.Component):
    """Looks up the worth of a path.

    Members
    -------
    here, there : its ends, their positions counted from some place to the north-west of both.
    worth : of the path whose ends were given two cycles earlier.
    """

    here: In(End)
    there: In(End)
    worth: Out(Worth)

    def elaborate(self, platform):
        m = Module()
        columns, rows = Signal(signed(AXIS_BITS + 1)), Signal(signed(AXIS_BITS + 1))
        side, turn = Signal(2), Signal(2)
        m.d.sync += [
            columns.eq(self.there.position.x - self.here.position.x),
            rows.eq(self.there.position.y - self.here.position.y),
            side.eq(self.here.side),
            turn.eq(self.there.side - self.here.side),
        ]
        near_columns, near_rows = Signal(signed(3)), Signal(signed(3))
        for near, far in [(near_columns, columns), (near_rows, rows)]:
            m.d.comb += near.eq(Mux(far < -3, -3, Mux(far > 3, 3, far)))
        east, south = Signal(signed(3)), Signal(signed(3))
        with m.Switch(side):
            with m.Case(Side.E):
                m.d.comb += [east.eq(near_columns), south.eq(near_rows)]
            with m.Case(Side.N):
                m.d.comb += [east.eq(-near_rows), south.eq(near_columns)]
            with m.Case(Side.W):
                m.d.comb += [east.eq(-near_columns), south.eq(-near_rows)]
            with m.Case(Side.S):
                m.d.comb += [east.eq(near_rows), south.eq(-near_columns)]

        m.submodules.table = table = memory.Memory(shape=Worth, depth=256, init=_words())
        read = table.read_port()
        m.d.comb += [read.addr.eq(Cat(east, south, turn)), self.worth.eq(read.data)]
        return m
