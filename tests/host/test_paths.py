"""Loops and lines traced over their tiles."""

from __future__ import annotations

import random

import pytest

import icetrax
from icetrax import Board, Color, Reason
from icetrax.paths import Path, completed_paths, winning_paths
from tests.host.positions import BAILEY_SIEGENTHALER, board_after


def test_a_loop_of_four() -> None:
    (path,) = winning_paths(board_after("@0/ B1\\ A2\\"))
    assert (path.color, path.reason) == (Color.RED, Reason.LOOP)
    assert sorted(path.places) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_line_down_and_one_across() -> None:
    (down,) = winning_paths(board_after("@0+ A2+ A3+ A4+ A5+ A6+ A7+ B1/ A8+"))
    assert (down.color, down.reason) == (Color.WHITE, Reason.LINE)
    assert down.places in (tuple((0, y) for y in range(8)), tuple((0, y) for y in reversed(range(8))))
    (across,) = winning_paths(board_after("@0+ @1+ @1+ @1+ @1+ @1+ @1+ @1+"))
    assert (across.color, across.reason) == (Color.RED, Reason.LINE)
    assert sorted(across.places) == [(x, 0) for x in range(-7, 1)]


def test_nothing_is_completed_while_the_game_goes_on() -> None:
    for board in (Board(), board_after("@0+"), board_after(BAILEY_SIEGENTHALER), board_after("@0+ B1+ C1+", "8x8")):
        assert completed_paths(board) == winning_paths(board) == []
    full = board_after("@0+ B1/ B2/ B3/ C3+", "mini")
    assert full.is_over()
    assert winning_paths(full) == []


def test_a_line_of_the_small_board() -> None:
    (path,) = winning_paths(board_after("@0+ A2+ A3+", "mini"))
    assert (path.reason, len(path.places)) == (Reason.LINE, 3)


@pytest.mark.parametrize(("variant", "seeds"), [("trax", range(40)), ("mini", range(40)), ("8x8", range(6))])
def test_games_at_random_end_with_the_paths_that_the_board_tells(variant: str, seeds: range) -> None:
    seen = set()
    for seed in seeds:
        rng = random.Random(seed)
        board = Board(variant)
        while not board.is_over() and board.plies < 200:
            board.push(rng.choice(list(board.legal_moves)))
        paths = completed_paths(board)
        assert {(path.color, path.reason) for path in paths} == board.completed
        faces = {(p.x, p.y): p.face for p in board.placements()}
        for path in paths:
            seen.add(path.reason)
            assert len(set(path.places)) == len(path.places)
            _assert_connected(path, faces)
    assert Reason.LOOP in seen
    assert variant != "mini" or Reason.LINE in seen


def _assert_connected(path: Path, faces: dict[tuple[int, int], object]) -> None:
    pairs = list(zip(path.places, path.places[1:], strict=False))
    if path.reason is Reason.LOOP:
        pairs.append((path.places[-1], path.places[0]))
    for (x, y), (u, v) in pairs:
        (side,) = (s for s in icetrax.Side if (x + s.dx, y + s.dy) == (u, v))
        assert faces[x, y].color_at(side) is path.color  # type: ignore[attr-defined]
        assert faces[u, v].color_at(side.opposite) is path.color  # type: ignore[attr-defined]


def test_a_turn_that_completes_loops_of_both() -> None:
    rng = random.Random(7)
    for _ in range(3000):
        board = Board()
        while not board.is_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len({color for color, _ in board.completed}) == 2:
            break
    else:
        pytest.fail("no such game was found")
    assert {path.color for path in completed_paths(board)} == set(Color)
    mover = board.turn.opponent
    assert {path.color for path in winning_paths(board)} == {mover}
