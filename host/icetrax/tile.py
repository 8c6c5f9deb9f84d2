"""Tiles: colours, sides, symbols and the six faces, with the tables that every rule is looked up in.

A Trax tile carries one white and one red track. Its *symbol* says how the tracks run and its *face* which of them is
white: three symbols, two faces each.
"""

from __future__ import annotations

import enum

__all__ = ["FITTING", "Color", "Face", "Side", "Symbol", "entry"]


class Color(enum.IntEnum):
    """Colour of a track and name of the player who owns it. White moves first.

    >>> Color.WHITE.opponent, str(Color.RED)
    (<Color.RED: 1>, 'red')
    """

    WHITE = 0
    RED = 1

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return Color(1 - self)

    @property
    def letter(self) -> str:
        """``W`` or ``R``."""
        return "WR"[self]

    def __str__(self) -> str:
        return self.name.lower()


class Side(enum.IntEnum):
    """Side of a tile or space, counterclockwise from the right. Rows are counted downwards, so north is ``dy = -1``.

    >>> Side.N.opposite, (Side.N.dx, Side.N.dy)
    (<Side.S: 3>, (0, -1))
    """

    E = 0
    N = 1
    W = 2
    S = 3

    @property
    def opposite(self) -> Side:
        """The side by which a neighbour on this side is entered."""
        return Side(self ^ 2)

    @property
    def dx(self) -> int:
        """Step in columns to the neighbour on this side."""
        return (1, 0, -1, 0)[self]

    @property
    def dy(self) -> int:
        """Step in rows to the neighbour on this side."""
        return (0, -1, 0, 1)[self]


class Symbol(enum.StrEnum):
    """Last character of a move. A slash or backslash is the diagonal that separates the two tracks.

    >>> [str(symbol) for symbol in Symbol]
    ['+', '/', '\\\\']
    """

    PLUS = "+"
    SLASH = "/"
    BACKSLASH = "\\"


class Face(enum.IntEnum):
    """A tile as it lies on the board. The value is the set of its white sides: bit *d* stands for ``Side(d)``.

    >>> face = Face.WHITE_NW
    >>> str(face.symbol), face.color_at(Side.S), face.sides(Color.WHITE)
    ('/', <Color.RED: 1>, (<Side.N: 1>, <Side.W: 2>))
    """

    WHITE_EW = 0b0101
    WHITE_NS = 0b1010
    WHITE_NW = 0b0110
    WHITE_ES = 0b1001
    WHITE_EN = 0b0011
    WHITE_WS = 0b1100

    @property
    def symbol(self) -> Symbol:
        """The character that names this face in a move."""
        return _SYMBOLS[self]

    def color_at(self, side: Side) -> Color:
        """Colour of the track that leaves the tile by *side*."""
        return Color.WHITE if self >> side & 1 else Color.RED

    def sides(self, color: Color) -> tuple[Side, Side]:
        """The two sides that the track of *color* joins, in the order of :class:`Side`."""
        first, second = (side for side in Side if self.color_at(side) is color)
        return first, second


_SYMBOLS = {
    Face.WHITE_EW: Symbol.PLUS,
    Face.WHITE_NS: Symbol.PLUS,
    Face.WHITE_NW: Symbol.SLASH,
    Face.WHITE_ES: Symbol.SLASH,
    Face.WHITE_EN: Symbol.BACKSLASH,
    Face.WHITE_WS: Symbol.BACKSLASH,
}


def entry(color: Color, side: Side) -> int:
    """Bit that says "entered by *color* through *side*" in the set of a space's entered sides.

    The set has eight bits: white's four sides below (bits 0 to 3), red's four above (bits 4 to 7).
    """
    return 1 << (4 * color + side)


def _fits(face: Face, entered: int) -> bool:
    white, red = entered & 0b1111, entered >> 4
    return white & ~face == 0 and red & face == 0


FITTING: dict[int, dict[Symbol, Face]] = {
    entered: {symbol: face for symbol in Symbol for face in Face if face.symbol is symbol and _fits(face, entered)}
    for entered in range(1, 256)
    if entered & 0b1111 & entered >> 4 == 0
}
"""Faces whose colours match, by the entered sides of a space (bits as in :func:`entry`).

One entered side fixes the face that a symbol names, therefore a move needs no more than the symbol.
"""
