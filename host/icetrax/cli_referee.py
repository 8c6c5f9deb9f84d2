"""The command ``icetrax referee``: games between two programs or boards, as on the day of a contest."""

from __future__ import annotations

import contextlib
import enum
import random
import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from icetrax.board import Board
from icetrax.bytelog import ByteLog
from icetrax.cli_options import (
    FAILED,
    Json,
    Margin,
    Movetime,
    Plies,
    TimeControlOption,
    VariantName,
    ending_in_words,
    fail,
    opened_later,
    print_answer,
    time_control,
    variant_named,
)
from icetrax.journal import Journal
from icetrax.player import LinePlayer, ListeningPlayer, Player, Reply
from icetrax.referee import PLY_LIMIT, GameResult, Referee
from icetrax.render import render
from icetrax.spec import check_apart, parse_spec
from icetrax.tile import Color

__all__ = ["referee"]

_PORTS = "listen:10001", "listen:10002"  # where the contest's clients connect to
_RECORD = Path("build/last-contest.trx")
_LOG = Path("build/last-contest.log")
_NAMES = "first", "second"


class _Choice(enum.StrEnum):
    """Who plays white in the first game."""

    FIRST = "first"
    SECOND = "second"
    RANDOM = "random"


def referee(
    first: Annotated[str, typer.Argument(metavar="[FIRST]", help="The first player.")] = _PORTS[0],
    second: Annotated[str, typer.Argument(metavar="[SECOND]", help="The second player.")] = _PORTS[1],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many, colours changing.")] = 1,
    white: Annotated[_Choice, typer.Option("--white", help="Who plays white in the first game.")] = _Choice.RANDOM,
    movetime: Movetime = 1.0,
    tc: TimeControlOption = None,
    margin: Margin = 0.1,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of the draw for colours.")] = None,
    variant: VariantName = "trax",
    plies: Plies = PLY_LIMIT,
    wait: Annotated[
        float, typer.Option("--wait", metavar="S", min=0, help="How long players are awaited, in seconds.")
    ] = 120.0,
    strict: Annotated[bool, typer.Option("--strict", help="Take no moves in small letters or with zeros.")] = False,
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="Where all bytes are logged.")] = _LOG,
    record: Annotated[Path, typer.Option("--record", metavar="FILE", help="Where the records go.")] = _RECORD,
    as_json: Json = False,
) -> None:
    """Let two programs or boards play, draw every turn, and log every byte. Exit status 1 if a game was forfeited."""
    control = time_control(movetime, tc, margin)
    rules = variant_named(variant)
    specs = parse_spec(first), parse_spec(second)
    check_apart(specs)
    journal = Journal(record, backup=True)
    draw = random.Random(secrets.randbits(32) if seed is None else seed)
    screen = _Screen(Console(stderr=as_json, highlight=False, soft_wrap=True))
    forfeited = False
    with contextlib.ExitStack() as stack:
        players = stack.enter_context(opened_later(*specs))
        _connect(players, stack.enter_context(_opened(log)), wait, screen)
        place = draw.randrange(2) if white is _Choice.RANDOM else list(_Choice).index(white)
        for number in range(1, games + 1):
            screen.begin(players, place)
            game = Referee(
                players[place],
                players[1 - place],
                control,
                variant=rules,
                seed_white=draw.getrandbits(32),
                seed_red=draw.getrandbits(32),
                ply_limit=plies,
                forgiving=not strict,
                headers={"Game": str(number)},
                journal=journal.append,
                on_turn=screen.draw,
            ).play()
            screen.say(f"\n{_names(players, place)}\n{ending_in_words(game)}")
            if as_json:
                print_answer(_as_json(number, place, players, game))
            forfeited = forfeited or game.ending.termination.is_forfeit
            place = 1 - place
    screen.say(f"record: {record}\nbytes: {log}")
    if forfeited:
        raise typer.Exit(FAILED)


class _Screen:
    """Shows the games."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def say(self, text: str) -> None:
        """Write lines."""
        print(text, file=self._console.file, flush=True)

    def begin(self, players: list[Player], white: int) -> None:
        """Tell the colours."""
        names = [f"{_NAMES[place]} ({players[place].name})" for place in (white, 1 - white)]
        self.say(f"white: {names[0]}, red: {names[1]}")

    def draw(self, board: Board, color: Color, reply: Reply) -> None:
        """Draw the position after a turn."""
        colored = self._console.color_system is not None and not self._console.no_color
        self.say(f"\n{render(board, color=colored)}\n{color} took {reply.seconds:.3f} s")


def _opened(path: Path) -> ByteLog:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return ByteLog(path)
    except OSError as error:
        fail(f"cannot write the log {path}: {error.strerror}; name another file")


def _connect(players: list[Player], log: ByteLog, wait: float, screen: _Screen) -> None:
    for name, player in zip(_NAMES, players, strict=True):
        if isinstance(player, LinePlayer):
            player.tap = log.tap(name)
        if isinstance(player, ListeningPlayer):
            player.patience = wait
            screen.say(f"{name}: {player.where}")
    for player in players:
        player.open()


def _names(players: list[Player], white: int) -> str:
    ids = [player.id or "no id" for player in players]
    return f"white: {ids[white]} ({_NAMES[white]}), red: {ids[1 - white]} ({_NAMES[1 - white]})"


def _as_json(number: int, white: int, players: list[Player], game: GameResult) -> dict[str, object]:
    return {
        "game": number,
        "white": _NAMES[white],
        "ids": {name: player.id for name, player in zip(_NAMES, players, strict=True)},
        "winner": None if game.ending.winner is None else str(game.ending.winner),
        "termination": str(game.ending.termination),
        "detail": game.ending.detail,
        "moves": [str(move) for move in game.record.moves],
        "seconds": {str(color): round(game.clock.used[color], 3) for color in Color},
    }
