"""What was synthesized, as a simulation: the netlist of a board behind the same serial line as the design itself.

The netlist consists of cells of the device. Yosys knows models of them; with these it becomes plain Verilog, which is
compiled into the same program as the design.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from icetrax_rtl.boardfile import BoardFile
from icetrax_sim.cache import digest, locked, workspace
from icetrax_sim.errors import SimBuildError
from icetrax_sim.program import compile_program, recipe

from . import tools
from .bitstream import board_folder, design_for
from .errors import BitstreamError
from .flow import Notify, synthesize

__all__ = ["WAKE", "build_netlist_program"]

WAKE = b"\xff"
"""To be sent first, once: the reset after power-on ends within this byte, after its only low bit, so that the player
does not see it, and sees all that comes after it."""

_PROGRAM = "netlist-sim"
_PRIMITIVES = Path(__file__).with_name("primitives.v")
_PLL_REFERENCES = {"SB_PLL40_CORE": "REFERENCECLK", "SB_PLL40_PAD": "PACKAGEPIN"}

_SCRIPT = """\
read_json pads.json
delete t:$scopeinfo
rename top chip
read_verilog -defer cells.v primitives.v wrapper.v
hierarchy -check -top top
proc
flatten
opt_expr -mux_undef -undriven -fine
opt_clean -purge
memory -nomap
opt_muxtree
opt_reduce
opt_expr -fine
opt_clean -purge
write_verilog -noattr flat.v
"""


def build_netlist_program(board: BoardFile, *, notify: Notify = lambda line: None) -> Path:
    """Synthesize a board's design and compile the netlist into a program, unless that is up to date.

    The program is one for :class:`icetrax_sim.SimProcess`. Registers of block RAMs and all else without an initial
    value start with random bits. Only the serial line is connected, no whole bytes can be exchanged, and the clock
    never rests, since a board does not tell whether something will happen; so the program does not end by itself.

    Parameters
    ----------
    board
        The board. Its clock is simulated at the frequency that the phase-locked loop makes of it.
    notify
        Called with a line for people.

    Raises
    ------
    BitstreamError
        If a tool is missing or fails.
    """
    folder = board_folder(board.name)
    program, key_file = folder / _PROGRAM, folder / f"{_PROGRAM}.key"
    cells, primitives = tools.cell_models().read_text(), _PRIMITIVES.read_text()
    try:
        with locked(folder):
            design = design_for(board)
            netlist = synthesize(design, folder, notify)
            recipes = [cells, primitives, _SCRIPT, Path(__file__).read_text(), *recipe(board.config)]
            key = digest(netlist.read_text(), repr(board), *recipes)
            if program.exists() and key_file.exists() and key_file.read_text() == key:
                return program
            key_file.unlink(missing_ok=True)
            notify(f"{board.name}: compiling the netlist, which takes some minutes")
            with workspace(folder) as work:
                content = json.loads(netlist.read_text())
                (work / "wrapper.v").write_text(_wrapper(board, _one_way(content["modules"]["top"])))
                (work / "pads.json").write_text(json.dumps({"modules": {"top": content["modules"]["top"]}}))
                (work / "cells.v").write_text(cells)
                (work / "primitives.v").write_text(primitives)
                tools.run_yosys(_SCRIPT, work, "flat")
                compile_program(board.config, [work / "flat.v"], work / _PROGRAM, scramble=True, optimize="-O1")
                (work / _PROGRAM).replace(program)
            key_file.write_text(key)
    except OSError as error:
        raise BitstreamError(f"cannot build in {folder}: {error.strerror or error}") from error
    except SimBuildError as error:
        raise BitstreamError(str(error)) from error
    return program


def _one_way(module: dict[str, Any]) -> dict[str, str]:
    """Exchange the cells around the pins for those of ``primitives.v``, and return the directions of the ports."""
    port_of = {port["bits"][0]: port for port in module["ports"].values()}
    for cell in module["cells"].values():
        kind, connections = cell["type"], cell["connections"]
        if kind in ("SB_IO", "SB_GB_IO"):
            out = "D_OUT_0" in connections
            port_of[connections["PACKAGE_PIN"][0]]["direction"] = "output" if out else "input"
            cell["type"] = "PAD_OUT" if out else "PAD_IN"
        elif kind in _PLL_REFERENCES:
            connections["REFERENCE"] = connections.pop(_PLL_REFERENCES[kind])
            if (port := port_of.get(connections["REFERENCE"][0])) is not None:
                port["direction"] = "input"
            cell["type"] = "PLL"
        else:
            continue
        cell["parameters"] = {}
        cell["port_directions"] = {}
    return {name: port["direction"] for name, port in module["ports"].items()}


def _wrapper(board: BoardFile, directions: dict[str, str]) -> str:
    """The module ``top`` of the simulation around the module ``chip``."""
    signals = {f"{board.oscillator}_0__io": "clk", "uart_0__rx__io": "rx", "uart_0__tx__io": "tx"}
    # A button that is not pressed; on all boards it is high then.
    signals |= {name: "1'b1" for name, direction in directions.items() if direction == "input" and name not in signals}
    pins = ", ".join(f".{name}({signal})" for name, signal in signals.items())
    return f"""\
module top(
  input clk, input [15:0] divisor, input byte_link, input rx, output tx,
  input i_valid, output i_ready, input [7:0] i_data, output o_valid, input o_ready, output [7:0] o_data, output busy
);
  assign i_ready = 0;
  assign o_valid = 0;
  assign o_data = 0;
  assign busy = 1;
  chip chip({pins});
endmodule
"""
