"""The rules engine: a position, its moves, and turns played and taken back. Wires its parts together, nothing else."""

from amaranth.hdl import Module
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from .fetch import Fetcher, Neighbourhood
from .frontier import Frontier
from .movegen import Candidate, MoveGenerator, Request
from .turn import Command, Result, Turn
from .types import SLOT_BITS, TILES_BITS, Extent

__all__ = ["Rules"]


class Rules(wiring.Component):
    """A position and what can be done to it.

    The generator and the turns share the memories and the fetcher: while a turn is played or taken back no request is
    made to the generator, and a PLAY comes only when the generator offers the move.

    Members
    -------
    requests, candidates, stop, all_quiet : see :class:`~icetrax_rtl.movegen.MoveGenerator`.
    commands, results : see :class:`~icetrax_rtl.turn.Turn`.
    here : the slot that the candidate on offer is to be laid on.
    extent, tiles, slots : of the position.
    """

    requests: In(stream.Signature(Request))
    candidates: Out(stream.Signature(Candidate))
    stop: In(1)
    all_quiet: In(1)
    commands: In(stream.Signature(Command))
    results: Out(stream.Signature(Result))
    here: Out(Neighbourhood)
    extent: Out(Extent)
    tiles: Out(TILES_BITS)
    slots: Out(SLOT_BITS)

    def elaborate(self, platform):
        m = Module()
        m.submodules.frontier = frontier = Frontier(users=3)
        m.submodules.fetcher = fetcher = Fetcher()
        m.submodules.generator = generator = MoveGenerator()
        m.submodules.turn = turn = Turn()
        connect(m, flipped(self.requests), generator.requests)
        connect(m, generator.candidates, flipped(self.candidates))
        connect(m, flipped(self.commands), turn.commands)
        connect(m, turn.results, flipped(self.results))
        m.d.comb += [
            frontier.users[0].eq(fetcher.access),
            frontier.users[1].eq(generator.access),
            frontier.users[2].eq(turn.access),
            frontier.clear.eq(turn.clear),
            fetcher.start.eq(generator.fetch_start | turn.fetch_start),
            fetcher.slot.eq(turn.fetch_slot | generator.fetch_slot),
            fetcher.skip_filled.eq(generator.fetch_start | turn.fetch_skip),
            fetcher.space.eq(frontier.space),
            fetcher.cells.eq(frontier.cells),
            generator.stop.eq(self.stop),
            generator.all_quiet.eq(self.all_quiet),
            generator.slots.eq(turn.slots),
            generator.fetch_busy.eq(fetcher.busy),
            generator.here.eq(fetcher.here),
            generator.cells.eq(frontier.cells),
            turn.fetch_busy.eq(fetcher.busy),
            turn.here.eq(fetcher.here),
            turn.space.eq(frontier.space),
            self.here.eq(fetcher.here),
            self.extent.eq(turn.extent),
            self.tiles.eq(turn.tiles),
            self.slots.eq(turn.slots),
        ]
        for color in range(2):
            m.d.comb += [fetcher.mates[color].eq(frontier.mates[color]), turn.mates[color].eq(frontier.mates[color])]
        return m
