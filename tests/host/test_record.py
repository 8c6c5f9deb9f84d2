"""Game records: what is written reads back, and what cannot be read is named with its line."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator

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
    Variant,
    format_record,
    parse_move,
    read_records,
    write_record,
)
from icetrax.gamerecord import variant_called
from icetrax.record import iter_records
from icetrax.tile import Color
from tests.host.positions import BAILEY_SIEGENTHALER, board_after, games_of

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

WILD = """\
# Collected games\r
Loop Trax\r
Bailey (white) v. Medema, Christchurch 1/2 final\r
  1 @0/   ; the usual\r
          ; first move\r
  2 B1/:  ; white has two ways:\r
            to close the corner, or\r
            b2+ and then C3/\r
  3 Resign\r
\r
Red Baron - Smith\r
\r
1. a1c 2. A2S! 3. 1ar\r
4... b3s\r
White wins by loop (a fine game)\r
\r
Old style, no number\r
@0+ A1u a1u C1s black\r
"""

text_lines = st.text(st.characters(categories=("L", "N", "P", "S")) | st.just(" "), max_size=30).map(str.strip)
keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,9}", fullmatch=True)
values = st.text(st.characters(categories=("L", "N", "P", "S")) | st.just(" "), max_size=20).map(str.strip)
moves = st.builds(Move, st.integers(0, 800), st.integers(0, 800), st.sampled_from(Symbol))
titles = st.sampled_from(["", "A game", "Red Baron - Smith", "White to win", "1994 final\nboard 2", "Round 3, 1/2"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    played = draw(st.lists(moves, max_size=60))
    comments = st.dictionaries(st.integers(0, len(played)), st.lists(text_lines, min_size=1, max_size=3).map("\n".join))
    headers = draw(st.dictionaries(keys, values, max_size=4))
    return Record(played, draw(st.sampled_from(Result)), headers, draw(titles), draw(comments))


@given(st.lists(records(), max_size=4))
def test_what_is_written_reads_back(games: list[Record]) -> None:
    file = io.StringIO()
    for game in games:
        write_record(game, file)
    assert read_records(file.getvalue()) == games
    file.seek(0)
    assert read_records(file) == games
    assert all(len(line) <= 78 or ":" in line or line[0] == ";" for line in file.getvalue().splitlines())


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
    assert first.comments == {0: "Two games of one evening", 3: "red: closed by a forced tile"}
    assert first.lines == [6, 6, 6]
    assert second == Record([parse_move("@0+"), parse_move("B1+")], Result.UNFINISHED)
    assert second.termination is None
    assert second.variant is Variant.TRAX


def texts(record: Record) -> str:
    return " ".join(map(str, record.moves))


def test_what_is_met_in_files_by_others() -> None:
    first, second, third = read_records(WILD)
    assert first.title == "Collected games\nBailey (white) v. Medema, Christchurch 1/2 final"
    assert first.headers == {"Variant": "loop", "Termination": "resignation"}
    assert texts(first) == "@0/ B1/"
    assert first.comments == {
        1: "the usual\nfirst move",
        2: "white has two ways: to close the corner, or b2+ and then C3/",
    }
    assert first.result is Result.RED
    assert (second.title, texts(second), second.result) == ("Red Baron - Smith", "@0/ A2+ A0/ B3+", Result.WHITE)
    assert second.termination == "loop"
    assert (third.title, texts(third), third.result) == ("Old style, no number", "@0+ @1\\ @1\\ C0+", Result.RED)
    written = "".join(map(format_record, (first, second, third)))
    assert read_records(written) == [first, second, third]


@pytest.mark.parametrize(
    ("ending", "result", "termination"),
    [
        ("white", Result.WHITE, None),
        ("Black.", Result.RED, None),
        ("Red wins", Result.RED, None),
        ("WHITE WON BY LINE", Result.WHITE, "line"),
        ("white wins on time", Result.WHITE, "timeout"),
        ("White resigns", Result.RED, "resignation"),
        ("white lost on time", Result.RED, "timeout"),
        ("resign", Result.WHITE, "resignation"),
        ("@1/ Resigned", Result.RED, "resignation"),
        ("Time", Result.WHITE, "timeout"),
        ("win", Result.WHITE, None),
        ("1-0", Result.WHITE, None),
        ("0-1", Result.RED, None),
        ("1/2-1/2", Result.DRAW, None),
        ("Draw", Result.DRAW, None),
        ("unfinished", Result.UNFINISHED, None),
        ("red (loop)", Result.RED, "loop"),
    ],
)
def test_results_in_words(ending: str, result: Result, termination: str | None) -> None:
    for text in (f"1. @0/ {ending}", f"@0/\n{ending}\n", f"@0/ {ending} @0+ *"):
        record = read_records(text)[0]
        assert (record.result, record.termination) == (result, termination)


def test_games_without_result_word_are_read_if_that_is_wanted() -> None:
    text = "@0/ B1\\ A2\\\n@0+ A0+ RESIGN\n@0+\n\nAnother evening\n@0/ a2/\nWhite: x\n@0+ DRAW\n@0/"
    with pytest.raises(RecordError, match="line 5, game 2: the game begun in line 3 has no result word"):
        read_records(text + "\n@0/")
    games = read_records(text, lenient=True)
    assert [texts(game) for game in games] == ["@0/ B1\\ A2\\", "@0+ A0+", "@0+", "@0/ A2/", "@0+", "@0/"]
    assert [game.result for game in games] == ["red", "red", "*", "*", "draw", "*"]
    assert games[3].title == "Another evening"
    with pytest.raises(RecordError, match=r"^x.trx, game 2, line 2, ply 2: A9\+ is illegal"):
        read_records("@0/ *\n@0/ A9+", "x.trx", lenient=True)


def test_a_comment_goes_on_in_indented_lines_but_never_swallows_moves() -> None:
    (record,) = read_records("; about\n  this game\n  1. @0/ 2. b1+\n; and:\n  3 of them ; all\nA0+ ; x\n\n  A0+ *")
    assert texts(record) == "@0/ B1+ A0+ A0+"
    assert record.comments == {0: "about this game", 2: "and: 3 of them ; all", 3: "x"}


def test_large_files_are_read_one_game_at_a_time() -> None:
    def lines() -> Iterator[str]:
        for number in range(10_000):
            yield f"Game: {number}\n"
            yield "1. @0/ 2. B1\\ 3. A2\\ red\n"

    class File(io.StringIO):
        def __iter__(self) -> Iterator[str]:  # type: ignore[override]
            return lines()

    games = iter_records(File())
    assert next(games).headers == {"Game": "0"}
    assert sum(1 for _ in games) == 9_999


def test_a_game_of_ten_megabytes_is_read_or_refused_in_one_line() -> None:
    (record,) = read_records("@0+ " + "A0+ " * 2_500_000 + "*")
    assert len(record.moves) == 2_500_001
    with pytest.raises(RecordError) as caught:
        read_records("@0+ " + "A" * 10_000_000)
    assert len(str(caught.value)) < 200


@given(records(), st.data())
def test_a_record_cut_anywhere_is_a_named_error_or_whole_games(record: Record, data: st.DataObject) -> None:
    text = format_record(record) * 2
    cut = data.draw(st.integers(0, len(text)))
    complaint = None
    try:
        games = read_records(text[:cut], "cut.trx")
    except RecordError as error:
        complaint = str(error)
    assert len(games) <= 2 if complaint is None else re.match(r"cut.trx, line [0-9]+, game [12]", complaint)


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for lenient in (False, True):
        with contextlib.suppress(RecordError):
            for record in read_records(text, lenient=lenient):
                assert read_records(format_record(record)) == [record]


@given(games_of())
def test_the_old_notation_says_the_same(board: Board) -> None:
    record = Record(list(board.move_stack), Result.of(board.outcome()), {"White": "x"}, comments={board.plies: "end"})
    text = format_record(record, old=True)
    assert not re.search(r"[0-9][+/\\]", text)
    assert read_records(text) == [record]
    assert read_records(text.lower().replace("white: x", "White: x")) == [record]


def test_the_old_notation_needs_legal_moves() -> None:
    (record,) = read_records("@0/ A1/ *")
    with pytest.raises(IllegalMoveError, match="ply 2: A1/ is illegal: A1 is occupied"):
        format_record(record, old=True)


def test_variants_by_the_names_that_records_use() -> None:
    for text in ("Trax", "SuperTrax", "trax", " unlimited "):
        assert Record(headers={"Variant": text}).variant is Variant.TRAX
        assert variant_called(text) == "trax"
    names = ["8x8Trax", "8x8 Trax", "Loop Trax", "LoopTrax", "mini", "", "chess"]
    assert [variant_called(name) for name in names] == ["8x8", "8x8", "loop", "loop", "mini", None, None]
    with pytest.raises(ValueError, match="unknown variant 'chess'"):
        _ = Record(headers={"Variant": "chess"}).variant


@pytest.mark.parametrize("title", ["White: x", "red", "1. @0/", "a ; b", "# a", " a", "a\x00", "Loop Trax", "B1+ wins"])
def test_titles_that_would_not_read_back_are_not_written(title: str) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        format_record(Record(title=title))


@pytest.mark.parametrize("comments", [{0: " a"}, {0: "a\x00"}, {1: "a"}, {-1: "a"}])
def test_comments_that_would_not_read_back_are_not_written(comments: dict[int, str]) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        format_record(Record(comments=comments))


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
        ("@0/\nA1* red", r"^line 2, game 1, ply 2: 'A1\*' is not a move: it does not end in one of"),
        ("@0/ A1.0+ red", r"^line 1, game 1, ply 2: 'A1\.0\+' is not a move"),
        ("@0/ resings", r"^line 1, game 1, ply 2: 'RESINGS' is not a move"),
        ("\n@0/ A0+", r"^line 2, game 1: the game that begins here has no result word: end it with one of white"),
        ("White: x", "^line 1, game 1: the game that begins here has no result word"),
        ("White: x\n\n@0/\nRed: y\nred", "^line 4, game 1: the game begun in line 1 has no result word"),
        ("red\n@0/ red\nRed: a\nRed: b\nred", "^line 4, game 3: header 'Red' is given twice in one game"),
        ("@0/ red\n@0/ A\x00+ red", r"^line 2, game 2: the character '\\x00' cannot be part of a record"),
        ("@0/ A0+ red\n1. @O/ 2. A0+ red", r"^line 2, game 2, ply 1: '@O/' is not a move"),
        ("Some prose\nand more", "^line 1, game 1: 'Some prose.*and more' is followed by no game"),
        ("A1S B9R *", "^line 1, game 1, ply 2: B9R is illegal: it is not beside a tile"),
        ("@0/ A9+ A2S *", "^line 1, game 1, ply 3: A9. is illegal: A9 is not beside a tile"),
        ("Variant: chess\nA1S B1S *", "^line 2, game 1, ply 1: unknown variant 'chess'"),
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
