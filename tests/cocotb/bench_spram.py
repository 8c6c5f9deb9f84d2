"""Testbench of the single-port memory: words, nibbles, and an output that stays."""

import random

import cocotb

from tests.cocotb.bench import cycles, start

WORDS = 1 << 14


async def begin(dut):
    dut.en.value = 0
    start(dut)
    await cycles(dut)


async def write(dut, address, word, nibbles=0xF):
    dut.en.value, dut.write.value = 1, nibbles
    dut.addr.value, dut.data_in.value = address, word
    await cycles(dut)
    dut.en.value = 0


async def read(dut, address):
    dut.en.value, dut.write.value, dut.addr.value = 1, 0, address
    await cycles(dut)
    dut.en.value = 0
    return int(dut.data_out.value)


@cocotb.test()
async def every_word_is_its_own(dut):
    await begin(dut)
    words = [random.randrange(1 << 16) for _ in range(WORDS)]
    for address in random.sample(range(WORDS), WORDS):
        await write(dut, address, words[address])
    for address, word in enumerate(words):
        assert await read(dut, address) == word, hex(address)


@cocotb.test()
async def nibbles_are_written_one_by_one(dut):
    await begin(dut)
    held = {}
    for address in random.sample(range(WORDS), 50):
        held[address] = random.randrange(1 << 16)
        await write(dut, address, held[address])
    for _ in range(1000):
        address, word, nibbles = random.choice(list(held)), random.randrange(1 << 16), random.randrange(16)
        if not nibbles:
            assert await read(dut, address) == held[address]
            continue
        await write(dut, address, word, nibbles)
        mask = sum(0xF << 4 * k for k in range(4) if nibbles >> k & 1)
        held[address] = held[address] & ~mask | word & mask
        if random.random() < 0.5:
            assert await read(dut, address) == held[address]


@cocotb.test()
async def nothing_happens_without_enable(dut):
    await begin(dut)
    for address, word in [(5, 0x1234), (6, 0xFEDC)]:
        await write(dut, address, word)
    assert await read(dut, 5) == 0x1234
    for nibbles in range(16):
        dut.write.value, dut.addr.value, dut.data_in.value = nibbles, random.choice([5, 6]), 0
        await cycles(dut)
        assert dut.data_out.value == 0x1234
    assert await read(dut, 6) == 0xFEDC
    assert await read(dut, 5) == 0x1234


@cocotb.test()
async def reads_a_word_in_every_cycle(dut):
    await begin(dut)
    words = [random.randrange(1 << 16) for _ in range(100)]
    for address, word in enumerate(words):
        await write(dut, address, word)
    dut.en.value, dut.write.value = 1, 0
    for address, word in enumerate(words):
        dut.addr.value = address
        await cycles(dut)
        assert dut.data_out.value == word
