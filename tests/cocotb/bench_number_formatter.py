"""Testbench of the writer of decimal numbers."""

import random

import cocotb

from icetrax_rtl.notation import Character
from icetrax_rtl.types import NODES_BITS
from tests.cocotb.bench import Sink, Source, always, cycles, reset, sometimes, start
from tests.cocotb.layouts import unpack


async def written(source, sink, number):
    sink.items.clear()
    source.put([number])
    count = 1
    while not unpack(Character, (await sink.received(count))[-1]).last:
        count += 1
    return "".join(chr(unpack(Character, item).code) for item in sink.items)


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.3)])
async def writes_numbers(dut, pace):
    source, sink = Source(dut, "i"), Sink(dut, "o", pace)
    start(dut)
    await reset(dut)
    numbers = [0, 1, 9, 10, 99, 100, 246888, 10**12, 10**12 - 1, (1 << NODES_BITS) - 1]
    for number in numbers + [random.getrandbits(random.randrange(1, NODES_BITS + 1)) for _ in range(60)]:
        assert await written(source, sink, number) == str(number)


@cocotb.test()
async def begins_anew_after_a_reset(dut):
    source, sink = Source(dut, "i"), Sink(dut, "o")
    start(dut)
    await reset(dut)
    for _ in range(20):
        source.put([987654321])
        await cycles(dut, random.randrange(1, 420))
        source.clear()
        await reset(dut)
        assert await written(source, sink, 120) == "120"
