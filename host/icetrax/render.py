"""A picture of a position in text, for terminals and documents.

White's tracks are single lines and red's double ones. Around the tiles stand the names that the next move uses, the
empty column ``@`` and row ``0`` among them; the last move's column and row are in brackets, and a line below names the
tiles that it forced. With colours, the loop or line that has won is underlined.
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
_LINED, _PLAIN = ";4", ";24"  # underlined, or no longer
_BACKGROUND = {False: "40", True: "44"}  # black; blue for the tiles of the last turn


def render(board: Board, *, color: bool = False) -> str:
    """Draw a position.

    >>> board = Board()
    >>> move = board.push_text("@0/")
    >>> print(render(board))
         @  [A]  B
      0
    [1]     ─┘╔═
      2
    1. white @0/

    Parameters
    ----------
    board
        The position.
    color
        Use ANSI escapes: tracks in their colours, tiles of the last turn on a blue ground, the winning loop or line
        underlined.

    Returns
    -------
    str
        Lines without one after the last. The empty board is a rim with nothing in it.
    """
    turn = board.last_turn
    fresh = [board.position_of(placement.x, placement.y) for placement in turn.placements] if turn else []
    chosen_column, chosen_row = fresh[0] if fresh else (None, None)
    won = {(*board.position_of(*place), path.color) for path in winning_paths(board) for place in path.places}
    names = [_bracketed(column_name(c), c == chosen_column).center(_WIDTH) for c in range(board.columns + 2)]
    labels = [_bracketed(str(r), r == chosen_row) for r in range(board.rows + 2)]
    margin = max(map(len, labels))
    lines = [" " * (margin + 1) + "".join(names).rstrip()]
    for row, label in enumerate(labels):
        places = [(column, row) for column in range(board.columns + 2)]
        tiles = [_tile(board, *place, place in fresh, won if color else None) for place in places]
        lines.append(f"{label:>{margin}} {''.join(tiles)}".rstrip())
    if turn:
        lines.append(_caption(board, turn))
    return "\n".join(lines)


def _bracketed(name: str, chosen: bool) -> str:
    return f"[{name}]" if chosen and len(name) + 2 <= _WIDTH else name


def _tile(board: Board, column: int, row: int, fresh: bool, won: set[tuple[int, int, Color]] | None) -> str:
    """One tile; *won* says which tracks are underlined, None that there are to be no colours."""
    face = board.tile_at(column, row)
    if face is None:
        return " " * _WIDTH
    picture = _PICTURES[face]
    if won is None:
        return picture
    ground = _BACKGROUND[fresh]
    lined = {track for track in Color if (column, row, track) in won}
    text = ""
    for track, lines in itertools.groupby(picture, lambda line: Color.RED if line in _RED_LINES else Color.WHITE):
        line = "" if not lined else _LINED if track in lined else _PLAIN
        text += f"\x1b[{_ANSI[track]};{ground}{line}m{''.join(lines)}"
    return text + _RESET


def _caption(board: Board, turn: Turn) -> str:
    """One line on the last turn; the forced tiles by the names that their places have now."""
    text = f"{board.plies}. {board.turn.opponent} {turn.move}"
    forced = [f"{board.space_name(p.x, p.y)}{p.face.symbol}" for p in turn.placements[1:]]
    return f"{text}, forced {' '.join(forced)}" if forced else text
