from dataclasses import replace

from icetrax_rtl.config import SMALL
from icetrax_rtl.player import Player
from tests.cocotb.harness import run_bench


def test_player():
    config = replace(SMALL, budget_ms=2)
    run_bench(Player(config), "tests.cocotb.bench_player", CYCLES_PER_MS=config.cycles_per_ms)
