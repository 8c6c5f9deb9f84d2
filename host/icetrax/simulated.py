"""The hardware player in simulation. The hardware's own packages are imported only when one is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from icetrax.clock import TimeControl, Timing, within
from icetrax.console import ANSWER_LIMIT
from icetrax.player import LinePlayer, PlayerError, Reply, StalledError
from icetrax.transport import FdTransport, Transport, TransportError, open_serial

if TYPE_CHECKING:
    from icetrax_rtl.config import Config
    from icetrax_sim.process import SimProcess

__all__ = ["Link", "SimPlayer", "build", "config_by_name", "open_console", "wall_seconds"]

Link = Literal["bit", "byte"]
"""How lines reach the hardware: ``bit`` by bit through its serial line, or whole bytes without that delay."""

_SETTLING_SECONDS = 60.0  # of wall-clock time; a machine may be busy
_SLOWEST = 50_000  # clock cycles that a simulation makes in a second at the very least


def config_by_name(name: str) -> Config:
    """The hardware configuration called *name*.

    Raises
    ------
    ValueError
        There is none; the message names those that there are.
    """
    from icetrax_rtl.config import by_name

    return by_name(name)


def wall_seconds(config: Config, seconds: float) -> float:
    """Seconds of wall-clock time after which a simulation counts as hung, given the time that it simulates."""
    return _SETTLING_SECONDS + seconds * config.clock_hz / _SLOWEST


def build(config: Config, *, trace: bool = False) -> Path:
    """The compiled simulation, built first if need be.

    Parameters
    ----------
    config
        The hardware configuration.
    trace
        Whether it must be able to write traces; that makes it slower.

    Raises
    ------
    TransportError
        It cannot be built.
    """
    from icetrax_sim import SimBuildError
    from icetrax_sim import build as build_program

    try:
        return build_program(config, trace=trace, notify=lambda text: print(text, file=sys.stderr, flush=True))
    except SimBuildError as error:
        raise TransportError(str(error)) from None


def open_console(config: Config, link: Link = "byte") -> FdTransport:
    """Start a simulation to talk with by console lines.

    Raises
    ------
    TransportError
        It cannot be built or started.
    """
    process = _start(config, "stdio", link)
    return FdTransport(
        f"simulation {config.name}",
        process.stdout.fileno(),
        process.stdin.fileno(),
        process.close,
        farewell=process.messages,
        line_limit=ANSWER_LIMIT,
    )


class SimPlayer(LinePlayer):
    """The simulated hardware at the other end of a pseudo-terminal, charged the time of its own clock.

    Parameters
    ----------
    name
        The SPEC that made it.
    config
        The hardware configuration.
    link
        How lines reach it.
    depth
        Limit of the search in turns, 0 for no limit.
    movetime
        Seconds that it thinks about a move at most, None for what the time control allows.
    """

    timing = Timing.SIMULATED

    def __init__(
        self, name: str, config: Config, *, link: Link = "bit", depth: int = 0, movetime: float | None = None
    ) -> None:
        super().__init__(name, self._connect_pty)
        self._config = config
        self._link: Link = link
        self._depth = depth
        self._movetime = movetime
        self._process: SimProcess | None = None
        self._stamped = 0  # lines received whose times have been read

    def _connect_pty(self) -> Transport:
        process = _start(self._config, "pty", self._link)
        self._process, self._stamped = process, 0
        try:
            return open_serial(process.device, self._config.baud)
        except TransportError:
            self._drop()
            raise

    def _drop(self) -> None:
        super()._drop()
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _budget_ms(self, control: TimeControl) -> int:
        return within(control.budget_ms, self._movetime)

    def _settings(self, control: TimeControl) -> list[str]:
        return [*super()._settings(control), f"-D {self._depth}"]

    def _patience(self, control: TimeControl) -> float:
        return wall_seconds(self._config, control.seconds)

    def _late(self, seconds: float) -> PlayerError:
        return StalledError(f"the simulation has given no answer within {seconds:g} s of wall-clock time")

    def _reply(self, text: str, start: float) -> Reply:
        assert self._process is not None
        cycles = 0
        while self._stamped < self._line.lines_in:
            cycles = self._process.stamps.next_answer().cycles
            self._stamped += 1
        return Reply(text, cycles / self._config.clock_hz, cycles=cycles)


def _start(config: Config, endpoint: Literal["stdio", "pty"], link: Link) -> SimProcess:
    from icetrax_sim import SimError, SimProcess

    try:
        return SimProcess(config, endpoint=endpoint, link=link, program=build(config))
    except SimError as error:
        raise TransportError(str(error)) from None
