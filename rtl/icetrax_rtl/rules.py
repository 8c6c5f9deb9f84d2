"""The rules engine: a position, its moves, and turns played and taken back. Wires its parts together, nothing else."""

from amaranth.hdl import Module
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from .bits import any_of
from .fetch import Fetcher, Neighbourhood
from .frontier import Frontier
from .movegen import Candidate, MoveGenerator, Request
from .turn import Command, Result, Standing, Turn
from .types import SLOT_BITS, TILES_BITS, Extent

__all__ = ["Control", "Rules"]


class Control(wiring.Signature):
    """What a unit that works with the rules engine sees of it. Units take turns; one that is idle drives zeros.

    Members
    -------
    requests, candidates, stop, all_quiet : see :class:`~icetrax_rtl.movegen.MoveGenerator`.
    commands, results : see :class:`~icetrax_rtl.turn.Turn`.
    """

    def __init__(self):
        super().__init__({
            "requests": Out(stream.Signature(Request)),
            "candidates": In(stream.Signature(Candidate)),
            "stop": Out(1),
            "all_quiet": Out(1),
            "commands": Out(stream.Signature(Command)),
            "results": In(stream.Signature(Result)),
        })


class Rules(wiring.Component):
    """A position and what can be done to it.

    The generator and the turns share the memories and the fetcher: while a turn is played or taken back no request is
    made to the generator, and a PLAY comes only when the generator offers the move.

    Parameters
    ----------
    users : int
        How many units work with it.

    Members
    -------
    users : a :class:`Control` for each.
    here : the slot that the candidate on offer is to be laid on.
    at_rim : its tile would enlarge the extent.
    extent, tiles, standing, slots : of the position.
    """

    def __init__(self, *, users):
        super().__init__({
            "users": In(Control()).array(users),
            "here": Out(Neighbourhood),
            "at_rim": Out(1),
            "extent": Out(Extent),
            "tiles": Out(TILES_BITS),
            "standing": Out(Standing),
            "slots": Out(SLOT_BITS),
        })

    def elaborate(self, platform):
        m = Module()
        m.submodules.frontier = frontier = Frontier(users=3)
        m.submodules.fetcher = fetcher = Fetcher()
        m.submodules.generator = generator = MoveGenerator()
        m.submodules.turn = turn = Turn()
        for source, sink in [
            ([user.requests for user in self.users], generator.requests),
            ([user.commands for user in self.users], turn.commands),
        ]:
            m.d.comb += [
                sink.valid.eq(any_of(user.valid for user in source)),
                sink.payload.eq(any_of(user.payload.as_value() for user in source)),
            ]
            for user in source:
                m.d.comb += user.ready.eq(sink.ready)
        for source, sinks in [
            (generator.candidates, [user.candidates for user in self.users]),
            (turn.results, [user.results for user in self.users]),
        ]:
            m.d.comb += source.ready.eq(any_of(user.ready for user in sinks))
            for user in sinks:
                m.d.comb += [user.valid.eq(source.valid), user.payload.eq(source.payload)]
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
            generator.stop.eq(any_of(user.stop for user in self.users)),
            generator.all_quiet.eq(any_of(user.all_quiet for user in self.users)),
            generator.slots.eq(turn.slots),
            generator.fetch_busy.eq(fetcher.busy),
            generator.here.eq(fetcher.here),
            generator.cells.eq(frontier.cells),
            turn.fetch_busy.eq(fetcher.busy),
            turn.here.eq(fetcher.here),
            self.here.eq(fetcher.here),
            self.at_rim.eq(turn.at_rim),
            self.extent.eq(turn.extent),
            self.tiles.eq(turn.tiles),
            self.standing.eq(turn.standing),
            self.slots.eq(turn.slots),
        ]
        for color in range(2):
            m.d.comb += [
                fetcher.mates[color].eq(frontier.mates[color]),
                turn.mates[color].eq(frontier.mates[color]),
                turn.ends[color].eq(frontier.ends[color]),
            ]
        return m
