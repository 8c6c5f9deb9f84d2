"""Figures and their file, the positions to measure with, and what is asked of the hardware."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from icetrax_bench.cases import positions, puzzles, spread
from icetrax_bench.errors import BenchError
from icetrax_bench.figures import Figure, of_boards, write_figures
from icetrax_bench.measures import cycles_per_node, loses_at_once, think
from icetrax_rtl.config import HX8K
from icetrax_rtl.types import WIN
from tests.conformance import rows
from tests.host.positions import board_after


def test_figures_are_written_as_a_list_of_objects(tmp_path: Path) -> None:
    file = tmp_path / "new" / "bench.json"
    write_figures([Figure("perft4.cycles_per_leaf", "cycles", 3.5), Figure("hx8k.fmax", "MHz", 60.0)], file)
    assert json.loads(file.read_text()) == [
        {"name": "perft4.cycles_per_leaf", "unit": "cycles", "value": 3.5},
        {"name": "hx8k.fmax", "unit": "MHz", "value": 60.0},
    ]
    with pytest.raises(BenchError, match="cannot write"):
        write_figures([], file / "below")


def test_boards_turn_cycles_into_nodes(tmp_path: Path) -> None:
    assert list(of_boards(tmp_path, 30.0)) == []
    for board, fmax in [("hx8k", 60.0), ("up5k", 24.0)]:
        (tmp_path / board).mkdir()
        (tmp_path / board / "report.json").write_text(json.dumps({"board": board, "fmax_mhz": fmax}))
    assert list(of_boards(tmp_path, 30.0)) == [
        Figure("hx8k.fmax", "MHz", 60.0),
        Figure("hx8k.nodes_per_s", "1/s", 2e6),
        Figure("up5k.fmax", "MHz", 24.0),
        Figure("up5k.nodes_per_s", "1/s", 0.8e6),
    ]
    (tmp_path / "hx8k" / "report.json").write_text("{}")
    with pytest.raises(BenchError, match=r"report\.json is not the report of a bitstream"):
        list(of_boards(tmp_path, 30.0))


def test_the_cycles_of_a_node_are_found_among_the_figures() -> None:
    figures = [Figure("perft4.cycles_per_leaf", "cycles", 3.0), Figure("search.cycles_per_node", "cycles", 33.0)]
    assert cycles_per_node(figures) == 33.0


def test_positions_are_legal_different_and_undecided() -> None:
    boards = [board_after(moves) for moves in positions()]
    assert len(boards) == len({tuple(board.move_stack) for board in boards}) == 20
    assert not any(board.is_over() for board in boards)
    assert boards[0].plies < 5
    assert boards[-1].plies > 50


@pytest.mark.parametrize(("kind", "right"), [("win1", "winning"), ("defend", "safe"), ("win2", "winning2")])
def test_puzzles_are_those_of_the_tests(kind: str, right: str) -> None:
    recorded = rows(f"{kind}.jsonl.gz")
    found = puzzles(kind)
    assert [(puzzle.id, " ".join(puzzle.moves)) for puzzle in found] == [(row["id"], row["moves"]) for row in recorded]
    assert found[3].answers == set(recorded[3][right].split())
    some = spread(found, 7)
    assert len({puzzle.id for puzzle in some}) == 7
    assert some[0] == found[0]
    assert spread(found, 10_000) == found
    for puzzle in some[:3]:
        assert puzzle.answers <= set(map(str, board_after(puzzle.moves).legal_moves))


def test_moves_that_lose_at_once() -> None:
    for puzzle in spread(puzzles("defend"), 3):
        for move in map(str, board_after(puzzle.moves).legal_moves):
            assert loses_at_once(puzzle, move) == (move not in puzzle.answers), (puzzle.id, move)


def test_the_hardware_is_asked_within_its_time() -> None:
    puzzle = puzzles("win1")[0]
    found = think(HX8K, puzzle.moves, 0.01)
    assert found.move in puzzle.answers
    assert found.score == WIN
    found = think(HX8K, positions()[5], 0.004)
    assert found.cycles is not None
    assert 0.9 * 0.004 < found.cycles / HX8K.clock_hz <= 1.01 * 0.004
    with pytest.raises(BenchError, match=r"refuses a position of the bench: illegal @0\\"):
        think(HX8K, ["@0\\"], 0.01)
