import pytest

from icetrax_rtl.line import LineReader
from icetrax_rtl.notation import MoveFormatter, MoveParser
from icetrax_rtl.number import NumberFormatter
from icetrax_rtl.timer import Timer
from tests.cocotb.harness import run_bench


def test_move_parser():
    run_bench(MoveParser(), "tests.cocotb.bench_move_parser")


def test_move_formatter():
    run_bench(MoveFormatter(), "tests.cocotb.bench_move_formatter")


def test_number_formatter():
    run_bench(NumberFormatter(), "tests.cocotb.bench_number_formatter")


@pytest.mark.parametrize("cycles_per_ms", [8, 13])
def test_timer(cycles_per_ms):
    run_bench(Timer(cycles_per_ms=cycles_per_ms), "tests.cocotb.bench_timer", CYCLES_PER_MS=cycles_per_ms)


def test_a_timer_needs_a_clock():
    with pytest.raises(ValueError, match=r"cycles_per_ms must be at least 1, not 0$"):
        Timer(cycles_per_ms=0)


def test_line_reader():
    run_bench(LineReader(), "tests.cocotb.bench_line_reader")
