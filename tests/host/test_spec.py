"""SPECs and the players that they name."""

from __future__ import annotations

import pytest

from icetrax.analyst import HardwareAnalyst, PlayerAnalyst
from icetrax.clock import TimeControl
from icetrax.human import HumanPlayer
from icetrax.player import ChooserPlayer, LinePlayer, ListeningPlayer
from icetrax.simulated import SimPlayer
from icetrax.spec import KNOWN, PlayerSpec, SpecError, make_analyst, make_player, parse_spec
from icetrax.transport import TransportError
from tests.host.fakes import FakeHardware, ScriptedTransport


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", PlayerSpec("random", "random")),
        ("human", PlayerSpec("human", "human")),
        ("alphabeta", PlayerSpec("alphabeta", "alphabeta")),
        ("alphabeta:depth=3", PlayerSpec("alphabeta:depth=3", "alphabeta", depth=3)),
        ("sim", PlayerSpec("sim", "sim", config="hx8k")),
        (
            "sim:config=up5k,link=byte,depth=4",
            PlayerSpec("sim:config=up5k,link=byte,depth=4", "sim", config="up5k", link="byte", depth=4),
        ),
        ("serial:/dev/ttyUSB0", PlayerSpec("serial:/dev/ttyUSB0", "serial", device="/dev/ttyUSB0", baud=115_200)),
        ("serial:/dev/x@9600", PlayerSpec("serial:/dev/x@9600", "serial", device="/dev/x", baud=9600)),
        ("tcp:localhost:10001", PlayerSpec("tcp:localhost:10001", "tcp", host="localhost", port=10_001)),
        ("listen:0", PlayerSpec("listen:0", "listen", host="127.0.0.1", port=0)),
        ("pty", PlayerSpec("pty", "pty")),
        ("listen:0.0.0.0:10002", PlayerSpec("listen:0.0.0.0:10002", "listen", host="0.0.0.0", port=10_002)),
        ("exec:java -jar a:b.jar", PlayerSpec("exec:java -jar a:b.jar", "exec", command="java -jar a:b.jar")),
    ],
)
def test_a_spec_is_read(text: str, spec: PlayerSpec) -> None:
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "use one of sim"),
        ("Random", "use one of sim"),
        ("alphabetagamma", "use one of sim"),
        ("random:7", "random takes nothing after it"),
        ("human:", "human takes nothing after it"),
        ("alphabeta:", "'' is not one of depth="),
        ("alphabeta:depth", "'depth' is not one of depth="),
        ("alphabeta:depth=0", "depth '0' is not a number from 1"),
        ("alphabeta:depth=-1", "depth '-1' is not a number"),
        ("alphabeta:depth=two", "depth 'two' is not a number"),
        ("alphabeta:depth=2,depth=3", "depth is given twice"),
        ("sim:size=9", "'size=9' is not one of config=.., link=.., depth=.."),
        ("sim:link=word", "link 'word' is neither bit nor byte"),
        ("sim:config=hx1k", "unknown configuration 'hx1k': choose one of hx8k"),
        ("serial:", "write serial:DEVICE"),
        ("serial:@9600", "write serial:DEVICE"),
        ("serial:/dev/x@fast", "write serial:DEVICE"),
        ("serial:/dev/x@0", "write serial:DEVICE"),
        ("tcp:10001", "write tcp:HOST:PORT"),
        ("tcp:host:0", "write tcp:HOST:PORT"),
        ("tcp:host:70000", "write tcp:HOST:PORT"),
        ("listen:", "write listen:"),
        ("listen:http", "write listen:"),
        ("exec: ", "write exec:COMMAND"),
    ],
)
def test_what_is_no_spec_is_quoted_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(text)
    assert str(caught.value).startswith(f"{text!r} is not a player: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_message_names_all_that_is_known() -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec("chess")
    assert all(form in str(caught.value) for form in KNOWN)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("random", ChooserPlayer),
        ("greedy", ChooserPlayer),
        ("alphabeta:depth=1", ChooserPlayer),
        ("human", HumanPlayer),
        ("sim:config=small", SimPlayer),
        ("serial:/dev/none", LinePlayer),
        ("tcp:localhost:1", LinePlayer),
        ("exec:true", LinePlayer),
        ("listen:0", ListeningPlayer),
    ],
)
def test_a_player_is_made_without_starting_it(text: str, kind: type) -> None:
    player = make_player(parse_spec(text))
    assert type(player) is kind
    assert player.name == text
    player.close()


def test_a_port_in_use_is_found_at_once() -> None:
    first = make_player(parse_spec("listen:0"))
    assert isinstance(first, ListeningPlayer)
    with pytest.raises(TransportError, match="Address already in use"):
        make_player(parse_spec(f"listen:{first.port}"))
    first.close()


@pytest.mark.parametrize("text", ["random", "greedy", "alphabeta", "human"])
def test_players_in_software_are_asked_by_the_board(text: str) -> None:
    assert isinstance(make_analyst(parse_spec(text)), PlayerAnalyst)


@pytest.mark.parametrize("text", ["sim", "serial:/dev/none", "tcp:localhost:1", "exec:true"])
def test_players_on_a_line_are_asked_by_the_console(text: str) -> None:
    assert isinstance(make_analyst(parse_spec(text)), HardwareAnalyst)


def test_hardware_on_a_line_is_asked_for_its_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    hardware = FakeHardware()
    monkeypatch.setattr("icetrax.spec.open_serial", lambda device, baud: hardware)
    analyst = make_analyst(parse_spec("serial:/dev/board@9600"))
    assert analyst.best(["@0/"], TimeControl(1)).move == "A0+"
    assert hardware.sent[0] == "-T"
    analyst.close()


def test_other_players_on_a_line_are_not_sent_console_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    line = ScriptedTransport(("-T", ["GT"]))
    monkeypatch.setattr("icetrax.spec.connect_tcp", lambda host, port: line)
    analyst = make_analyst(parse_spec("tcp:localhost:1"))
    with pytest.raises(TransportError, match="its id is GT, and only IT understands"):
        analyst.best(["@0/"], TimeControl(1))
    assert line.closed


def test_who_connects_to_us_cannot_be_asked() -> None:
    with pytest.raises(SpecError, match="use tcp:HOST:PORT"):
        make_analyst(parse_spec("listen:0"))
