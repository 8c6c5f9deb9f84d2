"""Notation of moves: from characters to a move's name and back.

A column is ``@`` or a number in bijective base 26 (A 1, Z 26, AA 27, ZZ 702), a row a decimal number without leading
zeros, the tile ``+``, ``/`` or a backslash. Only the canonical spelling is read.
"""

from amaranth.hdl import Module, Mux, Signal, Value
from amaranth.lib import data, enum, stream, wiring
from amaranth.lib.wiring import In, Out

from .types import Name, Symbol

__all__ = ["Character", "MoveFormatter", "MoveParser", "ParsedMove"]

LARGEST = 1023
"""What a larger column or row number is read as; beyond any board that the player can hold."""

Character = data.StructLayout({"code": 8, "last": 1})
"""A character of a text; ``last``: no more follow."""

ParsedMove = data.StructLayout({"valid": 1, "name": Name})
"""``valid``: the text was a move's name, ``name``."""

_SYMBOL_OF = {"+": Symbol.PLUS, "/": Symbol.SLASH, "\\": Symbol.BACKSLASH}


class _Expected(enum.Enum, shape=3):
    """What the next character of a name may be."""

    COLUMN = 0
    LETTER_OR_ROW = 1
    ROW = 2
    DIGIT_OR_SYMBOL = 3
    NOTHING = 4


class MoveParser(wiring.Component):
    """Reads a move's name, one character in two cycles.

    Members
    -------
    i : the characters.
    o : one result for each ``last`` character; until it is taken no more are read.
    """

    i: In(stream.Signature(Character))
    o: Out(stream.Signature(ParsedMove))

    def elaborate(self, platform):
        m = Module()
        character, pending = Signal(Character), Signal()
        code, name = character.code, self.o.payload.name
        letter, digit = Signal(), Signal()
        value = Signal(5)           # of a letter or a digit
        number, scaled = Signal(10), Signal(16)
        symbol = Signal(Symbol)
        m.d.comb += [
            letter.eq((code >= ord("A")) & (code <= ord("Z"))),
            digit.eq((code >= ord("0")) & (code <= ord("9"))),
            value.eq(Mux(letter, code[:5], code[:4])),
            # times 26, or times 10
            scaled.eq((number << 1) + (number << 3) + Mux(letter, number << 4, 0) + value),
        ]
        with m.Switch(code):
            for text, which in _SYMBOL_OF.items():
                with m.Case(ord(text)):
                    m.d.comb += symbol.eq(which)
        following = Mux(scaled > LARGEST, LARGEST, scaled)

        m.d.comb += self.i.ready.eq(~pending & ~self.o.valid)
        m.d.sync += [character.eq(self.i.payload), pending.eq(self.i.valid & self.i.ready)]
        with m.If(self.o.valid & self.o.ready):
            m.d.sync += self.o.valid.eq(0)
        state = Signal(_Expected)
        with m.If(pending):
            m.d.sync += [state.eq(_Expected.NOTHING), number.eq(value)]
            with m.Switch(state):
                with m.Case(_Expected.COLUMN):
                    m.d.sync += name.column.eq(Mux(letter, value, 0))
                    with m.If(letter):
                        m.d.sync += state.eq(_Expected.LETTER_OR_ROW)
                    with m.Elif(code == ord("@")):
                        m.d.sync += state.eq(_Expected.ROW)
                with m.Case(_Expected.LETTER_OR_ROW, _Expected.ROW):
                    with m.If(digit):
                        m.d.sync += [name.row.eq(value), state.eq(_Expected.DIGIT_OR_SYMBOL)]
                    with m.Elif(letter & (state == _Expected.LETTER_OR_ROW)):
                        m.d.sync += [number.eq(following), name.column.eq(following)]
                        m.d.sync += state.eq(_Expected.LETTER_OR_ROW)
                with m.Case(_Expected.DIGIT_OR_SYMBOL):
                    m.d.sync += name.symbol.eq(symbol)
                    with m.If(digit & (number != 0)):  # no digit may follow a leading zero
                        m.d.sync += [number.eq(following), name.row.eq(following)]
                        m.d.sync += state.eq(_Expected.DIGIT_OR_SYMBOL)
            with m.If(character.last):
                m.d.sync += [
                    self.o.valid.eq(1),
                    self.o.payload.valid.eq((state == _Expected.DIGIT_OR_SYMBOL) & (symbol != Symbol.NONE)),
                    state.eq(_Expected.COLUMN),
                ]
        return m


class MoveFormatter(wiring.Component):
    """Writes a move's name, at most 55 cycles from the name to its last character.

    Members
    -------
    i : names; columns up to 702 (ZZ), rows up to 999.
    o : their characters.
    """

    i: In(stream.Signature(Name))
    o: Out(stream.Signature(Character))

    def elaborate(self, platform):
        m = Module()
        name = Signal(Name)
        rest, step, high = Signal(10), Signal(10), Signal(5)
        # counts in ``high`` how often ``step`` goes into ``rest``
        fits, reduce = Signal(), Signal()
        m.d.comb += fits.eq(rest >= step)
        with m.If(reduce & fits):
            m.d.sync += [rest.eq(rest - step), high.eq(high + 1)]

        def emit(code, next_state, *, when=1, last=0, then=()):
            """Offers a character, or goes on at once if it is not due; does ``then`` when it goes on."""
            m.d.comb += [self.o.valid.eq(when), self.o.payload.code.eq(code), self.o.payload.last.eq(last)]
            with m.If(~Value.cast(when).any() | self.o.ready):
                m.d.sync += [high.eq(0), *then]
                m.next = next_state

        started = Signal()  # a digit of the row has been written
        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += self.i.ready.eq(1)
                m.d.sync += [
                    name.eq(self.i.payload), rest.eq(self.i.payload.column - 1), step.eq(26), high.eq(0), started.eq(0)
                ]
                with m.If(self.i.valid):
                    m.next = "COLUMN"
            with m.State("COLUMN"):
                m.d.comb += reduce.eq(name.column != 0)
                with m.If(name.column == 0):
                    emit(ord("@"), "ROW")
                with m.Elif(~fits):
                    emit(ord("A") - 1 + high, "LETTER", when=high != 0)
            with m.State("LETTER"):
                emit(ord("A") + rest[:5], "ROW")
            with m.State("ROW"):
                m.d.sync += [rest.eq(name.row), step.eq(100)]
                m.next = "HUNDREDS"
            with m.State("HUNDREDS"):
                m.d.comb += reduce.eq(1)
                with m.If(~fits):
                    emit(ord("0") + high, "TENS", when=high != 0, then=[step.eq(10), started.eq(high != 0)])
            with m.State("TENS"):
                m.d.comb += reduce.eq(1)
                with m.If(~fits):
                    emit(ord("0") + high, "ONES", when=started | (high != 0))
            with m.State("ONES"):
                emit(ord("0") + rest[:4], "SYMBOL")
            with m.State("SYMBOL"):
                codes = {symbol.value: ord(text) for text, symbol in _SYMBOL_OF.items()}
                emit(Mux(name.symbol.as_value()[0], Mux(name.symbol.as_value()[1], codes[3], codes[1]), codes[2]),
                     "IDLE", last=1)
        return m
