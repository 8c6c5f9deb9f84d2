"""What is measured, by asking the compiled hardware over its console."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from icetrax.board import Board
from icetrax.console import Analysis, HardwareConsole
from icetrax.opponents import can_win
from icetrax.simulated import open_console, wall_seconds
from icetrax_rtl.config import Config

from .cases import Puzzle, positions, puzzles, spread
from .errors import BenchError
from .figures import Figure

__all__ = ["PUZZLE_SECONDS", "SECONDS", "counting", "cycles_per_node", "loses_at_once", "puzzle_solving", "searching",
           "think"]

SECONDS = 0.9
"""Simulated time for a move: the default of the player."""

PUZZLE_SECONDS = (0.1, 0.3, 0.9)
"""Simulated times for a puzzle."""

_PERFT_DEPTHS = (4, 5)

_SEARCH = "search.cycles_per_node"

_Case = TypeVar("_Case")
_Result = TypeVar("_Result")


def counting(config: Config) -> Iterator[Figure]:
    """Cycles for each leaf of perft from the empty board, and how fast the simulation is while nothing else runs."""
    with _console(config) as console:
        for depth in _PERFT_DEPTHS:
            begin = time.perf_counter()
            count, cycles = console.perft(depth)
            speed = cycles / (time.perf_counter() - begin)
            yield Figure(f"perft{depth}.cycles_per_leaf", "cycles", cycles / count)
    yield Figure("sim.cycles_per_s", "1/s", speed)  # of the deepest, the longest


def searching(config: Config, workers: int) -> Iterator[Figure]:
    """Cycles for each node of the search, and the depth that it reaches in the time of a move."""
    cases = positions()
    found = _side_by_side(lambda moves: think(config, moves, SECONDS), cases, workers)
    cycles, nodes = sum(found_.cycles or 0 for found_ in found), sum(found_.nodes or 0 for found_ in found)
    yield Figure(_SEARCH, "cycles", cycles / nodes)
    depths = sorted(found_.depth or 0 for found_ in found)
    yield Figure(f"search.depth.{SECONDS:g}s", "plies", sum(depths) / len(depths))
    yield Figure(f"search.least_depth.{SECONDS:g}s", "plies", depths[0])


def cycles_per_node(figures: Sequence[Figure]) -> float:
    """The one of the search, among all figures."""
    return next(figure.value for figure in figures if figure.name == _SEARCH)


def puzzle_solving(config: Config, count: int, workers: int) -> Iterator[Figure]:
    """Share of the puzzles of each kind that are solved, and of answers after which the opponent wins at once.

    Parameters
    ----------
    config
        The hardware.
    count
        How many puzzles of each kind.
    workers
        Simulations at a time.
    """
    for kind in ("win1", "defend", "win2"):
        chosen = spread(puzzles(kind), count)
        for seconds in PUZZLE_SECONDS:
            answers = _side_by_side(lambda case: think(config, case.moves, seconds).move, chosen, workers)  # noqa: B023
            right = sum(move in case.answers for case, move in zip(chosen, answers, strict=True))
            lost = sum(loses_at_once(case, move) for case, move in zip(chosen, answers, strict=True))
            yield Figure(f"puzzles.{kind}.{seconds:g}s", f"of {len(chosen)}", right / len(chosen))
            yield Figure(f"puzzles.{kind}.blunders.{seconds:g}s", f"of {len(chosen)}", lost / len(chosen))


def think(config: Config, moves: Sequence[str], seconds: float) -> Analysis:
    """What the hardware finds in a position in some simulated time.

    Raises
    ------
    BenchError
        The hardware refuses the position.
    """
    with _console(config) as console:
        _, refusal = console.replay(moves)
        if refusal is not None:
            raise BenchError(f"the hardware refuses a position of the bench: {refusal}")
        console.set_time(round(seconds * 1000))
        return console.think(wall_seconds(config, seconds))


@contextlib.contextmanager
def _console(config: Config) -> Iterator[HardwareConsole]:
    with contextlib.closing(open_console(config)) as transport:
        yield HardwareConsole(transport)


def _side_by_side(work: Callable[[_Case], _Result], cases: Sequence[_Case], workers: int) -> list[_Result]:
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, cases))


def loses_at_once(puzzle: Puzzle, move: str) -> bool:
    """Whether the opponent has won after the move, or can win with the next one."""
    board = Board()
    for text in (*puzzle.moves, move):
        board.push_text(text)
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner is board.turn
    return can_win(board)
