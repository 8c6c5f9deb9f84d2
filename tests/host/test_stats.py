"""Statistics against known values."""

from __future__ import annotations

import math
import random

import pytest

from icetrax.stats import (
    Pairs,
    Rating,
    Sprt,
    elo,
    elo_bound,
    elo_error,
    elo_error_of_pairs,
    expected_score,
    likelihood_of_superiority,
    log_likelihood_ratio,
    normalized_elo,
    ratings,
    score,
)


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


def test_the_bound_where_one_side_has_all_points() -> None:
    # 0.05 ** (1 / 10) = 0.7411 of the points, ten times in a row, are 5 % likely: 182.7 Elo.
    assert elo_bound(10, 0, 0) == pytest.approx(182.7, abs=0.1)
    assert elo_bound(0, 10, 0) == pytest.approx(-182.7, abs=0.1)
    assert expected_score(elo_bound(100, 0, 0) or 0.0) ** 100 == pytest.approx(0.05)


@pytest.mark.parametrize("results", [(0, 0, 0), (1, 1, 0), (3, 0, 1), (0, 3, 1), (0, 0, 2)])
def test_no_bound_otherwise(results: tuple[int, int, int]) -> None:
    assert elo_bound(*results) is None


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


@pytest.mark.parametrize(
    ("wins", "losses", "probability"),
    [(10, 10, 0.5), (60, 40, 0.97725), (40, 60, 0.02275), (1, 0, 0.84134), (0, 9, 0.00135)],
)
def test_likelihood_of_superiority_is_the_normal_distribution(wins: int, losses: int, probability: float) -> None:
    """Tables of the normal distribution at 0, 2, -2, 1 and -3 standard deviations."""
    assert likelihood_of_superiority(wins, losses) == pytest.approx(probability, abs=1e-5)


def test_no_decided_game_tells_nothing_about_superiority() -> None:
    assert likelihood_of_superiority(0, 0) is None


def test_pairs_by_hand() -> None:
    # 0 1/2 1 3/2 2 points in 10 20 40 20 10 pairs: mean 1/2, variance of the share (2 * 10/4 + 2 * 20/16) / 100.
    even = (10, 20, 40, 20, 10)
    half = 1.96 * math.sqrt(0.075 / 100)
    assert elo_error_of_pairs(even) == pytest.approx(400 * math.log10((0.5 + half) / (0.5 - half)), rel=1e-9)
    assert normalized_elo(even) == 0
    # 0 0 50 50 0: mean 0.625, variance 1/64, so 0.125 / sqrt(1/32) = 0.7071 of 347.4.
    assert normalized_elo((0, 0, 50, 50, 0)) == pytest.approx(0.70711 * 347.436, rel=1e-4)


def test_pairs_that_are_independent_games_have_the_error_of_games() -> None:
    # 60 % without draws: pairs of 2, 1 and 0 points in 36, 48 and 16 of 100.
    assert elo_error_of_pairs((16, 0, 48, 0, 36)) == pytest.approx(elo_error(120, 80, 0), rel=1e-9)


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 0), (0, 0, 5, 0, 0), (0, 0, 0, 0, 7)])
def test_pairs_that_tell_no_deviation(pairs: Pairs) -> None:
    assert normalized_elo(pairs) is None
    assert elo_error_of_pairs(pairs) == (0 if pairs[2] else None)


@pytest.mark.parametrize(("difference", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (190.849, 0.75)])
def test_expected_score_is_the_reverse_of_elo(difference: float, share: float) -> None:
    assert expected_score(difference) == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize(("wins", "losses"), [(60, 40), (5, 9), (1000, 1000), (1, 1)])
def test_the_ratio_of_two_results_is_the_one_of_wald(wins: int, losses: int) -> None:
    p0, p1 = expected_score(-5), expected_score(15)
    ratio = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio((0, 1), (losses, wins), p0, p1) == pytest.approx(ratio, rel=1e-9)


def likeliest(losses: int, draws: int, wins: int, mean: float) -> float:
    """Log likelihood of the best distribution over 0, 1/2 and 1 with a mean, by trying all shares of draws finely."""
    most = 2 * min(mean, 1 - mean)
    steps = 20_000
    return max(
        wins * math.log(mean - d / 2) + draws * math.log(d) + losses * math.log(1 - mean - d / 2)
        for d in (most * k / steps for k in range(1, steps))
    )


@pytest.mark.parametrize("counts", [(30, 40, 50), (400, 900, 470), (3, 1, 2)])
def test_the_ratio_of_three_results_is_that_of_the_likeliest_distributions(counts: tuple[int, int, int]) -> None:
    mean0, mean1 = expected_score(0), expected_score(20)
    ratio = likeliest(*counts, mean1) - likeliest(*counts, mean0)
    assert log_likelihood_ratio((0, 0.5, 1), counts, mean0, mean1) == pytest.approx(ratio, abs=1e-5)


def test_the_ratio_of_many_pairs_is_near_the_normal_one() -> None:
    """For small differences: (s1 - s0) (2 s - s0 - s1) / (2 variance) for each pair."""
    pairs = (500, 2000, 5000, 2100, 520)
    total, points = sum(pairs), (0, 0.25, 0.5, 0.75, 1)
    mean = sum(p * n for p, n in zip(points, pairs, strict=True)) / total
    variance = sum((p - mean) ** 2 * n for p, n in zip(points, pairs, strict=True)) / total
    s0, s1 = expected_score(0), expected_score(4)
    normal = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 4).llr(pairs) == pytest.approx(normal, rel=0.01)


def test_the_bounds_of_the_test() -> None:
    test = Sprt(0, 20)
    assert (test.lower, test.upper) == (pytest.approx(-2.9444, abs=1e-4), pytest.approx(2.9444, abs=1e-4))
    other = Sprt(0, 20, alpha=0.01, beta=0.1)
    assert (other.lower, other.upper) == (pytest.approx(math.log(0.1 / 0.99)), pytest.approx(math.log(90)))


def test_the_verdict() -> None:
    test = Sprt(0, 20)
    assert test.verdict((0, 0, 0, 0, 0)) is None
    assert test.verdict((1, 1, 1, 1, 1)) is None
    assert test.verdict((0, 0, 10, 0, 90)) == "H1"
    assert test.verdict((90, 0, 10, 0, 0)) == "H0"
    assert test.verdict((0, 0, 0, 0, 60)) == "H1"


@pytest.mark.parametrize(("difference", "wrong"), [(0, "H1"), (40, "H0")])
def test_the_test_errs_as_seldom_as_it_promises(difference: float, wrong: str) -> None:
    """Pairs of independent games without draws, 400 times over; 5 % are 20, and 33 is three deviations more."""
    rng = random.Random(1)
    test, share = Sprt(0, 40), expected_score(difference)
    errors = 0
    for _ in range(400):
        pairs = [0] * 5
        verdict = None
        while verdict is None:
            for _ in range(10):
                pairs[2 * sum(rng.random() < share for _ in range(2))] += 1
            verdict = test.verdict((pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))
        errors += verdict == wrong
    assert errors <= 33


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((20, 0), "elo0 must be less than elo1"),
        ((0, 0), "elo0 must be less than elo1"),
        ((0, math.nan), "elo0 must be less than elo1"),
        ((0, 5, 0), "alpha=0 is no test"),
        ((0, 5, 0.05, 0.5), r"beta=0\.5 is no test"),
    ],
)
def test_what_is_no_test(numbers: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(*numbers)


def rated(*matches: tuple[int, int, float, float]) -> list[Rating]:
    players = 1 + max(max(i, j) for i, j, _, _ in matches)
    found = ratings(players, {(i, j): (a, b) for i, j, a, b in matches})
    assert all(rating is not None for rating in found)
    return [rating for rating in found if rating is not None]


def test_two_players_are_rated_by_their_elo_difference() -> None:
    first, second = rated((0, 1, 75, 25))
    assert first.elo - second.elo == pytest.approx(elo(0.75))
    assert first.elo + second.elo == pytest.approx(0, abs=1e-9)
    # The difference has the standard deviation 1 / sqrt(100 * 0.75 * 0.25), and either player half of it.
    assert first.error == pytest.approx(1.96 / math.sqrt(18.75) / 2 * 400 / math.log(10))


def test_ratings_that_fit_exactly_are_found() -> None:
    strengths = [120, 30, -150]
    matches = [(i, j, 100 * expected_score(strengths[i] - strengths[j])) for i in range(3) for j in range(i)]
    found = rated(*((i, j, points, 100 - points) for i, j, points in matches))
    assert [rating.elo for rating in found] == [pytest.approx(value, abs=1e-4) for value in strengths]


def test_ratings_of_a_published_table() -> None:
    """Seven baseball teams that met 13 times each (American League 1987, in Agresti's Categorical Data Analysis)."""
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    found = rated(*((i, j, wins[i][j], wins[j][i]) for i in range(7) for j in range(i)))
    logarithms = [(rating.elo - found[-1].elo) * math.log(10) / 400 for rating in found]
    assert logarithms == [pytest.approx(value, abs=0.006) for value in (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0)]


def test_players_that_lost_nothing_get_a_finite_rating() -> None:
    first, second, third = rated((0, 1, 10, 0), (1, 2, 5, 5))
    assert first.elo > second.elo + 400
    assert second.elo == pytest.approx(third.elo)
    assert math.isfinite(first.error)


def test_players_that_never_met_cannot_be_compared() -> None:
    assert ratings(4, {(0, 1): (3, 1), (2, 3): (2, 2)}) == [None] * 4
    assert ratings(3, {(0, 1): (3, 1)}) == [None] * 3
