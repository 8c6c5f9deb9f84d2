"""One test that passes and one that fails: for the test of the harness."""

import cocotb


@cocotb.test()
async def passes(dut):
    assert dut.level.value == 0


@cocotb.test()
async def fails(dut):
    assert dut.level.value == 1
