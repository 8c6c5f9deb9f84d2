"""Published games between people. They are not part of the project; the test skips where they are not at hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from icetrax.board import Variant
from icetrax.errors import IllegalMoveError
from icetrax.record import Record, format_record, read_records
from icetrax.record_json import records_from_lines

GAMES = Path(__file__).parents[3] / "shared" / "conformance" / "human_games.jsonl"

TOO_TALL = {"h018"}
"""Games of the limited variant that were played on over its edge."""

pytestmark = pytest.mark.skipif(not GAMES.exists(), reason=f"the published games are not at hand: no file {GAMES}")


def games() -> list[tuple[dict[str, str], Record]]:
    lines = GAMES.read_text(encoding="utf-8").splitlines()
    return list(zip(map(json.loads, lines), records_from_lines(lines), strict=True))


def test_they_replay_under_their_variants() -> None:
    variants = set()
    for row, record in games():
        variants.add(record.variant)
        if row["id"] in TOO_TALL:
            with pytest.raises(IllegalMoveError, match="no more than 8 columns and rows"):
                record.replay()
            continue
        board = record.replay()
        assert (board.plies, board.tiles) == (row["plies"], row["tiles"])
        assert (board.columns, board.rows) == (row["cols"], row["rows"])
        outcome = board.outcome()
        if row["reason"] == "loop":
            assert outcome is not None
            assert (str(outcome.winner), str(outcome.reason)) == (row["result"], "loop")
    assert variants == {Variant.TRAX, Variant.LOOP, Variant.LIMITED}


def test_they_read_back_in_both_notations() -> None:
    for row, record in games():
        assert read_records(format_record(record)) == [record]
        if row["id"] not in TOO_TALL:
            assert read_records(format_record(record, old=True)) == [record]
