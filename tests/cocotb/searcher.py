"""The search wired to the rules engine, without the conversation around it."""

from typing import Any

from amaranth.hdl import Module
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from icetrax_rtl.fetch import Neighbourhood
from icetrax_rtl.rules import Control, Rules
from icetrax_rtl.search import Report, Search, Task
from icetrax_rtl.turn import Standing
from icetrax_rtl.types import SLOT_BITS, TILES_BITS, Extent, Move

__all__ = ["Searcher"]


class Searcher(wiring.Component):
    """A rules engine with two users: the testbench, and a search.

    Members
    -------
    users, here, extent, tiles, standing, slots : of the :class:`~icetrax_rtl.rules.Rules`; the one user is the
        testbench.
    tasks, iterations, moves, reports, expired, abort, busy : of the :class:`~icetrax_rtl.search.Search`.
    """

    users: In(Control()).array(1)
    here: Out(Neighbourhood)
    extent: Out(Extent)
    tiles: Out(TILES_BITS)
    standing: Out(Standing)
    slots: Out(SLOT_BITS)
    tasks: In(stream.Signature(Task))
    iterations: Out(stream.Signature(Report))
    moves: Out(stream.Signature(Move))
    reports: Out(stream.Signature(Report))
    expired: In(1)
    abort: In(1)
    busy: Out(1)

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        m.submodules.rules = rules = Rules(users=2)
        m.submodules.search = search = Search()
        connect(m, flipped(self.users[0]), rules.users[0])
        connect(m, search.rules, rules.users[1])
        connect(m, flipped(self.tasks), search.tasks)
        for name in ["iterations", "moves", "reports"]:
            connect(m, getattr(search, name), flipped(getattr(self, name)))
        m.d.comb += [
            search.here.eq(rules.here),
            search.at_rim.eq(rules.at_rim),
            search.standing.eq(rules.standing),
            search.expired.eq(self.expired),
            search.abort.eq(self.abort),
            self.busy.eq(search.busy),
        ]
        for name in ["here", "extent", "tiles", "standing", "slots"]:
            m.d.comb += getattr(self, name).eq(getattr(rules, name))
        return m
