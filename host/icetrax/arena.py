"""Plays scheduled games in this process, one at a time, with players that stay from game to game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from icetrax.clock import TimeControl
from icetrax.gamerecord import Record
from icetrax.player import Player
from icetrax.referee import PLY_LIMIT, Adjudication, GameResult, Referee
from icetrax.schedule import ScheduledGame
from icetrax.spec import make_player, parse_spec

__all__ = ["Arena", "Conditions"]


@dataclass(frozen=True)
class Conditions:
    """What all games of a match have in common. Can be sent to other processes and machines.

    Attributes
    ----------
    players
        The SPECs.
    control
        What each side has for its moves.
    seed
        Of all random choices.
    ply_limit
        Turns after which a game is a draw.
    variant
        The rules, by name.
    adjudication
        When a game is given up for a player; None for never.
    plan
        What else decides which games are played, in words: the tournament and its openings.
    """

    players: tuple[str, ...]
    control: TimeControl
    seed: int = 0
    ply_limit: int = PLY_LIMIT
    variant: str = "trax"
    adjudication: Adjudication | None = None
    plan: str = ""

    @property
    def key(self) -> str:
        """Tells matches apart: a dozen hexadecimal digits, the same for the same conditions."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


class Arena:
    """Plays games of one match. Whoever makes it closes it.

    Parameters
    ----------
    conditions
        Of the match.
    players
        The players, if they are there already; otherwise each is made of its SPEC when it is first needed.
    """

    def __init__(self, conditions: Conditions, players: Sequence[Player] = ()) -> None:
        self._conditions = conditions
        self._players = dict(enumerate(players))
        self._own = not players

    def open(self, *numbers: int) -> None:
        """Make players and connect them.

        Raises
        ------
        TransportError
            One cannot be reached.
        """
        for number in numbers:
            self._player(number).open()

    def play(self, game: ScheduledGame, journal: Callable[[Record], None] | None = None) -> GameResult:
        """Play one game.

        Parameters
        ----------
        game
            Which one.
        journal
            Takes the record, also when the game ends by an exception.

        Raises
        ------
        OpeningError
            A player cannot begin from the opening.
        """
        conditions = self._conditions
        seed_of = dict(zip((game.first, game.second), game.seeds, strict=True))
        return Referee(
            self._player(game.white),
            self._player(game.red),
            conditions.control,
            opening=game.opening,
            variant=conditions.variant,
            seed_white=seed_of[game.white],
            seed_red=seed_of[game.red],
            ply_limit=conditions.ply_limit,
            adjudication=conditions.adjudication,
            headers={"Match": conditions.key, "Game": str(game.number), "Seed": str(conditions.seed)},
            journal=journal,
        ).play()

    def close(self) -> None:
        """Close the players that were made here."""
        for player in self._players.values() if self._own else ():
            player.close()

    def _player(self, number: int) -> Player:
        if number not in self._players:
            self._players[number] = make_player(parse_spec(self._conditions.players[number]))
        return self._players[number]
