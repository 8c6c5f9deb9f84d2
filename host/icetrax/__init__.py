"""Trax as it is played: the rules as a readable reference model, records, pictures, and players in software."""

from __future__ import annotations

from icetrax.board import Board, LegalMoves, Outcome, Placement, Reason, Turn, Variant
from icetrax.errors import IllegalMoveError, InvalidMoveError, RecordError, TraxError
from icetrax.html import html_game
from icetrax.notation import Move, column_name, normalize, parse_move
from icetrax.opponents import AlphaBetaChooser, Choice, Chooser, GreedyChooser, Limit, RandomChooser
from icetrax.paths import Path, completed_paths, winning_paths
from icetrax.perft import divide, perft
from icetrax.record import Record, Result, format_record, read_records, write_record
from icetrax.render import render
from icetrax.svg import svg
from icetrax.tile import Color, Face, Side, Symbol

__all__ = [
    "AlphaBetaChooser",
    "Board",
    "Choice",
    "Chooser",
    "Color",
    "Face",
    "GreedyChooser",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Limit",
    "Move",
    "Outcome",
    "Path",
    "Placement",
    "RandomChooser",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "Side",
    "Symbol",
    "TraxError",
    "Turn",
    "Variant",
    "column_name",
    "completed_paths",
    "divide",
    "format_record",
    "html_game",
    "normalize",
    "parse_move",
    "perft",
    "read_records",
    "render",
    "svg",
    "winning_paths",
    "write_record",
]
