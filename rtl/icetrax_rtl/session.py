"""The conversation: the contest's lines and the console's, one reply for each line that is due one."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import enum, stream, wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from .config import Config
from .game import Action, Order
from .line import LineReader
from .notation import MoveParser
from .search import Mode, Report, Task
from .timer import BUDGET_BITS, Timer
from .types import AXIS_BITS, DEPTH_BITS, PLIES_BITS, TILES_BITS, Color, Extent, Move, Reason, Variant, Verdict, Winner
from .uart import RxByte
from .writer import Facts, Reply, Writer

__all__ = ["Session"]

_VARIANTS = {Variant.TRAX: "trax", Variant.LOOP: "loop", Variant.LIMITED: "8x8"}
"""What ``-X`` calls them: names of up to four characters."""


class Purpose(enum.Enum, shape=2):
    """What a task of the search is for."""

    ANSWER = 0
    """The move to be played and sent."""
    ADVISE = 1
    """The best move, only to be told (-G)."""
    COUNT = 2
    """Perft (-P)."""
    LIST = 3
    """The legal moves (-A)."""


class Session(wiring.Component):
    """Reads lines, has their bidding done by game and search, and replies.

    Lines are answered one after the other, in order. While the search is busy, ``-T``, ``-W`` and ``-B`` abandon it and
    are then obeyed; any other line is refused. While the legal moves are listed, lines wait. The time limit of a move
    runs from the end of the line that asks for it.

    Parameters
    ----------
    config : Config
        Of the player.

    Members
    -------
    i, o : bytes of the line.
    orders, verdicts, plies, turn, winner, reason : to the :class:`~icetrax_rtl.game.Game`.
    tasks, iterations, moves, reports, expired, abort : to the :class:`~icetrax_rtl.search.Search`.
    extent, tiles : of the position.
    variant : the rules that were asked for last.
    thinking : a move is being looked for.
    error : the last line got an error reply.
    busy : low when there is nothing to do until the next byte.
    """

    i: In(stream.Signature(RxByte))
    o: Out(stream.Signature(8))
    orders: Out(stream.Signature(Order))
    verdicts: In(stream.Signature(Verdict))
    plies: In(PLIES_BITS)
    turn: In(Color)
    winner: In(Winner)
    reason: In(Reason)
    tasks: Out(stream.Signature(Task))
    iterations: In(stream.Signature(Report))
    moves: In(stream.Signature(Move))
    reports: In(stream.Signature(Report))
    expired: Out(1)
    abort: Out(1)
    extent: In(Extent)
    tiles: In(TILES_BITS)
    variant: Out(Variant)
    thinking: Out(1)
    error: Out(1)
    busy: Out(1)

    def __init__(self, *, config: Config):
        self._config = config
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        m.submodules.line = line = LineReader()
        m.submodules.parser = parser = MoveParser()
        m.submodules.writer = writer = Writer(config_name=self._config.name)
        m.submodules.timer = timer = Timer(cycles_per_ms=self._config.cycles_per_ms)
        connect(m, flipped(self.i), line.i)
        connect(m, writer.o, flipped(self.o))

        budget = Signal(BUDGET_BITS, init=self._config.budget_ms)
        depth_limit = Signal(DEPTH_BITS)
        verbose = Signal()
        m.d.comb += [timer.budget.eq(budget), self.expired.eq(timer.expired)]

        at = Signal.like(line.index)
        letter = Signal(8)
        has_argument = Signal()
        quote = Signal.like(writer.facts.quote)  # where the part of the line begins that an error reply quotes
        number = Signal(BUDGET_BITS)
        too_large = Signal()
        named = Signal(len(_VARIANTS))  # by variant: the argument may still be its name
        last_character = Signal()
        m.d.comb += [
            line.index.eq(Mux(writer.busy, writer.index, at)),
            writer.length.eq(line.length),
            writer.character.eq(line.character),
            last_character.eq(at + 1 == line.length),
            parser.i.payload.code.eq(line.character),
            parser.i.payload.last.eq(last_character),
        ]

        report = self.reports.payload
        facts = Signal(Facts)
        found = Signal(Move)  # the move to be written
        m.d.comb += [
            found.eq(Mux(self.moves.valid, self.moves.payload, report.move)),
            facts.plies.eq(self.plies),
            facts.turn.eq(self.turn),
            facts.winner.eq(self.winner),
            facts.reason.eq(self.reason),
            facts.tiles.eq(self.tiles),
            facts.columns.eq(self.extent.columns),
            facts.rows.eq(self.extent.rows),
            facts.depth.eq(report.depth),
            facts.score.eq(report.score),
            facts.nodes.eq(report.nodes),
            facts.cycles.eq(report.cycles),
            facts.name.column.eq((found.position.x - self.extent.west)[:AXIS_BITS]),
            facts.name.row.eq((found.position.y - self.extent.north)[:AXIS_BITS]),
            facts.name.symbol.eq(found.symbol),
            facts.quote.eq(quote),
            writer.facts.eq(facts),
        ]

        purpose = Signal(Purpose)
        order = self.orders.payload
        m.d.comb += [
            order.name.eq(parser.o.payload.name),
            order.move.eq(report.move),
            self.tasks.payload.turn.eq(self.turn),
        ]

        def write(reply, next_state):
            """Writes a reply; the writer is idle."""
            m.d.comb += [writer.replies.valid.eq(1), writer.replies.payload.eq(writer.begin(reply))]
            m.next = next_state

        def answer(reply):
            """Writes the reply to the line and is done with it."""
            m.d.sync += self.error.eq(0)
            write(reply, "FINISH")

        def refuse(reply):
            m.d.sync += self.error.eq(1)
            write(reply, "FINISH")

        def bid(action, next_state):
            """Gives the game an order; it is idle."""
            m.d.comb += [self.orders.valid.eq(1), order.action.eq(action)]
            m.next = next_state

        def set_task(mode, depth, why):
            """Gives the search a task; it is idle. The line is done with."""
            m.d.comb += [
                self.tasks.valid.eq(1), self.tasks.payload.mode.eq(mode), self.tasks.payload.depth.eq(depth),
                line.release.eq(1),
            ]
            m.d.sync += [purpose.eq(why), in_search.eq(1), self.error.eq(0)]
            m.next = "SEARCH"

        over = Signal()
        resets = Signal()  # the line is one of those that are obeyed at any time
        in_search = Signal()
        abandoned = Signal()
        m.d.comb += [
            over.eq(self.winner != Winner.NONE),
            self.abort.eq(abandoned),
            self.thinking.eq(in_search & ((purpose == Purpose.ANSWER) | (purpose == Purpose.ADVISE))),
            resets.eq(~has_argument & ((letter == ord("T")) | (letter == ord("W")) | (letter == ord("B")))),
        ]

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(
                ~(fsm.ongoing("IDLE") & ~line.valid & ~line.started & ~self.i.valid) | writer.busy | self.o.valid
            )
            with m.State("START"):
                bid(Action.NEW, "STARTED")
            with m.State("STARTED"):
                m.d.comb += self.verdicts.ready.eq(1)
                with m.If(self.verdicts.valid):
                    m.next = "IDLE"

            # ---- read a line
            with m.State("IDLE"):
                m.d.comb += timer.start.eq(line.valid)
                m.d.sync += at.eq(0)
                with m.If(line.valid):
                    m.next = "LOOK"
            with m.State("LOOK"):
                m.next = "HEAD"
            with m.State("HEAD"):
                m.d.sync += [at.eq(1), number.eq(0), too_large.eq(0)]
                m.d.sync += [quote.eq(0), has_argument.eq(line.length != 2), named.eq(~0)]
                m.next = "LETTER"
                with m.If(line.noise):
                    m.next = "NOISE"
                with m.Elif(line.too_long):
                    m.next = "TOO_LONG"
                with m.Elif(line.character != ord("-")):
                    m.d.sync += at.eq(0)
                    m.next = "MOVE"
                    with m.If(in_search):
                        m.next = "OBEY"
                        m.d.sync += letter.eq(0)
                with m.Elif(line.length == 1):
                    m.next = "UNKNOWN"
            with m.State("LETTER"):
                m.d.sync += at.eq(2)
                m.next = "LETTER_READ"
            with m.State("LETTER_READ"):
                m.d.sync += [letter.eq(line.character), at.eq(3)]
                m.next = "SPACE"
            with m.State("SPACE"):
                m.next = "ARGUMENT"
                with m.If(~has_argument | in_search):
                    m.next = "OBEY"
                with m.Elif((line.character != ord(" ")) | (line.length == 3)):
                    m.next = "UNKNOWN"
                with m.Elif(letter == ord("M")):
                    m.d.sync += quote.eq(3)
                    m.next = "MOVE"
            with m.State("ARGUMENT"):
                digit = line.character - ord("0")
                grown = number * 10 + digit
                with m.If(letter == ord("X")):
                    for index, name in enumerate(_VARIANTS.values()):
                        # the argument begins at 3; where it is longer than the name, the length is wrong
                        expected = Array(ord(name[(place - 3) % 4 % len(name)]) for place in range(4))
                        with m.If((line.character != expected[at[:2]]) | (line.length != 3 + len(name))):
                            m.d.sync += named[index].eq(0)
                    m.d.sync += at.eq(at + 1)
                    m.next = "ARGUMENT_NEXT"
                    with m.If(last_character):
                        m.next = "OBEY"
                with m.Elif((line.character < ord("0")) | (line.character > ord("9"))):
                    m.next = "UNKNOWN"
                with m.Else():
                    m.d.sync += [
                        number.eq(grown), too_large.eq(too_large | (grown >> BUDGET_BITS).any()), at.eq(at + 1)
                    ]
                    m.next = "ARGUMENT_NEXT"
                    with m.If(last_character):
                        m.next = "OBEY"
            with m.State("ARGUMENT_NEXT"):
                m.next = "ARGUMENT"
            with m.State("MOVE"):
                m.next = "MOVE_READ"
            with m.State("MOVE_READ"):
                m.d.comb += parser.i.valid.eq(1)
                with m.If(parser.i.ready):
                    m.d.sync += at.eq(at + 1)
                    m.next = "MOVE"
                    with m.If(last_character):
                        m.next = "PARSED"

            # ---- do what it says
            with m.State("PARSED"):
                with m.If(parser.o.valid):
                    m.d.comb += parser.o.ready.eq(1)
                    with m.If(parser.o.payload.valid):
                        bid(Action.NAMED, "MOVED")
                    with m.Else():
                        m.d.sync += quote.eq(0)
                        m.next = "UNKNOWN"
            with m.State("MOVED"):
                m.d.comb += self.verdicts.ready.eq(1)
                with m.If(self.verdicts.valid), m.Switch(self.verdicts.payload):
                    with m.Case(Verdict.LEGAL):
                        with m.If(quote != 0):
                            answer(Reply.STATE)
                        with m.Elif(over):
                            m.d.sync += self.error.eq(0)
                            m.next = "FINISH"
                        with m.Else():
                            set_task(Mode.THINK, depth_limit, Purpose.ANSWER)
                    with m.Case(Verdict.ILLEGAL):
                        refuse(Reply.ILLEGAL)
                    with m.Case(Verdict.FULL):
                        refuse(Reply.FULL)
                    with m.Case(Verdict.OVER):
                        refuse(Reply.OVER)
            with m.State("OBEY"):
                m.next = "UNKNOWN"
                with m.If(in_search):
                    with m.If(resets):
                        m.next = "ABANDON"
                    with m.Else():
                        refuse(Reply.BUSY)
                with m.Elif(has_argument):
                    with m.Switch(letter):
                        with m.Case(ord("P")):
                            with m.If(too_large | (number >= 1 << DEPTH_BITS)):
                                refuse(Reply.RANGE)
                            with m.Elif(number == 0):
                                answer(Reply.PERFT_ONE)
                            with m.Elif(over):
                                answer(Reply.PERFT_NONE)
                            with m.Else():
                                set_task(Mode.PERFT, number, Purpose.COUNT)
                        with m.Case(ord("L")):
                            with m.If(too_large):
                                refuse(Reply.RANGE)
                            with m.Else():
                                m.d.sync += budget.eq(number)
                                answer(Reply.DONE)
                        with m.Case(ord("D")):
                            with m.If(too_large | (number >= 1 << DEPTH_BITS)):
                                refuse(Reply.RANGE)
                            with m.Else():
                                m.d.sync += depth_limit.eq(number)
                                answer(Reply.DONE)
                        with m.Case(ord("X")):
                            for index, variant in enumerate(_VARIANTS):
                                with m.If(named[index]):
                                    m.d.sync += self.variant.eq(variant)
                            with m.If(named.any()):
                                bid(Action.NEW, "BEGUN")
                        with m.Case(ord("V")):
                            with m.If(too_large | (number > 1)):
                                refuse(Reply.RANGE)
                            with m.Else():
                                m.d.sync += verbose.eq(number)
                                answer(Reply.DONE)
                with m.Else():
                    with m.Switch(letter):
                        with m.Case(ord("T")):
                            answer(Reply.IDENTITY)
                        with m.Case(ord("W"), ord("B"), ord("I")):
                            bid(Action.NEW, "BEGUN")
                        with m.Case(ord("N")):
                            answer(Reply.VERSION)
                        with m.Case(ord("U")):
                            bid(Action.UNDO, "UNDONE")
                        with m.Case(ord("S")):
                            answer(Reply.STATE)
                        with m.Case(ord("G")):
                            with m.If(over):
                                refuse(Reply.OVER)
                            with m.Else():
                                set_task(Mode.THINK, depth_limit, Purpose.ADVISE)
                        with m.Case(ord("A")):
                            with m.If(over):
                                answer(Reply.DONE)
                            with m.Else():
                                write(Reply.LIST, "LIST")
            with m.State("LIST"):
                with m.If(~writer.busy):
                    set_task(Mode.LIST, 0, Purpose.LIST)
            with m.State("BEGUN"):
                m.d.comb += self.verdicts.ready.eq(1)
                with m.If(self.verdicts.valid):
                    m.d.sync += self.error.eq(0)
                    with m.Switch(letter):
                        with m.Case(ord("W")):
                            set_task(Mode.THINK, depth_limit, Purpose.ANSWER)
                        with m.Case(ord("I"), ord("X")):
                            answer(Reply.DONE)
                        with m.Default():
                            m.next = "FINISH"
            with m.State("UNDONE"):
                m.d.comb += self.verdicts.ready.eq(1)
                with m.If(self.verdicts.valid):
                    answer(Reply.STATE)
                    with m.If(self.verdicts.payload != Verdict.LEGAL):
                        refuse(Reply.NOTHING)
            for state, reply in [("UNKNOWN", Reply.UNKNOWN), ("NOISE", Reply.NOISE), ("TOO_LONG", Reply.TOO_LONG)]:
                with m.State(state):
                    refuse(reply)
            with m.State("FINISH"):
                with m.If(~writer.busy):
                    m.d.comb += line.release.eq(1)
                    m.next = "IDLE"
                    with m.If(in_search):
                        m.next = "SEARCH"

            # ---- while the search is busy
            with m.State("SEARCH"):
                m.d.sync += at.eq(0)
                with m.If(self.reports.valid):
                    with m.If(purpose == Purpose.LIST):
                        write(Reply.LIST_END, "REPORTED")
                    with m.Elif(abandoned):
                        m.next = "REPORTED"
                    with m.Elif((purpose == Purpose.COUNT) & ~report.full):
                        write(Reply.PERFT, "REPORTED")
                    with m.Elif((purpose == Purpose.COUNT) | ~report.found):
                        m.d.sync += self.error.eq(1)
                        write(Reply.FULL_NOW, "REPORTED")
                    with m.Elif(purpose == Purpose.ADVISE):
                        write(Reply.BEST, "REPORTED")
                    with m.Else():
                        write(Reply.MOVE, "ANSWERED")
                with m.Elif(self.iterations.valid):
                    m.d.comb += self.iterations.ready.eq(~verbose | abandoned)
                    with m.If(verbose & ~abandoned):
                        write(Reply.ITERATION, "SHOWN")
                with m.Elif(self.moves.valid):
                    write(Reply.LIST_MOVE, "LISTED")
                with m.Elif(line.valid & ~abandoned & (purpose != Purpose.LIST)):  # no line within a list
                    m.next = "LOOK"
            with m.State("ABANDON"):  # the line stays to be obeyed when the search has ended
                m.d.sync += abandoned.eq(1)
                m.next = "SEARCH"
            with m.State("SHOWN"):
                with m.If(~writer.busy):
                    m.d.comb += self.iterations.ready.eq(1)
                    m.next = "SEARCH"
            with m.State("LISTED"):
                with m.If(~writer.busy):
                    m.d.comb += self.moves.ready.eq(1)
                    m.next = "SEARCH"
            with m.State("ANSWERED"):
                with m.If(~writer.busy):
                    bid(Action.PLACED, "PLAYED")
            with m.State("PLAYED"):
                m.d.comb += self.verdicts.ready.eq(1)
                with m.If(self.verdicts.valid):
                    m.next = "REPORTED"
            with m.State("REPORTED"):
                with m.If(~writer.busy):
                    m.d.comb += self.reports.ready.eq(1)
                    m.d.sync += [in_search.eq(0), abandoned.eq(0)]
                    m.next = "IDLE"
        return m
