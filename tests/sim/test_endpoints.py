"""The program around the hardware, with a stand-in for the player that sends everything back."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from icetrax_rtl.config import SMALL
from icetrax_sim import SimError, SimProcess, build
from tests.sim.echo import THINKING, Echo

BIT = SMALL.divisor


@pytest.fixture(scope="module")
def program() -> Path:
    return build(SMALL, player=Echo)


def run(program: Path, *options: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([program, *options], input=data, capture_output=True, timeout=60, check=False)


def connect(process: SimProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", process.port), timeout=20)


def read_to_end(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("link", ["bit", "byte"])
def test_every_byte_passes(program: Path, link: str) -> None:
    # In bits, no more of them than the queues hold: nothing stops a serial line.
    data = bytes(byte for byte in range(256) if byte != ord("\n")) * (1 if link == "bit" else 300)
    done = run(program, "--stdio", "--link", link, data=data)
    assert done.stdout == data
    assert done.returncode == 0


def test_many_lines_wait_their_turn_in_bytes(program: Path) -> None:
    data = b"".join(b"%d\n" % k for k in range(1000))
    assert run(program, "--stdio", "--link", "byte", data=data).stdout == data


def test_a_flood_in_bits_loses_bytes_and_says_so(program: Path) -> None:
    # The hardware holds back each line feed for longer than a line takes to come in.
    done = run(program, "--stdio", data=b"a\n" * 2000)
    assert 0 < done.stdout.count(b"a") < 2000
    assert b"!" in done.stdout


def test_another_baud_rate(program: Path) -> None:
    slow, fast = (run(program, "--stdio", "--baud", baud, "--stats", data=b"x" * 100) for baud in ("10000", "125000"))
    assert slow.stdout == fast.stdout == b"x" * 100
    cycles = [int(done.stderr.split()[0]) for done in (slow, fast)]
    assert cycles[0] > 101 * 10 * 100 > 5 * cycles[1]


def test_stamps_are_exact_in_bits(program: Path) -> None:
    with SimProcess(SMALL, program=program) as process:
        for text in (b"\n", b"abc\n"):
            process.stdin.write(text)
            assert b"".join(process.stdout.read(1) for _ in text) == text
            answer = process.stamps.next_answer()
            # The line feed is in at the middle of its stop bit, is held back, and takes ten bits to come out.
            expected = THINKING + 10 * BIT - BIT // 2
            assert expected <= answer.cycles <= expected + 12
        with pytest.raises(SimError, match="not sent any further line"):
            process.stamps.next_answer()


def test_stamps_go_to_an_open_file(program: Path, tmp_path: Path) -> None:
    with open(tmp_path / "stamps", "w+") as stamps:
        command = [program, "--stdio", "--link", "byte", "--stamps-fd", str(stamps.fileno())]
        subprocess.run(command, input=b"a\nb\n", stdout=subprocess.DEVNULL, pass_fds=[stamps.fileno()], check=True)
        stamps.seek(0)
        lines = [line.split() for line in stamps]
    assert sorted(kind for kind, _ in lines) == ["rx", "rx", "tx", "tx"]
    cycles = [int(cycle) for _, cycle in lines]
    assert cycles == sorted(cycles)
    assert cycles[-1] - cycles[-2] >= THINKING


def test_the_limit_of_cycles_is_exact_and_told(program: Path) -> None:
    done = run(program, "--stdio", "--link", "byte", "--cycles", "4000", "--stats", data=b"abc\nd")
    assert done.returncode == 3
    assert done.stdout == b"abc"
    limit, stats = done.stderr.decode().splitlines()
    assert limit == "icetrax-sim: stopped at the limit of 4000 cycles"
    assert stats.startswith("4000 cycles")


def test_a_terminal_loses_what_nobody_reads(program: Path) -> None:
    with SimProcess(SMALL, endpoint="pty", link="byte", program=program) as process:
        with serial.Serial(process.device, timeout=20, write_timeout=20) as line:
            for _ in range(100):
                line.write(b"x" * 4000)  # and never reads
        with serial.Serial(process.device, timeout=20) as line:
            line.write(b"y\n")
            received = line.read_until(b"\n")
        # The latest of what waited in the simulation comes first, then what was asked for.
        assert received.endswith(b"y\n")
        assert len(received) < 100 * 4000


def test_a_tcp_client_gets_its_answers_after_it_has_finished_sending(program: Path) -> None:
    with SimProcess(SMALL, endpoint="tcp", program=program) as process, connect(process) as connection:
        connection.sendall(b"one\ntwo\n")
        connection.shutdown(socket.SHUT_WR)
        assert read_to_end(connection) == b"one\ntwo\n"


def test_a_second_tcp_client_waits_for_the_first_to_go(program: Path) -> None:
    with SimProcess(SMALL, endpoint="tcp", program=program) as process:
        first, second = connect(process), connect(process)
        with first, second:
            second.sendall(b"second\n")
            first.sendall(b"first\n")
            assert first.makefile("rb").readline() == b"first\n"
            assert not select.select([second], [], [], 0.3)[0]
            first.close()
            assert second.makefile("rb").readline() == b"second\n"


def test_a_tcp_client_that_vanishes_does_no_harm(program: Path) -> None:
    with SimProcess(SMALL, endpoint="tcp", link="byte", program=program) as process:
        for _ in range(3):
            with connect(process) as connection:
                connection.sendall(b"x" * 100_000 + b"\n")  # answers to which nobody listens
        with connect(process) as connection:
            connection.sendall(b"here\n")
            lines = connection.makefile("rb")
            while not (line := lines.readline()).endswith(b"here\n"):
                assert line
        assert process.poll() is None


def test_a_slow_tcp_client_gets_everything(program: Path) -> None:
    data = b"x" * 1_000_000 + b"\n"
    with SimProcess(SMALL, endpoint="tcp", link="byte", program=program) as process, connect(process) as connection:
        received = bytearray()
        sent = 0
        connection.setblocking(False)
        while len(received) < len(data):
            readable, writable, _ = select.select([connection], [connection] if sent < len(data) else [], [], 20)
            assert readable or writable
            if writable:
                sent += connection.send(data[sent : sent + 65536])
            elif readable:  # only when nothing more can be sent
                received += connection.recv(65536)
        assert received == data


def test_a_slow_reader_of_standard_output_gets_everything(program: Path) -> None:
    data = b"x" * 400_000 + b"\n"
    with subprocess.Popen(
        [program, "--stdio", "--link", "byte"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        feeder = subprocess.Popen([sys.executable, "-c", f"print('x' * {len(data) - 1})"], stdout=process.stdin)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        time.sleep(0.5)
        assert process.stdout.read() == data
        assert feeder.wait(20) == 0
        assert process.wait(20) == 0


def test_it_ends_when_nobody_reads_its_output_any_more(program: Path) -> None:
    with subprocess.Popen([program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"x\n")
        process.stdin.flush()
        assert process.wait(20) == 0


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("busy", [False, True])
def test_signals_end_it(program: Path, kind: signal.Signals, busy: bool) -> None:
    with SimProcess(SMALL, link="byte", program=program) as process:
        process.stdin.write(b"\n" * 4000 if busy else b"x")
        process.stdout.read(1)
        os.kill(process.pid, kind)
        assert process.wait(20) == 0


@pytest.mark.parametrize("endpoint", ["--pty", "--tcp=0"])
def test_it_ends_with_whoever_started_it(program: Path, endpoint: str) -> None:
    command = [program, *endpoint.split("="), "--lifeline"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline()
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_port_in_use_is_the_message_of_the_error(program: Path) -> None:
    with SimProcess(SMALL, endpoint="tcp", program=program) as first, pytest.raises(SimError) as caught:
        SimProcess(SMALL, endpoint="tcp", port=first.port, program=program)
    assert str(caught.value) == f"port {first.port} is in use: choose another, or 0 for any free one"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "one of --stdio, --pty and --tcp is needed"),
        (["--stdio", "--pty"], "only one of --stdio, --pty and --tcp can be given"),
        (["--tcp"], "--tcp needs a value"),
        (["--tcp", "65536"], "--tcp needs a number from 0 to 65535, not '65536'"),
        (["--tcp", "-1"], "--tcp needs a number from 0 to 65535, not '-1'"),
        (["--stdio", "--link", "nibble"], "--link must be bit or byte, not 'nibble'"),
        (["--stdio", "--baud", "999999"], "--baud 999999 cannot be made from a clock of 1000000 Hz"),
        (["--stdio", "--cycles", "1e6"], f"--cycles needs a number from 1 to {2**64 - 1}, not '1e6'"),
        (["--stdio", "--trace", "file"], "this program was built without tracing"),
        (["--stdio", "--trace", ":5"], "--trace needs the name of a file"),
        (["--stdio", "--stamps", "/no/such/folder"], "cannot write /no/such/folder: No such file or directory"),
        (["--stdio", "--lifeline"], "--lifeline does not go with --stdio"),
        (["--stdio", "--noise", "3", "--link", "byte"], "--noise does not go with --link byte"),
        (["--frob"], "unknown option '--frob'"),
    ],
)
def test_bad_usage(program: Path, options: list[str], message: str) -> None:
    done = run(program, *options)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == f"icetrax-sim: {message}\n"
