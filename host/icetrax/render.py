"""A picture of a position in text, for terminals and documents.

White's tracks are single lines and red's double ones. Around the tiles stand the names that the next move uses, the
empty column ``@`` and row ``0`` among them; the last move's column and row are in brackets, and a line below names the
tiles that it forced.
"""

from __future__ import annotations

import itertools

from icetrax.board import Board, Turn
from icetrax.notation import column_name
from icetrax.paths import winning_paths
from icetrax.tile import Color, Face

__all__ = ["render"]

# How the two tracks of a tile run, in four characters: left edge, two for what comes down from the top or goes to the
# bottom, right edge.
_PICTURES = {
    Face.WHITE_NS: "═││═",
    Face.WHITE_EW: "─║║─",
    Face.WHITE_NW: "─┘╔═",
    Face.WHITE_ES: "═╝┌─",
    Face.WHITE_EN: "═╗└─",
    Face.WHITE_WS: "─┐╚═",
}
_WIDTH = 4
_RED_LINES = "═║╔╗╚╝"

_RESET = "\x1b[0m"
_ANSI = {Color.WHITE: "1;97", Color.RED: "1;91"}  # bold, bright
_BACKGROUND = {False: "40", True: "44"}  # black; blue for the tiles of the last turn


def render(board: Board, *, color: bool = False) -> str:
    """Draw a position.

    Parameters
    ----------
    board
        The position.
    color
        Use ANSI escapes: tracks in their colours, tiles of the last turn on a blue ground, the loop or line that won
        underlined.

    Returns
    -------
    str
        Lines without one after the last. The empty board is a rim with nothing in it.
    """
    turn = board.last_turn
    fresh = [board.position_of(placement.x, placement.y) for placement in turn.placements] if turn else []
    outcome = board.outcome()
    winner = None if outcome is None else outcome.winner
    won = {board.position_of(*place): winner for path in winning_paths(board) for place in path}
    chosen_column, chosen_row = fresh[0] if fresh else (None, None)
    names = [_bracketed(column_name(c), c == chosen_column).center(_WIDTH) for c in range(board.columns + 2)]
    labels = [_bracketed(str(r), r == chosen_row) for r in range(board.rows + 2)]
    margin = max(map(len, labels))
    lines = [" " * (margin + 1) + "".join(names).rstrip()]
    for row, label in enumerate(labels):
        places = [(column, row) for column in range(board.columns + 2)]
        tiles = [_tile(board, place, place in fresh, color, won.get(place)) for place in places]
        lines.append(f"{label:>{margin}} {''.join(tiles)}".rstrip())
    if turn:
        lines.append(_caption(board, turn))
    return "\n".join(lines)


def _bracketed(name: str, chosen: bool) -> str:
    return f"[{name}]" if chosen and len(name) + 2 <= _WIDTH else name


def _tile(board: Board, place: tuple[int, int], fresh: bool, color: bool, won: Color | None) -> str:
    face = board.tile_at(*place)
    if face is None:
        return " " * _WIDTH
    picture = _PICTURES[face]
    if not color:
        return picture
    ground = _BACKGROUND[fresh]
    tracks = (
        f"\x1b[{_ANSI[track]};{ground}{_underline(track, won)}m{''.join(lines)}"
        for track, lines in itertools.groupby(picture, lambda line: Color.RED if line in _RED_LINES else Color.WHITE)
    )
    return "".join(tracks) + _RESET


def _underline(track: Color, won: Color | None) -> str:
    """Switches underlining on or off, in a tile where it is needed at all."""
    return "" if won is None else ";4" if track is won else ";24"


def _caption(board: Board, turn: Turn) -> str:
    """One line on the last turn; the forced tiles by the names that their places have now."""
    text = f"{board.plies}. {board.turn.opponent} {turn.move}"
    forced = [f"{board.space_name(p.x, p.y)}{p.face.symbol}" for p in turn.placements[1:]]
    return f"{text}, forced {' '.join(forced)}" if forced else text
