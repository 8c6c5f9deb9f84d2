"""A person at the terminal."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl, Timing
from icetrax.errors import TraxError
from icetrax.notation import Move, column_name, normalize, parse_move
from icetrax.player import Player, Reply, ResignedError, TakeBack
from icetrax.tile import Color
from icetrax.transport import DisconnectedError

__all__ = ["Assistance", "HumanPlayer"]

_HELP = """\
Type a move: column, row and tile, as in B1/ (small letters and blanks will do). The columns and rows are named on the
rim of the board; @ is the empty column on the left, 0 the empty row at the top. The tile is one of
  +  straight tracks
  /  curves parted by a line from bottom left to top right
  \\  curves parted by a line from top left to bottom right
The colours follow from the tiles beside it. {win}
Other words:
  moves        list the legal moves, to pick one by its number; moves C7 lists those on C7
  hint         ask for advice
  undo         take back your last turn, and the answer to it
  save [FILE]  write the game so far to a file; icetrax play --load FILE goes on with it
  resign       give up
  help         this"""

_WAYS_TO_WIN = {
    Variant.TRAX: "You win by a loop of your colour, or by a line from edge to edge over at least 8 rows or columns.",
    Variant.LOOP: "You win by a loop of your colour; lines count for nothing.",
    Variant.LIMITED: "You win by a loop of your colour, or by a line across all 8 rows or columns. There are no more.",
    Variant.MINI: "You win by a loop of your colour, or by a line across all 3 rows or columns. There are no more.",
}
_SPACE = re.compile(r"(@|[A-Z]+)([0-9]+)", re.ASCII)


@dataclass(frozen=True)
class Assistance:
    """What a person can ask for beside a move. All of it is answered in words.

    Attributes
    ----------
    hint
        Advice for the side to move.
    save
        Writes the game so far, to the named file or, for an empty name, to one of its own choice.
    fixed
        Says why turns cannot be taken back; None where they can.
    shared
        Whether the opponent is a person too, so that one turn is taken back instead of two.
    """

    hint: Callable[[Board], str]
    save: Callable[[Board, str], str]
    fixed: Callable[[], str | None]
    shared: bool = False


class HumanPlayer(Player):
    """Reads moves as people type them, and asks again until one is legal.

    Parameters
    ----------
    name
        The SPEC that made it.
    source
        Where the moves are typed.
    screen
        Where questions and explanations go.

    Attributes
    ----------
    assistance
        Who helps; None for nobody.
    """

    timing = Timing.NONE

    def __init__(self, name: str, source: TextIO, screen: TextIO) -> None:
        super().__init__(name)
        self.id = name
        self.assistance: Assistance | None = None
        self._source = source
        self._screen = screen
        self._listed: list[Move] = []  # the moves that were listed last, to be picked by number

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Say what the person plays: see :meth:`Player.new_game`."""
        self._say(f"You play {color}. Type a move, or help.")

    def play(self, board: Board, control: TimeControl) -> Reply:
        """Ask until a legal move is typed: see :meth:`Player.play`.

        Raises
        ------
        TakeBack
            The person wants turns back.
        """
        start = time.perf_counter()
        self._listed = []
        if not board.plies:
            self._say(f"The first tile is {' or '.join(map(str, board.legal_moves))}.")
        while True:
            self._screen.write(f"{board.turn} to move> ")
            self._screen.flush()
            typed = self._source.readline()
            if not typed:
                self._say("")
                raise DisconnectedError("the terminal has gone (end of input)")
            move = self._understood(board, typed.strip())
            if move is not None:
                return Reply(str(move), time.perf_counter() - start)

    def _understood(self, board: Board, typed: str) -> Move | None:
        """The move that was typed, None if it was something else, which is dealt with."""
        word, _, rest = typed.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "":
                return None
            case "help" | "?":
                self._say(_HELP.format(win=_WAYS_TO_WIN[board.variant]))
                return None
            case "moves":
                self._list(board, rest)
                return None
            case "resign":
                raise ResignedError("resigned")
            case "hint" | "undo" | "save" as wish:
                self._assist(board, wish, rest)
                return None
        if typed.isdecimal():
            return self._picked(int(typed))
        return self._legal(board, typed)

    def _legal(self, board: Board, typed: str) -> Move | None:
        try:
            move = parse_move(normalize("".join(typed.split())))
            board.push(move)
        except TraxError as error:
            self._say(f"{error}.")
            self._suggest(board, typed)
            return None
        board.pop()
        return move

    def _suggest(self, board: Board, typed: str) -> None:
        """List what can be played on the space that was meant."""
        match = _SPACE.match(normalize("".join(typed.split())))
        moves = _moves_on(board, match.group() if match else "")
        if moves:
            self._say(f"There you can play {' '.join(map(str, moves))}")

    def _list(self, board: Board, space: str) -> None:
        self._listed = _moves_on(board, normalize(space)) if space else list(board.legal_moves)
        if not self._listed:
            self._say(f"Nothing can be played on {space!r}.")
            return
        items = [f"{number:>3} {move!s:<5}" for number, move in enumerate(self._listed, start=1)]
        for begin in range(0, len(items), 8):
            self._say(" ".join(items[begin : begin + 8]).rstrip())
        self._say("Type a number to play that move.")

    def _picked(self, number: int) -> Move | None:
        if 1 <= number <= len(self._listed):
            return self._listed[number - 1]
        known = f"use 1 to {len(self._listed)}" if self._listed else "type moves first"
        self._say(f"There is no move of number {number} in the list: {known}.")
        return None

    def _assist(self, board: Board, wish: str, rest: str) -> None:
        if self.assistance is None:
            self._say(f"There is no {wish} in this game.")
        elif wish == "hint":
            self._say(self.assistance.hint(board))
        elif wish == "save":
            self._say(self.assistance.save(board, rest))
        else:
            self._undo(board, self.assistance)

    def _undo(self, board: Board, assistance: Assistance) -> None:
        turns = 1 if assistance.shared else 2
        reason = assistance.fixed()
        if reason is not None:
            self._say(f"No turn can be taken back: {reason}.")
        elif board.plies < turns:
            self._say("There is no turn of yours to take back.")
        else:
            raise TakeBack(board.move_stack[:-turns])

    def _say(self, text: str) -> None:
        print(text, file=self._screen, flush=True)


def _moves_on(board: Board, space: str) -> list[Move]:
    return [move for move in board.legal_moves if f"{column_name(move.column)}{move.row}" == space]
