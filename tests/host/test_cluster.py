"""A match on a cluster: a local scheduler and two workers, one of which dies in the middle."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from icetrax.arena import Conditions
from icetrax.clock import TimeControl
from icetrax.record import read_records
from icetrax.transport import TransportError

pytest.importorskip("distributed", reason="the package distributed is not installed: pip install icetrax[cluster]")

from icetrax.cluster import ClusterExecutor

STANDIN = Path(__file__).with_name("standin.py")
MATCH = [sys.executable, "-c", "from icetrax.cli import main; main()", "match"]
DASK = [sys.executable, "-m", "distributed.cli.dask_{}"]


class Program:
    """A program of the cluster, known by what it writes about itself."""

    def __init__(self, name: str, folder: Path, *arguments: str) -> None:
        command = [word.format(name) for word in DASK]
        environment = {**os.environ, "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False"}
        self._log = folder / f"{name} {len(list(folder.iterdir()))}.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, *arguments], cwd=folder, stdout=log, stderr=log, env=environment, start_new_session=True
            )

    def line_with(self, pattern: str) -> str:
        """Wait for a line in which something is found, and answer that."""
        while True:
            match = re.search(pattern, self._log.read_text())
            if match is not None:
                return match.group(match.lastindex or 0)
            assert self.process.poll() is None, self._log.read_text()
            time.sleep(0.05)

    def end(self, signum: signal.Signals = signal.SIGTERM) -> None:
        """End it with all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signum)
        self.process.wait()


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    running: list[Program] = []
    yield running
    for program in reversed(running):
        program.end(signal.SIGKILL)


@pytest.fixture
def scheduler(programs: list[Program], tmp_path: Path) -> str:
    """The address of a scheduler."""
    programs.append(
        Program("scheduler", tmp_path, "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    )
    return programs[0].line_with(r"Scheduler at: +(tcp://[0-9.:]+)")


def worker(address: str, folder: Path) -> Program:
    program = Program("worker", folder, address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    program.line_with("Registered to")
    return program


@pytest.mark.timeout(300)
def test_a_worker_that_dies_costs_no_game(programs: list[Program], scheduler: str, tmp_path: Path) -> None:
    programs += [worker(scheduler, tmp_path) for _ in range(2)]
    players = "greedy", f"exec:{sys.executable} {STANDIN} slow"
    arguments = [*players, "--games", "12", "--movetime", "20", "--cluster", scheduler]
    match = subprocess.Popen([*MATCH, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert match.stdout is not None
    for _ in range(3):
        assert match.stdout.readline().startswith(b"game ")
    programs[1].end(signal.SIGKILL)
    out, err = match.communicate(timeout=200)
    assert match.returncode == 0, err
    assert b"in 12 games" in out
    games = read_records((tmp_path / "build/last-match.trx").read_text())
    assert Counter(game.headers["Game"] for game in games) == {str(number): 1 for number in range(1, 13)}
    assert {game.headers.get("Termination") for game in games} <= {"loop", "line"}
    for game in games:
        game.replay()


@pytest.mark.timeout(300)
def test_a_cluster_that_goes_ends_the_match_which_can_be_resumed(
    programs: list[Program], scheduler: str, tmp_path: Path
) -> None:
    programs.append(worker(scheduler, tmp_path))
    players = "random", f"exec:{sys.executable} {STANDIN} slow"
    arguments = [*players, "--games", "6", "--movetime", "20"]
    match = subprocess.Popen(
        [*MATCH, *arguments, "--cluster", scheduler], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert match.stdout is not None
    match.stdout.readline()
    programs[0].end(signal.SIGKILL)
    _, err = match.communicate(timeout=200)
    assert match.returncode == 2
    assert err.decode().splitlines()[-1].startswith(f"icetrax: the cluster at {scheduler} has gone")
    resumed = subprocess.run([*MATCH, *arguments, "--resume"], cwd=tmp_path, capture_output=True, check=True)
    assert b"in 6 games" in resumed.stdout


@pytest.mark.timeout(300)
def test_a_player_that_the_workers_cannot_start_ends_the_match(
    programs: list[Program], scheduler: str, tmp_path: Path
) -> None:
    programs.append(worker(scheduler, tmp_path))
    arguments = ["random", "exec:/no/such/program", "--cluster", scheduler]
    match = subprocess.run([*MATCH, *arguments], cwd=tmp_path, capture_output=True, check=False)
    assert match.returncode == 2
    assert match.stderr.decode().splitlines()[-1].startswith("icetrax: cannot start '/no/such/program'")


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("icetrax.cluster._CONNECT_SECONDS", 1.0)
    with pytest.raises(TransportError, match="cannot reach the cluster at tcp://127"):
        ClusterExecutor(Conditions(("random", "random"), TimeControl(1)), "tcp://127.0.0.1:1")


def test_without_the_package_there_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TransportError, match=r"install icetrax\[cluster\]"):
        ClusterExecutor(Conditions(("random", "random"), TimeControl(1)), "tcp://127.0.0.1:1")
