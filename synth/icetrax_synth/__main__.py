"""``python -m icetrax_synth``: builds and loads bitstreams, and keeps the ledger of sizes and speeds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from icetrax_rtl import boardfile

from . import ledger
from .bitstream import build_bitstream
from .errors import BitstreamError
from .loader import load_bitstream
from .units import UNITS

_USUAL = ["hx8k", *(f"unit:{name}" for name in UNITS)]


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all went well, 1 if not, 2 on bad usage."""
    parser = argparse.ArgumentParser(prog="icetrax_synth", description="Bitstreams, and a ledger of sizes and speeds.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("bitstream", help="build a bitstream")
    command.add_argument("name", metavar="BOARD", help="a board, or all")
    command = commands.add_parser("program", help="build a bitstream and load it")
    command.add_argument("name", metavar="BOARD", help="a board")
    command = commands.add_parser("ledger", help="compare sizes and speeds with those accepted before")
    command.add_argument("names", metavar="NAME", nargs="*", help=f"boards, or unit:NAME; without: {', '.join(_USUAL)}")
    command.add_argument("--accept", action="store_true", help="accept them")
    arguments = parser.parse_args(words)
    if arguments.command == "ledger":
        return _guarded(partial(_ledger, arguments.names or _USUAL, accept=arguments.accept))
    if arguments.command == "program":
        return _guarded(partial(_program, arguments.name))
    names = boardfile.names() if arguments.name == "all" else [arguments.name]
    # If one fails, the others are built all the same.
    return max(_guarded(partial(_bitstream, name)) for name in names)


def _guarded(action: Callable[[], int]) -> int:
    try:
        return action()
    except ValueError as error:
        print(f"icetrax_synth: {error}", file=sys.stderr)
        return 2
    except BitstreamError as error:
        print(f"icetrax_synth: {error}", file=sys.stderr)
        return 1


def _bitstream(name: str) -> int:
    report = build_bitstream(boardfile.load(name), notify=_notify)
    print(
        f"{report.board}: {report.fmax_mhz:.1f} MHz, the clock is {report.clock_mhz:g}; {report.lc} of "
        f"{report.lc_total} logic cells, {report.bram} of {report.bram_total} block RAMs; {report.bitstream}"
    )
    return 0


def _program(name: str) -> int:
    board = boardfile.load(name)
    print(load_bitstream(board, Path(build_bitstream(board, notify=_notify).bitstream)))
    return 0


def _ledger(names: Sequence[str], *, accept: bool) -> int:
    baseline = ledger.read_baseline()
    measured = {name: ledger.measure(name, notify=_notify) for name in names}
    changes = ledger.compare(baseline, measured)
    for change in changes:
        print(change)
    if accept:
        ledger.write_baseline(baseline | measured)
        return 0
    if any(change.is_worse for change in changes):
        print(
            f"icetrax_synth: more than {ledger.TOLERANCE:.0%} worse than constraints/baseline.json: improve it, or "
            "accept it with `make ledger-accept`",
            file=sys.stderr,
        )
        return 1
    return 0


def _notify(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
