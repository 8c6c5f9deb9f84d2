"""The command ``icetrax``: one thin function for each of its commands."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from icetrax import (
    cli_analyse,
    cli_boards,
    cli_convert,
    cli_draw,
    cli_match,
    cli_play,
    cli_referee,
    cli_serve,
    simulated,
)
from icetrax.analyst import Analyst
from icetrax.board import Variant
from icetrax.cli_options import (
    BAD_USAGE,
    FAILED,
    INTERRUPTED,
    Json,
    Movetime,
    Seed,
    complain,
    fail,
    per_move,
    print_answer,
    variant_named,
)
from icetrax.console import ConsoleError
from icetrax.engine import Count, Engine, HardwareEngine, HardwareSession, ModelEngine, PositionError, Summary
from icetrax.errors import TraxError
from icetrax.player import PlayerError
from icetrax.positions import InputError, Position, read_file, read_lines
from icetrax.spec import SpecError, make_analyst, parse_spec
from icetrax.transport import TransportError

if TYPE_CHECKING:
    from icetrax_rtl.config import Config

__all__ = ["app", "main"]

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Trax: rules, players, and the hardware player. A SPEC names a player: sim, serial:DEVICE, tcp:HOST:PORT, "
    "listen:PORT, pty, exec:COMMAND, random, greedy, alphabeta or human.",
)


class _EngineName(enum.StrEnum):
    MODEL = "model"
    SIM = "sim"


_Moves = Annotated[str | None, typer.Option("--moves", metavar="MOVES", help="The position: moves from the beginning.")]
_JsonLines = Annotated[bool, typer.Option("--jsonl", help="Read positions as JSON lines from standard input.")]
_EngineOption = Annotated[_EngineName, typer.Option("--engine", help="Who knows the rules.")]
_VariantOption = Annotated[
    str | None, typer.Option("--variant", metavar="V", help="Variant of the rules; else the one that the game names.")
]
_Config = Annotated[str, typer.Option("--config", metavar="NAME", help="Configuration of the simulated hardware.")]


# -- positions --


@app.command()
def replay(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]..", help="Game records, or JSON lines.")] = None,
    moves: _Moves = None,
    jsonl: _JsonLines = False,
    as_json: Json = False,
    engine: _EngineOption = _EngineName.MODEL,
    variant: _VariantOption = None,
    config: _Config = "hx8k",
) -> None:
    """Play games from the beginning and say what has become of them."""
    if files and moves is not None:
        fail("give either files or --moves, not both")
    with contextlib.closing(_Engines(engine, variant, config)) as engines:
        if files:
            games = [game for path in files for game in read_file(path, json_lines=jsonl or path.suffix == ".jsonl")]
        faulty = False
        for position in iter(games) if files else _positions(moves, jsonl):
            summary = engines.of(position).replay(position.moves)
            print_answer(dataclasses.asdict(summary) if as_json else _in_words(summary))
            if summary.error is not None and not jsonl:
                complain(f"move {summary.error.ply}: {summary.error.message}")
                faulty = True
    if faulty:
        raise typer.Exit(BAD_USAGE)


@app.command("moves")
def legal_moves(
    moves: _Moves = None,
    jsonl: _JsonLines = False,
    as_json: Json = False,
    engine: _EngineOption = _EngineName.MODEL,
    variant: _VariantOption = None,
    config: _Config = "hx8k",
) -> None:
    """List the legal moves of a position."""
    with contextlib.closing(_Engines(engine, variant, config)) as engines:

        def answer(position: Position) -> dict[str, object] | str:
            found = engines.of(position).legal_moves(position.moves)
            return {"moves": found} if as_json else " ".join(found)

        _answer_each(_positions(moves, jsonl), answer, jsonl=jsonl, as_json=as_json)


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="Length of the move sequences in turns.")],
    moves: _Moves = None,
    jsonl: _JsonLines = False,
    as_json: Json = False,
    engine: _EngineOption = _EngineName.MODEL,
    variant: _VariantOption = None,
    config: _Config = "hx8k",
    divide: Annotated[bool, typer.Option("--divide", help="Count by the first move.")] = False,
) -> None:
    """Count the legal move sequences from a position."""
    if divide and depth < 1:
        fail("--divide needs a DEPTH of 1 or more")
    with contextlib.closing(_Engines(engine, variant, config)) as engines:

        def answer(position: Position) -> dict[str, object] | str:
            rules = engines.of(position)
            parts = rules.divide(position.moves, depth) if divide else None
            total = _sum(parts) if parts is not None else rules.perft(position.moves, depth)
            if as_json:
                return _counted(depth, total, parts)
            lines = [f"{move} {count.nodes}" for move, count in (parts or {}).items()]
            lines.append(f"perft {depth}: {total.nodes}")
            if total.cycles is not None:
                lines.append(f"clock cycles: {total.cycles}")
            return "\n".join(lines)

        _answer_each(_positions(moves, jsonl), answer, jsonl=jsonl, as_json=as_json)


@app.command()
def bestmove(
    player: Annotated[str, typer.Option("--player", metavar="SPEC", help="Who is asked.")],
    moves: _Moves = None,
    jsonl: _JsonLines = False,
    as_json: Json = False,
    variant: _VariantOption = None,
    movetime: Movetime = 1.0,
    seed: Seed = 0,
) -> None:
    """Ask a player for the best move of a position."""
    control = per_move(movetime, 0)
    spec = parse_spec(player)
    given = None if variant is None else variant_named(variant)
    with contextlib.ExitStack() as stack:

        @functools.cache
        def analyst(rules: Variant) -> Analyst:
            return stack.enter_context(contextlib.closing(make_analyst(spec, seed, rules)))

        def answer(position: Position) -> dict[str, object] | str:
            rules = given or position.variant or Variant.TRAX
            found = dataclasses.asdict(analyst(rules).best(position.moves, control))
            if as_json:
                return found
            facts = (f"{name} {value}" for name, value in found.items() if name != "move" and value is not None)
            return "  ".join([found["move"], *facts])

        _answer_each(_positions(moves, jsonl), answer, jsonl=jsonl, as_json=as_json)


app.command()(cli_convert.convert)
app.command()(cli_draw.draw)
app.command("analyse")(cli_analyse.analyse_command)


# -- games --


app.command()(cli_match.match)
app.command()(cli_referee.referee)
app.command()(cli_play.play)
app.command()(cli_serve.serve)


# -- hardware --


app.command()(cli_boards.boards)


@app.command()
def sim(
    pty: Annotated[bool, typer.Option("--pty", help="Serve a pseudo-terminal (default) and print its name.")] = False,
    tcp: Annotated[int | None, typer.Option("--tcp", metavar="PORT", min=0, max=65535, help="Serve TCP.")] = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="Serve standard input and output.")] = False,
    config: _Config = "hx8k",
    link: Annotated[str, typer.Option("--link", metavar="bit|byte", help="Simulate the line, or pass bytes.")] = "bit",
    baud: Annotated[int | None, typer.Option("--baud", metavar="N", help="Bits a second on the line.")] = None,
    cycles: Annotated[int | None, typer.Option("--cycles", metavar="N", help="Stop after N clock cycles.")] = None,
    trace: Annotated[
        str | None, typer.Option("--trace", metavar="FILE[:FROM[:TO]]", help="Write a window of clock cycles as VCD.")
    ] = None,
    stamps: Annotated[str | None, typer.Option("--stamps", metavar="FILE", help="Write each line's cycle.")] = None,
) -> None:
    """Run the simulated hardware by itself; the clock cycles of --trace and --stamps count from power-on."""
    if pty + stdio + (tcp is not None) > 1:
        fail("choose one of --pty, --tcp and --stdio")
    arguments = ["--stdio"] if stdio else ["--pty"] if tcp is None else ["--tcp", str(tcp)]
    given = {"--link": link, "--baud": baud, "--cycles": cycles, "--trace": trace, "--stamps": stamps}
    for option, value in given.items():
        if value is not None:
            arguments += [option, str(value)]
    program = simulated.build(_config(config), trace=trace is not None)
    sys.stdout.flush()
    os.execv(program, [str(program), *arguments])


# -- options --


class _Engines:
    """The engine for each variant that is asked for."""

    def __init__(self, name: _EngineName, variant: str | None, config: str) -> None:
        self._variant = None if variant is None else variant_named(variant)
        self._make = ModelEngine if name is _EngineName.MODEL else self._hardware
        self._config = _config(config)
        self._engines: dict[Variant, Engine] = {}

    def of(self, position: Position) -> Engine:
        """The engine for a position: by the variant that the command line names, or else the position."""
        variant = self._variant or position.variant or Variant.TRAX
        if variant not in self._engines:
            self._engines[variant] = self._make(variant)
        return self._engines[variant]

    def close(self) -> None:
        """End them all."""
        for engine in self._engines.values():
            engine.close()

    def _hardware(self, variant: Variant) -> Engine:
        if variant is not Variant.TRAX:
            fail(f"the hardware does not play the variant {variant}: use --engine model")
        return HardwareEngine(HardwareSession(lambda: simulated.open_console(self._config)))


def _config(name: str) -> Config:
    try:
        return simulated.config_by_name(name)
    except ValueError as error:
        fail(str(error))


def _positions(moves: str | None, jsonl: bool) -> Iterator[Position]:
    if not jsonl:
        return iter([Position((moves or "").split())])
    if moves is not None:
        fail("give either --moves or --jsonl, not both")
    lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    return read_lines(lines, "standard input")


# -- answers --


def _answer_each(
    positions: Iterator[Position],
    answer: Callable[[Position], dict[str, object] | str],
    *,
    jsonl: bool,
    as_json: bool,
) -> None:
    """Print one answer for each position. Of JSON lines, also a position that cannot be reached gets its answer."""
    for position in positions:
        try:
            print_answer(answer(position))
        except PositionError as error:
            if not jsonl:
                raise
            print_answer({"error": dataclasses.asdict(error.fault)} if as_json else f"error: {error}")


def _sum(parts: dict[str, Count]) -> Count:
    cycles = [count.cycles for count in parts.values() if count.cycles is not None]
    return Count(sum(count.nodes for count in parts.values()), sum(cycles) if cycles else None)


def _counted(depth: int, total: Count, parts: dict[str, Count] | None) -> dict[str, object]:
    answer: dict[str, object] = {"depth": depth, "nodes": total.nodes}
    if total.cycles is not None:
        answer["cycles"] = total.cycles
    if parts is not None:
        answer["divide"] = {move: count.nodes for move, count in parts.items()}
    return answer


# -- words --


def _in_words(summary: Summary) -> str:
    size = f"{summary.plies} turns, {summary.tiles} tiles, {summary.columns} columns, {summary.rows} rows"
    if not summary.over:
        return f"{size}: not over"
    return f"{size}: {'draw' if summary.winner == 'draw' else f'{summary.winner} wins'} by {summary.reason}"


# -- errors --


def main() -> NoReturn:
    """Run the command and end the process with its exit status."""
    sys.exit(_run())


def _run() -> int:
    try:
        status: int = app(standalone_mode=False) or 0
        if status == INTERRUPTED:
            complain("interrupted")
        return status
    except typer.TyperException as error:
        complain(f"{error.format_message()} (try icetrax --help)")
    except (TraxError, SpecError, InputError, TransportError, PlayerError, OSError) as error:
        complain(str(error))
    except ConsoleError as error:
        complain(str(error))
        return FAILED
    return BAD_USAGE
