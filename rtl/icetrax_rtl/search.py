"""Walks the tree of turns: looks for the best move, counts (perft), or lists the legal moves.

The walk keeps no move lists: the tile stack knows which move was played last, and the generator goes on after it. A ply
needs two words of memory: its beta (a node's alpha is minus its child's beta, which the child does not change), and its
*killer*, the move that was last found too good at this ply, which is tried first. At the root the killer is the best
move of the previous iteration.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, signed
from amaranth.lib import data, enum, memory, stream, wiring
from amaranth.lib.wiring import In, Out

from .bits import popcount
from .evaluate import TEMPO
from .fetch import Neighbourhood
from .movegen import Query
from .rules import Control
from .turn import Operation, Standing
from .types import DEPTH_BITS, MAX_PLY, NODES_BITS, SCORE_BITS, WIN, Color, Move, Verdict

__all__ = ["Mode", "Report", "Search", "Task"]

INFINITY = (1 << SCORE_BITS - 1) - 1

ATTACK = 20_000
"""Score of a position in which the side to move has an attack, less the plies to it: as good as won, but not proven."""

MOST_EXTENSIONS = 4
"""Plies that a line may be searched beyond the depth of the iteration."""

Killer = data.StructLayout({"valid": 1, "move": Move})
"""The move to be tried first at a ply, if ``valid``."""


class Mode(enum.Enum, shape=2):
    """What to walk the tree for."""

    THINK = 0
    """The best move."""
    PERFT = 1
    """The number of sequences of legal moves of a given length."""
    LIST = 2
    """The legal moves."""


Task = data.StructLayout({"mode": Mode, "depth": DEPTH_BITS, "turn": Color})
"""``depth``: of a PERFT, at least 1; the most of a THINK (0: no limit); ``turn``: whose it is."""

Report = data.StructLayout({
    "found": 1,
    "move": Move,
    "score": signed(SCORE_BITS),
    "depth": DEPTH_BITS,
    "nodes": NODES_BITS,
    "cycles": NODES_BITS,
    "full": 1,
})
"""``found``: there is a legal move, and ``move`` is the best one; ``score`` for the side to move; ``depth``: of the
last iteration that was finished; ``nodes``: turns played, or counted by a PERFT; ``cycles`` since the start; ``full``:
some turn was left out since it did not fit the memories."""


class Search(wiring.Component):
    """Iterative deepening alpha-beta.

    A win scores :data:`WIN` less the plies before it, so it scores the more the sooner it comes. A position in which
    the opponent of the player who moved last has an attack is not searched, except after the first move: it scores as a
    loss by attack. Other positions at the full depth score the balance of open paths, except that the opponent's
    answers are looked at, too, when the player has an attack. Wins and losses by completed tracks are exact; an attack
    is not announced as a win.

    THINK ends when the outcome is decided, at the depth limit, or when ``expired``, with the best move found until
    then; never before it has a legal move, if there is one. Between two looks at ``expired`` or ``abort`` at most one
    turn is played and taken back, then the line is taken back.

    Members
    -------
    tasks : what to do; accepted when idle.
    iterations : a report for each finished iteration of a THINK; the search waits until it is taken.
    moves : the legal moves, for LIST.
    reports : one for each task, at its end.
    expired : the time is up: end a THINK as soon as there is a move.
    abort : end any task at once.
    busy : from a task to its report.
    rules, here, standing : to the :class:`~icetrax_rtl.rules.Rules`.
    """

    tasks: In(stream.Signature(Task))
    iterations: Out(stream.Signature(Report))
    moves: Out(stream.Signature(Move))
    reports: Out(stream.Signature(Report))
    expired: In(1)
    abort: In(1)
    busy: Out(1)
    rules: Out(Control())
    here: In(Neighbourhood)
    standing: In(Standing)

    def elaborate(self, platform):
        m = Module()
        rules, candidate, result = self.rules, self.rules.candidates.payload, self.rules.results.payload

        mode, turn = Signal(Mode), Signal(Color)
        limit, depth, done_depth, ply = (
            Signal(DEPTH_BITS, name=name) for name in ["limit", "depth", "done_depth", "ply"]
        )
        alpha, beta, value = (Signal(signed(SCORE_BITS), name=name) for name in ["alpha", "beta", "value"])
        better, cut_off = Signal(), Signal()  # ``value`` against ``alpha`` and ``beta``, one cycle later
        score = Signal(signed(SCORE_BITS))  # of the best move
        best, trying = Signal(Move), Signal(Move)
        found, full = Signal(), Signal()
        only_killer = Signal()              # the generator offers nothing but the killer
        extend, extendable = Signal(), Signal()
        shown = Signal()                    # this move has been listed
        movable = Signal()                  # this node has a legal move
        nodes, cycles = Signal(NODES_BITS), Signal(NODES_BITS)

        m.submodules.betas = betas = memory.Memory(shape=signed(SCORE_BITS), depth=MAX_PLY, init=[])
        saved_beta, save_beta = betas.read_port(), betas.write_port()
        m.submodules.killers = killers = memory.Memory(shape=Killer, depth=MAX_PLY, init=[])
        killer_port, save_killer = killers.read_port(), killers.write_port()
        killer = killer_port.data  # of this ply
        extended = Signal(MAX_PLY)  # by ply, the last one lowest: one was added to the depth there
        most_depth = Signal(DEPTH_BITS)
        m.d.comb += [
            saved_beta.addr.eq(ply - 1),
            save_beta.addr.eq(ply),
            save_beta.data.eq(beta),
            killer_port.addr.eq(ply),
            save_killer.addr.eq(ply),
        ]

        report = Signal(Report)
        m.d.comb += [
            report.found.eq(found),
            report.move.eq(best),
            report.score.eq(score),
            report.depth.eq(done_depth),
            report.nodes.eq(nodes),
            report.cycles.eq(cycles),
            report.full.eq(full),
            self.iterations.payload.eq(report),
            self.reports.payload.eq(report),
            self.moves.payload.eq(trying),
        ]
        with m.If(~self.reports.valid):
            m.d.sync += cycles.eq(cycles + 1)

        here_move = Signal(Move)
        m.d.comb += [here_move.position.eq(self.here.position), here_move.symbol.eq(candidate.symbol)]
        leaf, root, is_quiet = Signal(), Signal(), Signal()
        m.d.comb += [
            root.eq(ply == 0),
            is_quiet.eq(Cat(0, candidate.quiet).bit_select(candidate.symbol.as_value(), 1)),
        ]
        m.d.sync += [leaf.eq(ply + 1 == depth), better.eq(value > alpha), cut_off.eq(value >= beta)]
        m.d.sync += extendable.eq((depth < most_depth) & (ply < MAX_PLY - 3))
        completed, mover = Signal(2), Signal()
        m.d.comb += [completed.eq(result.loops | result.lines), mover.eq(turn.as_value() ^ ply[0])]
        attacks = Signal(2)  # by colour: it has one
        attacked, attacking = Signal(), Signal()
        balance = self.standing.balance
        m.d.comb += [
            attacks.eq(Cat(
                self.standing.closing[color].any() | self.standing.crossing[color].as_value().any() for color in range(2)
            )),
            attacked.eq(attacks.bit_select(~mover, 1)),
            attacking.eq(attacks.bit_select(mover, 1)),
        ]
        undone = Signal(Move)
        m.d.comb += [undone.position.eq(self.here.position), undone.symbol.eq(result.symbol)]

        def ask(query):
            m.d.comb += [rules.requests.valid.eq(1), rules.requests.payload.query.eq(query)]

        def go_on():
            """Continues with the moves after the one just taken back."""
            with m.If(killer.valid & (killer.move == undone)):
                ask(Query.ALL)
            with m.Else():
                ask(Query.AFTER)
                m.d.comb += [
                    rules.requests.payload.slot.eq(result.slot),
                    rules.requests.payload.symbol.eq(result.symbol),
                ]
            m.next = "SCAN"

        def command(operation, next_state):
            m.d.comb += [rules.commands.valid.eq(1), rules.commands.payload.operation.eq(operation)]
            m.next = next_state

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                task = self.tasks.payload
                m.d.comb += self.tasks.ready.eq(1)
                m.d.sync += [
                    mode.eq(task.mode), turn.eq(task.turn), limit.eq(task.depth), done_depth.eq(0),
                    depth.eq(Mux(task.mode == Mode.PERFT, task.depth, 1)), ply.eq(0),
                    nodes.eq(0), cycles.eq(0), found.eq(0), full.eq(0), score.eq(0),
                ]
                with m.If(self.tasks.valid):
                    m.next = "FORGET"
            with m.State("FORGET"):  # the killers of the last task
                m.d.comb += save_killer.en.eq(1)
                m.d.sync += ply.eq(ply + 1)
                with m.If(ply == MAX_PLY - 1):
                    m.d.sync += ply.eq(0)
                    m.next = "ROOT"
            with m.State("ROOT"):
                m.d.comb += [save_killer.en.eq(1), save_killer.data.valid.eq(found), save_killer.data.move.eq(best)]
                m.d.sync += [
                    alpha.eq(-INFINITY), beta.eq(INFINITY), movable.eq(0), extended.eq(0),
                    # the first iteration looks at each move once, so that a win is found in the shortest time
                    most_depth.eq(Mux(depth == 1, 1, depth + MOST_EXTENSIONS)),
                ]
                m.next = "ENTER"
            with m.State("ENTER"):
                m.next = "ENTERED"
            with m.State("ENTERED"):
                ask(Mux(killer.valid, Query.ONE, Query.ALL))
                m.d.comb += rules.requests.payload.move.eq(killer.move)
                m.d.sync += only_killer.eq(killer.valid)
                m.next = "SCAN"
            with m.State("SCAN"):
                with m.If(rules.candidates.valid):
                    m.d.comb += rules.candidates.ready.eq(1)
                    with m.If(self.abort | self.expired & found):
                        m.d.comb += rules.stop.eq(1)
                        m.next = "UNWIND"
                    with m.Elif(candidate.end & only_killer):  # it does not fit here
                        m.d.sync += only_killer.eq(0)
                        ask(Query.ALL)
                    with m.Elif(candidate.end):
                        m.next = "LEAVE"
                    with m.Elif(~only_killer & killer.valid & (here_move == killer.move)):
                        pass
                    with m.Elif(leaf & is_quiet & (mode == Mode.PERFT)):
                        m.d.comb += rules.all_quiet.eq(1)
                        m.d.sync += nodes.eq(nodes + popcount(candidate.quiet))
                    with m.Else():
                        m.d.comb += [
                            rules.stop.eq(1),
                            rules.commands.payload.face.eq(candidate.face),
                            rules.commands.payload.evaluate.eq(mode == Mode.THINK),
                        ]
                        m.d.sync += only_killer.eq(0)
                        command(Operation.PLAY, "PLAYED")
                        with m.If(root):
                            m.d.sync += trying.eq(here_move)
            with m.State("PLAYED"):
                m.d.comb += rules.results.ready.eq(1)
                m.d.sync += value.eq(Mux(mover, -balance, balance) - TEMPO)
                with m.If(completed.bit_select(mover, 1)):
                    m.d.sync += value.eq(WIN - ply)
                with m.Elif(completed.any()):
                    m.d.sync += value.eq(ply - WIN)
                with m.Elif(attacked):
                    m.d.sync += value.eq(ply - ATTACK)
                with m.If(rules.results.valid):
                    with m.If(result.verdict != Verdict.LEGAL):
                        with m.If(result.verdict == Verdict.FULL):
                            m.d.sync += full.eq(1)
                        go_on()
                    with m.Else():
                        m.d.sync += [movable.eq(1), shown.eq(0)]
                        with m.If((mode == Mode.THINK) | leaf):
                            m.d.sync += nodes.eq(nodes + 1)
                        m.next = "BACK"
                        m.d.sync += extend.eq(0)
                        with m.If(~completed.any() & (mode == Mode.PERFT) & ~leaf):
                            m.next = "DESCEND"
                        with m.If(~completed.any() & (mode == Mode.THINK)):
                            # an attack may prove illegal: at the root that is found out by searching the answers
                            with m.If(~leaf & (~attacked | root)):
                                m.next = "DESCEND"
                            with m.Elif(leaf & attacking & ~attacked & extendable):
                                m.d.sync += extend.eq(1)
                                m.next = "DESCEND"
            with m.State("DESCEND"):
                m.d.comb += save_beta.en.eq(1)
                m.d.sync += [
                    alpha.eq(-beta), beta.eq(-alpha), ply.eq(ply + 1), movable.eq(0),
                    depth.eq(depth + extend), extended.eq(Cat(extend, extended)),
                ]
                m.next = "ENTER"
            with m.State("BACK"):
                command(Operation.UNDO, "UNDONE")
            with m.State("UNDONE"):
                with m.If(rules.results.valid):
                    m.d.comb += rules.results.ready.eq(1)
                    m.next = "LEAVE"
                    with m.If((mode == Mode.LIST) & ~shown):
                        m.d.comb += rules.results.ready.eq(0)
                        m.next = "SHOW_MOVE"
                    with m.Elif(~cut_off | (mode != Mode.THINK)):
                        go_on()
                    with m.If(better & (mode == Mode.THINK)):
                        m.d.sync += alpha.eq(value)
                        with m.If(root):
                            m.d.sync += [found.eq(1), best.eq(trying), score.eq(value)]
                    with m.If(cut_off & (mode == Mode.THINK)):
                        m.d.comb += [
                            save_killer.en.eq(1), save_killer.data.valid.eq(1), save_killer.data.move.eq(undone)
                        ]
            with m.State("SHOW_MOVE"):  # in a state of its own: who takes it must not hold up the rules engine
                m.d.comb += self.moves.valid.eq(1)
                m.d.sync += shown.eq(1)
                with m.If(self.moves.ready | self.abort):
                    m.next = "UNDONE"
            with m.State("LEAVE"):  # the node's score is alpha, or even if no move was possible
                with m.If(root):
                    m.next = "ITERATED"
                with m.Else():
                    m.d.sync += [
                        value.eq(Mux(movable, -alpha, 0)),
                        depth.eq(depth - extended[0]), extended.eq(extended >> 1),
                        alpha.eq(-beta), beta.eq(saved_beta.data), ply.eq(ply - 1), movable.eq(1),
                    ]
                    m.next = "BACK"
            with m.State("ITERATED"):
                m.d.sync += done_depth.eq(depth)
                m.next = "DONE"
                with m.If((mode == Mode.THINK) & found):
                    m.next = "SHOW_ITERATION"
            with m.State("SHOW_ITERATION"):
                m.d.comb += self.iterations.valid.eq(1)
                with m.If(self.iterations.ready | self.abort):
                    m.d.sync += depth.eq(depth + 1)
                    m.next = "ROOT"
                    decided = (score > WIN - MAX_PLY) | (score < MAX_PLY - WIN)
                    deepest = (depth == limit) | (depth == MAX_PLY - 1 - MOST_EXTENSIONS)
                    with m.If(decided | deepest | self.abort | self.expired):
                        m.next = "DONE"
            with m.State("UNWIND"):
                m.next = "DONE"
                with m.If(~root):
                    command(Operation.UNDO, "UNWOUND")
            with m.State("UNWOUND"):
                m.d.comb += rules.results.ready.eq(1)
                with m.If(rules.results.valid):
                    m.d.sync += ply.eq(ply - 1)
                    m.next = "UNWIND"
            with m.State("DONE"):
                m.d.comb += self.reports.valid.eq(1)
                with m.If(self.reports.ready):
                    m.next = "IDLE"
        return m
