"""Testbench of the collector of lines."""

import random

import cocotb

from icetrax_rtl.line import LINE_CAPACITY
from icetrax_rtl.uart import RxByte
from tests.cocotb.bench import Source, always, cycles, reset, sometimes, start
from tests.cocotb.layouts import pack


def sent(data, bad=()):
    return [pack(RxByte, data=byte, error=index in bad) for index, byte in enumerate(data)]


async def line(dut, limit=2000):
    for _ in range(limit):
        await cycles(dut)
        if dut.valid.value:
            break
    else:
        raise AssertionError("no line")
    found = bytearray()
    for index in range(int(dut.length.value)):
        dut.index.value = index
        await cycles(dut)
        found.append(int(dut.character.value))
    flags = bool(dut.too_long.value), bool(dut.noise.value)
    dut.release.value = 1
    await cycles(dut)
    dut.release.value = 0
    return bytes(found), *flags


async def begin(dut, pace=always):
    dut.release.value = 0
    dut.index.value = 0
    source = Source(dut, "i", pace)
    start(dut)
    await reset(dut)
    return source


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.3)])
async def collects_lines(dut, pace):
    source = await begin(dut, pace)
    expected = []
    for _ in range(120):
        length = random.choice([0, 1, 2, 5, LINE_CAPACITY - 1, LINE_CAPACITY, LINE_CAPACITY + 1, 90])
        text = bytes(random.choice(b"@AZ09+/\\ -~!?") for _ in range(length))
        end = random.choice([b"\n", b"\r\n"])
        source.put(sent(text + end))
        if length:
            expected.append((text[:LINE_CAPACITY], length > LINE_CAPACITY, False))
    for want in expected:
        assert await line(dut) == want


@cocotb.test()
async def tells_of_noise(dut):
    source = await begin(dut)
    cases = [
        (b"A1+\n", {1}, b"A1+"), (b"A1+\n", {3}, b"A1+"), (b"\n", {0}, b""), (b"A\r1+\n", (), b"A1+"),
        (b"\r\r\n", (), b""),
    ]
    for data, bad, text in cases:
        source.put(sent(data, bad))
        assert await line(dut) == (text, False, True)
        source.put(sent(b"-T\n"))
        assert await line(dut) == (b"-T", False, False)
    source.put(sent(b"\x00a\x7f\x80\xff\t\n"))
    assert await line(dut) == (b"?a????", False, False)


@cocotb.test()
async def keeps_the_line_and_holds_the_next_one_until_it_is_released(dut):
    source = await begin(dut)
    source.put(sent(b"first\nsecond\n"))
    await cycles(dut, 100)
    assert len(source.waiting) == len("second\n")
    assert (await line(dut))[0] == b"first"
    assert (await line(dut))[0] == b"second"
    assert not dut.started.value
    for beginning in (b"ab", b"\r"):
        source.put(sent(beginning))
        await source.drained()
        await cycles(dut, 2)
        assert dut.started.value
        await reset(dut)
        assert not dut.started.value
    source.put(sent(b"c\n"))
    assert (await line(dut))[0] == b"c"
