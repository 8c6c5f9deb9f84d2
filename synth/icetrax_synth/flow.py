"""From a design to placed and routed results; nothing is made again while what it was made of stays the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from icetrax_sim.cache import digest

from . import tools
from .errors import BitstreamError
from .report import Placement, check_fit, read_placement, used_cells
from .tools import Device

__all__ = ["SEEDS", "Design", "Notify", "placements", "routed", "synthesize"]

SEEDS = (1, 2, 3)
"""Place and route is tried with each."""

Notify = Callable[[str], None]
"""Called with a line for people before and after something that takes long."""

_NETLIST = "netlist.json"
_PINS = "pins.pcf"


@dataclass(frozen=True)
class Design:
    """What is to be made.

    Attributes
    ----------
    name : str
        For messages.
    device : Device
        The device that it is for.
    package : str
        The device's package.
    rtlil : str
        The design, with a module ``top``.
    pins : str
        Its pins and clocks, as a PCF file; empty: any pins will do.
    """

    name: str
    device: Device
    package: str
    rtlil: str
    pins: str


def synthesize(design: Design, folder: Path, notify: Notify) -> Path:
    """The netlist of a design, a JSON file in the folder, which nobody else may use at the same time.

    Raises
    ------
    BitstreamError
        If the tool is missing or fails.
    """
    netlist = folder / _NETLIST
    script = (
        f"read_rtlil design.il\nsynth_ice40 -abc9 -device {design.device.family} -top top\nwrite_json {_NETLIST}\n"
    )
    key = digest(design.rtlil, script, tools.versions())
    if not _is_current(netlist, key):
        notify(f"{design.name}: synthesis; the first run of a tool takes more than a minute")
        (folder / "design.il").write_text(design.rtlil)
        tools.run_yosys(script, folder, "netlist")
        _key_file(netlist).write_text(key)
    return netlist


def placements(design: Design, folder: Path, seeds: Sequence[int], notify: Notify) -> dict[int, Placement]:
    """Synthesize a design, and place and route it with each of some seeds, as many at once as there are processors.

    Parameters
    ----------
    design
        What to make.
    folder
        Where; nobody else may use it at the same time.
    seeds
        Of the random choices of place and route.
    notify
        Called with a line for people.

    Returns
    -------
    dict
        By seed, in the order of `seeds`.

    Raises
    ------
    BitstreamError
        If a tool is missing or fails, or the design does not fit.
    """
    netlist = synthesize(design, folder, notify)
    pins = folder / _PINS
    pins.write_text(design.pins)
    key = digest(_key_file(netlist).read_text(), design.pins, design.device.option, design.package)

    def place(seed: int) -> Placement:
        report, result = folder / f"{seed}.json", routed(folder, seed)
        if not (_is_current(report, key) and result.exists()):
            notify(f"{design.name}: place and route with seed {seed}")
            try:
                tools.place_and_route(
                    design.device, design.package, netlist, seed=seed, result=result, report=report,
                    options=["--pcf", pins.name] if design.pins else [],
                )  # fmt: skip
            except BitstreamError:
                log = folder / f"{seed}.log"
                check_fit(design.name, used_cells(log.read_text()) if log.exists() else {})
                raise
            _key_file(report).write_text(key)
        placement = read_placement(report)
        notify(f"{design.name}: {placement.fmax_mhz:.1f} MHz, {placement.lc} logic cells with seed {seed}")
        return placement

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(seeds, pool.map(place, seeds), strict=True))


def routed(folder: Path, seed: int) -> Path:
    """The result of :func:`placements` for one seed: the configuration of the device as text."""
    return folder / f"{seed}.asc"


def _key_file(file: Path) -> Path:
    return file.with_suffix(".key")


def _is_current(file: Path, key: str) -> bool:
    """Whether a file was made of what `key` is the digest of. If not, it is no longer said to be made of anything."""
    key_file = _key_file(file)
    if file.exists() and key_file.exists() and key_file.read_text() == key:
        return True
    key_file.unlink(missing_ok=True)
    return False
