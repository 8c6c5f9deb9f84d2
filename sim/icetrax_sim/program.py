"""The native program: a compiled model, the main program around it, and what that has to know of the hardware."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from icetrax_rtl.config import MIN_DIVISOR, Config

from . import toolchain

__all__ = ["compile_program", "recipe"]

_HERE = Path(__file__).parent


def compile_program(
    config: Config,
    sources: Sequence[Path],
    target: Path,
    *,
    trace: bool = False,
    scramble: bool = False,
    optimize: str = "-O3",
) -> None:
    """Compile Verilog and the main program into one.

    Parameters
    ----------
    config
        Of the hardware.
    sources
        Verilog with a module ``top`` that has the ports of :class:`icetrax_sim.top.SimTop`.
    target
        The program; what else is made goes into the folder it is in.
    trace
        Whether the program can write VCD files.
    scramble
        Whether everything without an initial value starts with random bits, the same in every run, and not with zeros.
    optimize
        Compiler flag for the code that runs in every cycle.

    Raises
    ------
    SimBuildError
        If a tool is missing or fails.
    """
    work = target.parent
    (work / "hardware.h").write_text(_header(config))
    (work / "model").mkdir()
    # The last one of two options of the same name counts.
    options = [*(["--trace-vcd"] if trace else []), *(["--x-initial", "unique"] if scramble else [])]
    model = toolchain.verilate(sources, work / "model", options)
    flags = ["-Wall", "-Wextra", "-O3", f"-DTRACE={int(trace)}", f"-DSCRAMBLE={int(scramble)}", f"-I{work}"]
    flags += [f"-I{work / 'model'}", *toolchain.INCLUDES]
    objects = toolchain.compile_model(model, work, optimize)
    objects += toolchain.compile_objects([(file, flags) for file in sorted(_HERE.glob("*.cpp"))], work)
    objects += toolchain.runtime_objects(["verilated_vcd_c"] if trace else [])
    toolchain.link(objects, target)


def recipe(config: Config) -> list[str]:
    """Texts on which a program depends besides the Verilog: it has to be compiled again when one of them changes."""
    files = [Path(__file__), Path(toolchain.__file__)]
    files += [file for file in sorted(_HERE.iterdir()) if file.suffix in (".cpp", ".h")]
    return [_header(config), *(file.read_text() for file in files), toolchain.versions()]


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
