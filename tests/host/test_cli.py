"""The commands: options, JSON, words, exit statuses, and bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from icetrax.record import Result, read_records
from icetrax.transport import Listener, TransportError
from tests.host.commands import Command
from tests.host.fakes import FakeHardware

LOOP = "@0/ B1\\ A2\\"
STANDIN = Path(__file__).with_name("standin.py")


ENGINES = pytest.mark.parametrize("engine", ["model", "sim"])


@ENGINES
def test_replay(run: Command, engine: str) -> None:
    result = run("replay", "--json", "--moves", LOOP, "--engine", engine)
    size = {"tiles": 4, "columns": 2, "rows": 2}
    assert result.json == [{"plies": 3, "over": True, "winner": "red", "reason": "loop", **size, "error": None}]
    assert (result.status, result.err) == (0, "")


@ENGINES
def test_replay_json_lines_answers_each_line_in_order(run: Command, engine: str) -> None:
    games = [LOOP, ["@0+", "@0+"], [], [*LOOP.split(), "A0+"], ["\u00e9"]]
    stdin = "".join(json.dumps({"moves": moves}) + "\n" for moves in games).encode()
    result = run("replay", "--json", "--jsonl", "--engine", engine, stdin=stdin)
    assert (result.status, result.err) == (0, "")
    answers = result.json
    assert [answer["plies"] for answer in answers] == [3, 1, 0, 3, 0]
    errors = [answer["error"] for answer in answers]
    assert [error and error["ply"] for error in errors] == [None, 2, None, 4, 1]  # type: ignore[index]
    assert errors[1]["move"] == "@0+"  # type: ignore[index]
    assert answers[3]["winner"] == "red"


@ENGINES
def test_replay_stops_at_a_bad_move_and_says_so(run: Command, engine: str) -> None:
    result = run("replay", "--json", "--moves", "@0/ A9+ B1+", "--engine", engine)
    assert result.status == 2
    assert result.json[0]["plies"] == 1
    assert "move 2:" in result.err
    assert "A9+" in result.err
    assert result.err.count("\n") == 1


LINE = "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+"


def test_replay_by_variant(run: Command, tmp_path: Path) -> None:
    ends = {"trax": "line", "loop": None, "8x8": "line"}
    for variant, reason in ends.items():
        (answer,) = run("replay", "--json", "--moves", LINE, "--variant", variant).json
        assert answer["reason"] == reason
    (tmp_path / "a.trx").write_text(f"Variant: Loop Trax\n{LINE} *\n\n{LINE} white\n")
    assert [answer["reason"] for answer in run("replay", "--json", "a.trx").json] == [None, "line"]
    assert [answer["reason"] for answer in run("replay", "--json", "a.trx", "--variant", "8x8").json] == ["line"] * 2
    drawn = run("replay", "--json", "--jsonl", stdin=b'{"moves": "@0+ B1/ B2/ B3/ C3+", "variant": "mini"}\n').json[0]
    assert (drawn["winner"], drawn["reason"], drawn["tiles"]) == ("draw", "full", 9)


def test_moves_perft_and_bestmove_by_variant(run: Command) -> None:
    assert run("perft", "4", "--variant", "mini", "--json").json == [{"depth": 4, "nodes": 8560}]
    wide = "@0+ B1+ C1/"
    (answer,) = run("moves", "--variant", "mini", "--moves", wide, "--json").json
    assert not [move for move in answer["moves"] if move.startswith(("@", "D"))]  # type: ignore[attr-defined]
    (answer,) = run("bestmove", "--player", "alphabeta:depth=1", "--variant", "mini", "--moves", wide, "--json").json
    assert answer["move"][0] in "ABC"  # type: ignore[index]


def test_replay_files(run: Command, tmp_path: Path) -> None:
    (tmp_path / "a.trx").write_text("1. @0/ 2. b1\\ 3. a2\\ red\n @0+ *\n")
    (tmp_path / "b.jsonl").write_text('{"moves": "@0/ B1+"}\n')
    result = run("replay", "a.trx", "b.jsonl")
    assert result.out.splitlines() == [
        "3 turns, 4 tiles, 2 columns, 2 rows: red wins by loop",
        "1 turns, 1 tiles, 1 columns, 1 rows: not over",
        "2 turns, 2 tiles, 2 columns, 1 rows: not over",
    ]


@ENGINES
def test_moves(run: Command, engine: str) -> None:
    result = run("moves", "--json", "--moves", "@0/", "--engine", engine)
    moves = result.json[0]["moves"]
    assert isinstance(moves, list)
    assert moves == sorted(f"{space}{symbol}" for space in ("@1", "A0", "A2", "B1") for symbol in "+/\\")
    assert run("moves", "--engine", engine).out == "@0+ @0/\n"
    assert run("moves", "--json", "--moves", LOOP, "--engine", engine).json == [{"moves": []}]


@ENGINES
def test_moves_json_lines_answer_also_what_is_no_position(run: Command, engine: str) -> None:
    stdin = b'{"moves": ["@0\\\\"]}\n{"moves": []}\n'
    first, second = run("moves", "--json", "--jsonl", "--engine", engine, stdin=stdin).json
    assert first["error"]["ply"] == 1  # type: ignore[index]
    assert second == {"moves": ["@0+", "@0/"]}


def test_perft(run: Command) -> None:
    assert run("perft", "3", "--json").json == [{"depth": 3, "nodes": 432}]
    assert run("perft", "2", "--json", "--engine", "sim").json == [{"depth": 2, "nodes": 24, "cycles": 1000}]
    assert run("perft", "0", "--json").json == [{"depth": 0, "nodes": 1}]
    assert run("perft", "2", "--json", "--divide").json == [
        {"depth": 2, "nodes": 24, "divide": {"@0+": 12, "@0/": 12}}
    ]
    assert run("perft", "2", "--divide").out == "@0+ 12\n@0/ 12\nperft 2: 24\n"
    assert run("perft", "1", "--jsonl", "--json", stdin=b'{"moves": "@0+"}').json == [{"depth": 1, "nodes": 12}]


def test_bestmove(run: Command) -> None:
    (found,) = run("bestmove", "--player", "alphabeta:depth=1", "--moves", "@0/ B1\\", "--json").json
    assert list(found) == ["move", "score", "depth", "nodes", "cycles"]
    assert (found["depth"], found["cycles"]) == (1, None)
    (found,) = run("bestmove", "--player", "sim", "--moves", "@0/", "--json", "--movetime", "0.05").json
    assert found == {"move": "A0+", "score": -12, "depth": 3, "nodes": 456, "cycles": 7890}
    words = run("bestmove", "--player", "sim", "--moves", "@0/").out
    assert words == "A0+  score -12  depth 3  nodes 456  cycles 7890\n"


def test_bestmove_json_lines(run: Command) -> None:
    stdin = f'{{"moves": []}}\n{{"moves": {json.dumps(LOOP)}}}\n{{"moves": "@0/"}}\n'.encode()
    result = run("bestmove", "--player", "greedy", "--jsonl", "--json", stdin=stdin)
    first, over, last = result.json
    assert first["move"] in ("@0+", "@0/")
    assert "over" in over["error"]["message"]  # type: ignore[index]
    assert isinstance(last["move"], str)
    assert result.status == 0


def test_match(run: Command, tmp_path: Path) -> None:
    result = run("match", "greedy", "random", "--games", "4", "--movetime", "5", "--record", "new/m.trx", "--json")
    assert result.status == 0
    (answer,) = result.json
    assert list(answer)[:8] == ["games", "wins", "losses", "draws", "score", "elo", "elo_error", "forfeits"]
    assert (answer["games"], answer["forfeits"]) == (4, {})
    records = read_records((tmp_path / "new/m.trx").read_text())
    assert [record.headers["White"] for record in records] == ["greedy", "random"] * 2
    wins = sum(record.result == ("white" if k % 2 == 0 else "red") for k, record in enumerate(records))
    assert wins == answer["wins"]
    assert [line.split(":")[0] for line in result.err.splitlines()] == [f"game {k}/4" for k in range(1, 5)]


def test_match_in_words_names_forfeits(run: Command) -> None:
    result = run("match", f"exec:{sys.executable} {STANDIN} illegal", "random", "--movetime", "5")
    assert "illegal move" in result.out.splitlines()[0]
    assert "0 wins, 2 losses, 0 draws in 2 games" in result.out
    assert "Elo difference below +216 with 95 % confidence" in result.out
    assert "forfeits by illegal move: 2" in result.out
    assert result.status == 0


def test_match_in_words_says_that_there_were_no_forfeits(run: Command) -> None:
    assert run("match", "greedy", "random", "--movetime", "5").out.splitlines()[-1] == "no forfeits"


def test_play_shows_every_turn_and_writes_the_record(run: Command, tmp_path: Path) -> None:
    result = run("play", "random", "greedy", "--movetime", "5")
    assert result.status == 0
    (record,) = read_records((tmp_path / "build/last-game.trx").read_text())
    moves = [str(move) for move in record.moves]
    for number, move in enumerate(moves, start=1):
        assert f"\n{number}. {'white' if number % 2 else 'red'} {move}" in result.out
    assert f"{record.result} wins by {record.termination} after {len(moves)} turns" in result.out
    assert "\x1b" not in result.out
    assert result.out.endswith("record: build/last-game.trx\n")


def test_play_by_a_person(run: Command) -> None:
    result = run("play", "human", "random", "--record", "r.trx", stdin=b"@0\\\n@0/\nresign\n")
    assert "the first move is @0+ or @0/" in result.out
    assert "red wins by resignation after 2 turns" in result.out
    assert result.status == 0


def test_play_that_ends_by_a_fault_tells_it_by_its_status(run: Command, tmp_path: Path) -> None:
    result = run("play", "human", "random", "--record", "r.trx", stdin=b"@0/\n")
    assert "red wins by disconnection" in result.out
    assert result.status == 1
    assert read_records((tmp_path / "r.trx").read_text())[0].result is Result.RED


BAD = [
    ([], "Missing command"),
    (["chess"], "No such command 'chess'"),
    (["replay", "--engine", "gnu"], "'gnu'"),
    (["replay", "--variant", "hex"], "unknown variant 'hex'"),
    (["replay", "--variant", "mini", "--engine", "sim"], "the hardware does not play the variant mini"),
    (["bestmove", "--player", "sim", "--variant", "mini"], "'sim' does not play the variant mini"),
    (["replay", "--config", "hx1k", "--engine", "sim"], "unknown configuration 'hx1k'"),
    (["replay", "missing.trx"], "cannot read missing.trx: No such file or directory"),
    (["replay", "x.trx", "--moves", "@0+"], "either files or --moves"),
    (["replay", "--jsonl", "--moves", "@0+"], "either --moves or --jsonl"),
    (["moves", "--moves", "@0\\"], "move 1: @0\\ is illegal"),
    (["moves", "--moves", "hello"], "move 1: 'hello' is not a move"),
    (["moves", "--moves", "hello", "--engine", "sim"], "move 1: 'hello' is refused by the hardware"),
    (["perft"], "Missing argument 'DEPTH'"),
    (["perft", "three"], "Invalid value for 'DEPTH'"),
    (["perft", "--", "-1"], "Invalid value for 'DEPTH'"),
    (["perft", "0", "--divide"], "--divide needs a DEPTH"),
    (["bestmove"], "Missing option '--player'"),
    (["bestmove", "--player", "gnu"], "'gnu' is not a player: use one of sim"),
    (["bestmove", "--player", "random", "--movetime", "0"], "0 s is not a time for a move"),
    (["bestmove", "--player", "random", "--movetime", "nan"], "nan s is not a time for a move"),
    (["bestmove", "--player", "random", "--moves", LOOP], "the game is over"),
    (["bestmove", "--player", "listen:0"], "cannot be given a position"),
    (["bestmove", "--player", "serial:/dev/none"], "cannot open serial device /dev/none"),
    (["match", "random"], "Missing argument 'RED'"),
    (["match", "random", "gnu"], "'gnu' is not a player"),
    (["match", "random", "random", "gnu"], "'gnu' is not a player"),
    (["match", "random", "random", "--tc", "1+"], "'1+' is not a time control"),
    (["match", "random", "random", "--sprt", "elo0=0"], "--sprt 'elo0=0': elo1=.. is missing"),
    (["match", "random", "random", "--sprt", "elo0=0,elo1=x"], "--sprt 'elo0=0,elo1=x': 'x' is not a number"),
    (["match", "random", "random", "--sprt", "elo0=5,elo1=0"], "elo0 must be less than elo1"),
    (["match", "random", "random", "--sprt", "elo=5"], "'elo=5' is not one of elo0=.., elo1=.., alpha=.., beta=.."),
    (["match", "random", "random", "greedy", "--sprt", "elo0=0,elo1=5"], "--sprt is for two players"),
    (["match", "random", "random", "--adjudicate", "score=0,moves=1"], "use numbers of 1 or more"),
    (["match", "random", "random", "--openings", "none.trx"], "cannot read none.trx: No such file"),
    (["match", "random", "random", "--opening-plies", "65"], "Invalid value for '--opening-plies'"),
    (["match", "random", "random", "--tournament", "swiss"], "'swiss'"),
    (["match", "human", "random", "--concurrency", "2"], "'human' can play one game at a time only"),
    (["match", "listen:0", "random", "--cluster", "tcp://x:1"], "no other machine can reach it"),
    (["match", "random", "random", "--cluster", "tcp://x:1", "--concurrency", "2"], "does not go with --cluster"),
    (["match", "serial:/dev/x", "serial:/dev/../dev/x@9600"], "are both device /dev/x: each player needs one of"),
    (["match", "listen:10001", "listen:10001"], "are both port 10001"),
    (["match", "random", "exec:/no/such", "--concurrency", "2", "--record", "m.trx"], "cannot start '/no/such'"),
    (["match", "random", "random", "--games", "0"], "Invalid value for '--games'"),
    (["match", "random", "random", "--margin", "-1"], "-1 s is not a margin"),
    (["match", "random", "serial:/dev/none", "--record", "m.trx"], "cannot open serial device /dev/none"),
    (["match", "random", "exec:/no/such", "--record", "m.trx"], "cannot start '/no/such': No such file"),
    (["match", "random", "tcp:127.0.0.1:1"], "cannot connect to 127.0.0.1 port 1: Connection refused"),
    (["match", "random", "random", "--record", "/dev/null"], "cannot write records to /dev/null"),
    (["play", "random", "alphabeta:depth=x"], "depth 'x' is not a number"),
    (["sim", "--pty", "--stdio"], "choose one of --pty, --tcp and --stdio"),
    (["sim", "--config", "hx1k"], "unknown configuration 'hx1k'"),
    (["sim", "--tcp", "99999"], "Invalid value for '--tcp'"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_input_gives_one_line_and_status_2(
    run: Command, tmp_path: Path, arguments: list[str], reason: str
) -> None:
    result = run(*arguments)
    assert result.status == 2
    assert result.err.startswith("icetrax: ")
    assert reason in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""
    assert os.listdir(tmp_path) == []


def test_an_unreadable_json_line_stops_after_the_lines_before_it(run: Command) -> None:
    result = run("moves", "--jsonl", "--json", stdin=b'{"moves": []}\nnonsense\n{"moves": []}\n')
    assert result.json == [{"moves": ["@0+", "@0/"]}]
    assert result.err == "icetrax: standard input, line 2: 'nonsense' is not JSON\n"
    assert result.status == 2


def test_input_that_is_not_utf8_is_a_move_that_cannot_be_read(run: Command) -> None:
    (answer,) = run("replay", "--jsonl", "--json", stdin=b'{"moves": ["\xff"]}\n').json or [{}]
    assert answer["error"]


def test_a_port_in_use(run: Command) -> None:
    listener = Listener("127.0.0.1", 0)
    result = run("match", f"listen:{listener.port}", "random")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert f"cannot wait on 127.0.0.1 port {listener.port}: Address already in use" in result.err
    listener.close()


@pytest.mark.parametrize("arguments", [["perft", "1", "--engine", "sim"], ["bestmove", "--player", "sim"]])
def test_a_simulation_that_cannot_be_built(
    run: Command, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    def fail(config: object, link: str = "byte") -> FakeHardware:
        raise TransportError("no C++ compiler: install g++")

    monkeypatch.setattr("icetrax.simulated.open_console", fail)
    result = run(*arguments)
    assert (result.status, result.out, result.err) == (2, "", "icetrax: no C++ compiler: install g++\n")


def test_hardware_that_answers_nonsense_is_a_failure_not_bad_usage(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeHardware, "_state", lambda self: "= what")
    result = run("replay", "--moves", "@0/", "--engine", "sim")
    assert result.status == 1
    assert result.err == "icetrax: the hardware answered 'what', which is not a state\n"


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from icetrax.cli import main; main()", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)  # type: ignore[call-overload,no-any-return]


def test_answers_come_one_by_one() -> None:
    process = start("replay", "--jsonl", "--json")
    assert process.stdin is not None
    assert process.stdout is not None
    for moves, plies in (("@0+", 1), ("@0+ A0+", 2)):
        process.stdin.write(json.dumps({"moves": moves}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["plies"] == plies
    process.communicate()
    assert process.returncode == 0


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    process = start("replay", "--jsonl", "--json")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(b'{"moves": []}\n' * 5000)
    assert errors == b""
    assert process.returncode == 1


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_second_interrupt_ends_a_match_at_once_with_its_records(tmp_path: Path, concurrency: str) -> None:
    player = f"exec:{sys.executable} {STANDIN} stalls"
    process = start(
        "match", player, "random", "--games", "1", "--movetime", "60", "--record", "m.trx",
        "--concurrency", concurrency, cwd=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline() == b"stalling\n"
    process.send_signal(signal.SIGINT)
    assert b"interrupt again" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == b"icetrax: interrupted"
    assert b"Traceback" not in errors
    (record,) = read_records((tmp_path / "m.trx").read_text())
    assert record.termination == "abandoned"
    assert len(record.moves) == 2
