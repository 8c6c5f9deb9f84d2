"""The command ``icetrax draw``."""

from __future__ import annotations

import enum
import itertools
from pathlib import Path
from typing import Annotated

import typer

from icetrax.board import Board
from icetrax.cli_options import Json, fail, print_answer, variant_named
from icetrax.errors import IllegalMoveError, RecordError, TraxError
from icetrax.gamerecord import Record
from icetrax.html import html_game
from icetrax.notation import normalize, parse_move
from icetrax.recordfile import STANDARD_INPUT, records_of
from icetrax.render import render
from icetrax.svg import TILE, svg

__all__ = ["draw"]


class _Form(enum.StrEnum):
    """How a game or position can be drawn."""

    TEXT = "text"
    ANSI = "ansi"
    SVG = "svg"
    HTML = "html"


def draw(
    file: Annotated[
        Path, typer.Argument(metavar="[FILE]", help="Game records; - for standard input.")
    ] = STANDARD_INPUT,
    moves: Annotated[str | None, typer.Option("--moves", metavar="MOVES", help="The moves instead of a file.")] = None,
    to: Annotated[
        _Form, typer.Option("--to", help="A position in characters, with colours, or as SVG, or a game as a web page.")
    ] = _Form.TEXT,
    game: Annotated[int, typer.Option("--game", metavar="N", min=1, help="Which game of the file.")] = 1,
    ply: Annotated[
        int | None, typer.Option("--ply", metavar="N", min=0, help="After how many turns; after all if not given.")
    ] = None,
    size: Annotated[int, typer.Option("--size", metavar="N", min=1, help="Pixels of a tile in SVG.")] = TILE,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="V", help="Variant of the rules; else as the record says.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help="Where to write.")] = None,
    as_json: Json = False,
) -> None:
    """Draw a position of a game, or the whole game as one web page with keys to go forward and back."""
    record = _record(file, moves, game)
    if variant is not None:
        record.headers["Variant"] = str(variant_named(variant))
    if ply is not None:
        if to is _Form.HTML:
            fail("--ply does not go with --to html, which shows all positions")
        if ply > len(record.moves):
            fail(f"--ply {ply}: the game has {len(record.moves)} turns")
        record.moves = record.moves[:ply]
    try:
        drawn = html_game(record) if to is _Form.HTML else _position(record.replay(), to, size)
    except (IllegalMoveError, ValueError) as error:
        place = "--moves" if moves is not None else f"{file}, game {game}"
        raise RecordError(f"{place}, {error}") from None
    if output is None:
        print_answer({"drawing": drawn} if as_json else drawn.rstrip("\n"))
        return
    try:
        output.write_text(drawn.rstrip("\n") + "\n", encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {output}: {error.strerror}")
    if as_json:
        print_answer({"output": str(output)})


def _record(file: Path, moves: str | None, game: int) -> Record:
    if moves is not None:
        if file != STANDARD_INPUT:
            fail("give either a file or --moves, not both")
        try:
            return Record([parse_move(normalize(text)) for text in moves.split()])
        except TraxError as error:
            fail(f"--moves: {error}")
    record = next(itertools.islice(records_of(file), game - 1, None), None)
    if record is None:
        fail(f"{'standard input' if file == STANDARD_INPUT else file} has no game {game}")
    return record


def _position(board: Board, to: _Form, size: int) -> str:
    return svg(board, size=size) if to is _Form.SVG else render(board, color=to is _Form.ANSI)
