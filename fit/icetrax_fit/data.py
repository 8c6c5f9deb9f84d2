"""Positions to fit to, from nothing but a set of values: games, positions where a search stops, and how those end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from icetrax_fit.errors import FitError
from icetrax_fit.native import Native
from icetrax_fit.samples import Samples
from icetrax_fit.values import ValueSet

__all__ = ["Plan", "Split", "gather", "openings"]


@dataclass(frozen=True)
class Plan:
    """How the positions are made.

    Attributes
    ----------
    games
        From random openings.
    held_out
        Share of them, 0 to 1, whose positions are not fitted to.
    nodes
        Turns that the search may play for a move, there and in the games from the positions where it stopped.
    seed
        Of the random numbers; the same seed, the same positions.
    least, most
        Random turns of the openings.
    """

    games: int
    held_out: float
    nodes: int
    seed: int
    least: int
    most: int


@dataclass(frozen=True)
class Split:
    """The positions.

    Attributes
    ----------
    training, held_out
        Those to fit to, and those to judge by. No opening has led to both.
    games
        How many have been played for each of the two.
    """

    training: Samples
    held_out: Samples
    games: tuple[int, int]


def openings(native: Native, count: int, seed: int, least: int, most: int) -> list[str]:
    """Different positions after some random turns.

    Raises
    ------
    FitError
        There are not so many.
    """
    found: dict[str, None] = {}
    for attempt in range(10):
        lines = native.run("openings", [str(word) for word in (count, seed << 8 | attempt, least, most)])
        found.update(dict.fromkeys(lines))
        if len(found) >= count:
            return list(found)[:count]
    raise FitError(f"cannot find {count} different openings of {least} to {most} turns")


def gather(native: Native, values: ValueSet, plan: Plan, notify: Callable[[str], None]) -> Split:
    """Play the games.

    A search trusts its values where it stops, so that is where they have to be right: each game begins from an opening,
    then from each of its positions a search is run and one of the positions is picked where it looked no further, and
    from there another game is played. The quiet positions of the latter games are what the values are fitted to.

    Parameters
    ----------
    native
        Who plays.
    values
        The values that the games are played with.
    plan
        How.
    notify
        Called with a line for people before something that takes long.

    Raises
    ------
    FitError
        The helper fails, or there are not enough openings.
    """
    starts = openings(native, plan.games, plan.seed, plan.least, plan.most)
    apart = round(plan.games * plan.held_out)
    parts = []
    for name, lines in (("training", starts[apart:]), ("held-out", starts[:apart])):
        notify(f"{name}: {len(lines):,} games from openings")
        games = native.run_batches("games", [str(plan.nodes)], values=[values], lines=lines)
        leaves = native.run_batches("leaves", [str(plan.nodes), str(plan.seed)], values=[values], lines=games)
        notify(f"{name}: {len(leaves):,} games from where searches stopped")
        played = native.run_batches("games", [str(plan.nodes)], values=[values], lines=leaves)
        parts.append((Samples.read(native.run("samples", values=[values], lines=played)), len(played)))
    (training, many), (held_out, few) = parts
    return Split(training, held_out, (many, few))
