"""Games on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax import Variant, render
from icetrax.record import Result, read_records
from tests.host.commands import Command


def test_a_person_asks_for_help_takes_back_saves_and_resigns(run: Command, tmp_path: Path) -> None:
    typed = b"@0 /\nhint\nundo\n@0+\nsave s.trx\nresign\n"
    result = run("play", "human", "random", "--record", "r.trx", "--hint", "alphabeta:depth=1", stdin=typed)
    assert result.status == 0
    assert "alphabeta:depth=1 would play " in result.out
    assert "Saved to s.trx; icetrax play --load s.trx goes on with it." in result.out
    assert "red wins by resignation after 2 turns" in result.out
    (record,) = read_records((tmp_path / "r.trx").read_text())
    assert str(record.moves[0]) == "@0+"
    assert record.headers["TakenBack"] == "1 times"
    assert (record.termination, record.result) == ("resignation", Result.RED)
    (saved,) = read_records((tmp_path / "s.trx").read_text())
    assert (saved.moves, saved.result) == (record.moves, Result.UNFINISHED)
    again = run("play", "human", "random", "--load", "s.trx", stdin=b"undo\nundo\n@0/\nresign\n")
    assert "red wins by resignation after 2 turns" in again.out
    assert "There is no turn of yours to take back." in again.out
    shown, _, _ = again.out.partition("You play white.")
    assert render(saved.replay()) in shown
    assert "The first tile is @0+ or @0/." in again.out.partition("white to move> ")[2]  # having gone back so far


def test_a_game_of_a_variant(run: Command, tmp_path: Path) -> None:
    result = run("play", "greedy", "random", "--variant", "mini", "--record", "r.trx")
    assert result.status == 0
    (record,) = read_records((tmp_path / "r.trx").read_text())
    assert record.variant is Variant.MINI
    board = record.replay()
    assert board.is_over()
    assert max(board.columns, board.rows) <= 3


def test_a_saved_game_keeps_its_variant(run: Command, tmp_path: Path) -> None:
    run("play", "human", "random", "--variant", "mini", stdin=b"@0+\nsave s.trx\nresign\n")
    assert read_records((tmp_path / "s.trx").read_text())[0].variant is Variant.MINI
    result = run("play", "greedy", "random", "--load", "s.trx", "--record", "r.trx")
    assert result.status == 0
    assert read_records((tmp_path / "r.trx").read_text())[0].variant is Variant.MINI


def test_advice_that_is_not_to_be_had(run: Command) -> None:
    result = run("play", "human", "random", "--hint", "listen:0", stdin=b"hint\nresign\n")
    assert "No advice: 'listen:0' cannot be given a position" in result.out
    assert result.status == 0


def test_a_file_that_cannot_be_written(run: Command) -> None:
    result = run("play", "human", "random", stdin=b"save /proc/no/such.trx\nresign\n")
    assert "Not saved: cannot write records to /proc/no/such.trx" in result.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "s.trx has no game to go on with"),
        ("@0/ B1\\ A2\\ red\n", "s.trx: the game is over"),
        ("@0/ A9+ *\n", "s.trx: line 1, ply 2: A9+ is illegal"),
        ("Variant: chess\n@0/ *\n", "s.trx: unknown variant 'chess'"),
    ],
)
def test_games_that_cannot_be_gone_on_with(run: Command, tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "s.trx").write_text(content)
    result = run("play", "human", "random", "--load", "s.trx")
    assert result.status == 2
    assert message in result.err
