"""Testbench of the writer of moves' names, against the host's."""

import random

import cocotb

from icetrax.notation import column_name
from icetrax_rtl.notation import Character
from icetrax_rtl.types import Name, Symbol
from tests.cocotb.bench import Sink, Source, always, cycles, reset, sometimes, start
from tests.cocotb.layouts import pack, unpack

TEXTS = {Symbol.BACKSLASH: "\\", Symbol.PLUS: "+", Symbol.SLASH: "/"}
SLOWEST = 55


def text(items):
    characters = [unpack(Character, item) for item in items]
    assert [character.last for character in characters] == [0] * (len(characters) - 1) + [1]
    return "".join(chr(character.code) for character in characters)


async def written(source, sink, column, row, symbol):
    sink.items.clear()
    source.put([pack(Name, column=column, row=row, symbol=symbol)])
    count = 1
    while not unpack(Character, (await sink.received(count))[-1]).last:
        count += 1
    return text(sink.items)


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.3)])
async def writes_what_the_host_writes(dut, pace):
    source, sink = Source(dut, "i"), Sink(dut, "o", pace)
    start(dut)
    await reset(dut)
    columns, rows = [*range(703)], [*range(1000)]
    random.shuffle(rows)
    for column, row in zip(columns, rows, strict=False):
        symbol = random.choice(list(TEXTS))
        assert await written(source, sink, column, row, symbol) == f"{column_name(column)}{row}{TEXTS[symbol]}"


@cocotb.test()
async def is_as_quick_as_it_says_and_begins_anew_after_a_reset(dut):
    source, sink = Source(dut, "i"), Sink(dut, "o")
    start(dut)
    await reset(dut)
    for _ in range(40):
        source.put([pack(Name, column=702, row=999, symbol=Symbol.SLASH)])
        await cycles(dut, random.randrange(1, SLOWEST))
        source.clear()
        await reset(dut)
        sink.items.clear()
        source.put([pack(Name, column=702, row=999, symbol=Symbol.PLUS)])
        await cycles(dut, SLOWEST + 1)
        assert text(sink.items) == "ZZ999+"
