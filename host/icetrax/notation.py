"""The text of a move: column, row, symbol, as in ``@0/``, ``B12+`` or ``AA3\\``.

Columns are ``@ A B .. Z AA AB .. AZ BA ..`` (bijective base 26 after ``@``), rows ``0 1 2 ..`` in decimal without
leading zeros. ``@`` is the empty column left of the leftmost tile and ``0`` the empty row above the topmost one, as the
position stands before the turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from icetrax.errors import InvalidMoveError
from icetrax.tile import Symbol

__all__ = ["Move", "column_name", "normalize", "parse_move"]

_MOVE = re.compile(r"(@|[A-Z]+)(0|[1-9][0-9]*)([+/\\])", re.ASCII)
_LONGEST = 24  # characters; far more than any board needs, and a bound on the numbers that are read


def column_name(column: int) -> str:
    """Name of a column.

    >>> [column_name(column) for column in (0, 1, 26, 27)]
    ['@', 'A', 'Z', 'AA']

    Parameters
    ----------
    column
        0 for ``@``, 1 for ``A``, 26 for ``Z``, 27 for ``AA``, and so on.

    Raises
    ------
    ValueError
        *column* is negative.
    """
    if column < 0:
        raise ValueError(f"column {column} has no name: columns are counted from 0, which is '@'")
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name or "@"


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """What a player chooses: a space by its column (0 is ``@``) and row, and the symbol of the tile.

    >>> Move(1, 12, Symbol.SLASH), str(Move(1, 12, Symbol.SLASH))
    (Move(column=1, row=12, symbol=<Symbol.SLASH: '/'>), 'A12/')
    """

    column: int
    row: int
    symbol: Symbol

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row}{self.symbol}"


def parse_move(text: str) -> Move:
    """Read a move in its canonical spelling, with nothing before or after it.

    >>> parse_move("B12+")
    Move(column=2, row=12, symbol=<Symbol.PLUS: '+'>)

    Parameters
    ----------
    text
        For example ``B1/``. Lower case, leading zeros and blanks are refused: see :func:`normalize`.

    Raises
    ------
    InvalidMoveError
        *text* is not the canonical spelling of any move.
    """
    match = _MOVE.fullmatch(text)
    if match is None or len(text) > _LONGEST:
        raise InvalidMoveError(f"{_quote(text)} is not a move: {_complaint(text)}")
    letters, digits, symbol = match.groups()
    column = 0
    for letter in letters.removeprefix("@"):
        column = 26 * column + ord(letter) - ord("A") + 1
    return Move(column, int(digits), Symbol(symbol))


def normalize(text: str) -> str:
    """Bring a move as people type it nearer to the canonical spelling.

    Blanks around it are dropped, letters become capitals and leading zeros of the row go. Whether the result is a move
    is for :func:`parse_move` to say.

    >>> normalize(" b01+ ")
    'B1+'
    """
    text = text.strip()
    if text.isascii():  # the capitals of other letters may look like a column
        text = text.upper()
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", text)


def _quote(text: str) -> str:
    return repr(text) if len(text) <= _LONGEST else f"{text[:_LONGEST]!r}.."


def _complaint(text: str) -> str:
    """Why *text* is not canonical, in words for the end of an error message."""
    if not text:
        return "it is empty; expected a column, a row and a symbol such as B1/"
    if len(text) > _LONGEST:
        return f"it is longer than {_LONGEST} characters"
    easier = normalize(text)
    if easier != text and _MOVE.fullmatch(easier):
        return f"the canonical spelling is {easier}"
    if text[-1] not in "+/\\":
        return "it does not end in one of + / \\"
    if not re.match(r"@|[A-Z]+", text):
        return "it does not begin with a column, @ or capital letters"
    return "expected a column (@ or capital letters), a row (a number) and one of + / \\"
