"""Proofs of notation."""

from __future__ import annotations

from amaranth.hdl import Assert, Assume, Cat, Const, Cover, Module, Mux, Signal, Value

from icetrax_rtl.types import Name, Symbol
from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_LARGEST = 1023  # stands for anything larger


class ParserSpec(Spec):
    """Any text of up to six characters, read by a grammar written down case by case: letters, then digits."""

    longest = 6
    pauses = False

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("notation").MoveParser()
        text = [self.constant(m, f"text{k}", 8) for k in range(self.longest)]
        length = self.constant(m, "length", range(self.longest + 1))
        at = Signal(range(self.longest + 1))
        done, waited = Signal(), Signal(range(8))
        offer, take = self.free("offer") if self.pauses else 1, self.free("take")
        m.d.comb += [
            Assume((length >= 1) & (length <= self.longest)),
            unit.i.valid.eq(offer & (at != length)),
            unit.i.payload.last.eq(at + 1 == length),
            unit.o.ready.eq(take),
        ]
        with m.Switch(at):
            for k, character in enumerate(text):
                with m.Case(k):
                    m.d.comb += unit.i.payload.code.eq(character)
        m.d.sync += at.eq(at + (unit.i.valid & unit.i.ready))

        valid, column, row, symbol = self._read(m, text, length)
        with m.If(unit.o.valid):
            m.d.comb += [
                Assert((at == length) & ~done),
                Assert(unit.o.payload.valid == valid),
            ]
            with m.If(valid):
                m.d.comb += [
                    Assert(unit.o.payload.name.column == column),
                    Assert(unit.o.payload.name.row == row),
                    Assert(unit.o.payload.name.symbol.as_value() == symbol),
                ]
            m.d.sync += done.eq(unit.o.ready)
        with m.If((at == length) & ~done & ~unit.o.valid):
            m.d.sync += waited.eq(waited + 1)
            m.d.comb += Assert(waited < 2)
        m.d.comb += Cover(done & valid & (column == (27 if self.pauses else 702)) & (row == (9 if self.pauses else 99)))
        m.d.comb += Cover(done & ~valid & (length == self.longest))

    def _read(self, m: Module, text: list[Signal], length: Signal) -> tuple[Value, Value, Value, Value]:
        letters = [(code >= 0x41) & (code <= 0x5A) for code in text]
        digits = [(code >= 0x30) & (code <= 0x39) for code in text]
        symbols = {0x2B: Symbol.PLUS, 0x2F: Symbol.SLASH, 0x5C: Symbol.BACKSLASH}
        is_symbol = [Cat(code == c for c in symbols).any() for code in text]
        valid, column, row, symbol = Signal(), Signal(10), Signal(10), Signal(2)

        def number(values: list[Value], base: int) -> Value:
            total: Value = Const(0, 1)
            for value in values:
                total = total * base + value
            return Mux(total > _LARGEST, _LARGEST, total)

        for columns in range(1, self.longest - 1):
            for rows in range(1, self.longest - columns):
                for at_sign in [True, False] if columns == 1 else [False]:
                    parts = [text[0] == 0x40] if at_sign else letters[:columns]
                    parts = [*parts, *digits[columns:columns + rows], is_symbol[columns + rows]]
                    if rows > 1:
                        parts.append(text[columns] != 0x30)
                    with m.If((length == columns + rows + 1) & Cat(parts).all()):
                        m.d.comb += [
                            valid.eq(1),
                            column.eq(0 if at_sign else number([code - 0x40 for code in text[:columns]], 26)),
                            row.eq(number([code - 0x30 for code in text[columns:columns + rows]], 10)),
                        ]
                        for code, which in symbols.items():
                            with m.If(text[columns + rows] == code):
                                m.d.comb += symbol.eq(which.value)
        return valid, column, row, symbol


class PausedParserSpec(ParserSpec):
    """The same with pauses, for shorter texts."""

    longest = 4
    pauses = True


class RoundTripSpec(Spec):
    """A formatter whose characters a parser reads."""

    limit = 90

    def claim(self, m: Module) -> None:
        notation = self.hardware("notation")
        m.submodules.formatter = formatter = notation.MoveFormatter()
        m.submodules.parser = parser = notation.MoveParser()
        name = self.constant(m, "name", Name)
        cycle, given, done = Signal(range(128)), Signal(), Signal()
        m.d.comb += [
            Assume((name.column <= 702) & (name.row <= 999) & (name.symbol != Symbol.NONE)),
            formatter.i.valid.eq(~given),
            formatter.i.payload.eq(name),
            parser.i.valid.eq(formatter.o.valid),
            parser.i.payload.eq(formatter.o.payload),
            formatter.o.ready.eq(parser.i.ready),
            parser.o.ready.eq(1),
            Assert(done | (cycle < self.limit)),
        ]
        m.d.sync += [cycle.eq(Mux(cycle == 127, 127, cycle + 1)), given.eq(given | formatter.i.ready)]
        with m.If(parser.o.valid):
            m.d.comb += [
                Assert(parser.o.payload.valid),
                Assert(parser.o.payload.name.as_value() == name.as_value()),
                Assert(~done),
            ]
            m.d.sync += done.eq(1)
        m.d.comb += Cover(done & (name.column == 28) & (name.row == 7))


PROOFS = [
    Proof(
        name="notation_parser",
        claim="A text is read as a move exactly if it is one in canonical spelling, and as the right one; numbers over "
              "1023 are read as that. There is one result a text, and it stays until it is taken.",
        bound="all texts of 1 to 6 characters of any 8 bits, which follow one another at once; one text after "
              "power-on, its result taken at any time within 16 cycles",
        spec=ParserSpec,
        depth=16,
        cover_depth=16,
        quick=False,
        mutants=[
            Mutant("notation", "digit & (number != 0)", "digit"),
            Mutant("notation", '(code <= ord("Z"))', '(code <= ord("["))'),
            Mutant("notation", "Mux(letter, number << 4, 0)", "Mux(letter, number << 3, 0)"),
            Mutant("notation", "Mux(scaled > LARGEST, LARGEST, scaled)", "scaled"),
        ],
    ),
    Proof(
        name="notation_pauses",
        claim="The same where characters keep the parser waiting.",
        bound="all texts of 1 to 4 characters; any pauses within 16 cycles",
        spec=PausedParserSpec,
        depth=16,
        cover_depth=16,
        quick=False,
        mutants=[
            Mutant("notation", "self.i.ready.eq(~pending & ~self.o.valid)", "self.i.ready.eq(~pending)"),
            Mutant("notation", "pending.eq(self.i.valid & self.i.ready)", "pending.eq(self.i.ready)"),
        ],
    ),
    Proof(
        name="notation_round_trip",
        claim="What the formatter writes of a move the parser reads as the same move.",
        bound="all columns up to ZZ, rows up to 999 and tiles; done after 90 cycles at most",
        spec=RoundTripSpec,
        depth=92,
        cover_depth=60,
        quick=False,
        mutants=[
            Mutant("notation", "step.eq(26)", "step.eq(25)"),
            Mutant("notation", "started.eq(high != 0)", "started.eq(0)"),
        ],
    ),
]
