from tests.cocotb.harness import run_bench
from tests.cocotb.searcher import Searcher


def test_search():
    run_bench(Searcher(), "tests.cocotb.bench_search")
