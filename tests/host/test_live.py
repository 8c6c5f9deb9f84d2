"""The table behind the live board."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl
from icetrax.errors import IllegalMoveError, InvalidMoveError
from icetrax.live import PERSON, Lineup, Table, TableError, View
from icetrax.opponents import AlphaBetaChooser, GreedyChooser, RandomChooser
from icetrax.player import ChooserPlayer, OpeningError, Player, Reply
from icetrax.record import Record
from icetrax.referee import Termination
from icetrax.tile import Color
from icetrax.transport import TransportError
from tests.host.fakes import CONTROL, ScriptedPlayer


class Stubborn(ScriptedPlayer):
    """Plays a fixed answer, and begins from the empty board only."""

    def __init__(self) -> None:
        super().__init__("B1\\", "B1\\", "B1\\")

    @property
    def takes_positions(self) -> bool:
        return False

    def set_up(self, board: Board) -> None:
        raise OpeningError("stubborn")


class Gone(ScriptedPlayer):
    def open(self) -> None:
        raise TransportError("nobody is there")


class Bug(ScriptedPlayer):
    def play(self, board: Board, control: TimeControl) -> Reply:
        raise ZeroDivisionError


SEATS: dict[str, Callable[[], Player]] = {
    "random": lambda: ChooserPlayer("random", RandomChooser),
    "greedy": lambda: ChooserPlayer("greedy", GreedyChooser),
    "alphabeta": lambda: ChooserPlayer("alphabeta", lambda _: AlphaBetaChooser(depth=1)),
    "loser": lambda: ScriptedPlayer("B1\\"),
    "stubborn": Stubborn,
    "gone": Gone,
    "bug": Bug,
}


class Host:
    """Makes tables, and closes them."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.written: list[Record] = []

    def table(self, white: str, red: str, variant: Variant = Variant.TRAX, **options: int) -> Table:
        lineup = Lineup(white, red, variant)
        table = Table(SEATS, CONTROL, lineup, journal=self.written.append, **options)
        self.tables.append(table)
        table.start()
        return table


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    for table in host.tables:
        table.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "table"]


def until(table: Table, condition: Callable[[View], object], seconds: float = 20) -> View:
    deadline = time.monotonic() + seconds
    while not condition(table.view):
        assert time.monotonic() < deadline, table.view
        time.sleep(0.002)
    return table.view


def awaited(table: Table, plies: int) -> View:
    return until(table, lambda view: view.awaited is not None and view.board.plies == plies)


def test_a_game_of_a_person(host: Host) -> None:
    table = host.table(PERSON, "loser")
    view = awaited(table, 0)
    assert (view.awaited, view.ending, view.fixed) == (Color.WHITE, None, None)
    assert str(table.move(" @0/", 0)) == "@0/"
    view = awaited(table, 2)
    table.move("c1 /", 2)
    view = until(table, lambda view: view.ending or view.trouble)
    assert view.board.plies == 3
    assert view.trouble != ""  # the scripted player has no further move


def test_moves_that_are_refused(host: Host) -> None:
    table = host.table(PERSON, "random")
    awaited(table, 0)
    with pytest.raises(TableError, match="the position has changed"):
        table.move("@0/", 3)
    with pytest.raises(InvalidMoveError):
        table.move("hello", 0)
    with pytest.raises(IllegalMoveError):
        table.move("@0\\", 0)
    with pytest.raises(TableError, match="no turn of yours"):
        table.take_back()
    assert awaited(table, 0).board.plies == 0
    table.move("@0+", 0)
    awaited(table, 2)


def test_taking_back_and_resigning(host: Host) -> None:
    table = host.table(PERSON, "greedy")
    awaited(table, 0)
    table.move("@0/", 0)
    awaited(table, 2)
    table.take_back()
    awaited(table, 0)
    table.move("@0+", 0)
    awaited(table, 2)
    table.resign()
    view = until(table, lambda view: view.ending)
    assert view.ending is not None
    assert (view.ending.termination, view.ending.winner) == (Termination.RESIGNATION, Color.RED)
    assert view.score == {"greedy": 1}
    with pytest.raises(TableError, match="not your turn"):
        table.move("@0+", view.board.plies)
    with pytest.raises(TableError, match="when it is your turn"):
        table.resign()
    record = table.record
    assert (str(record.moves[0]), record.headers["Red"], record.termination) == ("@0+", "greedy", "resignation")
    assert [game.headers.get("TakenBack") for game in host.written] == ["1 times"]


def test_taking_back_after_the_end(host: Host) -> None:
    table = host.table(PERSON, "loser")
    awaited(table, 0)
    table.move("@0/", 0)
    awaited(table, 2)
    table.move("A2\\", 2)  # completes red's loop
    view = until(table, lambda view: view.ending)
    assert view.score == {"loser": 1}
    table.take_back()
    view = awaited(table, 2)
    assert (view.ending, view.score) == (None, {"loser": 1})
    assert host.written[0].termination == "loop"


def test_two_people_take_back_one_turn(host: Host) -> None:
    table = host.table(PERSON, PERSON)
    awaited(table, 0)
    table.move("@0/", 0)
    assert awaited(table, 1).awaited is Color.RED
    table.move("B1+", 1)
    awaited(table, 2)
    table.take_back()
    assert awaited(table, 1).awaited is Color.RED


def test_a_player_that_cannot_go_back(host: Host) -> None:
    table = host.table(PERSON, "stubborn")
    awaited(table, 0)
    table.move("@0/", 0)
    assert awaited(table, 2).fixed == "scripted can begin from the empty board only"
    with pytest.raises(TableError, match="no turn can be taken back: scripted can begin"):
        table.take_back()


def test_players_are_watched_for_several_games_with_the_colors_changing(host: Host) -> None:
    table = host.table("random", "greedy", Variant.MINI, games=4)
    view = until(table, lambda view: sum(view.score.values()) == 4 and view.ending)
    assert (view.lineup.white, view.lineup.red) == ("greedy", "random")
    assert [(game.headers["White"], game.headers["Red"]) for game in host.written] == [
        ("random", "greedy"), ("greedy", "random"), ("random", "greedy"), ("greedy", "random"),
    ]  # fmt: skip
    assert {game.variant for game in host.written} == {Variant.MINI}
    with pytest.raises(TableError, match="there is no person"):
        table.take_back()


def test_another_game_may_be_asked_for_at_any_time(host: Host) -> None:
    table = host.table(PERSON, "random")
    awaited(table, 0)
    table.move("@0/", 0)
    awaited(table, 2)
    table.new_game(Lineup("random", PERSON, Variant.LOOP))
    view = until(table, lambda view: view.awaited is Color.RED)
    assert (view.board.plies, view.board.variant) == (1, Variant.LOOP)
    assert [game.termination for game in host.written] == ["abandoned"]
    table.new_game(Lineup("random", "random", Variant.MINI))
    assert until(table, lambda view: view.ending and view.board.variant is Variant.MINI).score
    with pytest.raises(TableError, match="'nobody' does not play here: choose one of human, random"):
        table.new_game(Lineup("nobody", PERSON))


@pytest.mark.parametrize(("name", "trouble"), [("gone", "nobody is there"), ("bug", "ZeroDivisionError()")])
def test_the_table_survives_what_goes_wrong(host: Host, name: str, trouble: str) -> None:
    table = host.table(name, PERSON)
    assert until(table, lambda view: view.trouble).trouble == trouble
    table.new_game(Lineup(PERSON, "random"))
    assert awaited(table, 0).trouble == ""


def test_thoughts_and_listeners(host: Host) -> None:
    heard = threading.Event()
    table = Table(SEATS, CONTROL, Lineup("alphabeta", PERSON))
    host.tables.append(table)
    leave = table.listen(heard.set)
    table.start()
    view = awaited(table, 1)
    assert heard.is_set()
    (thought,) = view.thoughts.values()
    assert thought.move == str(view.board.move_stack[-1])
    leave()
    heard.clear()
    table.resign()
    until(table, lambda view: view.ending)
    assert not heard.is_set()


def test_a_lineup_that_is_not_known() -> None:
    with pytest.raises(TableError, match="'x' does not play here"):
        Table(SEATS, CONTROL, Lineup("x", PERSON))
