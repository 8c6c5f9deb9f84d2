"""Lines over pipes, sockets, pseudo-terminals and programs."""

from __future__ import annotations

import os
import pty
import socket
import sys
import threading
import time
import tracemalloc
import tty
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax.transport import (
    DisconnectedError,
    FdTransport,
    LineBuffer,
    Listener,
    MalformedLineError,
    PseudoTerminal,
    TransportError,
    connect_tcp,
    open_serial,
    start_command,
)

LINES = st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=20))


def program(text: str) -> str:
    """A command that runs some Python."""
    return f"{sys.executable} -u -c '{text}'"


def drain(buffer: LineBuffer) -> list[str]:
    """All lines of a buffer, malformed ones as '!' and the beginning of the message."""
    lines = []
    while True:
        try:
            line = buffer.next_line()
        except MalformedLineError as error:
            lines.append(f"!{str(error)[:6]}")
            continue
        if line is None:
            return lines
        lines.append(line)


@given(LINES, st.integers(1, 9), st.sampled_from([b"\n", b"\r\n", b"\n\n"]))
def test_lines_do_not_depend_on_how_the_bytes_arrive(lines: list[str], step: int, end: bytes) -> None:
    data = b"".join(line.encode() + end for line in lines)
    buffer = LineBuffer()
    heard = []
    for k in range(0, len(data), step):
        buffer.feed(data[k : k + step])
        heard += drain(buffer)
    assert heard == lines
    assert buffer.taken == data.count(b"\n")


def test_a_line_without_its_end_is_not_a_line_yet() -> None:
    buffer = LineBuffer()
    buffer.feed(b"B1/")
    assert buffer.next_line() is None
    buffer.feed(b"\n")
    assert buffer.next_line() == "B1/"


@pytest.mark.parametrize("bad", [b"B\xff1+", b"B1\x00+", b"B1\r+", "B1\u00b9+".encode(), b"\x1b[A", b"B1\t+"])
def test_what_is_not_printable_ascii_is_refused_and_quoted(bad: bytes) -> None:
    buffer = LineBuffer()
    buffer.feed(bad + b"\nA0+\n")
    with pytest.raises(MalformedLineError, match="is not printable ASCII") as caught:
        buffer.next_line()
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()
    assert buffer.next_line() == "A0+"


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_an_overlong_line_is_reported_once_and_thrown_away(step: int) -> None:
    buffer = LineBuffer(limit=10)
    data = b"ok\n" + b"x" * 500 + b"\nfine\n" + b"y" * 10 + b"\n"
    heard = []
    for k in range(0, len(data), step):
        buffer.feed(data[k : k + step])
        heard += drain(buffer)
        assert len(buffer._data) <= 10 + step
    assert heard == ["ok", "!'xxxxx", "fine", "y" * 10]
    assert buffer.taken == 4


def test_the_message_about_a_long_line_is_short() -> None:
    buffer = LineBuffer()
    buffer.feed(b"z" * 100_000)
    with pytest.raises(MalformedLineError) as caught:
        buffer.next_line()
    assert len(str(caught.value)) < 100


def test_a_line_without_end_takes_no_memory() -> None:
    transport = start_command(program('import sys; [sys.stdout.write("x" * 100_000) for _ in range(200)]; print()'))
    heard = 0

    def count(sent: bool, data: bytes) -> None:
        nonlocal heard
        heard += len(data)

    transport.tap = count
    tracemalloc.start()
    try:
        with pytest.raises(MalformedLineError, match="is longer than 256 characters"):
            transport.read_line(10)
        with pytest.raises(DisconnectedError):
            transport.read_line(60)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        transport.close()
    assert heard == 200 * 100_000 + 1
    assert peak < 100_000


def send_many(transport: FdTransport, count: int) -> None:
    for _ in range(count):
        transport.send_line("A" * 100)


@pytest.fixture
def pair() -> Iterator[tuple[FdTransport, socket.socket]]:
    """A transport and its other end."""
    ours, theirs = socket.socketpair()
    transport = FdTransport("peer", ours.fileno(), ours.fileno(), ours.close)
    yield transport, theirs
    transport.close()
    theirs.close()


def test_lines_go_both_ways(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, peer = pair
    transport.send_line("-W")
    assert peer.recv(10) == b"-W\n"
    peer.sendall(b"@0/\r\nB1+\n")
    assert transport.read_line(1) == "@0/"
    assert transport.read_line(0) == "B1+"
    assert (transport.lines_in, transport.lines_out) == (2, 1)


def test_waiting_ends_with_the_time(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, peer = pair
    peer.sendall(b"half a li")
    start = time.monotonic()
    assert transport.read_line(0.1) is None
    assert 0.09 < time.monotonic() - start < 1
    assert transport.read_line(0) is None


def test_waiting_ends_with_the_time_although_bytes_keep_coming(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, peer = pair
    stop = threading.Event()

    def trickle() -> None:
        while not stop.wait(0.01):
            peer.sendall(b"x")

    thread = threading.Thread(target=trickle)
    thread.start()
    start = time.monotonic()
    assert transport.read_line(0.2) is None
    assert time.monotonic() - start < 1
    stop.set()
    thread.join()


def test_lines_before_the_end_are_still_heard(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, peer = pair
    peer.sendall(b"A0+\nhalf")
    peer.close()
    assert transport.read_line(1) == "A0+"
    for _ in range(2):
        with pytest.raises(DisconnectedError, match="peer has gone"):
            transport.read_line(1)


def test_sending_to_nobody(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, peer = pair
    peer.close()
    with pytest.raises(DisconnectedError):
        send_many(transport, 3)


def test_sending_to_somebody_who_takes_nothing(
    pair: tuple[FdTransport, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("icetrax.transport._WRITE_SECONDS", 0.05)
    transport, _ = pair
    with pytest.raises(DisconnectedError, match="peer takes no input"):
        send_many(transport, 100_000)


@pytest.mark.parametrize("text", ["A0+\n-T", "\u00e4", "\r"])
def test_what_is_not_a_line_is_not_sent(pair: tuple[FdTransport, socket.socket], text: str) -> None:
    transport, _ = pair
    with pytest.raises(ValueError, match="cannot be sent"):
        transport.send_line(text)
    assert transport.lines_out == 0


def test_a_closed_transport_says_so(pair: tuple[FdTransport, socket.socket]) -> None:
    transport, _ = pair
    transport.close()
    transport.close()
    with pytest.raises(DisconnectedError, match="closed"):
        transport.read_line(0)
    with pytest.raises(DisconnectedError, match="closed"):
        transport.send_line("-T")


def test_a_program_is_talked_with_and_ended() -> None:
    transport = start_command(program("import sys; [print(line.strip()[::-1]) for line in sys.stdin]"))
    transport.send_line("abc")
    assert transport.read_line(10) == "cba"
    transport.close()


def test_a_program_that_ends_tells_its_status() -> None:
    transport = start_command(program('import sys; print("A0+"); sys.exit(7)'))
    assert transport.read_line(10) == "A0+"
    with pytest.raises(DisconnectedError, match="exit status 7"):
        transport.read_line(10)
    transport.close()


def test_a_program_that_is_killed_tells_by_what() -> None:
    transport = start_command(program("import os; os.kill(os.getpid(), 9)"))
    with pytest.raises(DisconnectedError, match="SIGKILL"):
        transport.read_line(10)
    transport.close()


def test_closing_ends_a_program_that_does_not_want_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("icetrax.transport._LEAVE_SECONDS", 0.1)
    transport = start_command(
        program("import os, signal, time; signal.signal(15, signal.SIG_IGN); print(os.getpid()); time.sleep(60)")
    )
    pid = int(transport.read_line(10) or 0)
    transport.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("command", ["/no/such/program", "", "unclosed 'quote", "/etc/passwd"])
def test_a_program_that_cannot_be_started(command: str) -> None:
    with pytest.raises(TransportError, match="cannot start") as caught:
        start_command(command)
    assert repr(command) in str(caught.value)


def test_connecting_over_tcp() -> None:
    listener = Listener("127.0.0.1", 0)
    player = connect_tcp("127.0.0.1", listener.port)
    referee = listener.accept(5)
    referee.send_line("-T")
    assert player.read_line(5) == "-T"
    player.send_line("IT")
    assert referee.read_line(5) == "IT"
    player.close()
    with pytest.raises(DisconnectedError):
        referee.read_line(5)
    again = connect_tcp("127.0.0.1", listener.port)
    referee.close()
    referee = listener.accept(5)
    for end in (again, referee, listener):
        end.close()


def test_a_port_in_use() -> None:
    listener = Listener("127.0.0.1", 0)
    with pytest.raises(TransportError, match=rf"cannot wait on 127.0.0.1 port {listener.port}: Address already in use"):
        Listener("127.0.0.1", listener.port)
    listener.close()


def test_nobody_connects() -> None:
    listener = Listener("127.0.0.1", 0)
    with pytest.raises(TransportError, match=r"no player has connected .* within 0\.05 s"):
        listener.accept(0.05)
    listener.close()


def test_nobody_waits() -> None:
    listener = Listener("127.0.0.1", 0)
    listener.close()
    with pytest.raises(TransportError, match=rf"cannot connect to 127.0.0.1 port {listener.port}: Connection refused"):
        connect_tcp("127.0.0.1", listener.port)


def test_a_serial_port() -> None:
    ours, theirs = pty.openpty()
    tty.setraw(ours)
    transport = open_serial(os.ttyname(theirs), 115_200)
    transport.send_line("-T")
    assert os.read(ours, 10) == b"-T\n"
    os.write(ours, b"IT\r\n")
    assert transport.read_line(5) == "IT"
    with pytest.raises(TransportError, match="who else uses it"):
        open_serial(os.ttyname(theirs), 115_200)
    os.close(theirs)
    os.close(ours)
    with pytest.raises(DisconnectedError):
        transport.read_line(5)
    transport.close()


@pytest.mark.parametrize(
    ("device", "reason"),
    [("/dev/no-such-device", "No such file or directory"), ("/etc/passwd", "it is not a serial port")],
)
def test_a_serial_port_that_is_none(device: str, reason: str) -> None:
    with pytest.raises(TransportError, match=f"cannot open serial device {device} at 115200 baud: {reason}"):
        open_serial(device, 115_200)


def test_what_was_begun_when_the_peer_went_is_told() -> None:
    ours, theirs = socket.socketpair()
    transport = FdTransport("peer", ours.fileno(), ours.fileno(), ours.close)
    theirs.sendall(b"@0+\nB1")
    theirs.close()
    assert transport.read_line(1) == "@0+"
    with pytest.raises(DisconnectedError, match=r"^peer has gone \(in the middle of the line 'B1'\)$"):
        transport.read_line(1)
    transport.close()


def test_a_tap_sees_all_bytes() -> None:
    ours, theirs = socket.socketpair()
    transport = FdTransport("peer", ours.fileno(), ours.fileno(), ours.close)
    seen: list[tuple[bool, bytes]] = []
    transport.tap = lambda sent, data: seen.append((sent, data))
    transport.send_line("-T")
    theirs.sendall(b"\xffX\r\n\nY")
    with pytest.raises(MalformedLineError):
        transport.read_line(1)
    assert transport.read_line(0.01) is None
    assert seen == [(True, b"-T\n"), (False, b"\xffX\r\n\nY")]
    transport.close()
    theirs.close()


def test_a_pseudo_terminal_is_opened_like_a_serial_port() -> None:
    terminal = PseudoTerminal()
    with pytest.raises(TransportError, match=f"no player has opened {terminal.where} within 0.05 s"):
        terminal.accept(0.05)
    for text in ("-T", "-W"):  # a player may come back
        device = open_serial(terminal.where, 115_200)
        transport = terminal.accept(1)
        transport.send_line(text)
        assert device.read_line(1) == text
        device.send_line("XX")
        assert transport.read_line(1) == "XX"
        transport.send_line("left over")
        device.close()
        with pytest.raises(DisconnectedError, match="has gone"):
            transport.read_line(1)
        transport.close()
    terminal.close()
    terminal.close()
