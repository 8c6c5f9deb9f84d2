"""Testbench of the serial receiver: bytes at every baud error that it promises to bear, and everything else."""

import os
import random

import cocotb
from cocotb.triggers import FallingEdge, RisingEdge

from tests.cocotb.bench import cycles, reset, start
from tests.cocotb.serial_line import ERROR, Listener, Talker, damaged

DIVISOR = int(os.environ["DIVISOR"])
BYTES = int(os.environ["BYTES"])


async def begin(dut, deviation=0.0, ready=1):
    talker, listener = Talker(dut, DIVISOR, deviation), Listener(dut)
    dut.divisor.value = DIVISOR
    dut.o__ready.value = ready
    start(dut)
    await reset(dut)
    cocotb.start_soon(listener.run())
    return talker, listener


def bytes_in_any_order():
    return random.sample(range(256), BYTES)


@cocotb.test()
@cocotb.parametrize(deviation=[-0.02, -0.01, 0.0, 0.01, 0.02], gap=[0.0, 3.0])
async def receives_every_byte(dut, deviation, gap):
    talker, listener = await begin(dut, deviation)
    data = bytes_in_any_order()
    await talker.bytes(data, gap)
    await talker.idle(1)
    assert listener.items == data
    assert not dut.busy.value


@cocotb.test()
async def offers_a_byte_for_one_cycle_three_cycles_after_the_middle_of_its_stop_bit(dut):
    talker, _ = await begin(dut)
    for byte in random.sample(range(256), min(BYTES, 20)):
        await talker.idle(random.random() * 2)
        task = cocotb.start_soon(talker.byte(byte))
        count = 0  # clock cycles since the start bit began
        offered, busy = [], []
        while not task.done() or count < 9.5 * DIVISOR + 8:
            await RisingEdge(dut.clk)
            count += 1
            await FallingEdge(dut.clk)
            if dut.o__valid.value:
                offered.append(count)
            if dut.busy.value:
                busy.append(count)
        sampled = 2 + (DIVISOR - 1) // 2 + 9 * DIVISOR  # when the pin was, in the middle of the stop bit
        assert offered == [sampled + 2]  # to be taken in the third cycle
        assert busy == list(range(2, sampled + 2))  # as soon as the synchronizer has been passed


@cocotb.test()
async def marks_a_byte_without_a_stop_bit(dut):
    talker, listener = await begin(dut)
    expected = []
    for byte in bytes_in_any_order():
        bad = random.random() < 0.5
        await talker.byte(byte, stop=0 if bad else 1)
        await talker.idle(1 if bad else random.random())
        expected.append(byte | ERROR * bad)
    await talker.idle(1)
    assert listener.items == expected


@cocotb.test()
async def takes_a_break_for_one_bad_byte(dut):
    talker, listener = await begin(dut)
    for length in (10, 15, 100, 1000 / DIVISOR + 20):
        listener.items.clear()
        await talker.level(0, length)
        assert dut.busy.value
        await talker.idle(0.5)
        await talker.byte(0x5A)
        await talker.idle(1)
        assert listener.items == [ERROR, 0x5A]


@cocotb.test()
async def ignores_pulses_shorter_than_half_a_bit(dut):
    talker, listener = await begin(dut)
    shortest = 1 / DIVISOR
    longest = 0.5 - 1.5 / DIVISOR  # the line is seen through two registers and sampled a cycle early
    for byte in bytes_in_any_order():
        await talker.level(0, random.uniform(min(shortest, longest), longest) if longest > 0 else 0.1 / DIVISOR)
        await talker.idle(1.0)
        await talker.byte(byte)
        await talker.idle(1 + random.random())
        assert listener.items.pop() == byte
        assert not listener.items


@cocotb.test()
async def marks_the_byte_after_a_lost_one(dut):
    talker, listener = await begin(dut)
    lost = False
    for byte in bytes_in_any_order():
        ready = random.random() < 0.6
        dut.o__ready.value = int(ready)
        await talker.byte(byte)
        await talker.idle(1)
        assert listener.items.pop() == byte | ERROR * lost
        lost = not ready


@cocotb.test()
async def forgets_everything_in_a_reset(dut):
    talker, listener = await begin(dut)
    for byte in bytes_in_any_order():
        # All bits after the reset are high, so that nothing looks like another start bit.
        sending = cocotb.start_soon(talker.byte(0xFF))
        await cycles(dut, random.randrange(2, 9 * DIVISOR))
        await reset(dut)
        await sending
        await talker.idle(1)
        if any(damaged(item) for item in listener.items):
            raise AssertionError("a byte was made up")
        listener.items.clear()
        await talker.byte(byte)
        await talker.idle(1)
        assert listener.items.pop() == byte
        assert not listener.items
