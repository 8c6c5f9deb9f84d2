"""The console's words, and the engine and analyst that use them, against a stand-in that answers by the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from icetrax.analyst import HardwareAnalyst, PlayerAnalyst
from icetrax.board import Reason
from icetrax.clock import TimeControl
from icetrax.console import Analysis, ConsoleError, HardwareConsole, RefusedError, State
from icetrax.engine import Engine, HardwareEngine, HardwareSession, ModelEngine, PositionError, Summary
from icetrax.spec import make_player, parse_spec
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, TransportError
from tests.host.fakes import FakeHardware, FakeTransport, ScriptedTransport

LOOP = ["@0/", "B1\\", "A2\\"]


def session(*transports: FakeTransport) -> HardwareSession:
    """A session whose hardware is this, each after the one before has died."""
    queue = list(transports)
    return HardwareSession(lambda: queue.pop(0))


ENGINES: list[Callable[[], Engine]] = [ModelEngine, lambda: HardwareEngine(session(FakeHardware()))]


@pytest.fixture(params=ENGINES, ids=["model", "hardware"])
def engine(request: pytest.FixtureRequest) -> Engine:
    made: Engine = request.param()
    return made


def test_the_console_says_what_it_is_told() -> None:
    hardware = FakeHardware()
    console = HardwareConsole(hardware)
    assert console.identify() == "icetrax 9.9.9 fake"
    console.new()
    assert console.state() == State(0, Color.WHITE, False, None, None, 0, 0, 0)
    assert console.play("@0/") == State(1, Color.RED, False, None, None, 1, 1, 1)
    console.play("B1\\")
    assert console.play("A2\\") == State(3, Color.RED, True, Color.RED, Reason.LOOP, 4, 2, 2)
    assert console.undo().plies == 2
    assert sorted(console.legal_moves()) == sorted(map(str, hardware.board.legal_moves))
    assert console.perft(1) == (len(hardware.board.legal_moves), 1000)
    console.set_time(45)
    console.set_depth(3)
    assert console.think(1).score == -12
    assert hardware.sent[-3:] == ["-L 45", "-D 3", "-G"]
    assert hardware.timeouts[-1] == 1


def test_what_the_hardware_refuses_is_an_error_with_its_words() -> None:
    console = HardwareConsole(FakeHardware())
    with pytest.raises(RefusedError, match="nothing to undo"):
        console.undo()
    with pytest.raises(RefusedError, match="illegal A9"):
        console.play("A9+")
    assert console.state().plies == 0


@pytest.mark.parametrize("text", ["", "@0+\n", "@0+\n-I", "\u00e4", "@0+\r"])
def test_what_cannot_be_part_of_a_line_is_refused_without_being_sent(text: str) -> None:
    hardware = FakeHardware()
    with pytest.raises(RefusedError):
        HardwareConsole(hardware).play(text)
    assert hardware.sent == []


@pytest.mark.parametrize(
    ("answer", "ask"),
    [
        ("", HardwareConsole.state),
        ("B1+", HardwareConsole.state),
        ("= 1 W", HardwareConsole.state),
        ("= 1 X - - 1 1 1", HardwareConsole.state),
        ("= 1 W - - 1 1 one", HardwareConsole.state),
        ("= 12", lambda console: console.perft(1)),
        ("= 12 many", lambda console: console.perft(1)),
        ("= B1+ 3 4 5", lambda console: console.think(1)),
    ],
)
def test_nonsense_from_the_hardware_is_told_from_a_refusal(
    answer: str, ask: Callable[[HardwareConsole], object]
) -> None:
    class Nonsense(FakeTransport):
        def answer(self, line: str) -> Iterable[str]:
            yield answer

    with pytest.raises(ConsoleError, match="the hardware answered"):
        ask(HardwareConsole(Nonsense()))


def test_silence_is_a_disconnection_that_names_the_question() -> None:
    with pytest.raises(DisconnectedError, match="fake does not answer '-S'"):
        HardwareConsole(ScriptedTransport(("-S", []))).state()


def test_replay_begins_again_where_a_move_was_refused() -> None:
    hardware = FakeHardware()
    # After the refused move the others are legal: they must not count.
    state, refusal = HardwareConsole(hardware).replay(["@0+", "Z9+", "A0+", "A0+"])
    assert (state.plies, str(refusal)) == (1, "illegal Z9+")
    assert hardware.board.plies == 1


def test_replay_sends_long_games_in_parts() -> None:
    texts = []
    probe = FakeHardware().board
    while probe.plies < 150:
        move = next(m for m in probe.legal_moves if quiet(probe, m))  # type: ignore[no-untyped-call]
        probe.push(move)
        texts.append(str(move))
    hardware = FakeHardware()
    state, refusal = HardwareConsole(hardware).replay(texts)
    assert (state.plies, refusal) == (150, None)


def quiet(board, move):  # type: ignore[no-untyped-def]
    board.push(move)
    over = board.is_over()
    board.pop()
    return not over


def test_hardware_that_plays_differently_each_time_is_found_out() -> None:
    transport = ScriptedTransport(
        ("-X trax", ["="]), ("-M @0+", ["= 1 R - - 1 1 1"]), ("-M Z9+", ["? illegal Z9+"]),
        ("-X trax", ["="]), ("-M @0+", ["= 1 R - - 2 2 1"]),
    )  # fmt: skip
    with pytest.raises(ConsoleError, match="twice with different results"):
        HardwareConsole(transport).replay(["@0+", "Z9+"])


def test_both_engines_tell_a_game(engine: Engine) -> None:
    assert engine.replay(LOOP) == Summary(3, True, "red", "loop", 4, 2, 2, None)
    assert engine.replay(LOOP[:2]) == Summary(2, False, None, None, 2, 2, 1, None)
    assert engine.replay([]) == Summary(0, False, None, None, 0, 0, 0, None)


@pytest.mark.parametrize("bad", ["A9+", "b1+", "", "B1+ ", "B1+\n", "\u00df"])
def test_both_engines_stop_at_a_bad_move(engine: Engine, bad: str) -> None:
    summary = engine.replay(["@0/", bad, "B1\\"])
    assert (summary.plies, summary.tiles) == (1, 1)
    assert summary.error is not None
    assert (summary.error.ply, summary.error.move) == (2, bad)
    assert summary.error.message


def test_a_move_after_the_end_is_bad(engine: Engine) -> None:
    summary = engine.replay([*LOOP, "A0+"])
    assert (summary.plies, summary.winner) == (3, "red")
    assert summary.error is not None
    assert summary.error.ply == 4


def test_both_engines_list_and_count(engine: Engine) -> None:
    assert engine.legal_moves([]) == ["@0+", "@0/"]
    assert engine.legal_moves(LOOP) == []
    assert engine.perft([], 3).nodes == 432
    assert {move: count.nodes for move, count in engine.divide(["@0/"], 2).items()} == dict.fromkeys(
        engine.legal_moves(["@0/"]), 18
    )
    assert list(engine.divide(["@0/"], 1)) == sorted(engine.legal_moves(["@0/"]))


@pytest.mark.parametrize(
    "ask", [lambda e, t: e.legal_moves(t), lambda e, t: e.perft(t, 1), lambda e, t: e.divide(t, 1)]
)
def test_a_position_that_cannot_be_reached(engine: Engine, ask: Callable[[Engine, list[str]], object]) -> None:
    with pytest.raises(PositionError, match="move 2: ") as caught:
        ask(engine, ["@0/", "Z9+"])
    assert (caught.value.fault.ply, caught.value.fault.move) == (2, "Z9+")


def test_cycles_come_from_the_hardware_only() -> None:
    assert ModelEngine().perft([], 1).cycles is None
    engine = HardwareEngine(session(FakeHardware()))
    assert engine.perft([], 1).cycles == 1000
    assert engine.divide([], 1)["@0+"].cycles == 1000


def test_hardware_that_dies_is_started_again_for_the_same_question() -> None:
    dying = FakeHardware()
    engine = HardwareEngine(session(dying, FakeHardware()))
    assert engine.perft([], 2).nodes == 24
    dying.close()
    assert engine.perft([], 3).nodes == 432


def test_hardware_that_always_dies_is_given_up() -> None:
    def dead() -> FakeTransport:
        return ScriptedTransport(("-X trax", [DisconnectedError("dead")]))

    with pytest.raises(DisconnectedError, match="dead"):
        HardwareEngine(session(dead(), dead())).perft([], 1)


def test_hardware_that_does_not_start_is_an_error_at_once() -> None:
    def fail() -> FakeTransport:
        raise TransportError("no compiler")

    with pytest.raises(TransportError, match="no compiler"):
        HardwareEngine(HardwareSession(fail)).perft([], 1)


def test_closing_the_engine_ends_the_hardware() -> None:
    hardware = FakeHardware()
    engine = HardwareEngine(session(hardware))
    engine.legal_moves([])
    engine.close()
    engine.close()
    assert hardware.closed


def test_the_hardware_is_asked_for_its_best_move() -> None:
    hardware = FakeHardware()
    analyst = HardwareAnalyst(session(hardware), lambda seconds: 10 + seconds, depth=5)
    assert analyst.best(["@0/"], TimeControl(0.1)) == Analysis("A0+", -12, 3, 456, 7890)
    assert {"-L 90", "-D 5"} < set(hardware.sent)
    assert hardware.timeouts[-1] == pytest.approx(10.1)
    HardwareAnalyst(session(hardware), lambda seconds: seconds, movetime=0.02).best(["@0/"], TimeControl(0.1))
    assert [line for line in hardware.sent if line.startswith("-L")] == ["-L 90", "-L 20"]
    analyst.close()
    assert hardware.closed


def test_a_player_in_software_is_asked_for_its_best_move() -> None:
    analyst = PlayerAnalyst(make_player(parse_spec("alphabeta:depth=1")), 0)
    best = analyst.best(LOOP[:2], TimeControl(5))
    assert best.move in ModelEngine().legal_moves(LOOP[:2])
    assert (best.depth, best.cycles) == (1, None)
    assert best.nodes
    analyst.close()


@pytest.mark.parametrize("texts", [LOOP, ["@0/", "Z9+"]])
def test_no_best_move_where_there_is_no_position(texts: list[str]) -> None:
    analysts = (
        HardwareAnalyst(session(FakeHardware()), float),
        PlayerAnalyst(make_player(parse_spec("random")), 0),
    )
    for analyst in analysts:
        with pytest.raises(PositionError) as caught:
            analyst.best(texts, TimeControl(1))
        assert caught.value.fault.move == texts[-1]


