"""Players in software."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import AlphaBetaChooser, Board, Chooser, Color, GreedyChooser, Limit, RandomChooser
from icetrax.twin import WIN
from tests.conformance import moves_of, rows
from tests.host.positions import board_after, games_of, snapshot


def _alphabeta(_: random.Random) -> AlphaBetaChooser:
    return AlphaBetaChooser()


CHOOSERS: list[Callable[[random.Random], Chooser]] = [RandomChooser, GreedyChooser, _alphabeta]


def _play(white: Chooser, red: Chooser) -> Board:
    board = Board()
    while not board.is_over():
        board.push((white, red)[board.turn].choose(board, Limit()).move)
    return board


@pytest.mark.parametrize("make", CHOOSERS)
@given(board=games_of(longest=20), seed=st.integers(0, 10))
def test_choices_are_legal_repeatable_and_leave_the_board(
    make: Callable[[random.Random], Chooser], board: Board, seed: int
) -> None:
    before = snapshot(board)
    if board.is_over():
        with pytest.raises(ValueError, match="the game is over"):
            make(random.Random(seed)).choose(board, Limit(depth=1))
        return
    first, second = (make(random.Random(seed)).choose(board, Limit(depth=1)) for _ in range(2))
    assert first == second
    assert first.move in board.legal_moves
    assert snapshot(board) == before


def test_random_moves_are_spread_over_all_legal_ones() -> None:
    board = board_after("@0/")
    chooser = RandomChooser(random.Random(1))
    counts = dict.fromkeys(board.legal_moves, 0)
    for _ in range(1200):
        counts[chooser.choose(board, Limit()).move] += 1
    assert len(counts) == 12
    assert min(counts.values()) > 60  # a hundred expected
    assert max(counts.values()) < 150


@pytest.mark.parametrize("make", [GreedyChooser, _alphabeta])
def test_wins_in_one_are_taken(make: Callable[[random.Random], Chooser]) -> None:
    for row in rows("win1.jsonl.gz")[::4]:
        choice = make(random.Random(1)).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) in row["winning"].split(), row["id"]


@pytest.mark.parametrize("make", [GreedyChooser, _alphabeta])
def test_losses_in_one_are_avoided(make: Callable[[random.Random], Chooser]) -> None:
    for row in rows("defend.jsonl.gz")[::6]:
        choice = make(random.Random(1)).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) in row["safe"].split(), row["id"]


@pytest.mark.parametrize("make", [GreedyChooser, _alphabeta])
def test_where_all_is_lost_the_loss_is_at_least_put_off(make: Callable[[random.Random], Chooser]) -> None:
    for row in rows("lost.jsonl.gz")[::16]:
        choice = make(random.Random(1)).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) not in row["losing"].split(), row["id"]


def test_greedy_does_not_lose_at_once_even_without_time() -> None:
    row = rows("lost.jsonl.gz")[0]
    board = board_after(moves_of(row))
    chosen = {str(GreedyChooser(random.Random(seed)).choose(board, Limit(seconds=0)).move) for seed in range(100)}
    assert len(chosen) > 20
    assert not chosen & set(row["losing"].split())


def test_greedy_chooses_among_all_safe_moves() -> None:
    row = rows("defend.jsonl.gz")[0]
    board = board_after(moves_of(row))
    chooser = GreedyChooser(random.Random(1))
    assert {str(chooser.choose(board, Limit()).move) for _ in range(60)} == set(row["safe"].split())


def test_alphabeta_tells_how_a_game_ends() -> None:
    win1 = board_after(moves_of(rows("win1.jsonl.gz")[0]))
    choice = AlphaBetaChooser().choose(win1, Limit(depth=5))
    assert (choice.score, choice.depth) == (WIN, 1)  # decided: no deeper search
    lost = board_after(moves_of(rows("lost.jsonl.gz")[0]))
    choice = AlphaBetaChooser().choose(lost, Limit(depth=5))
    assert (choice.score, choice.depth) == (1 - WIN, 2)


def test_alphabeta_finds_nearly_all_wins_in_two() -> None:
    puzzles = rows("win2.jsonl.gz")[::12]
    found = [str(AlphaBetaChooser(2).choose(board_after(moves_of(row)), Limit()).move) for row in puzzles]
    right = sum(move in row["winning2"].split() for move, row in zip(found, puzzles, strict=True))
    assert right >= 0.95 * len(puzzles)


def test_the_stricter_limit_holds() -> None:
    board = board_after("@0/ B1/")
    assert AlphaBetaChooser(depth=1).choose(board, Limit(depth=3)).depth == 1
    assert AlphaBetaChooser(depth=3).choose(board, Limit(depth=1)).depth == 1
    assert AlphaBetaChooser().choose(board, Limit()).depth == 2
    assert Limit(1.5, 3).within(Limit(2.0)) == Limit(1.5, 3)
    assert Limit().within(Limit(2.0, 1)) == Limit(2.0, 1)


def test_nothing_but_time_ends_a_search_without_a_depth() -> None:
    board = board_after("@0/ B1/")
    begin = time.monotonic()
    choice = AlphaBetaChooser(movetime=0.5).choose(board, Limit(seconds=5))
    assert 0.4 < time.monotonic() - begin < 2
    assert choice.depth is not None
    assert choice.depth >= 2


@pytest.mark.parametrize("make", CHOOSERS)
def test_without_any_time_there_is_a_legal_move_nevertheless(make: Callable[[random.Random], Chooser]) -> None:
    board = board_after(rows("games_unfinished.jsonl.gz")[0]["moves"])
    assert make(random.Random(1)).choose(board, Limit(seconds=0)).move in board.legal_moves


@pytest.mark.parametrize(
    ("limit", "message"),
    [({"seconds": -1.0}, "time limit -1.0 s is negative"), ({"depth": 0}, "depth limit 0 is too small")],
)
def test_limits_that_make_no_sense(limit: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limit(**limit)


def test_strength_grows_with_looking_ahead() -> None:
    for stronger, weaker in ((GreedyChooser, RandomChooser), (_alphabeta, GreedyChooser)):
        won = 0
        for seed in range(6):
            color = Color(seed % 2)
            strong, weak = stronger(random.Random(seed)), weaker(random.Random(seed + 100))
            outcome = (_play(strong, weak) if color is Color.WHITE else _play(weak, strong)).outcome()
            assert outcome is not None
            won += outcome.winner is color
        assert won >= 5, stronger
