"""The command ``analyse``."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from icetrax.record import read_records
from tests.host.commands import Command

SWIFT = ("--player", "alphabeta:depth=1", "--movetime", "60")
LOST = "White: A\nRed: <B>\n@0/ B1\\ A2\\ ; my own words\nred\n"


def test_a_game_is_judged_annotated_and_drawn(run: Command, tmp_path: Path) -> None:
    (tmp_path / "g.trx").write_text(LOST)
    result = run("analyse", "g.trx", *SWIFT, "--output", "a.trx", "--plot", "p.svg")
    assert result.status == 0
    lines = result.out.splitlines()
    assert len(lines) == 4
    assert lines[3].startswith("3. A2\\??")
    assert "better was" in lines[3]
    (written,) = read_records((tmp_path / "a.trx").read_text())
    (before,) = read_records(LOST)
    assert (written.moves, written.headers) == (before.moves, before.headers)
    assert sorted(written.comments) == [0, 1, 2, 3]
    assert written.comments[3].startswith("my own words\nanalysis: white 0 %")
    picture = (tmp_path / "p.svg").read_text()
    assert "A against &lt;B&gt;" in picture
    ET.fromstring(picture)


def test_json_tells_all_and_one_game_can_be_chosen(run: Command, tmp_path: Path) -> None:
    (tmp_path / "g.trx").write_text("@0+ *\n" + LOST)
    answers = run("analyse", "g.trx", *SWIFT, "--json").json
    assert [(answer["game"], answer["ply"]) for answer in answers] == [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)]
    assert answers[-1]["mark"] == "??"
    assert answers[-1]["white"] == 0
    assert set(answers[1]) >= {"move", "best", "score", "depth", "nodes", "better", "loss", "turns_to_win"}
    assert len(run("analyse", "g.trx", *SWIFT, "--json", "--game", "1").json) == 2


def test_the_variant_counts(run: Command, tmp_path: Path) -> None:
    (tmp_path / "g.trx").write_text("Variant: mini\n@0+ A2+ A3+ white\n")
    assert run("analyse", "g.trx", *SWIFT, "--json").json[-1]["white"] == 1
    assert run("analyse", "g.trx", *SWIFT, "--json", "--variant", "trax").json[-1]["best"] is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["g.trx", "--player", "greedy"], "'greedy' does not tell scores"),
        (["g.trx", "--player", "gnu"], "'gnu' is not a player"),
        (["g.trx", *SWIFT, "--game", "4"], "g.trx has no game 4"),
        (["g.trx", *SWIFT, "--game", "2"], "g.trx, game 2, line 2, ply 2: A9+ is illegal"),
        (["g.trx", *SWIFT, "--plot", "p.svg"], "--plot draws one game, and g.trx has 2"),
        (["g.trx", *SWIFT, "--game", "1", "--output", "no/a.trx"], "cannot write no/a.trx"),
        (["e.trx", *SWIFT], "e.trx has no game"),
        (["none.trx", *SWIFT], "cannot read none.trx"),
        (["g.trx", "--player", "sim", "--variant", "loop"], "'sim' does not play the variant loop"),
    ],
)
def test_what_cannot_be_judged(run: Command, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "g.trx").write_text("@0+ *\n@0+ A9+ *\n")
    (tmp_path / "e.trx").write_text("")
    result = run("analyse", *arguments)
    assert result.status == 2
    assert message in result.err
    assert result.err.count("\n") == 1
