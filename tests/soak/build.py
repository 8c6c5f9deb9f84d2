"""Builds the program that plays through hardware and checker in lock step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from amaranth.lib import data

from icetrax_rtl.config import HX8K, MIN_DIVISOR, Config
from icetrax_rtl.evaluate import End
from icetrax_rtl.frontier import Mate
from icetrax_rtl.player import Player
from icetrax_rtl.types import AXIS_BITS, MAX_EXTENT, PLIES_BITS, SLOT_BITS, TILE, Cell, Extent, Position, Space
from icetrax_sim import toolchain
from icetrax_sim.cache import build_root, digest, locked, workspace
from icetrax_sim.top import SimTop

__all__ = ["build"]

_HERE = Path(__file__).parent
_LINKS = Path(toolchain.__file__).parent

# What the program reads inside the hardware.
_VISIBLE = """\
`verilator_config
public_flat_rd -module "top.player.rules.frontier.map" -var "bank*"
public_flat_rd -module "top.player.rules.frontier" -var "slots"
public_flat_rd -module "top.player.rules.frontier" -var "mates_*"
public_flat_rd -module "top.player.rules.frontier" -var "ends_*"
public_flat_rd -module "top.player.rules.turn" -var "slots"
public_flat_rd -module "top.player.rules.turn" -var "tiles"
public_flat_rd -module "top.player.rules.turn" -var "extent"
"""


def build(player: Callable[[Config], Any] = Player, *, config: Config = HX8K, name: str = "soak") -> Path:
    """Build the program, unless that has been done before.

    Parameters
    ----------
    player
        Makes the hardware.
    config
        Its configuration.
    name
        Of the folder.

    Returns
    -------
    Path
        The program.
    """
    top = SimTop(player(config))
    design = toolchain.to_rtlil(top, top.ports())
    sources = [*sorted(_HERE.glob("*.cpp")), *sorted(_HERE.glob("*.h"))]
    texts = [file.read_text() for file in [*sources, *(_LINKS / name for name in ("link.h", "model.h"))]]
    key = digest(design, *texts, Path(__file__).read_text(), toolchain.versions(), _VISIBLE)
    folder = build_root() / "soak" / f"{name}-{key[:12]}"
    program = folder / "soak"
    with locked(folder):
        if program.exists():
            return program
        with workspace(folder) as work:
            (work / "hardware.h").write_text(_hardware(config))
            (work / "layouts.h").write_text(_layouts())
            (work / "visible.vlt").write_text(_VISIBLE)
            (work / "model").mkdir()
            model = toolchain.verilate([toolchain.to_verilog(design, work), work / "visible.vlt"], work / "model")
            flags = ["-Wall", "-Wextra", "-O3", "-DTRACE=0", f"-I{work}", f"-I{work / 'model'}", f"-I{_LINKS}"]
            objects = toolchain.compile_model(model, work, "-O3")
            objects += toolchain.compile_objects(
                [(file, [*flags, *toolchain.INCLUDES]) for file in sorted(_HERE.glob("*.cpp"))], work
            )
            objects += toolchain.runtime_objects([])
            toolchain.link(objects, work / "soak")
            (work / "soak").replace(program)
    return program


def _hardware(config: Config) -> str:
    return f"""\
#pragma once
#include <cstdint>
namespace hardware {{
constexpr uint64_t CLOCK_HZ = {config.clock_hz};
constexpr uint64_t PERIOD_PS = {round(1e12 / config.clock_hz)};
constexpr unsigned DIVISOR = {config.divisor};
constexpr unsigned MIN_DIVISOR = {MIN_DIVISOR};
}}
"""


def _layouts() -> str:
    """Where the parts of the hardware's words lie."""
    place = Space.members["position"]
    fields = {
        "CELL_REF": _field(Cell, "ref"),
        "CELL_WHITE": _field(Cell, "white"),
        "CELL_RED": _field(Cell, "red"),
        "SPACE_X": _field(Space, "position", place, "x"),
        "SPACE_Y": _field(Space, "position", place, "y"),
        "SPACE_FILLED": _field(Space, "filled"),
        "MATE_SLOT": _field(Mate, "slot"),
        "END_X": _field(End, "position", Position, "x"),
        "END_Y": _field(End, "position", Position, "y"),
        "END_SIDE": _field(End, "side"),
        "EXTENT_WEST": _field(Extent, "west"),
        "EXTENT_NORTH": _field(Extent, "north"),
        "EXTENT_COLUMNS": _field(Extent, "columns"),
        "EXTENT_ROWS": _field(Extent, "rows"),
    }
    numbers = {
        "AXIS_BITS": AXIS_BITS,
        "TILE": TILE,
        "MAX_EXTENT": MAX_EXTENT,
        "SLOTS": 1 << SLOT_BITS,
        "MAX_PLIES": (1 << PLIES_BITS) - 1,
    }
    lines = [f"constexpr Field {name}{{{offset}, {width}}};" for name, (offset, width) in fields.items()]
    lines += [f"constexpr unsigned {name} = {value};" for name, value in numbers.items()]
    return "\n".join([
        "#pragma once", "namespace layouts {", "struct Field {", "    unsigned offset, width;", "};", *lines, "}", ""
    ])


def _field(layout: data.Layout, name: str, inner: data.Layout | None = None, inner_name: str = "") -> tuple[int, int]:
    """Offset and width of a field, or of a field of a field."""
    field = layout[name]
    if inner is None:
        return field.offset, field.width
    return field.offset + inner[inner_name].offset, inner[inner_name].width
