"""Players over a scripted line, and players in software."""

from __future__ import annotations

import pytest

from icetrax.board import Board
from icetrax.clock import TimeControl
from icetrax.opponents import AlphaBetaChooser, RandomChooser
from icetrax.player import (
    ChooserPlayer,
    FloodError,
    LinePlayer,
    ListeningPlayer,
    NoRoomError,
    OpeningError,
    OutOfTimeError,
    RefusedError,
    StalledError,
    Thought,
    UnaskedError,
)
from icetrax.tile import Color
from icetrax.transport import DisconnectedError, Listener, MalformedLineError, TransportError, connect_tcp
from tests.host.fakes import CONTROL, FakeTransport, ScriptedTransport


def board_after(*texts: str) -> Board:
    board = Board()
    for text in texts:
        board.push_text(text)
    return board


def player_over(*transports: FakeTransport) -> LinePlayer:
    """A player whose connections are these, one after the other."""
    queue = list(transports)
    return LinePlayer("wire", lambda: queue.pop(0))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("icetrax.player._HANDSHAKE_SECONDS", 0.02)


def test_a_game_as_white() -> None:
    line = ScriptedTransport(("-T", ["XX"]), ("-W", ["@0/"]), ("B1\\", ["A2\\"]))
    player = player_over(line)
    player.new_game(Color.WHITE, CONTROL, 0)
    assert player.id == "XX"
    assert player.play(board_after(), CONTROL).text == "@0/"
    assert player.play(board_after("@0/", "B1\\"), CONTROL).text == "A2\\"
    player.end_game(board_after("@0/", "B1\\", "A2\\"))
    assert line.finished


def test_a_game_as_red_with_the_last_move() -> None:
    line = ScriptedTransport(("-T", ["XX"]), ("-B", []), ("@0/", ["B1\\"]), ("A2\\", []))
    player = player_over(line)
    player.new_game(Color.RED, CONTROL, 0)
    assert player.play(board_after("@0/"), CONTROL).text == "B1\\"
    player.end_game(board_after("@0/", "B1\\", "A2\\"))
    assert line.finished


def test_our_own_hardware_is_told_its_budget() -> None:
    line = ScriptedTransport(("-T", ["IT"]), ("-L 450", ["="]), ("-B", []))
    player_over(line).new_game(Color.RED, CONTROL, 0)
    assert line.finished


def test_what_was_left_of_the_game_before_is_ignored() -> None:
    line = ScriptedTransport(
        ("-T", ["B1+", "? late", MalformedLineError("rubbish"), "# 1 2", "XX"]), ("-B", []), before=["A0+", "A0/"]
    )
    player = player_over(line)
    player.new_game(Color.RED, CONTROL, 0)
    assert player.id == "XX"
    assert line.finished


def test_no_id_is_a_stall_that_quotes_what_came_and_ends_the_connection() -> None:
    line = ScriptedTransport(("-T", ["hello"]))
    second = ScriptedTransport(("-T", ["XX"]), ("-B", []))
    player = player_over(line, second)
    with pytest.raises(StalledError, match=r"no answer to -T within 0\.02 s, but 'hello'"):
        player.new_game(Color.WHITE, CONTROL, 0)
    assert line.closed
    player.new_game(Color.RED, CONTROL, 0)
    assert second.finished


def test_remarks_are_no_answers() -> None:
    line = ScriptedTransport(("-W", ["# 1 5 20 300 @0+", "#", "@0+"]))
    player = player_over(line)
    player.open()
    assert player.play(board_after(), CONTROL).text == "@0+"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("? illegal @0+", RefusedError),
        ("? full", NoRoomError),
        ("? full A1+", NoRoomError),
        ("?", RefusedError),
        ("=", MalformedLineError),
    ],
)
def test_console_answers_are_no_moves(answer: str, error: type[Exception]) -> None:
    player = player_over(ScriptedTransport(("-W", [answer])))
    player.open()
    with pytest.raises(error, match="instead of a move") as caught:
        player.play(board_after(), CONTROL)
    assert caught.type is error


def test_remarks_without_end_are_a_flood_and_end_the_connection() -> None:
    line = ScriptedTransport(("-W", ["# thinking"] * 1001))
    player = player_over(line)
    player.open()
    with pytest.raises(FloodError, match="more than 1000 lines without a move"):
        player.play(board_after(), CONTROL)
    assert line.closed


def test_our_own_hardware_begins_from_an_opening() -> None:
    state = ["= 1 R - - 1 1 1"]
    opening = board_after("@0/", "B1+", "A0+")
    begun = [("-T", ["IT"]), ("-L 450", ["="])]
    red = ScriptedTransport(*begun, ("-B", []), ("-I", ["="]), ("-M @0/", state), ("-M B1+", state), ("A0+", ["A0/"]))
    player = player_over(red)
    player.new_game(Color.RED, CONTROL, 0)
    player.set_up(opening)
    assert player.play(opening, CONTROL).text == "A0/"
    assert red.finished
    white = ScriptedTransport(
        *begun, ("-I", ["="]), ("-M @0/", state), ("-M B1+", state), ("-M A0+", state), ("A0/", ["A0+"])
    )
    player = player_over(white)
    player.new_game(Color.WHITE, CONTROL, 0)
    player.set_up(opening)
    assert player.play(board_after("@0/", "B1+", "A0+", "A0/"), CONTROL).text == "A0+"
    assert white.finished


def test_what_the_hardware_refuses_of_an_opening_is_told_at_once() -> None:
    line = ScriptedTransport(("-T", ["IT"]), ("-L 450", ["="]), ("-I", ["="]), ("-M @0/", ["? full @0/"]))
    player = player_over(line)
    player.new_game(Color.WHITE, CONTROL, 0)
    with pytest.raises(RefusedError, match=r"'\? full @0/' in answer to -M @0/"):
        player.set_up(board_after("@0/"))


def test_other_players_cannot_be_given_an_opening() -> None:
    player = player_over(ScriptedTransport(("-T", ["XX"])))
    player.new_game(Color.WHITE, CONTROL, 0)
    with pytest.raises(OpeningError, match="wire cannot be given an opening: its id is XX"):
        player.set_up(board_after("@0/"))


def test_the_hardware_is_told_its_budget_before_each_move_of_a_game_with_increment() -> None:
    line = ScriptedTransport(("-T", ["IT"]), ("-L 450", ["="]), ("-L 245", ["="]), ("-W", ["@0/"]))
    player = player_over(line)
    player.new_game(Color.WHITE, CONTROL, 0)
    assert player.play(board_after(), TimeControl(6, increment=0.05)).text == "@0/"
    assert line.finished


def test_a_malformed_line_passes_through() -> None:
    player = player_over(ScriptedTransport(("-W", [MalformedLineError("'..' is longer")])))
    player.open()
    with pytest.raises(MalformedLineError, match="is longer"):
        player.play(board_after(), CONTROL)


def test_a_line_that_nobody_asked_for_is_an_offence() -> None:
    line = ScriptedTransport(("-W", ["@0+", "# remark", "@0+"]))
    player = player_over(line)
    player.open()
    player.play(board_after(), CONTROL)
    with pytest.raises(UnaskedError, match=r"'@0\+' without having been asked"):
        player.play(board_after("@0+", "A0+"), CONTROL)
    assert line.sent == ["-W"]


def test_remarks_between_moves_are_ignored_but_not_without_end() -> None:
    line = ScriptedTransport(("A0+", ["A0+"]), before=["# a", "# b"])
    player = player_over(line)
    player.open()
    assert player.play(board_after("@0+", "A0+"), CONTROL).text == "A0+"
    line.pending.extend(["#"] * 2000)
    with pytest.raises(FloodError, match="more than 1000 lines"):
        player.play(board_after("@0+", "A0+"), CONTROL)


def test_no_answer_in_time() -> None:
    line = ScriptedTransport(("-W", []))
    player = player_over(line)
    player.open()
    control = TimeControl(0.2, margin=0.3)
    with pytest.raises(OutOfTimeError, match=r"no answer within 0\.5 s"):
        player.play(board_after(), control)
    assert 0.4 < (line.timeouts[-1] or 0) <= 0.5
    assert not line.closed  # it may still be thinking; the next -T will find out


def test_a_lost_connection_is_made_again_for_the_next_game() -> None:
    first = ScriptedTransport(("-W", [DisconnectedError("gone")]))
    second = ScriptedTransport(("-T", ["XX"]), ("-W", ["@0/"]))
    player = player_over(first, second)
    player.open()
    with pytest.raises(DisconnectedError, match="gone"):
        player.play(board_after(), CONTROL)
    assert first.closed
    with pytest.raises(DisconnectedError, match="not connected"):
        player.play(board_after(), CONTROL)
    player.new_game(Color.WHITE, CONTROL, 0)
    assert player.play(board_after(), CONTROL).text == "@0/"


@pytest.mark.parametrize("answer", [[], [DisconnectedError("gone")]])
def test_a_connection_without_answer_after_a_game_is_made_again(answer: list[str | Exception]) -> None:
    first = ScriptedTransport(("-T", ["XX"]), ("-B", []), ("-T", answer))
    second = ScriptedTransport(("-T", ["YY"]), ("-B", []))
    player = player_over(first, second)
    for _ in range(2):
        player.new_game(Color.RED, CONTROL, 0)
    assert player.id == "YY"
    assert first.closed
    assert second.finished


def test_a_connection_that_cannot_be_made() -> None:
    def refuse() -> FakeTransport:
        raise TransportError("nobody there")

    with pytest.raises(TransportError, match="nobody there"):
        LinePlayer("wire", refuse).open()


def test_closing_closes_the_line() -> None:
    line = ScriptedTransport()
    player = player_over(line)
    player.open()
    player.close()
    player.close()
    assert line.closed


def test_a_player_that_connects_to_us_may_do_so_again() -> None:
    told: list[str] = []
    player = ListeningPlayer("listen", Listener("127.0.0.1", 0), told.append)
    for _ in range(2):
        client = connect_tcp("127.0.0.1", player.port)
        player.open()
        client.close()
        with pytest.raises(DisconnectedError):
            player.new_game(Color.RED, CONTROL, 0)
    assert told == [f"waiting for a player to connect to 127.0.0.1 port {player.port}"] * 2
    player.close()
    with pytest.raises(TransportError, match="cannot connect"):
        connect_tcp("127.0.0.1", player.port)


def test_a_player_in_software_plays_the_same_with_the_same_seed() -> None:
    def game(seed: int) -> list[str]:
        player = ChooserPlayer("random", RandomChooser)
        player.new_game(Color.WHITE, CONTROL, seed)
        board = Board()
        while board.plies < 12 and not board.is_over():
            reply = player.play(board, CONTROL)
            assert 0 <= reply.seconds < 1
            board.push_text(reply.text)
        return [str(move) for move in board.move_stack]

    assert game(5) == game(5)
    assert len({tuple(game(seed)) for seed in range(5)}) > 1


def test_a_player_in_software_gets_the_budget() -> None:
    class Curious(RandomChooser):
        seconds: float | None = None

        def choose(self, board, limit):  # type: ignore[no-untyped-def]
            Curious.seconds = limit.seconds
            return super().choose(board, limit)

    player = ChooserPlayer("curious", Curious)
    player.new_game(Color.WHITE, TimeControl(2), 0)
    player.play(Board(), TimeControl(2))
    assert Curious.seconds == pytest.approx(1.8)


def test_a_variant_is_refused_where_there_is_no_way_to_tell_it() -> None:
    line = ScriptedTransport(("-T", ["XX"]))
    player = player_over(line)
    player.new_game(Color.WHITE, CONTROL, 0)
    with pytest.raises(OpeningError, match="wire does not play the variant loop"):
        player.set_up(Board("loop"))
    assert line.finished


def test_thoughts_are_passed_on_and_asked_for_only_then() -> None:
    remarks = ["# 1 -12 34 567 B1/", "# begin", "# 2 30000 99 1200 B1+", "B1+"]
    line = ScriptedTransport(("-T", ["IT"]), ("-L 450", ["="]), ("-V 1", ["="]), ("-B", []), ("@0/", remarks))
    player = player_over(line)
    heard: list[Thought] = []
    player.on_thought = heard.append
    player.new_game(Color.RED, CONTROL, 0)
    assert player.play(board_after("@0/"), CONTROL).text == "B1+"
    assert heard == [Thought(1, -12, 34, "B1/", 567), Thought(2, 30000, 99, "B1+", 1200)]


def test_thoughts_of_a_player_in_software() -> None:
    player = ChooserPlayer("alphabeta", lambda _: AlphaBetaChooser(depth=2))
    heard: list[Thought] = []
    player.on_thought = heard.append
    player.new_game(Color.RED, CONTROL, 0)
    reply = player.play(board_after("@0/"), TimeControl(60))
    assert [thought.depth for thought in heard] == [1, 2]
    assert (heard[-1].move, heard[-1].score, heard[-1].nodes) == (reply.text, reply.score, reply.nodes)
