import pytest

from icetrax_rtl.stream import Queue
from tests.cocotb.harness import run_bench


@pytest.mark.parametrize("depth", [4, 32])
def test_queue(depth):
    run_bench(Queue(8, depth), "tests.cocotb.bench_queue", DEPTH=depth)


@pytest.mark.parametrize("depth", [-4, 0, 1, 2, 3, 12])
def test_queue_depth_must_be_a_power_of_two(depth):
    with pytest.raises(ValueError, match=f"power of two and at least 4, not {depth}$"):
        Queue(8, depth)
