"""Testbench of the receiver with its queue: nothing gets lost while there is room, and losses are told."""

import os
import random

import cocotb

from tests.cocotb.bench import Sink, always, cycles, never, reset, sometimes, start
from tests.cocotb.serial_line import ERROR, Talker

DIVISOR = int(os.environ["DIVISOR"])
DEPTH = int(os.environ["DEPTH"])


async def begin(dut, pace):
    talker = Talker(dut, DIVISOR)
    dut.divisor.value = DIVISOR
    start(dut)
    await reset(dut)
    return talker, Sink(dut, "o", pace)


@cocotb.test()
@cocotb.parametrize(share=[1.0, 0.1])
async def passes_bytes_on(dut, share):
    talker, sink = await begin(dut, sometimes(share))
    data = random.choices(range(256), k=8 * DEPTH)
    await talker.bytes(data, gap=1.0)
    assert await sink.received(len(data)) == data
    await cycles(dut, 2)
    assert not dut.busy.value


@cocotb.test()
async def tells_of_lost_bytes(dut):
    talker, sink = await begin(dut, never)
    for lost in (0, 1, 2, 7):
        sink.items.clear()
        sink.pace = never
        data = random.choices(range(256), k=DEPTH + lost)
        await talker.bytes(data)
        await talker.idle(1)
        assert dut.busy.value
        sink.pace = always
        await sink.received(DEPTH)
        await talker.bytes([1, 2])
        assert await sink.received(DEPTH + 2) == [*data[:DEPTH], 1 | ERROR * (lost > 0), 2]


@cocotb.test()
async def is_busy_from_the_start_bit_until_the_byte_is_taken(dut):
    talker, sink = await begin(dut, never)
    for byte in (0x00, 0xA5, 0xFF):
        await talker.idle(1)
        assert not dut.busy.value
        cocotb.start_soon(talker.byte(byte))
        await cycles(dut, 3)  # of the synchronizer, after a whole one
        for _ in range(12 * DIVISOR):
            assert dut.busy.value
            await cycles(dut)
        sink.pace = always
        await cycles(dut, 3)
        assert sink.items.pop() == byte
        assert not dut.busy.value
        sink.pace = never
