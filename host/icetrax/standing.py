"""How a match stands: results, pairs, forfeits, and what they say about the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from icetrax import stats
from icetrax.gamerecord import Record, Result
from icetrax.referee import Termination
from icetrax.schedule import ScheduledGame
from icetrax.stats import Pairs, Rating, Sprt
from icetrax.tile import Color

__all__ = ["MatchResult", "PlayerTotal", "Standings"]


@dataclass
class MatchResult:
    """Standing between two players, seen from the first one.

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
    _half_pairs: dict[int, int] = field(default_factory=dict, repr=False)
    _pairs: list[int] = field(default_factory=lambda: [0] * 5, repr=False)

    @property
    def games(self) -> int:
        """Games that have ended."""
        return self.wins + self.losses + self.draws

    @property
    def points(self) -> float:
        """Points of the first player, a draw counting half."""
        return self.wins + self.draws / 2

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
        """Its error (95 % confidence), None where it is not finite; games count as independent."""
        return stats.elo_error(self.wins, self.losses, self.draws)

    @property
    def elo_bound(self) -> float | None:
        """What the Elo difference is beyond (95 % confidence) where one side has all points, else None."""
        return stats.elo_bound(self.wins, self.losses, self.draws)

    @property
    def superiority(self) -> float | None:
        """Probability that the first player is the stronger one, None without a decided game."""
        return stats.likelihood_of_superiority(self.wins, self.losses)

    @property
    def pairs(self) -> Pairs:
        """Pairs of games of which both have ended, by the points of the first player: 0, 1/2, 1, 3/2, 2."""
        lost, less, even, more, won = self._pairs
        return lost, less, even, more, won

    def add(self, record: Record, first: Color, pair: int) -> None:
        """Count a game.

        Parameters
        ----------
        record
            The game, which must have ended.
        first
            The colour of the first player.
        pair
            Games with the same number are a pair.

        Raises
        ------
        ValueError
            The game was not finished.
        """
        if record.result is Result.UNFINISHED:
            raise ValueError("a game without a result cannot be counted")
        if record.result is Result.DRAW:
            self.draws += 1
            halves = 1
        elif record.result == str(first):
            self.wins += 1
            halves = 2
        else:
            self.losses += 1
            halves = 0
        if record.termination is not None and Termination(record.termination).is_forfeit:
            self.forfeits[record.termination] += 1
            self.forfeits_first += not halves
            self.forfeits_second += bool(halves)
        if pair in self._half_pairs:
            self._pairs[self._half_pairs.pop(pair) + halves] += 1
        else:
            self._half_pairs[pair] = halves

    def as_json(self, sprt: Sprt | None = None) -> dict[str, object]:
        """The standing as fields of a JSON object, with the state of a sequential test if there is one."""
        fields: dict[str, object] = {
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
            "elo_bound": self.elo_bound,
            "los": self.superiority,
            "pairs": {
                "counts": list(self.pairs),
                "elo_error": stats.elo_error_of_pairs(self.pairs),
                "normalized_elo": stats.normalized_elo(self.pairs),
            },
        }
        if sprt is not None:
            fields["sprt"] = {
                "llr": sprt.llr(self.pairs) if any(self.pairs) else 0.0,
                "lower": sprt.lower,
                "upper": sprt.upper,
                "verdict": sprt.verdict(self.pairs),
            }
        return fields


@dataclass(frozen=True)
class PlayerTotal:
    """What one of several players has made against all others.

    Attributes
    ----------
    player
        Its number from 0.
    rating
        None as long as the games do not connect all players.
    wins, losses, draws
        Its games by result.
    forfeits
        Games that it lost by a fault of its own.
    """

    player: int
    rating: Rating | None
    wins: int
    losses: int
    draws: int
    forfeits: int

    @property
    def games(self) -> int:
        """Games that have ended."""
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float | None:
        """Share of the points, None before the first game has ended."""
        return stats.score(self.wins, self.losses, self.draws)


class Standings:
    """How all players of a match stand.

    Parameters
    ----------
    players
        What they are called.
    pairings
        Who meets whom, by numbers from 0.

    Attributes
    ----------
    players
        As given.
    results
        By two players that meet.
    """

    def __init__(self, players: Sequence[str], pairings: Sequence[tuple[int, int]]) -> None:
        self.players = list(players)
        self.results = {pairing: MatchResult() for pairing in pairings}

    @property
    def games(self) -> int:
        """Games that have ended."""
        return sum(result.games for result in self.results.values())

    def add(self, game: ScheduledGame, record: Record) -> MatchResult:
        """Count a game; answers the standing between its two players."""
        result = self.results[game.first, game.second]
        result.add(record, game.first_color, game.pair)
        return result

    def table(self) -> list[PlayerTotal]:
        """All players, the best one first."""
        points = {
            pairing: (result.points, result.games - result.points)
            for pairing, result in self.results.items()
            if result.games
        }
        rated = stats.ratings(len(self.players), points)
        totals = [self._total(player, rating) for player, rating in enumerate(rated)]
        return sorted(totals, key=lambda total: (-(total.rating.elo if total.rating else 0.0), -(total.score or 0.0)))

    def as_json(self, sprt: Sprt | None = None) -> dict[str, object]:
        """The standing as a JSON object: of two players seen from the first one, of more as a table."""
        if len(self.players) == 2:
            return self.results[0, 1].as_json(sprt)
        forfeits: Counter[str] = Counter()
        for result in self.results.values():
            forfeits += result.forfeits
        return {
            "games": self.games,
            "players": [
                {
                    "player": self.players[total.player],
                    "elo": total.rating and total.rating.elo,
                    "elo_error": total.rating and total.rating.error,
                    "games": total.games,
                    "wins": total.wins,
                    "losses": total.losses,
                    "draws": total.draws,
                    "score": total.score,
                    "forfeits": total.forfeits,
                }
                for total in self.table()
            ],
            "pairings": [
                {"first": self.players[i], "second": self.players[j], **result.as_json()}
                for (i, j), result in self.results.items()
            ],
            "forfeits": dict(forfeits),
        }

    def _total(self, player: int, rating: Rating | None) -> PlayerTotal:
        wins = losses = draws = forfeits = 0
        for (i, j), result in self.results.items():
            if player == i:
                wins, losses, forfeits = wins + result.wins, losses + result.losses, forfeits + result.forfeits_first
            elif player == j:
                wins, losses, forfeits = wins + result.losses, losses + result.wins, forfeits + result.forfeits_second
            else:
                continue
            draws += result.draws
        return PlayerTotal(player, rating, wins, losses, draws, forfeits)
