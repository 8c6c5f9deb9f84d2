"""Players in software, and the static score that one of them uses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import AlphaBetaChooser, Board, Chooser, Color, GreedyChooser, Limit, RandomChooser, evaluate
from icetrax.evaluate import ATTACK
from icetrax.opponents import WIN
from tests.conformance import moves_of, rows
from tests.host.positions import board_after, games_of, snapshot

CHOOSERS: list[Callable[[random.Random], Chooser]] = [RandomChooser, GreedyChooser, AlphaBetaChooser]


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


@pytest.mark.parametrize("make", [GreedyChooser, AlphaBetaChooser])
def test_wins_in_one_are_taken(make: Callable[[random.Random], Chooser]) -> None:
    for row in rows("win1.jsonl.gz")[::4]:
        choice = make(random.Random(1)).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) in row["winning"].split(), row["id"]


@pytest.mark.parametrize("make", [GreedyChooser, AlphaBetaChooser])
def test_losses_in_one_are_avoided(make: Callable[[random.Random], Chooser]) -> None:
    for row in rows("defend.jsonl.gz")[::6]:
        choice = make(random.Random(1)).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) in row["safe"].split(), row["id"]


@pytest.mark.parametrize("make", [GreedyChooser, AlphaBetaChooser])
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
    choice = AlphaBetaChooser(random.Random(1)).choose(win1, Limit(depth=5))
    assert (choice.score, choice.depth) == (WIN - 1, 1)  # decided: no deeper search
    lost = board_after(moves_of(rows("lost.jsonl.gz")[0]))
    choice = AlphaBetaChooser(random.Random(1)).choose(lost, Limit(depth=5))
    assert (choice.score, choice.depth) == (2 - WIN, 2)


def test_alphabeta_finds_wins_in_two() -> None:
    shortest = sorted(rows("win2.jsonl.gz"), key=lambda row: row["legal"] if "legal" in row else len(row["safe"]))[:4]
    for row in shortest:
        choice = AlphaBetaChooser(random.Random(1), depth=3).choose(board_after(moves_of(row)), Limit())
        assert str(choice.move) in row["winning2"].split(), row["id"]
        assert choice.score == WIN - 3


def _full_width(board: Board, depth: int, ply: int = 0) -> int:
    """Minimax without any cut."""
    if (outcome := board.outcome()) is not None:
        return (WIN - ply) * (1 if outcome.winner is board.turn else -1)
    if depth == 0:
        return evaluate(board)
    best = -WIN
    for move in board.legal_moves:
        board.push(move)
        best = max(best, -_full_width(board, depth - 1, ply + 1))
        board.pop()
    return best


@pytest.mark.parametrize("moves", ["", "@0/", "@0+ B1\\", "@0/ A0\\ B1/", "@0/ B1/ A0\\ @1\\ D1/"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_alphabeta_scores_as_a_search_without_cuts_does(moves: str, depth: int) -> None:
    board = board_after(moves)
    choice = AlphaBetaChooser(random.Random(1), depth=depth).choose(board, Limit())
    if choice.depth == depth:
        assert choice.score == _full_width(board, depth)
    else:
        assert choice.depth is not None
        assert choice.score is not None
        assert abs(choice.score) >= WIN - choice.depth
    board.push(choice.move)
    assert choice.depth is not None
    assert choice.score == -_full_width(board, choice.depth - 1, ply=1)


def test_the_stricter_limit_holds() -> None:
    board = board_after("@0/ B1/")
    assert AlphaBetaChooser(random.Random(1), depth=1).choose(board, Limit(depth=3)).depth == 1
    assert AlphaBetaChooser(random.Random(1), depth=3).choose(board, Limit(depth=1)).depth == 1
    assert AlphaBetaChooser(random.Random(1)).choose(board, Limit()).depth == 2
    assert Limit(1.5, 3).within(Limit(2.0)) == Limit(1.5, 3)
    assert Limit().within(Limit(2.0, 1)) == Limit(2.0, 1)


def test_nothing_but_time_ends_a_search_without_a_depth() -> None:
    board = board_after("@0/ B1/")
    begin = time.monotonic()
    choice = AlphaBetaChooser(random.Random(1), movetime=0.5).choose(board, Limit(seconds=5))
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
    for stronger, weaker in ((GreedyChooser, RandomChooser), (AlphaBetaChooser, GreedyChooser)):
        won = 0
        for seed in range(6):
            color = Color(seed % 2)
            strong, weak = stronger(random.Random(seed)), weaker(random.Random(seed + 100))
            outcome = (_play(strong, weak) if color is Color.WHITE else _play(weak, strong)).outcome()
            assert outcome is not None
            won += outcome.winner is color
        assert won >= 5, stronger


def test_evaluation_is_for_the_side_to_move() -> None:
    assert evaluate(board_after("@0/")) == 0  # one curve each
    board = board_after("@0/ A0\\")  # white's path is half a loop, its ends side by side, and white is to move
    assert evaluate(board) > ATTACK
    board.push_text("B2+")  # leaves it as it is, and red is to move
    assert -ATTACK < evaluate(board) < 0


def test_evaluation_counts_what_nearly_is_a_line() -> None:
    assert evaluate(board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+")) > ATTACK / 2  # red to move, one tile short
    assert abs(evaluate(board_after("@0+ B1+ C1+ D1+ E1+ F1+"))) < ATTACK / 2


def test_evaluation_by_variant() -> None:
    almost_a_line = "@0+ B1+ C1+ D1+ E1+ F1+ G1+"
    assert evaluate(board_after(almost_a_line, "8x8")) > ATTACK / 2
    assert abs(evaluate(board_after(almost_a_line, "loop"))) < ATTACK / 2
    half_a_loop = "@0/ A0\\ B2+ C2+"  # white's two ends are side by side, and red has moved away
    assert evaluate(board_after(half_a_loop, "loop")) > ATTACK / 2


def test_a_path_that_leads_out_of_the_board_is_no_loop_to_be() -> None:
    moves = "@0/ B1+ C1/"  # white's curve on A1 is as good as before, but its end above row 1 can be filled or not
    inner, wide = board_after(f"{moves} A2\\ A3\\", "mini"), board_after(f"{moves} A2\\ A3\\", "8x8")
    assert [inner.has_room(0, y) for y in (-1, 0, 2, 3)] == [False, True, True, False]
    assert all(wide.has_room(0, y) for y in (-1, 0, 2, 3))


@pytest.mark.parametrize("variant", ["loop", "8x8", "mini"])
@pytest.mark.parametrize("make", [RandomChooser, GreedyChooser, lambda rng: AlphaBetaChooser(rng, depth=1)])
def test_games_of_the_variants_end(make: Callable[[random.Random], Chooser], variant: str) -> None:
    board = Board(variant)
    chooser = make(random.Random(2))
    while not board.is_over() and board.plies < 80:
        board.push(chooser.choose(board, Limit()).move)
    outcome = board.outcome()
    if variant != "loop":
        assert outcome is not None
        assert max(board.columns, board.rows) <= (8 if variant == "8x8" else 3)
    if outcome is not None:
        with pytest.raises(ValueError, match="the game is over"):
            chooser.choose(board, Limit())


def test_alphabeta_sees_a_draw() -> None:
    board = board_after("@0+ B1/ B2/ B3/", "mini")
    choice = AlphaBetaChooser(random.Random(0), depth=1).choose(board, Limit())
    board.push(choice.move)
    assert choice.score is not None
    assert choice.score >= 0  # one move draws
