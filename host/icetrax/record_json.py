"""Game records as JSON lines, one object a game, for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from icetrax.errors import RecordError, TraxError
from icetrax.gamerecord import Record, Result
from icetrax.record import MoveReader

__all__ = ["record_from_json", "record_to_json", "records_from_lines"]

_QUOTED = 40  # characters of a bad line that an error message shows


def record_to_json(record: Record) -> dict[str, Any]:
    """The fields of a game; :func:`record_from_json` makes an equal record of them.

    ``moves`` is a string with blanks between the moves, ``result`` a result word, ``headers`` an object of strings,
    ``title`` a string, and ``comments`` an object that maps numbers of turns to strings; the last three are left out
    where they are empty.
    """
    fields: dict[str, Any] = {"moves": " ".join(map(str, record.moves)), "result": str(record.result)}
    if record.headers:
        fields["headers"] = dict(record.headers)
    if record.title:
        fields["title"] = record.title
    if record.comments:
        fields["comments"] = {str(ply): text for ply, text in sorted(record.comments.items())}
    return fields


def record_from_json(fields: object) -> Record:
    """The record that an object of JSON describes.

    Parameters
    ----------
    fields
        As :func:`record_to_json` makes them; ``moves`` may also be a list of strings, and moves may be spelt as in
        records. Only ``moves`` is needed. A field ``variant`` is taken for the header; others are ignored.

    Raises
    ------
    RecordError
        A field is missing or is not what it should be; the message names it.
    """
    if not isinstance(fields, dict):
        raise RecordError("expected an object with a field 'moves'")
    headers = _strings(fields, "headers")
    if fields.get("variant") is not None:
        headers.setdefault("Variant", _text(fields, "variant"))
    result = fields.get("result") or str(Result.UNFINISHED)
    if result not in list(Result):
        raise RecordError(f"the field 'result' is {result!r}: expected one of {' '.join(Result)}")
    record = Record(result=Result(result), headers=headers, title=_text(fields, "title"))
    reader = MoveReader(record)
    for ply, word in enumerate(_words(fields), start=1):
        try:
            reader.read(word)
        except (TraxError, ValueError) as error:
            raise RecordError(f"ply {ply}: {error}") from None
    record.comments = _comments(fields, len(record.moves))
    return record


def records_from_lines(lines: Iterable[str], name: str = "") -> Iterator[Record]:
    """The records of JSON lines, one by one; empty lines are passed over.

    Raises
    ------
    RecordError
        A line is something else. The message names the file, the line, and the game counted from 1.
    """
    game = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        game += 1
        try:
            yield record_from_json(json.loads(line))
        except RecordError as error:
            raise RecordError(f"{_place(name, number, game)}: {error}") from None
        except (ValueError, RecursionError):
            text = line.strip()
            quoted = text if len(text) <= _QUOTED else text[:_QUOTED] + ".."
            raise RecordError(f"{_place(name, number, game)}: {quoted!r} is not JSON") from None


def _place(name: str, line: int, game: int) -> str:
    return f"{name + ', ' if name else ''}line {line}, game {game}"


def _words(fields: dict[str, Any]) -> list[str]:
    moves = fields.get("moves")
    words = moves.split() if isinstance(moves, str) else moves
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RecordError("expected a field 'moves', a string or a list of strings")
    return words


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key) or ""
    if not isinstance(value, str):
        raise RecordError(f"the field {key!r} is no string")
    return value


def _strings(fields: dict[str, Any], key: str) -> dict[str, str]:
    value = fields.get(key) or {}
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise RecordError(f"the field {key!r} is no object of strings")
    return dict(value)


def _comments(fields: dict[str, Any], plies: int) -> dict[int, str]:
    comments = _strings(fields, "comments")
    if not all(ply.isascii() and ply.isdigit() and int(ply) <= plies for ply in comments):
        raise RecordError(f"the field 'comments' has other keys than numbers of turns from 0 to {plies}")
    return {int(ply): text for ply, text in comments.items()}
