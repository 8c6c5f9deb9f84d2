"""The catalogue of mutants applies to the hardware as it is, and trying one out tells right from wrong."""

from collections import Counter
from dataclasses import replace

import pytest

from icetrax_sim.cache import build_root, locked
from tests.mutants.catalogue import MUTANTS
from tests.mutants.planter import ROOT, Mutant, mutated, try_out


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_it_applies(mutant):
    assert mutated(mutant) != mutated(replace(mutant, old=""))
    assert mutant.tests
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text()


def test_none_is_there_twice():
    assert max(Counter((mutant.unit, mutant.old, mutant.new) for mutant in MUTANTS).values()) == 1


@pytest.mark.parametrize(
    ("mutant", "message"),
    [
        (Mutant("timer", "no such text", "", ()), "0 times, not once"),
        (Mutant("timer", "self", "", ()), "times, not once"),
        (Mutant("timer", "m = Module()", "m = Module(", ()), "was never closed"),
    ],
)
def test_a_text_that_does_not_apply_is_refused(mutant, message):
    with pytest.raises(ValueError, match=message):
        mutated(mutant)


@pytest.mark.parametrize(
    ("unit", "old", "new", "test", "answer", "reason"),
    [
        ("bits", "", "", "rtl/test_bits.py", "survived", ""),
        ("bits", "mask.xor() & ~(", "mask.xor() & (", "rtl/test_bits.py", "caught", "test_bits: "),
        ("bits", "mask.xor() & ~(", "no_such_name & (", "rtl/test_bits.py", "broken", "NameError"),
        ("bits", "from functools", "from no_such_module", "rtl/test_bits.py", "broken", "1 error"),
        ("timer", "left == 1", "left == 2", "cocotb/test_text.py::test_timer[8]", "caught", "tests failed"),
    ],
)
def test_the_answer(unit, old, new, test, answer, reason):
    folder = build_root() / "mutants" / "test"
    with locked(folder):
        outcome = try_out(Mutant(unit, old, new, [f"tests/{test}"]), folder)
    assert outcome.answer == answer
    assert reason in outcome.reason
