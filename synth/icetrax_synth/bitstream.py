"""Builds the bitstream of a board when it is missing or its sources have changed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from icetrax_rtl.boardfile import BoardFile
from icetrax_rtl.boards import Board, platform_of
from icetrax_sim.cache import build_root, digest, locked

from . import tools
from .errors import BitstreamError
from .flow import SEEDS, Design, Notify, placements, routed
from .report import Report, check_timing, read_report

__all__ = ["board_folder", "build_bitstream", "design_for", "device_of", "last_report"]

_KEY = "bitstream.key"
_REPORT = "report.json"


def board_folder(name: str) -> Path:
    """Where everything about a board is built."""
    return build_root() / name


def device_of(board: BoardFile) -> str:
    """The name of a board's device."""
    return str(platform_of(board).device)


def last_report(board: BoardFile) -> Report | None:
    """What the last build for a board has reported; None if there is no bitstream."""
    return read_report(board_folder(board.name) / _REPORT)


def design_for(board: BoardFile) -> Design:
    """The player for a board, with its pins."""
    platform = platform_of(board)
    files = platform.build(Board(board), do_build=False).files

    def text(name: str) -> str:
        content = files[name]
        return content if isinstance(content, str) else content.decode()

    return Design(board.name, tools.DEVICES[platform.device], platform.package, text("top.il"), text("top.pcf"))


def build_bitstream(board: BoardFile, *, seeds: Sequence[int] = SEEDS, notify: Notify = lambda line: None) -> Report:
    """Build ``BOARD.bin`` and ``report.json`` in the board's folder, unless they are up to date.

    Of the results of several seeds the fastest is taken. A build that fails leaves no bitstream and no report behind.

    Parameters
    ----------
    board
        What to build for.
    seeds
        For place and route.
    notify
        Called with a line for people.

    Raises
    ------
    BitstreamError
        If a tool is missing or fails, or the design does not fit or is too slow.
    """
    folder = board_folder(board.name)
    target, report_file, key_file = folder / f"{board.name}.bin", folder / _REPORT, folder / _KEY
    try:
        with locked(folder):
            design = design_for(board)
            key = digest(repr(design), repr(board), repr(tuple(seeds)), tools.versions())
            report = read_report(report_file)
            if report is not None and target.exists() and key_file.exists() and key_file.read_text() == key:
                return report
            for stale in (key_file, report_file, target):
                stale.unlink(missing_ok=True)
            report = _build(board, design, folder, target, seeds, notify)
            report.write(report_file)
            key_file.write_text(key)
    except OSError as error:
        raise BitstreamError(f"cannot build in {folder}: {error.strerror or error}") from error
    return report


def _build(
    board: BoardFile, design: Design, folder: Path, target: Path, seeds: Sequence[int], notify: Notify
) -> Report:
    start = time.monotonic()
    found = placements(design, folder, seeds, notify)
    best = check_timing(board, {seed: placement.fmax_mhz for seed, placement in found.items()})
    packed = folder / "packed"
    tools.pack(routed(folder, best), packed)
    packed.replace(target)
    chosen = found[best]
    for kind, used, most in [("logic cells", chosen.lc, board.most_lc), ("block RAMs", chosen.bram, board.most_bram)]:
        if used > most:
            notify(f"{board.name}: {used} {kind} are more than the budget of {most}")
    return Report(
        board=board.name,
        device=design.device.name,
        fmax_mhz=round(chosen.fmax_mhz, 2),
        clock_mhz=board.config.clock_hz / 1e6,
        lc=chosen.lc,
        lc_total=chosen.lc_total,
        bram=chosen.bram,
        bram_total=chosen.bram_total,
        spram=chosen.spram,
        bitstream=str(target),
        fmax_by_seed={str(seed): round(placement.fmax_mhz, 2) for seed, placement in found.items()},
        worst_path=chosen.worst_path,
        seconds=round(time.monotonic() - start, 1),
    )
