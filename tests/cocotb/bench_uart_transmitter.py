"""Testbench of the serial transmitter: the exact length of every bit."""

import os
import random

import cocotb
from cocotb.triggers import FallingEdge

from tests.cocotb.bench import Source, always, cycles, reset, sometimes, start

DIVISOR = int(os.environ["DIVISOR"])
BYTES = int(os.environ["BYTES"])


class Recorder:
    """The level of `tx` in every clock cycle."""

    def __init__(self, dut):
        self.levels = []
        self._task = cocotb.start_soon(self._run(dut))

    async def _run(self, dut):
        while True:
            await FallingEdge(dut.clk)
            self.levels.append(int(dut.tx.value))

    def frames(self):
        """Bytes and the cycles at which they began; every bit must last exactly its time."""
        at, found = 0, []
        while at < len(self.levels):
            if self.levels[at]:
                at += 1
                continue
            bits = []
            for bit in range(10):
                samples = self.levels[at + bit * DIVISOR : at + (bit + 1) * DIVISOR]
                assert len(samples) == DIVISOR, "the byte is not complete"
                assert len(set(samples)) == 1, f"bit {bit} has not the right length: {samples}"
                bits.append(samples[0])
            assert bits[0] == 0, "no start bit"
            assert bits[9] == 1, "no stop bit"
            found.append((sum(bit << k for k, bit in enumerate(bits[1:9])), at))
            at += 10 * DIVISOR
        return found


async def begin(dut, pace=always):
    dut.divisor.value = DIVISOR
    start(dut)
    await reset(dut)
    return Source(dut, "i", pace), Recorder(dut)


@cocotb.test()
async def sends_every_byte_without_gaps(dut):
    source, recorder = await begin(dut)
    data = random.sample(range(256), BYTES)
    source.put(data)
    await source.drained()
    await cycles(dut, 12 * DIVISOR + 2)
    frames = recorder.frames()
    assert [byte for byte, _ in frames] == data
    begun = frames[0][1]
    assert [at for _, at in frames] == [begun + 10 * DIVISOR * k for k in range(BYTES)]
    assert not dut.busy.value


@cocotb.test()
@cocotb.parametrize(share=[0.5, 0.05])
async def sends_bytes_as_they_come(dut, share):
    source, recorder = await begin(dut, sometimes(share))
    data = random.sample(range(256), BYTES)
    source.put(data)
    await source.drained()
    await cycles(dut, 12 * DIVISOR + 2)
    assert [byte for byte, _ in recorder.frames()] == data


@cocotb.test()
async def is_busy_for_exactly_ten_bits(dut):
    source, _ = await begin(dut)
    for byte in random.sample(range(256), min(BYTES, 20)):
        source.put([byte])
        while not dut.busy.value:
            await FallingEdge(dut.clk)
        length = 0
        while dut.busy.value:
            length += 1
            await FallingEdge(dut.clk)
        # Not busy in the last cycle of the stop bit: the next byte can be taken there.
        assert length == 10 * DIVISOR - 1
        await cycles(dut, random.randrange(1, 5))


@cocotb.test()
async def reset_ends_a_byte(dut):
    source, recorder = await begin(dut)
    for byte in random.sample(range(256), min(BYTES, 30)):
        source.put([random.randrange(256)])
        await cycles(dut, random.randrange(1, 11 * DIVISOR))
        source.clear()
        await reset(dut)
        assert dut.tx.value == 1
        assert not dut.busy.value
        recorder.levels.clear()
        source.put([byte])
        await source.drained()
        await cycles(dut, 10 * DIVISOR + 2)
        assert [byte for byte, _ in recorder.frames()] == [byte]
