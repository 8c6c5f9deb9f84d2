"""Several games between two players in this process, one after the other, colours changing."""

from __future__ import annotations

from collections.abc import Callable

from icetrax.arena import Arena, Conditions
from icetrax.clock import TimeControl
from icetrax.gamerecord import Record
from icetrax.player import Player
from icetrax.referee import PLY_LIMIT, GameResult
from icetrax.schedule import Schedule
from icetrax.standing import MatchResult

__all__ = ["Match", "MatchResult"]


class Match:
    """Games between two players. The first player is white in the first game, and the colours change every game.

    For several games at a time, resuming, and more than two players see :class:`icetrax.campaign.Campaign`.

    Parameters
    ----------
    first, second
        The players.
    control
        What each side has for its moves.
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
        conditions = Conditions((first.name, second.name), control, seed, ply_limit)
        self._arena = Arena(conditions, (first, second))
        self._schedule = Schedule(2, games, seed=seed)
        self._journal = journal
        self._on_game = on_game

    def run(self) -> MatchResult:
        """Play all games.

        Raises
        ------
        TransportError
            A player cannot be reached before the first game. Later that costs it the game.
        """
        self._arena.open(0, 1)
        result = MatchResult()
        for game in self._schedule:
            played = self._arena.play(game, self._journal)
            result.add(played.record, game.first_color, game.pair)
            if self._on_game is not None:
                self._on_game(game.number, played, result)
        return result
