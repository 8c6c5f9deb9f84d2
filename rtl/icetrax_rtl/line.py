"""Collects the bytes of a line."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import memory, stream, wiring
from amaranth.lib.wiring import In, Out

from .uart import RxByte

__all__ = ["LINE_CAPACITY", "LineReader"]

LINE_CAPACITY = 48
"""Characters that a line may have; no line of the protocol has more than 12."""

_LF, _CR = 0x0A, 0x0D


class LineReader(wiring.Component):
    """Holds one line until it is released; bytes of the next one wait at the input meanwhile.

    A line ends with LF; a CR before it is dropped; lines without a character are passed over. Of a line that is too
    long the first characters are kept. Anything but printable ASCII is kept as ``?``.

    Members
    -------
    i : the bytes.
    valid : a line is there.
    length : its characters.
    too_long : it had more than :data:`LINE_CAPACITY`.
    noise : some byte of it was damaged or lost, or it held a CR that did not end it.
    index, character : looks a character of the line up, one cycle later.
    release : done with the line.
    started : some bytes of a line have come, but not its end.
    """

    i: In(stream.Signature(RxByte))
    valid: Out(1)
    length: Out(range(LINE_CAPACITY + 1))
    too_long: Out(1)
    noise: Out(1)
    index: In(range(LINE_CAPACITY))
    character: Out(8)
    release: In(1)
    started: Out(1)

    def elaborate(self, platform):
        m = Module()
        m.submodules.characters = characters = memory.Memory(shape=8, depth=64, init=[])
        read, write = characters.read_port(), characters.write_port()
        byte = self.i.payload
        carriage_return = Signal()  # the byte before was one
        printable = Signal()
        m.d.comb += [
            read.addr.eq(self.index),
            self.character.eq(read.data),
            self.i.ready.eq(~self.valid),
            printable.eq((byte.data >= 0x20) & (byte.data < 0x7F)),
            write.addr.eq(self.length),
            write.data.eq(Mux(printable, byte.data, ord("?"))),
            self.started.eq(~self.valid & ((self.length != 0) | self.noise | carriage_return)),
        ]
        with m.If(self.i.valid & self.i.ready):
            m.d.sync += [
                carriage_return.eq(byte.data == _CR),
                self.noise.eq(self.noise | byte.error | carriage_return & (byte.data != _LF)),
            ]
            with m.If(byte.data == _LF):
                m.d.sync += self.valid.eq((self.length != 0) | self.noise | byte.error)
            with m.Elif(byte.data == _CR):
                pass
            with m.Elif(self.length == LINE_CAPACITY):
                m.d.sync += self.too_long.eq(1)
            with m.Else():
                m.d.comb += write.en.eq(1)
                m.d.sync += self.length.eq(self.length + 1)
        with m.If(self.release):
            m.d.sync += [
                self.valid.eq(0), self.length.eq(0), self.too_long.eq(0), self.noise.eq(0), carriage_return.eq(0)
            ]
        return m
