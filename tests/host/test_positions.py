"""Positions from JSON lines and from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax.positions import InputError, read_file, read_lines


def test_moves_come_as_a_list_or_as_a_string() -> None:
    lines = ['{"moves": ["@0+", "A0+ "]}\n', "\n", '{"moves": " @0+  A0+\\n", "id": 3}\n', '{"moves": ""}']
    assert list(read_lines(lines, "x")) == [["@0+", "A0+ "], ["@0+", "A0+"], []]


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
    assert next(lines) == []
    with pytest.raises(InputError) as caught:
        next(lines)
    assert str(caught.value).startswith("standard input, line 2: ")
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 150


def test_files_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    path.write_text("White: x\n1. @0/ 2. b1\\ ; comment\n*\n\n@0+ white\n")
    assert read_file(path, json_lines=False) == [["@0/", "B1\\"], ["@0+"]]


def test_files_of_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('{"moves": "@0/ B1+"}\n{"moves": [], "note": "\u2028"}\n', encoding="utf-8")
    assert read_file(path, json_lines=True) == [["@0/", "B1+"], []]


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
