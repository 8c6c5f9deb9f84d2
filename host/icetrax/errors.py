"""What can be wrong with a move or a record."""

from __future__ import annotations

__all__ = ["IllegalMoveError", "InvalidMoveError", "RecordError", "TraxError"]


class TraxError(ValueError):
    """Root of the errors that the library raises about Trax itself."""


class InvalidMoveError(TraxError):
    """The text cannot be read as a move. The message quotes the text and the reason."""


class IllegalMoveError(TraxError):
    """The move can be read, but the rules forbid it here. The message quotes the move and the reason."""


class RecordError(TraxError):
    """A game record cannot be read or written. The message names the line, where there is one, and the reason."""
