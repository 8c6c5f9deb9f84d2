"""Game records as JSON lines, and files of records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from icetrax.errors import RecordError
from icetrax.gamerecord import Record, Result
from icetrax.notation import parse_move
from icetrax.record_json import record_from_json, record_to_json, records_from_lines
from icetrax.recordfile import records_of
from tests.host.test_record import records


@given(records())
def test_what_is_written_reads_back(record: Record) -> None:
    line = json.dumps(record_to_json(record))
    assert "\n" not in line
    assert list(records_from_lines([line, "\n", line])) == [record, record]


def test_moves_and_nothing_else_will_do() -> None:
    for moves in ("a1c a2s", ["@0/", " a2+"]):
        record = record_from_json({"moves": moves, "id": 3, "result": None, "variant": "SuperTrax"})
        assert record == Record([parse_move("@0/"), parse_move("A2+")], headers={"Variant": "SuperTrax"})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "expected an object"),
        ("{}", "expected a field 'moves'"),
        ('{"moves": [1]}', "expected a field 'moves'"),
        ('{"moves": "@0+ hello"}', "ply 2: 'HELLO' is not a move"),
        ('{"moves": "A1S B9R"}', "ply 2: B9R is illegal"),
        ('{"moves": "", "result": "black"}', "the field 'result' is 'black': expected one of white red"),
        ('{"moves": "", "title": 3}', "the field 'title' is no string"),
        ('{"moves": "", "headers": {"White": 3}}', "the field 'headers' is no object of strings"),
        ('{"moves": "", "comments": {"1": "late"}}', "the field 'comments' has other keys"),
        ('{"moves": "", "comments": {"x": "late"}}', "the field 'comments' has other keys"),
        ("nonsense", "'nonsense' is not JSON"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_errors_name_line_and_game(line: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(records_from_lines(["\n", '{"moves": ""}', line], "x.jsonl"))
    assert str(caught.value).startswith("x.jsonl, line 3, game 2: ")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_files_from_anywhere(tmp_path: Path, end: str, encoding: str) -> None:
    path = tmp_path / "games.trx"
    text = end.join(["Møller - Skarbiniks", "1. @0/ ; schön", "2. b1\\", "3. a2\\", "", "White: Müller", "@0+ *"])
    path.write_bytes(text.encode(encoding))
    first, second = records_of(path)
    assert (first.title, first.comments, first.result) == ("Møller - Skarbiniks", {1: "schön"}, Result.RED)
    assert second.headers == {"White": "Müller"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*none\.trx: No such file or directory"):
        list(records_of(tmp_path / "none.trx"))
    (tmp_path / "binary.trx").write_bytes(bytes(range(256)))
    with pytest.raises(RecordError, match=r"binary\.trx, line 1, game 1: the character '.x00' cannot be part"):
        list(records_of(tmp_path / "binary.trx"))
    (tmp_path / "games.jsonl").write_text('{"moves": "@0+"}')
    assert list(records_of(tmp_path / "games.jsonl")) == [Record([parse_move("@0+")])]
