"""A testbench that goes wrong must not pass unseen."""

import re

import pytest

from icetrax_rtl.stream import Queue
from tests.cocotb.harness import run_bench


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("tests.cocotb.bench_fails", "1 of 2 tests failed"),
        ("tests.cocotb.layouts", "the simulation broke off"),  # a module without tests
        ("tests.cocotb.no_such_module", "the simulation broke off"),
    ],
)
def test_failures_are_seen(module: str, message: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=re.escape(f"{module}: ") + ".*" + re.escape(message)):
        run_bench(Queue(8, 4), module)
