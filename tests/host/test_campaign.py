"""Matches that are stopped, gone on with, and played by processes that die."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from icetrax.arena import Arena, Conditions
from icetrax.campaign import Campaign
from icetrax.clock import TimeControl
from icetrax.errors import RecordError
from icetrax.executor import Executor, Finished, LocalExecutor, ProcessExecutor
from icetrax.notation import parse_move
from icetrax.record import Record, Result
from icetrax.schedule import Schedule, ScheduledGame
from icetrax.standing import Standings
from icetrax.stats import Sprt
from icetrax.transport import TransportError

STANDIN = f"exec:{sys.executable} {Path(__file__).with_name('standin.py')}"
CONDITIONS = Conditions(("greedy", "random"), TimeControl(5), seed=7)


def record_of(game: ScheduledGame, result: Result = Result.WHITE, key: str = CONDITIONS.key) -> Record:
    headers = {"Match": key, "Game": str(game.number), "Termination": "loop"}
    return Record([parse_move("@0+")], result, headers)


class Fake(Executor):
    """Finishes the latest game first, as it is told to."""

    def __init__(self, capacity: int = 3, answer: Callable[[ScheduledGame], Record | None] = record_of) -> None:
        self._capacity = capacity
        self._answer = answer
        self.running: list[ScheduledGame] = []
        self.started: list[int] = []

    @property
    def capacity(self) -> int:
        return self._capacity

    def start(self, game: ScheduledGame) -> None:
        self.started.append(game.number)
        self.running.append(game)
        assert len(self.running) <= self._capacity

    def wait(self, seconds: float) -> list[Finished]:
        game = self.running.pop()
        return [Finished(game, self._answer(game))]

    def abort(self) -> list[Record]:
        return [record_of(game, Result.UNFINISHED) for game in self.running]


def played(written: list[Record]) -> list[int]:
    return [int(record.headers["Game"]) for record in written]


def test_every_game_is_written_once_in_whatever_order_they_finish() -> None:
    written: list[Record] = []
    told: list[int] = []
    executor = Fake()
    standings = Campaign(
        CONDITIONS, Schedule(2, 10), executor, journal=written.append,
        on_game=lambda game, record, standings: told.append(standings.games),
    ).run()  # fmt: skip
    assert sorted(played(written)) == list(range(1, 11))
    assert told == list(range(1, 11))
    assert (standings.games, standings.results[0, 1].wins) == (10, 5)


def test_what_was_played_before_is_counted_and_not_played_again() -> None:
    games = list(Schedule(2, 6))
    done = [record_of(games[4]), record_of(games[0]), record_of(games[1], Result.UNFINISHED), record_of(games[0])]
    written: list[Record] = []
    standings = Campaign(CONDITIONS, Schedule(2, 6), Fake(1), journal=written.append, done=done).run()
    assert played(written) == [2, 3, 4, 6]
    assert standings.games == 6


def test_records_of_another_match_are_refused() -> None:
    def resume(record: Record, games: int = 6) -> None:
        Campaign(CONDITIONS, Schedule(2, games), Fake(), journal=lambda record: None, done=[record])

    last = list(Schedule(2, 6))[5]
    with pytest.raises(RecordError, match="other players, times, openings or seed"):
        resume(record_of(last, key="0"))
    with pytest.raises(RecordError, match="other players"):
        resume(Record())
    with pytest.raises(RecordError, match="it holds game 6 of a match; ask for more than 4 games"):
        resume(record_of(last), games=4)


@pytest.mark.parametrize("change", [{"players": ("greedy",) * 2}, {"seed": 8}, {"ply_limit": 9}, {"plan": "x"}])
def test_other_conditions_have_another_key(change: dict[str, object]) -> None:
    fields = {name: getattr(CONDITIONS, name) for name in ("players", "control", "seed", "ply_limit", "plan")}
    assert Conditions(**fields).key == CONDITIONS.key
    assert Conditions(**{**fields, **change}).key != CONDITIONS.key


def test_stopping_plays_what_is_going_on_to_its_end() -> None:
    written: list[Record] = []

    def stop(game: ScheduledGame, record: Record, standings: Standings) -> None:
        campaign.stop()

    executor = Fake()
    campaign = Campaign(CONDITIONS, Schedule(2, 10), executor, journal=written.append, on_game=stop)
    campaign.run()
    assert sorted(played(written)) == sorted(executor.started) == [1, 2, 3]
    assert campaign.stopped


def test_an_interrupt_writes_what_there_is_of_the_running_games() -> None:
    def interrupted(game: ScheduledGame) -> Record:
        raise KeyboardInterrupt

    written: list[Record] = []
    with pytest.raises(KeyboardInterrupt):
        Campaign(CONDITIONS, Schedule(2, 10), Fake(3, interrupted), journal=written.append).run()
    assert [record.result for record in written] == [Result.UNFINISHED] * 2


def test_a_game_that_is_lost_is_played_again_but_not_for_ever() -> None:
    losses = {3: 2}

    def forgetful(game: ScheduledGame) -> Record | None:
        losses[game.number] = losses.get(game.number, 0) - 1
        return None if losses[game.number] >= 0 else record_of(game)

    written: list[Record] = []
    Campaign(CONDITIONS, Schedule(2, 5), Fake(2, forgetful), journal=written.append).run()
    assert sorted(played(written)) == [1, 2, 3, 4, 5]
    with pytest.raises(TransportError, match="game 1 has brought down 3 processes"):
        Campaign(CONDITIONS, Schedule(2, 5), Fake(1, lambda game: None), journal=written.append).run()


def test_a_game_that_comes_twice_counts_once() -> None:
    class Doubling(Fake):
        def wait(self, seconds: float) -> list[Finished]:
            return super().wait(seconds) * 2

    written: list[Record] = []
    standings = Campaign(CONDITIONS, Schedule(2, 6), Doubling(), journal=written.append).run()
    assert sorted(played(written)) == [1, 2, 3, 4, 5, 6]
    assert standings.games == 6


def won_by_first(game: ScheduledGame) -> Record:
    return record_of(game, Result.WHITE if game.white == 0 else Result.RED)


def test_a_sequential_test_ends_the_match() -> None:
    executor = Fake(2, won_by_first)
    campaign = Campaign(CONDITIONS, Schedule(2, 1000), executor, journal=lambda record: None, sprt=Sprt(0, 100))
    standings = campaign.run()
    assert campaign.verdict == "H1"
    assert 10 < standings.games < 60
    assert not campaign.stopped


def test_a_match_that_was_decided_is_not_gone_on_with() -> None:
    written: list[Record] = []
    Campaign(CONDITIONS, Schedule(2, 1000), Fake(1, won_by_first), journal=written.append, sprt=Sprt(0, 100)).run()
    executor = Fake(1, won_by_first)
    Campaign(
        CONDITIONS, Schedule(2, 1000), executor, journal=written.append, done=list(written), sprt=Sprt(0, 100)
    ).run()
    assert executor.started == []


# -- with real games --


@contextlib.contextmanager
def processes(conditions: Conditions, count: int) -> Iterator[ProcessExecutor]:
    with contextlib.closing(ProcessExecutor(conditions, count)) as executor:
        yield executor


def test_processes_play_the_same_games_as_this_one() -> None:
    schedule = Schedule(2, 6, seed=7)
    here: list[Record] = []
    with contextlib.closing(Arena(CONDITIONS)) as arena:
        Campaign(CONDITIONS, schedule, LocalExecutor(arena), journal=here.append).run()
    there: list[Record] = []
    with processes(CONDITIONS, 2) as executor:
        Campaign(CONDITIONS, schedule, executor, journal=there.append).run()
    there.sort(key=lambda record: int(record.headers["Game"]))
    assert [record.moves for record in here] == [record.moves for record in there]
    assert all(record.headers["Match"] == CONDITIONS.key for record in there)


def test_a_process_that_dies_costs_no_game() -> None:
    written: list[Record] = []
    with processes(CONDITIONS, 2) as executor:

        def kill(game: ScheduledGame, record: Record, standings: Standings) -> None:
            if standings.games in (2, 4):
                pid = executor._workers[0].process.pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)

        standings = Campaign(
            CONDITIONS, Schedule(2, 8, seed=7), executor, journal=written.append, on_game=kill
        ).run()
    assert sorted(played(written)) == list(range(1, 9))
    assert standings.games == 8


def test_a_player_that_cannot_be_reached_ends_the_match() -> None:
    conditions = Conditions(("random", "exec:/no/such/program"), TimeControl(5))
    with processes(conditions, 2) as executor, pytest.raises(TransportError, match="cannot start '/no/such/program'"):
        Campaign(conditions, Schedule(2, 4), executor, journal=lambda record: None).run()


def test_a_player_that_cannot_take_an_opening_ends_the_match() -> None:
    conditions = Conditions(("random", f"{STANDIN} none"), TimeControl(5))
    games = [ScheduledGame(1, 0, 1, game.first_color, 0, (parse_move("@0/"),), (1, 2)) for game in Schedule(2, 1)]
    with processes(conditions, 1) as executor:
        executor.start(games[0])
        with pytest.raises(TransportError, match="cannot be given an opening: its id is SI"):
            executor.wait(60)


def test_programs_that_die_lose_their_games_in_processes_too() -> None:
    conditions = Conditions(("random", f"{STANDIN} dies"), TimeControl(5))
    written: list[Record] = []
    with processes(conditions, 2) as executor:
        standings = Campaign(conditions, Schedule(2, 4), executor, journal=written.append).run()
    assert standings.results[0, 1].forfeits == {"disconnection": 4}
    assert len(written) == 4
