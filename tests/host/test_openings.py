"""Openings from files and drawn at random."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from icetrax.board import Board
from icetrax.errors import RecordError
from icetrax.notation import parse_move
from icetrax.openings import Openings, OpeningsError, draw_opening, read_openings


def opening(text: str) -> tuple[object, ...]:
    return tuple(map(parse_move, text.split()))


def test_files_of_records_and_of_lines(tmp_path: Path) -> None:
    (tmp_path / "book.trx").write_text("First\n1. @0/ 2. b1+ *\n@0+ A0+\n@0+ A0+ @1/ *\n@0/ B1+\n")
    book = read_openings(tmp_path / "book.trx")
    assert book == [opening("@0/ B1+"), opening("@0+ A0+"), opening("@0+ A0+ @1/")]
    assert read_openings(tmp_path / "book.trx", 2) == book[:2]
    (tmp_path / "book.jsonl").write_text('{"moves": "@0/"}\n{"moves": ["@0+"]}\n')
    assert read_openings(tmp_path / "book.jsonl") == [opening("@0/"), opening("@0+")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no game"),
        ("@0/ *\n@0/ A9+ *", r"book.trx, game 2, line 2, ply 2: A9\+ is illegal"),
        ("@0/ B1\\ A2\\ red", "book.trx, game 1: the game is over after 3 turns: take fewer"),
        ("@0/ nonsense", "book.trx, line 1, game 1, ply 2"),
    ],
)
def test_files_that_hold_no_openings(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "book.trx").write_text(content)
    with pytest.raises(RecordError, match=message):
        read_openings(tmp_path / "book.trx")


def test_a_book_is_gone_through_again_and_again() -> None:
    book = [opening("@0/"), opening("@0+")]
    assert [Openings(book)[k] for k in range(3)] == [*book, book[0]]  # type: ignore[arg-type]


def test_drawn_openings_are_legal_unfinished_and_fixed_by_the_seed() -> None:
    drawn = [Openings(None, 6, seed=3)[number] for number in range(20)]
    assert drawn == [Openings(None, 6, seed=3)[number] for number in range(20)]
    assert drawn != [Openings(None, 6, seed=4)[number] for number in range(20)]
    assert len(set(drawn)) > 15
    for moves in drawn:
        board = Board()
        for move in moves:
            board.push(move)
        assert board.plies == 6
        for move in list(board.legal_moves):  # nobody wins at once
            mover = board.turn
            board.push(move)
            outcome = board.outcome()
            board.pop()
            assert outcome is None or outcome.winner is not mover


def test_games_from_the_empty_board() -> None:
    assert Openings()[0] == ()


def test_long_openings_are_found() -> None:
    assert len(draw_opening(random.Random(0), 24)) == 24


def test_openings_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("icetrax.openings._wins_at_once", lambda board: True)
    with pytest.raises(OpeningsError, match="no opening of 3 random turns was found"):
        draw_opening(random.Random(0), 3)
