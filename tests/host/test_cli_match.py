"""The command for matches: more than two players, tests, openings, interrupts, being killed and resumed."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from icetrax.record import Record, read_records
from tests.host.commands import Command

STANDIN = f"exec:{sys.executable} {Path(__file__).with_name('standin.py')}"
COMMAND = [sys.executable, "-c", "from icetrax.cli import main; main()", "match"]


def records(path: Path) -> list[Record]:
    return read_records(path.read_text())


def test_the_report_of_a_match(run: Command, tmp_path: Path) -> None:
    result = run("match", "greedy", "random", "--games", "8", "--movetime", "5", "--opening-plies", "4")
    lines = result.out.splitlines()
    assert [line.split(":")[0] for line in lines[:8]] == [f"game {k}/8" for k in range(1, 9)]
    assert re.fullmatch(r"greedy: [0-9] wins, [0-9] losses, 0 draws in 8 games", lines[8])
    assert re.search(r"^likelihood of superiority [0-9.]+ %$", result.out, re.MULTILINE)
    assert re.search(r"^pairs with 0, 1/2, 1, 3/2, 2 points: 0 0 [0-4] 0 [0-4]", result.out, re.MULTILINE)
    games = records(tmp_path / "build/last-match.trx")
    assert [games[k].moves[:4] for k in (0, 2, 4, 6)] == [games[k].moves[:4] for k in (1, 3, 5, 7)]
    assert len({tuple(game.moves[:4]) for game in games}) == 4
    assert {game.headers["Opening"] for game in games} == {"4 turns"}


def test_openings_from_a_file(run: Command, tmp_path: Path) -> None:
    (tmp_path / "book.jsonl").write_text('{"moves": "@0/ B1+ A0+"}\n{"moves": "@0+ A0/ A0+"}\n')
    assert run("match", "random", "random", "--games", "4", "--openings", "book.jsonl").status == 0
    begun = [" ".join(map(str, game.moves[:3])) for game in records(tmp_path / "build/last-match.trx")]
    assert begun == ["@0/ B1+ A0+"] * 2 + ["@0+ A0/ A0+"] * 2


def test_more_players_get_a_table(run: Command) -> None:
    players = ("random", "greedy", "alphabeta:depth=1")
    words = run("match", *players, "--games", "4", "--movetime", "5").out.splitlines()
    assert len(words) == 12 + 4
    assert words[12].split() == ["player", "Elo", "+-", "games", "score", "won", "lost", "drawn"]
    assert words[15].split()[:2] == ["3.", "random"]
    (answer,) = run("match", *players, "--games", "2", "--tournament", "gauntlet", "--json").json
    assert answer["games"] == 4
    assert [pairing["second"] for pairing in answer["pairings"]] == ["greedy", "alphabeta:depth=1"]  # type: ignore[attr-defined]


def test_a_sequential_test_plays_until_it_is_decided(run: Command) -> None:
    arguments = ("match", "greedy", "random", "--sprt", "elo0=0,elo1=400", "--movetime", "5")
    result = run(*arguments)
    assert re.search(r"sequential test: LLR [0-9]+\.[0-9]+ \(-2\.94, 2\.94\), H1 accepted, Elo 400", result.out)
    assert "LLR" in result.out.splitlines()[3]
    (answer,) = run(*arguments, "--json").json
    assert answer["sprt"]["verdict"] == "H1"  # type: ignore[index]
    assert 6 <= answer["games"] < 100  # type: ignore[operator]


def test_a_clock_with_increment_and_adjudication(run: Command, tmp_path: Path) -> None:
    players = "alphabeta:depth=2", "greedy"
    assert run("match", *players, "--tc", "60+1", "--adjudicate", "score=1,moves=1").status == 0
    games = records(tmp_path / "build/last-match.trx")
    assert {game.headers["TimeControl"] for game in games} == {"60+1"}
    assert "adjudication" in {game.termination for game in games}


def test_two_games_at_a_time(run: Command, tmp_path: Path) -> None:
    arguments = ("match", "greedy", "random", "--games", "6", "--movetime", "5", "--json")
    together = run(*arguments, "--concurrency", "2", "--record", "two.trx")
    alone = run(*arguments, "--record", "one.trx")
    assert together.json == alone.json
    both = [{game.headers["Game"]: game.moves for game in records(tmp_path / name)} for name in ("one.trx", "two.trx")]
    assert both[0] == both[1]


def killed_after(games: int, arguments: list[str], folder: Path, signum: signal.Signals) -> None:
    """Run a match, and end it by a signal when so many games have ended."""
    process = subprocess.Popen([*COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    for _ in range(games):
        assert process.stdout.readline().startswith(b"game ")
    process.send_signal(signum)
    process.communicate(timeout=20)


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_match_that_was_killed_goes_on(run: Command, tmp_path: Path, concurrency: str) -> None:
    arguments = ["alphabeta:depth=1", "greedy", "--games", "12", "--movetime", "20", "--concurrency", concurrency]
    killed_after(3, arguments, tmp_path, signal.SIGKILL)
    path = tmp_path / "build/last-match.trx"
    before = records(path)
    assert 3 <= len(before) < 12
    with path.open("a") as file:
        file.write("Match: whatever\nGame: 3\n\n1. @0+ 2. B")  # killed while it was writing
    result = run("match", *arguments, "--resume", "--json")
    assert result.status == 0
    assert result.err.splitlines()[0] == f"resumed after {len(before)} of 12 games"
    after = records(path)
    assert after[: len(before)] == before
    assert Counter(game.headers["Game"] for game in after) == {str(k): 1 for k in range(1, 13)}
    (answer,) = result.json
    assert answer["games"] == 12
    whole = run("match", *arguments, "--record", "whole.trx", "--json")
    assert whole.json == result.json


def test_an_interrupt_lets_the_running_games_finish(tmp_path: Path) -> None:
    arguments = ["random", f"{STANDIN} slow", "--games", "50", "--movetime", "5", "--concurrency", "2"]
    process = subprocess.Popen([*COMMAND, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"interrupt again to break them off" in err
    games = records(tmp_path / "build/last-match.trx")
    assert 2 <= len(games) <= 4
    assert all(game.result in ("white", "red") for game in games)
    assert f"in {len(games)} games".encode() in out
    assert f"stopped after {len(games)} of 50 games; go on with --resume --record build/last-match.trx".encode() in err


def test_another_match_is_not_resumed(run: Command, tmp_path: Path) -> None:
    assert run("match", "random", "random", "--record", "m.trx").status == 0
    before = (tmp_path / "m.trx").read_bytes()
    for change in (["greedy"], ["random", "--seed", "1"], ["random", "--opening-plies", "2"]):
        result = run("match", "random", *change, "--record", "m.trx", "--resume")
        assert result.status == 2
        assert result.err.startswith("icetrax: cannot resume m.trx: its games are of a match with other players")
    assert (tmp_path / "m.trx").read_bytes() == before
    again = run("match", "random", "random", "--record", "m.trx", "--resume", "--games", "4", "--json")
    assert again.json[0]["games"] == 4
    assert run("match", "random", "random", "--record", "m.trx", "--resume").err.endswith("ask for more than 2 games\n")
    assert run("match", "random", "random", "--record", "new.trx", "--resume").status == 0


def test_an_older_file_of_records_is_kept(run: Command, tmp_path: Path) -> None:
    for _ in range(2):
        run("match", "random", "random", "--record", "m.trx")
    assert len(records(tmp_path / "m.trx~")) == 2


def test_a_terminal_sees_a_progress_bar(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    arguments = ["random", "random", "--games", "3", "--json"]
    screen = {**os.environ, "TERM": "xterm"}
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=follower, env=screen
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            data = os.read(leader, 4096)
        except OSError:
            break
        shown += data
    os.close(leader)
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["games"] == 3
    assert b"\x1b[?25l" in shown
    assert b"3/3" in shown
    assert b"game 3/3: random - random:" in re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown)
