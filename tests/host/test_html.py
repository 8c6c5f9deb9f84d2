"""Games as web pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from icetrax import IllegalMoveError, Record, parse_move
from icetrax.html import html_game
from tests.host.positions import BAILEY_SIEGENTHALER

BAD = "<script>alert(1)</script>\"'&"


class Page(HTMLParser):
    """The elements of a page, and the text of each kind of element. Fails where elements do not close."""

    VOID = frozenset({"meta", "link", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and data.strip():
            self.texts.setdefault(self.open[-1], []).append(data)

    def having(self, **attributes: str) -> list[dict[str, str | None]]:
        wanted = {key.strip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [found for _, found in self.elements if all(found.get(key) == value for key, value in wanted.items())]


def record_of(moves: str, **headers: str) -> Record:
    return Record([parse_move(text) for text in moves.split()], headers=headers)


def test_each_position_has_its_picture_and_all_but_one_are_hidden() -> None:
    page = Page(html_game(record_of(BAILEY_SIEGENTHALER, White="Bailey", Red="Siegenthaler")))
    frames = page.having(class_="frame")
    assert len(frames) == 32
    assert ["hidden" in frame for frame in frames] == [False] + [True] * 31
    assert sum(tag == "svg" for tag, _ in page.elements) == 32
    assert [found["data-ply"] for _, found in page.elements if "data-ply" in found] == [str(n) for n in range(32)]
    assert page.texts["title"][0] == "Trax: Bailey against Siegenthaler"
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids))


def test_nothing_is_fetched_from_elsewhere() -> None:
    text = html_game(record_of("@0/ B1\\ A2\\"))
    assert set(re.findall(r"[a-z]+://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}
    page = Page(text)
    assert not [found for _, found in page.elements if "src" in found]
    links = [str(found["href"]) for _, found in page.elements if "href" in found]
    assert links
    assert all(link.startswith("#") for link in links)
    assert "default-src 'none'" in text


def test_markup_in_names_and_comments_stays_text() -> None:
    record = record_of("@0/ B1\\", White=BAD, Event=BAD)
    record.title = ""
    record.comments = {0: BAD, 2: BAD}
    page = Page(html_game(record))
    assert sum(tag == "script" for tag, _ in page.elements) == 1
    assert BAD in page.texts["h1"][0]
    assert page.texts["dd"].count(BAD) == 2
    assert page.texts["p"].count(BAD) == 2
    record.title = BAD
    assert Page(html_game(record)).texts["h1"] == [BAD]


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(IllegalMoveError, match="ply 2: A9\\+ is illegal"):
        html_game(record_of("@0/ A9+"))


def test_the_variant_of_the_record_counts() -> None:
    text = html_game(record_of("@0+ B1/ B2/ B3/ C3+", Variant="mini"))
    assert "drawn, since no move is left" in text
