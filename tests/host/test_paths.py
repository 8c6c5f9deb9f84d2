"""The paths that decide games, against what the rules say of the same games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from icetrax.board import Board, Reason
from icetrax.paths import winning_paths
from tests.conformance import moves_of, rows
from tests.host.positions import board_after

DECIDED = [row for row in rows("games_better.jsonl.gz") if row["result"]]


def test_a_small_loop() -> None:
    (path,) = winning_paths(board_after("@0/ B1\\ A2\\"))
    assert sorted(path) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise([*path, path[0]]))


def test_a_straight_line() -> None:
    (path,) = winning_paths(board_after("@0+ " + "A0+ " * 7))
    assert path in ([(0, -y) for y in range(8)], [(0, y - 7) for y in range(8)])


@pytest.mark.parametrize("moves", ["", "@0/", "@0/ B1+"])
def test_nothing_while_the_game_goes_on(moves: str) -> None:
    assert winning_paths(board_after(moves)) == []


def test_paths_of_recorded_games_are_joined_and_end_where_they_should() -> None:
    reasons = set()
    for row in DECIDED[:150]:
        board = board_after(moves_of(row))
        outcome = board.outcome()
        assert outcome is not None
        paths = winning_paths(board)
        assert paths
        kinds = set()
        for path in paths:
            assert len(set(path)) == len(path)
            assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise(path))
            columns, lines = zip(*(board.position_of(*place) for place in path), strict=True)
            across = {1, board.columns} <= set(columns)
            down = {1, board.rows} <= set(lines)
            closed = len(path) > 3 and abs(path[0][0] - path[-1][0]) + abs(path[0][1] - path[-1][1]) == 1
            assert closed or (across and board.columns >= 8) or (down and board.rows >= 8)
            kinds.add(Reason.LOOP if closed else Reason.LINE)
        assert outcome.reason in kinds
        reasons |= kinds
    assert reasons == {Reason.LOOP, Reason.LINE}


def test_lines_count_by_the_variant() -> None:
    board = Board("mini")
    for text in ("@0+", "A0+", "A0+"):
        board.push_text(text)
    (path,) = winning_paths(board)
    assert len(path) == 3
