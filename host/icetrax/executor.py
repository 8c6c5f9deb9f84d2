"""Who plays the games of a match: this process, or several processes at a time."""

from __future__ import annotations

import abc
import contextlib
import multiprocessing
import multiprocessing.connection
import signal
import time
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from icetrax.arena import Arena, Conditions
from icetrax.gamerecord import Record
from icetrax.player import PlayerError
from icetrax.schedule import ScheduledGame
from icetrax.transport import TransportError

__all__ = ["Executor", "Finished", "LocalExecutor", "ProcessExecutor"]

_LEAVE_SECONDS = 10.0  # how long a process may take to break off its game and end its players


@dataclass(frozen=True)
class Finished:
    """What has become of a game that was begun.

    Attributes
    ----------
    game
        Which one.
    record
        None if it was lost with whoever played it.
    """

    game: ScheduledGame
    record: Record | None


class Executor(abc.ABC):
    """Plays games, some at a time."""

    @property
    @abc.abstractmethod
    def capacity(self) -> int:
        """How many games can be going on at present."""

    @abc.abstractmethod
    def start(self, game: ScheduledGame) -> None:
        """Begin a game."""

    @abc.abstractmethod
    def wait(self, seconds: float) -> list[Finished]:
        """Wait until some game has finished, but hardly longer than some seconds.

        Raises
        ------
        TransportError
            A player cannot be reached at all, or cannot begin from its opening.
        """

    @abc.abstractmethod
    def abort(self) -> list[Record]:
        """Break off all games, and answer what there is of them."""

    def close(self) -> None:  # noqa: B027 - not everybody holds something
        """End all that was started. May be called twice."""


class LocalExecutor(Executor):
    """Plays one game at a time in this process; waiting is when it does.

    Parameters
    ----------
    arena
        Where they are played.
    """

    capacity = 1

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._waiting: deque[ScheduledGame] = deque()
        self._written: list[Record] = []

    def start(self, game: ScheduledGame) -> None:
        """Begin a game: see :meth:`Executor.start`."""
        self._waiting.append(game)

    def wait(self, seconds: float) -> list[Finished]:
        """Play the next game to its end, however long that takes: see :meth:`Executor.wait`."""
        game = self._waiting.popleft()
        self._arena.play(game, self._written.append)
        return [Finished(game, self._written.pop())]

    def abort(self) -> list[Record]:
        """Answer the record of the game that an exception has broken off: see :meth:`Executor.abort`."""
        return self._written


class ProcessExecutor(Executor):
    """Plays each game in one of several processes, which end with this one.

    Parameters
    ----------
    conditions
        Of the match.
    processes
        How many.
    """

    def __init__(self, conditions: Conditions, processes: int) -> None:
        self._conditions = conditions
        self._workers = [_Worker(conditions) for _ in range(processes)]

    @property
    def capacity(self) -> int:
        """How many processes there are."""
        return len(self._workers)

    def start(self, game: ScheduledGame) -> None:
        """Begin a game: see :meth:`Executor.start`."""
        place = next(place for place, worker in enumerate(self._workers) if worker.game is None)
        try:
            self._workers[place].begin(game)
        except OSError:  # it has died since its last game
            self._replace(place)
            self._workers[place].begin(game)

    def wait(self, seconds: float) -> list[Finished]:
        """Collect what has come from the processes: see :meth:`Executor.wait`."""
        busy = {worker.connection: place for place, worker in enumerate(self._workers) if worker.game is not None}
        ready = multiprocessing.connection.wait(list(busy), seconds)
        finished = []
        for place in (busy[connection] for connection in ready if isinstance(connection, Connection)):
            game = self._workers[place].game
            assert game is not None
            try:
                answer = self._workers[place].end()
            except (EOFError, OSError):
                self._replace(place)
                answer = None
            if isinstance(answer, str):
                raise TransportError(answer)
            finished.append(Finished(game, answer))
        return finished

    def abort(self) -> list[Record]:
        """Make the processes break off their games: see :meth:`Executor.abort`."""
        busy = [worker for worker in self._workers if worker.game is not None]
        for worker in busy:
            worker.process.terminate()
        deadline = time.monotonic() + _LEAVE_SECONDS
        records = []
        for worker in busy:
            with contextlib.suppress(EOFError, OSError):
                if worker.connection.poll(max(0.0, deadline - time.monotonic())):
                    answer = worker.end()
                    if isinstance(answer, Record):
                        records.append(answer)
        return records

    def close(self) -> None:
        """End the processes: see :meth:`Executor.close`."""
        for worker in self._workers:
            worker.connection.close()  # an idle one ends by itself
            if worker.game is not None:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_LEAVE_SECONDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()

    def _replace(self, place: int) -> None:
        worker = self._workers[place]
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        self._workers[place] = _Worker(self._conditions)


class _Worker:
    """One process, seen from here."""

    def __init__(self, conditions: Conditions) -> None:
        context = multiprocessing.get_context("spawn")  # nothing of this process may leak into it
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, conditions), daemon=True)
        self.process.start()
        theirs.close()
        self.game: ScheduledGame | None = None

    def begin(self, game: ScheduledGame) -> None:
        self.connection.send(game)
        self.game = game

    def end(self) -> Record | str:
        """The record that has come, or why there can be none."""
        answer: Record | str = self.connection.recv()
        self.game = None
        return answer


def _serve(connection: Connection, conditions: Conditions) -> None:
    """Play games as they are asked for, until the connection ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from the keyboard; the process that asks for games deals with it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    arena = Arena(conditions)
    written: list[Record] = []
    opened: set[int] = set()
    try:
        while True:
            game: ScheduledGame = connection.recv()
            try:
                arena.open(*({game.white, game.red} - opened))
                opened |= {game.white, game.red}
                arena.play(game, written.append)
            except (TransportError, PlayerError) as error:
                connection.send(str(error))
            else:
                connection.send(written.pop())
    except KeyboardInterrupt:
        for record in written:
            connection.send(record)
    except (EOFError, OSError):
        return  # nobody asks any more
    finally:
        arena.close()
