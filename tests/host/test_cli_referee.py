"""The referee of a contest, with clients of different habits on everything that a client can be on."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import pty
import re
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from icetrax.record import Record, read_records
from tests.host.client import Client
from tests.host.commands import Command

CLIENT = [sys.executable, str(Path(__file__).with_name("client.py"))]
STANDIN = f"exec:{sys.executable} {Path(__file__).with_name('standin.py')}"
REFEREE = [sys.executable, "-c", "from icetrax.cli import main; main()", "referee"]
ANSI = re.compile("\x1b\\[[0-9;]*m")


def client(habit: str) -> str:
    return f"exec:{' '.join(CLIENT)} {habit}"


def records(folder: Path) -> list[Record]:
    return read_records((folder / "build/last-contest.trx").read_text())


def log_of(folder: Path) -> list[tuple[float, str, str, bytes]]:
    lines = (folder / "build/last-contest.log").read_text().splitlines()
    assert lines[0].startswith("# bytes since 2")
    entries = [line.split(maxsplit=3) for line in lines[1:]]
    return [(float(seconds), port, way, ast.literal_eval(data)) for seconds, port, way, data in entries]


def passed(folder: Path, port: str, way: str) -> list[str]:
    """The lines that passed one port one way, by the log."""
    data = b"".join(data for _, p, w, data in log_of(folder) if (p, w) == (port, way))
    return data.decode().split()


def test_clients_of_different_habits(run: Command, tmp_path: Path) -> None:
    result = run("referee", client("shouting"), client("lazy"), "--white", "first", "--movetime", "5")
    assert (result.status, result.err) == (0, "")
    (record,) = records(tmp_path)
    assert (record.headers["WhiteId"], record.headers["RedId"]) == ("SH", "LA")
    assert record.termination in ("loop", "line")
    moves = [str(move) for move in record.moves]
    for number, move in enumerate(moves, start=1):
        assert f"{number}. {'white' if number % 2 else 'red'} {move}" in result.out
    assert "white: SH (first), red: LA (second)" in result.out
    assert passed(tmp_path, "first", "<") == ["SH", moves[0], *(move.lower() for move in moves[2::2])]
    assert passed(tmp_path, "second", "<") == ["LA", *moves[1::2]]
    assert passed(tmp_path, "first", ">") == ["-T", "-W", *moves[1::2]]
    assert passed(tmp_path, "second", ">") == ["-T", "-B", *moves[::2]]
    times = [seconds for seconds, _, _, _ in log_of(tmp_path)]
    assert times == sorted(times)
    pieces = [data for _, port, way, data in log_of(tmp_path) if (port, way) == ("second", "<")]
    assert b"\n" in pieces, "late bytes are logged as they came"


def test_strict_spelling(run: Command, tmp_path: Path) -> None:
    result = run("referee", client("shouting"), client("tidy"), "--white", "second", "--strict", "--movetime", "5")
    assert result.status == 1
    (record,) = records(tmp_path)
    assert record.termination == "malformed line"
    assert "red: 'a0+' is not a move: the canonical spelling is A0+" in record.headers["Detail"]


def test_games_change_colors_and_answer_in_json(run: Command, tmp_path: Path) -> None:
    result = run("referee", "random", client("tidy"), "--games", "2", "--seed", "3", "--movetime", "5", "--json")
    first, second = result.json
    assert {first["white"], second["white"]} == {"first", "second"}
    assert first["ids"] == {"first": "random", "second": "TI"}
    assert [" ".join(map(str, record.moves)) for record in records(tmp_path)] == [
        " ".join(game["moves"]) for game in (first, second)  # type: ignore[arg-type]
    ]  # fmt: skip
    assert "1. white" in result.err
    again = run("referee", "random", client("tidy"), "--games", "2", "--seed", "3", "--movetime", "5", "--json")
    assert [game["moves"] for game in again.json] == [game["moves"] for game in (first, second)]


def test_colors_are_drawn(run: Command) -> None:
    drawn = {
        run("referee", "random", "random", "--seed", str(seed), "--movetime", "5", "--json").json[0]["white"]
        for seed in range(8)
    }
    assert drawn == {"first", "second"}


def started(folder: Path, *arguments: str, places: int) -> tuple[subprocess.Popen[str], list[str]]:
    """The referee, and where it awaits players."""
    process = subprocess.Popen(
        [*REFEREE, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, [process.stdout.readline().strip().split(": ")[1] for _ in range(places)]


def test_clients_that_connect_in_any_order(tmp_path: Path) -> None:
    referee, places = started(tmp_path, "listen:0", "listen:0", "--white", "first", "--movetime", "5", places=2)
    clients = []
    for habit, place in (("shouting", places[1]), ("lazy", places[0])):
        host, port = place.split(" port ")
        clients.append(subprocess.Popen([*CLIENT, habit, host, port], stderr=subprocess.DEVNULL))
    out, err = referee.communicate(timeout=100)
    assert referee.returncode == 0, err
    assert "white: LA (first), red: SH (second)" in out
    for program in clients:
        program.wait(timeout=20)
    assert records(tmp_path)[0].termination in ("loop", "line")


def test_clients_that_open_pseudo_terminals(tmp_path: Path) -> None:
    referee, (first,) = started(tmp_path, "pty", client("lazy"), "--games", "2", "--movetime", "5", places=1)
    program = subprocess.Popen([*CLIENT, "shouting", first])
    out, err = referee.communicate(timeout=100)
    assert referee.returncode == 0, err
    assert "SH (first)" in out
    program.wait(timeout=20)
    assert len(records(tmp_path)) == 2


@contextlib.contextmanager
def board(habit: str) -> Iterator[str]:
    """A pseudo-terminal that stands for the serial port of a board; gives the name of the device."""
    leader, follower = pty.openpty()
    tty.setraw(follower)
    source, sink = os.fdopen(leader, "rb", buffering=0), os.fdopen(os.dup(leader), "wb")

    def serve() -> None:
        with contextlib.suppress(OSError):  # the end of the pseudo-terminal
            Client(habit, source, sink).run()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield os.ttyname(follower)
    finally:
        os.close(follower)
        thread.join()
        for file in (source, sink):
            file.close()


def test_two_boards(run: Command, tmp_path: Path) -> None:
    with board("tidy") as first, board("shouting") as second:
        result = run("referee", f"serial:{first}", f"serial:{second}", "--games", "2", "--movetime", "5")
    assert result.status == 0
    assert {record.headers["WhiteId"] for record in records(tmp_path)} == {"TI", "SH"}
    assert {record.termination for record in records(tmp_path)} <= {"loop", "line"}


def test_the_winning_path_is_underlined_on_a_terminal(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    arguments = [*REFEREE, "greedy", "random", "--movetime", "5", "--json"]
    process = subprocess.Popen(
        arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=follower, env={**os.environ, "TERM": "xterm-256color"}
    )
    os.close(follower)
    shown = b""
    with contextlib.suppress(OSError):
        while data := os.read(leader, 4096):
            shown += data
    os.close(leader)
    out, _ = process.communicate(timeout=60)
    last = json.loads(out)["moves"]
    before, after = shown.decode().split(f"{len(last) - 1}. ")[0], shown.decode().split(f"{len(last) - 1}. ")[-1]
    assert ";4m" not in before
    assert ";4m" in after
    assert "╔" in ANSI.sub("", after) or "║" in ANSI.sub("", after)


@pytest.mark.parametrize(
    ("fault", "termination"),
    [
        ("flood", "flood"),
        ("stalls", "timeout"),
        ("binary", "malformed line"),
        ("half", "disconnection"),
        ("twice", "unasked line"),
        ("full", "no room"),
    ],
)
def test_a_player_at_fault_leaves_the_other_and_the_records_unharmed(
    run: Command, tmp_path: Path, fault: str, termination: str
) -> None:
    result = run(
        "referee", client("tidy"), f"{STANDIN} {fault}", "--games", "2", "--movetime", "0.4", "--white", "first"
    )
    assert result.status == 1
    first, second = records(tmp_path)
    assert [record.termination for record in (first, second)] == [termination] * 2
    assert [str(record.result) for record in (first, second)] == ["white", "red"]
    assert passed(tmp_path, "first", ">").count("-T") == 2


def test_a_disk_that_is_full_for_the_log_leaves_the_record(tmp_path: Path) -> None:
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600)); "
    arguments = [sys.executable, "-c", limited + REFEREE[2], "referee", client("tidy"), f"{STANDIN} none"]
    result = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    # the players are cut off, and may complain
    assert "icetrax: [Errno 27] File too large: 'build/last-contest.log'" in result.stderr.splitlines()
    (record,) = records(tmp_path)
    assert record.termination == "abandoned"


def test_what_cannot_be(run: Command, tmp_path: Path) -> None:
    for arguments, reason in (
        (["random", "random", "--white", "third"], "'third'"),
        (["random", "random", "--log", "/dev/null/x"], "cannot write the log /dev/null/x"),
        (["serial:/dev/x", "serial:/dev/x"], "each player needs one of its own"),
        (["listen:0", "random", "--wait", "0.1"], "no player has connected to 127.0.0.1 port"),
        (["pty", "random", "--wait", "0.1"], "no player has opened /dev/pts/"),
    ):
        result = run("referee", *arguments)
        assert result.status == 2
        assert reason in result.err.splitlines()[-1]
    assert not (tmp_path / "build/last-contest.trx").exists()
