"""The command ``icetrax match``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from icetrax.cli_options import (
    Json,
    Margin,
    Movetime,
    Plies,
    Seed,
    ending_in_words,
    opened_later,
    per_move,
    print_answer,
)
from icetrax.journal import Journal
from icetrax.match import Match, MatchResult
from icetrax.referee import PLY_LIMIT, GameResult
from icetrax.spec import parse_spec

__all__ = ["match"]


def match(
    white: Annotated[str, typer.Argument(metavar="WHITE", help="The first player, white in the first game.")],
    red: Annotated[str, typer.Argument(metavar="RED", help="The second player. The colours change every game.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many.")] = 2,
    movetime: Movetime = 1.0,
    margin: Margin = 0.1,
    seed: Seed = 0,
    plies: Plies = PLY_LIMIT,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Where the records go.")] = None,
    as_json: Json = False,
) -> None:
    """Play games between two players and count."""
    control = per_move(movetime, margin)
    specs = parse_spec(white), parse_spec(red)
    journal = None if record is None else Journal(record).append
    screen = sys.stderr if as_json else sys.stdout

    def tell(number: int, game: GameResult, standing: MatchResult) -> None:
        print(_game_in_words(number, games, game, standing), file=screen, flush=True)

    with opened_later(*specs) as (first, second):
        result = Match(
            first, second, control, games=games, seed=seed, ply_limit=plies, journal=journal, on_game=tell
        ).run()
    print_answer(result.as_json() if as_json else _standing_in_words(white, result))


def _game_in_words(number: int, games: int, game: GameResult, standing: MatchResult) -> str:
    names = f"{game.record.headers['White']} - {game.record.headers['Red']}"
    count = f"+{standing.wins} -{standing.losses} ={standing.draws}"
    return f"game {number}/{games}: {names}: {ending_in_words(game)}  [{count}]"


def _standing_in_words(first: str, result: MatchResult) -> str:
    lines = [f"{first}: {result.wins} wins, {result.losses} losses, {result.draws} draws in {result.games} games"]
    if result.elo is not None:
        error = "" if result.elo_error is None else f" +- {result.elo_error:.0f}"
        lines.append(f"Elo difference {result.elo:+.0f}{error}")
    lines.extend(f"forfeits by {cause}: {count}" for cause, count in sorted(result.forfeits.items()))
    return "\n".join(lines)
