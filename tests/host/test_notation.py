"""Notation: canonical spelling, its refusals, and what is forgiven."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import InvalidMoveError, Move, Symbol, TraxError, column_name, normalize, parse_move

moves = st.builds(Move, st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(Symbol))


@given(moves)
def test_what_is_written_reads_back(move: Move) -> None:
    assert parse_move(str(move)) == move


@given(st.text(alphabet="@ABZabz0189+/\\ .", max_size=7))
def test_what_reads_is_written_the_same(text: str) -> None:
    try:
        move = parse_move(text)
    except InvalidMoveError:
        return
    assert str(move) == text


@given(moves, st.integers(0, 3), st.sampled_from(["", " ", "\t"]), st.booleans())
def test_normalizing_forgives_case_blanks_and_zeros(move: Move, zeros: int, blank: str, lower: bool) -> None:
    text = f"{blank}{column_name(move.column)}{'0' * zeros}{move.row}{move.symbol}{blank}"
    assert parse_move(normalize(text.lower() if lower else text)) == move


@given(st.text(max_size=12))
def test_normalizing_twice_changes_nothing_more(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


@pytest.mark.parametrize(
    ("column", "name"),
    [(0, "@"), (1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ"), (703, "AAA"), (18278, "ZZZ")],
)
def test_column_names(column: int, name: str) -> None:
    assert column_name(column) == name
    assert parse_move(f"{name}12/") == Move(column, 12, Symbol.SLASH)


def test_no_name_for_negative_columns() -> None:
    with pytest.raises(ValueError, match="column -1 has no name"):
        column_name(-1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it is empty"),
        ("b1/", "the canonical spelling is B1/"),
        (" B1/", "the canonical spelling is B1/"),
        ("B1/\n", "the canonical spelling is B1/"),
        ("B01/", "the canonical spelling is B1/"),
        ("@00+", "the canonical spelling is @0+"),
        ("A1", r"it does not end in one of \+ / \\"),
        ("A1*", r"it does not end in one of \+ / \\"),
        ("1A+", "it does not begin with a column"),
        ("+", "it does not begin with a column"),
        ("A+", r"expected a column \(@ or capital letters\), a row"),
        ("@@1+", "expected a column"),
        ("A@1+", "expected a column"),
        ("A1++", "expected a column"),
        ("A1.0+", "expected a column"),
        ("A-1+", "expected a column"),
        ("\N{GREEK CAPITAL LETTER ALPHA}1+", "it does not begin with a column"),
        ("A\N{ARABIC-INDIC DIGIT ONE}+", "expected a column"),
        ("A" * 30 + "1+", "it is longer than 24 characters"),
        ("A" + "1" * 5000 + "+", "it is longer than 24 characters"),
    ],
)
def test_refusals_quote_the_text_and_say_why(text: str, complaint: str) -> None:
    with pytest.raises(InvalidMoveError, match=complaint) as caught:
        parse_move(text)
    assert isinstance(caught.value, TraxError)
    assert isinstance(caught.value, ValueError)
    assert repr(text[:24]) in str(caught.value)
    assert len(str(caught.value)) < 150


def test_normalizing_makes_no_latin_letters_of_others() -> None:
    assert normalize("\N{LATIN SMALL LETTER DOTLESS I}1/") == "\N{LATIN SMALL LETTER DOTLESS I}1/"


def test_moves_are_values() -> None:
    move = Move(2, 1, Symbol.SLASH)
    assert move == parse_move("B1/")
    assert len({move, parse_move("B1/"), parse_move("B1+")}) == 2
    assert sorted([move, parse_move("B1+"), parse_move("A9/")]) == [parse_move("A9/"), parse_move("B1+"), move]
    with pytest.raises(AttributeError):
        move.row = 2  # type: ignore[misc]
