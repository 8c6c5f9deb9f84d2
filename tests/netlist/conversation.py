"""A conversation over the serial line of a simulation, and how many clock cycles each answer took."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from icetrax import Board
from icetrax.opponents import Limit, RandomChooser
from icetrax_sim import SimProcess

__all__ = ["Exchange", "play_game", "repeat"]

_MOST_PLIES = 60


@dataclass(frozen=True)
class Exchange:
    """One or several lines, the one answer to them, and the clock cycles between the end of both."""

    line: str
    answer: str
    cycles: int


class _Conversation:
    def __init__(self, process: SimProcess) -> None:
        self._process = process
        self.exchanges: list[Exchange] = []

    def say(self, line: str) -> str:
        """Send lines of which the last one gets an answer, and return that."""
        self._process.stdin.write(f"{line}\n".encode("ascii"))
        answer = b""
        while not answer.endswith(b"\n"):
            byte = self._process.stdout.read(1)
            assert byte, self._process.messages()
            answer += byte
        self.exchanges.append(
            Exchange(line, answer.decode("ascii").strip(), self._process.stamps.next_answer().cycles)
        )
        return self.exchanges[-1].answer


def play_game(process: SimProcess, seed: int) -> list[Exchange]:
    """Have the hardware play against random moves until the game is over, with a time limit of 1 ms a move.

    With an even seed it has white. In the end it tells the state of the game.
    """
    talk, board = _Conversation(process), Board()
    opponent = RandomChooser(random.Random(seed))
    talk.say("-T")
    talk.say("-L 1")
    unanswered = ""
    if seed % 2 == 0:
        board.push_text(talk.say("-W"))
    else:
        unanswered = "-B\n"
    while not board.is_over():
        assert board.plies < _MOST_PLIES, "a game that does not end"
        move = opponent.choose(board, Limit()).move
        board.push(move)
        if board.is_over():
            unanswered = f"{move}\n"
        else:
            board.push_text(talk.say(f"{unanswered}{move}"))
            unanswered = ""
    talk.say(f"{unanswered}-S")
    return talk.exchanges


def repeat(process: SimProcess, exchanges: Iterable[Exchange]) -> list[Exchange]:
    """Say the same again, and return what comes of it."""
    talk = _Conversation(process)
    for exchange in exchanges:
        talk.say(exchange.line)
    return talk.exchanges
