"""The search of the compiled hardware and that in software: one as the other, to the node."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from icetrax import AlphaBetaChooser, Board, Limit, Variant
from tests.conformance import games, moves_of, rows
from tests.host.positions import board_after, long_game
from tests.system.hardware import AXIS_LIMIT, Hardware

DEPTHS = {1: 200, 2: 110, 3: 36, 4: 6}
"""Positions of games by the depth to which they are searched."""


def judgement(hardware: Hardware, board: Board, depth: int) -> tuple[object, ...]:
    """Move, score, depth and number of nodes by the hardware."""
    hardware.set_up([str(move) for move in board.move_stack])
    hardware.tell(f"-D {depth}")
    found = hardware.console.think(None)
    return found.move, found.score, found.depth, found.nodes


def twin_judgement(board: Board, depth: int) -> tuple[object, ...]:
    """The same by the software."""
    choice = AlphaBetaChooser(depth).choose(board, Limit())
    return str(choice.move), choice.score, choice.depth, choice.nodes


@pytest.mark.parametrize("depth", DEPTHS)
def test_positions_of_games(hardware: Hardware, depth: int) -> None:
    hardware.tell("-L 0")
    rng = random.Random(depth)
    met: Counter[str] = Counter()
    while met["positions"] < DEPTHS[depth]:
        moves = moves_of(rng.choice(games()))
        board = board_after(moves[: rng.randrange(len(moves))])
        if board.is_over() or max(board.columns, board.rows) > AXIS_LIMIT - 8:
            continue
        expected = twin_judgement(board, depth)
        assert judgement(hardware, board, depth) == expected, f"depth {depth} after {moves[: board.plies]}"
        met["positions"] += 1
        met["wide or tall"] += max(board.columns, board.rows) > 8
        met["small"] += board.tiles < 16
    assert met["wide or tall"] >= DEPTHS[depth] // 12
    assert met["small"] >= DEPTHS[depth] // 12


@pytest.mark.parametrize(("name", "depth"), [("win2.jsonl.gz", 2), ("defend.jsonl.gz", 2), ("lost.jsonl.gz", 3)])
def test_positions_full_of_attacks(hardware: Hardware, name: str, depth: int) -> None:
    hardware.tell("-L 0")
    for row in rows(name)[::40]:
        board = board_after(moves_of(row))
        assert judgement(hardware, board, depth) == twin_judgement(board, depth), row["id"]


@pytest.mark.parametrize("variant", [Variant.LOOP, Variant.LIMITED])
def test_positions_of_the_variants(hardware: Hardware, variant: Variant) -> None:
    hardware.tell("-L 0")
    met: Counter[str] = Counter()
    for seed in range(80):
        rng = random.Random(seed)
        board = long_game(variant, rng, turns=rng.randrange(45))
        if board.is_over():
            continue
        depth = rng.choice([1, 2, 2, 3])
        hardware.tell(f"-X {variant}", *(f"-M {move}" for move in board.move_stack), f"-D {depth}")
        found = hardware.console.think(None)
        assert (found.move, found.score, found.depth, found.nodes) == twin_judgement(board, depth), (depth, board)
        met["positions"] += 1
        met["at an edge"] += max(board.columns, board.rows) >= 8
    assert met["positions"] >= 60
    assert met["at an edge"] >= 20


def test_the_empty_board(hardware: Hardware) -> None:
    hardware.tell("-L 0")
    for depth in (1, 2, 3, 4, 5):
        assert judgement(hardware, Board(), depth) == twin_judgement(Board(), depth)
