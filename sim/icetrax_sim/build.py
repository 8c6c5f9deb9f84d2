"""Builds the simulation when it is missing or its sources have changed."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import icetrax_rtl
from icetrax_rtl.config import CONFIGS, MIN_DIVISOR, Config
from icetrax_rtl.player import Player

from . import toolchain
from .cache import build_root, digest, locked, workspace
from .errors import SimBuildError
from .top import SimTop

__all__ = ["PlayerFactory", "build"]

PlayerFactory = Callable[[Config], Any]
"""Makes the component to simulate: one with the ports of :class:`icetrax_rtl.player.Player`."""

_HERE = Path(__file__).parent
_PROGRAM = "icetrax-sim"
_KEYS = "keys.json"


def build(
    config: Config,
    *,
    trace: bool = False,
    force: bool = False,
    player: PlayerFactory = Player,
    notify: Callable[[str], None] = lambda line: None,
) -> Path:
    """Build the simulation of a configuration, unless it is up to date.

    Safe to be called by several processes at once: one builds, the others wait. A failed build leaves nothing behind.

    Parameters
    ----------
    config
        What to build.
    trace
        Whether the program can write VCD files; such a program is slower, and kept apart.
    force
        Build even if nothing has changed.
    player
        Makes the component to simulate.
    notify
        Called with a line for people before something that takes long.

    Returns
    -------
    Path
        The program. It stays valid until the sources change and it is built again.

    Raises
    ------
    SimBuildError
        If a tool is missing or fails, or the folder cannot be written. The message is one line.
    """
    folder = build_root() / "sim" / _folder_name(config, trace, player)
    program = folder / _PROGRAM
    sources = _digest_sources(config, player)
    if not force and _keys(folder).get("sources") == sources and program.exists():
        return program
    try:
        with locked(folder):
            keys = {} if force else _keys(folder)
            if keys.get("sources") == sources and program.exists():
                return program
            top = SimTop(player(config))
            design = toolchain.to_rtlil(top, top.ports())
            recipe = [Path(toolchain.__file__).read_text(), Path(__file__).read_text(), toolchain.versions()]
            key = digest(design, _header(config), *_program_texts(), *recipe)
            if keys.get("design") != key or not program.exists():
                notify(f"building the simulation of {config.name}, which takes a minute the first time")
                _make(config, design, folder, trace)
            (folder / _KEYS).write_text(json.dumps({"sources": sources, "design": key}) + "\n")
    except OSError as error:
        raise SimBuildError(f"cannot build in {folder}: {error.strerror or error}") from error
    return program


def _make(config: Config, design: str, folder: Path, trace: bool) -> None:
    with workspace(folder) as work:
        (work / "hardware.h").write_text(_header(config))
        (work / "model").mkdir()
        model = toolchain.verilate(
            [toolchain.to_verilog(design, work)], work / "model", ["--trace-vcd"] if trace else []
        )
        flags = ["-Wall", "-Wextra", "-O3", f"-DTRACE={int(trace)}", f"-I{work}", f"-I{work / 'model'}"]
        flags += toolchain.INCLUDES
        objects = toolchain.compile_model(model, work, "-O3")
        objects += toolchain.compile_objects([(file, flags) for file in sorted(_HERE.glob("*.cpp"))], work)
        objects += toolchain.runtime_objects(["verilated_vcd_c"] if trace else [])
        toolchain.link(objects, work / _PROGRAM)
        (work / _PROGRAM).replace(folder / _PROGRAM)


def _header(config: Config) -> str:
    return f"""\
// What the program has to know of the hardware.
#pragma once
#include <cstdint>
namespace hardware {{
constexpr uint64_t CLOCK_HZ = {config.clock_hz};
constexpr uint64_t PERIOD_PS = {round(1e12 / config.clock_hz)};
constexpr unsigned DIVISOR = {config.divisor};
constexpr unsigned MIN_DIVISOR = {MIN_DIVISOR};
}}
"""


def _folder_name(config: Config, trace: bool, player: PlayerFactory) -> str:
    name = config.name
    if config not in CONFIGS or player is not Player:
        name += "-" + digest(repr(config), f"{player.__module__}.{player.__qualname__}")[:8]
    return name + ("-trace" if trace else "")


def _keys(folder: Path) -> dict[str, str]:
    try:
        keys: dict[str, str] = json.loads((folder / _KEYS).read_text())
    except (OSError, ValueError):
        return {}
    return keys


def _program_texts() -> list[str]:
    return [file.read_text() for file in sorted(_HERE.iterdir()) if file.suffix in (".cpp", ".h")]


def _digest_sources(config: Config, player: PlayerFactory) -> str:
    folders = [Path(icetrax_rtl.__file__).parent, _HERE]
    python = [file.read_text() for folder in folders for file in sorted(folder.rglob("*.py"))]
    elsewhere = Path(inspect.getfile(player)).read_text()
    return digest(repr(config), *python, elsewhere, *_program_texts(), toolchain.versions())
