"""Who plays whom, with which colours."""

from __future__ import annotations

from collections import Counter

from icetrax.openings import Openings
from icetrax.schedule import Schedule, Tournament
from icetrax.tile import Color


def test_two_players_change_colors_every_game_and_keep_the_opening_for_a_pair() -> None:
    games = list(Schedule(2, 5, openings=Openings(None, 4)))
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    assert [(game.white, game.red) for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]
    assert [game.pair for game in games] == [0, 0, 1, 1, 2]
    assert games[0].opening == games[1].opening != games[2].opening == games[3].opening
    assert len({seed for game in games for seed in game.seeds}) == 10


def test_a_longer_match_begins_with_the_same_games() -> None:
    assert list(Schedule(3, 7, seed=1))[:18] == list(Schedule(3, 6, seed=1))
    assert list(Schedule(3, 6, seed=1)) != list(Schedule(3, 6, seed=2))


def test_everybody_meets_everybody_with_both_colors() -> None:
    schedule = Schedule(4, 2, openings=Openings(None, 4))
    games = list(schedule)
    assert len(games) == len(schedule) == 12
    assert Counter((game.white, game.red) for game in games) == Counter(
        (i, j) for i in range(4) for j in range(4) if i != j
    )
    assert len({game.opening for game in games}) == 1
    assert Counter(game.pair for game in games) == dict.fromkeys(range(6), 2)


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    schedule = Schedule(4, 3, tournament=Tournament.GAUNTLET)
    games = list(schedule)
    assert len(games) == len(schedule) == 9
    assert {(game.first, game.second) for game in games} == {(0, 1), (0, 2), (0, 3)}
    assert Counter(game.first_color for game in games) == {Color.WHITE: 6, Color.RED: 3}
