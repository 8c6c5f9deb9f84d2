"""Whole games of the compiled hardware under the referee, over a pseudo-terminal and over TCP."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from icetrax_rtl.config import HX8K
from icetrax_sim.process import SimProcess

OPPONENTS = ["random", "greedy", "alphabeta:depth=1"]


def icetrax(*arguments: str) -> str:
    """What the command prints on standard output."""
    command = [sys.executable, "-c", "from icetrax.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def play(first: str, second: str, record: Path, *, movetime: str) -> None:
    """A pair of games, whose record must replay to the results that were counted."""
    counted = json.loads(
        icetrax("match", first, second, "--games", "2", "--movetime", movetime, "--margin", "20", "--json",
                "--record", str(record)).splitlines()[-1]
    )  # fmt: skip
    assert counted["games"] == 2
    assert counted["forfeits"] == {}
    replayed = [json.loads(line) for line in icetrax("replay", str(record), "--json").splitlines()]
    assert [game["error"] for game in replayed] == [None, None]
    wins = sum(game["winner"] == color for game, color in zip(replayed, ["white", "red"], strict=True))
    assert wins == counted["wins"]
    assert counted["wins"] == 2, f"the hardware should beat {second}"


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_over_a_pseudo_terminal(opponent: str, tmp_path: Path) -> None:
    play("sim", opponent, tmp_path / "games.trx", movetime="0.02")


@pytest.fixture
def served() -> Iterator[SimProcess]:
    """The hardware on a TCP port, told to answer soon by a client before."""
    with SimProcess(HX8K, endpoint="tcp") as process:
        with socket.create_connection(("127.0.0.1", process.port)) as connection:
            connection.sendall(b"-L 15\n")
            assert connection.makefile("rb").readline() == b"=\n"
        yield process


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_over_tcp(served: SimProcess, opponent: str, tmp_path: Path) -> None:
    play(f"tcp:127.0.0.1:{served.port}", opponent, tmp_path / "games.trx", movetime="0.02")


def test_over_a_serial_line_by_its_device(tmp_path: Path) -> None:
    with SimProcess(HX8K, endpoint="pty") as process:
        with serial.Serial(process.device, HX8K.baud, timeout=20) as line:
            line.write(b"-L 15\n")
            assert line.readline() == b"=\n"
        play(f"serial:{process.device}", "random", tmp_path / "games.trx", movetime="0.02")


def test_a_record_is_there_of_a_game_that_was_broken_off(tmp_path: Path) -> None:
    record = tmp_path / "games.trx"
    broken = f"exec:{sys.executable} -c \"print(input() and 'XX', flush=True)\""
    counted = json.loads(
        icetrax("match", "sim", broken, "--games", "1", "--movetime", "0.02", "--json", "--record", str(record))
        .splitlines()[-1]
    )  # fmt: skip
    assert counted["wins"] == 1
    assert sum(counted["forfeits"].values()) == 1
    assert "Termination: " in record.read_text()
    assert os.listdir(tmp_path) == ["games.trx"]
