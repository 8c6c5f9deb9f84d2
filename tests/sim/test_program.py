"""The simulation as a program: its endpoints, limits and errors."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from pathlib import Path

import pytest
import serial

from icetrax_rtl import VERSION
from icetrax_rtl.config import HX8K
from icetrax_sim import SimBuildError, build
from icetrax_sim.process import SimProcess

VERSION_LINE = f"= icetrax {VERSION} {HX8K.name}\n".encode()


@pytest.fixture(scope="module")
def program() -> Path:
    return build(HX8K)


@pytest.mark.parametrize("link", ["bit", "byte"])
def test_standard_input_and_output(program: Path, link: str) -> None:
    done = subprocess.run(
        [program, "--stdio", "--link", link], input=b"-N\r\n\n-M @0/\n", capture_output=True, timeout=60, check=True
    )
    assert done.stdout == VERSION_LINE + b"= 1 R - - 1 1 1\n"
    assert done.stderr == b""


def test_a_pseudo_terminal_can_be_opened_again() -> None:
    with SimProcess(HX8K, endpoint="pty") as process:
        for _ in range(3):
            with serial.Serial(process.device, HX8K.baud, timeout=20) as line:
                line.write(b"-N\n")
                assert line.readline() == VERSION_LINE


def test_a_tcp_client_may_go_and_another_come() -> None:
    with SimProcess(HX8K, endpoint="tcp") as process:
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", process.port), timeout=20) as connection:
                connection.sendall(b"-N\n")
                assert connection.makefile("rb").readline() == VERSION_LINE


def test_stamps_tell_the_time_on_the_line() -> None:
    with SimProcess(HX8K) as process:
        process.stdin.write(b"-N\n")
        received = b""
        while not received.endswith(b"\n"):
            received += process.stdout.read(1)
        assert received == VERSION_LINE
        answer = process.stamps.next_answer()
        bits = len(VERSION_LINE) * 10 - 1  # an answer is there in the middle of its last stop bit
        assert bits * HX8K.divisor <= answer.cycles < 1.2 * bits * HX8K.divisor


def test_the_number_of_cycles_can_be_limited(program: Path) -> None:
    done = subprocess.run(
        [program, "--stdio", "--link", "byte", "--cycles", "20000"], input=b"-P 9\n", capture_output=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert done.stdout == b""
    assert done.returncode == 3
    assert done.stderr == b"icetrax-sim: stopped at the limit of 20000 cycles\n"


def test_a_window_of_cycles_can_be_traced(tmp_path: Path) -> None:
    trace = tmp_path / "window.vcd"
    with SimProcess(HX8K, link="byte", trace=f"{trace}:100:200") as process:
        process.stdin.write(b"-N\n")
        assert select.select([process.stdout], [], [], 60)[0]
    text = trace.read_text()
    assert "$enddefinitions" in text
    times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
    period = round(1e12 / HX8K.clock_hz)  # in picoseconds; the clock alone changes twice in each
    assert len(times) == 200
    assert times[0] == 100 * period
    assert times[-1] < 200 * period


def test_it_sleeps_when_there_is_nothing_to_do(program: Path) -> None:
    with subprocess.Popen([program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"-N\n")
        process.stdin.flush()
        assert process.stdout.readline() == VERSION_LINE

        def seconds_used() -> float:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        time.sleep(0.3)
        before = seconds_used()
        time.sleep(1.0)
        assert seconds_used() - before < 0.1
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_port_in_use_is_said_in_a_line(program: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run([program, "--tcp", str(port)], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert str(port) in done.stderr


def test_a_missing_compiler_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path))
    monkeypatch.setenv("CXX", "no-such-compiler")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SimBuildError) as caught:
        build(HX8K)
    assert "\n" not in str(caught.value)
    assert "compiler" in str(caught.value)
    assert not list(tmp_path.rglob("icetrax-sim"))
