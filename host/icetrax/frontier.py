"""The position as path ends: tiles in play, the spaces around them, and what placing a tile does to the paths.

A *space* is an empty cell beside a tile. Every open path has two ends, each entering a space. At rest at most one white
and one red path enter a space (two of a colour would have been joined by a forced play), so a space and a colour name a
path end, and a table of *mates* tells the space of the same path's other end. No path has ever to be followed.

Cells are single integers here, see :func:`cell`. The plane has room for half a million tiles in each direction.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from icetrax.tile import FITTING, Color, Face, Symbol, entry

__all__ = ["EMPTY", "LINE_SPAN", "ORIGIN", "Extent", "Frontier", "Played", "ThirdEntryError", "cell", "coordinates"]

LINE_SPAN = 8
"""Rows or columns that a line has to cross at least in the unlimited game."""

_BITS = 20
_CENTER = 1 << (_BITS - 1)


def cell(x: int, y: int) -> int:
    """Number of the cell in column *x*, row *y* of the plane; the first tile lies at (0, 0) and *y* grows downwards."""
    return (y + _CENTER) << _BITS | (x + _CENTER)


def coordinates(number: int) -> tuple[int, int]:
    """Column and row of a cell: the reverse of :func:`cell`."""
    return (number & ((1 << _BITS) - 1)) - _CENTER, (number >> _BITS) - _CENTER


ORIGIN = cell(0, 0)
"""The cell of the first tile."""


class Extent(NamedTuple):
    """Outermost columns and rows of the tiles in play."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def columns(self) -> int:
        """Width in tiles."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """Height in tiles."""
        return self.bottom - self.top + 1

    def widened(self, x: int, y: int) -> Extent:
        """The extent with a tile at (*x*, *y*) as well."""
        return Extent(min(self.left, x), min(self.top, y), max(self.right, x), max(self.bottom, y))


EMPTY = Extent(1, 1, 0, 0)
"""Without a tile; the cell left of its left and above its top is the origin, called ``@0``."""


class ThirdEntryError(Exception):
    """A space would be entered by one colour from three sides, so the whole turn is illegal.

    Attributes
    ----------
    space
        The cell.
    color
        The colour.
    """

    def __init__(self, space: int, color: Color) -> None:
        super().__init__(space, color)
        self.space = space
        self.color = color


@dataclass(slots=True)
class Played:
    """What one turn did, and what is needed to take it back.

    Attributes
    ----------
    placements
        Cells filled: the chosen one first, then the forced ones.
    loops, lines
        Colours that completed one.
    """

    extent_before: Extent
    trail_before: int
    placements: list[int] = field(default_factory=list)
    loops: set[Color] = field(default_factory=set)
    lines: set[Color] = field(default_factory=set)


class _Edge(NamedTuple):
    """One side of a face, seen from the tile: the path leaves by it into the neighbour."""

    step: int  # from the tile's cell to the neighbour's
    here: int  # set in the entered sides of the tile's own space if the path came in by this side
    there: int  # to be set in the entered sides of the neighbour
    same: int  # all four such bits of this colour


def _edges(face: Face, color: Color) -> tuple[_Edge, _Edge]:
    first, second = (
        _Edge(cell(s.dx, s.dy) - ORIGIN, entry(color, s), entry(color, s.opposite), 0b1111 << 4 * color)
        for s in face.sides(color)
    )
    return first, second


_TRACKS = {face: tuple((color, _edges(face, color)) for color in Color) for face in Face}
_ALL_EDGES = {face: tuple(edge for _, edges in _TRACKS[face] for edge in edges) for face in Face}


class Frontier:
    """Tiles, spaces and path ends; plays whole turns with their forced plays and takes them back.

    Parameters
    ----------
    span
        Rows or columns that a line has to cross at least; None where lines count for nothing.
    limit
        Rows and columns that tiles may occupy at most; None where there is no end.

    Attributes
    ----------
    faces
        The tiles in play, by cell.
    entered
        The spaces: for each the sides by which paths enter it, as a set of bits (see :func:`icetrax.tile.entry`).
    mates
        For each colour: by the space of a path's one end, the space of its other end.
    extent
        Outermost columns and rows of the tiles.
    """

    def __init__(self, span: int | None = LINE_SPAN, limit: int | None = None) -> None:
        self.faces: dict[int, Face] = {}
        self.entered: dict[int, int] = {}
        self.mates: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.extent = EMPTY
        self._span = sys.maxsize if span is None else span
        self._limit = limit
        self._trail: list[tuple[dict[int, Any], int, Any]] = []  # table, key, value before (None: none)

    def copy(self) -> Frontier:
        """An independent copy, which can take back the same turns."""
        other = Frontier(self._span, self._limit)
        other.faces = self.faces.copy()
        other.entered = self.entered.copy()
        other.mates = (self.mates[0].copy(), self.mates[1].copy())
        other.extent = self.extent
        twins = dict(zip(map(id, self._tables()), other._tables(), strict=True))
        other._trail = [(twins[id(table)], key, before) for table, key, before in self._trail]
        return other

    def has_room(self, space: int) -> bool:
        """Tell whether a tile on *space* would stay within the limit of rows and columns."""
        if self._limit is None:
            return True
        extent = self.extent.widened(*coordinates(space))
        return extent.columns <= self._limit and extent.rows <= self._limit

    def playable(self) -> list[int]:
        """The spaces within the limit, row by row from the top left."""
        return sorted(self.entered if self._limit is None else filter(self.has_room, self.entered))

    def candidates(self, space: int) -> dict[Symbol, Face]:
        """Faces whose colours match all tiles beside *space*, which must be a key of :attr:`entered`."""
        return FITTING[self.entered[space]]

    def forces(self, space: int, face: Face) -> bool:
        """Tell whether *face* on *space* makes a path enter a space that one of its colour enters already."""
        entered = self.entered
        return any(entered.get(space + edge.step, 0) & edge.same for edge in _ALL_EDGES[face])

    def allows(self, space: int, face: Face) -> bool:
        """Tell whether a matching *face* on *space* is a legal turn. Only forced plays can make it illegal."""
        if not self.forces(space, face):
            return True
        try:
            self.take_back(self.play(space, face))
        except ThirdEntryError:
            return False
        return True

    def play(self, space: int, face: Face) -> Played:
        """Place a matching tile and all that it forces.

        Parameters
        ----------
        space
            A key of :attr:`entered`, or :data:`ORIGIN` on the empty board.
        face
            One of :meth:`candidates`, or any on the empty board.

        Raises
        ------
        ThirdEntryError
            The turn is illegal; the position is as before.
        """
        played = Played(self.extent, len(self._trail))
        # A forced space touches two tiles at least, so it lies within the extent: only the chosen tile can widen it,
        # and lines may be judged while the forced plays are still going on.
        self.extent = self.extent.widened(*coordinates(space))
        placements = played.placements
        try:
            placements.append(space)
            forced = self._place(space, face, played)
            for space in forced:
                if space not in self.faces:  # both colours may have forced it
                    placements.append(space)
                    forced += self._place(space, self._forced_face(space), played)
        except ThirdEntryError:
            # Rules: a turn that leads to a space entered by three of a colour is void as a whole.
            self.take_back(played)
            raise
        return played

    def take_back(self, played: Played) -> None:
        """Undo the latest turn that is still played."""
        trail = self._trail
        while len(trail) > played.trail_before:
            table, key, before = trail.pop()
            if before is None:
                del table[key]
            else:
                table[key] = before
        self.extent = played.extent_before

    def open_paths(self, color: Color) -> Iterator[tuple[int, int]]:
        """The two end spaces of each open path of *color*, each path once."""
        return ((end, mate) for end, mate in self.mates[color].items() if end < mate)

    def _tables(self) -> tuple[dict[int, Any], ...]:
        return (self.faces, self.entered, *self.mates)

    def _write(self, table: dict[int, Any], key: int, value: Any) -> None:
        """Set an entry of a table so that :meth:`take_back` can restore it."""
        self._trail.append((table, key, table.get(key)))
        table[key] = value

    def _erase(self, table: dict[int, Any], key: int) -> None:
        """Delete an entry of a table so that :meth:`take_back` can restore it."""
        self._trail.append((table, key, table.pop(key)))

    def _place(self, space: int, face: Face, played: Played) -> list[int]:
        """Fill *space* and move on the paths; answer the spaces that are thereby forced."""
        entered = self.entered.get(space, 0)
        self._write(self.faces, space, face)
        if entered:
            self._erase(self.entered, space)
        forced = []
        for color, edges in _TRACKS[face]:
            # While its track is laid, the path counts as ending on this very cell.
            mates = self.mates[color]
            onward = [edge for edge in edges if not entered & edge.here]
            if not onward:
                continue  # both sides were entered: the two paths were joined when the second one arrived
            if len(onward) == 2:
                self._write(mates, space, space)  # neither side was entered: a new path
            for edge in onward:
                if self._extend(color, space, edge, played):
                    forced.append(space + edge.step)
            self._erase(mates, space)
        return forced

    def _extend(self, color: Color, space: int, edge: _Edge, played: Played) -> bool:
        """Lead the path that ends on *space* across *edge* into the next space; tell whether that is now forced."""
        mates = self.mates[color]
        far = mates[space]
        ahead = space + edge.step
        entered = self.entered.get(ahead, 0)
        same = entered & edge.same
        if same.bit_count() == 2:
            raise ThirdEntryError(ahead, color)
        self._write(self.entered, ahead, entered | edge.there)
        if not same:
            self._link(color, far, ahead, played)
            return False
        # Forced play: entered by the same colour from two sides, the space must be filled with the tile that joins
        # them. The paths are joined at once; the tile follows.
        if far == ahead:
            played.loops.add(color)  # the path has met its own other end
        else:
            self._link(color, far, mates[ahead], played)
        self._erase(mates, ahead)
        return True

    def _link(self, color: Color, one: int, other: int, played: Played) -> None:
        """Make *one* and *other* the end spaces of a path, and see whether it is a line."""
        mates = self.mates[color]
        self._write(mates, one, other)
        self._write(mates, other, one)
        # Line: both ends face outwards at opposite outermost edges that are far enough apart. A space outside the
        # extent touches the one tile whose path enters it, so an end that lies there faces outwards.
        extent, span = self.extent, self._span
        if extent.columns >= span or extent.rows >= span:
            (x, y), (u, v) = coordinates(one), coordinates(other)
            across = abs(x - u) == extent.columns + 1 and extent.columns >= span
            down = abs(y - v) == extent.rows + 1 and extent.rows >= span
            if across or down:
                played.lines.add(color)

    def _forced_face(self, space: int) -> Face:
        """The tile that joins the two sides by which one colour enters *space*."""
        white, red = self.entered[space] & 0b1111, self.entered[space] >> 4
        return Face(white) if white.bit_count() == 2 else Face(0b1111 ^ red)
