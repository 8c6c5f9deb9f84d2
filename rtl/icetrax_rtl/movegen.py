"""Generates the moves that can be tried in a position: for each slot the tiles that fit the tracks which enter it."""

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib import data, enum, stream, wiring
from amaranth.lib.wiring import In, Out

from .bits import first, partners
from .fetch import Neighbourhood
from .frontier import Access
from .types import CENTRE, FIRST_SLOT, SIDES, SLOT_BITS, TILE, Cell, Move, Symbol

__all__ = ["Candidate", "MoveGenerator", "Query", "Request"]


class Query(enum.Enum, shape=2):
    """Which moves to offer."""

    ALL = 0
    """All."""
    AFTER = 1
    """Those that come after ``symbol`` on ``slot``, that is the rest of an interrupted ALL."""
    ONE = 2
    """The one that is ``move``, if it fits."""


Request = data.StructLayout({"query": Query, "slot": SLOT_BITS, "symbol": Symbol, "move": Move})
"""``slot`` and ``symbol``: for AFTER; ``move``: for ONE."""

Candidate = data.StructLayout({"end": 1, "symbol": Symbol, "face": 4, "quiet": 3})
"""``end``: there are no more moves, and the rest is not valid. Otherwise a move on the slot that the fetcher holds:
``symbol`` and ``face`` of the tile; ``quiet``: by symbol - 1, the moves on this slot, this one included, which force
nothing and are therefore legal, as far as no move that forces comes between. A move that forces may prove illegal when
it is played."""

_SYMBOLS = [Symbol.BACKSLASH, Symbol.PLUS, Symbol.SLASH]

_FIRST_FACES = {Symbol.PLUS: 0b1010, Symbol.SLASH: 0b0110}
"""The first tile's: its white track runs from north to south, or from north to west."""


class MoveGenerator(wiring.Component):
    """Offers moves slot by slot: 3 cycles to look a slot up, 2 for a filled one, then one a move and one to go on.

    Members
    -------
    requests : accepted at any time except while a slot is looked up; begins anew.
    candidates : what is on offer.
    stop : with the transfer of a candidate: it is going to be played, offer nothing more until the next request.
    all_quiet : with the transfer of a candidate: all quiet moves on the slot are done with, too.
    slots : slots in use.
    closed : nothing may be played on the slot that the fetcher holds.
    fetch_start, fetch_slot, fetch_skip, fetch_busy, here : to the :class:`~icetrax_rtl.fetch.Fetcher`.
    access, cells : to the :class:`~icetrax_rtl.frontier.Frontier`.
    """

    requests: In(stream.Signature(Request))
    candidates: Out(stream.Signature(Candidate))
    stop: In(1)
    all_quiet: In(1)
    slots: In(SLOT_BITS)
    closed: In(1)
    fetch_start: Out(1)
    fetch_slot: Out(SLOT_BITS)
    fetch_skip: Out(1)
    fetch_busy: In(1)
    here: In(Neighbourhood)
    access: Out(Access)
    cells: In(data.ArrayLayout(Cell, 4))

    def elaborate(self, platform):
        m = Module()
        here, candidate, request = self.here, self.candidates.payload, self.requests.payload
        white, red = here.entered[0], here.entered[1]
        untouched = Signal()
        m.d.comb += untouched.eq(~(white | red).any())  # only the first slot is

        left = Signal(3)  # symbols still to be offered here
        only = Signal()   # nothing but what is left
        wanted = Signal(Move)
        # What the slot allows is known one cycle before anything is offered there, so it waits for that in registers.
        allowed, harmless = Signal(3), Signal(3)
        fits, quiet = Signal(3), Signal(3)
        m.d.comb += [
            fits.eq(left & allowed),
            # up to the first that forces: after that one has been played the rest is offered anew
            quiet.eq(fits & harmless & Cat(1, 1, ~(fits[1] & ~harmless[1]))),
        ]
        faces = []
        for symbol in _SYMBOLS:
            index = symbol.value - 1
            face = Signal(4, name=f"face_{symbol.name.lower()}")
            fitting_face = Signal.like(face)
            m.d.comb += face.eq(
                Mux(white.any(), white | partners(white, symbol.value), ~(red | partners(red, symbol.value)))
            )
            m.d.sync += [
                fitting_face.eq(face), allowed[index].eq(~(white & partners(red, symbol.value)).any() & ~self.closed)
            ]
            with m.If(untouched):
                m.d.comb += face.eq(_FIRST_FACES.get(symbol, 0))
                m.d.sync += allowed[index].eq(symbol in _FIRST_FACES)
            forces = Cat(
                ~here.tiles[side] & Mux(face[side], here.cells[side].white, here.cells[side].red).any()
                for side in SIDES
            )
            m.d.sync += harmless[index].eq(~forces.any())
            faces.append(fitting_face)

        chosen = first(fits)
        m.d.comb += [
            candidate.quiet.eq(quiet),
            candidate.face.eq(Mux(chosen[0], faces[0], Mux(chosen[1], faces[1], faces[2]))),
            candidate.symbol.eq(Mux(chosen[0], Symbol.BACKSLASH, Mux(chosen[1], Symbol.PLUS, Symbol.SLASH))),
            self.fetch_skip.eq(1),
        ]

        def look_up(slot):
            m.d.comb += [self.fetch_start.eq(1), self.fetch_slot.eq(slot)]
            m.next = "WAIT"

        def begin():
            m.d.sync += [
                left.eq(0b111),
                only.eq(request.query == Query.ONE),
                wanted.eq(request.move),
            ]
            with m.Switch(request.query):
                with m.Case(Query.ALL):
                    look_up(FIRST_SLOT)
                with m.Case(Query.AFTER):
                    m.d.sync += left.eq(Cat(0, request.symbol == Symbol.BACKSLASH, request.symbol != Symbol.SLASH))
                    look_up(request.slot)
                with m.Default():
                    m.d.comb += [
                        # the map answers with neighbours: ask for those of the space to the west
                        self.access.near.x.eq(request.move.position.x - 1),
                        self.access.near.y.eq(request.move.position.y),
                    ]
                    m.next = "FIND"

        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += self.requests.ready.eq(1)
                with m.If(self.requests.valid):
                    begin()
            with m.State("FIND"):
                cell = self.cells[0]
                m.d.sync += left.eq(Cat(wanted.symbol == symbol for symbol in _SYMBOLS))
                with m.If((cell.white != TILE) & (Cat(cell.white, cell.red) != 0)):
                    look_up(cell.ref)
                with m.Elif((self.slots == 1) & (wanted.position == C(CENTRE, Move.members["position"]))):
                    look_up(FIRST_SLOT)
                with m.Else():
                    m.next = "END"
            with m.State("WAIT"):
                with m.If(~self.fetch_busy):
                    m.next = "OFFER"
            with m.State("OFFER"):
                m.d.comb += self.requests.ready.eq(1)
                m.d.comb += self.candidates.valid.eq(fits.any() & ~here.filled)
                with m.If(self.requests.valid):
                    begin()
                with m.Elif(self.candidates.valid):
                    with m.If(self.candidates.ready):
                        m.d.sync += left.eq(fits & ~Mux(self.all_quiet, chosen | quiet, chosen))
                        with m.If(self.stop):
                            m.next = "IDLE"
                with m.Elif(only | (here.slot + 1 == self.slots)):
                    m.next = "END"
                with m.Else():
                    m.d.sync += left.eq(0b111)
                    look_up(here.slot + 1)
            with m.State("END"):
                m.d.comb += [self.requests.ready.eq(1), self.candidates.valid.eq(1), candidate.end.eq(1)]
                with m.If(self.requests.valid):
                    begin()
        return m
