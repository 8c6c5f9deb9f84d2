"""The hardware player as a rules engine, over its console lines.

Nothing here knows the rules: moves go out as they are and answers come back as the hardware gives them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from icetrax.board import Reason, Variant
from icetrax.errors import TraxError
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, Transport

__all__ = [
    "ANSWER_LIMIT",
    "HARDWARE_VARIANTS",
    "Analysis",
    "ConsoleError",
    "HardwareConsole",
    "RefusedError",
    "State",
]

ANSWER_LIMIT = 1 << 16
"""Characters of the longest answer: that to ``-A``, a list of all legal moves."""

HARDWARE_VARIANTS = frozenset({Variant.TRAX, Variant.LOOP, Variant.LIMITED})
"""The variants that the hardware plays."""

_SECONDS = 60.0  # for an answer that takes the hardware no time worth mentioning
_BATCH = 64  # lines on their way at once: their answers must fit the buffers between the two sides
_STATE = re.compile(r"= (\d+) ([WR]) ([WRD-]) (loop|line|full|-) (\d+) (\d+) (\d+)", re.ASCII)


class ConsoleError(Exception):
    """The hardware does not answer as it should. The message quotes what was asked and what came."""


class RefusedError(TraxError):
    """The hardware has refused a line, and is as before. The message is the hardware's own."""


@dataclass(frozen=True, slots=True)
class State:
    """A position as the hardware sees it.

    Attributes
    ----------
    plies
        Turns made.
    turn
        The colour to move.
    over
        Whether the game has ended.
    winner
        Who has won, None if nobody has.
    reason
        What decided the game, None while it goes on.
    tiles, columns, rows
        Number of tiles, and size of the area that they occupy.
    """

    plies: int
    turn: Color
    over: bool
    winner: Color | None
    reason: Reason | None
    tiles: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a player thinks of a position.

    Attributes
    ----------
    move
        What it would play.
    score
        From the point of view of the side to move.
    depth
        Turns looked ahead.
    nodes
        Turns played in thought.
    cycles
        Clock cycles of the hardware. All but the move are None where the player does not tell.
    """

    move: str
    score: int | None
    depth: int | None
    nodes: int | None
    cycles: int | None


class HardwareConsole:
    """Asks the hardware player by console lines.

    Parameters
    ----------
    transport
        Where it listens. Answers may be up to :data:`ANSWER_LIMIT` characters long.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def identify(self) -> str:
        """Name, version and configuration, such as ``icetrax 0.1.0 hx8k``."""
        return self._ask("-N")

    def new(self, variant: Variant = Variant.TRAX) -> None:
        """Set up the empty board, by the rules of a variant that the hardware plays."""
        self._ask(f"-X {variant}")

    def play(self, text: str) -> State:
        """Make a move for the side to move.

        Raises
        ------
        RefusedError
            It is no move, or not legal here.
        """
        return _state(self._ask(f"-M {_sendable(text)}"))

    def undo(self) -> State:
        """Take back the latest turn.

        Raises
        ------
        RefusedError
            There is none.
        """
        return _state(self._ask("-U"))

    def state(self) -> State:
        """The position as it stands."""
        return _state(self._ask("-S"))

    def legal_moves(self) -> list[str]:
        """The legal moves here, in no particular order."""
        return self._ask("-A").split()

    def perft(self, depth: int) -> tuple[int, int]:
        """Number of legal move sequences of a length from here, and the clock cycles that counting took."""
        answer = self._ask(f"-P {depth}", timeout=None)
        count, cycles = self._numbers(answer, 2)
        return count, cycles

    def set_time(self, milliseconds: int) -> None:
        """Limit the time of each move; 0 for no limit."""
        self._ask(f"-L {milliseconds}")

    def set_depth(self, depth: int) -> None:
        """Limit the depth of each search in turns; 0 for no limit."""
        self._ask(f"-D {depth}")

    def think(self, timeout: float | None) -> Analysis:
        """Search for the best move here, without making it.

        Parameters
        ----------
        timeout
            Seconds of wall-clock time after which the hardware counts as hung; None waits for ever.
        """
        move, _, rest = self._ask("-G", timeout).partition(" ")
        score, depth, nodes, cycles = self._numbers(rest, 4)
        return Analysis(move, score, depth, nodes, cycles)

    def replay(
        self, texts: Sequence[str], variant: Variant = Variant.TRAX
    ) -> tuple[State, RefusedError | None]:
        """Play a game from the empty board, up to the first move that is refused.

        The moves go out in one stream, without waiting for each answer.

        Parameters
        ----------
        texts
            The moves.
        variant
            By which rules; one of those that the hardware plays.

        Returns
        -------
        tuple
            The position after the moves that were taken, and why the next one was not.
        """
        states, refusal = self._stream(texts, variant)
        if refusal is not None:
            # What followed the refused move may have been taken: begin again and stop in time.
            again, unexpected = self._stream(texts[: len(states)], variant)
            if unexpected is not None or again != states:
                raise ConsoleError(f"the hardware played {' '.join(texts[: len(states)])} twice with different results")
        return (states[-1] if states else self.state()), refusal

    def _stream(self, texts: Sequence[str], variant: Variant) -> tuple[list[State], RefusedError | None]:
        self.new(variant)
        states: list[State] = []
        for begin in range(0, len(texts), _BATCH):
            requests: list[str] = []
            unsendable: RefusedError | None = None
            for text in texts[begin : begin + _BATCH]:
                try:
                    requests.append(f"-M {_sendable(text)}")
                except RefusedError as error:
                    unsendable = error
                    break
            for request in requests:
                self._transport.send_line(request)
            answers = [self._answer(request, _SECONDS) for request in requests]
            for answer in answers:
                if answer.startswith("?"):
                    return states, RefusedError(answer.removeprefix("?").strip())
                states.append(_state(_result(answer)))
            if unsendable is not None:
                return states, unsendable
        return states, None

    def _ask(self, request: str, timeout: float | None = _SECONDS) -> str:
        self._transport.send_line(request)
        answer = self._answer(request, timeout)
        if answer.startswith("?"):
            raise RefusedError(answer.removeprefix("?").strip())
        return _result(answer)

    def _answer(self, request: str, timeout: float | None) -> str:
        while True:
            answer = self._transport.read_line(timeout)
            if answer is None:
                raise DisconnectedError(f"{self._transport.name} does not answer {request!r}")
            if not answer.startswith("#"):
                return answer

    @staticmethod
    def _numbers(text: str, count: int) -> list[int]:
        words = text.split()
        if len(words) != count or not all(re.fullmatch(r"-?\d+", word, re.ASCII) for word in words):
            raise ConsoleError(f"the hardware answered {text!r}, not {count} numbers")
        return [int(word) for word in words]


def _sendable(text: str) -> str:
    """A move's text if it can be part of a line at all."""
    if text and text.isascii() and text.isprintable():
        return text
    raise RefusedError(f"unknown {text!r}")


def _result(answer: str) -> str:
    if not answer.startswith("="):
        raise ConsoleError(f"the hardware answered {answer!r}, which does not begin with '='")
    return answer.removeprefix("=").strip()


def _state(text: str) -> State:
    match = _STATE.fullmatch(f"= {text}")
    if match is None:
        raise ConsoleError(f"the hardware answered {text!r}, which is not a state")
    plies, turn, winner, reason, tiles, columns, rows = match.groups()
    colors = {color.letter: color for color in Color}
    return State(
        int(plies),
        colors[turn],
        winner != "-",
        colors.get(winner),
        None if reason == "-" else Reason(reason),
        int(tiles),
        int(columns),
        int(rows),
    )
