"""Time limits."""

from __future__ import annotations

import math

import pytest

from icetrax.clock import GameClock, TimeControl, Timing
from icetrax.tile import Color


@pytest.mark.parametrize(
    ("seconds", "milliseconds"), [(1, 900), (0.05, 45), (0.1, 90), (0.0011, 1), (0.000_01, 1), (10, 9000)]
)
def test_the_budget_is_nine_tenths(seconds: float, milliseconds: int) -> None:
    assert TimeControl(seconds).budget_ms == milliseconds
    assert math.isclose(TimeControl(seconds).budget, 0.9 * seconds)


@pytest.mark.parametrize(
    ("timing", "seconds", "late"),
    [
        (Timing.WALL, 1.2, False),
        (Timing.WALL, 1.3, True),
        (Timing.SIMULATED, 1.0, False),
        (Timing.SIMULATED, 1.001, True),
        (Timing.NONE, 1000.0, False),
    ],
)
def test_who_is_out_of_time(timing: Timing, seconds: float, late: bool) -> None:
    assert TimeControl(1, margin=0.25).exceeded(seconds, timing) is late


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf])
def test_a_limit_must_be_a_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="is not a time for a move"):
        TimeControl(seconds)


@pytest.mark.parametrize("margin", [-0.1, math.nan, math.inf])
def test_a_margin_must_be_a_time(margin: float) -> None:
    with pytest.raises(ValueError, match="is not a margin"):
        TimeControl(1, margin)


def test_the_clock_adds_up_by_color() -> None:
    clock = GameClock(TimeControl(3))
    for color, seconds in ((Color.WHITE, 0.5), (Color.RED, 2.0), (Color.WHITE, 0.25)):
        clock.charge(color, seconds)
    assert clock.used == {Color.WHITE: 0.75, Color.RED: 2.0}
    assert clock.slowest == {Color.WHITE: 0.5, Color.RED: 2.0}


def test_a_total_with_an_increment_runs_down() -> None:
    control = TimeControl(60, increment=0.5)
    assert control.budget == pytest.approx(60 / 30 + 0.45)
    assert control.after(10) == TimeControl(50.5, increment=0.5)
    assert TimeControl(0.1, increment=2).budget == pytest.approx(0.09)
    late = TimeControl(1, margin=0.25, increment=0.5)
    assert not late.exceeded(1.2, Timing.WALL)
    assert late.after(1.2).seconds == pytest.approx(0.501)
    assert TimeControl(3).after(2) == TimeControl(3)


def test_the_clock_keeps_what_each_side_has_left() -> None:
    clock = GameClock(TimeControl(60, increment=1))
    clock.charge(Color.WHITE, 11)
    clock.charge(Color.WHITE, 4)
    assert clock.control[Color.WHITE].seconds == 47
    assert clock.control[Color.RED].seconds == 60


@pytest.mark.parametrize("text", ["0.5", "60+0.5", "1", "3+0"])
def test_controls_are_read_as_they_are_written(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a time control"),
        ("1+", "is not a time control"),
        ("1+x", "is not a time control"),
        ("0+1", "is not a time for a move"),
        ("1+-1", "is not an increment"),
        ("1+inf", "is not an increment"),
    ],
)
def test_what_is_no_control(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TimeControl.parse(text)
