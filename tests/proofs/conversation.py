"""Proofs of the conversation: lines of bytes, and one reply for each."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from amaranth.hdl import Assert, Assume, Cover, Fragment, Module, Mux, Signal, signed
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out

from icetrax_rtl.config import SMALL
from icetrax_rtl.game import Action
from icetrax_rtl.line import LINE_CAPACITY
from icetrax_rtl.search import Mode
from icetrax_rtl.types import Move, Verdict, Winner
from icetrax_rtl.writer import Facts, Reply
from tests.proofs.prover import Mutant, Proof, Spec

__all__ = ["PROOFS"]

_LF, _CR = 0x0A, 0x0D


class LineSpec(Spec):
    """Any bytes, harmed or not; one character of the line is followed, whichever. A line holds three, to be short."""

    capacity = 3

    def claim(self, m: Module) -> None:
        module = self.hardware("line")
        unit = module.LineReader()
        with patch.object(module, "LINE_CAPACITY", self.capacity):
            m.submodules.unit = Fragment.get(unit, None)
        byte, harmed = self.free("byte", 8), self.free("harmed")
        chosen = self.constant(m, "chosen", range(self.capacity))
        taken = Signal()
        m.d.comb += [
            unit.i.valid.eq(self.free("offer")),
            unit.i.payload.data.eq(byte),
            unit.i.payload.error.eq(harmed),
            unit.release.eq(self.free("release")),
            Assume((chosen < self.capacity) & (~unit.release | unit.valid)),
            unit.index.eq(chosen),
            taken.eq(unit.i.valid & unit.i.ready),
        ]
        # of the line since the last release
        count = Signal(range(8))
        any_harmed, lone_return, after_return, ended = Signal(), Signal(), Signal(), Signal()
        followed = Signal(8)
        asked = Signal(range(4))  # cycles since the line has been there
        with m.If(taken):
            m.d.sync += [
                any_harmed.eq(any_harmed | harmed),
                lone_return.eq(lone_return | after_return & (byte != _LF)),
                after_return.eq(byte == _CR),
            ]
            with m.If((byte != _LF) & (byte != _CR)):
                m.d.sync += count.eq(count + (count != 7))
                with m.If(count == chosen):
                    m.d.sync += followed.eq(Mux((byte < 0x20) | (byte > 0x7E), ord("?"), byte))
            with m.If((byte == _LF) & ((count != 0) | any_harmed | lone_return | harmed)):
                m.d.sync += ended.eq(1)
        with m.If(ended):
            m.d.sync += asked.eq(asked + (asked != 3))
        with m.If(unit.release):
            m.d.sync += [count.eq(0), any_harmed.eq(0), lone_return.eq(0), after_return.eq(0), ended.eq(0), asked.eq(0)]
        m.d.comb += [
            Assert(unit.valid == ended),
            Assert(unit.i.ready == ~ended),
            Assert(unit.started == (~ended & ((count != 0) | any_harmed | lone_return | after_return))),
        ]
        with m.If(ended):
            m.d.comb += [
                Assert(unit.noise == (any_harmed | lone_return)),
                Assert(unit.too_long == (count > self.capacity)),
                Assert(unit.length == Mux(count > self.capacity, self.capacity, count)),
            ]
            with m.If((asked >= 1) & (chosen < count)):
                m.d.comb += Assert(unit.character == followed)
        again = Signal(range(4))
        with m.If(unit.release):
            m.d.sync += again.eq(again + (again != 3))
        m.d.comb += Cover((again == 1) & ended & unit.too_long & ~unit.noise & (followed == ord("?")) & (asked == 1))
        m.d.comb += Cover((again == 2) & ended & (count == 0))


class _Writer(wiring.Component):
    """Stands for the writer: is busy with a reply for any time from one cycle on, and writes nothing."""

    def __init__(self, done: Signal) -> None:
        self._done = done
        super().__init__({
            "replies": In(stream.Signature(5)),
            "facts": In(Facts),
            "busy": Out(1),
            "length": In(range(LINE_CAPACITY + 1)),
            "index": Out(range(LINE_CAPACITY)),
            "character": In(8),
            "o": Out(stream.Signature(8)),
        })

    def begin(self, reply: Reply) -> int:
        return list(Reply).index(reply)

    def elaborate(self, platform: Any) -> Module:
        m = Module()
        m.d.comb += self.replies.ready.eq(~self.busy)
        with m.If(self.replies.valid & self.replies.ready):
            m.d.sync += self.busy.eq(1)
        with m.Elif(self._done):
            m.d.sync += self.busy.eq(0)
        return m


class SessionSpec(Spec):
    """Any bytes; a game and a search that answer anything that they may, and take any time for it."""

    patience = 40  # cycles that the session takes by itself, at most

    def claim(self, m: Module) -> None:
        module = self.hardware("session")
        unit = module.Session(config=SMALL)
        writer = _Writer(self.free("written"))
        with patch.object(module, "Writer", lambda *, config_name: writer):
            m.submodules.unit = Fragment.get(unit, None)
        wrote = {reply: Signal(name=f"wrote_{reply.name.lower()}") for reply in Reply}
        for k, reply in enumerate(Reply):
            m.d.comb += wrote[reply].eq(
                writer.replies.valid & writer.replies.ready & (writer.replies.payload == k)
            )
        m.d.comb += [unit.o.ready.eq(1), Assert(~writer.replies.valid | writer.replies.ready)]

        # ---- the bytes, and what the session has to make of them
        byte, harmed, taken = self.free("byte", 8), self.free("harmed"), Signal()
        m.d.comb += [
            unit.i.valid.eq(self.free("offer")), unit.i.payload.data.eq(byte), unit.i.payload.error.eq(harmed),
            taken.eq(unit.i.valid & unit.i.ready),
        ]
        count, content, after_return, ends_line = Signal(2), Signal(), Signal(), Signal()
        first, second = Signal(8), Signal(8)  # characters of the last line
        m.d.comb += ends_line.eq(taken & (byte == _LF) & (content | harmed))
        with m.If(taken):
            m.d.sync += [content.eq(content | harmed | after_return), after_return.eq(byte == _CR)]
            with m.If((byte != _LF) & (byte != _CR)):
                m.d.sync += [content.eq(1), count.eq(count + (count != 3))]
                with m.If(count == 0):
                    m.d.sync += first.eq(byte)
                with m.If(count == 1):
                    m.d.sync += second.eq(byte)
            with m.If(byte == _LF):
                m.d.sync += [content.eq(0), count.eq(0)]

        # ---- the game: takes an order, answers it later
        order, ordered = unit.orders.payload, Signal()
        pending, action, answered = Signal(), Signal(Action), Signal()
        verdict, winner = Signal(Verdict), Signal(Winner)
        answer, outcome, answers = self.free("verdict", Verdict), self.free("outcome", Winner), self.free("answers")
        m.d.comb += [
            unit.orders.ready.eq(1), unit.winner.eq(winner), unit.verdicts.payload.eq(verdict),
            unit.verdicts.valid.eq(answered), ordered.eq(unit.orders.valid), Assert(~ordered | ~(pending | answered)),
        ]
        with m.If(ordered):
            m.d.sync += [pending.eq(1), action.eq(order.action)]
        with m.If(pending & answers):
            m.d.sync += [pending.eq(0), answered.eq(1), verdict.eq(answer)]
            over = winner != Winner.NONE
            with m.Switch(action):
                with m.Case(Action.NEW):
                    m.d.comb += Assume(answer == Verdict.LEGAL)
                    m.d.sync += winner.eq(Winner.NONE)
                with m.Case(Action.NAMED):
                    m.d.comb += Assume(over == (answer == Verdict.OVER))
                    with m.If(answer == Verdict.LEGAL):
                        m.d.sync += winner.eq(outcome)
                with m.Case(Action.PLACED):
                    m.d.comb += Assume((answer == Verdict.LEGAL) & ~over)
                    m.d.sync += winner.eq(outcome)
                with m.Case(Action.UNDO):
                    m.d.comb += Assume((answer == Verdict.LEGAL) | (answer == Verdict.OVER))
                    with m.If(answer == Verdict.LEGAL):
                        m.d.sync += winner.eq(Winner.NONE)
        told = Signal()  # the verdict is delivered
        m.d.comb += told.eq(unit.verdicts.valid & unit.verdicts.ready)
        with m.If(told):
            m.d.sync += answered.eq(0)

        # ---- the search: takes a task, has things to tell, and in the end a report
        running, mode, tells, reports = Signal(), Signal(Mode), Signal(), Signal()
        best, found, full = self.constant(m, "best", Move), Signal(), Signal()
        m.d.comb += [
            unit.tasks.ready.eq(1), Assert(~unit.tasks.valid | ~running),
            unit.iterations.valid.eq(tells & (mode == Mode.THINK)), unit.moves.valid.eq(tells & (mode == Mode.LIST)),
            unit.reports.valid.eq(reports), unit.reports.payload.move.eq(best),
            unit.reports.payload.found.eq(found), unit.reports.payload.full.eq(full),
        ]
        with m.If(unit.tasks.valid):
            m.d.sync += [running.eq(1), mode.eq(unit.tasks.payload.mode)]
        with m.If(running & ~tells & ~reports):
            tell, end = self.free("tell"), self.free("end")
            is_found, is_full = self.free("found"), self.free("full")
            m.d.comb += Assume(is_found | is_full)
            m.d.sync += [
                tells.eq(tell & (mode != Mode.PERFT)), reports.eq(end & ~tell),
                found.eq(is_found), full.eq(is_full),
            ]
        with m.If(unit.iterations.valid & unit.iterations.ready | unit.moves.valid & unit.moves.ready):
            m.d.sync += tells.eq(0)
        ended = Signal()
        m.d.comb += ended.eq(reports & unit.reports.ready)
        with m.If(ended):
            m.d.sync += [reports.eq(0), running.eq(0)]

        # ---- one reply a line, but for those that are due none
        excused, replied = Signal(), Signal()
        started = Signal()  # the game has begun as it does without a line
        named_legal, begun = Signal(), Signal()
        m.d.comb += [
            named_legal.eq(told & (action == Action.NAMED) & (verdict == Verdict.LEGAL) & (first != ord("-"))),
            begun.eq(told & (action == Action.NEW) & started),
            excused.eq(
                named_legal & (winner != Winner.NONE)  # that move has ended the game
                | begun & (second == ord("B"))
                | ended & unit.abort  # another line has put an end to the task
            ),
            replied.eq(
                writer.replies.valid & ~wrote[Reply.ITERATION] & ~wrote[Reply.LIST] & ~wrote[Reply.LIST_MOVE]
            ),
        ]
        with m.If(told):
            m.d.sync += started.eq(1)
        owed = Signal(signed(4))
        m.d.sync += owed.eq(owed + ends_line - replied - excused)
        m.d.comb += Assert((owed >= 0) & (owed <= 2))
        with m.If(~unit.busy):
            m.d.comb += Assert(owed == 0)

        # ---- ready again
        alone, idle_for = Signal(), Signal(range(64))
        m.d.comb += alone.eq(unit.busy & ~taken & ~writer.busy & ~pending & ~running & ~content & ~after_return)
        m.d.sync += idle_for.eq(Mux(alone, idle_for + 1, 0))
        m.d.comb += Assert(idle_for < self.patience)

        # ---- no move but one that is due
        due, to_place = Signal(), Signal()
        with m.If(named_legal & (winner == Winner.NONE) | begun & (second == ord("W"))):
            m.d.sync += due.eq(1)
        with m.If(wrote[Reply.MOVE] | ended & unit.abort | wrote[Reply.FULL_NOW]):
            m.d.sync += due.eq(0)
        with m.If(wrote[Reply.MOVE]):
            m.d.comb += Assert(due & ~to_place & ~unit.abort)
            m.d.sync += to_place.eq(1)
        with m.If(ordered):
            m.d.comb += Assert((order.action == Action.PLACED) == to_place)
            m.d.comb += Assert(~to_place | (order.move.as_value() == best.as_value()))
            m.d.sync += to_place.eq(0)
        with m.If(~unit.busy):
            m.d.comb += Assert(~to_place & ~due)

        moves = Signal(2)
        m.d.sync += moves.eq(moves + (wrote[Reply.MOVE] & (moves != 3)))
        cut_short = Signal()
        with m.If(ended & unit.abort):
            m.d.sync += cut_short.eq(1)
        m.d.comb += [
            Cover((moves == 1) & ~unit.busy),
            Cover(cut_short & ~unit.busy),
            Cover(wrote[Reply.NOISE]),
            Cover(wrote[Reply.BUSY]),
            Cover(named_legal & (winner != Winner.NONE)),
        ]


PROOFS = [
    Proof(
        name="line",
        claim="A line is held from its end until it is released, with its characters, its length, whether there were "
              "more, and whether a byte of it was harmed or a carriage return stood elsewhere than at its end; empty "
              "lines are passed over, and nothing of a line is left when the next one begins.",
        bound="a line of 3 characters; any bytes at any time in 14 cycles",
        spec=LineSpec,
        depth=14,
        cover_depth=14,
        mutants=[
            Mutant("line", "self.noise | byte.error | carriage_return", "self.noise | carriage_return"),
            Mutant("line", "self.length == LINE_CAPACITY", "self.length == LINE_CAPACITY - 1"),
            Mutant("line", "self.too_long.eq(0), ", ""),
            Mutant("line", "byte.data < 0x7F", "byte.data <= 0x7F"),
        ],
    ),
    Proof(
        name="session",
        claim="Each line gets one reply, except -B, a move that ends the game, and what -T, -W or -B cut short; when "
              "nothing is owed and only then the session is idle, which it is again soon after any bytes; a move is "
              "sent only when it is due, and is the next thing that the game is told.",
        bound="the session with its reader and parser; writer, game and search answer anything that they may, at any "
              "time; any bytes at any time in 34 cycles",
        spec=SessionSpec,
        depth=34,
        cover_depth=44,
        quick=False,
        mutants=[
            Mutant("session", "line.valid & ~abandoned & (purpose", "line.valid & (purpose"),
            Mutant("session", "m.d.sync += [in_search.eq(0), abandoned.eq(0)]", "m.d.sync += in_search.eq(0)"),
            Mutant("session", "~has_argument & ((letter", "((letter"),
        ],
    ),
]
