"""The compiled hardware of the default configuration, with a line to it."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

from icetrax.board import Board
from icetrax.console import ANSWER_LIMIT, HardwareConsole, State
from icetrax.transport import FdTransport
from icetrax_rtl import VERSION
from icetrax_rtl.config import HX8K
from icetrax_sim.process import Link, SimProcess
from icetrax_sim.stamps import Answer

__all__ = ["AXIS_LIMIT", "PLIES_LIMIT", "VERSION_LINE", "Hardware", "Position", "model_state"]

AXIS_LIMIT = 62
"""Columns, and rows, for which the hardware has room."""

VERSION_LINE = f"= icetrax {VERSION} {HX8K.name}"
"""The answer to ``-N``."""

PLIES_LIMIT = 255
"""Turns for which the hardware has room."""

_SECONDS = 120.0  # of wall-clock time, for any line


@dataclass(frozen=True)
class Position:
    """All that the hardware tells about a position: its answers to ``-S`` and, sorted, to ``-A``."""

    state: str
    moves: tuple[str, ...]


class Hardware:
    """A simulation that has just been started; leaving the context ends it.

    Parameters
    ----------
    link
        ``byte``: lines go straight into the hardware; ``bit``: over its serial line.
    noise
        Every so-manieth byte towards the hardware arrives damaged, with ``bit``.

    Attributes
    ----------
    console
        The same line, as the host library sees it.
    last : Answer
        The times of the line that :meth:`receive` has answered last.
    """

    def __init__(self, link: Link = "byte", noise: int | None = None) -> None:
        self._process = SimProcess(HX8K, link=link, noise=noise)
        self._transport = FdTransport(
            "the hardware",
            self._process.stdout.fileno(),
            self._process.stdin.fileno(),
            self._process.close,
            farewell=self._process.messages,
            line_limit=ANSWER_LIMIT,
        )
        self.console = HardwareConsole(self._transport)
        self.last = Answer(0, 0)
        self._stamped = 0

    def send(self, *lines: str) -> None:
        """Send lines, in one go."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode("ascii"))

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        assert self._process.stdin.write(data) == len(data)

    def receive(self) -> str:
        """The next line from the hardware."""
        line = self._read(_SECONDS)
        assert line is not None, "the hardware does not answer"
        return line

    def receive_all(self, silence: float) -> list[str]:
        """All lines from the hardware until it is silent for so many seconds of wall-clock time."""
        return list(iter(lambda: self._read(silence), None))

    def _read(self, seconds: float) -> str | None:
        line = self._transport.read_line(seconds)
        while self._stamped < self._transport.lines_in:
            self.last = self._process.stamps.next_answer()
            self._stamped += 1
        return line

    def ask(self, line: str) -> str:
        """The one line that answers a line."""
        self.send(line)
        return self.receive()

    def tell(self, *lines: str) -> None:
        """Send lines of which each has to be answered by ``=``, with or without more."""
        for line in lines:
            answer = self.ask(line)
            assert answer.startswith("="), f"{line!r} is answered by {answer!r}"

    def set_up(self, moves: list[str]) -> None:
        """Play legal moves from the empty board."""
        state, refusal = self.console.replay(moves)
        assert refusal is None, f"{moves[state.plies]} is refused: {refusal}"

    def position(self) -> Position:
        """All about the position as it stands."""
        state, moves = self.ask("-S"), self.ask("-A")
        assert state.startswith("= ")
        assert moves.startswith("=")
        return Position(state, tuple(sorted(moves.removeprefix("=").split())))

    def assert_silent(self) -> None:
        """Tell that the hardware has nothing more to say: the next line is the answer to the next question."""
        assert self.ask("-N") == VERSION_LINE

    def __enter__(self) -> Hardware:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transport.close()


def model_state(board: Board) -> State:
    """What the hardware should say of a position, by the model."""
    outcome = board.outcome()
    return State(
        board.plies,
        board.turn,
        outcome is not None,
        None if outcome is None else outcome.winner,
        None if outcome is None else outcome.reason,
        board.tiles,
        board.columns,
        board.rows,
    )
