"""Matches of the hardware, and the page about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax.standing import MatchResult
from icetrax_bench import ladder


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "text"),
    [
        (10, 0, 0, "> +183"),  # who takes 0.05 ** (1 / 10) of the points is 183 better
        (0, 10, 0, "< -183"),
        (0, 0, 4, "+0 ± 0"),
        (3, 1, 0, "+191"),
    ],
)
def test_differences_in_words(wins: int, losses: int, draws: int, text: str) -> None:
    result = MatchResult(wins=wins, losses=losses, draws=draws)
    result._pairs = [0, 0, draws // 2, 0, 0]
    assert ladder.difference(result).startswith(text)


def test_a_ladder_is_written_gone_on_with_and_begun_anew_for_other_hardware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "strength.md"
    arguments = ["--only", "greedy", "random", "--times", "0.002", "--jobs", "1"]
    arguments += ["--records", str(tmp_path / "records"), "--output", str(page)]
    assert ladder.main([*arguments, "--games", "2"]) == 0
    played = capsys.readouterr().out
    assert played.count("movetime=0.002 - greedy: ") == played.count("movetime=0.002 - random: ") == 2
    text = page.read_text()
    assert text.startswith("# Strength\n")
    assert "| 0.002 s | `greedy` | 2 | " in text
    assert "| 0.002 s | `random` | 2 | 2 | 0 | 0 | 0, 0 | > " in text
    assert ladder.main([*arguments, "--games", "4"]) == 0
    assert capsys.readouterr().out.count("movetime=0.002 - greedy: ") == 2, "two of four had been played"
    assert "| `random` | 4 | 4 | " in page.read_text()
    monkeypatch.setattr(ladder, "fingerprint", lambda config: "another")
    assert ladder.main([*arguments, "--games", "2"]) == 0
    assert capsys.readouterr().out.count("movetime=0.002 - greedy: ") == 2
    assert len(list((tmp_path / "records").glob("*.trx"))) == 2


def test_players_that_there_are_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--only", "nobody", "--output", str(tmp_path / "page.md")]) == 1
    assert "'nobody' is not a player" in capsys.readouterr().err
    assert ladder.main(["--only", "greedy", "--times", "0", "--output", str(tmp_path / "page.md")]) == 1
    assert "movetime '0' is not a number of seconds" in capsys.readouterr().err
    assert not (tmp_path / "page.md").exists()
