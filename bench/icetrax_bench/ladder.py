"""``python -m icetrax_bench.ladder``: matches of the compiled hardware at fixed times, written to a page.

Games begin from openings of random turns, each played twice with the colours changed. Every game is on disk as soon as
it has ended; the same command goes on where it was interrupted, or adds games if it asks for more.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from icetrax import stats
from icetrax.arena import Arena, Conditions
from icetrax.campaign import Campaign
from icetrax.clock import TimeControl
from icetrax.errors import RecordError
from icetrax.executor import Executor, LocalExecutor, ProcessExecutor
from icetrax.gamerecord import Record
from icetrax.journal import Journal
from icetrax.openings import Openings
from icetrax.schedule import Schedule, ScheduledGame, Tournament
from icetrax.simulated import build, config_by_name
from icetrax.spec import SpecError, parse_spec
from icetrax.standing import MatchResult, Standings
from icetrax.transport import TransportError
from icetrax_rtl import VERSION

from .arguments import count

__all__ = ["main"]

SECONDS = (0.05, 0.2, 0.9)
"""Simulated times that the hardware thinks about a move."""

OPPONENTS = ("greedy", "alphabeta:depth=2", "alphabeta:depth=3")
"""Players in software that are always there."""

OPENING_PLIES = 4
"""Random turns with which a game begins."""

_PAGE = Path("docs/strength.md")
_RECORDS = Path("build/ladder")


def hardware_at(seconds: float, config: str) -> str:
    """SPEC of the hardware that thinks so long about a move."""
    return f"sim:config={config},link=byte,movetime={seconds:g}"


def fingerprint(config: str) -> str:
    """Tells one state of the hardware from another: a dozen hexadecimal digits of the compiled simulation."""
    return hashlib.sha256(build(config_by_name(config)).read_bytes()).hexdigest()[:12]


def play(
    players: Sequence[str], hardware: str, games: int, limit: float, seed: int, concurrency: int, folder: Path
) -> Standings:
    """Play the first player against each of the others, going on with what there is.

    Parameters
    ----------
    players
        SPECs.
    hardware
        The fingerprint of the first one: games of another state of it do not count.
    games
        How many against each.
    limit
        Seconds for a move, of whoever is not limited by its SPEC.
    seed
        Of openings and random choices.
    concurrency
        Games at a time.
    folder
        Where the records are.

    Raises
    ------
    RecordError
        The records there are of other matches.
    TransportError
        A player cannot be reached.
    """
    openings = Openings(None, OPENING_PLIES, seed)
    conditions = Conditions(tuple(players), TimeControl(limit), seed, plan=f"{openings} {hardware}")
    schedule = Schedule(len(players), games, seed=seed, openings=openings, tournament=Tournament.GAUNTLET)
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(folder / f"{conditions.key}.trx", resume=True)

    def tell(game: ScheduledGame, record: Record, standings: Standings) -> None:
        result = standings.results[game.first, game.second]
        names = f"{players[game.first]} - {players[game.second]}"
        print(f"{names}: {record.result}  [+{result.wins} -{result.losses} ={result.draws}]", flush=True)

    with contextlib.closing(journal), _executor(conditions, concurrency) as executor:
        return Campaign(
            conditions, schedule, executor, journal=journal.append, done=journal.records, on_game=tell
        ).run()


@contextlib.contextmanager
def _executor(conditions: Conditions, concurrency: int) -> Iterator[Executor]:
    if concurrency > 1:
        with contextlib.closing(ProcessExecutor(conditions, concurrency)) as processes:
            yield processes
    else:
        with contextlib.closing(Arena(conditions)) as arena:
            yield LocalExecutor(arena)


def difference(result: MatchResult) -> str:
    """Elo difference in words, with its error; where all points went one way, the bound that this leaves."""
    if result.elo is not None:
        error = stats.elo_error_of_pairs(result.pairs) or result.elo_error
        return f"{result.elo:+.0f}" + ("" if error is None else f" ± {error:.0f}")
    return f"{'>' if result.wins else '<'} {result.elo_bound or 0.0:+.0f}"


def page(tables: Iterable[tuple[float, Standings]], *, config: str, hardware: str, limit: float) -> str:
    """The text of the page: the standings for each time of the hardware."""
    lines = [
        "# Strength",
        "",
        f"The compiled hardware in matches: version {VERSION}, configuration `{config}`, simulation `{hardware}`.",
        "Written by `make ladder`, which can be run again with more games or other opponents.",
        "",
        "*Time* is what the hardware thinks about a move, in seconds of its own clock; its opponents have up to",
        f"{limit:g} s of wall-clock time. Games begin after {OPENING_PLIES} random turns, and each opening is played",
        "twice with the colours changed. *Elo* is the difference that the points show, with the error at 95 %",
        "confidence, pairs of games being independent; where one side took all points, the bound at 95 % confidence.",
        "*Forfeits* are games lost by a fault, such as being out of time: those of the hardware, and of the opponent.",
        "",
        "| time | opponent | games | won | lost | drawn | forfeits | Elo |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for seconds, standings in tables:
        for (_, other), result in standings.results.items():
            counts = f"{result.games} | {result.wins} | {result.losses} | {result.draws}"
            forfeits = f"{result.forfeits_first}, {result.forfeits_second}"
            name = standings.players[other].replace("|", "\\|")
            lines.append(f"| {seconds:g} s | `{name}` | {counts} | {forfeits} | {difference(result)} |")
    return "\n".join(lines) + "\n"


def _matches(
    options: argparse.Namespace, hardware: str, opponents: Sequence[str]
) -> Iterator[tuple[float, Standings]]:
    for seconds in options.times:
        players = [hardware_at(seconds, options.config), *opponents]
        yield (
            seconds,
            play(players, hardware, options.games, options.limit, options.seed, options.jobs, options.records),
        )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m icetrax_bench.ladder", description="Matches of the hardware.")
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="more opponents, such as exec:COMMAND")
    parser.add_argument("--games", type=count, default=20, metavar="N", help="against each opponent; 20")
    parser.add_argument("--times", type=float, nargs="+", default=SECONDS, metavar="S", help="0.05 0.2 0.9")
    parser.add_argument("--only", action="store_true", help="the players that are named, and no others")
    parser.add_argument("--limit", type=float, default=60.0, metavar="S", help="time of the opponents; 60")
    parser.add_argument("--config", default="hx8k", metavar="NAME", help="of the hardware; hx8k")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N", help="games at a time")
    parser.add_argument("--records", type=Path, default=_RECORDS, metavar="FOLDER", help="build/ladder")
    parser.add_argument("--output", type=Path, default=_PAGE, metavar="FILE", help="docs/strength.md")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and write the page."""
    options = _parser().parse_args(arguments)
    opponents = options.players if options.only else [*OPPONENTS, *options.players]
    try:
        for text in (*opponents, *(hardware_at(seconds, options.config) for seconds in options.times)):
            parse_spec(text)
        hardware = fingerprint(options.config)
        tables = _matches(options, hardware, opponents)
        text = page(tables, config=options.config, hardware=hardware, limit=options.limit)
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, encoding="utf-8")
    except (SpecError, RecordError, TransportError, OSError, ValueError) as error:
        print(f"icetrax_bench.ladder: {error}", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
