"""A person at the terminal."""

from __future__ import annotations

import time
from typing import TextIO

from icetrax.board import Board
from icetrax.clock import TimeControl, Timing
from icetrax.errors import TraxError
from icetrax.notation import normalize
from icetrax.player import Player, Reply, ResignedError
from icetrax.tile import Color
from icetrax.transport import DisconnectedError

__all__ = ["HumanPlayer"]

_HELP = """\
Type a move: column, row and tile, as in B1/ (small letters will do). The columns and rows are named on the rim of the
board; @ is the empty column on the left, 0 the empty row at the top. The tile is one of
  +  straight tracks
  /  curves parted by a line from bottom left to top right
  \\  curves parted by a line from top left to bottom right
The colours follow from the tiles beside it. You win by a loop of your colour, or by a line from edge to edge that spans
at least 8 rows or columns. Other words: moves (list the legal moves), help, resign."""


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
    """

    timing = Timing.NONE

    def __init__(self, name: str, source: TextIO, screen: TextIO) -> None:
        super().__init__(name)
        self.id = name
        self._source = source
        self._screen = screen

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Say what the person plays: see :meth:`Player.new_game`."""
        self._say(f"You play {color}. Type a move, or help.")

    def play(self, board: Board, control: TimeControl) -> Reply:
        """Ask until a legal move is typed: see :meth:`Player.play`."""
        start = time.perf_counter()
        while True:
            self._screen.write(f"{board.turn} to move> ")
            self._screen.flush()
            typed = self._source.readline()
            if not typed:
                self._say("")
                raise DisconnectedError("the terminal has gone (end of input)")
            text = self._understood(board, typed.strip())
            if text is not None:
                return Reply(text, time.perf_counter() - start)

    def _understood(self, board: Board, typed: str) -> str | None:
        """The move that was typed, None if it was something else, which is dealt with."""
        match typed.lower():
            case "":
                return None
            case "help" | "?":
                self._say(_HELP)
                return None
            case "moves":
                self._say(" ".join(map(str, board.legal_moves)))
                return None
            case "resign":
                raise ResignedError("resigned")
        text = normalize(typed)
        try:
            board.push_text(text)
        except TraxError as error:
            self._say(f"{error}.")
            return None
        board.pop()
        return text

    def _say(self, text: str) -> None:
        print(text, file=self._screen, flush=True)
