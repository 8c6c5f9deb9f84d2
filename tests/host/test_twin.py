"""The search in software: what it announces is true, and it leaves the position as it was."""

from __future__ import annotations

import random

import pytest

from icetrax import AlphaBetaChooser, Board, Limit, Move
from icetrax.evaluate import TEMPO
from icetrax.tracks import Tracks, tracks_of
from icetrax.twin import ATTACK, DEEPEST, WIN, OutOfTimeError, think
from tests.conformance import games, moves_of, rows
from tests.host.positions import board_after
from tests.solver import loses_within, wins_within


def positions(count: int, seed: int, most_moves: int = 10_000) -> list[Board]:
    """Positions of recorded games that are not over, with no more than so many legal moves."""
    rng = random.Random(seed)
    found: list[Board] = []
    while len(found) < count:
        moves = moves_of(rng.choice(games()))
        board = board_after(moves[: rng.randrange(len(moves))])
        if not board.is_over() and len(board.legal_moves) <= most_moves:
            found.append(board)
    return found


def test_wins_and_losses_that_are_announced_are_true() -> None:
    decided = 0
    puzzles = [board_after(moves_of(row)) for row in rows("lost.jsonl.gz")[::20] + rows("win1.jsonl.gz")[::20]]
    for board in positions(50, seed=1, most_moves=50) + puzzles:
        choice = AlphaBetaChooser(depth=3).choose(board, Limit())
        assert choice.score is not None
        if choice.score > WIN - DEEPEST:
            assert wins_within(board, WIN - choice.score + 1), list(map(str, board.move_stack))
        elif choice.score < DEEPEST - WIN:
            assert loses_within(board, choice.score + WIN + 1), list(map(str, board.move_stack))
        else:
            assert not wins_within(board, 1), "a win in one is never missed"
        decided += abs(choice.score) > WIN - DEEPEST
    assert decided > 20


def test_the_first_iteration_takes_the_best_static_score_of_the_moves_that_leave_no_attack() -> None:
    for board in positions(60, seed=2):
        tracks, scores = tracks_of(board), {}
        for spot in tracks.spots():
            laid = tracks.play(spot)
            if laid is not None:
                standing = tracks.standing
                score = -standing.balance if board.turn else standing.balance
                scores[spot] = -ATTACK if standing.attacks(board.turn.opponent) else score - TEMPO
                if any(laid.completed):
                    scores[spot] = WIN if laid.completed[board.turn] else -WIN
                tracks.take_back()
        thought = think(tracks, board.turn, 1)
        assert thought is not None
        assert (thought.score, thought.depth) == (max(scores.values()), 1)
        assert thought.best == next(spot for spot, score in scores.items() if score == thought.score)
        assert thought.nodes == (len(scores) if thought.score < WIN else list(scores).index(thought.best) + 1)


def test_a_deeper_search_is_the_same_up_to_where_the_other_ends() -> None:
    nodes = 0
    for board in positions(6, seed=3):
        seen = []
        for depth in (1, 2, 3):
            thought = think(tracks_of(board), board.turn, depth)
            assert thought is not None
            assert thought.depth == depth or abs(thought.score) > WIN - DEEPEST
            seen.append(thought.nodes)
        assert seen == sorted(seen)
        nodes += seen[-1] - seen[0]
    assert nodes > 2_000


@pytest.mark.parametrize("after", [1, 7, 50, 400, 3000])
def test_a_search_that_runs_out_of_time_leaves_the_position_and_has_a_move(after: int) -> None:
    for board in positions(4, seed=after):
        asked = 0

        def check() -> None:
            nonlocal asked
            asked += 1
            if asked >= after:
                raise OutOfTimeError

        tracks = tracks_of(board)
        before = tracks.extent, tracks.standing.copy(), list(tracks.spots())
        thought = think(tracks, board.turn, 5, check)
        assert thought is not None
        assert Move(*tracks.name(thought.best)) in board.legal_moves
        assert asked <= after
        assert (tracks.extent, tracks.standing, list(tracks.spots())) == before
        assert thought.nodes <= after


def test_a_move_of_the_empty_board() -> None:
    thought = think(Tracks(), Board().turn, 3)
    assert thought is not None
    assert Move(*Tracks().name(thought.best)) in Board().legal_moves
