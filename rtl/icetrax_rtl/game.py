"""The game in progress: named moves are played for good, the score is kept, and turns are taken back.

Turns played here are made permanent, so the rules engine can not take them back; but a game's moves fit into one block
RAM, and playing them again takes less than the time of a character on the serial line for each.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, enum, memory, stream, wiring
from amaranth.lib.wiring import In, Out

from .movegen import Query
from .rules import Control
from .turn import Operation
from .types import PLIES_BITS, Color, Extent, Move, Name, Reason, Variant, Verdict, Winner

__all__ = ["Action", "Game", "Order"]

MOST_PLIES = (1 << PLIES_BITS) - 1


class Action(enum.Enum, shape=2):
    """What to do with the game."""

    NEW = 0
    """Begin a new one."""
    NAMED = 1
    """Play the move with a name."""
    PLACED = 2
    """Play the move at a place of the plane."""
    UNDO = 3
    """Take the last turn back."""


Order = data.StructLayout({"action": Action, "name": Name, "move": Move})
"""``name``: for NAMED; ``move``: for PLACED."""


class Game(wiring.Component):
    """Plays a game.

    A move takes what its turn and making it permanent take (see :class:`~icetrax_rtl.turn.Turn`), and 8 cycles; on a
    limited board in addition what it takes to find a legal answer. An UNDO takes 1,024 cycles and what playing all but
    the last turn takes.

    Members
    -------
    orders : what to do.
    verdicts : how it went, one for each order. Unless LEGAL all is as it was.
    plies : turns played.
    turn : whose it is; after the end of the game, whose it would be.
    winner, reason : set when the game is over.
    variant : by which rules; changes with the order to begin a new game only.
    rules, extent : to the :class:`~icetrax_rtl.rules.Rules`.
    """

    orders: In(stream.Signature(Order))
    verdicts: Out(stream.Signature(Verdict))
    plies: Out(PLIES_BITS)
    turn: Out(Color)
    winner: Out(Winner)
    reason: Out(Reason)
    variant: In(Variant)
    rules: Out(Control())
    extent: In(Extent)

    def elaborate(self, platform):
        m = Module()
        rules, extent, verdict = self.rules, self.extent, self.verdicts.payload
        order = self.orders.payload
        m.submodules.history = history = memory.Memory(shape=Move, depth=1 << PLIES_BITS, init=[])
        recall, remember = history.read_port(), history.write_port()
        move = Signal(Move)
        replay = Signal(PLIES_BITS)  # turns still to be played again
        over = Signal()
        named = Signal(Move)
        m.d.comb += [
            self.turn.eq(self.plies[0]),
            over.eq(self.winner != Winner.NONE),
            recall.addr.eq(self.plies),
            remember.addr.eq(self.plies),
            remember.data.eq(move),
            named.position.x.eq(extent.west + order.name.column),
            named.position.y.eq(extent.north + order.name.row),
            named.symbol.eq(order.name.symbol),
        ]

        def command(operation, next_state):
            m.d.comb += [rules.commands.valid.eq(1), rules.commands.payload.operation.eq(operation)]
            m.next = next_state

        def ask(query, next_state):
            m.d.comb += [
                rules.requests.valid.eq(1),
                rules.requests.payload.query.eq(query),
                rules.requests.payload.move.eq(move),
                rules.requests.payload.slot.eq(rules.results.payload.slot),
                rules.requests.payload.symbol.eq(rules.results.payload.symbol),
            ]
            m.next = next_state

        with m.FSM():
            with m.State("IDLE"):
                m.d.comb += self.orders.ready.eq(1)
                m.d.sync += [
                    replay.eq(0), verdict.eq(Verdict.LEGAL),
                    move.eq(Mux(order.action == Action.NAMED, named, order.move)),
                ]
                with m.If(self.orders.valid):
                    with m.If(order.action == Action.NEW):
                        m.next = "CLEAR"
                    with m.Elif(order.action == Action.UNDO):
                        m.d.sync += replay.eq(self.plies - 1)
                        m.next = "CLEAR"
                        with m.If(self.plies == 0):
                            m.d.sync += verdict.eq(Verdict.OVER)
                            m.next = "REPLY"
                    with m.Else():
                        m.next = "FIND"
                        # the two columns and rows around the tiles are there to be named, too
                        with m.If((order.action == Action.NAMED)
                                  & ((order.name.column > extent.columns + 1) | (order.name.row > extent.rows + 1))):
                            m.d.sync += verdict.eq(Verdict.ILLEGAL)
                            m.next = "REPLY"
                        with m.If(self.plies == MOST_PLIES):
                            m.d.sync += verdict.eq(Verdict.FULL)
                            m.next = "REPLY"
                        with m.If(over):
                            m.d.sync += verdict.eq(Verdict.OVER)
                            m.next = "REPLY"
            with m.State("CLEAR"):
                m.d.sync += [self.plies.eq(0), self.winner.eq(Winner.NONE), self.reason.eq(Reason.NONE)]
                command(Operation.CLEAR, "AGAIN")
            with m.State("AGAIN"):
                m.d.comb += rules.results.ready.eq(1)
                with m.If(rules.results.valid):
                    m.next = "REPLY"
                    with m.If(replay != 0):
                        m.d.sync += [replay.eq(replay - 1), move.eq(recall.data)]
                        m.next = "FIND"
                    with m.Elif((self.variant == Variant.LIMITED) & ~over):
                        m.next = "LOOK"
            with m.State("FIND"):
                ask(Query.ONE, "FOUND")
            with m.State("FOUND"):
                with m.If(rules.candidates.valid):
                    m.d.comb += [rules.candidates.ready.eq(1), rules.stop.eq(1)]
                    with m.If(rules.candidates.payload.end):
                        m.d.sync += verdict.eq(Verdict.ILLEGAL)
                        m.next = "REPLY"
                    with m.Else():
                        m.d.comb += [
                            rules.commands.payload.face.eq(rules.candidates.payload.face),
                            rules.commands.payload.evaluate.eq(1),
                        ]
                        command(Operation.PLAY, "PLAYED")
            with m.State("PLAYED"):
                result = rules.results.payload
                m.d.comb += rules.results.ready.eq(1)
                with m.If(rules.results.valid):
                    m.d.sync += verdict.eq(result.verdict)
                    m.next = "REPLY"
                    with m.If(result.verdict == Verdict.LEGAL):
                        m.d.comb += remember.en.eq(1)
                        m.d.sync += self.plies.eq(self.plies + 1)
                        completed = Signal(2)
                        winner = Signal()
                        m.d.comb += [
                            completed.eq(result.loops | result.lines),
                            # the mover wins if both colours have completed something
                            winner.eq(Mux(completed.all(), self.plies[0], completed[1])),
                        ]
                        with m.If(completed.any()):
                            m.d.sync += [
                                self.winner.eq(Mux(winner, Winner.RED, Winner.WHITE)),
                                self.reason.eq(Mux(result.loops.bit_select(winner, 1), Reason.LOOP, Reason.LINE)),
                            ]
                        m.next = "COMMIT"
            with m.State("COMMIT"):
                command(Operation.COMMIT, "AGAIN")
            # ---- is there a legal move?
            with m.State("LOOK"):
                ask(Query.ALL, "LOOKED")
            with m.State("LOOKED"):
                with m.If(rules.candidates.valid):
                    m.d.comb += [rules.candidates.ready.eq(1), rules.stop.eq(1)]
                    with m.If(rules.candidates.payload.end):
                        m.d.sync += [self.winner.eq(Winner.DRAW), self.reason.eq(Reason.FULL)]
                        m.next = "REPLY"
                    with m.Else():
                        m.d.comb += rules.commands.payload.face.eq(rules.candidates.payload.face)
                        command(Operation.PLAY, "TRIED")
            with m.State("TRIED"):
                m.d.comb += rules.results.ready.eq(1)
                with m.If(rules.results.valid), m.Switch(rules.results.payload.verdict):
                    with m.Case(Verdict.LEGAL):
                        m.next = "RETRACT"
                    with m.Case(Verdict.ILLEGAL):
                        m.next = "LOOK_ON"
                    with m.Default():  # there is a move, if no room for it
                        m.next = "REPLY"
            with m.State("LOOK_ON"):
                ask(Query.AFTER, "LOOKED")
            with m.State("RETRACT"):
                command(Operation.UNDO, "RETRACTED")
            with m.State("RETRACTED"):
                m.d.comb += rules.results.ready.eq(1)
                with m.If(rules.results.valid):
                    m.next = "REPLY"
            with m.State("REPLY"):
                m.d.comb += self.verdicts.valid.eq(1)
                with m.If(self.verdicts.ready):
                    m.next = "IDLE"
        return m
