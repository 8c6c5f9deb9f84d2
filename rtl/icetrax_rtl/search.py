"""Walks the tree of turns: looks for the best move, counts (perft), or lists the legal moves.

The walk keeps no list of all moves: the tile stack knows which move was played last, and the generator goes on after
it. What a node must remember while its children are searched is in its :mod:`~icetrax_rtl.frames`; its alpha needs no
memory, since it is minus its child's beta, which the child does not change.

A node's moves are searched in *stages*: first the killer; then, where enough plies are left for it to pay, every move
is played and taken back for its static score, and the best ones make up a shortlist, which comes next; then the rest in
the generator's order.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, signed
from amaranth.lib import data, enum, stream, wiring
from amaranth.lib.wiring import In, Out

from .bits import popcount
from .evaluate import TEMPO, Worth
from .fetch import Neighbourhood
from .frames import NODE_ROW, PROGRESS_ROW, SHORTLIST, Frames
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

FULL_DEPTH_MOVES = 4
"""So many moves of a node are searched to the full depth; later ones at first one ply less."""

ORDER_ATTACK = 1 << 13
"""What an attack adds to the static score by which moves are put in order: more than any position is worth."""


class Mode(enum.Enum, shape=2):
    """What to walk the tree for."""

    THINK = 0
    """The best move."""
    PERFT = 1
    """The number of sequences of legal moves of a given length."""
    LIST = 2
    """The legal moves."""


class Stage(enum.Enum, shape=2):
    """Which moves of a node are being tried."""

    KILLER = 0
    SURVEY = 1
    """All others, to find the shortlist."""
    SHORTLIST = 2
    REST = 3
    """All that were not on it."""


Progress = data.StructLayout({
    "stage": Stage,
    "index": 3,
    "tried": 3,
    "ordered": 1,
    "under_attack": 1,
    "reduced": 1,
    "depth": DEPTH_BITS,
})
"""How far a node has got. ``index``: of the move on the shortlist; ``tried``: moves searched, up to FULL_DEPTH_MOVES;
``ordered``: there is a shortlist; ``under_attack``: the opponent has an attack; ``reduced``: the move on the board is
searched one ply less; ``depth``: plies of the line, from the root, at which it ends."""


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
    loss by attack. Other positions at the full depth score the balance of open paths. A move that attacks is searched
    one ply deeper near the leaves, and of the answers to it only those that may parry it; late moves of a node that do
    not attack are searched one ply less, and again to the full depth if they turn out better than expected. Wins and
    losses by completed tracks are exact; an attack is not announced as a win.

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
    rules, here, at_rim, standing : to the :class:`~icetrax_rtl.rules.Rules`.
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
    at_rim: In(1)
    standing: In(Standing)

    def elaborate(self, platform):
        m = Module()
        rules, candidate, result = self.rules, self.rules.candidates.payload, self.rules.results.payload
        m.submodules.frames = frames = Frames()

        mode, turn = Signal(Mode), Signal(Color)
        limit, done_depth, ply = (Signal(DEPTH_BITS, name=name) for name in ["limit", "done_depth", "ply"])
        alpha, beta, value = (Signal(signed(SCORE_BITS), name=name) for name in ["alpha", "beta", "value"])
        better, cut_off = Signal(), Signal()  # ``value`` against ``alpha`` and ``beta``, one cycle later
        score = Signal(signed(SCORE_BITS))  # of the best move
        best, trying = Signal(Move), Signal(Move)
        found, full = Signal(), Signal()
        shown = Signal()                    # this move has been listed
        movable = Signal()                  # this node has a legal move
        won = Signal()                      # the move on the board wins at once
        promising = Signal()                # it may be put on the shortlist
        retry = Signal()                    # it is played once more, to be searched to the full depth
        iteration, most_depth = Signal(DEPTH_BITS), Signal(DEPTH_BITS)
        nodes, cycles = Signal(NODES_BITS), Signal(NODES_BITS)
        here = Signal(Progress)             # of this node
        extend = Signal()                   # the move on the board is searched one ply deeper
        killer, has_killer = Signal(Move), Signal()

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

        offered, undone = Signal(Move), Signal(Move)
        m.d.comb += [
            offered.position.eq(self.here.position), offered.symbol.eq(candidate.symbol),
            undone.position.eq(self.here.position), undone.symbol.eq(result.symbol),
        ]
        thinking, root, is_quiet, surveyed = Signal(), Signal(), Signal(), Signal()
        m.d.comb += [
            surveyed.eq(here.stage == Stage.SURVEY),
            thinking.eq(mode == Mode.THINK),
            root.eq(ply == 0),
            is_quiet.eq(Cat(0, candidate.quiet).bit_select(candidate.symbol.as_value(), 1)),
        ]
        # of the move on the board: the plies left behind it are none, or one; deeper lines are not searched
        leaf, shallow, extendable = Signal(), Signal(), Signal()
        m.d.sync += [
            leaf.eq(ply + 1 == here.depth), shallow.eq(ply + 2 == here.depth),
            extendable.eq((here.depth < most_depth) & (ply < MAX_PLY - 3)),
            better.eq(value > alpha), cut_off.eq(value >= beta),
        ]
        completed, mover = Signal(2), Signal()
        m.d.comb += [completed.eq(result.loops | result.lines), mover.eq(turn.as_value() ^ ply[0])]
        attacks, crossed = Signal(2), Signal(2)  # by colour: it has an attack, and one on a line
        attacked, attacking = Signal(), Signal()
        balance = self.standing.balance
        m.d.comb += [
            crossed.eq(Cat(self.standing.crossing[color].as_value().any() for color in range(2))),
            attacks.eq(Cat(self.standing.closing[color].any() for color in range(2)) | crossed),
            attacked.eq(attacks.bit_select(~mover, 1)),
            attacking.eq(attacks.bit_select(mover, 1)),
        ]
        # under attack a quiet move is no answer, but at an end of an attack, or on the rim when a line is threatened
        answers, hopeless = Signal(), Signal()
        is_killer, beside_killer = Signal(), Signal()
        # the slot is known one cycle before its first move is on offer
        m.d.sync += [
            answers.eq(Cat(
                self.here.entered[color].any() & Worth(self.here.mates[color].worth).attack
                | crossed[color] & self.at_rim for color in range(2)
            ).bit_select(~mover, 1)),
            beside_killer.eq(has_killer & (self.here.position == killer.position)),
        ]
        m.d.comb += [
            hopeless.eq(thinking & here.under_attack & ~answers & is_quiet),
            is_killer.eq(beside_killer & (candidate.symbol == killer.symbol)),
        ]
        low = Signal()  # alpha is below what not answering an attack is worth
        m.d.sync += low.eq(alpha < -ATTACK)

        m.d.comb += [
            frames.ply.eq(ply),
            frames.move.eq(Mux(frames.find, offered, undone)),
            frames.key.eq(value),
            frames.write_content.move.eq(killer),
            frames.write_content.valid.eq(has_killer),
        ]

        def ask(query):
            m.d.comb += [rules.requests.valid.eq(1), rules.requests.payload.query.eq(query)]
            m.next = "SCAN"

        def command(operation, next_state):
            m.d.comb += [rules.commands.valid.eq(1), rules.commands.payload.operation.eq(operation)]
            m.next = next_state

        def begin_stage():
            """After the killer, or without one: all moves, for the shortlist or to be searched."""
            m.d.comb += frames.clear.eq(1)
            m.d.sync += here.stage.eq(Mux(here.ordered, Stage.SURVEY, Stage.REST))
            ask(Query.ALL)

        def play():
            m.d.comb += [
                rules.candidates.ready.eq(1),
                rules.stop.eq(1),
                rules.commands.payload.face.eq(candidate.face),
                rules.commands.payload.evaluate.eq(thinking),
            ]
            command(Operation.PLAY, "PLAYED")
            with m.If(root):
                m.d.sync += trying.eq(offered)

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                task = self.tasks.payload
                m.d.comb += self.tasks.ready.eq(1)
                m.d.sync += [
                    mode.eq(task.mode), turn.eq(task.turn), limit.eq(task.depth), done_depth.eq(0),
                    iteration.eq(Mux(task.mode == Mode.PERFT, task.depth, 1)), ply.eq(0), has_killer.eq(0),
                    nodes.eq(0), cycles.eq(0), found.eq(0), full.eq(0), score.eq(0), retry.eq(0),
                ]
                with m.If(self.tasks.valid):
                    m.next = "FORGET"
            with m.State("FORGET"):  # the killers of the last task
                with m.If(~frames.busy):
                    m.d.comb += [frames.write.eq(1), frames.write_row.eq(NODE_ROW)]
                    m.d.sync += ply.eq(ply + 1)
                    with m.If(ply == MAX_PLY - 1):
                        m.d.sync += ply.eq(0)
                        m.next = "ROOT"
            with m.State("ROOT"):  # the best move of the last iteration is tried first
                m.d.sync += [
                    alpha.eq(-INFINITY), beta.eq(INFINITY), movable.eq(0), won.eq(0),
                    here.depth.eq(iteration), here.under_attack.eq(0), killer.eq(best), has_killer.eq(found),
                    # the first iteration looks at each move once, so that a win is found in the shortest time
                    most_depth.eq(Mux(iteration == 1, 1, iteration + MOST_EXTENSIONS)),
                ]
                m.next = "START"
            with m.State("ENTER"):
                m.d.comb += frames.row.eq(NODE_ROW)
                m.next = "ENTERED"
            with m.State("ENTERED"):
                m.d.sync += [killer.eq(frames.content.move), has_killer.eq(frames.content.valid)]
                m.next = "START"
            with m.State("START"):
                m.d.sync += [
                    here.ordered.eq(thinking & (ply + 1 != here.depth) & ~here.under_attack), here.tried.eq(0),
                    here.stage.eq(Stage.KILLER), here.index.eq(0), here.reduced.eq(0),
                ]
                m.next = "STARTED"
            with m.State("STARTED"):
                m.d.comb += rules.requests.payload.move.eq(killer)
                with m.If(has_killer):
                    ask(Query.ONE)
                with m.Else():
                    begin_stage()
            with m.State("SCAN"):
                with m.If(rules.candidates.valid):
                    with m.If(self.abort | self.expired & found):
                        m.d.comb += [rules.candidates.ready.eq(1), rules.stop.eq(1)]
                        m.next = "UNWIND"
                    with m.Elif(candidate.end):
                        m.next = "ENDED"
                    with m.Elif((here.stage == Stage.KILLER) | (here.stage == Stage.SHORTLIST) | retry):
                        play()
                    with m.Elif(is_killer):
                        m.d.comb += rules.candidates.ready.eq(1)
                    with m.Elif(hopeless):
                        m.d.comb += [rules.candidates.ready.eq(1), rules.all_quiet.eq(1)]
                        m.d.sync += movable.eq(1)
                        with m.If(low):
                            m.d.sync += alpha.eq(ply - ATTACK)
                    with m.Elif(leaf & is_quiet & (mode == Mode.PERFT)):
                        m.d.comb += [rules.candidates.ready.eq(1), rules.all_quiet.eq(1)]
                        m.d.sync += nodes.eq(nodes + popcount(candidate.quiet))
                    with m.Elif(here.ordered & (here.stage == Stage.REST)):
                        m.d.comb += frames.find.eq(1)
                        m.next = "FOUND"
                    with m.Else():
                        play()
            with m.State("FOUND"):  # on the shortlist: searched already
                with m.If(~frames.busy):
                    with m.If(frames.found):
                        m.d.comb += rules.candidates.ready.eq(1)
                        m.next = "SCAN"
                    with m.Else():
                        play()
            with m.State("ENDED"):  # no more moves are on offer
                with m.If(~frames.busy), m.Switch(here.stage):
                    with m.Case(Stage.KILLER):  # it does not fit here
                        begin_stage()
                    with m.Case(Stage.SURVEY):
                        m.d.comb += frames.seal.eq(1)
                        m.d.sync += [here.stage.eq(Stage.SHORTLIST), here.index.eq(1)]
                        m.next = "LIST"
                    with m.Default():
                        m.next = "LEAVE"
            with m.State("PLAYED"):
                m.d.comb += rules.results.ready.eq(1)
                m.d.sync += [
                    value.eq(Mux(mover, -balance, balance) - TEMPO + Mux(surveyed & attacking, ORDER_ATTACK, 0)),
                    won.eq(completed.bit_select(mover, 1)), here.reduced.eq(0), extend.eq(0),
                    promising.eq(surveyed & ~completed.any() & ~attacked),
                ]
                with m.If(completed.bit_select(mover, 1)):
                    m.d.sync += value.eq(WIN - ply)
                with m.Elif(completed.any()):
                    m.d.sync += value.eq(ply - WIN)
                with m.Elif(attacked):
                    m.d.sync += value.eq(ply - ATTACK)
                with m.If(rules.results.valid):
                    m.d.sync += retry.eq(0)
                    with m.If(result.verdict != Verdict.LEGAL):
                        with m.If(result.verdict == Verdict.FULL):
                            m.d.sync += full.eq(1)
                        m.d.sync += [won.eq(0), promising.eq(0)]
                        m.next = "CONTINUE"
                    with m.Else():
                        m.d.sync += [movable.eq(1), shown.eq(0)]
                        with m.If(thinking | leaf):
                            m.d.sync += nodes.eq(nodes + 1)
                        m.next = "BACK"
                        with m.If(~completed.any()):
                            with m.If(mode == Mode.PERFT):
                                with m.If(~leaf):
                                    m.next = "DESCEND"
                            # an attack may prove illegal: at the root that is found out by searching the answers
                            with m.Elif(thinking & ~surveyed & (~attacked | root)):
                                with m.If(attacking & ~attacked & extendable & (leaf | shallow)):
                                    m.d.sync += extend.eq(1)
                                    m.next = "DESCEND"
                                with m.Elif(~leaf):
                                    m.next = "DESCEND"
                                    with m.If(here.ordered & (here.tried == FULL_DEPTH_MOVES) & ~attacking & ~attacked
                                              & ~retry):
                                        m.d.sync += here.reduced.eq(1)
                                        with m.If(shallow):
                                            m.d.sync += here.reduced.eq(0)
                                            m.next = "JUDGE"
                        with m.If((here.tried != FULL_DEPTH_MOVES) & ~surveyed):
                            m.d.sync += here.tried.eq(here.tried + 1)
            with m.State("JUDGE"):  # a late move next to the leaves is searched only if its static score is good enough
                m.next = "JUDGED"
            with m.State("JUDGED"):
                m.next = "BACK"
                with m.If(better):
                    m.next = "DESCEND"
            with m.State("DESCEND"):
                m.d.comb += [frames.write.eq(1), frames.write_row.eq(NODE_ROW), frames.write_content.score.eq(beta)]
                m.next = "DESCENDED"
            with m.State("DESCENDED"):
                m.d.comb += [
                    frames.write.eq(1), frames.write_row.eq(PROGRESS_ROW),
                    frames.write_content.score.eq(here.as_value()),
                ]
                m.d.sync += [
                    alpha.eq(Mux(here.reduced, ~alpha, -beta)), beta.eq(-alpha), ply.eq(ply + 1), movable.eq(0),
                    here.depth.eq(here.depth + extend - here.reduced), here.under_attack.eq(attacking & ~attacked),
                ]
                m.next = "ENTER"
            with m.State("BACK"):
                command(Operation.UNDO, "UNDONE")
            with m.State("UNDONE"):
                with m.If(rules.results.valid & ~frames.busy):
                    m.d.comb += [rules.results.ready.eq(1), frames.insert.eq(promising)]
                    m.d.sync += promising.eq(0)
                    m.next = "CONTINUE"
                    with m.If((mode == Mode.LIST) & ~shown):
                        m.d.comb += rules.results.ready.eq(0)
                        m.next = "SHOW_MOVE"
                    with m.If(thinking & (~surveyed | won)):
                        with m.If(better & here.reduced):
                            m.d.sync += [here.reduced.eq(0), retry.eq(1)]
                        with m.Else():
                            with m.If(better):
                                m.d.sync += alpha.eq(value)
                                with m.If(root):
                                    m.d.sync += [found.eq(1), best.eq(trying), score.eq(value)]
                            with m.If(cut_off):
                                m.d.comb += [
                                    frames.write.eq(1), frames.write_row.eq(NODE_ROW),
                                    frames.write_content.valid.eq(1), frames.write_content.move.eq(undone),
                                ]
                            with m.If(cut_off | won):
                                m.next = "LEAVE"
            with m.State("SHOW_MOVE"):  # in a state of its own: who takes it must not hold up the rules engine
                m.d.comb += self.moves.valid.eq(1)
                m.d.sync += shown.eq(1)
                with m.If(self.moves.ready | self.abort):
                    m.next = "UNDONE"
            with m.State("CONTINUE"):  # with the moves after the one just taken back
                m.d.comb += [
                    rules.requests.payload.slot.eq(result.slot),
                    rules.requests.payload.symbol.eq(result.symbol),
                    rules.requests.payload.move.eq(undone),
                ]
                with m.If(retry):
                    ask(Query.ONE)
                with m.Else(), m.Switch(here.stage):
                    with m.Case(Stage.KILLER):
                        begin_stage()
                    with m.Case(Stage.SHORTLIST):
                        m.d.sync += here.index.eq(here.index + 1)
                        m.next = "LIST"
                    with m.Default():
                        ask(Query.AFTER)
            with m.State("LIST"):
                m.d.comb += frames.row.eq(here.index)
                m.next = "LISTED"
            with m.State("LISTED"):
                m.d.comb += rules.requests.payload.move.eq(frames.content.move)
                with m.If(frames.content.valid & (here.index != SHORTLIST + 1)):
                    ask(Query.ONE)
                with m.Else():
                    m.d.sync += here.stage.eq(Stage.REST)
                    ask(Query.ALL)
            with m.State("LEAVE"):  # the node's score is alpha, or even if no move was possible
                with m.If(root):
                    m.next = "ITERATED"
                with m.Else():
                    m.d.sync += [
                        value.eq(Mux(movable, -alpha, 0)), alpha.eq(-beta), ply.eq(ply - 1), movable.eq(1), won.eq(0)
                    ]
                    m.next = "RECALL"
            with m.State("RECALL"):
                m.d.comb += frames.row.eq(NODE_ROW)
                m.next = "RECALLED"
            with m.State("RECALLED"):
                m.d.comb += frames.row.eq(PROGRESS_ROW)
                m.d.sync += [
                    killer.eq(frames.content.move), has_killer.eq(frames.content.valid), beta.eq(frames.content.score)
                ]
                m.next = "RESUME"
            with m.State("RESUME"):
                m.d.sync += here.as_value().eq(frames.content.score)
                command(Operation.UNDO, "UNDONE")
            with m.State("ITERATED"):
                m.d.sync += done_depth.eq(iteration)
                m.next = "DONE"
                with m.If(thinking & found):
                    m.next = "SHOW_ITERATION"
            with m.State("SHOW_ITERATION"):
                m.d.comb += self.iterations.valid.eq(1)
                with m.If(self.iterations.ready | self.abort):
                    m.d.sync += iteration.eq(iteration + 1)
                    m.next = "ROOT"
                    decided = (score > WIN - MAX_PLY) | (score < MAX_PLY - WIN)
                    deepest = (iteration == limit) | (iteration == MAX_PLY - 1 - MOST_EXTENSIONS)
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
