"""The netlists of boards play the games of the simulated design, move for move and cycle for cycle.

Synthesis and compiling take minutes, so these tests only run when they are asked for: ``make netlist-games``. The
environment variable ``NETLIST_BOARDS`` names the boards, ``NETLIST_GAMES`` the number of games for each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from icetrax_rtl import boardfile
from icetrax_sim import SimProcess
from icetrax_synth.netlist import WAKE, build_netlist_program
from tests.netlist.conversation import play_game, repeat

BOARDS = os.environ.get("NETLIST_BOARDS", "hx8k").split()
GAMES = int(os.environ.get("NETLIST_GAMES", "1"))

pytestmark = [pytest.mark.netlist, pytest.mark.timeout(3600)]


@contextmanager
def netlist(board: boardfile.BoardFile) -> Iterator[SimProcess]:
    with SimProcess(board.config, program=build_netlist_program(board)) as process:
        process.stdin.write(WAKE)
        yield process


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", BOARDS)
def test_netlist_plays_the_same_game(name: str, seed: int) -> None:
    board = boardfile.load(name)
    with SimProcess(board.config) as design:
        game = play_game(design, seed)
    with netlist(board) as process:
        assert repeat(process, game) == game
    assert max(exchange.cycles for exchange in game) > board.config.cycles_per_ms, "no move took its time"
