"""Plays the games of a match on other machines, which a Dask scheduler hands out."""

from __future__ import annotations

import contextlib
import importlib
import queue
import uuid
from collections.abc import Iterator
from typing import Any

from icetrax.arena import Arena, Conditions
from icetrax.executor import Executor, Finished
from icetrax.gamerecord import Record
from icetrax.schedule import ScheduledGame
from icetrax.transport import TransportError

__all__ = ["ClusterExecutor", "play_remotely"]

_CONNECT_SECONDS = 20.0


def play_remotely(conditions: Conditions, game: ScheduledGame) -> Record:
    """Play one game with players of its own; runs on a worker.

    Raises
    ------
    TransportError, OpeningError
        A player cannot be reached at all, or cannot begin from the opening.
    """
    arena = Arena(conditions)
    written: list[Record] = []
    try:
        arena.open(game.white, game.red)
        arena.play(game, written.append)
    finally:
        arena.close()
    return written[0]


class ClusterExecutor(Executor):
    """Plays as many games at a time as the cluster's workers have threads.

    A game whose worker dies is handed to another one by the scheduler.

    Parameters
    ----------
    conditions
        Of the match.
    address
        Of the scheduler, such as ``tcp://host:8786``.

    Raises
    ------
    TransportError
        The package is not installed, or nobody answers there.
    """

    def __init__(self, conditions: Conditions, address: str) -> None:
        try:
            self._distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise TransportError("a cluster needs the package distributed: install icetrax[cluster]") from None
        self._conditions = conditions
        self._address = address
        self._prefix = f"icetrax-{uuid.uuid4()}"  # games of a match that was stopped may still be there
        try:
            self._client = self._distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, self._distributed.comm.CommClosedError) as error:
            raise TransportError(f"cannot reach the cluster at {address}: {_reason(error)}; start it") from None
        self._games: dict[Any, ScheduledGame] = {}
        self._completed: queue.SimpleQueue[Any] = queue.SimpleQueue()

    @property
    def capacity(self) -> int:
        """Threads of the workers that there are at present; 1 while there is none, so that a game waits for it."""
        with self._connected():
            threads: list[int] = list(self._client.nthreads().values())
        return max(1, sum(threads))

    def start(self, game: ScheduledGame) -> None:
        """Hand a game to the scheduler: see :meth:`Executor.start`."""
        key = f"{self._prefix}-{game.number}-{uuid.uuid4()}"
        with self._connected():
            future = self._client.submit(play_remotely, self._conditions, game, key=key, pure=False)
        self._games[future] = game
        future.add_done_callback(self._completed.put)

    def wait(self, seconds: float) -> list[Finished]:
        """Collect games that have finished: see :meth:`Executor.wait`."""
        try:
            future = self._completed.get(timeout=seconds)
        except queue.Empty:
            if self._client.status != "running":
                raise self._gone() from None
            return []
        game = self._games.pop(future)
        try:
            with self._connected():
                return [Finished(game, future.result())]
        except self._distributed.KilledWorker:
            return [Finished(game, None)]
        finally:
            future.release()

    def abort(self) -> list[Record]:
        """Have the scheduler forget the games; workers end those that they have begun for themselves."""
        with self._connected():
            self._client.cancel(list(self._games), force=True)
        return []

    def close(self) -> None:
        """Leave the cluster: see :meth:`Executor.close`."""
        self._client.close()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            yield
        except (self._distributed.CancelledError, self._distributed.comm.CommClosedError, OSError):
            raise self._gone() from None

    def _gone(self) -> TransportError:
        return TransportError(f"the cluster at {self._address} has gone: start it again and resume the match")


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
