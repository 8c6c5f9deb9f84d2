"""Queues between units that do not keep the same pace."""

from typing import Any

from amaranth.hdl import Module, Signal
from amaranth.lib import memory, stream, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2

__all__ = ["Queue"]


class Queue(wiring.Component):
    """First in, first out, in block RAM.

    Takes and gives one item a cycle. An item appears at the output two cycles after it was taken in: one to write it
    and one to read it. The memory never reads the item that it writes in the same cycle, so that it needs no bypass;
    with fewer than four places that delay would slow it down.

    Parameters
    ----------
    shape : ShapeLike
        Shape of an item.
    depth : int
        Items that fit in; a power of two, at least 4.

    Members
    -------
    i : In(stream.Signature(shape))
        Items going in; not ready while the queue is full.
    o : Out(stream.Signature(shape))
        Items coming out, in the same order.
    level : Out(range(depth + 1))
        Items taken in and not yet given out.

    Raises
    ------
    ValueError
        If `depth` is not a power of two or is less than 4.
    """

    def __init__(self, shape: Any, depth: int) -> None:
        if depth < 4 or depth & (depth - 1):
            raise ValueError(f"depth must be a power of two and at least 4, not {depth!r}")
        self._shape = shape
        self._depth = depth
        super().__init__({
            "i": In(stream.Signature(shape)),
            "o": Out(stream.Signature(shape)),
            "level": Out(range(depth + 1)),
        })

    @property
    def depth(self) -> int:
        """Items that fit in."""
        return self._depth

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        m.submodules.items = items = memory.Memory(shape=self._shape, depth=self._depth, init=[])
        write = items.write_port()
        read = items.read_port()

        # The positions have one bit more than an address: equal means empty, differing in the top bit alone means full.
        width = ceil_log2(self._depth) + 1
        written, taken, taken_next = Signal(width), Signal(width), Signal(width)
        m.d.comb += [
            self.level.eq((written - taken)[:width]),
            self.i.ready.eq(~self.level[-1]),
            write.addr.eq(written),
            write.data.eq(self.i.payload),
            write.en.eq(self.i.valid & self.i.ready),
            taken_next.eq(taken + (self.o.valid & self.o.ready)),
            read.addr.eq(taken_next),
            self.o.payload.eq(read.data),
        ]
        m.d.sync += [
            written.eq(written + write.en),
            taken.eq(taken_next),
            self.o.valid.eq(written != taken_next),
        ]
        return m
