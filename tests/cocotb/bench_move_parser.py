"""Testbench of the reader of moves' names, against the host's parser."""

import random

import cocotb

from icetrax.errors import InvalidMoveError
from icetrax.notation import column_name, parse_move
from icetrax_rtl.notation import Character, ParsedMove
from icetrax_rtl.types import Symbol
from tests.cocotb.bench import Sink, Source, always, cycles, reset, sometimes, start
from tests.cocotb.layouts import pack, unpack

LARGEST = 1023
SYMBOLS = {"\\": Symbol.BACKSLASH, "+": Symbol.PLUS, "/": Symbol.SLASH}


def characters(text):
    codes = text.encode("latin-1")
    return [pack(Character, code=code, last=index == len(codes) - 1) for index, code in enumerate(codes)]


def texts():
    columns = [*range(30), 51, 52, 53, 78, 701, 702, 703, 728, 1023, 1024, 5000]
    rows = [*range(12), 19, 20, 99, 100, 101, 999, 1000, 1023, 1024, 99999]
    for column in columns:
        yield f"{column_name(column)}{random.choice(rows)}{random.choice('+/')}"
    for row in rows:
        yield f"{column_name(random.choice(columns))}{row}\\"
    yield from [
        "@", "A", "+", "0", "@+", "A+", "@00+", "A01+", "a1+", "A1", "A1x", "A1++", " A1+", "A1+ ", "@A1+", "A@1+",
        "1A+", "[1+", "A:+", "A/0", "A0?", "\xff0+", "@0", "@0/",
    ]  # fmt: skip
    for _ in range(400):
        yield "".join(random.choice("@AZ019+/\\ aM") for _ in range(random.randrange(1, 7)))


def agrees(text, parsed):
    try:
        move = parse_move(text)
    except InvalidMoveError:
        return not parsed.valid
    name = parsed.name
    return bool(parsed.valid) and (name.column, name.row, name.symbol) == (
        min(move.column, LARGEST), min(move.row, LARGEST), SYMBOLS[str(move.symbol)]
    )


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.3)])
async def reads_what_the_host_reads(dut, pace):
    source, sink = Source(dut, "i", pace), Sink(dut, "o", pace)
    start(dut)
    await reset(dut)
    asked = list(texts())
    for text in asked:
        source.put(characters(text))
    found = await sink.received(len(asked))
    for text, value in zip(asked, found, strict=True):
        assert agrees(text, unpack(ParsedMove, value)), text
    assert sum(bool(unpack(ParsedMove, value).valid) for value in found) > 40


@cocotb.test()
async def begins_anew_after_a_reset(dut):
    source, sink = Source(dut, "i"), Sink(dut, "o")
    start(dut)
    await reset(dut)
    for _ in range(50):
        source.put(characters("BC12/")[: random.randrange(5)])
        await cycles(dut, random.randrange(12))
        source.clear()
        await reset(dut)
        sink.items.clear()
        source.put(characters("B7+"))
        (found,) = await sink.received(1)
        assert agrees("B7+", unpack(ParsedMove, found))
