"""The command ``icetrax analyse``."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from icetrax.analysis import HARDWARE, Verdict, analyse, annotated
from icetrax.cli_options import Json, Movetime, Seed, fail, per_move, print_answer, variant_named
from icetrax.errors import IllegalMoveError, RecordError
from icetrax.gamerecord import Record
from icetrax.plot import plot
from icetrax.record import format_record
from icetrax.recordfile import records_of
from icetrax.spec import make_analyst, parse_spec

__all__ = ["analyse_command"]


def analyse_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Game records; - for standard input.")],
    player: Annotated[str, typer.Option("--player", metavar="SPEC", help="Who judges: sim, alphabeta or a board.")],
    movetime: Movetime = 1.0,
    seed: Seed = 0,
    game: Annotated[int | None, typer.Option("--game", metavar="N", min=1, help="Only this game of the file.")] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="V", help="Variant of the rules; else as the record says.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Where to write the games with what was found.")
    ] = None,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Where to draw white's chances, as SVG.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge each position of recorded games, mark mistakes (?) and blunders (??), and say what was better."""
    spec = parse_spec(player)
    if spec.kind in ("random", "greedy", "human"):
        fail(f"{spec.text!r} does not tell scores: ask sim, alphabeta or a board")
    control = per_move(movetime, 0)
    records = _records(file, game, variant)
    if plot_file is not None and len(records) != 1:
        fail(f"--plot draws one game, and {file} has {len(records)}: choose one with --game")
    written = []
    for number, record in records.items():
        place = f"{file}, game {number}"
        if not as_json and len(records) > 1:
            print(f"game {number}")
        try:
            with contextlib.closing(make_analyst(spec, seed, record.variant)) as analyst:
                verdicts = analyse(record, analyst, control, HARDWARE, _Printer(number, as_json))
        except (IllegalMoveError, ValueError) as error:
            raise RecordError(f"{place}, {error}") from None
        written.append(annotated(record, verdicts))
    if output is not None:
        _write(output, "".join(map(format_record, written)))
    if plot_file is not None:
        _write(plot_file, plot(verdicts, _title(written[0], player)) + "\n")


class _Printer:
    """Prints each verdict as soon as it is there."""

    def __init__(self, game: int, as_json: bool) -> None:
        self._game = game
        self._as_json = as_json

    def __call__(self, verdict: Verdict) -> None:
        print_answer(
            {"game": self._game, **dataclasses.asdict(verdict), "mark": str(verdict.mark)}
            if self._as_json
            else _in_columns(verdict)
        )


def _in_columns(verdict: Verdict) -> str:
    move = "" if verdict.move is None else f"{verdict.ply}. {verdict.move}{verdict.mark}"
    depth = "" if verdict.depth is None else f"depth {verdict.depth}"
    best = "" if verdict.best is None else f"best {verdict.best}"
    better = f"better was {verdict.better}" if verdict.mark else ""
    chances = f"white {100 * verdict.white:3.0f} %"
    return f"{move:<12} {chances}  score {verdict.score:>8}  {depth:<9} {best:<12} {better}".rstrip()


def _records(file: Path, game: int | None, variant: str | None) -> dict[int, Record]:
    """The games to judge, by their number in the file."""
    rules = None if variant is None else variant_named(variant)
    found = {
        number: record for number, record in enumerate(records_of(file), start=1) if game is None or number == game
    }
    if not found:
        fail(f"{file} has no game" if game is None else f"{file} has no game {game}")
    if rules is not None:
        for record in found.values():
            record.headers["Variant"] = str(rules)
    return found


def _title(record: Record, player: str) -> str:
    names = f"{record.headers.get('White', 'white')} against {record.headers.get('Red', 'red')}"
    return f"{names}: white's chances by {player}"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")
