"""The variants that the hardware plays, against the model."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl
from icetrax.console import HARDWARE_VARIANTS
from icetrax.notation import Move
from icetrax.perft import perft
from icetrax.referee import Referee, Termination
from icetrax.spec import make_player, parse_spec
from icetrax.tile import Symbol
from tests.host.positions import long_game
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


def follow(hardware: Hardware, game: Board) -> Board:
    """Play a game on the hardware and on the model, and compare after every turn."""
    board = Board(game.variant)
    assert ask(hardware, f"-X {game.variant}") == "="
    for move in game.move_stack:
        if board.plies % 5 == 0 or max(board.columns, board.rows) == 8:
            assert legal_moves(hardware) == sorted(map(str, board.legal_moves))
        board.push(move)
        assert ask(hardware, f"-M {move}") == state(board)
    return board


def played(hardware: Hardware, variant: Variant, seed: int, turns: int) -> Board:
    return follow(hardware, long_game(variant, random.Random(seed), turns))


def legal_moves(hardware: Hardware) -> list[str]:
    return sorted(ask(hardware, "-A").split()[1:])


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
        board = played(hardware, Variant.LIMITED, seed, 100)
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
        assert legal_moves(hardware) == sorted(map(str, board.legal_moves))
    assert "full" in reasons


@pytest.mark.parametrize("variant", LIMITED_AND_LOOP)
def test_games_go_forward_and_back_and_refuse_what_the_model_refuses(hardware: Hardware, variant: Variant) -> None:
    met: Counter[str] = Counter()
    for seed in range(3):
        rng = random.Random(100 + seed)
        game = follow(hardware, long_game(variant, rng, turns=rng.randrange(18, 32)))
        for _ in range(6):
            for _ in range(min(game.plies, rng.randrange(4))):
                game.pop()
                assert ask(hardware, "-U") == state(game)
            for move in rng.sample(refused(game), 12):
                reason = "over" if game.is_over() else "illegal"
                assert ask(hardware, f"-M {move}") == f"? {reason} {move}"
                met["beyond the edge"] += reason == "illegal" and leads_out(game, move)
            assert ask(hardware, "-S") == state(game)
            for _ in range(rng.randrange(4)):
                if not game.is_over():
                    game.push(rng.choice(list(game.legal_moves)))
                    assert ask(hardware, f"-M {game.move_stack[-1]}") == state(game)
            assert legal_moves(hardware) == sorted(map(str, game.legal_moves))
    assert (met["beyond the edge"] >= 20) == (variant is Variant.LIMITED)


def refused(board: Board) -> list[Move]:
    """The moves on the tiles in play and around them that are not legal."""
    legal = set(board.legal_moves)
    names = itertools.product(range(board.columns + 2), range(board.rows + 2), Symbol)
    return [move for move in itertools.starmap(Move, names) if move not in legal]


def leads_out(board: Board, move: Move) -> bool:
    """Whether a tile would come to lie in a ninth column or row, which the variant ``8x8`` does not have."""
    wide = board.columns == 8 and move.column in (0, 9)
    return board.variant is Variant.LIMITED and (wide or (board.rows == 8 and move.row in (0, 9)))


def test_loop_games(hardware: Hardware) -> None:
    for seed in range(2):
        board = played(hardware, Variant.LOOP, seed, 60)
        assert max(board.columns, board.rows) > 8


@pytest.mark.parametrize("variant", LIMITED_AND_LOOP)
def test_perft_on_a_large_board(hardware: Hardware, variant: Variant) -> None:
    board = played(hardware, variant, 5, 24)
    assert int(ask(hardware, "-P 2").split()[1]) == perft(board, 2)


@pytest.mark.parametrize("variant", LIMITED_AND_LOOP)
def test_advice_is_legal_and_takes_a_win(hardware: Hardware, variant: Variant) -> None:
    hardware.tell("-L 3")
    for seed in range(3):
        board = played(hardware, variant, 10 + seed, 26)
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
