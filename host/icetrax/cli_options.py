"""What the commands have in common: options, answers, and how they complain."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NoReturn

import typer

from icetrax.board import Variant
from icetrax.clock import TimeControl
from icetrax.player import Player
from icetrax.referee import GameResult
from icetrax.spec import PlayerSpec, make_player

__all__ = [
    "BAD_USAGE",
    "FAILED",
    "INTERRUPTED",
    "Json",
    "Margin",
    "Movetime",
    "Plies",
    "Seed",
    "TimeControlOption",
    "VariantName",
    "complain",
    "ending_in_words",
    "fail",
    "opened_later",
    "options_of",
    "per_move",
    "print_answer",
    "time_control",
    "variant_named",
]

BAD_USAGE = 2
"""Exit status when what was asked for cannot be done."""

FAILED = 1
"""Exit status when something was tried and has failed."""

INTERRUPTED = 130
"""Exit status after an interrupt from the keyboard."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
VariantName = Annotated[str, typer.Option("--variant", metavar="V", help="Variant of the rules.")]
Movetime = Annotated[float, typer.Option("--movetime", metavar="S", help="Time limit of each move in seconds.")]
TimeControlOption = Annotated[
    str | None, typer.Option("--tc", metavar="TOTAL+INC", help="Time for the game and for each move, in seconds.")
]
Margin = Annotated[
    float, typer.Option("--margin", metavar="S", help="Delay by the wall clock that is not yet held against a player.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Of all random choices.")]
Plies = Annotated[int, typer.Option("--plies", metavar="N", min=1, help="Turns after which a game is a draw.")]


def complain(message: str) -> None:
    """Write one line about what is wrong."""
    print(f"icetrax: {' '.join(message.split())}", file=sys.stderr)


def fail(message: str) -> NoReturn:
    """Complain and end the command as badly used.

    Raises
    ------
    typer.Exit
        Always.
    """
    complain(message)
    raise typer.Exit(BAD_USAGE)


def print_answer(answer: dict[str, object] | str) -> None:
    """Print words, or an object as one line of JSON, at once."""
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def per_move(seconds: float, margin: float) -> TimeControl:
    """The time control of ``--movetime`` and ``--margin``; fails on a time that cannot be."""
    try:
        return TimeControl(seconds, margin)
    except ValueError as error:
        fail(str(error))


def time_control(movetime: float, text: str | None, margin: float) -> TimeControl:
    """The time control of ``--tc``, or else of ``--movetime``; fails on a time that cannot be."""
    if text is None:
        return per_move(movetime, margin)
    try:
        return TimeControl.parse(text, margin)
    except ValueError as error:
        fail(str(error))


def options_of(
    option: str, text: str, kinds: Mapping[str, Callable[[str], Any]], needed: Sequence[str]
) -> dict[str, Any]:
    """The values of an option written as ``key=value,key=value``; fails on what it does not know.

    Parameters
    ----------
    option
        Its name, for messages.
    text
        What was given.
    kinds
        What makes a value of the text behind each key that there is.
    needed
        Keys that must be there.
    """
    values: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals or key not in kinds or key in values:
            fail(f"{option} {text!r}: {part!r} is not one of {', '.join(f'{key}=..' for key in kinds)}, each once")
        try:
            values[key] = kinds[key](value)
        except ValueError:
            fail(f"{option} {text!r}: {value!r} is not a number")
    missing = [key for key in needed if key not in values]
    if missing:
        fail(f"{option} {text!r}: {missing[0]}=.. is missing")
    return values


def variant_named(name: str) -> Variant:
    """The variant of ``--variant``; fails if there is none of that name."""
    try:
        return Variant(name)
    except ValueError as error:
        fail(str(error))


def ending_in_words(game: GameResult) -> str:
    """How a game has ended, in one line."""
    ending = game.ending
    detail = f" ({ending.detail})" if ending.detail else ""
    who = "nobody wins" if ending.winner is None else f"{ending.winner} wins"
    return f"{who} by {ending.termination} after {game.board.plies} turns, {game.board.tiles} tiles{detail}"


@contextlib.contextmanager
def opened_later(*specs: PlayerSpec) -> Iterator[list[Player]]:
    """The players that *specs* name, not yet opened, and closed at the end."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(contextlib.closing(make_player(spec))) for spec in specs]
