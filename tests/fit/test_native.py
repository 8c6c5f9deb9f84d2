"""The native helper plays by the model's rules, searches like the twin, and sees the paths that the twin sees."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from icetrax import Board
from icetrax.tracks import tracks_of
from icetrax.twin import DEEPEST, WIN
from icetrax_fit.errors import FitError
from icetrax_fit.geometry import kinds
from icetrax_fit.native import Native
from icetrax_fit.values import ValueSet
from tests.conformance import games, moves_of, rows
from tests.solver import loses_within, wins_within


@pytest.fixture(scope="module")
def native() -> Native:
    return Native()


def boards(count: int, seed: int) -> list[Board]:
    """Positions of recorded games that are not over."""
    rng, found = random.Random(seed), []
    for row in rng.sample(games(), count):
        moves = moves_of(row)
        board = board_of({"moves": moves[: rng.randrange(min(len(moves), 100))]})
        assert not board.is_over()
        found.append(board)
    return found


def board_of(row: dict[str, Any]) -> Board:
    board = Board()
    for move in moves_of(row):
        board.push_text(move)
    return board


def line_of(board: Board) -> str:
    return " ".join(map(str, board.move_stack))


def test_perft(native: Native) -> None:
    for row in rows("perft.jsonl"):
        depth = min(5, len(row["perft"]) - 1)
        (line,) = native.run("perft", [str(depth)], lines=[row["moves"]])
        assert [int(word) for word in line.split()] == row["perft"][1 : depth + 1]


def test_games_end_as_the_model_says(native: Native) -> None:
    recorded = [row for row in rows("games_random.jsonl.gz") + rows("games_better.jsonl.gz") if row["result"]]
    lines = [f"{row['result'][0].upper()} 0 {' '.join(moves_of(row))}" for row in recorded if len(moves_of(row)) < 240]
    assert len(lines) > 500
    native.run("samples", values=[ValueSet.present()], lines=lines)  # refuses moves after the end
    over = [f"{line.split(maxsplit=2)[2]} @0+" for line in lines[:50]]
    for line in over:
        with pytest.raises(FitError, match="comes after the end of the game"):
            native.run("think", ["1", "1"], values=[ValueSet.present()], lines=[line])


def test_wins_are_found_and_those_announced_are_true(native: Native) -> None:
    puzzles = rows("win1.jsonl.gz")[::10]
    values, announced = [ValueSet.present()], 0
    for row, line in zip(
        puzzles,
        native.run("think", ["2", "1000000"], values=values, lines=[row["moves"] for row in puzzles]),
        strict=True,
    ):
        move, score, _, _ = line.split()
        assert move in row["winning"].split()
        assert int(score) == WIN
    positions = boards(40, seed=1) + [board_of(row) for row in rows("lost.jsonl.gz")[::20]]
    for board, line in zip(
        positions, native.run("think", ["3", "1000000"], values=values, lines=map(line_of, positions)), strict=True
    ):
        move, score = line.split()[0], int(line.split()[1])
        assert move in map(str, board.legal_moves)
        if score > WIN - DEEPEST:
            assert wins_within(board, WIN - score + 1)
        elif score < DEEPEST - WIN:
            assert loses_within(board, score + WIN + 1)
        announced += abs(score) > WIN - DEEPEST
    assert announced > 10


def test_a_search_that_runs_out_of_nodes_has_a_move(native: Native) -> None:
    positions = boards(20, seed=2)
    for nodes in (1, 50, 2000):
        lines = native.run("think", ["27", str(nodes)], values=[ValueSet.present()], lines=map(line_of, positions))
        for board, line in zip(positions, lines, strict=True):
            move, score, _, used = line.split()
            assert move in map(str, board.legal_moves)
            assert int(used) == nodes or abs(int(score)) > WIN - DEEPEST


def test_samples_are_the_quiet_positions_with_their_balance(native: Native) -> None:
    values = ValueSet.present()
    openings = native.run("openings", ["12", "1", "3", "9"])
    lines = native.run("games", ["500"], values=[values], lines=openings)
    samples = iter(native.run("samples", values=[values], lines=lines))
    quiet = 0
    for number, line in enumerate(lines):
        winner, opening, *played = line.split()
        board = Board()
        for ply, word in enumerate(played):
            move, _, score = word.partition(":")
            assert bool(score) == (ply >= int(opening))
            standing = tracks_of(board).standing
            if score and not any(map(any, (standing.closing, *standing.crossing))):
                fields = [int(field) for field in next(samples).split()]
                assert fields[:6] == [number, ply, board.turn, "WR".find(winner), int(score), standing.balance]
                assert sum(map(worth_of_code, fields[6:])) == standing.balance
                quiet += 1
            board.push_text(move)
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is not None
        assert outcome.winner.letter == winner
    assert next(samples, None) is None
    assert quiet > 50


def worth_of_code(code: int) -> int:
    """What white's path is worth, from how samples tell of it; red's with a minus."""
    values, shape = ValueSet.present(), abs(code) - 1
    assert kinds()[shape >> 4] is not None
    bonuses = sum(values.spans[short - 1] for short in (shape >> 2 & 3, shape & 3) if short)
    return min(63, values.paths[shape >> 4] + bonuses) * (1 if code > 0 else -1)


def test_a_match_plays_each_opening_twice_with_the_colours_changed(native: Native) -> None:
    values = ValueSet.present()
    none = ValueSet((0,) * 256, (0, 0, 0))
    openings = native.run("openings", ["6", "2", "4", "4"])
    lines = native.run_batches("match", ["300"], values=[values, none], lines=openings)
    assert [line.split()[2:6] for line in lines] == [opening.split() for opening in openings for _ in range(2)]
    # With the players changed, the games of each pair change places.
    swapped = native.run("match", ["300"], values=[none, values], lines=openings)
    assert [line for pair in zip(swapped[1::2], swapped[::2], strict=True) for line in pair] == lines
    assert lines[::2] != lines[1::2]


def test_leaves_are_quiet_and_behind_the_positions_of_a_game(native: Native) -> None:
    values = ValueSet.present()
    openings = native.run("openings", ["3", "3", "4", "6"])
    lines = native.run("games", ["400"], values=[values], lines=openings)
    leaves = native.run("leaves", ["400", "1"], values=[values], lines=lines)
    played = [[word.partition(":")[0] for word in line.split()[2:]] for line in lines]
    apart = 0
    for leaf in leaves:
        moves = leaf.split()
        game = max(range(len(played)), key=lambda number: common(moves, played[number]))
        assert common(moves, openings[game].split()) == len(openings[game].split()) < len(moves)
        apart += common(moves, played[game]) < len(moves)
        board = board_of({"moves": leaf})
        assert not board.is_over()
        assert tracks_of(board).standing.closing == [0, 0]
    assert apart > len(leaves) / 2 > 10


def common(one: list[str], other: list[str]) -> int:
    """With how many moves both begin."""
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


@pytest.mark.parametrize(
    ("command", "arguments", "line", "message"),
    [
        ("perft", ["1"], "@0\\", "'@0\\\\\\\\?' cannot be played"),
        ("perft", ["1"], "@0+ B1+ B1+", "'B1\\+' cannot be played"),
        ("perft", ["1"], "@0+ @01+", "'@01\\+' cannot be played"),
        ("samples", [], "W", "'W' is not a game"),
        ("openings", ["1", "1", "5", "4"], "", "bad number of random turns"),
        ("dance", [], "", "unknown command"),
    ],
)
def test_what_it_refuses(native: Native, command: str, arguments: list[str], line: str, message: str) -> None:
    values = [ValueSet.present()] if command == "samples" else []
    with pytest.raises(FitError, match=message):
        native.run(command, arguments, values=values, lines=[line])
