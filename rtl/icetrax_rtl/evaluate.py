"""The worth of an open path, from where its two ends lie, which way they look, and how large the extent is.

Seen from one end, turned so that the track comes in from the east, the other end lies some columns and rows off and
its track comes in from some side. Distances count up to 3. The index of the table is

    quarter turns from the first end's side to the other's << 6 | rows to the south & 7 << 3 | columns to the east & 7

and the table is the same from either end. To its value comes a bonus for each axis along which the ends lie nearly as
far apart as those of a line: the *reach* of an axis is what the extent spans along it, but at least the length of a
line, and a path that is *n* short of it gets the bonus for *n*.

A path is an *attack* if its owner can as a rule complete it in one turn, and it is all the same then where its ends
lie: each is worth :data:`ATTACK_VALUE`. Either its ends lie in adjacent spaces: a tile on one leads it into the other,
which is then forced and closes the loop. Or they lie as far apart as the reach of an axis: led on from the edge, away
from its other end, the path is a line.
"""

from importlib.resources import files

from amaranth.hdl import Cat, Module, Mux, Signal, signed
from amaranth.lib import data, memory, wiring
from amaranth.lib.wiring import In, Out

from .types import AXIS_BITS, Position, Side

__all__ = [
    "ATTACK_VALUE", "MOST_BONUS", "TEMPO", "VALUE_BITS", "End", "Evaluator", "Worth", "path_values", "span_values",
]  # fmt: skip

VALUE_BITS = 7
"""Bits of a path's (signed) value."""

MOST_BONUS = 1 << VALUE_BITS - 2
"""The largest bonus for a span: a value and two of them fit one bit more than a value."""

ATTACK_VALUE = 40
"""Value of a path that is an attack."""

TEMPO = 24
"""What being to move is worth."""

End = data.StructLayout({"position": Position, "side": Side})
"""A path end: a slot's position, and the side by which the track enters it."""


class Worth(data.Struct):
    """What a path is worth to its owner, in eight bits: its value, or of an attack what kind it is."""

    code: signed(VALUE_BITS)
    attack: 1

    @property
    def value(self):
        return Mux(self.attack, ATTACK_VALUE, self.code)

    @property
    def closes(self):
        """By an attack on a loop."""
        return self.attack & ~self.code[0] & ~self.code[1]

    @property
    def crosses(self):
        """By an attack on a line across, and on one down."""
        return self.attack & self.code[0], self.attack & self.code[1]


def _words_of(name, count, least, most):
    text = files(__package__).joinpath("data", name).read_text(encoding="ascii")
    values = [int(word) for row in text.splitlines() if not row.startswith("#") for word in row.split()]
    if len(values) != count:
        raise ValueError(f"data/{name} holds {len(values)} values, not {count}")
    for value in values:
        if not least <= value <= most:
            raise ValueError(f"data/{name}: {value} is not from {least} to {most}")
    return values


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
    limit = 1 << VALUE_BITS - 1
    return _words_of("paths.txt", 256, -limit, limit - 1)


def span_values():
    """The fitted bonuses of a path whose span is 1, 2 and 3 short of the reach of an axis.

    Returns
    -------
    list of int
        3 values, 0 to :data:`MOST_BONUS`: the hardware adds them without a sign.

    Raises
    ------
    ValueError
        If the file does not hold 3 values in this range.
    """
    return _words_of("spans.txt", 3, 0, MOST_BONUS)


def _words():
    """The memory's contents: the table, with the attacks on loops marked."""
    distance = [0, 1, 2, 3, 4, 3, 2, 1]
    for index, value in enumerate(path_values()):
        attack = distance[index & 7] + distance[index >> 3 & 7] == 1
        yield {"code": 0 if attack else value, "attack": attack}


class Evaluator(wiring.Component):
    """Looks up the worth of a path.

    Members
    -------
    here, there : its ends, their positions counted from some place to the north-west of both.
    reach : columns and rows that a line has to span.
    lines : there is such a thing as an attack on a line.
    closed : the ends lie where no tile may be laid, if they lie side by side; needed with ``worth``.
    worth : of the path whose ends were given two cycles earlier.
    """

    here: In(End)
    there: In(End)
    reach: In(AXIS_BITS).array(2)
    lines: In(1)
    closed: In(1)
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

        m.submodules.table = table = memory.Memory(shape=Worth, depth=256, init=list(_words()))
        read = table.read_port()
        m.d.comb += read.addr.eq(Cat(east, south, turn))

        # by axis: how much the span is short of the reach, and the bonus for it
        crosses, bonuses = Signal(2), []
        for axis, far in enumerate([columns, rows]):
            short, bonus = Signal(signed(AXIS_BITS + 2)), Signal(range(max(span_values()) + 1))
            m.d.comb += short.eq(self.reach[axis] - Mux(far < 0, -far, far))
            m.d.sync += [crosses[axis].eq((short == 0) & self.lines), bonus.eq(0)]
            for n, value in enumerate(span_values(), 1):
                with m.If(short == n):
                    m.d.sync += bonus.eq(value)
            bonuses.append(bonus)
        value, attack = Signal(signed(VALUE_BITS + 1)), Signal()
        most = (1 << VALUE_BITS - 1) - 1
        m.d.comb += [
            value.eq(read.data.code + (bonuses[0] + bonuses[1])),
            attack.eq(read.data.attack & ~self.closed | crosses.any()),
            self.worth.attack.eq(attack),
            self.worth.code.eq(Mux(attack, crosses, Mux(value > most, most, value))),
        ]
        return m
