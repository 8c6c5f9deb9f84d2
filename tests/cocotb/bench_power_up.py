"""Testbench of the reset after power-on: waits for the clock, lasts long enough, comes back when it has to."""

import os

import cocotb

from tests.cocotb.bench import cycles, start

CYCLES = int(os.environ["CYCLES"])
SYNCHRONIZER = 3  # most cycles that an input takes to be noticed


async def begin(dut):
    dut.steady.value, dut.button.value = 0, 0
    start(dut)
    await cycles(dut)


async def falls(dut, least, most):
    """The reset ends after at least so many cycles, and at most so many."""
    for _ in range(least):
        assert dut.reset.value
        await cycles(dut)
    await cycles(dut, most - least)
    assert not dut.reset.value


@cocotb.test()
async def waits_for_a_steady_clock(dut):
    await begin(dut)
    for _ in range(5 * CYCLES):
        assert dut.reset.value
        await cycles(dut)
    dut.steady.value = 1
    await falls(dut, CYCLES, CYCLES + SYNCHRONIZER)
    for _ in range(3 * CYCLES):
        await cycles(dut)
        assert not dut.reset.value


@cocotb.test()
async def comes_back_when_the_clock_is_lost(dut):
    await begin(dut)
    dut.steady.value = 1
    await cycles(dut, CYCLES + SYNCHRONIZER)
    assert not dut.reset.value
    dut.steady.value = 0
    await cycles(dut)
    assert dut.reset.value
    dut.steady.value = 1
    await falls(dut, CYCLES, CYCLES + SYNCHRONIZER)


@cocotb.test()
async def starts_anew_when_the_clock_falters(dut):
    await begin(dut)
    dut.steady.value = 1
    await cycles(dut, CYCLES - 2)
    dut.steady.value = 0
    await cycles(dut)
    dut.steady.value = 1
    await falls(dut, CYCLES, CYCLES + SYNCHRONIZER)


@cocotb.test()
async def lasts_as_long_as_the_button_is_pressed(dut):
    await begin(dut)
    dut.steady.value = 1
    await cycles(dut, CYCLES + SYNCHRONIZER)
    dut.button.value = 1
    await cycles(dut, SYNCHRONIZER)
    for _ in range(2 * CYCLES):
        assert dut.reset.value
        await cycles(dut)
    dut.button.value = 0
    await cycles(dut, SYNCHRONIZER)
    assert not dut.reset.value
