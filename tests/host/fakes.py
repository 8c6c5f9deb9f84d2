"""Stand-ins for what players, the referee and the console talk to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from icetrax.board import Board
from icetrax.clock import TimeControl, Timing
from icetrax.errors import TraxError
from icetrax.perft import perft
from icetrax.player import Player, Reply
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, Transport

CONTROL = TimeControl(0.5)


class FakeTransport(Transport):
    """Keeps what was sent, and answers what :meth:`answer` makes of it. An exception among the answers is raised."""

    def __init__(self, before: Iterable[str | Exception] = ()) -> None:
        self.name = "fake"
        self.sent: list[str] = []
        self.timeouts: list[float | None] = []
        self.closed = False
        self.pending: deque[str | Exception] = deque(before)
        self._taken = 0

    def answer(self, line: str) -> Iterable[str | Exception]:
        raise NotImplementedError

    @property
    def lines_in(self) -> int:
        return self._taken

    @property
    def lines_out(self) -> int:
        return len(self.sent)

    def send_line(self, text: str) -> None:
        if self.closed:
            raise DisconnectedError("closed")
        self.sent.append(text)
        self.pending.extend(self.answer(text))

    def read_line(self, timeout: float | None) -> str | None:
        self.timeouts.append(timeout)
        if not self.pending:
            return None
        self._taken += 1
        line = self.pending.popleft()
        if isinstance(line, Exception):
            raise line
        return line

    def close(self) -> None:
        self.closed = True


class ScriptedTransport(FakeTransport):
    """Expects certain lines in order, each with its answers."""

    def __init__(
        self, *script: tuple[str, Sequence[str | Exception]], before: Iterable[str | Exception] = ()
    ) -> None:
        super().__init__(before)
        self._script = deque(script)

    def answer(self, line: str) -> Iterable[str | Exception]:
        assert self._script, f"{line!r} was not expected"
        expected, answers = self._script.popleft()
        assert line == expected
        return answers

    @property
    def finished(self) -> bool:
        """Whether the whole script has been played and heard."""
        return not self._script and not self.pending


class FakeHardware(FakeTransport):
    """Answers console lines as the hardware should, by the model."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board()

    def answer(self, line: str) -> Iterable[str | Exception]:
        command, _, rest = line.partition(" ")
        match command:
            case "-T":
                yield "IT"
            case "-N":
                yield "= icetrax 9.9.9 fake"
            case "-I":
                self.board = Board(self.board.variant)
                yield "="
            case "-X":
                self.board = Board(rest)
                yield "="
            case "-L" | "-D":
                yield "="
            case "-M":
                yield self._move(rest)
            case "-U":
                if self.board.plies:
                    self.board.pop()
                    yield self._state()
                else:
                    yield "? nothing to undo"
            case "-S":
                yield self._state()
            case "-A":
                yield " ".join(["=", *map(str, self.board.legal_moves)])
            case "-P":
                yield f"= {perft(self.board, int(rest))} 1000"
            case "-G":
                yield "# thinking"
                yield f"= {next(iter(self.board.legal_moves))} -12 3 456 7890"
            case _:
                yield f"? unknown {line}"

    def _move(self, text: str) -> str:
        try:
            self.board.push_text(text)
        except TraxError:
            return f"? illegal {text}"
        return self._state()

    def _state(self) -> str:
        board = self.board
        outcome = board.outcome()
        winner = "-" if outcome is None else "D" if outcome.winner is None else outcome.winner.letter
        reason = "-" if outcome is None else str(outcome.reason)
        return f"= {board.plies} {board.turn.letter} {winner} {reason} {board.tiles} {board.columns} {board.rows}"


class ScriptedPlayer(Player):
    """Plays given moves, each a text, a text with the seconds it took, or an exception to raise."""

    def __init__(self, *moves: str | tuple[str, float] | BaseException, timing: Timing = Timing.WALL) -> None:
        super().__init__("scripted")
        self.timing = timing
        self.games: list[tuple[Color, int]] = []
        self.ended = 0
        self.closed = False
        self._moves = deque(moves)

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        self.games.append((color, seed))

    def play(self, board: Board, control: TimeControl) -> Reply:
        move = self._moves.popleft()
        if isinstance(move, BaseException):
            raise move
        text, seconds = (move, 0.01) if isinstance(move, str) else move
        return Reply(text, seconds)

    def end_game(self, board: Board) -> None:
        self.ended += 1

    def close(self) -> None:
        self.closed = True
