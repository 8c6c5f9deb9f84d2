"""The mutants: small bugs of the kinds that are really made, and the tests of the unit that must catch them."""

from __future__ import annotations

from tests.mutants.planter import Mutant

__all__ = ["MUTANTS", "WHOLE"]


def _of(unit: str, tests: str | list[str], *edits: tuple[str, str]) -> list[Mutant]:
    names = [tests] if isinstance(tests, str) else tests
    return [Mutant(unit, old, new, tuple(f"tests/{name}" for name in names)) for old, new in edits]


_RULES = "cocotb/test_rules.py::test_rules"
_PLAYER = "cocotb/test_player.py::test_player"

MUTANTS = [
    *_of(
        "stream", "cocotb/test_stream.py::test_queue[4]",
        ("taken_next.eq(taken + (self.o.valid & self.o.ready))", "taken_next.eq(taken + self.o.ready)"),
        ("self.i.ready.eq(~self.level[-1])", "self.i.ready.eq(1)"),
        ("read.addr.eq(taken_next)", "read.addr.eq(taken)"),
        ("self.o.valid.eq(written != taken_next)", "self.o.valid.eq(written != taken)"),
        ("write.en.eq(self.i.valid & self.i.ready)", "write.en.eq(self.i.valid)"),
        ("self.level.eq((written - taken)[:width])", "self.level.eq((written - taken_next)[:width])"),
        ("written.eq(written + write.en)", "written.eq(written + self.i.valid)"),
    ),
    *_of(
        "uart", ["cocotb/test_uart.py::test_receiver[4-256]", "cocotb/test_uart.py::test_receiver[31-256]"],
        ("wait.eq((self.divisor - 1) >> 1)", "wait.eq(self.divisor >> 1)"),
        ("wait.eq((self.divisor - 1) >> 1)", "wait.eq((self.divisor - 1) >> 2)"),
        ("wait.eq(Mux(sample, self.divisor - 1, wait - 1))", "wait.eq(Mux(sample, self.divisor, wait - 1))"),
        ("shift.eq(Cat(shift[1:], line))", "shift.eq(Cat(line, shift[:7]))"),
        ("m.d.sync += left.eq(7)", "m.d.sync += left.eq(6)"),
        ("self.o.p.error.eq(lost | ~line)", "self.o.p.error.eq(~line)"),
        ("self.o.p.error.eq(lost | ~line)", "self.o.p.error.eq(lost)"),
        ('m.next = "BREAK"', 'm.next = "IDLE"'),
        ("with m.If(sample & line):", "with m.If(0):"),
        ("lost.eq(~self.o.ready)", "lost.eq(lost | ~self.o.ready)"),
        ("self.busy.eq(~line)", "self.busy.eq(0)"),
        ("FFSynchronizer(self.rx, line, init=1)", "FFSynchronizer(self.rx, line, init=1, stages=3)"),
    ),
    *_of(
        "uart", ["cocotb/test_uart.py::test_transmitter[1-256]", "cocotb/test_uart.py::test_transmitter[9-100]"],
        ("left.eq(9)", "left.eq(8)"),
        ("shift.eq(Cat(self.i.payload, 1))", "shift.eq(Cat(self.i.payload, 0))"),
        ("last.eq((wait == 0) & (left == 0))", "last.eq(left == 0)"),
        ("self.busy.eq(~last)", "self.busy.eq(left != 0)"),
        ("self.tx.eq(shift[0])", "self.tx.eq(shift[1])"),
        ("m.d.sync += wait.eq(wait - 1)", "m.d.sync += wait.eq(wait >> 1)"),
    ),
    *_of(
        "uart", "cocotb/test_uart.py::test_receive_queue[4]",
        ("receiver.busy | receiver.o.valid | queue.level.any()", "receiver.busy | receiver.o.valid"),
        ("receiver.busy | receiver.o.valid | queue.level.any()", "receiver.busy | queue.level.any()"),
        ("receiver.busy | receiver.o.valid | queue.level.any()", "receiver.o.valid | queue.level.any()"),
    ),
    *_of(
        "timer", "cocotb/test_text.py::test_timer[8]",
        ("with m.If(left == 1):", "with m.If(left == 2):"),
        ("cycle == self._cycles_per_ms - 1", "cycle == self._cycles_per_ms - 2"),
        ("left.eq(self.budget), self.expired.eq(0)", "left.eq(self.budget)"),
        ("cycle.eq(0), left.eq(self.budget)", "left.eq(self.budget)"),
    ),
    *_of(
        "timer", "proofs/test_proofs.py::test_proof[timer]",
        ("with m.If(left != 0):", "with m.If(1):"),
    ),
    *_of(
        "timer", "cocotb/test_text.py::test_timer[13]",
        ("with m.If(last_cycle):\n            m.d.sync += cycle.eq(0)", "with m.If(last_cycle):"),
    ),
    *_of(
        "notation", "cocotb/test_text.py::test_move_parser",
        ("digit & (number != 0)", "digit"),
        ('(code <= ord("Z"))', '(code <= ord("["))'),
        ('(code >= ord("A"))', '(code >= ord("@"))'),
        ('(code <= ord("9"))', '(code <= ord(":"))'),
        ("Mux(letter, number << 4, 0)", "Mux(letter, number << 3, 0)"),
        ("Mux(scaled > LARGEST, LARGEST, scaled)", "scaled"),
        ("letter & (state == _Expected.LETTER_OR_ROW)", "letter"),
        ("self.i.ready.eq(~pending & ~self.o.valid)", "self.i.ready.eq(~self.o.valid)"),
    ),
    *_of(
        "notation", "cocotb/test_text.py::test_move_formatter",
        ("step.eq(26)", "step.eq(25)"),
        ("started.eq(high != 0)", "started.eq(0)"),
        ("when=started | (high != 0)", "when=started"),
        ("self.i.payload.column - 1)", "self.i.payload.column)"),
        ("fits.eq(rest >= step)", "fits.eq(rest > step)"),
        ('"IDLE", last=1)', '"IDLE")'),
        ("with m.If(~Value.cast(when).any() | self.o.ready):", "with m.If(1):"),
    ),
    *_of(
        "number", "cocotb/test_text.py::test_number_formatter",
        ("doubled >= 10", "doubled > 10"),
        ("step == NODES_BITS - 1", "step == NODES_BITS - 2"),
        ("count.eq(count + 1), remainder.eq(0)", "count.eq(count + 1)"),
        ("self.o.payload.last.eq(count == 1)", "self.o.payload.last.eq(count == 0)"),
        ("remainder.eq(0), step.eq(0), count.eq(0)]", "remainder.eq(0), step.eq(0)]"),
        ("with m.If(self.o.ready):", "with m.If(1):"),
    ),
    *_of(
        "line", "cocotb/test_text.py::test_line_reader",
        ("byte.data < 0x7F", "byte.data <= 0x7F"),
        ("byte.data >= 0x20", "byte.data > 0x20"),
        ("self.noise | byte.error | carriage_return & (byte.data != _LF)",
         "self.noise | carriage_return & (byte.data != _LF)"),
        ("self.noise | byte.error | carriage_return & (byte.data != _LF)", "self.noise | byte.error"),
        ("(self.length != 0) | self.noise | byte.error)", "(self.length != 0) | self.noise)"),
        ("(self.length != 0) | self.noise | byte.error)", "(self.length != 0) | byte.error)"),
        ("self.length == LINE_CAPACITY", "self.length == LINE_CAPACITY - 1"),
        ("self.too_long.eq(0), ", ""),
        ("self.noise.eq(0), ", ""),
        ("self.length.eq(0), ", ""),
        ("| self.noise | carriage_return)", "| self.noise)"),
        ("self.i.ready.eq(~self.valid)", "self.i.ready.eq(1)"),
    ),
    *_of(
        "spram", "cocotb/test_spram.py::test_model_of_the_memory",
        ("write.en.eq(Mux(self.en, self.write, 0))", "write.en.eq(self.write)"),
        ("garbled.eq(self.write.any())", "garbled.eq(0)"),
        ("with m.If(self.en):\n            m.d.sync += [address.eq(self.addr), ",
         "with m.If(1):\n            m.d.sync += [address.eq(self.addr), "),
    ),
    *_of(
        "spram", "cocotb/test_spram.py::test_instance_of_the_memory",
        ("i_MASKWREN=self.write,", "i_MASKWREN=Const(0b1111, 4),"),
        ("i_WREN=self.write.any()", "i_WREN=self.write[0]"),
        ("i_CHIPSELECT=self.en", "i_CHIPSELECT=Const(1)"),
    ),
    *_of(
        "boards", "cocotb/test_power_up.py::test_power_up",
        ("self.reset.eq((left != 0) | pressed)", "self.reset.eq(left != 0)"),
        ("self.reset.eq((left != 0) | pressed)", "self.reset.eq(pressed)"),
        ("init=self._cycles - 1", "init=self._cycles - 9"),
        ("ResetSynchronizer(~self.steady", "ResetSynchronizer(self.steady"),
    ),
    *_of(
        "bits", "rtl/test_bits.py::test_bits",
        ("mask.xor() & ~(mask[0] & mask[1] | mask[2] & mask[3])", "mask.xor()"),
        ("~mask.xor() & mask.any() & ~mask.all()", "~mask.xor() & mask.any()"),
        ("mask[0] & mask[1] | mask[0] & mask[2] | mask[1] & mask[2]", "mask[0] & mask[1] | mask[1] & mask[2]"),
        ("is_two(mask) | mask.xor() & ~is_one(mask), mask.all()", "is_two(mask), mask.all()"),
        ("~mask[:i].any() if i else mask[0]", "~mask[:i].all() if i else mask[0]"),
        ("mask[side ^ symbol]", "mask[side ^ symbol ^ 1]"),
    ),
    *_of(
        "fetch", _RULES,
        ("self.here.entered[1].eq(tiles & ~white)", "self.here.entered[1].eq(~white)"),
        ("self.busy.eq(~(skip & self.space.filled))", "self.busy.eq(~self.space.filled)"),
    ),
    *_of(
        "movegen", _RULES,
        ("request.symbol != Symbol.SLASH)", "request.symbol == Symbol.PLUS)"),
        ("~(fits[1] & ~harmless[1])", "1"),
        ("(here.slot + 1 == self.slots)", "(here.slot + 2 == self.slots)"),
    ),
    *_of(
        "compact", _RULES,
        ("with m.If(self.entry.slot < last):", "with m.If(self.entry.slot <= last):"),
        ("access.mate_write[color].data.slot.eq(self.entry.slot)", "access.mate_write[color].data.slot.eq(last)"),
    ),
    *_of(
        "frontier", _RULES,
        ("x[1] ^ y[1] ^ (~x[0] & y[0]))", "x[1] ^ y[1] ^ (x[0] & y[0]))"),
    ),
    *_of(
        "turn", _RULES,
        ("(own == 1) & (other != 2)", "(own == 1)"),
    ),
    *_of(
        "game", _PLAYER,
        ("Mux(completed.all(), self.plies[0], completed[1])", "completed[1]"),
        ("order.name.column > extent.columns + 1", "order.name.column > extent.columns + 2"),
    ),
    *_of(
        "session", _PLAYER,
        ("in_search.eq(0), abandoned.eq(0)", "in_search.eq(0)"),
        ("~has_argument & ((letter", "((letter"),
    ),
]  # fmt: skip

WHOLE = [Mutant(unit, "", "", tests) for unit, tests in dict.fromkeys((m.unit, m.tests) for m in MUTANTS)]
"""Each unit as it is, with the tests of its mutants: these must pass."""
