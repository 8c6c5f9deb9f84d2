"""The functions on bit masks, for all masks."""

from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.sim import Simulator

from icetrax_rtl.bits import any_of, first, is_one, is_two, opposite, partners, pick, popcount


def test_bits():
    mask, values = Signal(4), [Const(value, 4) for value in (3, 9, 12, 6)]
    three = mask[:3]
    found = {
        "any_of": any_of(Cat(bit, 0, bit) for bit in mask),
        "first": first(mask),
        "is_one": is_one(mask),
        "is_two": is_two(mask),
        "popcount": popcount(mask),
        "popcount of three": popcount(three),
        "opposite": opposite(mask),
        "pick": pick(first(mask), values),
        **{f"partners by {symbol}": partners(mask, symbol) for symbol in (1, 2, 3)},
    }
    m = Module()
    outputs = {name: Signal(4, name=f"output{k}") for k, name in enumerate(found)}
    m.d.comb += [outputs[name].eq(value) for name, value in found.items()]

    async def bench(context):
        for value in range(16):
            sides = [side for side in range(4) if value >> side & 1]
            expected = {
                "any_of": 5 if sides else 0,
                "first": 1 << sides[0] if sides else 0,
                "is_one": len(sides) == 1,
                "is_two": len(sides) == 2,
                "popcount": len(sides),
                "popcount of three": sum(side < 3 for side in sides),
                "opposite": sum(1 << (side + 2) % 4 for side in sides),
                "pick": values[sides[0]].value if sides else 0,
                # a backslash joins east and north, a plus east and west, a slash east and south
                "partners by 1": sum(1 << {0: 1, 1: 0, 2: 3, 3: 2}[side] for side in sides),
                "partners by 2": sum(1 << {0: 2, 1: 3, 2: 0, 3: 1}[side] for side in sides),
                "partners by 3": sum(1 << {0: 3, 1: 2, 2: 1, 3: 0}[side] for side in sides),
            }
            context.set(mask, value)
            await context.delay(1e-9)
            assert {name: context.get(outputs[name]) for name in outputs} == expected, f"of {value:04b}"

    simulator = Simulator(m)
    simulator.add_testbench(bench)
    simulator.run()
