"""The command ``icetrax serve``: the live board in a browser."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from icetrax.cli_options import Margin, Movetime, Seed, VariantName, fail, per_move, variant_named
from icetrax.gamerecord import Record
from icetrax.journal import Journal
from icetrax.live import PERSON, Lineup, Table
from icetrax.player import Player
from icetrax.spec import PlayerSpec, check_apart, make_player, parse_spec

__all__ = ["serve"]

_RECORD = Path("build/live-games.trx")
_ALWAYS = ("sim", "random", "greedy", "alphabeta")  # can be chosen without being named
_EVERYWHERE = ("", "0.0.0.0")
_LOOPBACK = ("127.0.0.1", "localhost")


def serve(
    white: Annotated[str, typer.Argument(metavar="[WHITE]", help="Who plays white first.")] = PERSON,
    red: Annotated[str, typer.Argument(metavar="[RED]", help="Who plays red first.")] = "sim",
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="SPEC", help="Another player that can be chosen.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many in a row where no person plays.")
    ] = 1,
    movetime: Movetime = 0.1,
    margin: Margin = 0.1,
    seed: Seed = 0,
    variant: VariantName = "trax",
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Address to listen on.")] = _LOOPBACK[0],
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any that is free.")] = 8000,
    record: Annotated[Path, typer.Option("--record", metavar="FILE", help="Where the records go.")] = _RECORD,
) -> None:
    """Serve a page on which to play, or to watch two players. Only players named here can be chosen on it."""
    # The web server takes long to import, and no other command needs it.
    import uvicorn

    from icetrax.serve import application

    specs = [parse_spec(text) for text in dict.fromkeys((white, red, *(player or []), *_ALWAYS))]
    check_apart([parse_spec(white), parse_spec(red)])
    journal = Journal(record)

    def keep(game: Record) -> None:
        if game.moves:
            journal.append(game)

    table = Table(
        {spec.text: _seat(spec) for spec in specs if spec.kind != PERSON},
        per_move(movetime, margin),
        Lineup(white, red, variant_named(variant)),
        games=games,
        seed=seed,
        journal=keep,
    )
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        fail(f"cannot listen on {host} port {port}: {error.strerror or error}; choose another with --port")
    if host not in _LOOPBACK:
        print("note: everybody who can reach this address can play here", file=sys.stderr)
    print(f"live board: http://{host}:{listener.getsockname()[1]}/ (end with Ctrl-C)", flush=True)
    hosts = ["*"] if host in _EVERYWHERE else [*_LOOPBACK, host]
    pages = application(table, hosts, lambda: server.should_exit)
    server = uvicorn.Server(uvicorn.Config(pages, log_level="warning", lifespan="off", timeout_graceful_shutdown=3))
    table.start()
    try:
        with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
            server.run(sockets=[listener])
    finally:
        table.close()


def _seat(spec: PlayerSpec) -> Callable[[], Player]:
    return lambda: make_player(spec)
