"""How long signals had their values, from a dump."""

from __future__ import annotations

from collections import Counter

import pytest

from icetrax_bench.vcd import durations

DUMP = """\
$timescale 1ps $end
 $scope module TOP $end
  $var wire 1 # clk $end
  $scope module unit $end
   $var wire 3 a[ state [2:0] $end
   $var wire 1 % flag $end
  $upscope $end
  $scope module twin $end
   $var wire 3 a[ state [2:0] $end
  $upscope $end
 $upscope $end
$enddefinitions $end
#100
0#
b001 a[
0%
#110
1#
b100 a[
#130
1%
0#
#145
b001 a[
#150
1#
"""


def test_times_of_values() -> None:
    spent = durations(DUMP.splitlines(keepends=True), ["TOP.unit.state", "TOP.unit.flag", "TOP.twin.state"])
    assert spent["TOP.unit.state"] == spent["TOP.twin.state"] == Counter({4: 35, 1: 15})
    assert spent["TOP.unit.flag"] == Counter({0: 30, 1: 20})


def test_signals_that_are_missing_or_not_numbers() -> None:
    with pytest.raises(ValueError, match=r"the dump has no signal TOP\.state"):
        durations(DUMP.splitlines(), ["TOP.state", "TOP.unit.flag"])
    with pytest.raises(ValueError, match="invalid literal"):
        durations([*DUMP.splitlines(), "bx01 a["], ["TOP.unit.state"])
