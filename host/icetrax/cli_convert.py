"""The command ``icetrax convert``."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from icetrax.cli_options import FAILED, Json, complain, fail, print_answer
from icetrax.errors import IllegalMoveError, RecordError
from icetrax.gamerecord import Record
from icetrax.record import format_record
from icetrax.record_json import record_to_json
from icetrax.recordfile import STANDARD_INPUT, records_of

__all__ = ["convert"]


class _Form(enum.StrEnum):
    """How games can be written."""

    TRX = "trx"
    OLD = "old"
    JSONL = "jsonl"


class _Source(enum.StrEnum):
    """How games can come."""

    TRX = "trx"
    JSONL = "jsonl"


def convert(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]..", help="Game records; - or none for standard input.")
    ] = None,
    to: Annotated[
        _Form, typer.Option("--to", help="Write records, records in the notation before 1998, or JSON lines.")
    ] = _Form.TRX,
    source: Annotated[
        _Source | None, typer.Option("--from", help="What the files hold; else by name, .jsonl or not.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", metavar="FILE", help="Where to write.")] = None,
    unchecked: Annotated[bool, typer.Option("--unchecked", help="Let illegal moves pass.")] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out games that cannot be converted, and name them.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read game records, today's or old notation or JSON lines, check that they are legal, and write them anew."""
    if unchecked and to is _Form.OLD:
        fail("--unchecked and --to old do not go together: the old notation needs legal moves")
    json_lines = None if source is None else source is _Source.JSONL
    count = left_out = 0
    target = None
    try:
        for path in files or [STANDARD_INPUT]:
            for number, record in enumerate(records_of(path, json_lines=json_lines), start=1):
                try:
                    text = _written(record, to, f"{path}, game {number}", unchecked)
                except RecordError as error:
                    if not keep_going:
                        raise
                    complain(str(error))
                    left_out += 1
                    continue
                if target is None:
                    target = sys.stdout if output is None else output.open("w", encoding="utf-8")
                target.write(text)
                count += 1
    except OSError as error:
        if output is None or error.filename != str(output):
            raise
        fail(f"cannot write {output}: {error.strerror}")
    finally:
        if target is not None and target is not sys.stdout:
            target.close()
    if output is not None:
        print_answer({"games": count} if as_json else f"{count} games written to {output}")
    if left_out:
        raise typer.Exit(FAILED)


def _written(record: Record, form: _Form, place: str, unchecked: bool) -> str:
    try:
        if not unchecked:
            record.replay()
        if form is _Form.JSONL:
            return json.dumps(record_to_json(record)) + "\n"
        return format_record(record, old=form is _Form.OLD)
    except (IllegalMoveError, RecordError, ValueError) as error:
        raise RecordError(f"{place}, {error}") from None
