"""What the search and the turns spend their cycles on, by the states of their machines in windows of a trace."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from amaranth.hdl import Fragment

from icetrax_rtl.config import Config
from icetrax_rtl.search import Search
from icetrax_rtl.turn import Turn
from icetrax_sim import SimProcess

from .cases import positions
from .errors import BenchError
from .figures import Figure
from .vcd import durations

__all__ = ["phases"]

_MACHINES: dict[str, tuple[type[Search] | type[Turn], str]] = {
    "search": (Search, "TOP.top.player.search"),
    "turn": (Turn, "TOP.top.player.rules.turn"),
}
_STATE = "fsm_state"

_CASES = 5  # of the twenty positions
_BEGIN = 200_000  # cycles; by then the position has been set up and the search is under way
_CYCLES = 20_000  # of a window
_MILLISECONDS = 20  # for the search, which must not end within the window


def phases(config: Config) -> Iterator[Figure]:
    """Share of the cycles that each state of a machine takes, of all that is not nothing.

    Raises
    ------
    BenchError
        The trace is not what it should be.
    SimError
        The simulation cannot be built or started.
    """
    spent = {name: Counter[int]() for name in _MACHINES}
    cases = positions()
    for number in range(_CASES):
        for name, counts in _window(config, cases[number * len(cases) // _CASES]).items():
            spent[name] += counts
    for name, (unit, _) in _MACHINES.items():
        states = {number: state for state, number in _states(unit).items()}
        for number, time in spent[name].most_common():
            yield Figure(f"phases.{name}.{states[number].lower()}", "of cycles", time / spent[name].total())


def _states(unit: type[Search] | type[Turn]) -> dict[str, int]:
    encoding: dict[str, int] = Fragment.get(unit(), None).find_generated("fsm").encoding
    return encoding


def _window(config: Config, moves: Sequence[str]) -> dict[str, Counter[int]]:
    lines = [f"-L {_MILLISECONDS}", *(f"-M {move}" for move in moves), "-G"]
    names = {f"{path}.{_STATE}": name for name, (_, path) in _MACHINES.items()}
    with tempfile.TemporaryDirectory(prefix="icetrax-bench-") as folder:
        file = Path(folder) / "trace.vcd"
        window = f"{file}:{_BEGIN}:{_BEGIN + _CYCLES}"
        with SimProcess(config, link="byte", trace=window, cycles=_BEGIN + _CYCLES) as process:
            process.stdin.write("".join(f"{line}\n" for line in lines).encode("ascii"))
            process.wait()
        try:
            with file.open(encoding="ascii") as dump:
                return {names[signal]: counts for signal, counts in durations(dump, list(names)).items()}
        except (OSError, ValueError) as error:
            raise BenchError(f"no breakdown of cycles: {error}") from None
