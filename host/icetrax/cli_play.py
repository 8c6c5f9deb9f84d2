"""The command ``icetrax play``: one game on the screen."""

from __future__ import annotations

import collections
import contextlib
import itertools
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from icetrax.board import Board, Variant
from icetrax.cli_options import (
    FAILED,
    Margin,
    Movetime,
    Plies,
    Seed,
    VariantName,
    ending_in_words,
    fail,
    opened_later,
    per_move,
    variant_named,
)
from icetrax.clock import TimeControl
from icetrax.console import ConsoleError
from icetrax.errors import TraxError
from icetrax.gamerecord import Record
from icetrax.human import Assistance, HumanPlayer
from icetrax.journal import Journal
from icetrax.player import Player, PlayerError, Reply
from icetrax.recordfile import records_of
from icetrax.referee import PLY_LIMIT
from icetrax.render import render
from icetrax.sitting import Sitting, unable_to_go_back
from icetrax.spec import PlayerSpec, check_apart, make_analyst, parse_spec
from icetrax.tile import Color
from icetrax.transport import TransportError

__all__ = ["play"]

_RECORD = Path("build/last-game.trx")
_SAVED = Path("build/saved-game.trx")
_HINT_SECONDS = 1.0


def play(
    white: Annotated[str, typer.Argument(metavar="[WHITE]", help="Who plays white.")] = "sim",
    red: Annotated[str, typer.Argument(metavar="[RED]", help="Who plays red.")] = "greedy",
    movetime: Movetime = 0.1,
    margin: Margin = 0.1,
    seed: Seed = 0,
    variant: VariantName = "trax",
    plies: Plies = PLY_LIMIT,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with the game in it.")] = None,
    hint: Annotated[str, typer.Option("--hint", metavar="SPEC", help="Who gives people advice.")] = "alphabeta",
    record: Annotated[Path, typer.Option("--record", metavar="FILE", help="Where the record goes.")] = _RECORD,
) -> None:
    """Play one game on the screen. Exit status 1 if it ended by a player's fault instead of by play."""
    control = per_move(movetime, margin)
    specs = parse_spec(white), parse_spec(red)
    check_apart(specs)
    begun = Record() if load is None else _loaded(load)
    rules = variant_named(variant) if load is None else begun.variant
    journal = Journal(record)
    screen = _Screen(Console(highlight=False, soft_wrap=True))
    with opened_later(*specs) as players:
        first, second = players
        first.open()
        second.open()
        print(f"white: {white}, red: {red}", flush=True)
        if begun.moves:
            screen.draw(begun.replay())
        _assist(players, parse_spec(hint), rules)
        game = Sitting(
            first,
            second,
            control,
            variant=rules,
            moves=begun.moves,
            seed=seed,
            ply_limit=plies,
            headers={"Seed": str(seed)},
            journal=journal.append,
            on_turn=screen.after_turn,
            on_return=screen.draw,
        ).play()
    print(f"\n{ending_in_words(game)}\nrecord: {record}")
    if game.ending.termination.is_forfeit:
        raise typer.Exit(FAILED)


class _Screen:
    """Draws positions."""

    def __init__(self, console: Console) -> None:
        self._colored = console.color_system is not None and not console.no_color

    def draw(self, board: Board) -> None:
        """Show a position."""
        print(f"\n{render(board, color=self._colored)}", flush=True)

    def after_turn(self, board: Board, color: Color, reply: Reply) -> None:
        """Show the position after a turn, and what the player has told about it."""
        self.draw(board)
        print(_thought_in_words(color, reply), flush=True)


def _loaded(path: Path) -> Record:
    """The last game of a file: the one that was saved last."""
    record = next(iter(collections.deque(records_of(path), maxlen=1)), None)
    if record is None:
        fail(f"{path} has no game to go on with")
    try:
        board = record.replay()
    except (TraxError, ValueError) as error:
        fail(f"{path}: {error}")
    if board.is_over():
        fail(f"{path}: the game is over, there is nothing to go on with")
    return record


def _assist(players: list[Player], advisor: PlayerSpec, variant: Variant) -> None:
    """Give each person at the table somebody to ask."""
    people = [player for player in players if isinstance(player, HumanPlayer)]
    for person in people:
        person.assistance = Assistance(
            hint=lambda board: _hint(advisor, variant, board),
            save=lambda board, name: _save(board, Path(name) if name else _SAVED),
            fixed=lambda: unable_to_go_back(*players),
            shared=len(people) == len(players),
        )


def _hint(advisor: PlayerSpec, variant: Variant, board: Board) -> str:
    try:
        with contextlib.closing(make_analyst(advisor, variant=variant)) as analyst:
            found = analyst.best([str(move) for move in board.move_stack], TimeControl(_HINT_SECONDS))
    except (TraxError, ValueError, PlayerError, TransportError, ConsoleError) as error:
        return f"No advice: {error}."
    score = "" if found.score is None else f" (score {found.score} for {board.turn})"
    return f"{advisor.text} would play {found.move}{score}."


def _save(board: Board, path: Path) -> str:
    headers = {} if board.variant is Variant.TRAX else {"Variant": str(board.variant)}
    try:
        Journal(path).append(Record(list(board.move_stack), headers=headers))
    except TraxError as error:
        return f"Not saved: {error}."
    return f"Saved to {path}; icetrax play --load {path} goes on with it."


def _thought_in_words(color: Color, reply: Reply) -> str:
    told = {"score": reply.score, "depth": reply.depth, "nodes": reply.nodes, "cycles": reply.cycles}
    facts = [f"{name} {value}" for name, value in told.items() if value is not None]
    return ", ".join(itertools.chain([f"{color} took {reply.seconds:.3f} s"], facts))
