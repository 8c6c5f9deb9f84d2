"""What can be wrong with a move or a record."""

from __future__ import annotations

__all__ = ["IllegalMoveError", "InvalidMoveError", "RecordError", "TraxError"]


class TraxError(ValueError):
    """Root of the errors that the library raises about Trax itself.

    >>> from icetrax import Board, TraxError
    >>> try:
    ...     Board().push_text("B1/")
    ... except TraxError as error:
    ...     print(error)
    B1/ is illegal: the first move is @0+ or @0/
    """


class InvalidMoveError(TraxError):
    """The text cannot be read as a move. The message quotes the text and the reason.

    >>> from icetrax import InvalidMoveError, parse_move
    >>> try:
    ...     parse_move("b1/")
    ... except InvalidMoveError as error:
    ...     print(error)
    'b1/' is not a move: the canonical spelling is B1/
    """


class IllegalMoveError(TraxError):
    """The move can be read, but the rules forbid it here. The message quotes the move and the reason.

    >>> from icetrax import Board, IllegalMoveError
    >>> try:
    ...     Board().push_text("@0\\\\")
    ... except IllegalMoveError as error:
    ...     print(error)
    @0\\ is illegal: the first move is @0+ or @0/
    """


class RecordError(TraxError):
    """A game record cannot be read or written. The message names the line, where there is one, and the reason.

    >>> from icetrax import RecordError, read_records
    >>> try:
    ...     read_records("@0/ B1", "game.trx")
    ... except RecordError as error:
    ...     print(str(error).partition(":")[0])
    game.trx, line 1, game 1, ply 2
    """
