"""The course of a game as a curve: white's chances after each turn, as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from icetrax.analysis import Mark, Verdict
from icetrax.svg import PAPER

__all__ = ["plot"]

_LEFT, _TOP, _HEIGHT, _STEP = 52, 30, 200, 14
_LEAST_WIDTH = 480
_CURVE = "#2f7fd1"
_MARKS = {Mark.BLUNDER: "#d13b3b", Mark.MISTAKE: "#c79a00"}
_NAMES = {Mark.BLUNDER: "blunder", Mark.MISTAKE: "mistake"}


def plot(verdicts: Sequence[Verdict], title: str = "White's chances") -> str:
    """Draw white's chances over the turns of a game, with its mistakes and blunders marked.

    Parameters
    ----------
    verdicts
        The positions in their order, one at least.
    title
        May contain anything.

    Raises
    ------
    ValueError
        There are no positions.
    """
    if not verdicts:
        raise ValueError("there is nothing to plot: give one position at least")
    width = max(_LEAST_WIDTH, _STEP * (len(verdicts) - 1))
    points = " ".join(f"{_x(verdict, verdicts, width):g},{_y(verdict.white):g}" for verdict in verdicts)
    marked = [verdict for verdict in verdicts if verdict.mark is not Mark.NONE]
    told = ", ".join(f"{verdict.ply}. {verdict.move}{verdict.mark}" for verdict in marked) or "none"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + width + 20} {_TOP + _HEIGHT + 40}" '
            'role="img" aria-labelledby="plot-title plot-desc">',
            f'<title id="plot-title">{escape(title)}</title>',
            f'<desc id="plot-desc">{len(verdicts)} positions. Mistakes and blunders: {escape(told)}.</desc>',
            f'<g font-family="sans-serif" font-size="12" fill="{PAPER}">',
            f'<text x="8" y="18" font-size="13">{escape(title)}</text>',
            *_axes(verdicts, width),
            "</g>",
            f'<polyline class="curve" points="{points}" fill="none" stroke="{_CURVE}" stroke-width="2.5"/>',
            *(_marked(verdict, verdicts, width) for verdict in marked),
            *_legend({verdict.mark for verdict in marked}),
            "</svg>",
        ]
    )


def _x(verdict: Verdict, verdicts: Sequence[Verdict], width: int) -> float:
    first, last = verdicts[0].ply, verdicts[-1].ply
    return _LEFT + width * (verdict.ply - first) / max(1, last - first)


def _y(chances: float) -> float:
    return round(_TOP + _HEIGHT * (1 - chances), 1)


def _axes(verdicts: Sequence[Verdict], width: int) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        dashes = "" if percent in (0, 50, 100) else ' stroke-dasharray="2 4"'
        yield f'<path d="M{_LEFT} {y:g}H{_LEFT + width}" stroke="{PAPER}" stroke-width="1"{dashes}/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:g}" text-anchor="end">{percent} %</text>'
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if len(verdicts) / step * 28 <= width or step == 100)
    for verdict in verdicts:
        if verdict.ply % every == 0:
            x = _x(verdict, verdicts, width)
            yield f'<text x="{x:g}" y="{_TOP + _HEIGHT + 16}" text-anchor="middle">{verdict.ply}</text>'
    yield f'<text x="{_LEFT + width / 2:g}" y="{_TOP + _HEIGHT + 34}" text-anchor="middle">turns</text>'


def _marked(verdict: Verdict, verdicts: Sequence[Verdict], width: int) -> str:
    place = f'cx="{_x(verdict, verdicts, width):g}" cy="{_y(verdict.white):g}"'
    words = f"{verdict.ply}. {verdict.move}{verdict.mark}, better {verdict.better}"
    return f'<circle class="mark" {place} r="5" fill="{_MARKS[verdict.mark]}"><title>{escape(words)}</title></circle>'


def _legend(marks: Collection[Mark]) -> Iterator[str]:
    """What the marks mean, of those that there are."""
    yield f'<g font-family="sans-serif" font-size="12" fill="{PAPER}">'
    for place, mark in enumerate(mark for mark in _MARKS if mark in marks):
        x, y = _LEFT + 5 + 80 * place, _TOP + _HEIGHT + 30
        yield f'<circle class="key" cx="{x}" cy="{y}" r="5" fill="{_MARKS[mark]}"/>'
        yield f'<text x="{x + 10}" y="{y + 4}">{_NAMES[mark]}</text>'
    yield "</g>"
