"""The command that converts records."""

from __future__ import annotations

import json
from pathlib import Path

from icetrax.record import read_records
from tests.host.commands import Command

GAMES = "Title of the day\nWhite: x\n\n1. a1c 2. b1d ; so\n3. a2l\nred\n\n@0+ A0+ RESIGN\n"


def test_there_and_back(run: Command, tmp_path: Path) -> None:
    (tmp_path / "in.trx").write_text(GAMES)
    trx = run("convert", "in.trx").out
    old = run("convert", "in.trx", "--to", "old").out
    lines = run("convert", "in.trx", "--to", "jsonl").out
    assert "1. @0/ 2. B1\\\n; so\n3. A2/" in trx
    assert "1. A1C 2. B1D\n; so\n3. A2L" in old
    assert [json.loads(line)["moves"] for line in lines.splitlines()] == ["@0/ B1\\ A2/", "@0+ A0+"]
    (tmp_path / "in.jsonl").write_text(lines)
    for name, text in (("in.jsonl", None), ("-", old), ("-", trx)):
        assert run("convert", name, stdin=(text or "").encode()).out == trx
    assert run("convert", "--from", "jsonl", stdin=lines.encode()).out == trx
    assert [record.result for record in read_records(trx)] == ["red", "red"]


def test_into_a_file(run: Command, tmp_path: Path) -> None:
    (tmp_path / "in.trx").write_text(GAMES)
    result = run("convert", "in.trx", "in.trx", "--output", "out.trx")
    assert (result.status, result.out) == (0, "4 games written to out.trx\n")
    assert len(read_records((tmp_path / "out.trx").read_text())) == 4
    assert run("convert", "in.trx", "--output", "out.trx", "--json").json == [{"games": 2}]


def test_what_cannot_be_converted(run: Command, tmp_path: Path) -> None:
    def complaint(text: bytes, *options: str) -> str:
        (tmp_path / "in.trx").write_bytes(text)
        result = run("convert", "in.trx", *options)
        assert result.status == 2
        assert result.err.count("\n") == 1
        return result.err

    assert "in.trx, line 2, game 1, ply 2: 'HELLO' is not a move" in complaint(b"@0/\nhello *")
    assert "in.trx, game 2, line 3, ply 2: A9+ is illegal" in complaint(b"@0/ *\n@0/\nA9+ *")
    assert "in.trx, line 1, game 1: the character '\\x00'" in complaint(b"@0/ \x00 *")
    assert "in.trx, game 1, unknown variant 'go'" in complaint(b"Variant: go\n@0/ *")
    assert "cannot write no/such: No such file" in complaint(b"@0/ *", "--output", "no/such")
    assert "do not go together" in complaint(b"@0/ *", "--unchecked", "--to", "old")
    assert run("convert", "in.trx", "--unchecked").status == 0
    assert "cannot read none.trx" in run("convert", "none.trx").err


def test_bad_games_can_be_left_out(run: Command, tmp_path: Path) -> None:
    (tmp_path / "in.trx").write_text("@0/ *\n@0/ A9+ *\n@0+ *\n")
    result = run("convert", "in.trx", "--keep-going")
    assert (result.status, result.out) == (1, "1. @0/\n*\n\n1. @0+\n*\n\n")
    assert result.err == "icetrax: in.trx, game 2, line 2, ply 2: A9+ is illegal: A9 is not beside a tile\n"


def test_games_before_a_bad_one_are_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / "in.trx").write_text("@0/ *\n@0/ A9+ *\n")
    assert run("convert", "in.trx").out == "1. @0/\n*\n\n"
