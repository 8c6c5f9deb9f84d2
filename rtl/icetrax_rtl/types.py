"""Vocabulary of the gateware: enumerations, layouts and constants that every unit shares. No logic.

Sides are numbered E 0, N 1, W 2, S 3; the opposite of side ``s`` is ``s ^ 2``. A tile's *symbol* is numbered so that
the side joined to side ``s`` is ``s ^ symbol``; its *face* is the mask of the two sides where its white track ends.
"""

from amaranth.lib import data, enum

__all__ = [
    "AXIS_BITS", "CENTRE", "DEPTH_BITS", "EMPTY", "FIRST_SLOT", "FORCED", "MAX_EXTENT", "MAX_PLY", "NODES_BITS",
    "PLIES_BITS", "SCORE_BITS", "SIDES", "SLOT_BITS", "TILE", "TILES_BITS", "WIN", "Cell", "Color", "Entry", "Extent",
    "Growth", "Move", "Name", "Position", "Reason", "Side", "Space", "Symbol", "Variant", "Verdict", "Winner",
]  # fmt: skip

AXIS_BITS = 6
"""Bits of a coordinate: the plane has 64 columns and rows and wraps around."""

MAX_EXTENT = (1 << AXIS_BITS) - 2
"""Most columns or rows of tiles: with one empty ring around them they still do not meet across the wrap."""

SLOT_BITS = 8
"""Bits of a slot number. See :mod:`icetrax_rtl.turn` for what happens when they run out."""

FIRST_SLOT = 0
"""The slot of the first tile."""

TILE = 3
"""Value of :data:`Cell` ``white`` that marks a tile; spaces count the white sides entered there, 0 to 2."""

PLIES_BITS = 8
"""Bits of the number of plies in a game."""

TILES_BITS = 12
"""Bits of the number of tiles in play: enough for a board full of them, MAX_EXTENT by MAX_EXTENT."""

MAX_PLY = 32
"""Plies that the search stack holds."""

SCORE_BITS = 16
"""Bits of a (signed) score."""

DEPTH_BITS = 5
"""Bits of a depth, enough for MAX_PLY - 1."""

NODES_BITS = 40
"""Bits of counts of nodes and cycles: six hours at 48 MHz."""

WIN = 30_000
"""Score of a win on the spot; a win ``n`` plies later scores ``WIN - n``."""

SIDES = range(4)


class Color(enum.Enum, shape=1):
    """A colour, and the player of that colour."""

    WHITE = 0
    RED = 1


class Variant(enum.Enum, shape=2):
    """The rules that are played by."""

    TRAX = 0
    LOOP = 1
    """Lines count for nothing."""
    LIMITED = 2
    """Tiles may occupy no more columns and rows than a line has to span; who is to move and can not has drawn."""


class Side(enum.IntEnum, shape=2):
    """A side of a space."""

    E = 0
    N = 1
    W = 2
    S = 3


class Symbol(enum.Enum, shape=2):
    """What notation says of a tile; side ``s`` is joined to side ``s ^ value``. NONE stands for no symbol."""

    NONE = 0
    BACKSLASH = 1
    PLUS = 2
    SLASH = 3


class Verdict(enum.Enum, shape=2):
    """How a turn ended."""

    LEGAL = 0
    ILLEGAL = 1
    """Nothing changed: the tile does not fit, or some space would have been entered three times by one colour."""
    FULL = 2
    """Nothing changed: the turn may be legal but would leave the player's memory."""
    OVER = 3
    """Nothing changed: the game is over, or there was no turn to take back."""


class Winner(enum.Enum, shape=2):
    """Who has won."""

    NONE = 0
    WHITE = 1
    RED = 2
    DRAW = 3


class Reason(enum.Enum, shape=2):
    """What ended the game: what the winner completed, a loop if both, or that no legal move was left."""

    NONE = 0
    LOOP = 1
    LINE = 2
    FULL = 3


Position = data.StructLayout({"x": AXIS_BITS, "y": AXIS_BITS})
"""A place on the wrapping plane; x grows to the east, y to the south."""

CENTRE = {"x": 1 << (AXIS_BITS - 1), "y": 1 << (AXIS_BITS - 1)}
"""Position of the first tile."""

Move = data.StructLayout({"position": Position, "symbol": Symbol})
"""A move by place on the plane. Unlike its name it stays the same when tiles are laid further left or above."""

Name = data.StructLayout({"column": 10, "row": 10, "symbol": Symbol})
"""A move as notation names it: column 0 is ``@``, row 0 the row above the tiles. 1023 stands for anything larger."""

Cell = data.StructLayout({"ref": SLOT_BITS, "white": 2, "red": 2})
"""A cell of the map. A tile (``white`` = :data:`TILE`): ``ref`` holds its face. Otherwise ``white`` and ``red`` count
the sides by which tracks of that colour enter; both 0: no tile beside it; else ``ref`` is the number of its slot."""

Space = data.StructLayout({"position": Position, "filled": 1})
"""A row of the slot table. ``filled``: a tile lies there, and the slot's mates are kept for taking it back."""

Growth = data.StructLayout({"west": 1, "east": 1, "north": 1, "south": 1})
"""By which sides a move enlarged the extent."""

Extent = data.StructLayout({
    "west": AXIS_BITS, "east": AXIS_BITS, "north": AXIS_BITS, "south": AXIS_BITS,
    "columns": AXIS_BITS, "rows": AXIS_BITS,
})
"""The columns and rows just outside the tiles in play, and how many columns and rows these span."""

EMPTY = {
    "west": CENTRE["x"], "east": CENTRE["x"] + 1, "north": CENTRE["y"], "south": CENTRE["y"] + 1,
    "columns": 0, "rows": 0,
}
"""Extent of the empty board: the first tile, at the centre, enlarges it to the west and north."""

Entry = data.StructLayout({"slot": SLOT_BITS, "face": 4, "kind": 4})
"""A row of the tile stack. ``kind``: the :data:`Growth` of a chosen tile, :data:`FORCED` of a forced one."""

FORCED = 0b1111
"""Kind of a forced tile on the tile stack: no move enlarges the extent on all four sides."""
