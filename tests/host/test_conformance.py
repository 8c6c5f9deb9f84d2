"""The model against the recorded facts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from icetrax import Board, IllegalMoveError, InvalidMoveError, TraxError, parse_move, perft
from tests.conformance import games, moves_of, rows
from tests.host.positions import board_after, board_rows, snapshot


def _facts(board: Board) -> dict[str, Any]:
    """A position in the words of the data."""
    outcome = board.outcome()
    completed = sorted(f"{color}-{reason}" for color, reason in board.completed)
    winner = None if outcome is None else str(outcome.winner)
    reasons = [what.partition("-")[2] for what in completed if what.startswith(f"{winner}-")]
    return {
        "plies": board.plies,
        "result": winner,
        "reason": "+".join(sorted(reasons, reverse=True)) or None,
        "completed": completed,
        "tiles": board.tiles,
        "cols": board.columns,
        "rows": board.rows,
        "board": board_rows(board),
    }


def _differences(row: dict[str, Any], board: Board) -> dict[str, tuple[Any, Any]]:
    """By field: what is recorded and what the model says, where they differ."""
    facts = _facts(board)
    if outcome := board.outcome():
        assert outcome.reason == (facts["reason"] or "").partition("+")[0]
    recorded = {key: sorted(value) if key == "completed" else value for key, value in row.items() if key in facts}
    return {key: (value, facts[key]) for key, value in recorded.items() if value != facts[key]}


def _legal(board: Board) -> str:
    return " ".join(sorted(map(str, board.legal_moves)))


def test_games() -> None:
    wrong = {row["id"]: differ for row in games() if (differ := _differences(row, board_after(row["moves"])))}
    assert wrong == {}
    assert len(games()) == 1768


def test_legal_moves_before_every_ply() -> None:
    positions = 0
    detailed = [row for row in games() + rows("games_random_detail.jsonl.gz") if isinstance(row.get("legal"), list)]
    for row in detailed:
        board = Board()
        for text, legal in zip(moves_of(row), row["legal"], strict=True):
            assert _legal(board) == legal, (row["id"], board.plies)
            board.push_text(text)
            positions += 1
    assert positions > 3000


def test_legal_moves_of_large_positions() -> None:
    for row in rows("games_unfinished.jsonl.gz"):
        assert _legal(board_after(row["moves"])) == row["legal"], row["id"]


@pytest.mark.parametrize("row", rows("rules.jsonl.gz"), ids=lambda row: f"{row['id']}-{row['topic']}")
def test_rule_cases(row: dict[str, Any]) -> None:
    moves = moves_of(row)
    illegal_at = row["illegal_at"]
    board = board_after(moves[:illegal_at])
    if illegal_at is not None:
        before = snapshot(board)
        with pytest.raises(InvalidMoveError if row["topic"] == "malformed" else (InvalidMoveError, IllegalMoveError)):
            board.push_text(moves[illegal_at])
        assert snapshot(board) == before
    assert _differences(row, board) == {}


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=lambda row: f"{len(row['moves'].split())}-plies")
def test_perft(row: dict[str, Any]) -> None:
    board = board_after(row["moves"])
    before = snapshot(board)
    for depth, count in enumerate(row["perft"]):
        if count <= 60_000:
            assert perft(board, depth) == count
    assert snapshot(board) == before


def _wins_and_losses(board: Board) -> tuple[set[str], set[str]]:
    """Moves that win at once and moves that lose at once."""
    found: tuple[set[str], set[str]] = set(), set()
    player = board.turn
    for move in board.legal_moves:
        board.push(move)
        if outcome := board.outcome():
            found[0 if outcome.winner is player else 1].add(str(move))
        board.pop()
    return found


def _can_win(board: Board) -> bool:
    player = board.turn
    for move in board.legal_moves:
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome and outcome.winner is player:
            return True
    return False


def _safe(board: Board) -> Iterator[str]:
    """Moves after which the game goes on and the opponent cannot win at once."""
    for move in board.legal_moves:
        board.push(move)
        safe = not board.is_over() and not _can_win(board)
        board.pop()
        if safe:
            yield str(move)


@pytest.mark.parametrize("name", ["win1", "defend", "win2", "lost"])
def test_puzzle_positions(name: str) -> None:
    for row in rows(f"{name}.jsonl.gz"):
        board = board_after(row["moves"])
        assert str(board.turn) == row["to_move"]
        assert board.outcome() is None
        if "legal" in row:
            assert len(board.legal_moves) == row["legal"], row["id"]
        winning, losing = _wins_and_losses(board)
        assert " ".join(sorted(winning)) == row.get("winning", ""), row["id"]
        if "losing" in row:
            assert " ".join(sorted(losing)) == row["losing"], row["id"]


@pytest.mark.parametrize(("name", "every"), [("defend", 10), ("win2", 45), ("lost", 16)])
def test_safe_moves_of_puzzles(name: str, every: int) -> None:
    for row in rows(f"{name}.jsonl.gz")[::every]:
        assert " ".join(sorted(_safe(board_after(row["moves"])))) == row.get("safe", ""), row["id"]


def test_wins_in_two() -> None:
    for row in rows("win2.jsonl.gz")[::20]:
        board = board_after(row["moves"])
        winning = row["winning2"].split()
        others = [text for text in row["safe"].split() if text not in winning]
        for text in winning[:1] + others[:4]:
            # Won: whatever the opponent answers loses at once or lets the player win.
            board.push_text(text)
            assert not board.is_over()
            assert not _can_win(board)
            assert any(True for _ in _safe(board)) == (text in others), (row["id"], text)
            board.pop()


def test_published_games() -> None:
    """Games of people, which may be read but are not a part of this project."""
    path = os.environ.get("ICETRAX_PUBLISHED_GAMES")
    if not path:
        pytest.skip("published games are not part of the project: name a file of them in ICETRAX_PUBLISHED_GAMES")
    games = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    assert games
    for row in games:
        board = Board()
        try:
            for text in row["moves"].split():
                board.push(parse_move(text))
        except TraxError as error:
            pytest.fail(f"{row['id']}: {error}")
        decided = row["reason"] in ("loop", "line", "loop+line")
        recorded = row if decided else {key: row[key] for key in row if key not in ("result", "reason")}
        assert board.is_over() == decided
        assert _differences(recorded, board) == {}, row["id"]
