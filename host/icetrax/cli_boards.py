"""The command ``icetrax boards``."""

from __future__ import annotations

import dataclasses
import json

from icetrax.cli_options import Json, fail

__all__ = ["boards"]


def boards(as_json: Json = False) -> None:
    """List the boards for which bitstreams can be built, each with its device, its clock and its last report."""
    # Amaranth takes long to import, and no other command needs it here.
    from icetrax_rtl import boardfile
    from icetrax_synth.bitstream import device_of, last_report

    try:
        known = [boardfile.load(name) for name in boardfile.names()]
    except ValueError as error:
        fail(str(error))
    for board in known:
        report, clock_mhz, device = last_report(board), board.config.clock_hz / 1e6, device_of(board)
        if as_json:
            facts = {"board": board.name, "title": board.title, "device": device, "clock_mhz": clock_mhz}
            print(json.dumps(facts | {"report": None if report is None else dataclasses.asdict(report)}))
            continue
        result = "no bitstream yet" if report is None else (
            f"{report.fmax_mhz:.1f} MHz, {report.lc} of {report.lc_total} cells, "
            f"{report.bram} of {report.bram_total} block RAMs"
        )  # fmt: skip
        print(f"{board.name:<12} {device}  {clock_mhz:g} MHz  {board.title}: {result}")
