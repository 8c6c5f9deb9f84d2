"""The notation used before 1998, such as ``A1S``, ``B2R`` or ``1AU``.

It counts the columns ``A ..`` and rows ``1 ..`` of the tiles in play only. The name of an occupied place means the
space left of it in column ``A``, and the space above it in row 1 of the other columns; above the top-left tile is
``1A``. Then comes what the tile does:

=========== ==============================================================================================
``S``       its tracks run straight
``C``       they curve, where that says enough: as the first tile, and against two tiles round a corner
``U D L R`` the track that enters from the neighbour turns up, down, left or right; where a white and a red
            track enter from opposite sides, the white one
=========== ==============================================================================================

Unlike today's notation it can be read only beside the position.
"""

from __future__ import annotations

import re

from icetrax.board import Board
from icetrax.errors import IllegalMoveError, InvalidMoveError
from icetrax.notation import Move, column_name, parse_move
from icetrax.tile import FITTING, Color, Face, Side, Symbol, entry

__all__ = ["is_old_notation", "parse_old_move", "to_old_notation"]

_OLD = re.compile(r"(?:1A|([A-Z]{1,4})([1-9][0-9]{0,5}))([SCUDLR])")
_DIRECTIONS = {"U": Side.N, "D": Side.S, "L": Side.W, "R": Side.E}
_LETTERS = {side: letter for letter, side in _DIRECTIONS.items()}


def is_old_notation(text: str) -> bool:
    """Tell whether *text*, in capitals, has the form of a move in the old notation."""
    return _OLD.fullmatch(text) is not None


def parse_old_move(board: Board, text: str) -> Move:
    """Read a move in the old notation.

    Parameters
    ----------
    board
        The position before the move.
    text
        In capitals, for example ``B2R``.

    Raises
    ------
    InvalidMoveError
        *text* does not have the form of a move in the old notation.
    IllegalMoveError
        It names no space, or no tile that fits there. Forced plays are not looked at.
    """
    match = _OLD.fullmatch(text)
    if match is None:
        raise InvalidMoveError(f"{text!r} is not a move in the old notation: expected one such as A1S, B2R or 1AU")
    letters, digits, what = match.groups()
    if not board.plies:
        if text not in ("A1S", "A1C"):
            raise IllegalMoveError(f"{text} is illegal: the first move is A1S or A1C")
        return Move(0, 0, Symbol.PLUS if what == "S" else Symbol.SLASH)
    column, row = _space(board, text, letters, digits)
    touching = _touching(board, column, row)
    if not touching:
        raise IllegalMoveError(f"{text} is illegal: it is not beside a tile")
    faces = [face for face in _fitting(touching) if _describes(what, face, touching)]
    if len(faces) != 1:
        reason = "more than one curve fits there: say U, D, L or R" if faces else "no such tile fits there"
        raise IllegalMoveError(f"{text} is illegal: {reason}")
    return Move(column, row, faces[0].symbol)


def to_old_notation(board: Board, move: Move) -> str:
    """Write a move in the old notation.

    Parameters
    ----------
    board
        The position before the move.
    move
        A legal move there.
    """
    straight = move.symbol is Symbol.PLUS
    if not board.plies:
        return "A1S" if straight else "A1C"
    touching = _touching(board, move.column, move.row)
    return _place(move.column, move.row) + ("S" if straight else _curve(_face(touching, move.symbol), touching))


def _space(board: Board, text: str, letters: str | None, digits: str | None) -> tuple[int, int]:
    """Column and row, as they are counted today, of the space that is meant."""
    if letters is None or digits is None:
        return 1, 0
    column, row = parse_move(f"{letters}{digits}+").column, int(digits)
    if board.tile_at(column, row) is None:
        return column, row
    if column == 1:
        return 0, row
    if row == 1:
        return column, 0
    raise IllegalMoveError(f"{text} is illegal: {letters}{digits} is occupied")


def _place(column: int, row: int) -> str:
    if row == 0:
        return "1A" if column == 1 else f"{column_name(column)}1"
    return f"{column_name(column or 1)}{row}"


def _touching(board: Board, column: int, row: int) -> dict[Side, Color]:
    """The sides of a space that tracks enter by, with their colours."""
    neighbors = {side: board.tile_at(column + side.dx, row + side.dy) for side in Side}
    return {side: face.color_at(side.opposite) for side, face in neighbors.items() if face is not None}


def _fitting(touching: dict[Side, Color]) -> list[Face]:
    return list(FITTING[sum(entry(color, side) for side, color in touching.items())].values())


def _face(touching: dict[Side, Color], symbol: Symbol) -> Face:
    return next(face for face in _fitting(touching) if face.symbol is symbol)


def _turning(touching: dict[Side, Color]) -> dict[Side, Color]:
    """The entering tracks whose turn a direction may tell."""
    first = next(iter(touching))
    if first.opposite in touching:
        return {side: color for side, color in touching.items() if color is Color.WHITE}
    return touching


def _describes(what: str, face: Face, touching: dict[Side, Color]) -> bool:
    if what == "S" or face.symbol is Symbol.PLUS:
        return what == "S" and face.symbol is Symbol.PLUS
    if what == "C":
        return True
    direction = _DIRECTIONS[what]
    return any(set(face.sides(color)) == {side, direction} for side, color in _turning(touching).items())


def _curve(face: Face, touching: dict[Side, Color]) -> str:
    turning = _turning(touching)
    if len(turning) > 1:
        return "C"
    ((side, color),) = turning.items()
    (out,) = set(face.sides(color)) - {side}
    return _LETTERS[out]
