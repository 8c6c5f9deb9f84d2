"""Imports go one way only: between the wings, and within each from higher levels to lower ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

WINGS = {
    "icetrax_rtl": ROOT / "rtl",
    "icetrax_sim": ROOT / "sim",
    "icetrax_synth": ROOT / "synth",
    "icetrax": ROOT / "host",
    "icetrax_bench": ROOT / "bench",
    "icetrax_fit": ROOT / "fit",
}

ALLOWED = {
    "icetrax_rtl": set(),
    "icetrax_sim": {"icetrax_rtl"},
    "icetrax_synth": {"icetrax_rtl", "icetrax_sim"},
    "icetrax": {"icetrax_rtl", "icetrax_sim", "icetrax_synth"},
    "icetrax_bench": {"icetrax_rtl", "icetrax_sim", "icetrax"},
    "icetrax_fit": {"icetrax_rtl", "icetrax_sim", "icetrax"},
}
"""What a wing may import of the others."""

SIMULATING = {"cli", "cli_boards", "simulated"}
"""The host's modules that know the hardware; everything else there runs without it."""

LEVELS = {
    "icetrax_rtl": [
        ["__init__", "bits", "config", "pll", "spram", "stream", "timer", "types"],
        ["boardfile", "evaluate", "notation", "uart"],
        ["frames", "frontier", "line", "number"],
        ["fetch", "writer"],
        ["compact", "movegen"],
        ["turn"],
        ["rules"],
        ["game", "search"],
        ["session"],
        ["player"],
        ["boards"],
    ],
    "icetrax_sim": [
        ["cache", "errors"],
        ["stamps", "toolchain", "top"],
        ["program"],
        ["build"],
        ["process"],
        ["__init__"],
        ["__main__"],
    ],
    "icetrax_synth": [
        ["errors"],
        ["report", "tools"],
        ["flow"],
        ["bitstream", "loader", "units"],
        ["ledger", "netlist"],
        ["__init__"],
        ["__main__"],
    ],
    "icetrax_bench": [
        ["__init__", "arguments", "errors"],
        ["cases", "figures", "vcd"],
        ["measures", "phases"],
        ["__main__", "ladder"],
    ],
    "icetrax_fit": [
        ["__init__", "errors", "values"],
        ["contest", "geometry", "native"],
        ["samples"],
        ["data", "regression"],
        ["__main__"],
    ],
    "icetrax": [
        ["errors", "stats", "tile", "transport"],
        ["bytelog", "clock", "evaluate", "frontier", "notation"],
        ["board"],
        ["console", "gamerecord", "old_notation", "paths", "perft", "tracks"],
        ["record", "render", "svg", "twin"],
        ["html", "record_json"],
        ["opponents", "recordfile"],
        ["engine", "journal", "positions"],
        ["__init__", "player"],
        ["analyst", "human", "openings", "referee", "simulated"],
        ["schedule", "sitting", "spec"],
        ["live"],
        ["analysis", "arena", "serve", "standing"],
        ["executor", "match", "plot"],
        ["campaign", "cluster"],
        ["cli_options"],
        [
            "cli_analyse", "cli_boards", "cli_convert", "cli_draw", "cli_match", "cli_play", "cli_referee", "cli_serve"
        ],
        ["cli"],
    ],
}
"""The modules of each wing; each imports only from levels above its own in this list."""

UPWARDS = {("board", "svg")}
"""The exception: a board draws itself in notebooks, and imports what it needs for that only then."""


def _imports(package: str, path: Path) -> Iterator[tuple[str, str]]:
    """Every (package, module) of ours that a file imports anywhere; the module is empty for the package itself."""
    modules = {file.stem for file in path.parent.glob("*.py")}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = f"{package}.{node.module or ''}".rstrip(".") if node.level else node.module or ""
            names = [(base, alias.name) for alias in node.names]
        else:
            continue
        for name, member in names:
            top, _, module = name.partition(".")
            if top in WINGS:
                yield top, module or (member if top == package and member in modules else "")


def _files() -> list[tuple[str, Path]]:
    return [(package, path) for package, wing in WINGS.items() for path in sorted((wing / package).glob("*.py"))]


@pytest.mark.parametrize(("package", "path"), _files(), ids=lambda value: getattr(value, "stem", value))
def test_imports_go_down(package: str, path: Path) -> None:
    level_of = {module: level for level, modules in enumerate(LEVELS[package]) for module in modules}
    assert path.stem in level_of, f"{path.stem} has no level: add it to the table above"
    for other, module in _imports(package, path):
        if other != package:
            assert other in ALLOWED[package], f"{package}.{path.stem} imports {other}"
            if package == "icetrax":
                assert path.stem in SIMULATING, f"{path.stem} imports {other}"
        else:
            imported = module or "__init__"
            if (path.stem, imported) in UPWARDS:
                continue
            assert level_of[imported] < level_of[path.stem], f"{package}.{path.stem} imports {imported}"


def test_the_table_holds_what_there_is() -> None:
    for package, wing in WINGS.items():
        listed = {module for modules in LEVELS[package] for module in modules}
        assert {path.stem for path in (wing / package).glob("*.py")} <= listed
