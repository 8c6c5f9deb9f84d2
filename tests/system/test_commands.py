"""The installed command with the compiled hardware, as a user runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from icetrax.record import Result, read_records
from tests.conformance import moves_of, rows
from tests.host.positions import BAILEY_SIEGENTHALER, board_after
from tests.system.hardware import AXIS_LIMIT, VERSION_LINE

ICETRAX = Path(sys.executable).with_name("icetrax")
LOOP = "@0/ B1\\ A2\\"
ENGINES = pytest.mark.parametrize("engine", ["model", "sim"])


class Run(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    def json(self) -> list[dict[str, object]]:
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str | Path, folder: Path | None = None, stdin: str = "", **environment: str) -> Run:
    done = subprocess.run(
        [ICETRAX, *arguments],
        cwd=folder,
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return Run(done.returncode, done.stdout, done.stderr)


# -- positions --


@ENGINES
def test_replay_of_a_record(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "game.trx"
    path.write_text(f"White: Bailey\nRed: Siegenthaler\n\n{BAILEY_SIEGENTHALER}\nwhite\n")
    (answer,) = run("replay", path, "--json", "--engine", engine).json()
    size = {"tiles": 78, "columns": 10, "rows": 12}
    assert answer == {"plies": 31, "over": False, "winner": None, "reason": None, **size, "error": None}
    words = run("replay", path, "--engine", engine)
    assert words == Run(0, "31 turns, 78 tiles, 10 columns, 12 rows: not over\n", "")


def test_replay_of_json_lines_is_the_same_by_both_engines() -> None:
    games = [*rows("games_better.jsonl.gz")[:30], *rows("rules.jsonl.gz")]
    fitting = [row for row in games if max(row["cols"], row["rows"]) <= AXIS_LIMIT]
    stdin = "".join(json.dumps({"moves": row["moves"]}) + "\n" for row in fitting)
    model, sim = (run("replay", "--jsonl", "--json", "--engine", name, stdin=stdin).json() for name in ("model", "sim"))
    assert len(model) > 150
    assert sum(answer["error"] is not None for answer in model) > 30
    for ours, theirs in zip(model, sim, strict=True):
        for answer in (ours, theirs):
            if answer["error"] is not None:
                assert isinstance(answer["error"], dict)
                assert answer["error"].pop("message")
        assert ours == theirs


@ENGINES
def test_replay_of_an_illegal_move(engine: str) -> None:
    done = run("replay", "--json", "--moves", "@0/ B1+ C9/ A0+", "--engine", engine)
    assert done.status == 2
    answer = json.loads(done.out)
    assert (answer["plies"], answer["tiles"]) == (2, 2)
    assert (answer["error"]["ply"], answer["error"]["move"]) == (3, "C9/")
    assert re.fullmatch(r"icetrax: move 3: .*C9/.*\n", done.err)


@ENGINES
def test_moves(engine: str) -> None:
    row = rows("games_unfinished.jsonl.gz")[0]
    (answer,) = run("moves", "--json", "--moves", row["moves"], "--engine", engine).json()
    assert answer == {"moves": row["legal"].split()}
    assert run("moves", "--engine", engine) == Run(0, "@0+ @0/\n", "")
    assert run("moves", "--json", "--moves", LOOP, "--engine", engine).json() == [{"moves": []}]


@ENGINES
def test_perft(engine: str) -> None:
    (answer,) = run("perft", "4", "--json", "--engine", engine).json()
    assert (answer["depth"], answer["nodes"]) == (4, 9_568)
    assert list(answer) == ["depth", "nodes", "cycles"][: 3 if engine == "sim" else 2]
    (answer,) = run("perft", "3", "--divide", "--json", "--engine", engine).json()
    assert isinstance(answer["divide"], dict)
    assert list(answer["divide"]) == ["@0+", "@0/"]
    assert sum(answer["divide"].values()) == answer["nodes"] == 432


def test_perft_of_positions() -> None:
    positions = rows("perft.jsonl")[:5]
    stdin = "".join(json.dumps({"moves": row["moves"]}) + "\n" for row in positions)
    answers = run("perft", "2", "--jsonl", "--json", "--engine", "sim", stdin=stdin).json()
    assert [answer["nodes"] for answer in answers] == [row["perft"][2] for row in positions]


@pytest.mark.parametrize("player", ["sim", "sim:link=bit", "greedy", "alphabeta:depth=1"])
def test_bestmove_takes_the_win(player: str) -> None:
    row = rows("win1.jsonl.gz")[3]
    (answer,) = run("bestmove", "--player", player, "--moves", row["moves"], "--movetime", "0.5", "--json").json()
    assert list(answer) == ["move", "score", "depth", "nodes", "cycles"]
    assert answer["move"] in row["winning"].split()
    assert (answer["cycles"] is not None) == player.startswith("sim")


def test_bestmove_of_many_positions() -> None:
    puzzles = rows("defend.jsonl.gz")[:20]
    stdin = "".join(json.dumps({"moves": moves_of(row)}) + "\n" for row in puzzles)
    command = ["bestmove", "--player", "sim:depth=2", "--movetime", "0.05", "--jsonl", "--json"]
    answers = run(*command, stdin=stdin).json()
    for row, answer in zip(puzzles, answers, strict=True):
        assert answer["move"] in row["safe"].split(), row["id"]


# -- games --


def test_match(tmp_path: Path) -> None:
    command = ["match", "sim", "random", "--games", "2", "--movetime", "0.01", "--record", "m.trx", "--json"]
    done = run(*command, "--seed", "3", folder=tmp_path)
    assert done.status == 0
    assert [line.split(":")[0] for line in done.err.splitlines()] == ["game 1/2", "game 2/2"]
    answer = json.loads(done.out)
    assert (answer["games"], answer["wins"], answer["losses"], answer["draws"], answer["score"]) == (2, 2, 0, 0, 1)
    assert (answer["forfeits"], answer["elo"]) == ({}, None)
    records = read_records((tmp_path / "m.trx").read_text())
    assert [record.result for record in records] == [Result.WHITE, Result.RED]
    assert [record.headers["White"] for record in records] == ["sim", "random"]
    assert [record.headers["WhiteId"] for record in records] == ["IT", "random"]
    for record in records:
        assert record.result is Result.of(record.replay().outcome())


def test_play_shows_the_game_and_writes_its_record(tmp_path: Path) -> None:
    done = run("play", "sim", "random", "--movetime", "0.01", folder=tmp_path)
    assert (done.status, done.err) == (0, "")
    (record,) = read_records((tmp_path / "build/last-game.trx").read_text())
    for number, move in enumerate(record.moves, start=1):
        assert f"\n{number}. {'white' if number % 2 else 'red'} {move}" in done.out
    board = record.replay()
    end = f"\nwhite wins by {record.termination} after {board.plies} turns, {board.tiles} tiles\n"
    assert done.out.endswith(f"{end}record: build/last-game.trx\n")


# -- the hardware by itself --


def test_sim_on_standard_input_and_output() -> None:
    done = run("sim", "--stdio", stdin="-T\n-N\n-M @0+\n-S\n-P 2\n")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:4] == ["IT", VERSION_LINE, "= 1 R - - 1 1 1", "= 1 R - - 1 1 1"]
    assert lines[4].startswith(f"= {len(board_after(['@0+']).legal_moves) * 18} ")


def test_sim_writes_the_times_of_lines(tmp_path: Path) -> None:
    done = run("sim", "--stdio", "--link", "byte", "--stamps", "stamps", folder=tmp_path, stdin="-T\n-N\n")
    assert (done.status, done.out) == (0, f"IT\n{VERSION_LINE}\n")
    stamps = [line.split() for line in (tmp_path / "stamps").read_text().splitlines()]
    assert sorted(kind for kind, _ in stamps) == ["rx", "rx", "tx", "tx"]
    cycles = [int(cycle) for _, cycle in stamps]
    assert cycles == sorted(cycles)


def test_sim_stops_at_its_limit_of_cycles() -> None:
    done = run("sim", "--stdio", "--link", "byte", "--cycles", "100000", stdin="-W\n")
    assert (done.status, done.out) == (3, "")
    assert done.err == "icetrax-sim: stopped at the limit of 100000 cycles\n"


def test_sim_ends_when_it_is_told_to() -> None:
    with subprocess.Popen([ICETRAX, "sim", "--pty"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        device = process.stdout.readline().removeprefix("pty ").strip()
        assert Path(device).is_char_device()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert not Path(device).exists()


# -- what goes wrong --

BAD: list[tuple[list[str], str]] = [
    (["checkers"], "No such command 'checkers'"),
    (["replay", "missing.trx"], "cannot read missing.trx"),
    (["replay", "--moves", "@0+", "--engine", "sim", "--config", "huge"], "unknown configuration 'huge'"),
    (["replay", "--moves", "@0+", "--engine", "sim", "--variant", "hex"], "unknown variant 'hex'"),
    (["moves", "--moves", "@0+ A0+ A0+ nonsense", "--engine", "sim"], "move 4: 'nonsense'"),
    (["moves", "--moves", "@0+ Z9/", "--engine", "sim"], "move 2: 'Z9/'"),
    (["moves", "--moves", "@0+ \u00e9", "--engine", "sim"], "move 2: '\u00e9'"),
    (["perft", "99", "--engine", "sim"], "out of range -P 99"),
    (["perft", "many", "--engine", "sim"], "Invalid value for 'DEPTH'"),
    (["bestmove", "--player", "sim", "--moves", LOOP], "the game is over"),
    (["bestmove", "--player", "sim:config=huge"], "unknown configuration 'huge'"),
    (["bestmove", "--player", "sim", "--movetime", "-1"], "is not a time for a move"),
    (["match", "sim", "stockfish"], "'stockfish' is not a player"),
    (["match", "sim", "serial:/dev/ttyNONE", "--record", "m.trx"], "cannot open serial device /dev/ttyNONE"),
    (["match", "serial:/dev/null", "random", "--record", "m.trx"], "it is not a serial port"),
    (["match", "exec:no-such-program", "sim", "--record", "m.trx"], "cannot start 'no-such-program'"),
    (["match", "sim", "random", "--record", "/dev/null/m.trx"], "cannot write records to"),
    (["play", "sim", "tcp:127.0.0.1:1", "--record", "m.trx"], "cannot connect to 127.0.0.1 port 1"),
    (["sim", "--pty", "--tcp", "0"], "choose one of"),
    (["sim", "--stdio", "--baud", "99999999"], "--baud"),
    (["sim", "--stdio", "--link", "morse"], "--link must be bit or byte, not 'morse'"),
    (["sim", "--stdio", "--stamps", "no/such/folder"], "cannot write no/such/folder"),
    (["sim", "--config", "huge"], "unknown configuration 'huge'"),
]


def assert_one_line(done: Run, reason: str) -> None:
    assert done.status == 2
    assert done.out == ""
    assert re.fullmatch(r"icetrax(-sim)?: [^\n]+\n", done.err), done.err
    assert reason in done.err


@pytest.mark.parametrize(("arguments", "reason"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_input_gives_one_line_and_leaves_nothing(tmp_path: Path, arguments: list[str], reason: str) -> None:
    assert_one_line(run(*arguments, folder=tmp_path), reason)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("arguments", [["sim", "--tcp"], ["match", "sim", "listen:"]])
def test_a_port_in_use(tmp_path: Path, arguments: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        arguments = [*arguments, str(port)] if arguments[-1] == "--tcp" else [*arguments[:-1], f"listen:{port}"]
        done = run(*arguments, folder=tmp_path)
    assert_one_line(done, f"port {port}")
    assert "in use" in done.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "arguments",
    [["sim", "--stdio"], ["perft", "1", "--engine", "sim"], ["match", "sim", "random", "--record", "m.trx"]],
)
def test_a_compiler_that_is_missing(tmp_path: Path, arguments: list[str]) -> None:
    """Nothing is built, and no half of it either."""
    work, built, empty = tmp_path / "work", tmp_path / "built", tmp_path / "bin"
    for folder in (work, empty):
        folder.mkdir()
    done = run(*arguments, folder=work, ICETRAX_BUILD=str(built), PATH=str(empty), CXX="")
    assert done.status == 2
    assert done.out == ""
    *notes, error = done.err.splitlines()
    assert re.fullmatch(r"icetrax: .*(compiler|g\+\+).*", error), done.err
    assert all(note.startswith("building the simulation") for note in notes)
    assert os.listdir(work) == []
    assert not list(built.rglob("icetrax-sim"))
    assert not list(built.rglob("making-*"))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    done = run("perft", "1", "--engine", "sim", ICETRAX_BUILD=str(file))
    assert_one_line(done, f"cannot build in {file}")


def test_records_that_were_there_stay_when_nothing_is_played(tmp_path: Path) -> None:
    (tmp_path / "m.trx").write_text("@0+ *\n")
    done = run("match", "sim", "serial:/dev/ttyNONE", "--record", "m.trx", folder=tmp_path)
    assert done.status == 2
    assert (tmp_path / "m.trx").read_text() == "@0+ *\n"


def test_json_lines_that_cannot_be_read_stop_after_those_before(tmp_path: Path) -> None:
    stdin = '{"moves": "@0+"}\n{"moves": ["@0+", 7]}\n{"moves": []}\n'
    done = run("replay", "--jsonl", "--json", "--engine", "sim", stdin=stdin)
    assert done.status == 2
    assert len(done.out.splitlines()) == 1
    assert re.fullmatch(r"icetrax: standard input, line 2: [^\n]+\n", done.err)
