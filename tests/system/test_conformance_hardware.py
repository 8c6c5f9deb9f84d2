"""The compiled hardware against the recorded facts, over its console lines."""

from __future__ import annotations

from typing import Any

import pytest

from icetrax import Board
from tests.conformance import games, moves_of, rows
from tests.host.positions import board_after
from tests.system.hardware import AXIS_LIMIT, Hardware, model_state

WIN = 30_000
"""The hardware's score of a game that has just been won; a win to come in *n* turns counts *n* less."""

AS_GOOD_AS_WON = 19_000
"""Better than what any position scores in which nobody is about to win."""

CYCLES_PER_LEAF = 20
"""Budget of perft 4 from the empty board."""


def facts(row: dict[str, Any]) -> dict[str, Any]:
    """What is recorded of the end of a game and can be told by the hardware."""
    reason = row.get("reason")
    return {
        "plies": row.get("plies", len(moves_of(row))),
        "winner": row.get("result"),
        "reason": None if reason is None else reason.partition("+")[0],  # a loop is told before a line
        "tiles": row["tiles"],
        "columns": row["cols"],
        "rows": row["rows"],
    }


def told(hardware: Hardware) -> dict[str, Any]:
    """The same by the hardware."""
    state = hardware.console.state()
    return {
        "plies": state.plies,
        "winner": None if state.winner is None else str(state.winner),
        "reason": None if state.reason is None else str(state.reason),
        "tiles": state.tiles,
        "columns": state.columns,
        "rows": state.rows,
    }


def test_games(hardware: Hardware) -> None:
    assert len(games()) == 1768
    wrong = {}
    for row in games():
        hardware.set_up(moves_of(row))
        if (answer := told(hardware)) != facts(row):
            wrong[row["id"]] = answer
    assert wrong == {}


def test_legal_moves_before_every_ply(hardware: Hardware) -> None:
    detailed = [row for row in games() + rows("games_random_detail.jsonl.gz") if isinstance(row.get("legal"), list)]
    positions = 0
    for row in detailed:
        hardware.tell("-I")
        for ply, (move, legal) in enumerate(zip(moves_of(row), row["legal"], strict=True)):
            assert " ".join(hardware.position().moves) == legal, (row["id"], ply)
            hardware.console.play(move)
            positions += 1
        assert (hardware.position().moves == ()) == (row["result"] is not None), row["id"]
    assert positions > 3000


def test_legal_moves_of_large_positions(hardware: Hardware) -> None:
    for row in rows("games_unfinished.jsonl.gz"):
        hardware.set_up(moves_of(row))
        assert " ".join(hardware.position().moves) == row["legal"], row["id"]


RULES = rows("rules.jsonl.gz")
SMALL = [row for row in RULES if max(row["cols"], row["rows"]) <= AXIS_LIMIT]
LARGE = [row for row in RULES if row not in SMALL]


def rule_id(row: dict[str, Any]) -> str:
    return f"{row['id']}-{row['topic']}"


@pytest.mark.parametrize("row", SMALL, ids=rule_id)
def test_rule_cases(hardware: Hardware, row: dict[str, Any]) -> None:
    moves, illegal_at = moves_of(row), row["illegal_at"]
    legal = moves[:illegal_at]
    hardware.set_up(legal)
    before = hardware.position()
    if illegal_at is not None:
        refused = moves[illegal_at]
        over = row["result"] is not None
        reply = hardware.ask(f"-M {refused}")
        if reply.startswith("? unknown"):
            assert reply == f"? unknown -M {refused}"
            assert row["topic"] == "malformed"
        else:
            assert reply == f"? {'over' if over else 'illegal'} {refused}"
    assert hardware.position() == before
    assert told(hardware) == {**facts(row), "plies": len(legal)}


@pytest.mark.parametrize("row", LARGE, ids=rule_id)
def test_rule_cases_that_are_too_large_are_refused_as_full(hardware: Hardware, row: dict[str, Any]) -> None:
    moves = moves_of(row)
    state, refusal = hardware.console.replay(moves)
    board = board_after(moves[: state.plies])
    assert state == model_state(board)
    assert str(refusal) == f"full {moves[state.plies]}"
    assert max(board.columns, board.rows) <= AXIS_LIMIT
    board.push_text(moves[state.plies])
    assert max(board.columns, board.rows) > AXIS_LIMIT
    assert hardware.console.state() == state


@pytest.mark.parametrize("row", rows("perft.jsonl"), ids=lambda row: f"{len(row['moves'].split())}-plies")
def test_perft(hardware: Hardware, row: dict[str, Any]) -> None:
    hardware.set_up(moves_of(row))
    before = hardware.position()
    for depth, count in enumerate(row["perft"][:4]):
        assert hardware.console.perft(depth)[0] == count
    assert hardware.position() == before


def test_perft_from_the_empty_board_and_its_cost(hardware: Hardware) -> None:
    count, cycles = hardware.console.perft(4)
    assert count == 9_568
    assert cycles <= CYCLES_PER_LEAF * count
    assert hardware.console.perft(5)[0] == 246_888


def test_wins_in_one_are_taken(hardware: Hardware) -> None:
    puzzles = rows("win1.jsonl.gz")
    assert len(puzzles) == 200
    for row in puzzles:
        hardware.set_up(moves_of(row))
        found = hardware.console.think(None)
        assert found.move in row["winning"].split(), row["id"]
        assert (found.score, found.depth) == (WIN, 1), row["id"]


def test_wins_in_one_are_taken_in_a_game_with_little_time(hardware: Hardware) -> None:
    hardware.tell("-L 5")
    for row in rows("win1.jsonl.gz")[::4]:
        *before, last = moves_of(row)
        hardware.set_up(before)
        assert hardware.ask(last) in row["winning"].split(), row["id"]
        assert str(hardware.console.state().winner) == row["to_move"], row["id"]


def test_threats_are_defended(hardware: Hardware) -> None:
    puzzles = rows("defend.jsonl.gz")
    assert len(puzzles) == 150
    hardware.tell("-L 0", "-D 2")
    for row in puzzles:
        hardware.set_up(moves_of(row))
        found = hardware.console.think(None)
        assert found.move in row["safe"].split(), row["id"]
        assert found.depth == 2, row["id"]
        assert found.score is not None
        assert found.score > 32 - WIN, row["id"]


def test_wins_in_two_are_found(hardware: Hardware) -> None:
    hardware.tell("-L 0", "-D 3")
    puzzles = [row for row in rows("win2.jsonl.gz") if row["legal"] <= 44][:12]
    assert len(puzzles) == 12
    for row in puzzles:
        hardware.set_up(moves_of(row))
        found = hardware.console.think(None)
        assert found.move in row["winning2"].split(), row["id"]
        assert found.score is not None
        assert found.score > AS_GOOD_AS_WON, row["id"]


def test_lost_positions_are_known_to_be_lost_and_prolonged(hardware: Hardware) -> None:
    hardware.tell("-L 0", "-D 2")
    for row in rows("lost.jsonl.gz"):
        hardware.set_up(moves_of(row))
        losing = row["losing"].split()
        prolonged = len(losing) < row["legal"]
        found = hardware.console.think(None)
        assert found.move in hardware.position().moves, row["id"]
        assert found.score == (1 - WIN if prolonged else -WIN), row["id"]
        assert (found.move in losing) != prolonged, row["id"]


def undo_games() -> list[dict[str, Any]]:
    """Games of every kind, those with the longest turns among them."""
    cascades = [row for row in SMALL if row["topic"] in ("cascade", "both-win", "long") and row["illegal_at"] is None]
    unfinished = rows("games_unfinished.jsonl.gz")[:2]
    return [*games()[:1500:150], *games()[1500:1749:25], *unfinished, *cascades]


@pytest.mark.parametrize("row", undo_games(), ids=lambda row: row["id"])
def test_turns_are_taken_back_down_to_the_empty_board_and_played_again(hardware: Hardware, row: dict[str, Any]) -> None:
    moves = moves_of(row)
    hardware.tell("-I")
    positions = [hardware.position()]
    for move in moves:
        assert hardware.ask(f"-M {move}") != positions[-1].state
        positions.append(hardware.position())
    for position in reversed(positions[:-1]):
        assert hardware.ask("-U") == position.state
        assert hardware.position() == position
    assert hardware.ask("-U") == "? nothing to undo"
    assert hardware.position() == positions[0]
    for move, position in zip(moves, positions[1:], strict=True):
        assert hardware.ask(f"-M {move}") == position.state
    assert hardware.position() == positions[-1]


def test_another_game_can_be_played_from_a_position_that_was_gone_back_to(hardware: Hardware) -> None:
    one, other = (moves_of(row) for row in games()[:2])
    board = Board()
    for number, move in enumerate(one[:-1], start=1):
        hardware.console.play(move)
        board.push_text(move)
        for reply in sorted(map(str, board.legal_moves))[:: max(1, 40 // number)]:
            board.push_text(reply)
            assert hardware.console.play(reply) == model_state(board)
            board.pop()
            assert hardware.console.undo() == model_state(board)
    hardware.set_up(other)
    assert hardware.console.state() == model_state(board_after(other))
