"""Several games between two players, colours changing, and what they say about their strength."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from icetrax import stats
from icetrax.clock import TimeControl
from icetrax.player import Player
from icetrax.record import Record
from icetrax.referee import PLY_LIMIT, GameResult, Referee
from icetrax.tile import Color

__all__ = ["Match", "MatchResult"]


@dataclass
class MatchResult:
    """Standing of a match, seen from the first player.

    Attributes
    ----------
    wins, losses, draws
        Games by result.
    forfeits
        Games that ended by a fault of either player, by the name of the fault.
    forfeits_first, forfeits_second
        The same by who was at fault.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    forfeits_first: int = 0
    forfeits_second: int = 0

    @property
    def games(self) -> int:
        """Games that have ended."""
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float | None:
        """Share of the points, None before the first game has ended."""
        return stats.score(self.wins, self.losses, self.draws)

    @property
    def elo(self) -> float | None:
        """Elo difference, None where it is not finite."""
        return stats.elo(self.score)

    @property
    def elo_error(self) -> float | None:
        """Its error (95 % confidence), None where it is not finite."""
        return stats.elo_error(self.wins, self.losses, self.draws)

    def add(self, game: GameResult, first: Color) -> None:
        """Count a game in which the first player played the colour *first*."""
        ending = game.ending
        if ending.winner is None:
            self.draws += 1
        elif ending.winner is first:
            self.wins += 1
        else:
            self.losses += 1
        if ending.termination.is_forfeit:
            self.forfeits[str(ending.termination)] += 1
            if ending.winner is first:
                self.forfeits_second += 1
            else:
                self.forfeits_first += 1

    def as_json(self) -> dict[str, object]:
        """The standing as fields of a JSON object."""
        return {
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "score": self.score,
            "elo": self.elo,
            "elo_error": self.elo_error,
            "forfeits": dict(self.forfeits),
            "forfeits_first": self.forfeits_first,
            "forfeits_second": self.forfeits_second,
        }


class Match:
    """Games between two players. The first player is white in the first game, and the colours change every game.

    Parameters
    ----------
    first, second
        The players.
    control
        Time for each move.
    games
        How many.
    seed
        The same seed gives players in software the same random choices; every game has its own.
    ply_limit
        Turns after which a game is a draw.
    journal
        Takes the record of each game as soon as it has ended.
    on_game
        Told of each game when it has ended: its number from 1, the game, and the standing.
    """

    def __init__(
        self,
        first: Player,
        second: Player,
        control: TimeControl,
        *,
        games: int,
        seed: int = 0,
        ply_limit: int = PLY_LIMIT,
        journal: Callable[[Record], None] | None = None,
        on_game: Callable[[int, GameResult, MatchResult], None] | None = None,
    ) -> None:
        self._first = first
        self._second = second
        self._control = control
        self._games = games
        self._seed = seed
        self._ply_limit = ply_limit
        self._journal = journal
        self._on_game = on_game

    def run(self) -> MatchResult:
        """Play all games.

        Raises
        ------
        TransportError
            A player cannot be reached before the first game. Later that costs it the game.
        """
        self._first.open()
        self._second.open()
        result = MatchResult()
        for number in range(1, self._games + 1):
            color = Color.WHITE if number % 2 else Color.RED
            game = self._referee(number, color).play()
            result.add(game, color)
            if self._on_game is not None:
                self._on_game(number, game, result)
        return result

    def _referee(self, number: int, first: Color) -> Referee:
        rng = random.Random(f"{self._seed} {number}")
        seeds = rng.getrandbits(32), rng.getrandbits(32)
        players = self._first, self._second
        white, red = (0, 1) if first is Color.WHITE else (1, 0)
        return Referee(
            players[white],
            players[red],
            self._control,
            seed_white=seeds[white],
            seed_red=seeds[red],
            ply_limit=self._ply_limit,
            headers={"Game": str(number), "Seed": str(self._seed)},
            journal=self._journal,
        )
