"""Anything that plays: the interface, players in software, and players at the other end of a line.

A player answers with text. Whether that text is a move, and a legal one, is for the referee to say.
"""

from __future__ import annotations

import abc
import contextlib
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl, Timing
from icetrax.notation import Move
from icetrax.opponents import AlphaBetaChooser, Choice, Chooser, Limit
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, Listener, MalformedLineError, PseudoTerminal, Tap, Transport

__all__ = [
    "HARDWARE_ID",
    "ChooserPlayer",
    "FloodError",
    "LinePlayer",
    "ListeningPlayer",
    "NoRoomError",
    "OpeningError",
    "OutOfTimeError",
    "Player",
    "PlayerError",
    "RefusedError",
    "Reply",
    "ResignedError",
    "StalledError",
    "TakeBack",
    "Thought",
    "UnaskedError",
    "ask_id",
]

HARDWARE_ID = "IT"
"""What the hardware player answers to ``-T``. Only such a player is sent console lines."""

_ID = "-T"  # asks for the id; what comes before that may still belong to an earlier game
_THOUGHT = re.compile(r"# (\d+) (-?\d+) (\d+) (\d+) (\S+)", re.ASCII)  # what -V 1 asks for
_HANDSHAKE_SECONDS = 15.0  # for an id: the player may be a large program that has just been started
_ACCEPT_SECONDS = 120.0  # for a player that is started by hand
_MOST_REMARKS = 1000  # lines of information for one move; a player that sends more is not playing


class PlayerError(Exception):
    """The player has failed in a way that ends the game."""


class TakeBack(Exception):
    """A person wants turns back. No failure: it passes through the referee, which knows of no such thing.

    Attributes
    ----------
    moves
        The moves that are to stand.
    """

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__(f"back to turn {len(moves)}")
        self.moves = tuple(moves)


class OutOfTimeError(PlayerError):
    """No answer within the time limit."""


class StalledError(PlayerError):
    """No sign of life where no clock runs: no id, or a simulation that stands still."""


class ResignedError(PlayerError):
    """The player gives up."""


class RefusedError(PlayerError):
    """The player answers with an error instead of a move."""


class NoRoomError(RefusedError):
    """The player has no room for the position."""


class UnaskedError(PlayerError):
    """The player has spoken when it was not its turn, or answered twice."""


class FloodError(PlayerError):
    """The player sends lines without end."""


class OpeningError(PlayerError):
    """The player cannot begin from a given position. That is no fault of its play, so no game is lost by it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer.

    Attributes
    ----------
    text
        What the player wants to play, as it came.
    seconds
        Time charged for it.
    score, depth, nodes, cycles
        What the player tells about its thinking, None where it does not: the score from its own point of view, turns
        looked ahead, turns played in thought, and clock cycles of the hardware.
    """

    text: str
    seconds: float
    score: int | None = None
    depth: int | None = None
    nodes: int | None = None
    cycles: int | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player tells while it thinks, after each deeper look.

    Attributes
    ----------
    depth
        Turns looked ahead.
    score
        From its own point of view.
    nodes
        Turns played in thought.
    move
        What it would play.
    cycles
        Clock cycles of the hardware, None where there is none.
    """

    depth: int
    score: int
    nodes: int
    move: str
    cycles: int | None = None


class Player(abc.ABC):
    """A player for any number of games.

    Attributes
    ----------
    name
        The SPEC that made it.
    id
        What it calls itself, None as long as it has not told.
    timing
        How the referee charges it for time.
    on_thought
        Told what the player thinks while it does, where it tells; None for nobody. To be set before a game begins.
    """

    timing = Timing.WALL

    def __init__(self, name: str) -> None:
        self.name = name
        self.id: str | None = None
        self.on_thought: Callable[[Thought], None] | None = None

    @property
    def takes_positions(self) -> bool:
        """Whether the player can begin from a given position: see :meth:`set_up`."""
        return True

    def open(self) -> None:  # noqa: B027 - nothing to do for a player in software
        """Start or connect whatever the player needs; nothing if that has been done.

        Raises
        ------
        TransportError
            The player cannot be reached.
        """

    @abc.abstractmethod
    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Begin a game.

        Parameters
        ----------
        color
            What the player plays.
        control
            What the player has for its moves.
        seed
            For players that choose at random: the same seed gives the same choices.

        Raises
        ------
        TransportError, PlayerError
            The player is not fit to play.
        """

    def set_up(self, board: Board) -> None:  # noqa: B027 - players in software are shown the board
        """Begin the new game from a position instead of the empty board, or by the rules of a variant.

        Parameters
        ----------
        board
            The position, with the moves that led to it.

        Raises
        ------
        OpeningError
            The player can begin from the empty board only, or does not know the variant.
        TransportError, PlayerError
            The player is not fit to play.
        """

    @abc.abstractmethod
    def play(self, board: Board, control: TimeControl) -> Reply:
        """Ask for a move.

        Parameters
        ----------
        board
            The position, with the player to move. It is as before when done.
        control
            What the player has for this move, or from this move on.

        Raises
        ------
        TransportError, PlayerError
            No answer that could be a move has come.
        """

    def end_game(self, board: Board) -> None:  # noqa: B027 - most players need not be told
        """Tell the player that the game has been won, lost or drawn on the board."""

    def close(self) -> None:  # noqa: B027 - nothing to do for a player in software
        """End or disconnect what :meth:`open` made. May be called twice."""


class ChooserPlayer(Player):
    """A player in software.

    Parameters
    ----------
    name
        The SPEC that made it.
    make
        Makes the chooser of one game from its source of random numbers.
    """

    def __init__(self, name: str, make: Callable[[random.Random], Chooser]) -> None:
        super().__init__(name)
        self.id = name
        self._make = make
        self._chooser = make(random.Random(0))

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Begin a game: see :meth:`Player.new_game`."""
        self._chooser = self._make(random.Random(seed))
        if isinstance(self._chooser, AlphaBetaChooser):
            self._chooser.on_depth = self._tell

    def _tell(self, choice: Choice) -> None:
        if self.on_thought is not None and choice.depth is not None:
            self.on_thought(Thought(choice.depth, choice.score or 0, choice.nodes or 0, str(choice.move)))

    def play(self, board: Board, control: TimeControl) -> Reply:
        """Choose a move: see :meth:`Player.play`."""
        start = time.perf_counter()
        choice = self._chooser.choose(board, Limit(seconds=control.budget))
        return Reply(
            str(choice.move), time.perf_counter() - start, score=choice.score, depth=choice.depth, nodes=choice.nodes
        )


def ask_id(transport: Transport) -> str:
    """Ask a player for its two characters, ignoring all that it still had to say before.

    Raises
    ------
    StalledError
        It does not answer.
    DisconnectedError
        It has gone.
    """
    return _ask(transport, _ID, lambda answer: len(answer) == 2)


def _ask(transport: Transport, request: str, fits: Callable[[str], bool]) -> str:
    transport.send_line(request)
    deadline = time.monotonic() + _HANDSHAKE_SECONDS
    last = None
    while (remaining := deadline - time.monotonic()) > 0:
        try:
            line = transport.read_line(remaining)
        except MalformedLineError:
            continue
        if line is not None and fits(line):
            return line
        if line is not None and line.startswith("?") and request != _ID:
            raise RefusedError(f"{line!r} in answer to {request}")
        last = line or last
    heard = "" if last is None else f", but {last!r}"
    raise StalledError(f"no answer to {request} within {_HANDSHAKE_SECONDS:g} s{heard}")


class LinePlayer(Player):
    """A player that speaks the contest's lines: ``-T``, ``-W``, ``-B`` and moves.

    A game begins with ``-T``. Whatever the player still had to say about the game before is thrown away until it
    answers with its two characters, so that the two sides always agree on which game is played. A connection on which
    it no longer answers, after an earlier game, is made anew.

    Parameters
    ----------
    name
        The SPEC that made it.
    connect
        Makes the connection, also when it has been lost.

    Attributes
    ----------
    tap
        Shown all bytes that pass over connections made from now on; None for nobody.
    """

    def __init__(self, name: str, connect: Callable[[], Transport]) -> None:
        super().__init__(name)
        self.tap: Tap | None = None
        self._connect = connect
        self._transport: Transport | None = None
        self._played = False  # whether a game has been begun over this connection
        self._color = Color.WHITE

    @property
    def takes_positions(self) -> bool:
        """Whether it is our hardware: see :attr:`Player.takes_positions`."""
        return self.id == HARDWARE_ID

    def open(self) -> None:
        """Connect: see :meth:`Player.open`."""
        if self._transport is None:
            self._transport = self._connect()
            self._transport.tap = self.tap

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Shake hands and say what the player plays: see :meth:`Player.new_game`."""
        self._color = color
        try:
            if self._played:
                with contextlib.suppress(DisconnectedError, StalledError):
                    return self._shake_hands(control)
                self._drop()
            self.open()
            self._shake_hands(control)
        except (DisconnectedError, StalledError):
            self._drop()  # the next game begins with a new connection
            raise

    def set_up(self, board: Board) -> None:
        """Play the moves so far over the console: see :meth:`Player.set_up`."""
        if board.variant is not Variant.TRAX:
            raise OpeningError(f"{self.name} does not play the variant {board.variant}: let it play {Variant.TRAX}")
        if not self.takes_positions:
            raise OpeningError(
                f"{self.name} cannot be given an opening: its id is {self.id}, and only {HARDWARE_ID} understands "
                "that; let it begin from the empty board"
            )
        moves = board.move_stack if board.turn is not self._color else board.move_stack[:-1]  # play sends the last one
        try:
            _ask(self._line, "-I", lambda answer: answer == "=")
            for move in moves:
                _ask(self._line, f"-M {move}", lambda answer: answer.startswith("= "))
        except (DisconnectedError, StalledError):
            self._drop()
            raise

    def play(self, board: Board, control: TimeControl) -> Reply:
        """Send what has happened and wait for the answer: see :meth:`Player.play`."""
        try:
            self._refuse_unasked()
            if control.increment is not None and self.id == HARDWARE_ID:
                _ask(self._line, f"-L {control.budget_ms}", lambda answer: answer == "=")
            start = time.perf_counter()
            self._line.send_line(str(board.move_stack[-1]) if board.plies else "-W")
            return self._reply(self._answer(start, control), start)
        except (DisconnectedError, StalledError, FloodError):
            self._drop()
            raise

    def end_game(self, board: Board) -> None:
        """Send the winning move to the player that did not make it, and nothing to the other."""
        if self._transport is not None and board.turn is self._color:
            self._transport.send_line(str(board.move_stack[-1]))

    def close(self) -> None:
        """Disconnect: see :meth:`Player.close`."""
        self._drop()

    def _drop(self) -> None:
        transport, self._transport, self._played = self._transport, None, False
        if transport is not None:
            transport.close()

    @property
    def _line(self) -> Transport:
        if self._transport is None:
            raise DisconnectedError(f"{self.name} is not connected")
        return self._transport

    def _settings(self, control: TimeControl) -> list[str]:
        """Console lines that prepare the hardware for a game."""
        settings = [f"-L {control.budget_ms}"]
        return settings if self.on_thought is None else [*settings, "-V 1"]

    def _patience(self, control: TimeControl) -> float:
        """Seconds of wall-clock time after which no answer is expected any more."""
        return control.patience

    def _late(self, seconds: float) -> PlayerError:
        """What it means that no answer has come in that time."""
        return OutOfTimeError(f"no answer within {seconds:g} s")

    def _reply(self, text: str, start: float) -> Reply:
        """The answer with what it is charged, *start* being the wall-clock time of the request."""
        return Reply(text, time.perf_counter() - start)

    def _shake_hands(self, control: TimeControl) -> None:
        self.id = ask_id(self._line)
        if self.id == HARDWARE_ID:
            for setting in self._settings(control):
                _ask(self._line, setting, lambda answer: answer == "=")
        if self._color is Color.RED:
            self._line.send_line("-B")
        self._played = True

    def _answer(self, start: float, control: TimeControl) -> str:
        patience = self._patience(control)
        remarks = 0
        while (remaining := start + patience - time.perf_counter()) > 0:
            line = self._line.read_line(remaining)
            if line is None:
                break
            if line.startswith("?"):
                error = NoRoomError if line.split()[1:2] == ["full"] else RefusedError
                raise error(f"{line!r} instead of a move")
            if line.startswith("="):
                raise MalformedLineError(f"{line!r} instead of a move")
            if not line.startswith("#"):
                return line
            self._think_aloud(line)
            remarks += 1
            if remarks > _MOST_REMARKS:
                raise FloodError(f"more than {_MOST_REMARKS} lines without a move")
        raise self._late(patience)

    def _think_aloud(self, remark: str) -> None:
        match = _THOUGHT.fullmatch(remark)
        if match is not None and self.on_thought is not None:
            depth, score, nodes, cycles = map(int, match.groups()[:4])
            self.on_thought(Thought(depth, score, nodes, match[5], cycles))

    def _refuse_unasked(self) -> None:
        """Take what has come in while it was not the player's turn: remarks are ignored, all else is an offence."""
        for _ in range(_MOST_REMARKS):
            line = self._line.read_line(0)
            if line is None:
                return
            if not line.startswith("#"):
                raise UnaskedError(f"{line!r} without having been asked")
        raise FloodError(f"more than {_MOST_REMARKS} lines without having been asked")


class ListeningPlayer(LinePlayer):
    """A player that connects to us, and may do so again when the connection has been lost.

    Parameters
    ----------
    name
        The SPEC that made it.
    listener
        Where it is awaited; closed with the player.
    notify
        Told in one line that a player is awaited, and where.

    Attributes
    ----------
    patience
        Seconds for which the player is awaited.
    """

    def __init__(self, name: str, listener: Listener | PseudoTerminal, notify: Callable[[str], None]) -> None:
        super().__init__(name, self._accept)
        self.patience = _ACCEPT_SECONDS
        self._listener = listener
        self._notify = notify

    @property
    def where(self) -> str:
        """The place where the player is awaited, in words."""
        return self._listener.where

    @property
    def port(self) -> int | None:
        """The TCP port on which the player is awaited, None if it is awaited elsewhere."""
        return self._listener.port if isinstance(self._listener, Listener) else None

    def close(self) -> None:
        """Disconnect and stop waiting: see :meth:`Player.close`."""
        super().close()
        self._listener.close()

    def _accept(self) -> Transport:
        self._notify(f"waiting for a player to connect to {self._listener.where}")
        return self._listener.accept(self.patience)
