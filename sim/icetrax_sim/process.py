"""The compiled simulation as a child process."""

from __future__ import annotations

import select
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Literal

from icetrax_rtl.config import HX8K, Config

from .build import build
from .errors import SimError
from .stamps import StampReader

__all__ = ["Endpoint", "Link", "SimProcess"]

Endpoint = Literal["stdio", "pty", "tcp"]
Link = Literal["bit", "byte"]

_START_LIMIT = 30.0
_STOP_LIMIT = 5.0


class SimProcess:
    """A running simulation; builds the program first if need be.

    A context manager: leaving it ends the program. The program also ends if the process that started it does.

    Parameters
    ----------
    config
        Configuration of the hardware.
    endpoint
        Where its serial line can be reached: ``stdio`` (pipes), ``pty`` (a pseudo terminal) or ``tcp`` (a port of
        127.0.0.1).
    link
        ``bit``: the line is simulated bit by bit; ``byte``: whole bytes go straight into and out of the hardware's
        queues, and cannot get lost when there are many.
    baud
        Bits a second with ``bit``; None for the configuration's.
    noise
        With ``bit``: every so-manieth byte towards the hardware arrives without its stop bit, counted from 1. None for
        a clean line.
    port
        For ``tcp``; 0 takes any free one.
    cycles
        Clock cycles after which the program stops; None for no limit.
    trace
        ``FILE[:FROM[:TO]]``: writes the clock cycles from FROM up to TO to a VCD file. None for no trace.
    program
        Program to run instead of the one built from `config`.

    Attributes
    ----------
    config : Config
        As given.
    stdin, stdout : binary files, unbuffered
        The serial line, with ``stdio`` only.
    device : str
        Name of the pseudo terminal, with ``pty`` only.
    port : int
        The port, with ``tcp`` only.
    stamps : StampReader
        Times of the lines that the hardware has sent.

    Raises
    ------
    SimBuildError
        If the program cannot be built.
    SimError
        If the program cannot start; the message is its own.
    """

    def __init__(
        self,
        config: Config = HX8K,
        *,
        endpoint: Endpoint = "stdio",
        link: Link = "bit",
        baud: int | None = None,
        noise: int | None = None,
        port: int = 0,
        cycles: int | None = None,
        trace: str | None = None,
        program: Path | None = None,
    ) -> None:
        self.config = config
        command = [str(program or build(config, trace=trace is not None)), f"--{endpoint}"]
        if endpoint == "tcp":
            command.append(str(port))
        if endpoint != "stdio":
            command.append("--lifeline")
        command += ["--link", link]
        for option, value in (("--baud", baud), ("--noise", noise), ("--cycles", cycles), ("--trace", trace)):
            if value is not None:
                command += [option, str(value)]
        self._folder = tempfile.TemporaryDirectory(prefix="icetrax-sim-")
        self._errors = open(Path(self._folder.name) / "errors", "w+b")  # noqa: SIM115
        stamps = Path(self._folder.name) / "stamps"
        stamps.touch()
        self.stamps = StampReader(stamps)
        self._process = subprocess.Popen(
            [*command, "--stamps", str(stamps)], bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            start_new_session=True,  # an interrupt from the keyboard is for whoever started it
        )  # fmt: skip
        try:
            if endpoint == "pty":
                self.device = self._announced("pty")
            elif endpoint == "tcp":
                self.port = int(self._announced("tcp"))
        except BaseException:
            self.close()
            raise

    @property
    def stdin(self) -> IO[bytes]:
        """Towards the hardware, with ``stdio``. Closing it ends the program once the hardware is idle."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """From the hardware, with ``stdio``."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def pid(self) -> int:
        """Process id of the program."""
        return self._process.pid

    def poll(self) -> int | None:
        """Exit status of the program, None while it runs."""
        return self._process.poll()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the program to end, and return its exit status.

        Raises
        ------
        subprocess.TimeoutExpired
            If it has not ended after `timeout` seconds.
        """
        return self._process.wait(timeout)

    def messages(self) -> str:
        """What the program has written to its standard error so far."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")

    def close(self) -> None:
        """End the program, whatever it is doing. Further calls have no effect."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_LIMIT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self.stdin.close()
        self.stdout.close()
        self.stamps.close()
        self._errors.close()
        self._folder.cleanup()

    def __enter__(self) -> SimProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announced(self, kind: str) -> str:
        """The value of the line ``KIND VALUE`` that the program prints first."""
        line = b""
        deadline = time.monotonic() + _START_LIMIT
        while not line.endswith(b"\n"):
            readable, _, _ = select.select([self.stdout], [], [], max(0, deadline - time.monotonic()))
            if not readable:
                raise SimError("the simulation does not start")
            byte = self.stdout.read(1)
            if not byte:
                self.wait()
                raise SimError(self.messages().strip().removeprefix("icetrax-sim: ") or "the simulation does not start")
            line += byte
        name, _, value = line.decode("ascii").strip().partition(" ")
        if name != kind:
            raise SimError(f"the simulation started with {line!r}")
        return value
