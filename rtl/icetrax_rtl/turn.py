"""Plays a turn, that is a move with all its forced plays, and takes it back.

Slots are numbered by a counter and not reused while turns may still be taken back, so a filled slot's mates survive.
Taking a tile back is then *dancing links*: for every slot ``s`` that had stopped being an end, ``mate[mate[s]] = s``.
The only other memory is the tile stack, at once the queue of forced spaces and the stack of tiles to take back: entries
below ``placed`` are tiles, those from there to ``queued`` are spaces that wait for theirs.

Laying a tile deals with each colour alone. No side of the colour entered before: a new path with two ends. One side:
the path that ended here ends in the next space. Both: the two paths were joined when the second one came. An end that
comes into a space which the colour enters already joins the two paths at once and queues the space, to be filled in its
turn.

At rest forced spaces are all filled, so the extent is final after the chosen tile (a space outside it has one tile
beside it), and a line is seen when its last link is made: ends outside opposite sides, at least 8 apart.
"""

from amaranth.hdl import C, Cat, Module, Mux, Signal, signed
from amaranth.lib import data, enum, memory, stream, wiring
from amaranth.lib.wiring import In, Out

from .bits import first, is_two, pick, popcount
from .compact import Compactor
from .evaluate import VALUE_BITS, End, Evaluator, Worth
from .fetch import Neighbourhood
from .frontier import Access, CellMap, Mate, neighbours
from .types import (
    AXIS_BITS,
    EMPTY,
    FORCED,
    MAX_EXTENT,
    SIDES,
    SLOT_BITS,
    TILE,
    TILES_BITS,
    Entry,
    Extent,
    Growth,
    Side,
    Symbol,
    Variant,
    Verdict,
)

__all__ = ["LINE_LENGTH", "Command", "Operation", "Result", "Standing", "Turn"]

LINE_LENGTH = 8
"""Columns or rows that a line must span."""

SLOT_ROOM = (1 << SLOT_BITS) - 1 - 3
"""With more slots than this in use no tile is laid: it can need three new ones (the first tile, which needs four, never
comes here)."""

STACK_ROOM = (1 << SLOT_BITS) - 1 - 4
"""With more entries than this on the tile stack no tile is laid: it can add itself and three spaces."""


class Operation(enum.Enum, shape=2):
    """What to do."""

    PLAY = 0
    """Lay a tile on the slot that the fetcher holds, and all tiles that this forces."""
    UNDO = 1
    """Take the last turn back."""
    COMMIT = 2
    """Make all turns permanent: they can not be taken back any more, and filled slots' numbers become free."""
    CLEAR = 3
    """Empty the board."""


Command = data.StructLayout({"operation": Operation, "face": 4, "evaluate": 1})
"""``face`` of the tile to play; it must fit the tiles around it. ``evaluate``: keep the score; without it a PLAY is
quicker, but must be taken back."""

BALANCE_BITS = 13
"""Bits of the (signed) sum of the worths of up to 64 paths."""

ATTACKS_BITS = 5
"""Bits of a number of attacks on loops."""

MOST_CROSSING = 3
"""Up to this attacks on lines are counted."""

Standing = data.StructLayout({
    "balance": signed(BALANCE_BITS),
    "closing": data.ArrayLayout(ATTACKS_BITS, 2),
    "crossing": data.ArrayLayout(data.ArrayLayout(2, 2), 2),
})
"""``balance``: worth of white's open paths less that of red's; ``closing``: by colour, how many of them are attacks on
loops; ``crossing``: by colour and axis (columns, rows), how many are attacks on lines, at least.

A path is judged when it arises and when turns are made permanent. When the extent grows in between, beyond the length
of a line, the attacks on lines along that axis are void, and no longer counted; the other paths' bonuses for their span
stay as they were. Not every attack is counted, and one on a loop may be none, where the turn that would close it is
illegal."""

Result = data.StructLayout({
    "verdict": Verdict,
    "loops": 2,
    "lines": 2,
    "slot": SLOT_BITS,
    "symbol": Symbol,
})
"""``verdict`` of a PLAY: unless LEGAL all is as it was; ``loops`` and ``lines``: the colours that completed one in it.
``slot`` and ``symbol`` of the chosen tile after an UNDO, and after a PLAY that was not LEGAL."""


class Turn(wiring.Component):
    """Plays and takes back turns.

    A PLAY takes 6 cycles and 9 more for each forced tile; with a score kept, 4 more a tile; without one, from 8 columns
    or rows on, 3 more a tile for the line check; one more for a tile by which both ends of one new path come into
    spaces that the colour enters already. A turn refused takes in addition what taking it back takes. UNDO: 6 cycles a
    tile, 2 more. COMMIT: up to 12 a tile, and up to 13 a slot for judging its paths anew. CLEAR: 1,024.

    Members
    -------
    commands, results : one result for each command.
    slots : number of slots in use, filled or not; the next number to be given.
    extent : edges of the tiles in play.
    tiles : how many lie there.
    standing : the score of the position.
    variant : the rules.
    at_rim : a tile on the slot that the fetcher holds would enlarge the extent.
    closed : and is not allowed for that reason.
    fetch_start, fetch_slot, fetch_skip, fetch_busy, here : to the :class:`~icetrax_rtl.fetch.Fetcher`.
    access, mates, ends, clear : to the :class:`~icetrax_rtl.frontier.Frontier`.
    """

    commands: In(stream.Signature(Command))
    results: Out(stream.Signature(Result))
    slots: Out(SLOT_BITS, init=1)
    extent: Out(Extent, init=EMPTY)
    tiles: Out(TILES_BITS)
    standing: Out(Standing)
    variant: In(Variant)
    at_rim: Out(1)
    closed: Out(1)
    fetch_start: Out(1)
    fetch_slot: Out(SLOT_BITS)
    fetch_skip: Out(1)
    fetch_busy: In(1)
    here: In(Neighbourhood)
    access: Out(Access)
    mates: In(Mate).array(2)
    ends: In(End).array(2)
    clear: Out(1)

    def elaborate(self, platform):
        m = Module()
        here, extent, access = self.here, self.extent, self.access

        m.submodules.stack = stack = memory.Memory(shape=Entry, depth=1 << SLOT_BITS, init=[])
        pop, push = stack.read_port(), stack.write_port()
        m.submodules.compactor = compactor = Compactor()
        m.d.comb += [
            compactor.slots.eq(self.slots),
            compactor.here.eq(here),
            compactor.fetch_busy.eq(self.fetch_busy),
            compactor.entry.eq(pop.data),
        ]
        m.d.comb += [compactor.ends[color].eq(self.ends[color]) for color in range(2)]

        placed = Signal(SLOT_BITS)  # tiles on the stack
        queued = Signal(SLOT_BITS)  # tiles and spaces on the stack
        face = Signal(4)            # of the tile being laid or taken back
        kind = Signal(4)
        chosen = Signal()
        m.d.comb += chosen.eq(kind != FORCED)
        result = self.results.payload
        m.d.comb += [
            result.slot.eq(here.slot),
            result.symbol.eq(
                Mux(face[0] == face[1], Symbol.BACKSLASH, Mux(face[0] == face[2], Symbol.PLUS, Symbol.SLASH))
            ),
        ]

        # ---- what lies around the slot that the fetcher holds, seen by the tile with this face
        growth = Signal(Growth)
        m.d.comb += [
            growth.west.eq(here.position.x == extent.west),
            growth.east.eq(here.position.x == extent.east),
            growth.north.eq(here.position.y == extent.north),
            growth.south.eq(here.position.y == extent.south),
        ]
        lines, shut = Signal(), Signal(2)  # lines win; no further columns, no further rows
        m.d.comb += [
            lines.eq(self.variant != Variant.LOOP),
            self.at_rim.eq(growth.as_value().any()),
            self.closed.eq((growth.west | growth.east) & shut[0] | (growth.north | growth.south) & shut[1]),
        ]
        empty, once, twice, forces = (Signal(4, name=name) for name in ["empty", "once", "twice", "forces"])
        for side in SIDES:
            cell, free = here.cells[side], ~here.tiles[side]
            own, other = Mux(face[side], cell.white, cell.red), Mux(face[side], cell.red, cell.white)
            m.d.comb += [
                empty[side].eq(free & (Cat(cell.white, cell.red) == 0)),
                once[side].eq(free & (own == 1)),
                twice[side].eq(free & (own == 2)),
                # a space that the other colour forces already is in the queue
                forces[side].eq(free & (own == 1) & (other != 2)),
            ]
        leaving = [Signal(4, name="leaving_white"), Signal(4, name="leaving_red")]
        continues = Signal(2)       # by colour: one side entered, the track goes on by the other
        m.d.comb += [leaving[0].eq(face & ~here.tiles), leaving[1].eq(~face & ~here.tiles)]
        for color in range(2):
            m.d.comb += continues[color].eq(leaving[color].any() & here.entered[color].any())

        # numbers of the spaces around: new ones in the order of sides
        numbers = []
        for side in SIDES:
            number = Signal(SLOT_BITS, name=f"number_{side}")
            rank = popcount(Cat(empty[:side], C(0, 4 - side))) if side else C(0, 2)
            m.d.comb += number.eq(Mux(empty[side], self.slots + rank, here.cells[side].ref))
            numbers.append(number)

        # ---- new slots' places and queued spaces are written one a cycle, in the cycles after PLACE
        new_spaces, new_number = Signal(4), Signal(SLOT_BITS)
        to_queue = Signal(4)
        beside = neighbours(m, here.position, "beside")
        with m.If(new_spaces.any()):
            m.d.comb += [
                access.slot_write.en.eq(1),
                access.slot_write.slot.eq(new_number),
                access.slot_write.data.position.eq(pick(first(new_spaces), beside)),
            ]
            m.d.sync += [new_spaces.eq(new_spaces & ~first(new_spaces)), new_number.eq(new_number + 1)]
        with m.If(to_queue.any()):
            m.d.comb += [
                push.en.eq(1),
                push.addr.eq(queued),
                push.data.slot.eq(pick(first(to_queue), [here.cells[side].ref for side in SIDES])),
            ]
            m.d.sync += [to_queue.eq(to_queue & ~first(to_queue)), queued.eq(queued + 1)]

        # ---- linking, by colour: ends a and b of the path that the tile makes or prolongs
        active = Signal(2)
        evaluate = Signal()
        a, b, loop_end = ([Signal(SLOT_BITS, name=f"{name}_{color}") for color in ["white", "red"]]
                          for name in ["a", "b", "loop_end"])
        a_joins, b_joins = Signal(2), Signal(2)  # the end comes into a space where a path of its colour ends already
        again = [Signal(4, name="again_white"), Signal(4, name="again_red")]  # taking back: a second such space

        def write_mate(color, slot, mate, worth):
            return [
                access.mate_write[color].en.eq(1),
                access.mate_write[color].slot.eq(slot),
                access.mate_write[color].data.slot.eq(mate),
                access.mate_write[color].data.worth.eq(worth),
            ]

        # ---- new ends are written one a cycle and colour, in the cycles after PLACE
        new_ends = [Signal(4, name="new_ends_white"), Signal(4, name="new_ends_red")]
        end_numbers = [Signal(SLOT_BITS, name=f"end_number_{side}") for side in SIDES]
        for color in range(2):
            side = first(new_ends[color])
            with m.If(new_ends[color].any()):
                m.d.comb += [
                    access.end_write[color].en.eq(1),
                    access.end_write[color].slot.eq(pick(side, end_numbers)),
                    access.end_write[color].data.position.eq(pick(side, beside)),
                    access.end_write[color].data.side.eq(pick(side, [Side(side ^ 2).value for side in SIDES])),
                ]
                m.d.sync += new_ends[color].eq(new_ends[color] & ~side)

        # ---- measuring the path that was made: end b is looked up first, see MEASURE
        step = Signal(range(4))
        wide, tall = Signal(), Signal()
        m.d.sync += [wide.eq(extent.columns >= LINE_LENGTH), tall.eq(extent.rows >= LINE_LENGTH)]
        m.d.comb += shut.eq(Cat(wide, tall) & (self.variant == Variant.LIMITED).replicate(2))
        reach = [Signal(AXIS_BITS, name="reach_columns"), Signal(AXIS_BITS, name="reach_rows")]
        m.d.sync += [
            reach[0].eq(Mux(wide, extent.columns, LINE_LENGTH)), reach[1].eq(Mux(tall, extent.rows, LINE_LENGTH))
        ]
        with m.If(~lines):  # no path is nearly as long as that
            m.d.sync += [axis.eq(~0) for axis in reach]
        end_b = [Signal(End, name="end_b_white"), Signal(End, name="end_b_red")]
        spans = Signal(2)
        worths = []  # one cycle after ``worths`` are right so are ``settled``
        settled = [Signal(Worth, name="settled_white"), Signal(Worth, name="settled_red")]
        found_end = [Signal(End, name="found_end_white"), Signal(End, name="found_end_red")]
        for color, name in enumerate(["white", "red"]):
            # by distance from the extent's corner: where a path's ends are 32 or more apart the plane's wrap would show
            m.d.comb += [
                found_end[color].position.x.eq(self.ends[color].position.x - extent.west),
                found_end[color].position.y.eq(self.ends[color].position.y - extent.north),
                found_end[color].side.eq(self.ends[color].side),
            ]
            m.submodules[f"evaluator_{name}"] = evaluator = Evaluator()
            m.d.comb += [evaluator.here.eq(end_b[color]), evaluator.there.eq(found_end[color])]
            m.d.comb += [evaluator.reach[axis].eq(reach[axis]) for axis in range(2)]
            m.d.comb += evaluator.lines.eq(lines)
            worths.append(evaluator.worth)
            m.d.sync += settled[color].eq(evaluator.worth)
            at_edge = []
            for end in [end_b[color], found_end[color]]:
                edges = Signal(4, name=f"edges_{name}")
                m.d.comb += edges.eq(Cat(
                    end.position.x == 0, end.position.x == extent.columns + 1,
                    end.position.y == 0, end.position.y == extent.rows + 1,
                ))
                at_edge.append(edges)
            (a_west, a_east, a_north, a_south), (b_west, b_east, b_north, b_south) = at_edge
            m.d.comb += spans[color].eq(
                lines & (wide & (a_west & b_east | a_east & b_west) | tall & (a_north & b_south | a_south & b_north))
            )
            # ends side by side lie both within the extent or both outside it
            m.d.sync += evaluator.closed.eq((a_west | a_east) & shut[0] | (a_north | a_south) & shut[1])

        def measure():
            """Goes on with what has to be known of the new path."""
            m.next = "JOIN"
            with m.If(evaluate | wide | tall):
                m.next = "MEASURE"

        # ---- the score: worths of the paths that a tile made, less those of the paths that went into them
        lost_value = [Signal(signed(VALUE_BITS + 2), name=f"lost_value_{name}") for name in ["white", "red"]]
        lost_closing = [Signal(2, name=f"lost_closing_{name}") for name in ["white", "red"]]
        lost_crossing = [[Signal(2, name=f"lost_crossing_{name}_{axis}") for axis in ["columns", "rows"]]
                         for name in ["white", "red"]]

        def lose_nothing(color):
            """Begins to add up what goes off the score."""
            return [total.eq(0) for total in (lost_value[color], lost_closing[color], *lost_crossing[color])]

        def lose(color, worth, *, anew=False):
            """Takes a path that has gone into the new one off the score."""
            worth = Worth(worth)
            sums = [(lost_value[color], worth.value), (lost_closing[color], worth.closes),
                    *zip(lost_crossing[color], worth.crosses, strict=True)]
            return [total.eq(one if anew else total + one) for total, one in sums]

        m.submodules.standings = standings = memory.Memory(shape=Standing, depth=1 << SLOT_BITS, init=[])
        recall, remember = standings.read_port(), standings.write_port()
        m.d.comb += [
            recall.addr.eq(pop.addr),
            remember.addr.eq(placed),
            remember.data.eq(self.standing),
        ]

        earlier = Signal(Standing)  # before the turn that is being taken back
        m.d.comb += pop.addr.eq(placed)
        sweep = Signal(range(CellMap.depth))
        surveying, surveyed = Signal(), Signal(SLOT_BITS)  # paths are judged anew; slots whose paths are

        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += [self.commands.ready.eq(1), pop.addr.eq(placed - 1)]
                m.d.sync += [
                    face.eq(self.commands.payload.face), kind.eq(growth), evaluate.eq(self.commands.payload.evaluate)
                ]
                m.d.sync += [result.verdict.eq(Verdict.LEGAL), result.loops.eq(0), result.lines.eq(0)]
                with m.If(self.commands.valid), m.Switch(self.commands.payload.operation):
                    with m.Case(Operation.PLAY):
                        m.next = "PLACE"
                    with m.Case(Operation.UNDO):
                        m.next = "POP"
                    with m.Case(Operation.COMMIT):
                        m.d.comb += compactor.start.eq(1)
                        m.next = "COMMIT"
                    with m.Case(Operation.CLEAR):
                        m.next = "CLEAR"

            with m.State("PLACE"):
                too_large = (
                    kind[0:2].any() & (extent.columns == MAX_EXTENT) | kind[2:4].any() & (extent.rows == MAX_EXTENT)
                ) & chosen
                full = Signal()
                m.d.comb += full.eq(too_large | (self.slots > SLOT_ROOM) | (queued > STACK_ROOM))
                for color in range(2):
                    joins = leaving[color] & once
                    side_b = Signal(4, name=f"side_b_{color}")
                    m.d.comb += side_b.eq(Mux(joins.any(), first(joins), first(leaving[color])))
                    side_a = leaving[color] & ~side_b
                    number_a = pick(side_a, numbers)
                    m.d.comb += access.mate[color].eq(pick(side_b, [here.cells[side].ref for side in SIDES]))
                    m.d.sync += [
                        active[color].eq(leaving[color].any()),
                        b[color].eq(pick(side_b, numbers)),
                        b_joins[color].eq(joins.any()),
                        a[color].eq(Mux(continues[color], here.mates[color].slot, number_a)),
                        a_joins[color].eq((side_a & once).any()),
                        loop_end[color].eq(Mux(continues[color], here.slot, number_a)),
                        lose_nothing(color),
                        new_ends[color].eq(0),
                    ]
                    with m.If(continues[color]):
                        m.d.sync += lose(color, here.mates[color].worth, anew=True)
                m.d.sync += [number.eq(source) for number, source in zip(end_numbers, numbers, strict=True)]
                with m.If(twice.any() | full):
                    m.d.sync += result.verdict.eq(Mux(twice.any(), Verdict.ILLEGAL, Verdict.FULL))
                    m.d.comb += pop.addr.eq(placed - 1)
                    m.next = "POP"
                    with m.If(chosen):
                        m.next = "REPLY"
                with m.Else():
                    m.d.comb += [
                        access.cells_write.at.eq(here.position),
                        access.cells_write.en.eq(~here.tiles),
                        access.slot_write.en.eq(1),
                        access.slot_write.slot.eq(here.slot),
                        access.slot_write.data.position.eq(here.position),
                        access.slot_write.data.filled.eq(1),
                        push.en.eq(1),
                        push.addr.eq(placed),
                        push.data.slot.eq(here.slot),
                        push.data.face.eq(face),
                        push.data.kind.eq(kind),
                    ]
                    for side in SIDES:
                        m.d.comb += [
                            access.cells_write.data[side].ref.eq(numbers[side]),
                            access.cells_write.data[side].white.eq(here.cells[side].white + face[side]),
                            access.cells_write.data[side].red.eq(here.cells[side].red + ~face[side]),
                        ]
                    m.d.sync += [
                        placed.eq(placed + 1),
                        self.tiles.eq(self.tiles + 1),
                        to_queue.eq(forces),
                        new_spaces.eq(empty),
                        new_number.eq(self.slots),
                        self.slots.eq(self.slots + popcount(empty)),
                    ]
                    m.d.sync += [new_ends[color].eq(leaving[color] & ~once) for color in range(2)]
                    m.d.comb += remember.en.eq(chosen)
                    with m.If(chosen):
                        m.d.sync += [
                            queued.eq(queued + 1),
                            extent.west.eq(extent.west - kind[0]),
                            extent.east.eq(extent.east + kind[1]),
                            extent.north.eq(extent.north - kind[2]),
                            extent.south.eq(extent.south + kind[3]),
                            extent.columns.eq(extent.columns + kind[0:2].any()),
                            extent.rows.eq(extent.rows + kind[2:4].any()),
                        ]
                        for axis, grows in enumerate([wide & kind[0:2].any(), tall & kind[2:4].any()]):
                            with m.If(grows):
                                m.d.sync += [crossing[axis].eq(0) for crossing in self.standing.crossing]
                    m.next = "LINK"
            with m.State("LINK"):
                m.d.comb += [
                    access.cells_write.at.eq(here.position),
                    access.tile_write.en.eq(1),
                    access.tile_write.data.white.eq(TILE),
                    access.tile_write.data.ref.eq(face),
                ]
                m.d.sync += step.eq(0)
                measure()
                with m.If(a_joins.any()):
                    m.next = "LINK_A"
                for color in range(2):
                    m.d.comb += access.mate[color].eq(a[color])
                    with m.If(b_joins[color]):
                        m.d.sync += b[color].eq(self.mates[color].slot)
                        m.d.sync += lose(color, self.mates[color].worth)
                        with m.If(self.mates[color].slot == loop_end[color]):
                            # no path remains; the ends' mates are each other and stay as they are
                            m.d.sync += [result.loops[color].eq(1), active[color].eq(0)]
            with m.State("LINK_A"):
                for color in range(2):
                    with m.If(a_joins[color]):
                        m.d.sync += a[color].eq(self.mates[color].slot)
                        m.d.sync += lose(color, self.mates[color].worth)
                measure()
            with m.State("MEASURE"):
                # Of two new ends b is the first to be written, in LINK, and a is written while b is looked up.
                m.d.sync += step.eq(step + 1)
                for color in range(2):
                    m.d.comb += access.end[color].eq(Mux(step == 0, b[color], a[color]))
                    with m.If(step == 1):
                        m.d.sync += end_b[color].eq(found_end[color])
                    with m.If((step == 2) & active[color] & spans[color]):
                        m.d.sync += result.lines[color].eq(1)
                with m.If((step == 3) | (step == 2) & ~evaluate):
                    m.next = "JOIN"
            # the evaluators' answer stands from here on, since the ends looked up do not change
            with m.State("JOIN"):
                for color in range(2):
                    m.d.comb += access.end[color].eq(a[color])
                    with m.If(active[color]):
                        m.d.comb += write_mate(color, b[color], a[color], worths[color])
                m.next = "JOIN_A"
            with m.State("JOIN_A"):
                for color in range(2):
                    with m.If(active[color]):
                        m.d.comb += write_mate(color, a[color], b[color], settled[color])
                m.next = "NEXT"
                m.d.sync += [
                    self.standing.balance.eq(
                        self.standing.balance
                        + (Mux(active[0], settled[0].value, 0) - lost_value[0])
                        - (Mux(active[1], settled[1].value, 0) - lost_value[1])
                    ),
                ]
                for color in range(2):
                    closing = self.standing.closing[color]
                    m.d.sync += closing.eq(closing + (active[color] & settled[color].closes) - lost_closing[color])
                    for axis in range(2):
                        crossing, crosses = self.standing.crossing[color][axis], settled[color].crosses[axis]
                        lost = lost_crossing[color][axis]
                        left = Signal(3, name=f"crossing_{color}_{axis}")
                        m.d.comb += left.eq(crossing + (active[color] & crosses))
                        m.d.sync += crossing.eq(
                            Mux(left < lost, 0, Mux(left - lost > MOST_CROSSING, MOST_CROSSING, left - lost))
                        )
            with m.State("NEXT"):
                with m.If(surveying):
                    m.d.sync += surveyed.eq(surveyed + 1)
                    m.next = "SURVEY"
                with m.Elif(placed == queued):
                    m.next = "REPLY"
                with m.Else():
                    m.d.comb += [self.fetch_start.eq(1), self.fetch_slot.eq(pop.data.slot)]
                    m.next = "FORCE"
            with m.State("FORCE"):
                m.d.sync += [
                    face.eq(Mux(is_two(here.entered[0]), here.entered[0], ~here.entered[1])),
                    kind.eq(FORCED),
                ]
                with m.If(~self.fetch_busy):
                    m.next = "PLACE"

            # ---- take a tile back
            with m.State("POP"):
                m.d.comb += [self.fetch_start.eq(1), self.fetch_slot.eq(pop.data.slot)]
                m.d.sync += [placed.eq(placed - 1), face.eq(pop.data.face), kind.eq(pop.data.kind)]
                m.d.sync += earlier.eq(recall.data)
                m.d.sync += to_queue.eq(0)
                m.next = "LIFT"
            with m.State("LIFT"):
                for color in range(2):
                    joined = leaving[color] & twice
                    m.d.comb += access.mate[color].eq(pick(first(joined), [here.cells[side].ref for side in SIDES]))
                    m.d.sync += [
                        b[color].eq(access.mate[color]),
                        b_joins[color].eq(joined.any()),
                        again[color].eq(joined & ~first(joined)),
                    ]
                with m.If(~self.fetch_busy):
                    m.d.comb += [
                        access.cells_write.at.eq(here.position),
                        access.tile_write.en.eq(1),
                        access.tile_write.data.ref.eq(here.slot),
                        access.tile_write.data.white.eq(popcount(here.entered[0])),
                        access.tile_write.data.red.eq(popcount(here.entered[1])),
                        access.slot_write.en.eq(1),
                        access.slot_write.slot.eq(here.slot),
                        access.slot_write.data.position.eq(here.position),
                    ]
                    for color in range(2):
                        with m.If(continues[color]):
                            m.d.comb += write_mate(color, here.mates[color].slot, here.slot, here.mates[color].worth)
                    m.next = "UNLINK"
            with m.State("UNLINK"):
                m.d.comb += [access.cells_write.at.eq(here.position), access.cells_write.en.eq(~here.tiles)]
                gone = Signal(4)
                for side in SIDES:
                    cell, before = access.cells_write.data[side], here.cells[side]
                    m.d.comb += [
                        cell.white.eq(before.white - face[side]),
                        cell.red.eq(before.red - ~face[side]),
                        cell.ref.eq(before.ref),
                        gone[side].eq(~here.tiles[side] & (Cat(cell.white, cell.red) == 0)),
                    ]
                for color in range(2):
                    with m.If(b_joins[color]):
                        m.d.comb += write_mate(color, self.mates[color].slot, b[color], self.mates[color].worth)
                    m.d.comb += access.mate[color].eq(pick(again[color], [here.cells[side].ref for side in SIDES]))
                    m.d.sync += [
                        b[color].eq(access.mate[color]), b_joins[color].eq(again[color].any()), again[color].eq(0)
                    ]
                with m.If(~(again[0].any() | again[1].any())):
                    m.d.comb += pop.addr.eq(placed - 1)
                    m.d.sync += [self.slots.eq(self.slots - popcount(gone)), self.tiles.eq(self.tiles - 1)]
                    m.next = "POP"
                    with m.If(chosen):
                        m.d.sync += [
                            self.standing.eq(earlier),
                            queued.eq(placed),
                            extent.west.eq(extent.west + kind[0]),
                            extent.east.eq(extent.east - kind[1]),
                            extent.north.eq(extent.north + kind[2]),
                            extent.south.eq(extent.south - kind[3]),
                            extent.columns.eq(extent.columns - kind[0:2].any()),
                            extent.rows.eq(extent.rows - kind[2:4].any()),
                        ]
                        m.next = "REPLY"

            with m.State("COMMIT"):
                m.d.comb += [
                    access.eq(compactor.access),
                    pop.addr.eq(compactor.index),
                    compactor.placed.eq(placed),
                    self.fetch_start.eq(compactor.fetch_start),
                    self.fetch_skip.eq(1),
                    self.fetch_slot.eq(compactor.fetch_slot),
                ]
                with m.If(compactor.done):
                    m.d.sync += [
                        self.slots.eq(compactor.slots_left), placed.eq(0), queued.eq(0), surveyed.eq(0),
                        self.standing.eq(0), evaluate.eq(1), surveying.eq(1),
                    ]
                    m.next = "SURVEY"
            # ---- judge all paths anew, each from the lower one of its ends
            with m.State("SURVEY"):
                m.d.comb += [self.fetch_start.eq(1), self.fetch_slot.eq(surveyed)]
                m.next = "SURVEYED"
                with m.If(surveyed == self.slots):
                    m.d.comb += self.fetch_start.eq(0)
                    m.d.sync += surveying.eq(0)
                    m.next = "REPLY"
            with m.State("SURVEYED"):
                m.d.sync += step.eq(0)
                for color in range(2):
                    mate = here.mates[color].slot
                    m.d.sync += [
                        active[color].eq(here.entered[color].any() & (here.slot < mate)),
                        a[color].eq(here.slot),
                        b[color].eq(mate),
                        lose_nothing(color),
                    ]
                with m.If(~self.fetch_busy):
                    m.next = "MEASURE"
            with m.State("CLEAR"):
                m.d.comb += self.clear.eq(1)
                m.d.sync += [
                    sweep.eq(sweep + 1), placed.eq(0), queued.eq(0),
                    self.slots.eq(1), self.tiles.eq(0), self.standing.eq(0), extent.eq(Extent.const(EMPTY)),
                ]
                with m.If(sweep == CellMap.depth - 1):
                    m.next = "REPLY"
            with m.State("REPLY"):
                m.d.comb += self.results.valid.eq(1)
                with m.If(self.results.ready):
                    m.next = "IDLE"
        return m
