"""Game records: what is written reads back, and what cannot be read is named with its line."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import (
    Board,
    IllegalMoveError,
    Move,
    Outcome,
    Reason,
    Record,
    RecordError,
    Result,
    Symbol,
    format_record,
    parse_move,
    read_records,
    write_record,
)
from icetrax.tile import Color
from tests.host.positions import BAILEY_SIEGENTHALER, board_after

EXAMPLE = """\
; Two games of one evening
White: icetrax; hx8k: 48 MHz
Red: exec:./player -n 3
Termination: loop

1. @0/ 2. b1\\ 3.A02\\   ; red: closed by a forced tile
red

@0+ b1+
*
"""

keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,9}", fullmatch=True)
values = st.text(st.characters(categories=("L", "N", "P", "S")) | st.just(" "), max_size=20).map(str.strip)
moves = st.builds(Move, st.integers(0, 800), st.integers(0, 800), st.sampled_from(Symbol))
records = st.builds(
    Record, st.lists(moves, max_size=60), st.sampled_from(Result), st.dictionaries(keys, values, max_size=4)
)


@given(st.lists(records, max_size=4))
def test_what_is_written_reads_back(games: list[Record]) -> None:
    file = io.StringIO()
    for game in games:
        write_record(game, file)
    assert read_records(file.getvalue()) == games
    file.seek(0)
    assert read_records(file) == games
    assert all(len(line) <= 78 or ":" in line for line in file.getvalue().splitlines())


def test_example() -> None:
    first, second = read_records(EXAMPLE)
    assert first.headers == {
        "White": "icetrax; hx8k: 48 MHz",
        "Red": "exec:./player -n 3",
        "Termination": "loop",
    }
    assert first.termination == "loop"
    assert first.moves == [parse_move(text) for text in ("@0/", "B1\\", "A2\\")]
    assert first.result is Result.RED
    assert first.replay().outcome() == Outcome(Color.RED, Reason.LOOP)
    assert second == Record([parse_move("@0+"), parse_move("B1+")], Result.UNFINISHED)
    assert second.termination is None


def test_layout() -> None:
    board = board_after(BAILEY_SIEGENTHALER)
    record = Record(list(board.move_stack), Result.WHITE, {"White": "Bailey", "Red": "Siegenthaler", "Date": "1994"})
    lines = format_record(record).split("\n")
    assert lines[:4] == ["White: Bailey", "Red: Siegenthaler", "Date: 1994", ""]
    assert lines[4].startswith("1. @0+ 2. @1\\ 3. B2\\ ")
    assert lines[-3:] == ["white", "", ""]
    assert record.replay().move_stack == board.move_stack


def test_numbers_and_dots_are_only_numbering() -> None:
    (record,) = read_records("1 1. 01.. 2.@0/ 2...a0+ 7 DRAW")
    assert [str(move) for move in record.moves] == ["@0/", "A0+"]
    assert record.result is Result.DRAW


def test_nothing_is_no_record() -> None:
    assert read_records("") == []
    assert read_records("\n; nothing but a comment\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@0/\nA1* red", r"^line 2: 'A1\*' is not a move: it does not end in one of"),
        ("@0/ A1.0+ red", r"^line 1: 'A1\.0\+' is not a move"),
        ("@0/ resigns", r"^line 1: 'RESIGNS' is not a move"),
        ("\n@0/ A0+", r"^line 2: the game that begins here has no result word: end it with one of white red draw \*$"),
        ("White: x", "^line 1: the game that begins here has no result word"),
        ("White: x\n\n@0/\nRed: y\nred", "^line 4: the game begun in line 1 has no result word"),
        ("red\n@0/ red\nRed: a\nRed: b\nred", "^line 4: header 'Red' is given twice in one game"),
    ],
)
def test_unreadable_records(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_records(text)
    with pytest.raises(RecordError, match=message):
        read_records(io.StringIO(text))


@pytest.mark.parametrize(
    ("key", "value"), [("Two words", "x"), ("", "x"), ("8x8", "x"), ("White", "a\nb"), ("White", " a"), ("White ", "a")]
)
def test_headers_that_would_not_read_back_are_not_written(key: str, value: str) -> None:
    file = io.StringIO()
    with pytest.raises(RecordError, match="cannot be written"):
        write_record(Record(headers={key: value}), file)
    assert file.getvalue() == ""


def test_an_illegal_move_is_found_when_replayed() -> None:
    (record,) = read_records("@0/ A1/ *")
    with pytest.raises(IllegalMoveError, match="A1 is occupied"):
        record.replay()
    with pytest.raises(ValueError, match="unknown variant"):
        record.replay("chess")


def test_result_of_an_outcome() -> None:
    assert Result.of(Board().outcome()) is Result.UNFINISHED
    assert Result.of(Outcome(Color.WHITE, Reason.LINE)) is Result.WHITE
    assert Result.of(Outcome(Color.RED, Reason.LOOP)) is Result.RED
    assert Result.of(Outcome(None, Reason.FULL)) is Result.DRAW
