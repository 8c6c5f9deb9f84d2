"""Writes the player's replies: texts with fields, from templates in a read-only memory."""

from amaranth.hdl import Array, Module, Mux, Signal, signed
from amaranth.lib import data, enum, memory, stream, wiring
from amaranth.lib.wiring import In, Out

from . import VERSION
from .line import LINE_CAPACITY
from .notation import MoveFormatter
from .number import NumberFormatter
from .types import (
    AXIS_BITS,
    DEPTH_BITS,
    NODES_BITS,
    PLIES_BITS,
    SCORE_BITS,
    TILES_BITS,
    Color,
    Name,
    Reason,
    Winner,
)

__all__ = ["IDENTITY", "TEMPLATE_DEPTH", "Facts", "Field", "Reply", "Writer", "templates"]


class Field(enum.IntEnum, shape=4):
    """What a template leaves open."""

    PLIES = 0
    TILES = 1
    COLUMNS = 2
    ROWS = 3
    DEPTH = 4
    SCORE = 5
    NODES = 6
    CYCLES = 7
    TURN = 8
    WINNER = 9
    REASON = 10
    MOVE = 11
    LINE = 12
    """The line being answered, from ``Facts.quote`` on."""
    RETURN = 13
    """After one of the reasons' texts: back to the template it stands in."""
    STOP = 14
    """The reply is not finished."""
    END = 15
    """The end of the line."""


Facts = data.StructLayout({
    "plies": PLIES_BITS,
    "turn": Color,
    "winner": Winner,
    "reason": Reason,
    "tiles": TILES_BITS,
    "columns": AXIS_BITS,
    "rows": AXIS_BITS,
    "depth": DEPTH_BITS,
    "score": signed(SCORE_BITS),
    "nodes": NODES_BITS,
    "cycles": NODES_BITS,
    "name": Name,
    "quote": range(LINE_CAPACITY),
})
"""What fields are filled with. ``quote``: first character of the line to be quoted."""


class Reply(enum.Enum):
    """The replies."""

    IDENTITY = "id"
    VERSION = "version"
    DONE = "done"
    STATE = "state"
    PERFT = "perft"
    PERFT_ONE = "perft one"
    PERFT_NONE = "perft none"
    BEST = "best"
    ITERATION = "iteration"
    MOVE = "move"
    LIST = "list"
    LIST_MOVE = "list move"
    LIST_END = "list end"
    UNKNOWN = "unknown"
    ILLEGAL = "illegal"
    OVER = "over"
    FULL = "full"
    FULL_NOW = "full now"
    NOTHING = "nothing"
    BUSY = "busy"
    TOO_LONG = "too long"
    NOISE = "noise"
    RANGE = "range"


IDENTITY = "IT"
"""What the player calls itself, two characters."""


def _texts(config_name):
    line, end = Field.LINE, Field.END
    return {
        Reply.IDENTITY: [IDENTITY, end],
        Reply.VERSION: [f"= icetrax {VERSION} {config_name}", end],
        Reply.DONE: ["=", end],
        Reply.STATE: ["= ", Field.PLIES, " ", Field.TURN, " ", Field.WINNER, " ", Field.REASON, " ",
                      Field.TILES, " ", Field.COLUMNS, " ", Field.ROWS, end],
        Reply.PERFT: ["= ", Field.NODES, " ", Field.CYCLES, end],
        Reply.PERFT_ONE: ["= 1 0", end],
        Reply.PERFT_NONE: ["= 0 0", end],
        Reply.BEST: ["= ", Field.MOVE, " ", Field.SCORE, " ", Field.DEPTH, " ", Field.NODES, " ", Field.CYCLES, end],
        Reply.ITERATION: [
            "# ", Field.DEPTH, " ", Field.SCORE, " ", Field.NODES, " ", Field.CYCLES, " ", Field.MOVE, end
        ],
        Reply.MOVE: [Field.MOVE, end],
        Reply.LIST: ["=", Field.STOP],
        Reply.LIST_MOVE: [" ", Field.MOVE, Field.STOP],
        Reply.LIST_END: [end],
        Reply.UNKNOWN: ["? unknown ", line, end],
        Reply.ILLEGAL: ["? illegal ", line, end],
        Reply.OVER: ["? over ", line, end],
        Reply.FULL: ["? full ", line, end],
        Reply.FULL_NOW: ["? full", end],
        Reply.NOTHING: ["? nothing to undo", end],
        Reply.BUSY: ["? busy ", line, end],
        Reply.TOO_LONG: ["? too long ", line, end],
        Reply.NOISE: ["? noise ", line, end],
        Reply.RANGE: ["? out of range ", line, end],
        Reason.NONE: ["-", Field.RETURN],
        Reason.LOOP: ["loop", Field.RETURN],
        Reason.LINE: ["line", Field.RETURN],
        Reason.FULL: ["full", Field.RETURN],
    }


_FIELD_MARK = 0x80

TEMPLATE_DEPTH = 512
"""Bytes of the memory for templates."""


def templates(config_name):
    """All templates as bytes, fields marked by the top bit.

    Parameters
    ----------
    config_name : str
        Name that the player gives its configuration.

    Returns
    -------
    tuple of list of int and dict
        The memory's contents, and where each :class:`Reply` and each reason begins.

    Raises
    ------
    ValueError
        If they do not fit into :data:`TEMPLATE_DEPTH` bytes.
    """
    contents: list[int] = []
    begins = {}
    for key, parts in _texts(config_name).items():
        begins[key] = len(contents)
        for part in parts:
            contents += [_FIELD_MARK | part.value] if isinstance(part, Field) else list(part.encode("ascii"))
    if len(contents) > TEMPLATE_DEPTH:
        raise ValueError(f"the texts take {len(contents)} bytes, more than {TEMPLATE_DEPTH}: shorten {config_name!r}")
    return contents, begins


class Writer(wiring.Component):
    """Writes replies: 2 cycles a character, and what :class:`~icetrax_rtl.number.NumberFormatter` and
    :class:`~icetrax_rtl.notation.MoveFormatter` take.

    Parameters
    ----------
    config_name : str
        Name that the player gives its configuration.

    Members
    -------
    replies : where a reply's template begins, see :meth:`begin`.
    facts : must not change while ``busy``.
    busy : a reply is being written.
    length, index, character : the line to be quoted; see :class:`~icetrax_rtl.line.LineReader`.
    o : the bytes.
    """

    def __init__(self, *, config_name):
        self._contents, self._begins = templates(config_name)
        super().__init__({
            "replies": In(stream.Signature(range(TEMPLATE_DEPTH))),
            "facts": In(Facts),
            "busy": Out(1),
            "length": In(range(LINE_CAPACITY + 1)),
            "index": Out(range(LINE_CAPACITY)),
            "character": In(8),
            "o": Out(stream.Signature(8)),
        })

    def begin(self, reply):
        """Payload of ``replies`` for a :class:`Reply`."""
        return self._begins[reply]

    def elaborate(self, platform):
        m = Module()
        facts = self.facts
        m.submodules.texts = texts = memory.Memory(shape=8, depth=TEMPLATE_DEPTH, init=self._contents)
        read = texts.read_port()
        m.submodules.numbers = numbers = NumberFormatter()
        m.submodules.moves = moves = MoveFormatter()
        at, back = Signal(range(TEMPLATE_DEPTH)), Signal(range(TEMPLATE_DEPTH))
        field = read.data[:4]
        m.d.comb += [read.addr.eq(at), moves.i.payload.eq(facts.name)]

        negative = Signal()
        magnitude = Signal(SCORE_BITS)
        m.d.comb += [negative.eq(facts.score < 0), magnitude.eq(Mux(negative, -facts.score, facts.score))]
        with m.Switch(field):
            for number, value in {
                Field.PLIES: facts.plies, Field.TILES: facts.tiles, Field.COLUMNS: facts.columns,
                Field.ROWS: facts.rows, Field.DEPTH: facts.depth, Field.SCORE: magnitude, Field.NODES: facts.nodes,
                Field.CYCLES: facts.cycles,
            }.items():
                with m.Case(number):
                    m.d.comb += numbers.i.payload.eq(value)

        def put(code):
            m.d.comb += [self.o.valid.eq(1), self.o.payload.eq(code)]

        def advance(next_state="READ"):
            m.d.sync += at.eq(at + 1)
            m.next = next_state

        quoted = Signal(range(LINE_CAPACITY + 1))
        m.d.comb += self.index.eq(quoted)
        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.comb += self.replies.ready.eq(1)
                m.d.sync += at.eq(self.replies.payload)
                with m.If(self.replies.valid):
                    m.next = "READ"
            with m.State("READ"):
                m.d.sync += quoted.eq(facts.quote)
                m.next = "WRITE"
            with m.State("WRITE"):
                with m.If(~read.data[-1]):
                    put(read.data)
                    with m.If(self.o.ready):
                        advance()
                with m.Else(), m.Switch(field):
                    with m.Case(Field.SCORE):
                        put(ord("-"))
                        with m.If(self.o.ready | ~negative):
                            m.next = "NUMBER"
                        m.d.comb += self.o.valid.eq(negative)
                    with m.Case(Field.TURN):
                        put(Mux(facts.turn == Color.RED, ord("R"), ord("W")))
                        with m.If(self.o.ready):
                            advance()
                    with m.Case(Field.WINNER):
                        put(Array(ord(letter) for letter in "-WRD")[facts.winner.as_value()])
                        with m.If(self.o.ready):
                            advance()
                    with m.Case(Field.REASON):
                        m.d.sync += [
                            back.eq(at + 1),
                            at.eq(Array(self._begins[reason] for reason in Reason)[facts.reason.as_value()]),
                        ]
                        m.next = "READ"
                    with m.Case(Field.RETURN):
                        m.d.sync += at.eq(back)
                        m.next = "READ"
                    with m.Case(Field.MOVE):
                        m.d.comb += moves.i.valid.eq(1)
                        m.next = "MOVE"
                    with m.Case(Field.LINE):
                        m.next = "QUOTE"
                    with m.Case(Field.STOP):
                        m.next = "IDLE"
                    with m.Case(Field.END):
                        put(ord("\n"))
                        with m.If(self.o.ready):
                            m.next = "IDLE"
                    with m.Default():
                        m.next = "NUMBER"
            with m.State("NUMBER"):
                m.d.comb += numbers.i.valid.eq(1)
                m.next = "DIGITS"
            for state, formatter in [("DIGITS", numbers), ("MOVE", moves)]:
                with m.State(state):
                    m.d.comb += [
                        self.o.valid.eq(formatter.o.valid),
                        self.o.payload.eq(formatter.o.payload.code),
                        formatter.o.ready.eq(self.o.ready),
                    ]
                    with m.If(formatter.o.valid & self.o.ready & formatter.o.payload.last):
                        advance()
            with m.State("QUOTE"):
                with m.If(quoted == self.length):
                    advance()
                with m.Else():
                    put(self.character)
                    with m.If(self.o.ready):
                        m.d.sync += quoted.eq(quoted + 1)
                        m.next = "LOOK"
            with m.State("LOOK"):
                m.next = "QUOTE"
        return m
