"""The live board, and a game as a page, in a real browser."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from icetrax import Record, html_game, parse_move
from icetrax.record import read_records
from tests.system.browser import browser

SECONDS = 90.0  # for a move of the simulation


@contextlib.contextmanager
def serving(driver: webdriver.Chrome, *arguments: str) -> Iterator[str]:
    """The live board's address. The browser leaves it before it ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from icetrax.cli import main; main()", "serve", *arguments, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.search(r"http://\S+", line)
        assert match is not None, line
        yield match[0]
    finally:
        driver.get("about:blank")  # so that no page misses the server
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.stdout.close()
        process.stderr.close()


class Page:
    """The live board as a person sees it."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver = driver
        driver.get(url)

    def one(self, selector: str) -> webdriver.remote.webelement.WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def count(self, selector: str) -> int:
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def until(self, condition: Callable[[str], object], seconds: float = SECONDS) -> str:
        """Wait until the status line is such."""
        deadline = time.monotonic() + seconds
        while not condition(status := self.one("#status").text):
            assert time.monotonic() < deadline, (status, self.one("#complaint").text)
            time.sleep(0.02)
        return status

    def moves(self) -> list[str]:
        return [item.text for item in self.driver.find_elements(By.CSS_SELECTOR, "#moves li")]

    def play(self, space: int = 0) -> str:
        """Click a space and the first tile that fits there, and answer the move."""
        self.driver.find_elements(By.CSS_SELECTOR, ".space")[space].click()
        button = self.one("#chooser button")
        move = str(button.get_attribute("data-move"))
        button.click()
        return move

    def requests(self) -> set[str]:
        """The hosts that the browser has sent requests to."""
        hosts = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                match = re.match(r"(\w+):/*([^/:]*)", message["params"]["request"]["url"])
                assert match is not None
                hosts.add(match[2] if match[1].startswith("http") else match[1])
        return hosts


@pytest.fixture(scope="module")
def driver() -> Iterator[webdriver.Chrome]:
    with browser() as driver:
        yield driver


@pytest.fixture(autouse=True)
def _no_errors(driver: webdriver.Chrome) -> Iterator[None]:
    driver.get_log("browser")
    yield
    refused = "400 (Bad Request)"  # what is told of moves that are not legal
    assert [e["message"] for e in driver.get_log("browser") if refused not in e["message"]] == []


def test_a_whole_game_against_the_hardware(driver: webdriver.Chrome, tmp_path: Path) -> None:
    record = tmp_path / "live.trx"
    with serving(driver, "human", "sim:link=byte", "--movetime", "0.02", "--record", str(record)) as url:
        page = Page(driver, url)
        page.until(lambda status: "your move, white" in status)
        played = []
        for turn in range(100):
            plies = 2 * turn
            status = page.until(lambda status, n=plies + 1: f"Turn {n}: your move" in status or " wins by " in status)
            if " wins by " in status:
                break
            assert page.count("#board .tiles use") >= plies
            played.append(page.play())
        status = page.until(lambda status: " wins by " in status)
        moves = page.moves()
        assert moves[::2] == played
        assert page.count("#board .winning") == 1
        assert page.one("#red .score").text != ""
        assert int(page.one("#red .depth").text) >= 1
        assert int(page.one("#red .nodes").text.replace(",", "")) >= 1
        href = str(page.one("#record").get_attribute("href"))
        with urlopen(href) as answer:
            (downloaded,) = read_records(answer.read().decode())
        assert page.requests() <= {"127.0.0.1", "data"}
    (kept,) = read_records(record.read_text())
    board = kept.replay()
    outcome = board.outcome()
    assert outcome is not None
    assert [str(move) for move in downloaded.moves] == [str(move) for move in kept.moves] == moves
    assert f"{str(outcome.winner).title()} (" in status
    assert f"wins by {outcome.reason}" in status
    assert kept.headers["RedId"] == "IT"


def test_what_a_person_can_do_on_the_page(driver: webdriver.Chrome, tmp_path: Path) -> None:
    with serving(driver, "human", "greedy", "--record", str(tmp_path / "live.trx")) as url:
        page = Page(driver, url)
        page.until(lambda status: "Turn 1: your move, white" in status)

        webdriver.ActionChains(driver).move_to_element(page.one(".space")).perform()
        assert page.count("#board .ghost use") == 1  # what would be laid there
        page.one(".space").send_keys(Keys.ENTER)  # without a mouse
        assert page.count("#chooser button") == 2
        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        assert not page.one("#chooser").is_displayed()

        page.one("[name=move]").send_keys("a9 +" + Keys.ENTER)
        deadline = time.monotonic() + 10
        while "A9+ is illegal" not in page.one("#complaint").text:
            assert time.monotonic() < deadline
        page.one("[name=move]").clear()
        page.one("[name=move]").send_keys("@0 /" + Keys.ENTER)
        page.until(lambda status: "Turn 3: your move, white" in status)
        assert page.one("#complaint").text == ""
        assert page.moves()[0] == "@0/"
        assert page.count("#board .arriving") >= 2  # the last tile and its frame come in one after the other

        page.one("#undo").click()
        page.until(lambda status: "Turn 1: your move, white" in status)
        assert page.count("#board .tiles use") == 0
        page.play()
        page.until(lambda status: "Turn 3: your move, white" in status)
        page.one("#resign").click()
        page.until(lambda status: "Red (greedy) wins by resignation." in status)
        assert page.one("#red .won").text == "1"
        assert not page.one("#resign").is_enabled()

        for name, value in (("white", "random"), ("red", "human"), ("variant", "mini")):
            page.one(f"#new [name={name}] option[value={value}]").click()
        page.one("#new button").click()
        page.until(lambda status: "your move, red" in status)
        assert page.one("#white .name").text == "random"


def test_where_can_be_played_is_seen_and_the_panel_stays_where_it_is(driver: webdriver.Chrome, tmp_path: Path) -> None:
    def layout() -> tuple[int, int]:
        """Where the panel begins, and how far the page is wider than the window."""
        beyond = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
        return page.one(".side").rect["x"], max(0, beyond)

    with serving(driver, "human", "random", "--record", str(tmp_path / "live.trx")) as url:
        page = Page(driver, url)
        page.until(lambda status: status == "Turn 1: your move, white. Click a space.")
        assert page.one(".space").value_of_css_property("stroke") not in ("none", "rgba(0, 0, 0, 0)")
        before = layout()
        for turn in range(3, 9, 2):
            page.play()
            status = page.until(lambda status, n=turn: f"Turn {n}: your move" in status or " wins by " in status)
            assert layout() == before
            if " wins by " in status:
                break
        size = driver.get_window_size()
        driver.set_window_size(500, 900)  # the least that browsers without a screen take
        try:
            assert layout()[0] < 30  # below the board
            assert layout()[1] == before[1] == 0
        finally:
            driver.set_window_size(size["width"], size["height"])


def test_a_match_is_watched(driver: webdriver.Chrome, tmp_path: Path) -> None:
    record = tmp_path / "live.trx"
    arguments = ("random", "greedy", "--games", "3", "--variant", "mini", "--record", str(record))
    with serving(driver, *arguments) as url:
        page = Page(driver, url)
        page.until(lambda _: record.exists() and len(read_records(record.read_text())) == 3)
        page.until(lambda status: "wins by" in status)
        assert page.count(".space") == 0
        assert not page.one("#undo").is_enabled()


def test_a_game_as_a_page_goes_forward_and_back_by_keys(driver: webdriver.Chrome, tmp_path: Path) -> None:
    record = Record([parse_move(text) for text in ("@0/", "B1\\", "A2\\")], headers={"White": "</script><b>"})
    (tmp_path / "game.html").write_text(html_game(record), encoding="utf-8")
    driver.get((tmp_path / "game.html").as_uri())

    def shown() -> list[int]:
        frames = driver.find_elements(By.CSS_SELECTOR, ".frame")
        return [index for index, frame in enumerate(frames) if frame.is_displayed()]

    body = driver.find_element(By.TAG_NAME, "body")
    assert shown() == [0]
    seen = []
    for key in (Keys.RIGHT, Keys.RIGHT, Keys.LEFT, Keys.END, Keys.RIGHT, Keys.HOME, Keys.LEFT):
        body.send_keys(key)
        seen += shown()
    assert seen == [1, 2, 1, 3, 3, 0, 0]
    driver.find_element(By.CSS_SELECTOR, "[data-go=forward]").click()
    assert shown() == [1]
    driver.find_element(By.CSS_SELECTOR, "[data-ply='3']").click()
    assert shown() == [3]
    assert driver.find_element(By.CSS_SELECTOR, "[aria-current]").text.startswith("3.")
    assert "</script><b>" in driver.find_element(By.TAG_NAME, "h1").text
