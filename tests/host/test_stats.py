"""Statistics against known values."""

from __future__ import annotations

import pytest

from icetrax.stats import elo, elo_error, score


@pytest.mark.parametrize(
    ("results", "share"), [((1, 0, 0), 1), ((0, 3, 0), 0), ((1, 1, 2), 0.5), ((3, 1, 0), 0.75), ((0, 0, 1), 0.5)]
)
def test_a_draw_counts_half(results: tuple[int, int, int], share: float) -> None:
    assert score(*results) == share


@pytest.mark.parametrize(
    ("share", "difference"), [(0.5, 0), (0.75, 190.85), (0.64, 99.95), (10 / 11, 400), (0.25, -190.85), (1 / 11, -400)]
)
def test_elo_of_a_share(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=0.01)


@pytest.mark.parametrize("share", [0, 1, None])
def test_elo_that_is_not_finite(share: float | None) -> None:
    assert elo(share) is None


def test_the_error_by_hand() -> None:
    # 60 of 100 without draws: standard deviation 0.4899, interval 0.6 +- 0.09602, that is 2.77 to 143.91 Elo.
    assert elo_error(60, 40, 0) == pytest.approx((143.91 - 2.77) / 2, abs=0.05)


def test_draws_and_games_make_it_smaller() -> None:
    few, many, drawn = elo_error(6, 4, 0), elo_error(600, 400, 0), elo_error(300, 100, 600)
    assert few is not None
    assert many is not None
    assert drawn is not None
    assert few > 10 * many * 0.9
    assert many > drawn
    assert elo_error(0, 0, 9) == 0


@pytest.mark.parametrize("results", [(0, 0, 0), (5, 0, 0), (0, 5, 0), (1, 1, 0)])
def test_the_error_that_is_not_finite(results: tuple[int, int, int]) -> None:
    assert elo_error(*results) is None


def test_no_games_have_no_share() -> None:
    assert score(0, 0, 0) is None
