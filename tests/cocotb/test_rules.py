from icetrax_rtl.rules import Rules
from tests.cocotb.harness import run_bench


def test_rules():
    run_bench(Rules(users=1), "tests.cocotb.bench_rules", GAMES=4)
