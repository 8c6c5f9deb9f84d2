"""A second opinion on the rules, written from their text and sharing nothing with the library.

It keeps nothing but the tiles and looks at the whole board for everything: slow, and so plain that it can be believed.
"""

from __future__ import annotations

import random

__all__ = ["BruteBoard"]

Cell = tuple[int, int]
Tile = str  # colours of its right, top, left and bottom sides, for example "WRWR"

STEPS = {0: (1, 0), 1: (0, -1), 2: (-1, 0), 3: (0, 1)}  # right, top, left, bottom
TILES = {"+": ("WRWR", "RWRW"), "/": ("RWWR", "WRRW"), "\\": ("WWRR", "RRWW")}
FIRST = {"@0+": "RWRW", "@0/": "RWWR"}
LETTERS = {"RWRW": "|", "WRWR": "-", "RWWR": "q", "WRRW": "c", "WWRR": "e", "RRWW": "z"}


def _beside(place: Cell, side: int) -> Cell:
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


class BruteBoard:
    """The tiles in play and what has been completed.

    Parameters
    ----------
    rng
        Decides in which order spaces are forced; None for top to bottom.
    span
        Rows or columns of a line at least; None where lines do not win.
    limit
        Rows and columns of the board at most.
    """

    def __init__(self, rng: random.Random | None = None, span: int | None = 8, limit: int | None = None) -> None:
        self.span = span
        self.limit = limit
        self.tiles: dict[Cell, Tile] = {}
        self.plies = 0
        self.completed: set[str] = set()
        self.rng = rng

    def push(self, text: str) -> bool:
        """Make a move if it is legal, and tell whether it was."""
        if self.completed:
            return False
        after = self._after(text)
        if after is None:
            return False
        self.tiles = after
        self.plies += 1
        self.completed = self._everything_completed()
        return True

    def winner(self) -> str | None:
        """``white``, ``red`` or None."""
        mover, other = ("white", "red") if self.plies % 2 == 1 else ("red", "white")
        for name in (mover, other):
            if any(what.startswith(name) for what in self.completed):
                return name
        return None

    def legal_moves(self) -> list[str]:
        """All legal moves, sorted."""
        if self.completed:
            return []
        left, top, right, bottom = self.extent()
        names = [
            f"{self._letters(column)}{row}{symbol}"
            for column in range(right - left + 3)
            for row in range(bottom - top + 3)
            for symbol in "+/\\"
        ]
        return sorted(name for name in names if self._after(name) is not None)

    def extent(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the tiles."""
        xs, ys = [x for x, _ in self.tiles] or [0], [y for _, y in self.tiles] or [0]
        return min(xs), min(ys), max(xs), max(ys)

    def rows(self) -> list[str]:
        """The board in the letters of tests/data."""
        left, top, right, bottom = self.extent()
        return [
            "".join(LETTERS[self.tiles[x, y]] if (x, y) in self.tiles else "." for x in range(left, right + 1))
            for y in range(top, bottom + 1)
        ]

    @staticmethod
    def _letters(column: int) -> str:
        if column == 0:
            return "@"
        if column <= 26:
            return chr(64 + column)
        return BruteBoard._letters((column - 1) // 26) + chr(65 + (column - 1) % 26)

    def _after(self, text: str) -> dict[Cell, Tile] | None:
        """The tiles after a move, None if it is illegal."""
        if not self.tiles:
            return {(0, 0): FIRST[text]} if text in FIRST else None
        left, top, right, bottom = self.extent()
        for x in range(left - 1, right + 2):
            for y in range(top - 1, bottom + 2):
                if text[:-1] == f"{self._letters(x - left + 1)}{y - top + 1}":
                    return self._played((x, y), TILES[text[-1]])
        return None

    def _played(self, place: Cell, faces: tuple[Tile, Tile]) -> dict[Cell, Tile] | None:
        entering = self._entering(self.tiles, place)
        if place in self.tiles or not entering:
            return None
        if self.limit is not None:
            for axis in (0, 1):
                occupied = {tile[axis] for tile in (*self.tiles, place)}
                if max(occupied) - min(occupied) >= self.limit:
                    return None
        fitting = [face for face in faces if all(face[side] == color for side, color in entering.items())]
        if not fitting:
            return None
        assert len(fitting) == 1, "one side known fixes the face"
        tiles = {**self.tiles, place: fitting[0]}
        while True:
            spaces = sorted({_beside(p, side) for p in tiles for side in STEPS} - tiles.keys())
            forced = []
            for space in spaces:
                entering = self._entering(tiles, space)
                colors = list(entering.values())
                if colors.count("W") > 2 or colors.count("R") > 2:
                    return None
                for color in "WR":
                    if colors.count(color) == 2:
                        forced.append((space, color, {side for side in entering if entering[side] == color}))
            if not forced:
                return tiles
            space, color, sides = self.rng.choice(forced) if self.rng else forced[0]
            other = "R" if color == "W" else "W"
            tiles[space] = "".join(color if side in sides else other for side in STEPS)

    @staticmethod
    def _entering(tiles: dict[Cell, Tile], space: Cell) -> dict[int, str]:
        """Colour that arrives through each side of a space that has a tile beyond it."""
        return {
            side: tiles[_beside(space, side)][side ^ 2] for side in STEPS if _beside(space, side) in tiles
        }

    def _everything_completed(self) -> set[str]:
        left, top, right, bottom = self.extent()
        found = set()
        for place, tile in self.tiles.items():
            for color, name in (("W", "white"), ("R", "red")):
                sides = [side for side in STEPS if tile[side] == color]
                ends = [self._follow(place, side, color) for side in sides]
                if ends[0] is None:
                    found.add(f"{name}-loop")
                    continue
                # Where the path leaves the tiles: (last tile, side by which it leaves).
                out = set()
                for end in ends:
                    assert end is not None
                    (x, y), side = end
                    on_edge = {0: x == right, 1: y == top, 2: x == left, 3: y == bottom}[side]
                    if on_edge:
                        out.add(side)
                across = out == {0, 2} and right - left + 1 >= (self.span or 8)
                down = out == {1, 3} and bottom - top + 1 >= (self.span or 8)
                if self.span is not None and (across or down):
                    found.add(f"{name}-line")
        return found

    def _follow(self, start: Cell, side: int, color: str) -> tuple[Cell, int] | None:
        """Last tile and outward side of the path that leaves *start* by *side*; None if it comes round to *start*."""
        place = start
        while _beside(place, side) in self.tiles:
            place, entered = _beside(place, side), side ^ 2
            (side,) = (s for s in STEPS if s != entered and self.tiles[place][s] == color)
            if place == start:
                return None
        return place, side
