"""A picture of a position as SVG, for documents, notebooks and web pages.

Tiles are dark with a lighter edge, so that they and both colours show on light and on dark ground; the names on the rim
are of a grey that can be read on both. The chosen tile of the last turn has a full frame, the tiles that it forced have
broken ones, and a finished loop or line of the winner is underlaid with yellow. Nothing depends on a style sheet.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from html import escape

from icetrax.board import Board, Turn
from icetrax.notation import column_name
from icetrax.paths import winning_paths
from icetrax.tile import Color, Face, Side

__all__ = ["PAPER", "TILE", "describe", "svg", "tile_definitions"]

TILE = 40
"""Size of a tile in the picture's own units."""

PAPER = "#767676"
"""Colour of what is written beside the tiles: 4.5 to 1 against white as well as black."""

_GROUND = "#26282c"
_EDGE = "#63676e"  # of a tile: 3 to 1 against black, so that tiles stand out from a dark page
_TRACKS = {Color.WHITE: "#ffffff", Color.RED: "#ff4b4b"}
_FRAME = "#ffc400"
_WINNING = "#ffe066"
_TRACK_WIDTH = 7
_RIM = 30  # units for the names of columns and rows
_HALF = TILE // 2
_CENTERS = {Side.E: (TILE, _HALF), Side.N: (_HALF, 0), Side.W: (0, _HALF), Side.S: (_HALF, TILE)}


def svg(board: Board, *, size: int = TILE, spaces: bool = False) -> str:
    """Draw a position.

    >>> from icetrax import Board
    >>> board = Board()
    >>> move = board.push_text("@0/")
    >>> svg(board).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True

    Parameters
    ----------
    board
        The position.
    size
        Width and height of a tile in pixels, 1 or more.
    spaces
        Mark each space that can be played on by a transparent square of class ``space``, whose attribute
        ``data-space`` is its name, for pages that are to react to it.

    Returns
    -------
    str
        One ``svg`` element, with a title and a description for those who do not see it.

    Raises
    ------
    ValueError
        *size* is less than 1.
    """
    if size < 1:
        raise ValueError(f"a tile of {size} pixels cannot be seen: use 1 or more")
    moves = " ".join(map(str, board.move_stack))
    name = f"trax-{zlib.crc32(f'{board.variant} {moves} {spaces}'.encode()):08x}"  # other pictures may be on one page
    width, height = (_RIM + TILE * (count + 2) for count in (board.columns, board.rows))
    title, description = describe(board)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width * size // TILE}" '
            f'height="{height * size // TILE}" role="img" aria-labelledby="{name}-title {name}-desc">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(description)}</desc>',
            tile_definitions(name),
            *_rim(board),
            *_tiles(board, name),
            *_winning(board),
            *_frames(board),
            *(_spaces(board) if spaces else ()),
            "</svg>",
        ]
    )


def tile_definitions(name: str) -> str:
    """A ``defs`` element with the six faces, for ``use`` elements: ids are *name*, a hyphen and the face's name."""
    return f"<defs>{''.join(_definition(name, face) for face in Face)}</defs>"


def describe(board: Board) -> tuple[str, str]:
    """Title and description of a position in words."""
    outcome, turn = board.outcome(), board.last_turn
    if turn is None:
        return "Trax: the empty board", "White begins with @0+ or @0/."
    if outcome is None:
        state = f"{board.turn} to move"
    elif outcome.winner is None:
        state = "drawn, since no move is left"
    else:
        state = f"{outcome.winner} has won by a {outcome.reason}"
    title = f"Trax after {board.plies} turn{'s' * (board.plies > 1)}: {state}"
    forced = [f"{board.space_name(p.x, p.y)}{p.face.symbol}" for p in turn.placements[1:]]
    also = f", which forced {', '.join(forced)}" if forced else ""
    size = f"{board.tiles} tiles in {board.columns} columns and {board.rows} rows"
    return title, f"{size}. The last turn was {turn.move} by {board.turn.opponent}{also}."


def _definition(name: str, face: Face) -> str:
    # Straight tracks: the one from top to bottom runs over the other, with a gap on either side.
    tracks = sorted(Color, key=lambda color: Side.N in face.sides(color)) if face.symbol == "+" else list(Color)
    lines = []
    for color in tracks:
        if face.symbol == "+" and color is tracks[1]:
            lines.append(f'<path d="{_track(face, color)}" stroke="{_GROUND}" stroke-width="{_TRACK_WIDTH + 5}"/>')
        lines.append(f'<path d="{_track(face, color)}" stroke="{_TRACKS[color]}" stroke-width="{_TRACK_WIDTH}"/>')
    ground = f'<rect x=".5" y=".5" width="{TILE - 1}" height="{TILE - 1}" rx="3" fill="{_GROUND}" stroke="{_EDGE}"/>'
    return f'<g id="{name}-{face.name}" fill="none">{ground}{"".join(lines)}</g>'


def _track(face: Face, color: Color) -> str:
    (x, y), (u, v) = (_CENTERS[side] for side in face.sides(color))
    return f"M{x} {y}L{u} {v}" if face.symbol == "+" else f"M{x} {y}Q{_HALF} {_HALF} {u} {v}"


def _rim(board: Board) -> Iterator[str]:
    turn = board.last_turn
    chosen = board.position_of(turn.placements[0].x, turn.placements[0].y) if turn else (None, None)
    yield f'<g class="rim" font-family="sans-serif" font-size="14" text-anchor="middle" fill="{PAPER}">'
    for column in range(board.columns + 2):
        bold = ' font-weight="bold"' if column == chosen[0] else ""
        x = _RIM + TILE * column + _HALF
        yield f'<text x="{x}" y="{_RIM - 10}"{bold}>{column_name(column)}</text>'
    for row in range(board.rows + 2):
        bold = ' font-weight="bold"' if row == chosen[1] else ""
        y = _RIM + TILE * row + _HALF + 5
        yield f'<text x="{_RIM - 14}" y="{y}"{bold}>{row}</text>'
    yield "</g>"


def _corner(board: Board, x: int, y: int) -> tuple[int, int]:
    """Where the picture has the top left corner of an absolute place."""
    column, row = board.position_of(x, y)
    return _RIM + TILE * column, _RIM + TILE * row


def _tiles(board: Board, name: str) -> Iterator[str]:
    turn = board.last_turn
    fresh = {(p.x, p.y): order for order, p in enumerate(turn.placements)} if turn else {}
    yield '<g class="tiles">'
    for x, y, face in board.placements():
        left, top = _corner(board, x, y)
        order = f' data-order="{fresh[x, y]}"' if (x, y) in fresh else ""
        yield f'<use href="#{name}-{face.name}" x="{left}" y="{top}"{order}/>'
    yield "</g>"


def _winning(board: Board) -> Iterator[str]:
    faces = {(p.x, p.y): p.face for p in board.placements()}
    for path in winning_paths(board):
        yield f'<g class="winning" fill="none" data-reason="{path.reason}" data-color="{path.color}">'
        for stroke, width in ((_WINNING, _TRACK_WIDTH + 9), (_TRACKS[path.color], _TRACK_WIDTH)):
            yield f'<g stroke="{stroke}" stroke-width="{width}">'
            for place in path.places:
                left, top = _corner(board, *place)
                yield f'<path transform="translate({left} {top})" d="{_track(faces[place], path.color)}"/>'
            yield "</g>"
        yield "</g>"


def _frames(board: Board) -> Iterator[str]:
    turn: Turn | None = board.last_turn
    if turn is None:
        return
    yield f'<g class="last-turn" fill="none" stroke="{_FRAME}">'
    for order, placement in enumerate(turn.placements):
        left, top = _corner(board, placement.x, placement.y)
        style = 'stroke-width="3"' if order == 0 else 'stroke-width="2" stroke-dasharray="4 4"'
        place = f'x="{left + 1.5}" y="{top + 1.5}" width="{TILE - 3}" height="{TILE - 3}" rx="3"'
        yield f'<rect {place} {style} data-order="{order}"/>'
    yield "</g>"


def _spaces(board: Board) -> Iterator[str]:
    yield '<g class="spaces" fill="transparent">'
    for column, row in sorted({(move.column, move.row) for move in board.legal_moves}):
        left, top = _RIM + TILE * column, _RIM + TILE * row
        place = f'x="{left}" y="{top}" width="{TILE}" height="{TILE}" rx="3"'
        yield f'<rect class="space" data-space="{column_name(column)}{row}" {place}/>'
    yield "</g>"
