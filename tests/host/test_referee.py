"""Every way in which a game can end, with scripted players and with programs that misbehave."""

from __future__ import annotations

import dataclasses
import sys
import tracemalloc
from pathlib import Path

import pytest

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl, Timing
from icetrax.match import Match
from icetrax.notation import parse_move
from icetrax.player import LinePlayer, OpeningError, OutOfTimeError, Player, Reply, ResignedError, StalledError
from icetrax.record import Record, Result, format_record, read_records
from icetrax.referee import Adjudication, Ending, GameResult, Referee, Termination
from icetrax.spec import make_player, parse_spec
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, MalformedLineError, TransportError
from tests.host.fakes import CONTROL, ScriptedPlayer

STANDIN = Path(__file__).with_name("standin.py")


def play(white: Player, red: Player, **options: object) -> GameResult:
    """Play one game, and check that its record has been handed over and can be read back."""
    written: list[Record] = []
    game = Referee(white, red, CONTROL, journal=written.append, headers={"Event": "test"}, **options).play()
    assert written == [game.record]
    assert read_records(format_record(game.record)) == written
    assert game.record.moves == game.board.move_stack
    assert game.record.result is game.ending.result
    assert game.record.termination == str(game.ending.termination)
    assert game.record.headers["Event"] == "test"
    return game


def test_a_game_won_by_a_loop() -> None:
    white, red = ScriptedPlayer("@0/", "A2\\"), ScriptedPlayer("B1\\")
    turns: list[tuple[int, Color, str]] = []
    game = Referee(
        white, red, CONTROL, seed_white=3, seed_red=4,
        on_turn=lambda board, color, reply: turns.append((board.plies, color, reply.text)),
    ).play()  # fmt: skip
    assert game.ending == Ending(Termination.LOOP, Color.RED)
    assert turns == [(1, Color.WHITE, "@0/"), (2, Color.RED, "B1\\"), (3, Color.WHITE, "A2\\")]
    assert (white.games, red.games) == ([(Color.WHITE, 3)], [(Color.RED, 4)])
    assert (white.ended, red.ended) == (1, 1)
    assert game.clock.used[Color.WHITE] == pytest.approx(0.02)
    assert "Detail" not in game.record.headers


def test_a_game_won_by_a_line() -> None:
    moves = ["@0+", *["A0+"] * 7]
    game = play(ScriptedPlayer(*moves[::2]), ScriptedPlayer(*moves[1::2]))
    assert game.ending == Ending(Termination.LINE, Color.WHITE)
    assert game.record.result is Result.WHITE


def test_the_ply_limit_is_a_draw() -> None:
    game = play(ScriptedPlayer("@0+", "A0+"), ScriptedPlayer("A0+"), ply_limit=3)
    assert game.ending == Ending(Termination.PLY_LIMIT, None, "3 turns")
    assert game.record.result is Result.DRAW
    assert not game.ending.termination.is_forfeit


@pytest.mark.parametrize(
    ("offence", "termination", "detail"),
    [
        ("Z99+", Termination.ILLEGAL_MOVE, "red: Z99+ is illegal: Z99 is not beside a tile"),
        ("z99+", Termination.MALFORMED_LINE, "red: 'z99+' is not a move"),
        ("A0+ ", Termination.MALFORMED_LINE, "red: 'A0+ ' is not a move"),
        ("", Termination.MALFORMED_LINE, "red: '' is not a move"),
        (("A0+", 0.7), Termination.TIMEOUT, "red took 0.700 s of 0.5 s for 'A0+'"),
        (("Z99+", 0.7), Termination.TIMEOUT, "red took 0.700 s"),
        (OutOfTimeError("no answer within 0.6 s"), Termination.TIMEOUT, "red: no answer within 0.6 s"),
        (StalledError("stands still"), Termination.STALLED, "red: stands still"),
        (DisconnectedError("it has gone"), Termination.DISCONNECTION, "red: it has gone"),
        (TransportError("cannot connect"), Termination.DISCONNECTION, "red: cannot connect"),
        (MalformedLineError("'..' is too long"), Termination.MALFORMED_LINE, "red: '..' is too long"),
    ],
)
def test_an_offence_ends_the_game_and_is_in_the_record(
    offence: str | tuple[str, float] | Exception, termination: Termination, detail: str
) -> None:
    white = ScriptedPlayer("@0+")
    game = play(white, ScriptedPlayer(offence))
    assert (game.ending.termination, game.ending.winner) == (termination, Color.WHITE)
    assert game.ending.termination.is_forfeit
    assert game.ending.detail.startswith(detail)
    assert game.record.headers["Detail"] == game.ending.detail
    assert game.board.plies == 1
    assert white.ended == 0


def test_an_opening_is_played_before_the_players_take_over() -> None:
    class Observer(ScriptedPlayer):
        def set_up(self, board: Board) -> None:
            self.seen = [str(move) for move in board.move_stack]

    white, red = Observer("A2\\"), Observer()
    opening = [parse_move("@0/"), parse_move("B1\\")]
    turns: list[int] = []
    game = Referee(
        white, red, CONTROL, opening=opening, on_turn=lambda board, color, reply: turns.append(board.plies)
    ).play()
    assert game.ending == Ending(Termination.LOOP, Color.RED)
    assert white.seen == red.seen == ["@0/", "B1\\"]
    assert turns == [3]
    assert game.record.headers["Opening"] == "2 turns"
    assert [str(move) for move in game.record.moves] == ["@0/", "B1\\", "A2\\"]


def test_a_drawn_game_of_a_variant() -> None:
    class Told(ScriptedPlayer):
        def set_up(self, board: Board) -> None:
            self.variant = board.variant

    white, red = Told("@0+", "B2/", "C3+"), Told("B1/", "B3/")
    game = play(white, red, variant=Variant.MINI)
    assert game.ending == Ending(Termination.FULL)
    assert (game.record.result, game.record.variant) == (Result.DRAW, Variant.MINI)
    assert white.variant is red.variant is Variant.MINI
    assert (white.ended, red.ended) == (1, 1)


def test_a_player_that_cannot_take_an_opening_loses_no_game() -> None:
    class Contestant(ScriptedPlayer):
        def set_up(self, board: Board) -> None:
            raise OpeningError("cannot be given an opening")

    written: list[Record] = []
    with pytest.raises(OpeningError):
        Referee(
            ScriptedPlayer(), Contestant(), CONTROL, opening=[parse_move("@0/")], journal=written.append
        ).play()
    assert [record.termination for record in written] == ["abandoned"]


def test_a_game_on_the_clock_is_lost_when_the_time_has_run_down() -> None:
    control = TimeControl(1, margin=0.1, increment=0.1)
    white = ScriptedPlayer(("@0+", 0.6), ("A0+", 0.4), ("A0+", 0.35))
    game = Referee(white, ScriptedPlayer("A0+", "A0+"), control).play()
    assert game.ending == Ending(Termination.TIMEOUT, Color.RED, "white took 0.350 s of 0.2 s for 'A0+'")
    assert game.record.headers["TimeControl"] == "1+0.1"
    assert "Movetime" not in game.record.headers


def test_forgiving_takes_moves_as_some_programs_send_them() -> None:
    white, red = ScriptedPlayer("@00/", "a2\\"), ScriptedPlayer("b1\\")
    game = Referee(white, red, CONTROL, forgiving=True).play()
    assert game.ending.termination is Termination.LOOP


def test_a_game_is_given_up_only_if_that_is_asked_for() -> None:
    class Pessimist(ScriptedPlayer):
        def play(self, board: Board, control: TimeControl) -> Reply:
            return dataclasses.replace(super().play(board, control), score=-900)

    def game(adjudication: Adjudication | None) -> GameResult:
        moves = ["@0+", *["A0+"] * 7]
        return Referee(
            Pessimist(*moves[::2]), ScriptedPlayer(*moves[1::2]), CONTROL, adjudication=adjudication
        ).play()

    assert game(None).ending.termination is Termination.LINE
    assert game(Adjudication(901, 1)).ending.termination is Termination.LINE
    given_up = game(Adjudication(900, 3))
    assert given_up.ending == Ending(Termination.ADJUDICATION, Color.RED, "white sees itself lost at -900")
    assert given_up.board.plies == 5
    assert not given_up.ending.termination.is_forfeit
    with pytest.raises(ValueError, match="use numbers of 1 or more"):
        Adjudication(0, 1)


def test_resigning_is_no_forfeit() -> None:
    game = play(ScriptedPlayer("@0+"), ScriptedPlayer(ResignedError()))
    assert game.ending == Ending(Termination.RESIGNATION, Color.WHITE)
    assert not game.ending.termination.is_forfeit


@pytest.mark.parametrize(
    ("timing", "seconds", "termination"),
    [
        (Timing.WALL, 0.59, Termination.PLY_LIMIT),
        (Timing.WALL, 0.61, Termination.TIMEOUT),
        (Timing.SIMULATED, 0.5, Termination.PLY_LIMIT),
        (Timing.SIMULATED, 0.51, Termination.TIMEOUT),
        (Timing.NONE, 99.0, Termination.PLY_LIMIT),
    ],
)
def test_time_is_charged_as_the_player_needs_it(timing: Timing, seconds: float, termination: Termination) -> None:
    game = play(ScriptedPlayer(("@0+", seconds), timing=timing), ScriptedPlayer(), ply_limit=1)
    assert game.ending.termination is termination


def test_a_player_that_is_not_fit_to_play_loses_before_the_first_move() -> None:
    class Absent(ScriptedPlayer):
        def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
            raise DisconnectedError("nobody there")

    game = play(ScriptedPlayer("@0+"), Absent())
    assert game.ending == Ending(Termination.DISCONNECTION, Color.WHITE, "red: nobody there")
    assert game.record.moves == []


def test_a_player_that_goes_after_the_last_move_has_still_won() -> None:
    class Leaving(ScriptedPlayer):
        def end_game(self, board: object) -> None:
            raise DisconnectedError("gone")

    assert play(Leaving("@0/", "A2\\"), Leaving("B1\\")).ending.termination is Termination.LOOP


@pytest.mark.parametrize("exception", [KeyboardInterrupt(), ZeroDivisionError()])
def test_an_interrupt_leaves_a_record(exception: BaseException) -> None:
    written: list[Record] = []
    with pytest.raises(type(exception)):
        Referee(ScriptedPlayer("@0+"), ScriptedPlayer(exception), CONTROL, journal=written.append).play()
    (record,) = written
    assert record.result is Result.UNFINISHED
    assert record.termination == "abandoned"
    assert len(record.moves) == 1
    assert read_records(format_record(record)) == written


def test_a_name_with_strange_characters_can_be_recorded() -> None:
    player = ScriptedPlayer("@0+")
    player.name = "exec:a\nb\x00 "
    assert play(player, ScriptedPlayer(), ply_limit=1).record.headers["White"] == "exec:a?b?"


def standin(fault: str) -> Player:
    return make_player(parse_spec(f"exec:{sys.executable} {STANDIN} {fault}"))


@pytest.mark.parametrize(
    ("fault", "termination"),
    [
        ("dies", Termination.DISCONNECTION),
        ("nameless", Termination.DISCONNECTION),
        ("illegal", Termination.ILLEGAL_MOVE),
        ("garbage", Termination.MALFORMED_LINE),
        ("binary", Termination.MALFORMED_LINE),
        ("endless", Termination.MALFORMED_LINE),
        ("refuses", Termination.REFUSAL),
        ("full", Termination.NO_ROOM),
        ("twice", Termination.UNASKED_LINE),
        ("late", Termination.TIMEOUT),
        ("stalls", Termination.TIMEOUT),
        ("flood", Termination.FLOOD),
        ("half", Termination.DISCONNECTION),
    ],
)
def test_programs_that_misbehave_lose_every_game(
    fault: str, termination: Termination, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("icetrax.player._HANDSHAKE_SECONDS", 3.0)
    games: list[GameResult] = []
    first, second = make_player(parse_spec("random")), standin(fault)
    try:
        result = Match(
            first, second, TimeControl(0.4), games=2, on_game=lambda number, game, standing: games.append(game)
        ).run()
    finally:
        second.close()
    assert [game.ending.termination for game in games] == [termination] * 2
    assert (result.wins, result.forfeits_second) == (2, 2)
    assert all(read_records(format_record(game.record)) == [game.record] for game in games)
    if fault != "nameless":
        assert all(game.record.headers[color] == "SI" for game, color in zip(games, ("RedId", "WhiteId"), strict=True))


def test_memory_is_bounded_while_a_program_floods(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = 0

    def count(sent: bool, data: bytes) -> None:
        nonlocal heard
        heard += len(data)

    monkeypatch.setattr("icetrax.player._MOST_REMARKS", 10**9)  # let it go on until its time is over
    player = standin("flood")
    assert isinstance(player, LinePlayer)
    player.tap = count
    try:
        player.open()
        tracemalloc.start()
        game = Referee(make_player(parse_spec("random")), player, TimeControl(2.0)).play()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        player.close()
    assert game.ending.termination is Termination.TIMEOUT
    assert heard > 1_000_000
    assert peak < 250_000


@pytest.mark.parametrize("fault", ["none", "crlf", "remarks"])
def test_programs_that_behave_play_to_the_end(fault: str) -> None:
    first, second = standin("none"), standin(fault)
    games: list[GameResult] = []
    try:
        Match(first, second, TimeControl(5), games=2, on_game=lambda number, game, standing: games.append(game)).run()
    finally:
        first.close()
        second.close()
    assert not any(game.ending.termination.is_forfeit for game in games), [game.ending for game in games]
    assert all(game.ending.winner is not None for game in games)
