"""Which games a match consists of: who plays whom, from which opening, with which colours and seeds."""

from __future__ import annotations

import enum
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from icetrax.openings import Opening, Openings
from icetrax.tile import Color

__all__ = ["Schedule", "ScheduledGame", "Tournament"]


class Tournament(enum.StrEnum):
    """Who meets whom where there are more than two players: each each other, or the first one all others."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game to be played.

    Attributes
    ----------
    number
        Counted from 1 through the match.
    first, second
        The players, by their number from 0. The smaller one is the first.
    first_color
        What the first one plays.
    pair
        The games with the same number are a pair: same players and opening, colours changed.
    opening
        Moves that have been made when the players take over.
    seeds
        For the random choices of the first and the second player.
    """

    number: int
    first: int
    second: int
    first_color: Color
    pair: int
    opening: Opening
    seeds: tuple[int, int]

    @property
    def white(self) -> int:
        """The player with white."""
        return self.first if self.first_color is Color.WHITE else self.second

    @property
    def red(self) -> int:
        """The player with red."""
        return self.second if self.first_color is Color.WHITE else self.first


class Schedule:
    """The games of a match, in their order. It is the same for the same parameters, and longer with more games.

    The first of two players is white in the first game, and the colours change every game. With more players each round
    has a pair of games, from one opening, for each two players that meet.

    Parameters
    ----------
    players
        How many, at least two.
    games
        How many games two players have against each other.
    seed
        Of the players' random choices; every game has its own.
    openings
        One for each round.
    tournament
        Who meets whom.
    """

    def __init__(
        self,
        players: int,
        games: int,
        *,
        seed: int = 0,
        openings: Openings | None = None,
        tournament: Tournament = Tournament.ROUND_ROBIN,
    ) -> None:
        everybody = itertools.combinations(range(players), 2)
        self.pairings = [pair for pair in everybody if tournament is Tournament.ROUND_ROBIN or pair[0] == 0]
        self._games = games
        self._seed = seed
        self._openings = openings or Openings()

    def __len__(self) -> int:
        return self._games * len(self.pairings)

    def __iter__(self) -> Iterator[ScheduledGame]:
        number = 0
        for played in range(0, self._games, 2):
            opening = self._openings[played // 2]
            for place, (first, second) in enumerate(self.pairings):
                pair = played // 2 * len(self.pairings) + place
                for color in list(Color)[: self._games - played]:
                    number += 1
                    rng = random.Random(f"{self._seed} {number}")
                    seeds = rng.getrandbits(32), rng.getrandbits(32)
                    yield ScheduledGame(number, first, second, color, pair, opening, seeds)
