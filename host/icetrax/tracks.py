"""A position for searching: its spaces in the order in which they arose, and its score kept turn by turn.

Spaces are listed as they arise, those around one tile in the order of :class:`~icetrax.tile.Side`; what a search tries
first follows from this order. Filled spaces stay on the list until the turns are made permanent with
:meth:`Tracks.settle`; then the last open ones move up into their places, and all paths are judged anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from icetrax.board import Board
from icetrax.evaluate import Worth, worth
from icetrax.frontier import EMPTY, LINE_SPAN, ORIGIN, Extent, cell, coordinates
from icetrax.tile import FITTING, Color, Face, Side, Symbol, entry

__all__ = ["CROSSING_LIMIT", "Laid", "Spot", "Standing", "Tracks", "tracks_of"]

CROSSING_LIMIT = 3
"""Attacks on lines along one axis are counted up to this."""

_TILE = -1  # in the place of a space's entered sides
_SYMBOLS = (Symbol.BACKSLASH, Symbol.PLUS, Symbol.SLASH)
_STEPS = tuple(cell(side.dx, side.dy) - ORIGIN for side in Side)

_FIRST = {Symbol.PLUS: Face.WHITE_NS, Symbol.SLASH: Face.WHITE_NW}
_TRIED = {
    entered: tuple((symbol, fitting[symbol]) for symbol in _SYMBOLS if symbol in fitting)
    for entered, fitting in (FITTING | {0: _FIRST}).items()
}
"""The tiles that fit a space, by its entered sides (none before the first move), in the order of a search."""

_SIDE_OF = {entry(color, side): side for color in Color for side in Side}
_OF_COLOR = (0b1111, 0b1111 << 4)  # entered sides


class _Edge(NamedTuple):
    """One side of a face: the track of *color* leaves by it."""

    step: int  # to the neighbour
    color: Color
    there: int  # set in the neighbour's entered sides
    own: int  # all such bits of this colour
    other: int  # of the other colour


_EDGES = {
    face: tuple(
        _Edge(
            _STEPS[side],
            color := face.color_at(side),
            entry(color, side.opposite),
            _OF_COLOR[color],
            _OF_COLOR[color.opponent],
        )
        for side in Side
    )
    for face in Face
}


class Spot(NamedTuple):
    """A move by its place on the plane. Unlike its name it stays the same when tiles are laid further left or above.

    Attributes
    ----------
    space
        Its :func:`~icetrax.frontier.cell`.
    symbol
        What the tile shows.
    """

    space: int
    symbol: Symbol


@dataclass(slots=True)
class Standing:
    """The score of a position.

    A path is judged when it arises, and when the turns are made permanent. When the extent grows in between, beyond the
    length of a line, the attacks on lines along that axis are void, and no longer counted; the bonuses of other paths
    stay as they were. So an attack that is counted is one, but not every one is counted. Those on loops all are.

    Attributes
    ----------
    balance
        What white's open paths are worth, less what red's are.
    closing
        By colour, how many attacks on loops there are.
    crossing
        By axis (columns, rows) and colour, how many attacks on lines there are at least.
    """

    balance: int = 0
    closing: list[int] = field(default_factory=lambda: [0, 0])
    crossing: tuple[list[int], list[int]] = field(default_factory=lambda: ([0, 0], [0, 0]))

    def copy(self) -> Standing:
        """The same, to be kept while this one changes."""
        columns, rows = self.crossing
        return Standing(self.balance, self.closing.copy(), (columns.copy(), rows.copy()))

    def crosses(self, color: Color) -> bool:
        """Whether *color* has an attack on a line."""
        columns, rows = self.crossing
        return columns[color] > 0 or rows[color] > 0

    def attacks(self, color: Color) -> bool:
        """Whether *color* has an attack."""
        return self.closing[color] > 0 or self.crosses(color)

    def void(self, axis: int) -> None:
        """Forget the attacks on lines along the columns (0) or rows (1)."""
        self.crossing[axis][:] = 0, 0

    def replace(self, color: Color, gone: list[Worth], made: Worth | None) -> None:
        """Count a path of *color* instead of those that have gone into it."""
        value, closing, across, down = made or (0, 0, 0, 0)
        for path in gone:
            value -= path.value
            closing -= path.closing
            across -= path.across
            down -= path.down
        self.balance += -value if color else value
        self.closing[color] += closing
        for counts, change in zip(self.crossing, (across, down), strict=True):
            if change:
                counts[color] = max(0, min(CROSSING_LIMIT, counts[color] + change))


@dataclass(slots=True)
class Laid:
    """A turn that has been played, and what is needed to take it back.

    Attributes
    ----------
    spaces
        Those filled: the chosen one first, then the forced ones in their order.
    completed
        By colour, whether it has completed a loop or a line.
    """

    spaces: list[int]
    completed: list[bool]
    extent_before: Extent
    standing_before: Standing
    listed_before: int
    trail_before: int


class _ThirdEntryError(Exception):
    """A space would be entered by one colour from three sides."""


class Tracks:
    """A position for searching, at first without a tile.

    Parameters
    ----------
    span
        Rows or columns that a line has to cross at least; None where lines count for nothing.
    limit
        Rows and columns that tiles may occupy at most; None where there is no end.

    Attributes
    ----------
    standing
        The score.
    extent
        Outermost columns and rows of the tiles.
    """

    def __init__(self, span: int | None = LINE_SPAN, limit: int | None = None) -> None:
        self.extent = EMPTY
        self.standing = Standing()
        self._span = sys.maxsize if span is None else span
        self._limit = sys.maxsize if limit is None else limit
        self._spaces = [ORIGIN]
        self._cells: dict[int, int] = {ORIGIN: 0}  # of a space its entered sides, of a tile _TILE
        self._paths: tuple[dict[int, tuple[int, Worth]], ...] = ({}, {})  # by colour and end: the other end, and worth
        self._turns: list[Laid] = []
        self._trail: list[tuple[dict[int, Any], int, Any]] = []  # table, key, value before

    # -- moves --

    def spot(self, column: int, row: int, symbol: Symbol) -> Spot:
        """The move with a name."""
        return Spot(cell(self.extent.left + column - 1, self.extent.top + row - 1), symbol)

    def name(self, spot: Spot) -> tuple[int, int, Symbol]:
        """Column, row and symbol by which a move is named: the reverse of :meth:`spot`."""
        x, y = coordinates(spot.space)
        return x - self.extent.left + 1, y - self.extent.top + 1, spot.symbol

    def spots(self) -> Iterator[Spot]:
        """The moves that can be tried, in their order. Those that force something may prove illegal.

        Turns may be played and taken back meanwhile, if all is as before for the next move.
        """
        for space in self._spaces:
            for symbol, _ in self._fitting(space):
                yield Spot(space, symbol)

    def face_of(self, spot: Spot) -> Face | None:
        """The face that lies after a move, None if no such tile fits there."""
        return next((face for symbol, face in self._fitting(spot.space) if symbol is spot.symbol), None)

    def is_quiet(self, spot: Spot) -> bool:
        """Whether a move that can be tried forces nothing."""
        cells, space = self._cells, spot.space
        face = self.face_of(spot)
        return face is not None and not any(
            (there := cells.get(space + edge.step, 0)) > 0 and there & edge.own for edge in _EDGES[face]
        )

    def answers(self, space: int, attacker: Color) -> bool:
        """Whether a quiet move can parry an attack of *attacker*: at its end, or at the rim if it is on a line."""
        entered = self._cells[space]
        if entered & _OF_COLOR[attacker] and self._paths[attacker][space][1].is_attack:
            return True
        return self.standing.crosses(attacker) and self.extent.widened(*coordinates(space)) != self.extent

    def _fitting(self, space: int) -> tuple[tuple[Symbol, Face], ...]:
        entered = self._cells.get(space, _TILE)
        return () if entered == _TILE or self._is_shut(space) else _TRIED[entered]

    def _is_shut(self, space: int) -> bool:
        """Whether a tile on *space* would lie beyond the limit of rows and columns."""
        if self._limit == sys.maxsize:
            return False
        extent = self.extent.widened(*coordinates(space))
        return extent.columns > self._limit or extent.rows > self._limit

    # -- turns --

    def play(self, spot: Spot) -> Laid | None:
        """Lay a tile that fits, and all that it forces. None if the turn is illegal; all is as before then."""
        face = self.face_of(spot)
        assert face is not None, f"{spot} does not fit"
        laid = Laid(
            spaces=[spot.space],
            completed=[False, False],
            extent_before=self.extent,
            standing_before=self.standing.copy(),
            listed_before=len(self._spaces),
            trail_before=len(self._trail),
        )
        self._turns.append(laid)
        self._widen(*coordinates(spot.space))
        try:
            for space in laid.spaces:  # grows meanwhile
                self._lay(space, face if space == spot.space else self._forced_face(space), laid)
        except _ThirdEntryError:
            self.take_back()
            return None
        return laid

    def take_back(self) -> None:
        """Undo the latest turn that has not been made permanent."""
        laid = self._turns.pop()
        trail = self._trail
        while len(trail) > laid.trail_before:
            table, key, before = trail.pop()
            if before is None:
                del table[key]
            else:
                table[key] = before
        del self._spaces[laid.listed_before :]
        self.extent = laid.extent_before
        self.standing = laid.standing_before

    def settle(self) -> None:
        """Make all turns permanent, take the filled spaces off the list, and judge all paths anew."""
        filled = [space for laid in self._turns for space in laid.spaces]
        place = {space: number for number, space in enumerate(self._spaces)}
        last = len(self._spaces) - 1
        for space in filled:
            while self._cells[self._spaces[last]] == _TILE:
                last -= 1
            if place[space] < last:
                self._spaces[place[space]] = self._spaces[last]
                last -= 1
        del self._spaces[last + 1 :]
        self._turns.clear()
        self._trail.clear()
        self.standing = Standing()
        for color in Color:
            for end, (other, _) in list(self._paths[color].items()):
                if end < other:
                    self.standing.replace(color, [], self._join(color, end, other))
        self._trail.clear()

    def _widen(self, x: int, y: int) -> None:
        before, after = self.extent, self.extent.widened(x, y)
        for axis, (size, size_after) in enumerate([(before.columns, after.columns), (before.rows, after.rows)]):
            if self._span <= size < size_after:
                self.standing.void(axis)
        self.extent = after

    def _lay(self, space: int, face: Face, laid: Laid) -> None:
        """Lay one tile, lead the tracks on into the spaces around, and put those on the list that are forced by it."""
        cells = self._cells
        self._write(cells, space, _TILE)
        ends: tuple[list[int], list[int]] = [], []  # by colour, the spaces where the track laid here begins and ends
        for color in Color:
            if space in self._paths[color]:
                ends[color].append(space)
        for step, color, bit, own, other in _EDGES[face]:
            ahead = space + step
            there = cells.get(ahead)
            if there == _TILE:
                continue
            if there is None:
                self._spaces.append(ahead)
                there = 0
            elif there & own:
                if (there & own).bit_count() == 2:
                    raise _ThirdEntryError
                if (there & other).bit_count() != 2:  # else the other colour has forced it already
                    laid.spaces.append(ahead)
            ends[color].append(ahead)
            self._write(cells, ahead, there | bit)
        for color in Color:
            if ends[color]:  # else two paths met here, and were joined when the second one came
                one, other_end = ends[color]
                self._connect(color, one, other_end, laid)

    def _connect(self, color: Color, one: int, other: int, laid: Laid) -> None:
        """Lay a track between two spaces. Where a path ends it goes on by that track, else a path ends there now."""
        paths = self._paths[color]
        gone = []
        ends = []
        for space in (one, other):
            if space in paths:
                end, path = paths[space]
                self._erase(paths, space)
                gone.append(path)
                ends.append(end)
            else:
                ends.append(space)
        made = None
        if ends[0] == other:
            laid.completed[color] = True  # the path has met its own other end
        else:
            made = self._join(color, *ends)
            laid.completed[color] |= self._is_line(*ends)
        self.standing.replace(color, gone, made)

    def _join(self, color: Color, one: int, other: int) -> Worth:
        """Make two spaces the ends of a path."""
        (x, y), (u, v) = coordinates(one), coordinates(other)
        own, extent = _OF_COLOR[color], self.extent
        made = worth(
            u - x,
            v - y,
            _SIDE_OF[self._cells[one] & own],
            _SIDE_OF[self._cells[other] & own],
            max(extent.columns, self._span),
            max(extent.rows, self._span),
            shut=self._is_shut(one),  # if they are adjacent, so is the other
        )
        self._write(self._paths[color], one, (other, made))
        self._write(self._paths[color], other, (one, made))
        return made

    def _is_line(self, one: int, other: int) -> bool:
        """Whether a path with these ends crosses the tiles in play: the ends lie outside opposite edges."""
        (x, y), (u, v), extent = coordinates(one), coordinates(other), self.extent
        across = abs(x - u) == extent.columns + 1 and extent.columns >= self._span
        return across or (abs(y - v) == extent.rows + 1 and extent.rows >= self._span)

    def _forced_face(self, space: int) -> Face:
        """The tile that joins the two sides by which one colour enters *space*."""
        white, red = self._cells[space] & 0b1111, self._cells[space] >> 4
        return Face(white) if white.bit_count() == 2 else Face(0b1111 ^ red)

    def _write(self, table: dict[int, Any], key: int, value: Any) -> None:
        """Set an entry of a table so that :meth:`take_back` can restore it."""
        self._trail.append((table, key, table.get(key)))
        table[key] = value

    def _erase(self, table: dict[int, Any], key: int) -> None:
        """Delete an entry of a table so that :meth:`take_back` can restore it."""
        self._trail.append((table, key, table.pop(key)))


def tracks_of(board: Board) -> Tracks:
    """A board's position, for searching. It does not follow when the board changes."""
    tracks = Tracks(board.variant.line_span, board.variant.limit)
    for move in board.move_stack:
        laid = tracks.play(tracks.spot(move.column, move.row, move.symbol))
        assert laid is not None, f"{move} is legal on the board"
        tracks.settle()
    return tracks
