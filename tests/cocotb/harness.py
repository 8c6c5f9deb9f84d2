"""Runs cocotb testbenches on single hardware units, compiled by Verilator.

A test for pytest calls :func:`run_bench` with a unit and the name of the module that holds the cocotb tests::

    def test_queue():
        run_bench(Queue(8, 16), "tests.cocotb.bench_queue")

Those modules are called ``bench_*.py``, so that pytest does not collect them itself. On their `dut` they find the
unit's ports, with ``__`` between the parts of a name (``i__valid``), and ``clk`` and ``rst``. What they share is in
``bench.py``.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import cocotb_tools.config
import pytest
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from icetrax_sim import toolchain
from icetrax_sim.cache import build_root, digest, locked, workspace

__all__ = ["SEED", "run_bench"]

SEED = 20261201
"""Seed of all that is random in a testbench, unless the environment variable ``COCOTB_RANDOM_SEED`` gives another."""

# Only the unit's own ports are visible to a testbench; the rest can be optimized.
_VISIBLE = '`verilator_config\npublic_flat_rw -module "top" -var "*"\n'


def run_bench(
    unit: Any, module: str, *, platform: Any = None, models: Path | None = None, **environment: object
) -> None:
    """Run all cocotb tests of a module on a unit; fails if one of them fails, or if there is none.

    Parameters
    ----------
    unit
        An Amaranth component.
    module
        Dotted name of the module with the cocotb tests.
    platform
        What the unit is elaborated for; None for simulation.
    models
        Verilog models of cells of that platform.
    **environment
        Environment variables by which the tests learn the unit's parameters.
    """
    __tracebackhide__ = True
    folder = _build(unit, platform, models)
    runner = get_runner("verilator")
    failure = None
    with tempfile.TemporaryDirectory(prefix="icetrax-bench-") as name:
        log, results = Path(name) / "log", Path(name) / "results.xml"
        try:
            runner.test(
                hdl_toplevel="top",
                hdl_toplevel_lang="verilog",
                test_module=module,
                build_dir=folder,
                test_dir=name,
                results_xml=str(results),
                log_file=log,
                seed=os.environ.get("COCOTB_RANDOM_SEED", SEED),
                extra_env={key: str(value) for key, value in environment.items()},
            )
        except (SystemExit, RuntimeError):  # by either of which the runner says that something is wrong
            failure = f"{module}: the simulation broke off"
        print(log.read_text(errors="replace"))  # shown by pytest if the test fails
        if results.exists():
            count, failed = get_results(results)
            if failed or not count:
                failure = f"{module}: {failed} of {count} tests failed"
        elif failure is None:
            failure = f"{module}: the simulation left no results"
    if failure:
        pytest.fail(failure)


def _build(unit: Any, platform: Any, models: Path | None) -> Path:
    """Compile a unit, unless that has been done before, and return the folder with the program ``top``."""
    design = toolchain.to_rtlil(unit, platform=platform)
    cells = models.read_text() if models else ""
    recipe = [Path(__file__).read_text(), Path(toolchain.__file__).read_text(), toolchain.versions()]
    key = digest(design, cells, *recipe)
    folder = build_root() / "cocotb" / f"{type(unit).__name__}-{key[:12]}"
    program = folder / "top"
    with locked(folder):
        if program.exists():
            return folder
        with workspace(folder) as work:
            (work / "visible.vlt").write_text(_VISIBLE)
            (work / "model").mkdir()
            (work / "cells.v").write_text(cells)
            sources = [toolchain.to_verilog(design, work), work / "cells.v", work / "visible.vlt"]
            model = toolchain.verilate(sources, work / "model", ["--vpi"])
            main = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"
            objects = toolchain.compile_model(model, work, "-O1")
            objects += toolchain.compile_objects([(main, ["-w", f"-I{work / 'model'}", *toolchain.INCLUDES])], work)
            objects += toolchain.runtime_objects(["verilated_vpi"])
            libraries = cocotb_tools.config.libs_dir
            toolchain.link(
                objects, work / "top", [f"-Wl,-rpath,{libraries}", f"-L{libraries}", "-lcocotbvpi_verilator"]
            )
            (work / "top").replace(program)
    return folder
