"""Pictures of positions."""

from __future__ import annotations

import re

from hypothesis import given

from icetrax import Board, Color, Side, render
from tests.host.positions import BAILEY_SIEGENTHALER, board_after, games_of

ANSI = re.compile("\x1b\\[[0-9;]*m")


def test_a_position() -> None:
    picture = """\
     @  [A]  B   C   D
  0
[1]     ═╗└──┐╚══││═
  2     ─┐╚══╗└──┘╔═
  3
4. red @1\\, forced A2\\"""
    assert render(board_after("@0/ A0+ @1\\ @1\\")) == picture


def test_the_empty_board() -> None:
    assert render(Board()) == "   @   A\n0\n1"


def test_names_of_two_digits_and_the_first_tile() -> None:
    lines = render(board_after(BAILEY_SIEGENTHALER)).splitlines()
    assert lines[0].split() == ["@", "A", "B", "C", "D", "E", "F", "G", "[H]", "I", "J", "K"]
    assert [line[:4] for line in lines[1:-1]] == [f"{row:>4}" for row in range(12)] + ["[12]", "  13"]
    assert lines[8][lines[0].index("C") - 1 :].startswith("═││═")  # C7
    assert lines[-1] == "31. white H12\\, forced G12\\"


@given(games_of())
def test_every_side_shows_its_color(board: Board) -> None:
    lines = render(board).splitlines()
    start = lines[0].index("@") + 3  # column A; the name of column @ is the second character of its four
    for row in range(1, board.rows + 1):
        line = lines[1 + row].ljust(start + 4 * board.columns)
        for column in range(1, board.columns + 1):
            picture = line[start + 4 * (column - 1) : start + 4 * column]
            face = board.tile_at(column, row)
            if face is None:
                assert picture == "    "
                continue
            assert picture[0] == ("─" if face.color_at(Side.W) is Color.WHITE else "═")
            assert picture[3] == ("─" if face.color_at(Side.E) is Color.WHITE else "═")
            assert set(picture) & set("│┘└" if face.color_at(Side.N) is Color.WHITE else "║╝╚")
            assert set(picture) & set("│┐┌" if face.color_at(Side.S) is Color.WHITE else "║╗╔")


@given(games_of())
def test_colors_change_nothing_but_the_colors(board: Board) -> None:
    colored = render(board, color=True)
    assert ANSI.sub("", colored) == render(board)
    turn = board.last_turn
    fresh = len(turn.placements) if turn else 0
    marked = [tile for tile in re.findall("\x1b\\[1;[^ \n]*?\x1b\\[0m", colored) if re.search(";44[;m]", tile)]
    assert len(marked) == fresh


def test_white_and_red_have_their_colors() -> None:
    assert "\x1b[1;91;44m═\x1b[1;97;44m││\x1b[1;91;44m═\x1b[0m" in render(board_after("@0+"), color=True)
    assert "\x1b[1;91;40m═\x1b[1;97;40m││\x1b[1;91;40m═\x1b[0m" in render(board_after("@0+ A2+"), color=True)


def test_the_winning_loop_is_underlined_and_nothing_else() -> None:
    picture = render(board_after("@0/ B1\\ A2\\"), color=True)
    underlined = re.findall("\x1b\\[1;9([17]);4[04];4m([^\x1b]*)", picture)
    assert underlined == [("1", "╔═"), ("1", "═╗"), ("1", "╚═"), ("1", "═╝")]
    assert ";4m" not in render(board_after("@0/ B1\\"), color=True)
