"""Asynchronous serial line, 8N1: from pin to byte stream and back."""

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, stream, wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out, connect, flipped

from .stream import Queue

__all__ = ["DIVISOR_WIDTH", "QUEUE_DEPTH", "ReceiveQueue", "Receiver", "RxByte", "Transmitter"]

DIVISOR_WIDTH = 16
"""Bits of the divisor ports: 9600 baud fits up to a clock of 629 MHz."""

QUEUE_DEPTH = 512
"""Bytes of the queue on either side of the player."""

RxByte = data.StructLayout({"data": 8, "error": 1})
"""A received byte. `error`: its stop bit was missing (noise, or a break), or bytes just before it were lost."""


class Receiver(wiring.Component):
    """Turns the signal on a pin into bytes.

    Every bit is sampled once, in its middle; the peer's baud rate may be off by 2 %. A low pulse shorter than half a
    bit is no start bit and is ignored. A byte without a stop bit is passed on marked as an error; a break, however
    long, is one such byte, and the line must go high before the next start bit counts.

    The line cannot be stalled: each byte is offered for one cycle, three cycles after the pin was sampled in the middle
    of its stop bit. If `o` is not ready in that cycle the byte is lost, and the next one offered is marked.

    Members
    -------
    rx : In(1)
        The pin, not synchronized; high when idle.
    divisor : In(16)
        Clock cycles a bit, at least :data:`icetrax_rtl.config.MIN_DIVISOR`. To be changed only while `busy` is low.
    o : Out(stream.Signature(RxByte))
        The bytes.
    busy : Out(1)
        The line is not idle: a byte or a break is on it.
    """

    rx: In(1, init=1)
    divisor: In(DIVISOR_WIDTH)
    o: Out(stream.Signature(RxByte))
    busy: Out(1)

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        line = Signal(init=1)
        m.submodules.synchronizer = FFSynchronizer(self.rx, line, init=1)

        wait = Signal(DIVISOR_WIDTH)  # cycles to the next sample
        sample = Signal()
        shift = Signal(8)
        left = Signal(range(8))  # data bits still to come after this one
        lost = Signal()
        m.d.comb += sample.eq(wait == 0)
        m.d.sync += wait.eq(Mux(sample, self.divisor - 1, wait - 1))

        m.d.comb += self.busy.eq(1)
        m.d.sync += self.o.valid.eq(0)
        with m.If(self.o.valid):
            m.d.sync += lost.eq(~self.o.ready)

        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += self.busy.eq(~line)
                # The edge is seen up to a cycle late, hence half a bit less one, rounded down.
                m.d.sync += wait.eq((self.divisor - 1) >> 1)
                with m.If(~line):
                    m.next = "START"
            with m.State("START"):
                m.d.sync += left.eq(7)
                with m.If(sample):
                    m.next = "DATA"
                with m.If(sample & line):
                    m.next = "IDLE"
            with m.State("DATA"), m.If(sample):
                m.d.sync += shift.eq(Cat(shift[1:], line))
                m.d.sync += left.eq(left - 1)
                with m.If(left == 0):
                    m.next = "STOP"
            with m.State("STOP"), m.If(sample):
                m.d.sync += [
                    self.o.valid.eq(1),
                    self.o.p.data.eq(shift),
                    self.o.p.error.eq(lost | ~line),
                ]
                m.next = "IDLE"
                with m.If(~line):
                    m.next = "BREAK"
            with m.State("BREAK"), m.If(line):
                m.next = "IDLE"
        return m


class Transmitter(wiring.Component):
    """Turns bytes into the signal on a pin.

    A byte takes exactly ten bits; the next one follows without a gap if it is there in time. The start bit begins in
    the cycle after the byte was taken.

    Members
    -------
    i : In(stream.Signature(8))
        The bytes; ready while no byte is being sent and in the last cycle of a stop bit.
    divisor : In(16)
        Clock cycles a bit, at least 1. To be changed only while `busy` is low.
    tx : Out(1)
        The pin, from a register; high when idle.
    busy : Out(1)
        A byte is being sent.
    """

    i: In(stream.Signature(8))
    divisor: In(DIVISOR_WIDTH)
    tx: Out(1, init=1)
    busy: Out(1)

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        wait = Signal(DIVISOR_WIDTH)  # cycles left of this bit after this one
        shift = Signal(9)  # bits to come, stop bit on top
        left = Signal(range(10))  # number of them
        last = Signal()
        m.d.comb += [
            last.eq((wait == 0) & (left == 0)),
            self.busy.eq(~last),
            self.i.ready.eq(last),
        ]
        with m.If(last):
            with m.If(self.i.valid):
                m.d.sync += [
                    self.tx.eq(0),
                    shift.eq(Cat(self.i.payload, 1)),
                    left.eq(9),
                    wait.eq(self.divisor - 1),
                ]
        with m.Elif(wait == 0):
            m.d.sync += [
                self.tx.eq(shift[0]),
                shift.eq(shift >> 1),
                left.eq(left - 1),
                wait.eq(self.divisor - 1),
            ]
        with m.Else():
            m.d.sync += wait.eq(wait - 1)
        return m


class ReceiveQueue(wiring.Component):
    """A receiver and a queue behind it, so that bytes may arrive while nobody takes them.

    When the queue is full, bytes are lost, and the next one that finds room is marked as an error.

    Parameters
    ----------
    depth : int
        Bytes that the queue holds; a power of two.

    Members
    -------
    rx, divisor
        As in :class:`Receiver`.
    o : Out(stream.Signature(RxByte))
        The bytes; may be stalled.
    busy : Out(1)
        The line is not idle, or the queue is not empty.
    """

    def __init__(self, depth: int = 512) -> None:
        self._receiver = Receiver()
        self._queue = Queue(RxByte, depth)
        super().__init__({
            "rx": In(1, init=1),
            "divisor": In(DIVISOR_WIDTH),
            "o": Out(stream.Signature(RxByte)),
            "busy": Out(1),
        })

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        m.submodules.receiver = receiver = self._receiver
        m.submodules.queue = queue = self._queue
        connect(m, receiver.o, queue.i)
        connect(m, queue.o, flipped(self.o))
        m.d.comb += [
            receiver.rx.eq(self.rx),
            receiver.divisor.eq(self.divisor),
            self.busy.eq(receiver.busy | receiver.o.valid | queue.level.any()),
        ]
        return m
