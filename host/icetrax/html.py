"""A whole game as one HTML page that needs nothing else: a picture of each position, and keys to go through them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from icetrax.board import Board
from icetrax.gamerecord import Record
from icetrax.svg import svg

__all__ = ["html_game"]

_STYLE = """\
:root { color-scheme: light dark; font-family: sans-serif; line-height: 1.4; }
body { margin: 1rem auto; max-width: 75rem; padding: 0 1rem; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1.5rem; align-items: start; }
@media (max-width: 45rem) { main { grid-template-columns: minmax(0, 1fr); } }
.frame svg { display: block; max-width: 100%; height: auto; max-height: 72vh; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.controls { margin-top: 0; }
.controls button { font-size: 1.2rem; min-width: 2.8rem; cursor: pointer; }
.moves { padding: 0; list-style: none; }
.moves li { display: inline; }
.moves button { font: 1rem monospace; border: 0; background: none; padding: .1rem .3rem; cursor: pointer; }
.moves [aria-current] { outline: 2px solid #c79a00; }
.comment { white-space: pre-wrap; }
"""

_SCRIPT = """\
"use strict";
const frames = Array.from(document.querySelectorAll(".frame"));
const buttons = Array.from(document.querySelectorAll("[data-ply]"));
let shown = frames.length - 1;
function show(ply) {
  shown = Math.max(0, Math.min(frames.length - 1, ply));
  frames.forEach((frame, index) => { frame.hidden = index !== shown; });
  buttons.forEach((button) => {
    if (Number(button.dataset.ply) === shown) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
}
const goes = {
  first: () => show(0),
  back: () => show(shown - 1),
  forward: () => show(shown + 1),
  last: () => show(frames.length - 1),
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  goes[keys[event.key]]();
});
document.querySelectorAll("[data-go]").forEach((button) => {
  button.addEventListener("click", goes[button.dataset.go]);
});
buttons.forEach((button) => button.addEventListener("click", () => show(Number(button.dataset.ply))));
show(0);
"""

_TILE_PIXELS = 48
_CONTROLS = {"first": ("«", "Home"), "back": ("◀", "left arrow"), "forward": ("▶", "right arrow"), "last": ("»", "End")}


def html_game(record: Record) -> str:
    """Write a game as a page. Without scripts it shows all positions below one another.

    >>> from icetrax import read_records
    >>> html_game(read_records("@0/ B1\\\\ A2\\\\ red")[0]).count("<svg")  # one picture a position
    4

    Parameters
    ----------
    record
        The game; all its moves must be legal. Names and comments may contain anything.

    Raises
    ------
    IllegalMoveError
        A move is not legal; the message begins with its place.
    ValueError
        The record names an unknown variant.
    """
    record.replay()
    title = escape(_title(record))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">",
            f"<title>{title}</title>",
            f"<style>\n{_STYLE}</style>",
            "<noscript><style>.frame[hidden] { display: block; } .controls { display: none; }</style></noscript>",
            "</head>",
            "<body>",
            f"<h1>{title}</h1>",
            "<main>",
            "<div>",
            *_frames(record),
            "</div>",
            '<div class="side">',
            *_controls(),
            *_moves(record),
            *_headers(record),
            "</div>",
            "</main>",
            f"<script>\n{_SCRIPT}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _title(record: Record) -> str:
    white, red = record.headers.get("White", "white"), record.headers.get("Red", "red")
    return record.title.split("\n")[0] or f"Trax: {white} against {red}"


def _frames(record: Record) -> Iterator[str]:
    board = Board(record.variant)
    for ply in range(len(record.moves) + 1):
        if ply:
            board.push(record.moves[ply - 1])
        yield f'<div class="frame"{" hidden" if ply else ""}>'
        yield svg(board, size=_TILE_PIXELS)
        comment = record.comments.get(ply)
        if comment is not None:
            yield f'<p class="comment">{escape(comment)}</p>'
        yield "</div>"


def _controls() -> Iterator[str]:
    yield '<p class="controls">'
    for go, (sign, key) in _CONTROLS.items():
        yield f'<button type="button" data-go="{go}" aria-label="{go}" title="{go} ({key})">{sign}</button>'
    yield "</p>"


def _moves(record: Record) -> Iterator[str]:
    yield '<ol class="moves">'
    yield '<li><button type="button" data-ply="0">begin</button></li>'
    for ply, move in enumerate(record.moves, start=1):
        yield f'<li><button type="button" data-ply="{ply}">{ply}.&nbsp;{escape(str(move))}</button></li>'
    yield "</ol>"


def _headers(record: Record) -> Iterator[str]:
    yield "<dl>"
    for key, value in (*record.headers.items(), ("Result", str(record.result))):
        yield f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>"
    yield "</dl>"
