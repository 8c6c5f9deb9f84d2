"""``python -m icetrax_fit``: fits the values of open paths, and puts them in place if they play better.

Prints each figure as soon as it is known. The values go into ``build/fit``, and if they win a match against the present
ones beyond the error, to where the hardware is built from.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import icetrax_rtl
from icetrax.evaluate import ValueTableError
from icetrax_fit.contest import Result
from icetrax_fit.data import Plan, Split, gather, openings
from icetrax_fit.errors import FitError
from icetrax_fit.native import Native
from icetrax_fit.regression import SCALE, Settings, fit, loss
from icetrax_fit.values import ValueSet

_BUILD = Path("build/fit")
_DATA = Path(icetrax_rtl.__file__).parent / "data"
_HELD_OUT = 0.2  # share of the openings
_MATCH_TURNS = (3, 8)  # random ones, with which the games of the match begin


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 1")
    return value


def _weight(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a weight")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m icetrax_fit", description="Fit the values of open paths.")

    def number(name: str, default: int, metavar: str, text: str) -> None:
        parser.add_argument(name, type=_count, default=default, metavar=metavar, help=f"{text}; {default}")

    number("--games", 4000, "N", "games from random openings; each leads to a dozen more")
    number("--nodes", 2500, "N", "turns that the search may play for a move of these games")
    number("--least", 4, "N", "random turns of an opening, at least")
    number("--most", 12, "N", "random turns of an opening, at most")
    number("--seed", 1, "N", "of the random numbers")
    parser.add_argument("--trust", type=_share, default=0.7, metavar="SHARE", help="of the search's scores; 0.7")
    parser.add_argument("--pull", type=_weight, default=100, metavar="WEIGHT", help="of the present values; 100")
    number("--pairs", 1000, "N", "openings of the match, each played with both colours")
    number("--match-nodes", 20_000, "N", "turns that the search may play for a move of the match")
    number("--jobs", os.cpu_count() or 1, "N", "processes at a time")
    parser.add_argument("--keep", action="store_true", help="leave the present values in place, even if they lose")
    return parser


def _say(text: str) -> None:
    print(text, flush=True)


def _remarks(split: Split, before: ValueSet, after: ValueSet, match: str) -> list[str]:
    many, few = split.games
    losses = f"{loss(split.held_out, before):.4f} before, {loss(split.held_out, after):.4f} after"
    return [
        f"Logistic regression, {SCALE:g} units a factor e of odds, to {len(split.training):,} quiet positions",
        f"of {many:,} games. Held-out log loss {losses}, on {len(split.held_out):,} positions of {few:,} games.",
        f"In a match against the table before: {match.replace('±', '+-')}.",  # the files are ASCII
    ]


def _run(options: argparse.Namespace) -> None:
    native, before = Native(options.jobs), ValueSet.present()
    plan = Plan(options.games, _HELD_OUT, options.nodes, options.seed, options.least, options.most)
    split = gather(native, before, plan, _say)
    for name, samples in (("training", split.training), ("held-out", split.held_out)):
        _say(f"{name}: {len(samples):,} quiet positions, log loss {loss(samples, before):.4f} before")
    after = fit(split.training, before, Settings(options.trust, options.pull))
    for name, samples in (("training", split.training), ("held-out", split.held_out)):
        _say(f"{name}: log loss {loss(samples, after):.4f} after")

    starts = openings(native, options.pairs, options.seed + 1, *_MATCH_TURNS)
    _say(f"match: {2 * len(starts):,} games at {options.match_nodes:,} nodes a move")
    lines = native.run_batches("match", [str(options.match_nodes)], values=[after, before], lines=starts)
    result = Result.read(lines)
    _say(f"match: the fitted values make {result}")
    _BUILD.mkdir(parents=True, exist_ok=True)
    remarks = _remarks(split, before, after, f"{result}, {options.match_nodes:,} nodes a move")
    better = result.is_better and not options.keep
    for folder in (_BUILD, *([_DATA] if better else [])):
        after.write(folder, remarks)
        _say(f"written: {folder}/paths.txt and spans.txt")
    if not better:
        _say("the present values stay in place" + ("" if options.keep else ": the fitted ones are not better for sure"))


def main() -> int:
    """Fit, judge, and write."""
    parser = _parser()
    options = parser.parse_args()
    if options.most < options.least:
        parser.error(f"--most {options.most} is less than --least {options.least}")
    try:
        _run(options)
    except (FitError, ValueTableError, OSError) as error:
        print(f"icetrax_fit: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
