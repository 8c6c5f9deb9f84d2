"""Builds the simulation when it is missing or its sources have changed."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import icetrax_rtl
from icetrax_rtl.config import CONFIGS, Config
from icetrax_rtl.player import Player

from . import toolchain
from .cache import build_root, digest, locked, workspace
from .errors import SimBuildError
from .program import compile_program, recipe
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
            key = digest(design, *recipe(config))
            if keys.get("design") != key or not program.exists():
                notify(f"building the simulation of {config.name}, which takes a minute the first time")
                with workspace(folder) as work:
                    compile_program(config, [toolchain.to_verilog(design, work)], work / _PROGRAM, trace=trace)
                    (work / _PROGRAM).replace(program)
            (folder / _KEYS).write_text(json.dumps({"sources": sources, "design": key}) + "\n")
    except OSError as error:
        raise SimBuildError(f"cannot build in {folder}: {error.strerror or error}") from error
    return program


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


def _digest_sources(config: Config, player: PlayerFactory) -> str:
    folders = [Path(icetrax_rtl.__file__).parent, _HERE]
    python = [file.read_text() for folder in folders for file in sorted(folder.rglob("*.py"))]
    elsewhere = Path(inspect.getfile(player)).read_text()
    return digest(repr(config), *python, elsewhere, *recipe(config))
