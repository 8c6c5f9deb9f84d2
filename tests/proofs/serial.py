"""Proofs of the serial line."""

from __future__ import annotations

from amaranth.hdl import Assert, Assume, Cat, Cover, Module, Mux, Signal

from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_UNITS = 25  # in which a clock cycle is divided, to measure the far end's time in


class TransmitterSpec(Spec):
    """Draws the wave of every byte beside the transmitter's."""

    divisor = 3

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("uart").Transmitter()
        frame = Signal(10)
        cycle = Signal(range(10 * self.divisor), init=10 * self.divisor - 1)  # of the frame, the last one while idle
        idle = Signal(init=1)
        last = Signal()
        sent = Signal(range(4))
        m.d.comb += [
            unit.i.valid.eq(self.free("offer")),
            unit.i.payload.eq(self.free("byte", 8)),
            unit.divisor.eq(self.divisor),
            last.eq(cycle == 10 * self.divisor - 1),
            Assert(unit.i.ready == last),
            Assert(unit.busy == ~last),
        ]
        with m.If(idle):
            m.d.comb += Assert(unit.tx)
        with m.Else(), m.Switch(cycle):
            for k in range(10 * self.divisor):
                with m.Case(k):
                    m.d.comb += Assert(unit.tx == frame[k // self.divisor])
        with m.If(~last):
            m.d.sync += cycle.eq(cycle + 1)
        with m.Elif(unit.i.valid):
            m.d.sync += [cycle.eq(0), idle.eq(0), frame.eq(Cat(0, unit.i.payload, 1)), sent.eq(sent + (sent != 3))]
        with m.Else():
            m.d.sync += idle.eq(1)
        m.d.comb += Cover((sent == 2) & last & ~idle & (frame[1:9] == 0x5A))


class ReceiverSpec(Spec):
    """A far end with its own idea of a bit's length, at any phase, that sends any bytes with any pauses between.

    Its time is measured in 25ths of a cycle. The line is sampled once a cycle, as the synchronizer does. The longest
    and the shortest bit are enough: when a bit begins is linear in its length, and so is whether it is sampled in time.
    """

    divisor = 4
    deviation = 0.02

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("uart").Receiver()
        least, nominal, most = (round(self.divisor * _UNITS * (1 + sign * self.deviation)) for sign in (-1, 0, 1))
        length = self.constant(m, "length", range(most + 1))  # of a bit
        phase = self.free("phase", range(_UNITS))  # of the next frame
        begin = Signal()
        started = Signal()  # a frame has begun: the first one does in the first cycle, any later one at any time
        m.d.comb += begin.eq(~started | self.free("begin"))
        m.d.sync += started.eq(1)
        byte = self.free("byte", 8)
        time = Signal(range(most + _UNITS))  # since the beginning of the bit
        passed = Signal(range(most + 2 * _UNITS))
        frame, left = Signal(10), Signal(range(11))  # the bits to come; how many, the one on the line included
        level = Signal(init=1)
        expected, outstanding = Signal(8), Signal()
        late = Signal(range(4 * self.divisor))  # cycles since the end of the frame whose byte is outstanding
        received = Signal(2)
        m.d.comb += [
            Assume(((length == least) | (length == nominal) | (length == most)) & (phase < _UNITS)),
            unit.divisor.eq(self.divisor),
            unit.o.ready.eq(1),
            level.eq(Mux(left != 0, frame[0], 1)),
            unit.rx.eq(level),
            passed.eq(time + _UNITS),
        ]
        ending = Signal()  # the line is idle, or its stop bit is over
        m.d.comb += ending.eq((left == 0) | (left == 1) & (passed >= length))
        with m.If(left != 0):
            m.d.sync += time.eq(passed)
            with m.If(passed >= length):
                m.d.sync += [time.eq(passed - length), frame.eq(frame >> 1), left.eq(left - 1)]
        with m.If(ending & begin):
            # without a pause the next bit begins where the last one ended; after one, at any phase
            m.d.sync += [frame.eq(Cat(0, byte, 1)), left.eq(10)]
            with m.If(left == 0):
                m.d.sync += time.eq(phase)
        byte_on_the_line = Signal(8)
        with m.If(left == 10):
            m.d.sync += byte_on_the_line.eq(frame[1:9])
        # a byte is due by the time that its stop bit is over and the synchronizer has been passed
        with m.If((left == 2) & (passed >= length)):
            m.d.sync += [expected.eq(byte_on_the_line), outstanding.eq(1), late.eq(0)]
        with m.Elif(outstanding):
            m.d.sync += late.eq(late + 1)
        with m.If(unit.o.valid):
            m.d.comb += [
                Assert(outstanding),
                Assert(unit.o.payload.data == expected),
                Assert(~unit.o.payload.error),
            ]
            m.d.sync += [outstanding.eq(0), received.eq(received + (received != 3))]
        m.d.comb += Assert(~outstanding | (late <= self.divisor + 3))
        m.d.comb += Cover((received == 2) & (length == most) & (left == 0) & ~outstanding & (expected == 0xA5))


class LineNoiseSpec(Spec):
    """Anything on the line, and a taker that is not always there."""

    divisor = 4

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("uart").Receiver()
        lost, since = Signal(), Signal(range(64), init=63)  # since: cycles since a byte was offered
        marked, whole = Signal(), Signal()
        low = Signal(range(64))  # cycles for which the line has been low, as the unit sees it two cycles later
        m.d.comb += [
            unit.rx.eq(self.free("line")),
            unit.o.ready.eq(self.free("take")),
            unit.divisor.eq(self.divisor),
        ]
        m.d.sync += since.eq(Mux(unit.o.valid, 0, since + (since != 63)))
        m.d.sync += low.eq(Mux(unit.rx, 0, low + (low != 63)))
        with m.If(unit.o.valid):
            m.d.comb += [
                # from stop bit to stop bit; the middle of a start bit may come half a bit early
                Assert(since >= 9 * self.divisor + self.divisor // 2),
                Assert(~lost | unit.o.payload.error),
            ]
            m.d.sync += lost.eq(~unit.o.ready)
            with m.If(~unit.o.payload.error):
                m.d.sync += whole.eq(1)
            with m.If(lost):
                m.d.sync += marked.eq(1)
        # one byte for a break, however long: the line has to go high before anything else comes
        broken = Signal()
        with m.If(low > 10 * self.divisor + 4):
            m.d.sync += broken.eq(1)
            m.d.comb += Assert(~broken | ~unit.o.valid)
        with m.Else():
            m.d.sync += broken.eq(0)
        m.d.comb += Cover(marked & whole)


PROOFS = [
    Proof(
        name="uart_transmitter",
        claim="Each byte taken is sent as a start bit, eight bits, lowest first, and a stop bit, each of exactly the "
              "divisor's length; the next one is taken in the last cycle of the stop bit; the line is high otherwise.",
        bound="divisor 3; any bytes at any time in 70 cycles, which is two whole frames and more",
        spec=TransmitterSpec,
        depth=70,
        cover_depth=70,
        quick=False,
        mutants=[
            Mutant("uart", "left.eq(9)", "left.eq(8)"),
            Mutant("uart", "shift.eq(Cat(self.i.payload, 1))", "shift.eq(Cat(self.i.payload, 0))"),
            Mutant("uart", "self.tx.eq(shift[0])", "self.tx.eq(shift[1])"),
        ],
    ),
    Proof(
        name="uart_receiver",
        claim="Every byte that a far end sends is received once, unharmed and unmarked, by the end of its stop bit and "
              "three cycles, if that end's bits are at most 2 % longer or shorter; bytes may follow one another at "
              "once or after any pause, at any phase.",
        bound="divisor 4, the least there is; any bytes and pauses in 88 cycles, which is two frames and more",
        spec=ReceiverSpec,
        depth=88,
        cover_depth=100,
        quick=False,
        mutants=[
            Mutant("uart", "wait.eq((self.divisor - 1) >> 1)", "wait.eq(self.divisor - 1)"),
            Mutant("uart", "shift.eq(Cat(shift[1:], line))", "shift.eq(Cat(line, shift[:7]))"),
            Mutant("uart", "m.d.sync += left.eq(7)", "m.d.sync += left.eq(6)"),
        ],
    ),
    Proof(
        name="uart_noise",
        claim="Whatever is on the line, bytes come at least nine and a half bits apart, a break of any length is one "
              "byte, and a byte that nobody takes marks the next one.",
        bound="divisor 4; every wave of 100 cycles",
        spec=LineNoiseSpec,
        depth=100,
        cover_depth=130,
        quick=False,
        mutants=[
            Mutant("uart", "self.o.p.error.eq(lost | ~line)", "self.o.p.error.eq(~line)"),
            Mutant("uart", 'm.next = "BREAK"', 'm.next = "IDLE"'),
        ],
    ),
]
