"""Testbench of the time limit."""

import os

import cocotb

from tests.cocotb.bench import cycles, reset, start

CYCLES_PER_MS = int(os.environ["CYCLES_PER_MS"])


async def begin(dut, budget):
    dut.budget.value = budget
    dut.start.value = 1
    await cycles(dut)
    dut.start.value = 0


@cocotb.test()
async def expires_to_the_cycle(dut):
    dut.start.value = 0
    start(dut)
    await reset(dut)
    for budget in (1, 2, 3, 7):
        for wait in (0, 1, CYCLES_PER_MS // 2):  # the phase in which it starts does not matter
            await cycles(dut, wait)
            await begin(dut, budget)
            await cycles(dut, budget * CYCLES_PER_MS - 1)
            assert not dut.expired.value
            await cycles(dut)
            assert dut.expired.value
            await cycles(dut, 5 * CYCLES_PER_MS)
            assert dut.expired.value


@cocotb.test()
async def never_expires_without_a_limit_and_can_be_started_again(dut):
    dut.start.value = 0
    start(dut)
    await reset(dut)
    await begin(dut, 1)
    await cycles(dut, CYCLES_PER_MS - 1)
    await begin(dut, 0)
    await cycles(dut, 30 * CYCLES_PER_MS)
    assert not dut.expired.value
    await begin(dut, 4)
    await cycles(dut, CYCLES_PER_MS)
    await reset(dut)
    await cycles(dut, 5 * CYCLES_PER_MS)
    assert not dut.expired.value
