"""Builds the program that throws faults at the hardware's line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from amaranth.hdl import ResetInserter, Signal

from icetrax_rtl import VERSION
from icetrax_rtl.config import MIN_DIVISOR, SMALL, Config
from icetrax_rtl.line import LINE_CAPACITY
from icetrax_rtl.player import Player
from icetrax_rtl.types import DEPTH_BITS, MAX_EXTENT, PLIES_BITS, SLOT_BITS
from icetrax_rtl.uart import QUEUE_DEPTH
from icetrax_rtl.writer import IDENTITY
from icetrax_sim import toolchain
from icetrax_sim.cache import build_root, digest, locked, workspace
from icetrax_sim.top import SimTop

__all__ = ["CONFIG", "build"]

_HERE = Path(__file__).parent
_CHECKER = _HERE.parent / "soak"  # the rules, by looking at the whole board
_SIM = Path(toolchain.__file__).parent

CONFIG = replace(SMALL, name="fuzz", baud=62_500)
"""Few cycles in a millisecond, and sixteen in a bit, so that 2 % of ten bits can be told from nothing."""


def build(player: Callable[[Config], Any] = Player, *, optimize: str = "-O3", name: str = "fuzz") -> Path:
    """Build the program, unless that has been done before.

    Parameters
    ----------
    player
        Makes the hardware behind the serial line.
    optimize
        Compiler flag for the model.
    name
        Of the folder.

    Returns
    -------
    Path
        The program.
    """
    reset = Signal()
    inner = SimTop(player(CONFIG))
    top = ResetInserter(reset)(inner)
    design = toolchain.to_rtlil(top, inner.ports() | {"reset": reset})
    ours, checker = sorted(_HERE.glob("*.cpp")), _CHECKER / "checker.cpp"
    headers = [*sorted(_HERE.glob("*.h")), _CHECKER / "checker.h", _SIM / "model.h"]
    texts = [file.read_text() for file in [*ours, checker, *headers, Path(__file__)]]
    folder = build_root() / "fuzz" / f"{name}-{digest(design, optimize, *texts, toolchain.versions())[:12]}"
    program = folder / "fuzz"
    with locked(folder):
        if program.exists():
            return program
        with workspace(folder) as work:
            (work / "hardware.h").write_text(_hardware())
            (work / "model").mkdir()
            model = toolchain.verilate([toolchain.to_verilog(design, work)], work / "model")
            includes = [f"-I{path}" for path in (_HERE, work, work / "model", _SIM, _CHECKER)]
            flags = ["-Wall", "-Wextra", "-O3", "-DTRACE=0", *includes, *toolchain.INCLUDES]
            objects = toolchain.compile_model(model, work, optimize)
            objects += toolchain.compile_objects([(file, flags) for file in [*ours, checker]], work)
            objects += toolchain.runtime_objects([])
            toolchain.link(objects, work / "fuzz")
            (work / "fuzz").replace(program)
    return program


def _hardware() -> str:
    """What the program has to know of the hardware."""
    numbers = {
        "CLOCK_HZ": CONFIG.clock_hz,
        "PERIOD_PS": round(1e12 / CONFIG.clock_hz),
        "DIVISOR": CONFIG.divisor,
        "MIN_DIVISOR": MIN_DIVISOR,
        "CYCLES_PER_MS": CONFIG.cycles_per_ms,
        "BUDGET_MS": CONFIG.budget_ms,
        "LINE_CAPACITY": LINE_CAPACITY,
        "QUEUE_DEPTH": QUEUE_DEPTH,
        "MOST_DEPTH": (1 << DEPTH_BITS) - 1,
        "MAX_EXTENT": MAX_EXTENT,
        "MAX_PLIES": (1 << PLIES_BITS) - 1,
        "SLOTS": 1 << SLOT_BITS,
    }
    lines = [f"constexpr uint64_t {name} = {value};" for name, value in numbers.items()]
    lines += [
        f'constexpr const char* VERSION_LINE = "= icetrax {VERSION} {CONFIG.name}";',
        f'constexpr const char* IDENTITY = "{IDENTITY}";',
    ]
    return "\n".join(["#pragma once", "#include <cstdint>", "namespace hardware {", *lines, "}", ""])
