"""SVG pictures, read back as XML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given

from icetrax import Board, Color, Face, Side
from icetrax.record import read_records
from icetrax.svg import PAPER, TILE, describe, svg
from tests.host.positions import BAILEY_SIEGENTHALER, board_after, games_of

DOCS = Path(__file__).parents[2] / "docs"
NS = "{http://www.w3.org/2000/svg}"
RIM = 30


def drawn(board: Board, **options: int) -> ET.Element:
    return ET.fromstring(svg(board, **options))


def group(picture: ET.Element, name: str) -> ET.Element | None:
    return picture.find(f"{NS}g[@class='{name}']")


def tiles_of(picture: ET.Element) -> dict[tuple[int, int], str]:
    """Faces by column and row."""
    group_ = group(picture, "tiles")
    assert group_ is not None
    ids = {element.get("id") for element in picture.iter(f"{NS}g")}
    found = {}
    for use in group_:
        target = str(use.get("href")).removeprefix("#")
        assert target in ids
        column, row = ((int(str(use.get(axis))) - RIM) / TILE for axis in "xy")
        found[int(column), int(row)] = target.rpartition("-")[2]
    return found


@given(games_of())
def test_every_tile_is_where_its_name_says(board: Board) -> None:
    expected = {
        (column, row): face.name
        for column in range(board.columns + 2)
        for row in range(board.rows + 2)
        if (face := board.tile_at(column, row)) is not None
    }
    assert tiles_of(drawn(board)) == expected


@given(games_of())
def test_the_last_turn_is_framed_in_the_order_in_which_it_came(board: Board) -> None:
    frames = group(drawn(board), "last-turn")
    turn = board.last_turn
    if turn is None:
        assert frames is None
        return
    assert frames is not None
    places = [board.position_of(p.x, p.y) for p in turn.placements]
    assert [tuple((float(str(f.get(a))) - 1.5 - RIM) / TILE for a in "xy") for f in frames] == places
    assert ["stroke-dasharray" in frame.attrib for frame in frames] == [False] + [True] * (len(places) - 1)


def test_the_rim_names_what_the_next_move_uses() -> None:
    rim = group(drawn(board_after("@0/ A0+ @1\\ @1\\")), "rim")
    assert rim is not None
    assert [text.text for text in rim] == ["@", "A", "B", "C", "D", "0", "1", "2", "3"]
    assert [text.text for text in rim if text.get("font-weight")] == ["A", "1"]


def test_the_winning_loop_is_highlighted_on_all_its_tiles() -> None:
    highlight = group(drawn(board_after("@0/ B1\\ A2\\")), "winning")
    assert highlight is not None
    assert (highlight.get("data-reason"), highlight.get("data-color")) == ("loop", "red")
    halo, track = highlight
    assert len(halo) == len(track) == 4
    assert int(str(halo.get("stroke-width"))) > int(str(track.get("stroke-width")))
    assert group(drawn(board_after("@0/ B1\\")), "winning") is None


@pytest.mark.parametrize("face", list(Face))
def test_tracks_leave_by_the_sides_of_their_color(face: Face) -> None:
    picture = drawn(Board())
    (definition,) = (g for g in picture.iter(f"{NS}g") if str(g.get("id")).endswith(f"-{face.name}"))
    points = {Side.E: (40, 20), Side.N: (20, 0), Side.W: (0, 20), Side.S: (20, 40)}
    for color, stroke in ((Color.WHITE, "#ffffff"), (Color.RED, "#ff4b4b")):
        (track,) = (path for path in definition.iter(f"{NS}path") if path.get("stroke") == stroke)
        numbers = list(map(int, re.findall(r"\d+", str(track.get("d")))))
        assert {tuple(numbers[:2]), tuple(numbers[-2:])} == {points[side] for side in face.sides(color)}


def test_title_and_description_for_screen_readers() -> None:
    board = board_after("@0/ A0+ @1\\ @1\\")
    picture = drawn(board)
    title, description = picture.findall(f"{NS}title")[0], picture.findall(f"{NS}desc")[0]
    assert picture.get("role") == "img"
    assert str(picture.get("aria-labelledby")).split() == [title.get("id"), description.get("id")]
    assert (title.text, description.text) == describe(board)
    assert title.text == "Trax after 4 turns: white to move"
    assert description.text == "6 tiles in 3 columns and 2 rows. The last turn was @1\\ by red, which forced A2\\."
    assert describe(board_after("@0/ B1\\ A2\\"))[0] == "Trax after 3 turns: red has won by a loop"
    assert describe(board_after("@0/"))[0] == "Trax after 1 turn: red to move"
    assert describe(board_after("@0+ B1/ B2/ B3/ C3+", "mini"))[0].endswith("drawn, since no move is left")
    assert "empty board" in describe(Board())[0]


def test_pictures_on_one_page_do_not_share_ids() -> None:
    ids = [
        element.get("id")
        for moves in ("@0/", "@0+")
        for element in drawn(board_after(moves)).iter()
        if element.get("id")
    ]
    assert len(ids) == len(set(ids)) == 16


def test_spaces_that_can_be_played_on() -> None:
    board = board_after("@0/ B1\\")
    spaces = group(drawn(board, spaces=True), "spaces")
    assert spaces is not None
    assert {space.get("data-space") for space in spaces} == {str(move)[:-1] for move in board.legal_moves}
    assert group(drawn(board), "spaces") is None


def test_size() -> None:
    picture = drawn(board_after("@0/"), size=20)
    assert (picture.get("width"), picture.get("viewBox")) == ("75", "0 0 150 150")
    with pytest.raises(ValueError, match="a tile of 0 pixels"):
        svg(Board(), size=0)


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_rim_can_be_read_on_light_and_on_dark_ground() -> None:
    grey = _luminance(PAPER)
    assert (1 + 0.05) / (grey + 0.05) >= 4.5
    assert (grey + 0.05) / 0.05 >= 4.5


def test_notebooks_get_the_same_picture() -> None:
    board = board_after(BAILEY_SIEGENTHALER)
    assert board._repr_svg_() == svg(board)


def test_the_game_in_the_readme() -> None:
    (record,) = read_records((DOCS / "bailey-siegenthaler.trx").read_text(encoding="utf-8"))
    board = record.replay()
    assert board.space_name(0, 0) == "C7"  # where the first tile has come to lie
    picture = (DOCS / "bailey-siegenthaler.svg").read_text(encoding="utf-8")
    assert picture == svg(board) + "\n"
    first = board.tile_at(3, 7)
    assert first is Face.WHITE_NS
    assert tiles_of(ET.fromstring(picture))[3, 7] == first.name
    assert "docs/bailey-siegenthaler.svg" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
