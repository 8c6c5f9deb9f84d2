"""The game: whose turn it is, which moves are legal, what they are called, and when it is over."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from icetrax.errors import IllegalMoveError
from icetrax.frontier import LINE_SPAN, ORIGIN, Frontier, Played, ThirdEntryError, cell, coordinates
from icetrax.notation import Move, column_name, parse_move
from icetrax.tile import Color, Face, Symbol

__all__ = ["Board", "LegalMoves", "Outcome", "Placement", "Reason", "Turn", "Variant"]

# Rules: white's first tile lies with white vertical, or with white joining top and left.
_FIRST = {Symbol.PLUS: Face.WHITE_NS, Symbol.SLASH: Face.WHITE_NW}


class Variant(enum.StrEnum):
    """Which set of rules a board plays by.

    In ``trax``, the unlimited game, loops and lines win. In ``loop`` only loops do. In ``8x8`` tiles may occupy no more
    than eight rows and columns, in ``mini`` no more than three, and lines cross all of them; who is to move and cannot
    has drawn.

    >>> Variant("8x8").limit, Variant.LOOP.line_span, Variant.TRAX.line_span
    (8, None, 8)
    """

    TRAX = "trax"
    LOOP = "loop"
    LIMITED = "8x8"
    MINI = "mini"

    @property
    def limit(self) -> int | None:
        """Rows and columns that tiles may occupy at most, None where there is no end."""
        return {Variant.LIMITED: 8, Variant.MINI: 3}.get(self)

    @property
    def line_span(self) -> int | None:
        """Rows or columns that a line has to cross at least, None where lines count for nothing."""
        return None if self is Variant.LOOP else self.limit or LINE_SPAN

    @classmethod
    def _missing_(cls, value: object) -> Variant:
        raise ValueError(f"unknown variant {value!r}: use one of {', '.join(cls)}")


class Reason(enum.StrEnum):
    """How a game was decided on the board.

    >>> [str(reason) for reason in Reason]
    ['loop', 'line', 'full']
    """

    LOOP = "loop"
    LINE = "line"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> board = Board("loop")
    >>> for text in ("@0/", "B1\\\\", "A2\\\\"):
    ...     move = board.push_text(text)
    >>> outcome = board.outcome()
    >>> print(outcome.winner, outcome.reason)
    red loop

    Attributes
    ----------
    winner
        The colour that won, None in a draw.
    reason
        What decided; a loop comes before a line where the winner has completed both.
    """

    winner: Color | None
    reason: Reason


class Placement(NamedTuple):
    """One tile laid, in absolute coordinates: the first tile of the game is at (0, 0), *y* grows downwards.

    >>> board = Board()
    >>> move = board.push_text("@0/")
    >>> list(board.placements())
    [Placement(x=0, y=0, face=<Face.WHITE_NW: 6>)]
    """

    x: int
    y: int
    face: Face


class Turn(NamedTuple):
    """A move and everything that came of it.

    >>> board = Board()
    >>> for text in ("@0/", "B1\\\\", "A2\\\\"):
    ...     move = board.push_text(text)
    >>> [board.space_name(p.x, p.y) for p in board.last_turn.placements]  # the chosen tile and a forced one
    ['A2', 'B2']
    >>> board.last_turn.completed
    frozenset({(<Color.RED: 1>, <Reason.LOOP: 'loop'>)})

    Attributes
    ----------
    move
        As named before the turn.
    placements
        The chosen tile, then the forced ones.
    completed
        Loops and lines that the turn completed, of both colours.
    """

    move: Move
    placements: tuple[Placement, ...]
    completed: frozenset[tuple[Color, Reason]]


class Board:
    """A game of Trax from its beginning to the present position.

    >>> board = Board()
    >>> for text in ("@0/", "B1\\\\", "A2\\\\"):
    ...     move = board.push_text(text)
    >>> board.outcome()
    Outcome(winner=<Color.RED: 1>, reason=<Reason.LOOP: 'loop'>)

    Parameters
    ----------
    variant
        The rules, as a :class:`Variant` or by name.

    Attributes
    ----------
    variant
        The rules.
    move_stack
        The moves made, oldest first. For reading only.

    Raises
    ------
    ValueError
        *variant* is unknown.
    """

    def __init__(self, variant: Variant | str = Variant.TRAX) -> None:
        self.variant = Variant(variant)
        self.move_stack: list[Move] = []
        self._frontier = Frontier(self.variant.line_span, self.variant.limit)
        self._turns: list[Played] = []

    def copy(self) -> Board:
        """An independent copy, with its history."""
        other = Board(self.variant)
        other.move_stack = self.move_stack.copy()
        other._frontier = self._frontier.copy()
        other._turns = self._turns.copy()  # what a turn did is not changed afterwards
        return other

    # -- position --

    @property
    def turn(self) -> Color:
        """The colour to move."""
        return Color(len(self._turns) % 2)

    @property
    def plies(self) -> int:
        """Number of turns made."""
        return len(self._turns)

    @property
    def tiles(self) -> int:
        """Number of tiles in play."""
        return len(self._frontier.faces)

    @property
    def columns(self) -> int:
        """Width of the tiles in play, 0 on the empty board."""
        return self._frontier.extent.columns

    @property
    def rows(self) -> int:
        """Height of the tiles in play, 0 on the empty board."""
        return self._frontier.extent.rows

    def tile_at(self, column: int, row: int) -> Face | None:
        """The tile in a column (1 is ``A``) and row as they are named now, None where there is none."""
        return self._frontier.faces.get(self._cell(column, row))

    def placements(self) -> Iterator[Placement]:
        """The tiles in play, in the order in which they came."""
        return (Placement(*coordinates(space), face) for space, face in self._frontier.faces.items())

    def position_of(self, x: int, y: int) -> tuple[int, int]:
        """Present column and row of an absolute place. Column 1 is ``A``, row 1 the topmost row of tiles."""
        extent = self._frontier.extent
        return x - extent.left + 1, y - extent.top + 1

    def space_name(self, x: int, y: int) -> str:
        """Present name of an absolute place within one step of the tiles, for example ``C7``."""
        column, row = self.position_of(x, y)
        return f"{column_name(column)}{row}"

    def open_paths(self, color: Color) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The open paths of *color*, each as the absolute places of the two spaces that it enters."""
        for one, other in self._frontier.open_paths(color):
            yield coordinates(one), coordinates(other)

    # -- history --

    @property
    def last_turn(self) -> Turn | None:
        """The latest turn, None before the first."""
        if not self._turns:
            return None
        faces = self._frontier.faces
        placements = tuple(Placement(*coordinates(space), faces[space]) for space in self._turns[-1].placements)
        return Turn(self.move_stack[-1], placements, self.completed)

    @property
    def completed(self) -> frozenset[tuple[Color, Reason]]:
        """Loops and lines that the latest turn completed, of both colours."""
        if not self._turns:
            return frozenset()
        played = self._turns[-1]
        return frozenset(
            [(color, Reason.LOOP) for color in played.loops] + [(color, Reason.LINE) for color in played.lines]
        )

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on.

        A player wins whose colour has a loop or line at the end of a turn, whoever made it. If both have, the player
        who made the turn wins. Where the board is limited and no legal move is left, the game is drawn.
        """
        if not self.is_over():
            return None
        played = self._turns[-1]
        if not (played.loops or played.lines):
            return Outcome(None, Reason.FULL)
        mover = self.turn.opponent
        winner = mover if mover in played.loops or mover in played.lines else mover.opponent
        return Outcome(winner, Reason.LOOP if winner in played.loops else Reason.LINE)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self._is_won() or (self.variant.limit is not None and not self.legal_moves)

    # -- moves --

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves here, each once; none after the end of the game."""
        return LegalMoves(self)

    def push(self, move: Move) -> None:
        """Make a move for the side to move, with all forced plays.

        Raises
        ------
        IllegalMoveError
            The rules forbid the move here. The position is as before.
        """
        space = self._cell(move.column, move.row)
        face = self._face(move, space)
        try:
            played = self._frontier.play(space, face)
        except ThirdEntryError as error:
            name = self.space_name(*coordinates(error.space))
            reason = f"its forced plays let {error.color} enter {name} from a third side"
            raise IllegalMoveError(f"{move} is illegal: {reason}") from None
        self._turns.append(played)
        self.move_stack.append(move)

    def push_text(self, text: str) -> Move:
        """Read a move in canonical notation and make it.

        Raises
        ------
        InvalidMoveError
            The text cannot be read as a move.
        IllegalMoveError
            The rules forbid the move here.
        """
        move = parse_move(text)
        self.push(move)
        return move

    def pop(self) -> Move:
        """Take back the latest turn and answer its move.

        Raises
        ------
        IndexError
            No turn has been made.
        """
        if not self._turns:
            raise IndexError("no turn to take back: the board is empty")
        self._frontier.take_back(self._turns.pop())
        return self.move_stack.pop()

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from icetrax.svg import svg

        return svg(self)

    def __repr__(self) -> str:
        moves = " ".join(map(str, self.move_stack))
        return f"<Board {self.variant} ({moves})>"

    def _is_won(self) -> bool:
        return bool(self._turns) and bool(self._turns[-1].loops or self._turns[-1].lines)

    def _cell(self, column: int, row: int) -> int:
        """The cell in a column and row; -1, which is never one, where they are more than a step from the tiles."""
        extent = self._frontier.extent
        if not (0 <= column <= extent.columns + 1 and 0 <= row <= extent.rows + 1):
            return -1
        return cell(extent.left + column - 1, extent.top + row - 1)

    def _face(self, move: Move, space: int) -> Face:
        """The face that *move* names; IllegalMoveError where no forced play is needed to see that it is illegal."""
        if self.is_over():
            reason = f"the game is over, {_describe(self.outcome())}"
        elif not self._turns:
            face = _FIRST.get(move.symbol)
            if space == ORIGIN and face is not None:
                return face
            reason = "the first move is @0+ or @0/"
        elif space in self._frontier.faces:
            reason = f"{column_name(move.column)}{move.row} is occupied"
        elif space not in self._frontier.entered:
            reason = f"{column_name(move.column)}{move.row} is not beside a tile"
        elif not self._frontier.has_room(space):
            reason = f"tiles may occupy no more than {self.variant.limit} columns and rows"
        else:
            face = self._frontier.candidates(space).get(move.symbol)
            if face is not None:
                return face
            reason = "the colours do not match the tiles beside it"
        raise IllegalMoveError(f"{move} is illegal: {reason}")


class LegalMoves:
    """The legal moves of a board as it stands when asked: can be iterated, counted and searched.

    The order is row by row from the top left, and ``+ / \\`` within a space. The board may be pushed and popped while
    iterating, as long as it is back at the same position for the next move.

    >>> moves = Board().legal_moves
    >>> moves, len(moves), parse_move("@0+") in moves
    (<LegalMoves (@0+ @0/)>, 2, True)
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        board = self._board
        if not board.plies:
            yield from (Move(0, 0, symbol) for symbol in _FIRST)
            return
        for space, symbol in self._legal():
            column, row = board.position_of(*coordinates(space))
            yield Move(column, row, symbol)

    def __len__(self) -> int:
        return sum(1 for _ in self._legal()) if self._board.plies else len(_FIRST)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        board = self._board
        space = board._cell(move.column, move.row)
        try:
            face = board._face(move, space)
        except IllegalMoveError:
            return False
        return board._frontier.allows(space, face)

    def __repr__(self) -> str:
        return f"<LegalMoves ({' '.join(map(str, self))})>"

    def _legal(self) -> Iterator[tuple[int, Symbol]]:
        frontier = self._board._frontier
        if self._board._is_won():
            return
        for space in frontier.playable():
            for symbol, face in frontier.candidates(space).items():
                if frontier.allows(space, face):
                    yield space, symbol


def _describe(outcome: Outcome | None) -> str:
    if outcome is None or outcome.winner is None:
        return "drawn"
    return f"{outcome.winner} has completed a {outcome.reason}"
