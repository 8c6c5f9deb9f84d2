"""Whole games of the compiled hardware under the referee, over every way to reach it."""

from __future__ import annotations

import contextlib
import shlex
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from icetrax import Board, Color, parse_move
from icetrax.clock import TimeControl
from icetrax.journal import Journal
from icetrax.match import Match, MatchResult
from icetrax.player import ListeningPlayer, Player
from icetrax.record import Result, read_records
from icetrax.referee import GameResult, Referee, Termination
from icetrax.spec import make_player, parse_spec
from icetrax_rtl.config import HX8K
from icetrax_sim.process import SimProcess
from tests.host.positions import board_after

ICETRAX = Path(sys.executable).with_name("icetrax")
SIMULATED = TimeControl(0.02, margin=30)
"""Time of the hardware's own clock; opponents in software get as much by the wall clock."""

WALL = TimeControl(0.01, margin=60)
"""For a simulation that is charged by the wall clock, on a machine that may be busy."""


def spec(text: str) -> Player:
    return make_player(parse_spec(text))


def play(first: Player, second: Player, control: TimeControl, folder: Path, games: int = 2) -> MatchResult:
    """Play, and hold the records on disk against what happened."""
    path = folder / "match.trx"
    played: list[GameResult] = []

    def on_game(number: int, game: GameResult, standing: MatchResult) -> None:
        played.append(game)
        assert len(read_records(path.read_text())) == number, "each record is there when its game has ended"

    journal = Journal(path).append
    with contextlib.closing(first), contextlib.closing(second):
        result = Match(first, second, control, games=games, seed=7, journal=journal, on_game=on_game).run()
    for record, game in zip(read_records(path.read_text()), played, strict=True):
        board = record.replay()
        assert record.moves == game.board.move_stack
        assert record.result is Result.of(board.outcome()) is not Result.UNFINISHED
        outcome = board.outcome()
        assert outcome is not None
        assert record.termination == str(game.ending.termination) == str(outcome.reason), game.ending
    assert result.forfeits == {}
    assert result.games == len(played) == games
    return result


# -- against each opponent, over a pseudo-terminal and the simulated serial line --


def test_against_random_play(tmp_path: Path) -> None:
    assert play(spec("sim"), spec("random"), SIMULATED, tmp_path, games=4).wins == 4


@pytest.mark.parametrize("opponent", ["greedy", "alphabeta:depth=1", "alphabeta:depth=2", "alphabeta"])
def test_against_better_opponents(tmp_path: Path, opponent: str) -> None:
    play(spec("sim"), spec(opponent), SIMULATED, tmp_path)


def test_against_itself_in_another_configuration(tmp_path: Path) -> None:
    play(spec("sim:depth=2"), spec("sim:link=byte,depth=1"), SIMULATED, tmp_path)


def test_a_game_is_the_same_when_it_is_played_again(tmp_path: Path) -> None:
    """Time is counted in clock cycles, so nothing depends on how busy the machine is."""
    games = []
    for _ in range(2):
        with contextlib.closing(spec("sim")) as white, contextlib.closing(spec("random")) as red:
            games.append(Referee(white, red, SIMULATED, seed_white=1, seed_red=2).play())
    assert games[0].board.move_stack == games[1].board.move_stack
    assert games[0].clock.used[Color.WHITE] == games[1].clock.used[Color.WHITE] > 0


def test_every_move_is_in_time_by_the_clock_of_the_hardware() -> None:
    with contextlib.closing(spec("sim")) as white, contextlib.closing(spec("greedy")) as red:
        game = Referee(white, red, SIMULATED).play()
    assert not game.ending.termination.is_forfeit
    assert 0 < game.clock.slowest[Color.WHITE] <= SIMULATED.seconds


# -- over the other ways --


@contextlib.contextmanager
def serving(*options: str) -> Iterator[str]:
    """Run ``icetrax sim``; gives the name that it prints of where it can be reached."""
    command = [str(ICETRAX), "sim", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[1]
        finally:
            process.terminate()


def test_over_a_pty_by_its_device_name(tmp_path: Path) -> None:
    with serving("--pty") as device:
        assert play(spec(f"serial:{device}"), spec("random"), WALL, tmp_path).wins == 2


def test_over_tcp(tmp_path: Path) -> None:
    with serving("--tcp", "0") as port:
        for opponent in ["random", "greedy", "alphabeta:depth=1"]:  # a client may come back
            assert play(spec(f"tcp:127.0.0.1:{port}"), spec(opponent), WALL, tmp_path).wins == 2


@pytest.mark.parametrize("link", ["bit", "byte"])
def test_as_a_program(tmp_path: Path, link: str) -> None:
    command = shlex.join([str(ICETRAX), "sim", "--stdio", "--link", link])
    assert play(spec(f"exec:{command}"), spec("random"), WALL, tmp_path).wins == 2


def pump(read: Callable[[], bytes], write: Callable[[bytes], object], end: Callable[[], None]) -> None:
    """Pass bytes on until there are no more."""
    with contextlib.suppress(OSError, ValueError):  # either side may go first
        while data := read():
            write(data)
    end()


def test_as_a_client_that_connects_to_the_referee(tmp_path: Path) -> None:
    waited: list[str] = []
    player = spec("listen:0")
    assert isinstance(player, ListeningPlayer)
    player._notify = waited.append
    with SimProcess(HX8K) as process, socket.create_connection(("127.0.0.1", player.port)) as client:
        ways = [
            (lambda: client.recv(4096), process.stdin.write, process.stdin.close),
            (lambda: process.stdout.read(4096), client.sendall, lambda: client.shutdown(socket.SHUT_RDWR)),
        ]
        threads = [threading.Thread(target=pump, args=way, daemon=True) for way in ways]
        for thread in threads:
            thread.start()
        assert play(player, spec("random"), WALL, tmp_path).wins == 2
        assert process.wait(60) == 0  # the referee has hung up, and nothing was left to do
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    assert waited == [f"waiting for a player to connect to 127.0.0.1 port {player.port}"]


# -- without the host library --


def test_a_game_with_nothing_but_pyserial() -> None:
    """The contest's lines as any other program would speak them."""
    with SimProcess(HX8K, endpoint="pty") as process, serial.Serial(process.device, HX8K.baud, timeout=60) as port:

        def ask(line: str) -> str:
            port.write(f"{line}\n".encode())
            answer: bytes = port.read_until(b"\n")
            assert answer.endswith(b"\n"), f"no answer to {line!r}"
            return answer[:-1].decode("ascii")

        assert ask("-T") == "IT"
        assert ask("-L 5") == "="
        board = Board()
        board.push_text(ask("-W"))
        assert str(board.move_stack[0]) in ("@0+", "@0/")
        while not board.is_over():
            move = list(board.legal_moves)[board.plies * 7 % len(board.legal_moves)]
            board.push(move)
            if board.is_over():
                port.write(f"{move}\n".encode())
                break
            board.push(parse_move(ask(str(move))))
        outcome = board.outcome()
        assert outcome is not None
        winner, reason = str(outcome.winner)[0].upper(), outcome.reason
        size = f"{board.tiles} {board.columns} {board.rows}"
        assert ask("-S") == f"= {board.plies} {board.turn.letter} {winner} {reason} {size}"
        # It waits for a new game, as red this time: nothing is said until white has moved.
        port.write(b"-B\n")
        assert parse_move(ask("@0+")) in board_after(["@0+"]).legal_moves


# -- what goes wrong --


def test_hardware_that_goes_away_loses_and_the_record_is_written(tmp_path: Path) -> None:
    path = tmp_path / "broken.trx"
    with SimProcess(HX8K, endpoint="tcp", link="byte") as process:
        turns: list[str] = []

        def on_turn(board: Board, color: Color, reply: object) -> None:
            turns.append(str(board.move_stack[-1]))
            if board.plies == 2:
                process.close()

        first, second = spec(f"tcp:127.0.0.1:{process.port}"), spec("random")
        with contextlib.closing(first), contextlib.closing(second):
            game = Referee(first, second, WALL, journal=Journal(path).append, on_turn=on_turn).play()
    assert game.ending.termination is Termination.DISCONNECTION
    assert game.ending.winner is Color.RED
    (record,) = read_records(path.read_text())
    assert [str(move) for move in record.moves] == turns
    assert len(turns) == 2
    assert record.result is Result.RED
