import pytest

from icetrax_rtl.uart import ReceiveQueue, Receiver, Transmitter
from tests.cocotb.harness import run_bench


# The last is 115200 baud at 48 MHz, with fewer bytes because it takes long.
@pytest.mark.parametrize(("divisor", "count"), [(4, 256), (5, 256), (8, 256), (31, 256), (417, 10)])
def test_receiver(divisor, count):
    run_bench(Receiver(), "tests.cocotb.bench_uart_receiver", DIVISOR=divisor, BYTES=count)


@pytest.mark.parametrize(("divisor", "count"), [(1, 256), (2, 256), (9, 100), (417, 4)])
def test_transmitter(divisor, count):
    run_bench(Transmitter(), "tests.cocotb.bench_uart_transmitter", DIVISOR=divisor, BYTES=count)


@pytest.mark.parametrize("divisor", [4, 10])
def test_receive_queue(divisor):
    run_bench(ReceiveQueue(16), "tests.cocotb.bench_receive_queue", DIVISOR=divisor, DEPTH=16)
