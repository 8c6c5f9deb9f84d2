"""What the search remembers of each ply of the line that it is looking at, eight rows of memory for each.

Row 0 holds the node's beta and its *killer*, the move that was last found too good at this ply. Rows 1 to 6 are the
*shortlist*, the most promising moves of the node in falling order of a key. Row 7 holds how far the node has got.
"""

from amaranth.hdl import Cat, Module, Signal, signed
from amaranth.lib import data, memory, wiring
from amaranth.lib.wiring import In, Out

from .types import MAX_PLY, SCORE_BITS, Move

__all__ = ["NODE_ROW", "PROGRESS_ROW", "SHORTLIST", "Frames", "Row"]

ROW_BITS = 3
NODE_ROW = 0
SHORTLIST = 6
"""Most moves on a shortlist; they are in rows 1 to this."""
PROGRESS_ROW = 7

Row = data.StructLayout({"score": signed(SCORE_BITS), "move": Move, "valid": 1})
"""``score``: beta, or the key of a move, or bits of progress; ``valid``: there is a killer, or a move."""


class Frames(wiring.Component):
    """The rows, and the two things that are done to a shortlist.

    Members
    -------
    ply : whose rows.
    row, content : a row to be read, and what is in it one cycle later.
    write, write_row, write_content : overwrites a row. Neither reads nor writes while ``busy``.
    clear : makes the shortlist empty.
    insert, key, move : puts a move on the shortlist, behind those with the same key, unless it is full of better ones;
        within 15 cycles.
    seal : ends the shortlist: from now on it can be read, up to the first row that is not valid.
    find : whether ``move`` is on the sealed shortlist is seen in ``found`` when no longer ``busy``; within 8 cycles.
    busy : a move is being put on the shortlist, or looked for.
    """

    ply: In(range(MAX_PLY))
    row: In(ROW_BITS)
    content: Out(Row)
    write: In(1)
    write_row: In(ROW_BITS)
    write_content: In(Row)
    clear: In(1)
    insert: In(1)
    key: In(signed(SCORE_BITS))
    move: In(Move)
    seal: In(1)
    find: In(1)
    found: Out(1)
    busy: Out(1)

    def elaborate(self, platform):
        m = Module()
        m.submodules.rows = rows = memory.Memory(shape=Row, depth=MAX_PLY << ROW_BITS, init=[])
        read, write = rows.read_port(), rows.write_port()
        m.d.comb += [
            read.addr.eq(Cat(self.row, self.ply)),
            self.content.eq(read.data),
            write.addr.eq(Cat(self.write_row, self.ply)),
            write.data.eq(self.write_content),
            write.en.eq(self.write),
        ]

        def put(row, content):
            m.d.comb += [write.en.eq(1), write.addr.eq(Cat(row, self.ply)), write.data.eq(content)]

        count = Signal(range(SHORTLIST + 1))
        at, behind = Signal(ROW_BITS), Signal(ROW_BITS)
        new = Signal(Row)
        m.d.comb += behind.eq(at + 1)
        with m.If(self.clear):
            m.d.sync += count.eq(0)
        with m.If(self.seal & (count != SHORTLIST)):
            put(Cat(count + 1)[:ROW_BITS], Row.const(None))

        with m.FSM() as fsm:
            m.d.comb += self.busy.eq(~fsm.ongoing("IDLE"))
            with m.State("IDLE"):
                m.d.sync += [new.score.eq(self.key), new.move.eq(self.move), new.valid.eq(1)]
                with m.If(self.insert):
                    m.d.sync += at.eq(count)
                    m.next = "LOOK"
                with m.If(self.find):
                    m.d.sync += at.eq(1)
                    m.next = "SEEK"
            with m.State("LOOK"):
                m.d.comb += read.addr.eq(Cat(at, self.ply))
                m.next = "COMPARE"
                with m.If(at == 0):
                    m.next = "PLACE"
            with m.State("COMPARE"):
                m.next = "PLACE"
                with m.If(read.data.score < new.score):
                    with m.If(at != SHORTLIST):
                        put(behind, read.data)
                    m.d.sync += at.eq(at - 1)
                    m.next = "LOOK"
            with m.State("PLACE"):
                with m.If(at != SHORTLIST):
                    put(behind, new)
                    with m.If(count != SHORTLIST):
                        m.d.sync += count.eq(count + 1)
                m.next = "IDLE"
            with m.State("SEEK"):
                m.d.comb += read.addr.eq(Cat(at, self.ply))
                m.next = "SOUGHT"
            with m.State("SOUGHT"):  # the next row is read while this one is compared
                m.d.comb += read.addr.eq(Cat(behind, self.ply))
                m.d.sync += [at.eq(behind), self.found.eq(read.data.valid & (read.data.move == new.move))]
                with m.If(~read.data.valid | (read.data.move == new.move) | (at == SHORTLIST)):
                    m.next = "IDLE"
        return m
