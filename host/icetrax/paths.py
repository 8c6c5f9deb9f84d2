"""The loops and lines that decided a game, tile by tile."""

from __future__ import annotations

from icetrax.board import Board
from icetrax.tile import Color, Side

__all__ = ["winning_paths"]

Place = tuple[int, int]
"""Absolute column and row of a tile: the first tile of the game is at (0, 0), rows grow downwards."""


def winning_paths(board: Board) -> list[list[Place]]:
    """The loops and lines of the winner that the latest turn completed.

    Parameters
    ----------
    board
        The final position of a game.

    Returns
    -------
    Each path as the absolute places of its tiles, in their order along it; none while the game goes on or in a draw.
    """
    outcome, turn = board.outcome(), board.last_turn
    if outcome is None or outcome.winner is None or turn is None:
        return []
    found: list[list[Place]] = []
    for x, y, _ in turn.placements:  # every path that was completed has a new tile
        if not any((x, y) in path for path in found):
            path = _completed(board, (x, y), outcome.winner)
            if path:
                found.append(path)
    return found


def _completed(board: Board, start: Place, color: Color) -> list[Place]:
    """The path of *color* through a tile, if it is a loop or a line; otherwise nothing."""
    first, second = _sides(board, start, color)
    ahead, end = _follow(board, start, first, color)
    if end == start:
        return [start, *ahead[:-1]]
    behind, other_end = _follow(board, start, second, color)
    if not _is_line(board, end, other_end):
        return []
    return [*reversed(behind), start, *ahead]


def _follow(board: Board, start: Place, side: Side, color: Color) -> tuple[list[Place], Place]:
    """The tiles behind a side of a tile along the path, and where it ends: in a space, or in the tile itself again."""
    tiles: list[Place] = []
    place = start
    while True:
        place = place[0] + side.dx, place[1] + side.dy
        if board.tile_at(*board.position_of(*place)) is None:
            return tiles, place
        tiles.append(place)
        if place == start:
            return tiles, place
        one, other = _sides(board, place, color)
        side = other if one is side.opposite else one


def _sides(board: Board, place: Place, color: Color) -> tuple[Side, Side]:
    face = board.tile_at(*board.position_of(*place))
    assert face is not None
    return face.sides(color)


def _is_line(board: Board, end: Place, other_end: Place) -> bool:
    span = board.variant.line_span
    if span is None:
        return False
    (column, row), (other_column, other_row) = board.position_of(*end), board.position_of(*other_end)
    across = {column, other_column} == {0, board.columns + 1} and board.columns >= span
    return across or ({row, other_row} == {0, board.rows + 1} and board.rows >= span)
