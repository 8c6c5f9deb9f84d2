"""What place and route says of a design, and whether that is good enough."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from icetrax_rtl.boardfile import BoardFile

from .errors import BitstreamError

__all__ = ["Placement", "Report", "check_fit", "check_timing", "read_placement", "read_report", "used_cells"]


@dataclass(frozen=True)
class Placement:
    """One run of place and route.

    Attributes
    ----------
    fmax_mhz : float
        Highest frequency of the clock.
    lc, lc_total, bram, bram_total, spram : int
        Logic cells, block RAMs and single-port RAMs; used, and in the device.
    worst_path : str
        The slowest path: first and last cell, and its delay.
    """

    fmax_mhz: float
    lc: int
    lc_total: int
    bram: int
    bram_total: int
    spram: int
    worst_path: str


@dataclass(frozen=True)
class Report:
    """What ``build/BOARD/report.json`` holds.

    Attributes
    ----------
    board, device : str
        What it is for.
    fmax_mhz, clock_mhz : float
        Highest frequency of the clock, and that of the board.
    lc, lc_total, bram, bram_total, spram : int
        As in :class:`Placement`.
    bitstream : str
        Path of the bitstream.
    fmax_by_seed : dict
        The frequency for each seed; the best was taken.
    worst_path : str
        As in :class:`Placement`.
    seconds : float
        What the build took.
    """

    board: str
    device: str
    fmax_mhz: float
    clock_mhz: float
    lc: int
    lc_total: int
    bram: int
    bram_total: int
    spram: int
    bitstream: str
    fmax_by_seed: dict[str, float]
    worst_path: str
    seconds: float

    def write(self, file: Path) -> None:
        """Write it as JSON."""
        file.write_text(json.dumps(asdict(self), indent=2) + "\n")


def read_report(file: Path) -> Report | None:
    """The report in a file; None if there is none that can be read."""
    try:
        return Report(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def read_placement(file: Path) -> Placement:
    """Read the JSON report of nextpnr.

    Its own judgement is not asked for: it constrains the wrong clock where there is a PLL.

    Raises
    ------
    BitstreamError
        If the file is not such a report, or tells of no clock.
    """
    try:
        content: Mapping[str, Any] = json.loads(file.read_text())
        used = {name: (row["used"], row["available"]) for name, row in content["utilization"].items()}
        # What arms the reset counter may hang on a clock of its own; the slowest clock counts.
        fmax = min(row["achieved"] for row in content["fmax"].values())
        lc, bram = used["ICESTORM_LC"], used["ICESTORM_RAM"]
        path = content["critical_paths"][0]["path"]
        delay = sum(step["delay"] for step in path)
        worst = f"{path[0]['from']['cell']} -> {path[-1]['to']['cell']}: {delay:.1f} ns"
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise BitstreamError(f"{file}: not a report of a placed design ({type(error).__name__}: {error})") from None
    return Placement(fmax, *lc, *bram, used.get("ICESTORM_SPRAM", (0, 0))[0], worst)


def used_cells(log: str) -> dict[str, tuple[int, int]]:
    """Cells used and there to be used by kind, from the log of nextpnr: what is known of a design that does not fit."""
    found = {}
    for line in log.splitlines():
        name, colon, numbers = line.removeprefix("Info:").strip().partition(":")
        used, slash, rest = numbers.partition("/")
        if name.startswith(("ICESTORM_", "SB_")) and colon and slash and used.strip().isdecimal():
            found[name] = (int(used), int(rest.split()[0]))
    return found


def check_fit(board: str, cells: Mapping[str, tuple[int, int]]) -> None:
    """See whether a design fits its device.

    Parameters
    ----------
    board
        Name of the board.
    cells
        As :func:`used_cells` returns them.

    Raises
    ------
    BitstreamError
        If it does not; the message tells the figures.
    """
    names = {"ICESTORM_LC": "logic cells", "ICESTORM_RAM": "block RAMs"}
    excess = [
        f"{used} of {total} {names.get(name, name)}" for name, (used, total) in sorted(cells.items()) if used > total
    ]
    if excess:
        raise BitstreamError(
            f"{board}: the design does not fit: it needs {' and '.join(excess)}; make it smaller, or choose a board "
            "with a larger device"
        )


def check_timing(board: BoardFile, fmax_by_seed: Mapping[int, float]) -> int:
    """The seed with the fastest result, if that is fast enough.

    Raises
    ------
    BitstreamError
        If it is slower than the board's clock; the message tells the figures.
    """
    best = max(fmax_by_seed, key=lambda seed: fmax_by_seed[seed])
    clock_mhz = board.config.clock_hz / 1e6
    if fmax_by_seed[best] < clock_mhz:
        spread = ", ".join(f"{fmax:.1f}" for fmax in fmax_by_seed.values())
        raise BitstreamError(
            f"{board.name}: too slow: {spread} MHz reached with {len(fmax_by_seed)} seeds, the clock is "
            f"{clock_mhz:g} MHz; shorten the slowest path, or lower clock_hz in constraints/{board.name}.toml"
        )
    return best
