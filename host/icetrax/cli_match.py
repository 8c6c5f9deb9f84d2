"""The command ``icetrax match``."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from icetrax import stats
from icetrax.arena import Arena, Conditions
from icetrax.campaign import Campaign
from icetrax.cli_options import (
    INTERRUPTED,
    Json,
    Margin,
    Movetime,
    Plies,
    Seed,
    TimeControlOption,
    VariantName,
    complain,
    fail,
    options_of,
    print_answer,
    time_control,
    variant_named,
)
from icetrax.cluster import ClusterExecutor
from icetrax.errors import RecordError
from icetrax.executor import Executor, LocalExecutor, ProcessExecutor
from icetrax.gamerecord import Record
from icetrax.journal import Journal
from icetrax.openings import Openings, OpeningsError, read_openings
from icetrax.referee import PLY_LIMIT, Adjudication
from icetrax.schedule import Schedule, ScheduledGame, Tournament
from icetrax.spec import PlayerSpec, check_apart, parse_spec
from icetrax.standing import MatchResult, Standings
from icetrax.stats import Sprt

__all__ = ["match"]

_RECORD = Path("build/last-match.trx")
_GAMES = 2
_MOST_GAMES = 100_000  # of a sequential test, which ends by itself

_Openings = Annotated[
    Path | None, typer.Option("--openings", metavar="FILE", help="Records or JSON lines, one opening each.")
]
_OpeningPlies = Annotated[
    int | None,
    typer.Option("--opening-plies", metavar="N", min=1, max=24, help="Turns of an opening; drawn if there is no file."),
]


def match(
    white: Annotated[str, typer.Argument(metavar="WHITE", help="The first player, white in the first game.")],
    red: Annotated[str, typer.Argument(metavar="RED", help="The second player. The colours change every game.")],
    others: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER]..", help="More players.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="How many between two players; 2 if not given.")
    ] = None,
    tournament: Annotated[
        Tournament, typer.Option("--tournament", help="Who meets whom: all, or the first one all others.")
    ] = Tournament.ROUND_ROBIN,
    movetime: Movetime = 1.0,
    tc: TimeControlOption = None,
    margin: Margin = 0.1,
    seed: Seed = 0,
    openings: _Openings = None,
    opening_plies: _OpeningPlies = None,
    variant: VariantName = "trax",
    plies: Plies = PLY_LIMIT,
    adjudicate: Annotated[
        str | None,
        typer.Option("--adjudicate", metavar="score=S,moves=N", help="Give up a game whose loser tells -S N times."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="elo0=0,elo1=20,alpha=0.05,beta=0.05", help="Play until this test is decided."),
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", metavar="N", min=1, help="Games at a time.")] = 1,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Dask scheduler that hands the games out.")
    ] = None,
    record: Annotated[Path, typer.Option("--record", metavar="FILE", help="Where the records go.")] = _RECORD,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in that file.")] = False,
    as_json: Json = False,
) -> None:
    """Play games between two players, or more, and count. An interrupt lets the running games finish."""
    specs = [parse_spec(text) for text in (white, red, *(others or []))]
    _check_places(specs, concurrency, cluster)
    test = _sprt(sprt, len(specs))
    book = _openings(openings, opening_plies, seed, variant)
    conditions = Conditions(
        players=tuple(spec.text for spec in specs),
        control=time_control(movetime, tc, margin),
        seed=seed,
        ply_limit=plies,
        variant=str(variant_named(variant)),
        adjudication=_adjudication(adjudicate),
        plan=f"{tournament} {book}",
    )
    wanted = games or (_GAMES if test is None else _MOST_GAMES)
    schedule = Schedule(len(specs), wanted, seed=seed, openings=book, tournament=tournament)
    journal = Journal(record, resume=resume, backup=True)
    with contextlib.ExitStack() as stack:
        console = Console(stderr=as_json, highlight=False, soft_wrap=True)
        screen = stack.enter_context(_Screen(console, len(schedule), test))
        executor = stack.enter_context(_executor(conditions, concurrency, cluster))
        campaign = _campaign(conditions, schedule, executor, journal, test, screen)
        screen.resumed(campaign.standings)
        with _interrupts(campaign):
            standings = campaign.run()
    print_answer(standings.as_json(test) if as_json else _report(standings, test))
    if campaign.stopped:
        complain(f"stopped after {standings.games} of {len(schedule)} games; go on with --resume --record {record}")
        raise typer.Exit(INTERRUPTED)


# -- options --


def _check_places(specs: list[PlayerSpec], concurrency: int, cluster: str | None) -> None:
    check_apart(specs)
    for spec in specs:
        if spec.is_single and concurrency > 1:
            fail(f"{spec.text!r} can play one game at a time only: use --concurrency 1")
        if spec.is_single and cluster is not None:
            fail(f"{spec.text!r} is here, and no other machine can reach it: play without --cluster")
    if cluster is not None and concurrency > 1:
        fail("--concurrency does not go with --cluster, which plays as many games at a time as it has threads")
    if concurrency > (os.cpu_count() or 1):
        complain(f"note: {concurrency} games at a time on {os.cpu_count()} processors may cost players their time")


def _sprt(text: str | None, players: int) -> Sprt | None:
    if text is None:
        return None
    if players > 2:
        fail("--sprt is for two players")
    kinds = {"elo0": float, "elo1": float, "alpha": float, "beta": float}
    options = options_of("--sprt", text, kinds, ("elo0", "elo1"))
    try:
        return Sprt(**options)
    except ValueError as error:
        fail(f"--sprt: {error}")


def _adjudication(text: str | None) -> Adjudication | None:
    if text is None:
        return None
    options = options_of("--adjudicate", text, {"score": int, "moves": int}, ("score", "moves"))
    try:
        return Adjudication(**options)
    except ValueError as error:
        fail(f"--adjudicate: {error}")


def _openings(path: Path | None, plies: int | None, seed: int, variant: str) -> Openings:
    rules = variant_named(variant)
    if path is not None:
        return Openings(read_openings(path, plies, rules))
    book = Openings(None, plies or 0, seed, rules)
    try:
        book[0]  # that there are any
    except OpeningsError as error:
        fail(str(error))
    return book


def _campaign(
    conditions: Conditions,
    schedule: Schedule,
    executor: Executor,
    journal: Journal,
    sprt: Sprt | None,
    screen: _Screen,
) -> Campaign:
    try:
        return Campaign(
            conditions,
            schedule,
            executor,
            journal=journal.append,
            done=journal.records,
            sprt=sprt,
            on_game=screen.show,
        )
    except RecordError as error:
        fail(f"cannot resume {journal.path}: {error}")


@contextlib.contextmanager
def _executor(conditions: Conditions, concurrency: int, cluster: str | None) -> Iterator[Executor]:
    with contextlib.ExitStack() as stack:
        if cluster is not None:
            yield stack.enter_context(contextlib.closing(ClusterExecutor(conditions, cluster)))
        elif concurrency > 1:
            yield stack.enter_context(contextlib.closing(ProcessExecutor(conditions, concurrency)))
        else:
            arena = stack.enter_context(contextlib.closing(Arena(conditions)))
            arena.open(*range(len(conditions.players)))
            yield LocalExecutor(arena)


@contextlib.contextmanager
def _interrupts(campaign: Campaign) -> Iterator[None]:
    """Let the first interrupt from the keyboard end the match with its running games, and the second one at once."""

    def interrupt(signum: int, frame: FrameType | None) -> None:
        if campaign.stopped:
            raise KeyboardInterrupt
        campaign.stop()
        complain("interrupted: the running games are played to their end; interrupt again to break them off")

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# -- screen --


class _Screen:
    """A line for each game, and a progress bar where there is somebody to see it."""

    def __init__(self, console: Console, games: int, sprt: Sprt | None) -> None:
        self._console = console
        self._games = games
        self._sprt = sprt
        columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
        self._progress = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        self._task = None if self._progress is None else self._progress.add_task("", total=games)

    def __enter__(self) -> _Screen:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def resumed(self, standings: Standings) -> None:
        """Tell what has been played before."""
        if standings.games:
            self._print(f"resumed after {standings.games} of {self._games} games")
            self._advance(standings, standings.games)

    def show(self, game: ScheduledGame, record: Record, standings: Standings) -> None:
        """Tell that a game has ended."""
        names = f"{record.headers['White']} - {record.headers['Red']}"
        result = standings.results[game.first, game.second]
        self._print(f"game {game.number}/{self._games}: {names}: {_ending(record)}  [{_running(result, self._sprt)}]")
        self._advance(standings, 1)

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False)
        self._console.file.flush()

    def _advance(self, standings: Standings, games: int) -> None:
        if self._progress is not None and self._task is not None:
            only = standings.results[0, 1] if len(standings.players) == 2 else None
            text = "" if only is None else _running(only, self._sprt)
            self._progress.update(self._task, advance=games, description=text)


# -- words --


def _ending(record: Record) -> str:
    detail = record.headers.get("Detail")
    who = f"{record.result} wins" if record.result in ("white", "red") else "nobody wins"
    return f"{who} by {record.termination} after {len(record.moves)} turns" + (f" ({detail})" if detail else "")


def _running(result: MatchResult, sprt: Sprt | None) -> str:
    text = f"+{result.wins} -{result.losses} ={result.draws}"
    if result.elo is not None:
        text += f", Elo {_with_error(result.elo, result.elo_error)}"
    if sprt is not None and any(result.pairs):
        text += f", LLR {sprt.llr(result.pairs):.2f} ({sprt.lower:.2f}, {sprt.upper:.2f})"
    return text


def _with_error(elo: float, error: float | None) -> str:
    return f"{elo:+.0f}" + ("" if error is None else f" +- {error:.0f}")


def _report(standings: Standings, sprt: Sprt | None) -> str:
    if len(standings.players) > 2:
        return "\n".join(_table(standings))
    first, result = standings.players[0], standings.results[0, 1]
    lines = [f"{first}: {result.wins} wins, {result.losses} losses, {result.draws} draws in {result.games} games"]
    if result.elo is not None:
        lines.append(f"Elo difference {_with_error(result.elo, result.elo_error)}")
    elif result.elo_bound is not None:
        relation = "above" if result.wins else "below"
        lines.append(f"Elo difference {relation} {result.elo_bound:+.0f} with 95 % confidence")
    if result.superiority is not None:
        lines.append(f"likelihood of superiority {100 * result.superiority:.1f} %")
    if any(result.pairs):
        lines.append(_pairs_in_words(result))
    if sprt is not None:
        ratio = sprt.llr(result.pairs) if any(result.pairs) else 0.0
        verdict = {"H0": f"H0 accepted, Elo {sprt.elo0:g}", "H1": f"H1 accepted, Elo {sprt.elo1:g}", None: "undecided"}
        bounds = f"({sprt.lower:.2f}, {sprt.upper:.2f})"
        lines.append(f"sequential test: LLR {ratio:.2f} {bounds}, {verdict[sprt.verdict(result.pairs)]}")
    forfeits = [f"forfeits by {cause}: {count}" for cause, count in sorted(result.forfeits.items())]
    return "\n".join(lines + (forfeits or ["no forfeits"]))


def _pairs_in_words(result: MatchResult) -> str:
    counts = " ".join(map(str, result.pairs))
    error, normalized = stats.elo_error_of_pairs(result.pairs), stats.normalized_elo(result.pairs)
    text = f"pairs with 0, 1/2, 1, 3/2, 2 points: {counts}"
    if error is not None:
        text += f"; Elo error by pairs {error:.0f}"
    return text + ("" if normalized is None else f"; normalized Elo {normalized:+.0f}")


def _table(standings: Standings) -> Iterator[str]:
    table = standings.table()
    width = max(len("player"), *(len(name) for name in standings.players))
    heads = f"{'Elo':>6} {'+-':>5}  {'games':>5}  {'score':>6}  {'won':>4} {'lost':>4} {'drawn':>5}"
    yield f"{'':>4}  {'player':<{width}}  {heads}"
    for rank, total in enumerate(table, start=1):
        elo, error = ("", "") if total.rating is None else (f"{total.rating.elo:+.0f}", f"{total.rating.error:.0f}")
        share = "" if total.score is None else f"{100 * total.score:.1f} %"
        counts = f"{total.wins:>4} {total.losses:>4} {total.draws:>5}"
        yield (
            f"{rank:>3}.  {standings.players[total.player]:<{width}}  "
            f"{elo:>6} {error:>5}  {total.games:>5}  {share:>6}  {counts}"
        )
    causes = sorted({cause for result in standings.results.values() for cause in result.forfeits})
    for cause in causes:
        yield f"forfeits by {cause}: {sum(result.forfeits[cause] for result in standings.results.values())}"
