"""``python -m icetrax_bench``: measures the compiled hardware and writes ``build/bench.json``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from icetrax.transport import TransportError
from icetrax_rtl.config import CONFIGS, by_name
from icetrax_sim import SimError

from .arguments import count
from .errors import BenchError
from .figures import Figure, of_boards, write_figures
from .measures import counting, cycles_per_node, puzzle_solving, searching
from .phases import phases

_BUILD = Path("build")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m icetrax_bench", description="Measure the compiled hardware.")
    parser.add_argument("--config", default="hx8k", choices=[config.name for config in CONFIGS])
    parser.add_argument("--puzzles", type=count, default=12, metavar="N", help="puzzles of each kind; 12")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N", help="simulations at a time")
    parser.add_argument("--output", type=Path, default=_BUILD / "bench.json", metavar="FILE", help="build/bench.json")
    return parser


def main() -> int:
    """Measure, print each figure as soon as it is known, and write them all."""
    options = _parser().parse_args()
    config = by_name(options.config)
    figures: list[Figure] = []

    def note(figure: Figure) -> None:
        figures.append(figure)
        print(figure, flush=True)

    try:
        for figure in counting(config):
            note(figure)
        for figure in searching(config, options.jobs):
            note(figure)
        for figure in phases(config):
            note(figure)
        for figure in of_boards(_BUILD, cycles_per_node(figures)):
            note(figure)
        for figure in puzzle_solving(config, options.puzzles, options.jobs):
            note(figure)
        write_figures(figures, options.output)
    except (BenchError, SimError, TransportError) as error:
        print(f"icetrax_bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
