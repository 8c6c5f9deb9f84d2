"""Positions from JSON lines and from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax.board import Variant
from icetrax.positions import InputError, Position, read_file, read_lines


def test_moves_come_as_a_list_or_as_a_string() -> None:
    lines = ['{"moves": ["@0+", "A0+ "]}\n', "\n", '{"moves": " @0+  A0+\\n", "id": 3}\n', '{"moves": ""}']
    assert list(read_lines(lines, "x")) == [Position(["@0+", "A0+ "]), Position(["@0+", "A0+"]), Position([])]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("@0+ A0+", "'@0+ A0+' is not JSON"),
        ('{"moves": ', "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "expected an object"),
        ("3", "expected an object"),
        ("{}", "expected an object"),
        ('{"moves": null}', "expected an object"),
        ('{"moves": ["@0+", 3]}', "expected an object"),
    ],
)
def test_a_line_that_is_something_else_is_named(line: str, reason: str) -> None:
    lines = read_lines(['{"moves": []}', line, '{"moves": []}'], "standard input")
    assert next(lines) == Position([])
    with pytest.raises(InputError) as caught:
        next(lines)
    assert str(caught.value).startswith("standard input, line 2: ")
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 150


def test_files_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    path.write_text("White: x\n1. @0/ 2. b1\\ ; comment\n*\n\n@0+ white\n")
    assert read_file(path, json_lines=False) == [Position(["@0/", "B1\\"]), Position(["@0+"])]


def test_files_of_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('{"moves": "@0/ B1+"}\n{"moves": [], "note": "\u2028"}\n', encoding="utf-8")
    assert read_file(path, json_lines=True) == [Position(["@0/", "B1+"]), Position([])]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"@0+ hello\n", "line 1, game 1, ply 2: 'HELLO'"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "games.trx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_file(path, json_lines=False)
    assert str(path) in str(caught.value)
    assert reason in str(caught.value)


def test_the_variant_that_a_game_is_of(tmp_path: Path) -> None:
    (line,) = read_lines(['{"moves": "@0/", "variant": "LoopTrax"}'], "x")
    assert line == Position(["@0/"], Variant.LOOP)
    path = tmp_path / "games.trx"
    path.write_text("Variant: 8x8\n@0/ *\n")
    assert read_file(path, json_lines=False) == [Position(["@0/"], Variant.LIMITED)]
    path.write_text("Variant: chess\n@0/ *\n")
    with pytest.raises(InputError, match="game 1: 'chess' is no variant: use one of trax, loop, 8x8, mini"):
        read_file(path, json_lines=False)
    with pytest.raises(InputError, match="x, line 1: 3 is no variant"):
        list(read_lines(['{"moves": "", "variant": 3}'], "x"))
