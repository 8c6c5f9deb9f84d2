"""The variants that the hardware plays, against the model."""

from __future__ import annotations

import random

import pytest

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl
from icetrax.console import HARDWARE_VARIANTS
from icetrax.notation import Move
from icetrax.perft import perft
from icetrax.referee import Referee, Termination
from icetrax.spec import make_player, parse_spec
from tests.system.hardware import Hardware

LINE_DOWN = ["@0+", "A2+", "A3+", "A4+", "A5+", "A6+", "A7+", "A8+"]
LIMITED_AND_LOOP = [Variant.LIMITED, Variant.LOOP]


def state(board: Board) -> str:
    outcome = board.outcome()
    winner = "-" if outcome is None else "D" if outcome.winner is None else outcome.winner.letter
    reason = "-" if outcome is None else str(outcome.reason)
    return f"= {board.plies} {board.turn.letter} {winner} {reason} {board.tiles} {board.columns} {board.rows}"


def ask(hardware: Hardware, line: str) -> str:
    hardware.send(line)
    return hardware.receive()


def long_game(hardware: Hardware, variant: Variant, seed: int, plies: int) -> Board:
    """Play at random, avoiding completed tracks where that is possible, and compare after every turn."""
    rng = random.Random(seed)
    board = Board(variant)
    assert ask(hardware, f"-X {variant}") == "="

    def completes(move: Move) -> bool:
        board.push(move)
        completed = bool(board.completed)
        board.pop()
        return completed

    while not board.is_over() and board.plies < plies:
        moves = list(board.legal_moves)
        if board.plies % 5 == 0 or max(board.columns, board.rows) == 8:
            assert sorted(ask(hardware, "-A").split()[1:]) == sorted(map(str, moves))
        rng.shuffle(moves)
        move = min(moves, key=completes)
        board.push(move)
        assert ask(hardware, f"-M {move}") == state(board)
    return board


def test_the_hardware_knows_what_the_host_believes_it_knows(hardware: Hardware) -> None:
    for variant in Variant:
        expected = "=" if variant in HARDWARE_VARIANTS else f"? unknown -X {variant}"
        assert ask(hardware, f"-X {variant}") == expected


@pytest.mark.parametrize(
    "line",
    ["-X", "-X ", "-X traX", "-X tra", "-X traxx", "-X traxtrax", "-X loo", "-X 8x", "-X 8x88", "-X xxxx", "-Xtrax"],
)
def test_other_names_change_nothing(hardware: Hardware, line: str) -> None:
    assert ask(hardware, "-X loop") == "="
    before = [ask(hardware, f"-M {move}") for move in LINE_DOWN[:7]][-1]
    assert ask(hardware, line) == f"? unknown {line}"
    assert ask(hardware, "-S") == before
    assert ask(hardware, f"-M {LINE_DOWN[7]}").split()[3:5] == ["-", "-"]  # still by the same rules


def test_lines_win_or_do_not(hardware: Hardware) -> None:
    won, goes_on = ["W", "line"], ["-", "-"]
    for variant, ending in ((Variant.LOOP, goes_on), (Variant.TRAX, won), (Variant.LIMITED, won)):
        assert ask(hardware, f"-X {variant}") == "="
        assert [ask(hardware, f"-M {move}") for move in LINE_DOWN][-1].split()[3:5] == ending


def test_limited_games_to_their_end_and_one_turn_back(hardware: Hardware) -> None:
    reasons = set()
    for seed in range(4):
        board = long_game(hardware, Variant.LIMITED, seed, 100)
        outcome = board.outcome()
        assert outcome is not None
        reasons.add(str(outcome.reason))
        assert (board.columns, board.rows) <= (8, 8)
        if outcome.winner is None:
            assert ask(hardware, "-G").startswith("? over")
            assert ask(hardware, "-A") == "="
            assert ask(hardware, "-P 2") == "= 0 0"
        board.pop()
        assert ask(hardware, "-U") == state(board)
        assert sorted(ask(hardware, "-A").split()[1:]) == sorted(map(str, board.legal_moves))
    assert "full" in reasons


def test_loop_games(hardware: Hardware) -> None:
    for seed in range(2):
        board = long_game(hardware, Variant.LOOP, seed, 60)
        assert max(board.columns, board.rows) > 8


@pytest.mark.parametrize("variant", LIMITED_AND_LOOP)
def test_perft_on_a_large_board(hardware: Hardware, variant: Variant) -> None:
    board = long_game(hardware, variant, 5, 24)
    assert int(ask(hardware, "-P 2").split()[1]) == perft(board, 2)


@pytest.mark.parametrize("variant", LIMITED_AND_LOOP)
def test_advice_is_legal_and_takes_a_win(hardware: Hardware, variant: Variant) -> None:
    hardware.tell("-L 3")
    for seed in range(3):
        board = long_game(hardware, variant, 10 + seed, 26)
        answer = ask(hardware, "-G").split()
        board.push_text(answer[1])
        if abs(int(answer[2])) == 30_000:
            assert board.is_over()
    assert ask(hardware, f"-X {variant}") == "="
    for move in ("@0/", "A0\\"):
        ask(hardware, f"-M {move}")
    move, score = ask(hardware, "-G").split()[1:3]
    board = Board(variant)
    for text in ("@0/", "A0\\", move):
        board.push_text(text)
    assert (board.is_over(), score) == (True, "30000")


def test_a_line_to_be_is_no_attack_where_lines_count_for_nothing(hardware: Hardware) -> None:
    scores = {}
    for variant in (Variant.TRAX, Variant.LOOP):
        assert ask(hardware, f"-X {variant}") == "="
        hardware.tell("-L 0", "-D 1")
        for move in LINE_DOWN[:7]:
            ask(hardware, f"-M {move}")
        scores[variant] = int(ask(hardware, "-G").split()[2])
    assert abs(scores[Variant.LOOP]) < 1000 < abs(scores[Variant.TRAX])


def test_games_by_the_referee_in_turn_by_different_rules() -> None:
    simulation, greedy = make_player(parse_spec("sim:link=byte,depth=1")), make_player(parse_spec("greedy"))
    try:
        for variant in (Variant.LIMITED, Variant.LOOP, Variant.TRAX):
            game = Referee(simulation, greedy, TimeControl(0.01, 5), variant=variant, ply_limit=60).play()
            assert not game.ending.termination.is_forfeit, game.ending
            assert game.ending.termination in (
                Termination.LOOP, Termination.LINE, Termination.FULL, Termination.PLY_LIMIT,
            )  # fmt: skip
            assert game.board.variant is variant
            assert game.record.variant is variant
    finally:
        simulation.close()
