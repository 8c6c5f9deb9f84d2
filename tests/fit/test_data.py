"""Positions to fit to: the training and the held-out ones have nothing in common, and the same seed makes the same."""

from __future__ import annotations

import numpy as np
import pytest

from icetrax_fit.contest import Result
from icetrax_fit.data import Plan, gather, openings
from icetrax_fit.errors import FitError
from icetrax_fit.native import Native
from icetrax_fit.samples import SHAPES, Samples
from icetrax_fit.values import ValueSet

PLAN = Plan(games=30, held_out=0.2, nodes=300, seed=5, least=4, most=6)


@pytest.fixture(scope="module")
def native() -> Native:
    return Native(jobs=2)


def test_openings_are_different_and_depend_on_the_seed(native: Native) -> None:
    lines = openings(native, 200, 1, 4, 6)
    assert len(set(lines)) == 200
    assert {len(line.split()) for line in lines} == {4, 5, 6}
    assert openings(native, 200, 1, 4, 6) == lines
    assert openings(native, 200, 2, 4, 6) != lines


def test_there_are_not_more_openings_than_there_are(native: Native) -> None:
    assert len(openings(native, 2, 1, 1, 1)) == 2
    with pytest.raises(FitError, match="cannot find 3 different openings of 1 to 1 turns"):
        openings(native, 3, 1, 1, 1)


def test_training_and_held_out_positions_come_from_different_openings(
    native: Native, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    run = Native.run_batches

    def noting(
        self: Native, command: str, arguments: list[str], *, values: list[ValueSet], lines: list[str]
    ) -> list[str]:
        if command == "games":
            started.append(lines)
        return run(self, command, arguments, values=values, lines=lines)

    monkeypatch.setattr(Native, "run_batches", noting)
    notes: list[str] = []
    split = gather(native, ValueSet.present(), PLAN, notes.append)
    training, training_leaves, held_out, held_out_leaves = started
    assert (len(training), len(held_out)) == (24, 6)
    for leaves, own, others in ((training_leaves, training, held_out), (held_out_leaves, held_out, training)):
        for leaf in leaves:
            assert any(leaf.startswith(f"{opening} ") for opening in own)
            assert not any(leaf.startswith(f"{opening} ") for opening in others)
    assert split.games == (len(training_leaves), len(held_out_leaves))
    assert len(split.training) > len(split.held_out) > 20
    assert len(notes) == 4


def test_the_same_seed_makes_the_same_positions(native: Native) -> None:
    one, other = (gather(native, ValueSet.present(), PLAN, lambda line: None) for _ in range(2))
    assert (one.training.shapes != other.training.shapes).nnz == 0
    assert np.array_equal(one.training.scores, other.training.scores)


def test_samples_are_seen_by_the_side_to_move() -> None:
    line = f"3 12 {{}} 0 25 7 {(2 << 4) + 1} {-((2 << 4) + 1)} {(18 << 4 | 9) + 1}"
    white, red = Samples.read([line.format(0)]), Samples.read([line.format(1)])
    assert white.shapes.shape == (1, SHAPES)
    assert (white.shapes + red.shapes).count_nonzero() == 0
    assert white.shapes.sum() == 1  # the two paths of the same shape cancel out
    assert (white.results[0], red.results[0], white.scores[0]) == (1, 0, 25)


def test_games_without_a_winner_are_left_out() -> None:
    lines = ["0 5 0 -1 4 0 33", "1 5 0 1 4 0 33"]
    assert len(Samples.read(lines)) == 1
    with pytest.raises(FitError, match="no positions to fit to"):
        Samples.read(lines[:1])


def test_a_match_counts_pairs() -> None:
    lines = ["W 1 @0+", "R 1 @0+", "W 1 @0/", "W 1 @0/", "- 1 @0/", "R 1 @0/", "R 1 @0/", "W 1 @0/"]
    result = Result.read(lines)
    assert (result.pairs, result.games, result.score) == ((1, 0, 1, 1, 1), 8, 4.5 / 8)
    assert not result.is_better
    assert str(result).startswith("56.2 % of 8 games, Elo +44 ± ")
    sure = Result.read(lines[:2] * 60 + lines[2:4] * 40 + lines[6:] * 5)
    assert sure.is_better
    assert not Result.read(lines[6:] * 60 + lines[2:4] * 40 + lines[:2] * 5).is_better
    with pytest.raises(FitError, match="a match of 3 games"):
        Result.read(lines[:3])


def test_decided_positions_are_left_out() -> None:
    limit = Samples.read(["0 5 0 1 15000 0 33", "0 6 1 1 15001 0 33", "0 7 0 1 -19999 0 33"])
    assert len(limit) == 1
