"""The compiled hardware behind the player, the console and the commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from icetrax import simulated
from icetrax.board import Board
from icetrax.clock import TimeControl
from icetrax.console import HardwareConsole
from icetrax.engine import HardwareEngine, HardwareSession, ModelEngine
from icetrax.match import Match
from icetrax.opponents import RandomChooser
from icetrax.player import ChooserPlayer, StalledError
from icetrax.referee import GameResult
from icetrax.simulated import SimPlayer
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, TransportError
from tests.conformance import moves_of, rows

CONFIG = simulated.config_by_name("hx8k")
CONTROL = TimeControl(0.004)  # of the hardware's time: 3 ms of thought, the rest for the line


@pytest.fixture
def player() -> Iterator[SimPlayer]:
    made = SimPlayer("sim", CONFIG)
    yield made
    made.close()


def test_games_are_charged_the_time_of_the_hardware(player: SimPlayer) -> None:
    games: list[GameResult] = []
    opponent = ChooserPlayer("random", RandomChooser)
    result = Match(player, opponent, CONTROL, games=2, on_game=lambda number, game, standing: games.append(game)).run()
    assert result.forfeits == {}, [game.ending for game in games]
    assert result.wins == 2
    assert player.id == "IT"
    for game, color in zip(games, Color, strict=True):
        assert 0.001 < game.clock.slowest[color] <= 0.004


def test_an_answer_takes_whole_cycles(player: SimPlayer) -> None:
    player.new_game(Color.WHITE, CONTROL, 0)
    reply = player.play(Board(), CONTROL)
    assert reply.cycles is not None
    assert reply.seconds == reply.cycles / CONFIG.clock_hz
    assert reply.text in ("@0+", "@0/")
    # Four characters on the line take longer than this, whatever the search did.
    assert reply.cycles > 4 * 10 * CONFIG.divisor


def test_a_limit_of_its_own_holds_where_there_is_more_time() -> None:
    player = SimPlayer("sim", CONFIG, link="byte", movetime=0.002)
    try:
        for seconds, most in [(1.0, 0.002), (0.0012, 0.001)]:
            player.new_game(Color.WHITE, TimeControl(seconds), 0)
            thought = player.play(Board(), TimeControl(seconds)).seconds
            assert 0.9 * most < thought < 1.1 * most
    finally:
        player.close()


def test_a_simulation_that_is_killed_loses_and_is_started_again(player: SimPlayer) -> None:
    player.new_game(Color.WHITE, CONTROL, 0)
    assert player._process is not None
    os.kill(player._process.pid, signal.SIGKILL)
    with pytest.raises(DisconnectedError):
        player.play(Board(), CONTROL)
    player.new_game(Color.WHITE, CONTROL, 0)
    assert player.play(Board(), CONTROL).text in ("@0+", "@0/")


def test_a_simulation_that_stands_still_is_told_from_one_that_is_slow(
    player: SimPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.new_game(Color.WHITE, CONTROL, 0)
    monkeypatch.setattr("icetrax.simulated.wall_seconds", lambda config, seconds: 0.2)
    assert player._process is not None
    os.kill(player._process.pid, signal.SIGSTOP)
    with pytest.raises(StalledError, match=r"no answer within 0\.2 s of wall-clock time"):
        player.play(Board(), CONTROL)


def test_the_guard_grows_with_the_time_that_is_simulated() -> None:
    assert simulated.wall_seconds(CONFIG, 1.0) > simulated.wall_seconds(CONFIG, 0.1) > 60


def test_the_console_and_the_model_agree() -> None:
    engine = HardwareEngine(HardwareSession(lambda: simulated.open_console(CONFIG)))
    model = ModelEngine()
    try:
        for game in ("", "@0/ B1\\", "@0/ B1\\ A2\\", "@0+ A0+ Z9+ A0+", "@0+ hello", "@0+ @"):
            ours, theirs = model.replay(game.split()), engine.replay(game.split())
            assert (ours.error is None) == (theirs.error is None)
            assert (ours.plies, ours.winner, ours.reason, ours.tiles) == (
                theirs.plies, theirs.winner, theirs.reason, theirs.tiles,
            )  # fmt: skip
        assert engine.legal_moves(["@0/"]) == model.legal_moves(["@0/"])
        assert engine.perft([], 3).nodes == 432
        assert {move: count.nodes for move, count in engine.divide(["@0/"], 2).items()} == {
            move: count.nodes for move, count in model.divide(["@0/"], 2).items()
        }
    finally:
        engine.close()


def test_long_games_and_long_answers_arrive_whole() -> None:
    game = max((row for row in rows("games_unfinished.jsonl.gz") if row["tiles"] <= 250), key=lambda row: row["plies"])
    legal = game["legal"].split()
    assert len(" ".join(legal)) > 700
    transport = simulated.open_console(CONFIG)
    try:
        console = HardwareConsole(transport)
        assert console.identify().split()[0] == "icetrax"
        state, refusal = console.replay(moves_of(game))
        assert (state.plies, refusal) == (game["plies"], None)
        assert sorted(console.legal_moves()) == legal
    finally:
        transport.close()


def test_a_build_that_fails_is_an_error_of_the_transport(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path / "file"))
    with pytest.raises(TransportError, match="cannot build in"):
        simulated.build(CONFIG)


def test_the_command_becomes_the_program() -> None:
    command = [sys.executable, "-c", "from icetrax.cli import main; main()", "sim", "--stdio", "--link", "byte"]
    done = subprocess.run(command, input=b"-T\n-S\n", capture_output=True, timeout=120, check=True)
    assert done.stdout == b"IT\n= 0 W - - 0 0 0\n"
