"""Loops and lines as they lie on the board: which tiles they run over."""

from __future__ import annotations

from dataclasses import dataclass

from icetrax.board import Board, Reason
from icetrax.tile import Color, Face, Side

__all__ = ["Path", "completed_paths", "winning_paths"]


@dataclass(frozen=True, slots=True)
class Path:
    """A loop or line.

    >>> Path(Color.RED, Reason.LOOP, ((0, 0), (1, 0), (1, 1), (0, 1))).places[0]
    (0, 0)

    Attributes
    ----------
    color
        Whose it is.
    reason
        Which of the two.
    places
        The absolute places of its tiles from one end to the other, each once; for a loop, once round. A line may visit
        a place only once too, since a tile has one track of each colour.
    """

    color: Color
    reason: Reason
    places: tuple[tuple[int, int], ...]


def completed_paths(board: Board) -> list[Path]:
    """The loops and lines that the latest turn completed, of both colours.

    >>> board = Board()
    >>> for text in ("@0/", "B1\\\\", "A2\\\\"):
    ...     move = board.push_text(text)
    >>> [(path.color.name, str(path.reason), len(path.places)) for path in completed_paths(board)]
    [('RED', 'loop', 4)]
    """
    turn = board.last_turn
    if turn is None or not turn.completed:
        return []
    faces = {(placement.x, placement.y): placement.face for placement in board.placements()}
    found: list[Path] = []
    for color, reason in sorted(turn.completed):
        seen: set[tuple[int, int]] = set()
        # A loop or line arises from a tile of the turn. A line may also arise from the extent that it now reaches, but
        # only the chosen tile widens that, and then its own path ends on the new edge.
        for placement in turn.placements:
            start = placement.x, placement.y
            if start in seen:
                continue
            path = _traced(faces, start, color)
            seen.update(path.places)
            if path.reason is reason and (reason is Reason.LOOP or _is_line(board, faces, path)):
                found.append(path)
    return found


def winning_paths(board: Board) -> list[Path]:
    """Those of the completed paths that are the winner's; none while the game goes on, or in a draw.

    >>> winning_paths(Board())
    []
    """
    outcome = board.outcome()
    if outcome is None:
        return []
    return [path for path in completed_paths(board) if path.color is outcome.winner]


def _traced(faces: dict[tuple[int, int], Face], start: tuple[int, int], color: Color) -> Path:
    """The path of a colour through a tile, a loop if it comes round to it, else as a line from end to end."""
    first, second = faces[start].sides(color)
    ahead = _walk(faces, start, first, color)
    if ahead and ahead[-1] == start:
        return Path(color, Reason.LOOP, (start, *ahead[:-1]))
    behind = _walk(faces, start, second, color)
    return Path(color, Reason.LINE, (*reversed(behind), start, *ahead))


def _walk(
    faces: dict[tuple[int, int], Face], start: tuple[int, int], side: Side, color: Color
) -> list[tuple[int, int]]:
    """The places that a path runs over after it has left *start* by *side*, up to its end or to *start* again."""
    places: list[tuple[int, int]] = []
    place = start
    while True:
        place = place[0] + side.dx, place[1] + side.dy
        if place not in faces:
            return places
        places.append(place)
        if place == start:
            return places
        one, other = faces[place].sides(color)
        side = other if one is side.opposite else one


def _is_line(board: Board, faces: dict[tuple[int, int], Face], path: Path) -> bool:
    """Whether a path's two ends face outwards at opposite edges that are far enough apart."""
    span = board.variant.line_span
    if span is None or len(path.places) < span:
        return False
    ends = set()
    for place, inner in ((path.places[0], path.places[1]), (path.places[-1], path.places[-2])):
        (side,) = (s for s in faces[place].sides(path.color) if (place[0] + s.dx, place[1] + s.dy) != inner)
        column, row = board.position_of(*place)
        edges = {Side.W: column == 1, Side.E: column == board.columns, Side.N: row == 1, Side.S: row == board.rows}
        if edges[side]:
            ends.add(side)
    across, down = {Side.W, Side.E}, {Side.N, Side.S}
    return (ends == across and board.columns >= span) or (ends == down and board.rows >= span)
