"""Two engines that know the rules, behind one interface: the model, and the hardware."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from icetrax.board import Board, Variant
from icetrax.console import ConsoleError, HardwareConsole, RefusedError
from icetrax.errors import TraxError
from icetrax.perft import divide, perft
from icetrax.transport import DisconnectedError, FdTransport

__all__ = [
    "Count",
    "Engine",
    "HardwareEngine",
    "HardwareSession",
    "ModelEngine",
    "MoveFault",
    "PositionError",
    "Summary",
    "refused_move",
]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class MoveFault:
    """A move that was refused: which turn it would have been (1 is the first), its text, and why."""

    ply: int
    move: str
    message: str


class PositionError(TraxError):
    """The moves that should lead to a position are not all legal.

    Attributes
    ----------
    fault
        The first that is not.
    """

    def __init__(self, fault: MoveFault) -> None:
        super().__init__(f"move {fault.ply}: {fault.message}")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Summary:
    """What has become of a game.

    Attributes
    ----------
    plies
        Turns accepted.
    over
        Whether the game has ended.
    winner
        ``white``, ``red``, ``draw``, or None while the game goes on.
    reason
        ``loop``, ``line``, ``full``, or None likewise.
    tiles, columns, rows
        Number of tiles, and size of the area that they occupy.
    error
        The move that was refused, if one was. All else is as before that move.
    """

    plies: int
    over: bool
    winner: str | None
    reason: str | None
    tiles: int
    columns: int
    rows: int
    error: MoveFault | None


@dataclass(frozen=True, slots=True)
class Count:
    """Number of move sequences, and the clock cycles that counting took where hardware did it."""

    nodes: int
    cycles: int | None


class Engine(abc.ABC):
    """Answers questions about positions. A position is given by the moves that lead to it, as text."""

    @abc.abstractmethod
    def replay(self, texts: Sequence[str]) -> Summary:
        """Play a game up to the first move that is refused."""

    @abc.abstractmethod
    def legal_moves(self, texts: Sequence[str]) -> list[str]:
        """The legal moves in a position, sorted as strings.

        Raises
        ------
        PositionError
            The moves do not lead to a position.
        """

    @abc.abstractmethod
    def perft(self, texts: Sequence[str], depth: int) -> Count:
        """Count the legal move sequences of a length, 0 or more, from a position.

        Raises
        ------
        PositionError
            The moves do not lead to a position.
        """

    @abc.abstractmethod
    def divide(self, texts: Sequence[str], depth: int) -> dict[str, Count]:
        """Perft split by the first move, sorted. The depth is 1 or more.

        Raises
        ------
        PositionError
            The moves do not lead to a position.
        """

    @abc.abstractmethod
    def close(self) -> None:
        """Free what the engine holds."""


class ModelEngine(Engine):
    """The model in Python.

    Parameters
    ----------
    variant
        The rules.
    """

    def __init__(self, variant: Variant = Variant.TRAX) -> None:
        self._variant = variant

    def replay(self, texts: Sequence[str]) -> Summary:
        """Play a game: see :meth:`Engine.replay`."""
        board, fault = self._played(texts)
        outcome = board.outcome()
        return Summary(
            board.plies,
            outcome is not None,
            None if outcome is None else "draw" if outcome.winner is None else str(outcome.winner),
            None if outcome is None else str(outcome.reason),
            board.tiles,
            board.columns,
            board.rows,
            fault,
        )

    def legal_moves(self, texts: Sequence[str]) -> list[str]:
        """List the legal moves: see :meth:`Engine.legal_moves`."""
        return sorted(map(str, self.board(texts).legal_moves))

    def perft(self, texts: Sequence[str], depth: int) -> Count:
        """Count move sequences: see :meth:`Engine.perft`."""
        return Count(perft(self.board(texts), depth), None)

    def divide(self, texts: Sequence[str], depth: int) -> dict[str, Count]:
        """Count move sequences by the first move: see :meth:`Engine.divide`."""
        counts = divide(self.board(texts), depth)
        return {move: Count(counts[move], None) for move in sorted(counts)}

    def board(self, texts: Sequence[str]) -> Board:
        """The board after *texts*.

        Raises
        ------
        PositionError
            The moves do not lead to a position.
        """
        board, fault = self._played(texts)
        if fault is not None:
            raise PositionError(fault)
        return board

    def close(self) -> None:
        """Free nothing."""

    def _played(self, texts: Sequence[str]) -> tuple[Board, MoveFault | None]:
        board = Board(self._variant)
        for ply, text in enumerate(texts, start=1):
            try:
                board.push_text(text)
            except TraxError as error:
                return board, MoveFault(ply, text, str(error))
        return board, None


class HardwareSession:
    """A console that lasts for many questions. Hardware that has died is started again, once for each question.

    Parameters
    ----------
    connect
        Starts the hardware.
    """

    def __init__(self, connect: Callable[[], FdTransport]) -> None:
        self._connect = connect
        self._transport: FdTransport | None = None

    def ask(self, question: Callable[[HardwareConsole], _T]) -> _T:
        """Answer of the hardware to a question that sets up all that it depends on.

        Raises
        ------
        TransportError, ConsoleError
            The hardware does not start, or has failed twice.
        """
        started_now = self._transport is None
        try:
            return question(self._console())
        except (DisconnectedError, ConsoleError):
            self.close()
            if started_now:
                raise
        return self.ask(question)

    def close(self) -> None:
        """End the hardware."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _console(self) -> HardwareConsole:
        if self._transport is None:
            self._transport = self._connect()
        return HardwareConsole(self._transport)


class HardwareEngine(Engine):
    """The hardware, by its console lines.

    Parameters
    ----------
    session
        Where it is asked.
    variant
        The rules, one of those that the hardware plays.
    """

    def __init__(self, session: HardwareSession, variant: Variant = Variant.TRAX) -> None:
        self._session = session
        self._variant = variant

    def replay(self, texts: Sequence[str]) -> Summary:
        """Play a game: see :meth:`Engine.replay`."""
        state, refusal = self._session.ask(lambda console: console.replay(texts, self._variant))
        winner = "draw" if state.winner is None else str(state.winner)
        return Summary(
            state.plies,
            state.over,
            winner if state.over else None,
            None if state.reason is None else str(state.reason),
            state.tiles,
            state.columns,
            state.rows,
            None if refusal is None else refused_move(texts, state.plies, refusal),
        )

    def legal_moves(self, texts: Sequence[str]) -> list[str]:
        """List the legal moves: see :meth:`Engine.legal_moves`."""
        return self._session.ask(lambda console: sorted(self._at(console, texts).legal_moves()))

    def perft(self, texts: Sequence[str], depth: int) -> Count:
        """Count move sequences: see :meth:`Engine.perft`."""
        return self._session.ask(lambda console: Count(*self._at(console, texts).perft(depth)))

    def divide(self, texts: Sequence[str], depth: int) -> dict[str, Count]:
        """Count move sequences by the first move: see :meth:`Engine.divide`."""
        return self._session.ask(lambda console: _divided(self._at(console, texts), depth))

    def close(self) -> None:
        """End the hardware."""
        self._session.close()

    def _at(self, console: HardwareConsole, texts: Sequence[str]) -> HardwareConsole:
        """The console, with the position after *texts* set up."""
        state, refusal = console.replay(texts, self._variant)
        if refusal is not None:
            raise PositionError(refused_move(texts, state.plies, refusal))
        return console


def _divided(console: HardwareConsole, depth: int) -> dict[str, Count]:
    counts = {}
    for move in sorted(console.legal_moves()):
        console.play(move)
        counts[move] = Count(*console.perft(depth - 1))
        console.undo()
    return counts


def refused_move(texts: Sequence[str], plies: int, refusal: RefusedError) -> MoveFault:
    """The fault of the move after *plies* turns, which the hardware has refused."""
    return MoveFault(plies + 1, texts[plies], f"{texts[plies]!r} is refused by the hardware: {refusal}")
