"""The player between the pins of a simulated board."""

from typing import Any

from amaranth.hdl import ClockDomain, Module
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from icetrax_rtl.stream import Queue
from icetrax_rtl.uart import DIVISOR_WIDTH, QUEUE_DEPTH, Receiver, RxByte, Transmitter

__all__ = ["SimTop"]


class SimTop(wiring.Component):
    """Serial line, queues and player, for the simulation.

    The queues can be reached in two ways, between which `byte_link` chooses: bit by bit over `rx` and `tx`, or in whole
    bytes over `i` and `o`. There is no reset: the state at power-on is that of the initial values, and a simulation
    without a reset input is more than twice as fast.

    Parameters
    ----------
    player : Component
        What to put between the queues: an :class:`icetrax_rtl.player.Player`, or something with the same ports.

    Members
    -------
    clk : In(1)
        The clock; rising edges count.
    divisor : In(16)
        Clock cycles a bit on `rx` and `tx`.
    byte_link : In(1)
        Use `i` and `o`. Not to be changed after the first cycle.
    rx : In(1)
        Serial line towards the player.
    tx : Out(1)
        Serial line from the player.
    i : In(stream.Signature(8))
        Bytes towards the player, with `byte_link`.
    o : Out(stream.Signature(8))
        Bytes from the player, with `byte_link`.
    busy : Out(1)
        Something will still happen without new input.
    """

    def __init__(self, player: wiring.Component) -> None:
        self._player = player
        super().__init__({
            "clk": In(1),
            "divisor": In(DIVISOR_WIDTH),
            "byte_link": In(1),
            "rx": In(1, init=1),
            "tx": Out(1, init=1),
            "i": In(stream.Signature(8)),
            "o": Out(stream.Signature(8)),
            "busy": Out(1),
        })

    def elaborate(self, platform: Any) -> Module:
        """Wire the parts."""
        m = Module()
        m.domains.sync = domain = ClockDomain(reset_less=True)
        domain.clk = self.clk

        m.submodules.receiver = receiver = Receiver()
        m.submodules.transmitter = transmitter = Transmitter()
        m.submodules.received = received = Queue(RxByte, QUEUE_DEPTH)
        m.submodules.to_send = to_send = Queue(8, QUEUE_DEPTH)
        m.submodules.player = player = self._player
        wiring.connect(m, received.o, player.i)
        wiring.connect(m, player.o, to_send.i)

        m.d.comb += [
            receiver.rx.eq(self.rx),
            receiver.divisor.eq(self.divisor),
            transmitter.divisor.eq(self.divisor),
            self.tx.eq(transmitter.tx),
            self.busy.eq(
                receiver.busy | receiver.o.valid | received.level.any() | player.busy | to_send.level.any()
                | transmitter.busy
            ),
        ]
        with m.If(self.byte_link):
            m.d.comb += [
                received.i.valid.eq(self.i.valid),
                received.i.p.data.eq(self.i.payload),
                self.i.ready.eq(received.i.ready),
                self.o.valid.eq(to_send.o.valid),
                self.o.payload.eq(to_send.o.payload),
                to_send.o.ready.eq(self.o.ready),
            ]
        with m.Else():
            m.d.comb += [
                received.i.valid.eq(receiver.o.valid),
                received.i.payload.eq(receiver.o.payload),
                receiver.o.ready.eq(received.i.ready),
                transmitter.i.valid.eq(to_send.o.valid),
                transmitter.i.payload.eq(to_send.o.payload),
                to_send.o.ready.eq(transmitter.i.ready),
            ]
        return m

    def ports(self) -> dict[str, Any]:
        """Names of the ports in the compiled model, by which the C++ program knows them."""
        return {
            "clk": self.clk,
            "divisor": self.divisor,
            "byte_link": self.byte_link,
            "rx": self.rx,
            "tx": self.tx,
            "i_valid": self.i.valid,
            "i_ready": self.i.ready,
            "i_data": self.i.payload,
            "o_valid": self.o.valid,
            "o_ready": self.o.ready,
            "o_data": self.o.payload,
            "busy": self.busy,
        }
