"""Matches of the compiled hardware: openings over the console, clocks with increment, several games at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from icetrax.record import read_records

ICETRAX = Path(sys.executable).with_name("icetrax")


def match(folder: Path, *arguments: str) -> dict[str, object]:
    command = [ICETRAX, "match", *arguments, "--json", "--record", "match.trx"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=500)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def test_pairs_from_drawn_openings_two_at_a_time(tmp_path: Path) -> None:
    arguments = ["sim", "random", "--games", "6", "--opening-plies", "5", "--movetime", "0.02", "--margin", "30"]
    answer = match(tmp_path, *arguments, "--concurrency", "2")
    assert (answer["games"], answer["wins"], answer["forfeits"]) == (6, 6, {})
    games = {record.headers["Game"]: record for record in read_records((tmp_path / "match.trx").read_text())}
    for number in (1, 3, 5):
        one, other = games[str(number)], games[str(number + 1)]
        assert one.moves[:5] == other.moves[:5]
        assert (one.headers["White"], other.headers["Red"]) == ("sim", "sim")
    for record in games.values():
        assert str(record.result) == str(record.replay().outcome().winner)  # type: ignore[union-attr]


def test_the_hardware_on_a_clock_with_increment(tmp_path: Path) -> None:
    answer = match(tmp_path, "sim", "random", "--games", "2", "--tc", "0.3+0.01", "--margin", "30")
    assert (answer["wins"], answer["forfeits"]) == (2, {})
    for record in read_records((tmp_path / "match.trx").read_text()):
        color = "White" if record.headers["White"] == "sim" else "Red"
        used = float(record.headers[f"{color}Time"].split()[0])
        assert 0 < used <= 0.3 + 0.01 * len(record.moves)
