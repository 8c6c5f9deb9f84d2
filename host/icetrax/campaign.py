"""Plays a match of many games: several at a time, each on disk at once, to be stopped and gone on with at any time."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from icetrax.arena import Conditions
from icetrax.errors import RecordError
from icetrax.executor import Executor, Finished
from icetrax.gamerecord import Record, Result
from icetrax.schedule import Schedule, ScheduledGame
from icetrax.standing import Standings
from icetrax.stats import Sprt
from icetrax.transport import TransportError

__all__ = ["Campaign"]

_WAIT_SECONDS = 1.0  # between two looks at whether to stop
_MOST_LOSSES = 3  # of one game with whoever played it


class Campaign:
    """The games of a schedule.

    Parameters
    ----------
    conditions
        Of the match.
    schedule
        Its games.
    executor
        Who plays them.
    journal
        Takes the record of each game as soon as it has ended.
    done
        Records of games of this match that have been played before; those that were abandoned are played again.
    sprt
        A test that ends the match when it is decided; for two players.
    on_game
        Told of each game when it has ended: the game, its record, and the standings.

    Attributes
    ----------
    standings
        How the players stand.
    verdict
        Of the sequential test, None as long as it has none.

    Raises
    ------
    RecordError
        The records belong to another match.
    """

    def __init__(
        self,
        conditions: Conditions,
        schedule: Schedule,
        executor: Executor,
        *,
        journal: Callable[[Record], None],
        done: Sequence[Record] = (),
        sprt: Sprt | None = None,
        on_game: Callable[[ScheduledGame, Record, Standings], None] | None = None,
    ) -> None:
        self.standings = Standings(conditions.players, schedule.pairings)
        self.verdict: str | None = None
        self._executor = executor
        self._journal = journal
        self._sprt = sprt
        self._on_game = on_game
        self._stopping = False
        self._running: dict[int, ScheduledGame] = {}
        self._losses: Counter[int] = Counter()
        self._todo = self._remaining(conditions, schedule, done)

    def stop(self) -> None:
        """Begin no more games; :meth:`run` ends with those that are going on."""
        self._stopping = True

    @property
    def stopped(self) -> bool:
        """Whether the match was stopped from outside."""
        return self._stopping

    def run(self) -> Standings:
        """Play the games.

        Raises
        ------
        TransportError
            A player cannot be reached at all, cannot begin from an opening, or brings down whoever plays the game.
        """
        try:
            while True:
                self._begin()
                if not self._running:
                    return self.standings
                for finished in self._executor.wait(_WAIT_SECONDS):
                    if finished.game.number in self._running:  # a cluster may have played it twice
                        self._take(finished)
        except KeyboardInterrupt:
            for record in self._executor.abort():
                self._journal(record)
            raise

    def _remaining(self, conditions: Conditions, schedule: Schedule, done: Sequence[Record]) -> Iterator[ScheduledGame]:
        ended: dict[int, Record] = {}
        for record in done:
            if record.headers.get("Match") != conditions.key:
                raise RecordError(
                    "its games are of a match with other players, times, openings or seed; "
                    "ask for the same ones, or name another file"
                )
            if record.result is not Result.UNFINISHED:
                ended.setdefault(int(record.headers["Game"]), record)
        if ended and max(ended) > len(schedule):
            raise RecordError(f"it holds game {max(ended)} of a match; ask for more than {len(schedule)} games")
        games = {game.number: game for game in itertools.islice(schedule, max(ended, default=0))}
        for number, record in ended.items():  # in the order in which they finished
            self._count(games[number], record)
        return (game for game in schedule if game.number not in ended)

    def _begin(self) -> None:
        while not self._stopping and self.verdict is None and len(self._running) < self._executor.capacity:
            game = next(self._todo, None)
            if game is None:
                return
            self._running[game.number] = game
            self._executor.start(game)

    def _take(self, finished: Finished) -> None:
        game = finished.game
        if finished.record is None:
            self._losses[game.number] += 1
            if self._losses[game.number] >= _MOST_LOSSES:
                raise TransportError(f"game {game.number} has brought down {_MOST_LOSSES} processes: see what it was")
            if self._stopping:
                del self._running[game.number]
            else:
                self._executor.start(game)
            return
        self._journal(finished.record)
        del self._running[game.number]
        self._count(game, finished.record)
        if self._on_game is not None:
            self._on_game(game, finished.record, self.standings)

    def _count(self, game: ScheduledGame, record: Record) -> None:
        result = self.standings.add(game, record)
        if self._sprt is not None and self.verdict is None:
            self.verdict = self._sprt.verdict(result.pairs)
