"""The live board's web application, asked directly."""

from __future__ import annotations

import asyncio
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from icetrax.board import Board, Variant
from icetrax.live import PERSON, Lineup, Table, View
from icetrax.opponents import RandomChooser
from icetrax.player import ChooserPlayer, Thought
from icetrax.record import read_records
from icetrax.serve import _events, application, position_json, thoughts_json
from icetrax.tile import Color
from tests.host.fakes import CONTROL
from tests.host.positions import board_after
from tests.host.test_live import awaited, until

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table({"random": lambda: ChooserPlayer("random", RandomChooser)}, CONTROL, Lineup(PERSON, "random"))
    table.start()
    awaited(table, 0)
    yield table
    table.close()


@pytest.fixture
def client(table: Table) -> TestClient:
    return TestClient(application(table, ["localhost"]), base_url="http://localhost")


def test_the_page_and_what_it_needs_come_from_here(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for name in ("board.js", "board.css", "icon.svg"):
        assert name in page.text
        answer = client.get(f"/{name}")
        assert answer.status_code == 200
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert set(re.findall(r"[a-z]+://[^\"' ]+", answer.text)) <= {"http://www.w3.org/2000/svg"}
    assert client.get("/../cli.py").status_code == 404
    assert client.get("/move").status_code == 405


def test_a_move_and_the_record(client: TestClient, table: Table) -> None:
    assert client.post("/move", json={"move": "@0 /", "plies": 0}).json() == {}
    awaited(table, 2)
    answer = client.get("/game.trx")
    assert 'filename="game.trx"' in answer.headers["content-disposition"]
    (record,) = read_records(answer.text)
    assert (len(record.moves), str(record.moves[0]), record.headers["Red"]) == (2, "@0/", "random")
    assert client.post("/undo", json={}).status_code == 200
    awaited(table, 0)
    assert client.post("/new", json={"white": "random", "red": PERSON, "variant": "mini"}).status_code == 200
    assert until(table, lambda view: view.awaited is Color.RED).board.variant is Variant.MINI
    assert client.post("/resign", json={}).status_code == 200
    assert until(table, lambda view: view.ending).board.plies == 1


@pytest.mark.parametrize(
    ("wish", "content", "message"),
    [
        ("move", '{"move": "A9+", "plies": 0}', "A9+ is illegal"),
        ("move", '{"move": "@0/", "plies": 4}', "the position has changed"),
        ("move", '{"move": "<b>", "plies": 0}', "is not a move"),
        ("move", '{"move": "@0/"}', "'plies' is missing"),
        ("move", '{"move": "@0/", "plies": true}', "'plies' is missing"),
        ("move", '{"move": 3, "plies": 0}', "'move' is missing"),
        ("move", "[]", "send a JSON object"),
        ("move", "{", "Expecting"),
        ("move", "\\udcff", "Expecting"),
        ("new", '{"white": "exec:sh", "red": "human", "variant": "trax"}', "'exec:sh' does not play here"),
        ("new", '{"white": "human", "red": "human", "variant": "chess"}', "unknown variant 'chess'"),
        ("undo", "{}", "no turn of yours"),
    ],
)
def test_wishes_that_are_refused(client: TestClient, table: Table, wish: str, content: str, message: str) -> None:
    answer = client.post(f"/{wish}", content=content, headers=JSON)
    assert answer.status_code == 400
    assert message in answer.json()["error"]
    assert table.view.board.plies == 0
    assert table.view.awaited is Color.WHITE


def test_requests_from_elsewhere_are_refused(client: TestClient, table: Table) -> None:
    wish = '{"move": "@0/", "plies": 0}'
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        assert client.post("/move", content=wish, headers={"Content-Type": kind}).status_code == 415
    assert client.post("/move", content=wish, headers={**JSON, "Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.options("/move", headers={"Origin": "http://evil.example"}).status_code == 405
    assert client.post("/move", content="x" * 5000, headers=JSON).status_code == 413
    assert table.view.board.plies == 0


def test_a_position_tells_what_can_be_played_and_what_it_would_bring() -> None:
    board = board_after("@0/ B1\\")
    view = View(1, Lineup(PERSON, "random"), board, awaited=Color.WHITE)
    position = position_json(view, [PERSON, "random"])
    json.dumps(position)
    choices = position["choices"]
    assert isinstance(choices, dict)
    offered = [choice for there in choices.values() for choice in there]
    assert sorted(choice["move"] for choice in offered) == sorted(map(str, board.legal_moves))
    (closing,) = (choice for choice in choices["A2"] if choice["move"] == "A2\\")
    assert closing["tiles"] == [[1, 2, "WHITE_WS"], [2, 2, "WHITE_ES"]]
    picture = ET.fromstring(str(position["svg"]))
    spaces = {square.get("data-space") for square in picture.iter() if square.get("class") == "space"}
    assert spaces == set(choices)
    assert board.plies == 2
    waiting = position_json(View(1, Lineup("random", "random"), board), [])
    assert waiting["choices"] == {}
    assert 'class="space"' not in str(waiting["svg"])


def test_thoughts() -> None:
    view = View(1, Lineup(PERSON, "x"), Board(), thoughts={Color.RED: Thought(3, -20, 999, "B1+", 5000)})
    assert thoughts_json(view) == {"red": {"depth": 3, "score": -20, "nodes": 999, "move": "B1+"}}


def test_events_come_with_each_change_and_leave_nothing_behind(table: Table) -> None:
    async def collect() -> list[dict[str, object]]:
        positions = []
        events = _events(table, lambda: False)
        async for event in events:
            name, _, data = event.partition("\n")
            if name == "event: position":
                positions.append(json.loads(data.removeprefix("data: ")))
                if positions[-1]["awaited"] and positions[-1]["plies"] == 0:
                    table.move("@0/", 0)
                elif positions[-1]["awaited"]:
                    break
        await events.aclose()
        return positions

    positions = asyncio.run(asyncio.wait_for(collect(), 20))
    assert (positions[0]["plies"], positions[-1]["plies"]) == (0, 2)
    assert table._listeners == []


def test_events_end_with_the_server(table: Table) -> None:
    async def collect() -> list[str]:
        asked = iter([False, True])
        return [event.partition("\n")[0] async for event in _events(table, lambda: next(asked))]

    assert asyncio.run(asyncio.wait_for(collect(), 20)) == ["event: position", "event: thoughts"]
    assert table._listeners == []
