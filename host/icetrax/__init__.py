"""Trax as it is played: the rules as a readable reference model, game records, and players in software."""

from __future__ import annotations

from icetrax.board import Board, LegalMoves, Outcome, Placement, Reason, Turn, Variant
from icetrax.errors import IllegalMoveError, InvalidMoveError, RecordError, TraxError
from icetrax.notation import Move, column_name, normalize, parse_move
from icetrax.perft import divide, perft
from icetrax.tile import Color, Face, Side, Symbol

__all__ = [
    "Board",
    "Color",
    "Face",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Placement",
    "Reason",
    "RecordError",
    "Side",
    "Symbol",
    "TraxError",
    "Turn",
    "Variant",
    "column_name",
    "divide",
    "normalize",
    "parse_move",
    "perft",
]
