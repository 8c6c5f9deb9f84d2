from types import SimpleNamespace

import pytest
from amaranth.back import rtlil

from icetrax_rtl.spram import SinglePortMemory
from icetrax_synth.tools import cell_models
from tests.cocotb.harness import run_bench


def test_model_of_the_memory():
    run_bench(SinglePortMemory(), "tests.cocotb.bench_spram")


def test_instance_of_the_memory():
    run_bench(
        SinglePortMemory(),
        "tests.cocotb.bench_spram",
        platform=SimpleNamespace(device="iCE40UP5K"),
        models=cell_models(),
    )


def test_only_some_devices_have_one():
    with pytest.raises(ValueError, match="iCE40HX8K has no single-port memories"):
        rtlil.convert(SinglePortMemory(), platform=SimpleNamespace(device="iCE40HX8K"))
