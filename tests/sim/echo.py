"""A stand-in for the player that sends every byte back, for tests of what lies around it."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from icetrax_rtl.config import Config
from icetrax_rtl.uart import RxByte

THINKING = 5000
"""Clock cycles for which a line feed is held back."""


class Echo(wiring.Component):
    """Sends bytes back as they come, a damaged one as ``!``, and a line feed only after :data:`THINKING` cycles."""

    i: In(stream.Signature(RxByte))
    o: Out(stream.Signature(8))
    thinking: Out(1)
    busy: Out(1)

    def __init__(self, config: Config) -> None:
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        left = Signal(range(THINKING + 1), init=THINKING)
        line_feed = self.i.valid & (self.i.p.data == ord("\n"))
        m.d.comb += [
            self.thinking.eq(line_feed),
            self.busy.eq(self.i.valid),
            self.o.valid.eq(self.i.valid & (~line_feed | (left == 0))),
            self.o.payload.eq(Mux(self.i.p.error, ord("!"), self.i.p.data)),
            self.i.ready.eq(self.o.valid & self.o.ready),
        ]
        with m.If(line_feed & (left != 0)):
            m.d.sync += left.eq(left - 1)
        with m.Elif(self.i.ready):
            m.d.sync += left.eq(THINKING)
        return m
