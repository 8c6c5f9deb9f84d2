from icetrax_rtl.boards import PowerUp
from tests.cocotb.harness import run_bench


def test_power_up():
    unit = PowerUp(clock_hz=1_000_000)
    assert unit.cycles == 50
    run_bench(unit, "tests.cocotb.bench_power_up", CYCLES=unit.cycles)
