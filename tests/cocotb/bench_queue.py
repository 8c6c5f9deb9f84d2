"""Testbench of the queue: order, capacity, level, reset."""

import os
import random

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly

from tests.cocotb.bench import Sink, Source, always, cycles, never, reset, sometimes, start

DEPTH = int(os.environ["DEPTH"])


def numbers(count):
    return [random.randrange(256) for _ in range(count)]


async def check_level(dut, source, sink):
    """The level is always what has gone in and not yet come out."""
    while True:
        await FallingEdge(dut.clk)
        inside = source.sent - len(sink.items)
        await ReadOnly()
        assert dut.level.value == inside


@cocotb.test()
@cocotb.parametrize(into=[0.1, 0.5, 1.0], out=[0.1, 0.5, 1.0])
async def keeps_order(dut, into, out):
    start(dut)
    await reset(dut)
    source, sink = Source(dut, "i", sometimes(into)), Sink(dut, "o", sometimes(out))
    cocotb.start_soon(check_level(dut, source, sink))
    items = numbers(50 * DEPTH)
    source.put(items)
    assert await sink.received(len(items)) == items


@cocotb.test()
async def holds_exactly_its_depth(dut):
    start(dut)
    await reset(dut)
    source, sink = Source(dut, "i"), Sink(dut, "o", never)
    items = numbers(DEPTH + 5)
    source.put(items)
    await cycles(dut, 3 * DEPTH)
    assert source.sent == DEPTH
    assert dut.level.value == DEPTH
    assert not dut.i__ready.value
    sink.pace = always
    assert await sink.received(len(items)) == items


@cocotb.test()
async def passes_one_item_a_cycle(dut):
    start(dut)
    await reset(dut)
    source, sink = Source(dut, "i"), Sink(dut, "o")
    items = numbers(20 * DEPTH)
    source.put(items)
    await cycles(dut, len(items) + 3)
    assert sink.items == items


@cocotb.test()
async def is_empty_after_reset(dut):
    start(dut)
    for _ in range(50):
        await reset(dut)
        source, sink = Source(dut, "i", sometimes(0.7)), Sink(dut, "o", sometimes(0.3))
        items = numbers(random.randrange(1, 2 * DEPTH))
        source.put(items)
        await cycles(dut, random.randrange(2 * DEPTH))
        assert sink.items == items[: len(sink.items)]
        source.stop()
        sink.stop()
        source.clear()
    await reset(dut)
    assert dut.level.value == 0
    assert not dut.o__valid.value
