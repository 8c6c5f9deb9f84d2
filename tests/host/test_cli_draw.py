"""The command ``draw``."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax import Board
from icetrax.render import render
from icetrax.svg import svg
from tests.host.commands import Command
from tests.host.positions import board_after

LOOP = "@0/ B1\\ A2\\"


def test_positions_in_each_form(run: Command) -> None:
    board = board_after(LOOP)
    assert run("draw", "--moves", "@0/ b1\\ a2\\").out == render(board) + "\n"
    assert run("draw", "--moves", LOOP, "--to", "ansi").out == render(board, color=True) + "\n"
    assert run("draw", "--moves", LOOP, "--to", "svg").out == svg(board) + "\n"
    assert run("draw", "--moves", LOOP, "--to", "svg", "--size", "10").out == svg(board, size=10) + "\n"
    assert run("draw", "--moves", LOOP, "--ply", "0").out == render(Board()) + "\n"
    assert run("draw", "--moves", LOOP, "--json").json == [{"drawing": render(board)}]


def test_a_game_of_a_file(run: Command, tmp_path: Path) -> None:
    (tmp_path / "g.trx").write_text(f"@0+ *\n\nWhite: <b>\nVariant: mini\n{LOOP} red\n")
    result = run("draw", "g.trx", "--game", "2", "--ply", "2")
    assert result.out == render(board_after("@0/ B1\\")) + "\n"
    result = run("draw", "g.trx", "--game", "2", "--to", "html", "--output", "g.html", "--json")
    assert (result.status, result.json) == (0, [{"output": "g.html"}])
    page = (tmp_path / "g.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "&lt;b&gt;" in page
    assert run("draw", stdin=b"@0+ *\n").out == render(board_after("@0+")) + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["g.trx", "--game", "3"], "g.trx has no game 3"),
        (["g.trx", "--ply", "2"], "--ply 2: the game has 1 turns"),
        (["g.trx", "--ply", "1", "--to", "html"], "--ply does not go with --to html"),
        (["g.trx", "--moves", LOOP], "either a file or --moves"),
        (["g.trx", "--game", "2"], "g.trx, game 2, line 2, ply 2: A9+ is illegal"),
        (["--moves", "hello"], "--moves: 'HELLO' is not a move"),
        (["--moves", "@0/ A9+"], "--moves, ply 2: A9+ is illegal"),
        (["--moves", LOOP, "--variant", "hex"], "unknown variant 'hex'"),
        (["--moves", LOOP, "--output", "no/such/place.svg"], "cannot write no/such/place.svg"),
        (["none.trx"], "cannot read none.trx"),
    ],
)
def test_what_cannot_be_drawn(run: Command, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "g.trx").write_text("@0+ *\n@0/ A9+ *\n")
    result = run("draw", *arguments)
    assert result.status == 2
    assert message in result.err
    assert result.err.count("\n") == 1
