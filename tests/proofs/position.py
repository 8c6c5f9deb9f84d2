"""Proofs of what knows the position: the map of the plane, the tiles that fit, and the time limit."""

from __future__ import annotations

from unittest.mock import patch

from amaranth.hdl import Assert, Assume, Cat, Cover, Fragment, Module, Signal

from icetrax_rtl.types import CENTRE, TILE, Cell, Position
from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_STEPS = [(1, 0), (0, -1), (-1, 0), (0, 1)]


class MapSpec(Spec):
    """Follows one cell of the plane, whichever, through writes of cells and of their neighbours anywhere."""

    def claim(self, m: Module) -> None:
        m.submodules.unit = unit = self.hardware("frontier").CellMap()
        cell = self.constant(m, "cell", Position)
        near = self.free("near", Position)
        at = self.free("at", Position)
        sides, tile = self.free("sides", 4), self.free("tile")
        values = [self.free(f"value{side}", Cell.size) for side in range(4)]
        own = self.free("own", Cell.size)
        # what the last write has left there, and as a lookup sees it two cycles later
        written, first, second = Signal(Cell.size), Signal(Cell.size), Signal(Cell.size)
        known = Signal()  # something has been written there
        m.d.comb += [
            unit.near.eq(near),
            unit.cells_write.at.eq(at),
            unit.cells_write.en.eq(sides),
            unit.tile_write.en.eq(tile),
            unit.tile_write.data.as_value().eq(own),
            Assume(~tile | (sides == 0)),
        ]
        m.d.comb += [unit.cells_write.data[side].as_value().eq(values[side]) for side in range(4)]

        def beside(place: Signal, side: int) -> tuple[Signal, Signal]:
            dx, dy = _STEPS[side]
            return (place.x + dx)[:len(place.x)], (place.y + dy)[:len(place.y)]

        now = Signal(Cell.size)
        m.d.comb += now.eq(written)
        with m.If(tile & (at.x == cell.x) & (at.y == cell.y)):
            m.d.comb += now.eq(own)
            m.d.sync += known.eq(1)
        for side in range(4):
            x, y = beside(at, side)
            with m.If(sides[side] & (x == cell.x) & (y == cell.y)):
                m.d.comb += now.eq(values[side])
                m.d.sync += known.eq(1)
        m.d.sync += [written.eq(now), first.eq(written), second.eq(first)]
        asked = Signal(4)
        for side in range(4):
            x, y = beside(near, side)
            m.d.sync += asked[side].eq((x == cell.x) & (y == cell.y))
            with m.If(asked[side]):
                m.d.comb += Assert(unit.cells[side].as_value() == second)
        m.d.comb += Cover(known & asked[2] & (second == 0x5A5) & (cell.x == 63) & (cell.y == 0))


_FACES = {  # white's two sides of every tile, E 0, N 1, W 2, S 3, and the number of its symbol
    0b0011: 1, 0b1100: 1,  # backslash: top and right, bottom and left
    0b0101: 2, 0b1010: 2,  # plus
    0b0110: 3, 0b1001: 3,  # slash: top and left, bottom and right
}


class TilesSpec(Spec):
    """A slot among any neighbours, looked up by the fetcher, and the moves that the generator offers there."""

    def claim(self, m: Module) -> None:
        m.submodules.fetcher = fetcher = self.hardware("fetch").Fetcher()
        m.submodules.generator = generator = self.hardware("movegen").MoveGenerator()
        cells = [self.constant(m, f"cell{side}", Cell) for side in range(4)]
        take, all_quiet = self.free("take"), 0
        asked = Signal()
        query = self.hardware("movegen").Query
        m.d.comb += [
            fetcher.start.eq(generator.fetch_start),
            fetcher.slot.eq(generator.fetch_slot),
            fetcher.skip_filled.eq(1),
            fetcher.space.position.x.eq(CENTRE["x"]),
            fetcher.space.position.y.eq(CENTRE["y"]),
            generator.slots.eq(1),
            generator.fetch_busy.eq(fetcher.busy),
            generator.here.eq(fetcher.here),
            generator.requests.valid.eq(~asked),
            generator.requests.payload.query.eq(query.ALL),
            generator.all_quiet.eq(all_quiet),
            generator.candidates.ready.eq(take),
        ]
        m.d.comb += [fetcher.cells[side].eq(cells[side]) for side in range(4)]
        m.d.comb += [generator.cells[side].eq(cells[side]) for side in range(4)]
        m.d.sync += asked.eq(asked | generator.requests.ready)

        # neighbours: a tile with any of the six faces, or a space that tracks enter; at rest one a colour comes here
        tiles = Cat(cell.white == TILE for cell in cells)
        white = Cat(tiles[side] & cells[side].ref[side ^ 2] for side in range(4))
        red = Cat(tiles[side] & ~cells[side].ref[side ^ 2] for side in range(4))
        for cell in cells:
            is_face = Cat(cell.ref == face for face in _FACES).any()
            m.d.comb += Assume((cell.white != TILE) | is_face)
        m.d.comb += Assume(tiles.any())
        for entered in (white, red):
            m.d.comb += Assume(~Cat(entered[a] & entered[b] for a in range(4) for b in range(a)).any())

        fitting = {}
        quiet = {}
        for face in _FACES:
            fitting[face] = ~Cat(
                tiles[side] & (cells[side].ref[side ^ 2] != (face >> side & 1)) for side in range(4)
            ).any()
            quiet[face] = ~Cat(
                ~tiles[side] & ((cells[side].white if face >> side & 1 else cells[side].red) != 0) for side in range(4)
            ).any()
        candidate = generator.candidates.payload
        seen = Signal(6)
        ended = Signal()
        with m.If(generator.candidates.valid & ~candidate.end):
            m.d.comb += Assert(~ended)
            right = []
            for k, (face, symbol) in enumerate(_FACES.items()):
                this = (candidate.face == face) & (candidate.symbol.as_value() == symbol)
                right.append(this & fitting[face] & ~seen[k] & (candidate.quiet[symbol - 1] == quiet[face]))
                with m.If(this & generator.candidates.ready):
                    m.d.sync += seen[k].eq(1)
            m.d.comb += Assert(Cat(right).any())
        with m.If(generator.candidates.valid & candidate.end):
            m.d.comb += Assert(seen == Cat(fitting.values()))
            m.d.sync += ended.eq(1)
        cycle = Signal(range(32))
        with m.If(take):
            m.d.sync += cycle.eq(cycle + (cycle != 31))
        m.d.comb += Assert((cycle < 20) | ended)
        m.d.comb += [Cover(ended & (tiles == 0b0001)), Cover(ended & (tiles == 0b0101))]
        m.d.comb += [Cover(ended & seen[k]) for k in range(6)]


class TimerSpec(Spec):
    """Counts the cycles since the last start."""

    cycles_per_ms = 3
    longest = 4
    budget_bits = 3  # few, so that wrapping around would show within the bound

    def claim(self, m: Module) -> None:
        timer = self.hardware("timer")
        with patch.object(timer, "BUDGET_BITS", self.budget_bits):
            unit = timer.Timer(cycles_per_ms=self.cycles_per_ms)
            m.submodules.unit = Fragment.get(unit, None)
        start, budget = self.free("start"), self.free("budget", range(self.longest + 1))
        since, limit = Signal(range(64)), Signal(range(self.longest + 1))
        m.d.comb += [
            unit.start.eq(start),
            unit.budget.eq(budget),
            Assume(budget <= self.longest),
            Assert(unit.expired == ((limit != 0) & (since >= limit * self.cycles_per_ms))),
            Cover(unit.expired & (limit == self.longest)),
        ]
        m.d.sync += since.eq(since + (since != 63))
        with m.If(start):
            m.d.sync += [since.eq(0), limit.eq(budget)]


PROOFS = [
    Proof(
        name="map",
        claim="Each cell of the wrapping plane holds what was written there last, as a cell of its own or as a "
              "neighbour of another; a lookup of neighbours sees it two cycles later.",
        bound="all 4,096 cells and all pairs of writes and lookups; every run of 9 cycles",
        spec=MapSpec,
        depth=9,
        cover_depth=9,
        quick=False,
        mutants=[
            Mutant("frontier", "x[1] ^ y[1] ^ (~x[0] & y[0]))", "x[1] ^ y[1] ^ (x[0] & y[0]))"),
            Mutant("frontier", "return Cat(position.x, position.y[2:])", "return Cat(position.x, position.y[1:5])"),
            Mutant("frontier", "m.d.sync += turn.eq(", "m.d.comb += turn.eq("),
        ],
    ),
    Proof(
        name="tiles",
        claim="The moves offered on a space are, each once, exactly the tiles whose tracks go on those of all "
              "neighbours, and those said to force nothing are those that send no second track of a colour anywhere.",
        bound="all 7^4 neighbourhoods, tiles with any face and spaces with any tracks, in which at most one track of a "
              "colour comes in, as it is at rest; any pauses within 26 cycles",
        spec=TilesSpec,
        depth=26,
        cover_depth=20,
        quick=False,
        mutants=[
            Mutant("movegen", "~(white & partners(red, symbol.value)).any()", "1"),
            Mutant("movegen", "Mux(face[side], here.cells[side].white, here.cells[side].red).any()",
                   "here.cells[side].white.any()"),
            Mutant("fetch", "self.here.entered[1].eq(tiles & ~white)", "self.here.entered[1].eq(~white)"),
        ],
    ),
    Proof(
        name="timer",
        claim="The time limit is over from the budget's number of cycles after the start on, and not before; a budget "
              "of 0 is never over.",
        bound="3 cycles to a millisecond, a budget of 3 bits, up to 4 ms, any starts in 40 cycles",
        spec=TimerSpec,
        depth=40,
        cover_depth=20,
        mutants=[
            Mutant("timer", "with m.If(left == 1):", "with m.If(left == 2):"),
            Mutant("timer", "cycle == self._cycles_per_ms - 1", "cycle == self._cycles_per_ms - 2"),
            Mutant("timer", "left.eq(self.budget), self.expired.eq(0)", "left.eq(self.budget)"),
            Mutant("timer", "with m.If(left != 0):", "with m.If(1):"),
        ],
    ),
]
