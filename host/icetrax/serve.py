"""The live board as a small web application: what a table shows as JSON, and what may be asked of it.

It is meant for the person at this machine. Requests that name another host, or come from another site's page, are
refused; the pages load nothing from anywhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from icetrax.board import Board, Variant
from icetrax.errors import TraxError
from icetrax.live import PERSON, Lineup, Table, TableError, View
from icetrax.notation import Move
from icetrax.record import format_record
from icetrax.svg import svg

__all__ = ["application", "position_json", "thoughts_json"]

_PAGE = {
    "index.html": "text/html",
    "board.js": "text/javascript",
    "board.css": "text/css",
    "icon.svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_TILE_PIXELS = 52
_LARGEST = 4096  # bytes of a request
_QUIET_SECONDS = 0.5  # without news, after which a stream of events looks whether it should go on


def application(table: Table, hosts: list[str], ended: Callable[[], bool] = lambda: False) -> Starlette:
    """The application.

    Parameters
    ----------
    table
        Where is played; to be started and closed by the caller.
    hosts
        The names by which it may be called, without ports.
    ended
        Tells whether the server is about to end, so that streams of events have to.
    """

    async def events(_request: Request) -> Response:
        return StreamingResponse(_events(table, ended), media_type="text/event-stream", headers=_HEADERS)

    async def record(_request: Request) -> Response:
        headers = {**_HEADERS, "Content-Disposition": 'attachment; filename="game.trx"'}
        return Response(format_record(table.record), media_type="text/plain", headers=headers)

    def move(wish: Mapping[str, object]) -> None:
        table.move(_text(wish, "move"), _number(wish, "plies"))

    def new_game(wish: Mapping[str, object]) -> None:
        table.new_game(Lineup(_text(wish, "white"), _text(wish, "red"), Variant(_text(wish, "variant"))))

    def resign(_wish: Mapping[str, object]) -> None:
        table.resign()

    def take_back(_wish: Mapping[str, object]) -> None:
        table.take_back()

    wishes = {"move": move, "new": new_game, "resign": resign, "undo": take_back}
    return Starlette(
        routes=[
            Route("/", _page("index.html")),
            *(Route(f"/{name}", _page(name)) for name in _PAGE if name != "index.html"),
            Route("/events", events),
            Route("/game.trx", record),
            *(Route(f"/{name}", _wish(grant), methods=["POST"]) for name, grant in wishes.items()),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)],
    )


def position_json(view: View, names: list[str]) -> dict[str, object]:
    """All that the page shows of a position, with what could be played if a person is to move.

    Parameters
    ----------
    view
        What there is to see.
    names
        Who may be chosen for a new game.
    """
    board, ending = view.board, view.ending
    turn = board.last_turn
    return {
        "plies": board.plies,
        "turn": str(board.turn),
        "awaited": None if view.awaited is None else str(view.awaited),
        "players": {"white": view.lineup.white, "red": view.lineup.red},
        "variant": str(view.lineup.variant),
        "svg": svg(board, size=_TILE_PIXELS, spaces=view.awaited is not None),
        "moves": [str(move) for move in board.move_stack],
        "fresh": 0 if turn is None else len(turn.placements),
        "choices": _choices(board) if view.awaited is not None else {},
        "ending": None if ending is None else _ending(view),
        "trouble": view.trouble,
        "fixed": view.fixed if PERSON in (view.lineup.white, view.lineup.red) else "no person takes part",
        "score": view.score,
        "names": names,
        "variants": [str(variant) for variant in Variant],
    }


def thoughts_json(view: View) -> dict[str, dict[str, object]]:
    """What each colour thinks, as far as it tells."""
    return {
        str(color): {"depth": thought.depth, "score": thought.score, "nodes": thought.nodes, "move": thought.move}
        for color, thought in view.thoughts.items()
    }


def _ending(view: View) -> str:
    assert view.ending is not None
    winner = view.ending.winner
    who = "Nobody wins" if winner is None else f"{str(winner).title()} ({view.lineup.name_of(winner)}) wins"
    detail = f": {view.ending.detail}" if view.ending.detail else ""
    return f"{who} by {view.ending.termination}{detail}."


def _choices(board: Board) -> dict[str, list[dict[str, object]]]:
    """By the name of a space: each legal move there, with the tiles that it would bring, by column and row as now."""
    thought = board.copy()
    choices: dict[str, list[dict[str, object]]] = {}
    for move in board.legal_moves:
        there = choices.setdefault(str(move).removesuffix(move.symbol), [])
        there.append({"move": str(move), "tiles": _tiles(board, thought, move)})
    return choices


def _tiles(board: Board, thought: Board, move: Move) -> list[list[object]]:
    thought.push(move)
    turn = thought.last_turn
    assert turn is not None
    tiles: list[list[object]] = [[*board.position_of(p.x, p.y), p.face.name] for p in turn.placements]
    thought.pop()
    return tiles


async def _events(table: Table, ended: Callable[[], bool]) -> AsyncIterator[str]:
    """Server-sent events: the position and the thoughts, each whenever it is another one."""
    loop = asyncio.get_running_loop()
    news = asyncio.Event()
    news.set()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended in between
            loop.call_soon_threadsafe(news.set)

    leave = table.listen(tell)
    number, thoughts = -1, None
    try:
        while not ended():
            try:
                await asyncio.wait_for(news.wait(), _QUIET_SECONDS)
            except TimeoutError:
                yield ":\n\n"  # says nothing, but shows whether the page is still there
                continue
            news.clear()
            view = table.view
            if view.number != number:
                number = view.number
                yield _event("position", await asyncio.to_thread(position_json, view, table.names))
            if view.thoughts is not thoughts:
                thoughts = view.thoughts
                yield _event("thoughts", thoughts_json(view))
    finally:
        leave()


def _event(name: str, content: object) -> str:
    return f"event: {name}\ndata: {json.dumps(content)}\n\n"


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    content = (files("icetrax") / "web" / name).read_bytes()

    async def page(_request: Request) -> Response:
        return Response(content, media_type=_PAGE[name], headers=_HEADERS)

    return page


def _wish(grant: Callable[[Mapping[str, object]], None]) -> Callable[[Request], Awaitable[Response]]:
    """An address that takes a JSON object and grants what it says, or answers why not."""

    async def answer(request: Request) -> Response:
        # Another site's page can not send this type without asking first, and is never allowed to.
        if request.headers.get("content-type") != "application/json":
            return _refusal("send JSON", 415)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _LARGEST:
                return _refusal(f"more than {_LARGEST} bytes", 413)
        try:
            wish = json.loads(body)
            if not isinstance(wish, dict):
                raise TableError("send a JSON object")
            grant(wish)
        except (TraxError, ValueError, RecursionError) as error:
            return _refusal(str(error), 400)
        return JSONResponse({}, headers=_HEADERS)

    return answer


def _refusal(message: str, status: int) -> Response:
    return JSONResponse({"error": message}, status_code=status, headers=_HEADERS)


def _text(wish: Mapping[str, Any], name: str) -> str:
    value = wish.get(name)
    if not isinstance(value, str):
        raise TableError(f"{name!r} is missing, or no text")
    return value


def _number(wish: Mapping[str, Any], name: str) -> int:
    value = wish.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TableError(f"{name!r} is missing, or no number")
    return value
