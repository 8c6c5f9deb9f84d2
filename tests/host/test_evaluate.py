"""The worth of paths, and the files that it is read from."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from icetrax import evaluate
from icetrax.evaluate import ATTACK_VALUE, LIMIT, ValueTableError, Worth, fitted_values, worth
from icetrax.tile import Side


def test_a_path_is_worth_the_same_from_either_end() -> None:
    for dx, dy, side, other in itertools.product(range(-9, 10), range(-9, 10), Side, Side):
        if dx or dy:
            assert worth(dx, dy, side, other, 8, 9) == worth(-dx, -dy, other, side, 8, 9), (dx, dy, side, other)


def test_a_path_is_worth_the_same_when_the_board_is_turned() -> None:
    for dx, dy, side, other in itertools.product(range(-5, 6), range(-5, 6), Side, Side):
        turned = worth(dy, -dx, Side((side + 1) % 4), Side((other + 1) % 4), 8, 8)
        assert turned.value == worth(dx, dy, side, other, 8, 8).value, (dx, dy, side, other)


def test_ends_side_by_side_are_an_attack_on_a_loop() -> None:
    for side, other, step in itertools.product(Side, Side, Side):
        path = worth(step.dx, step.dy, side, other, 8, 8)
        assert path == Worth(ATTACK_VALUE, closing=1, across=0, down=0)
        assert path.is_attack


def test_ends_side_by_side_where_no_tile_may_lie_are_worth_nothing() -> None:
    for side, other, step in itertools.product(Side, Side, Side):
        assert worth(step.dx, step.dy, side, other, 8, 8, shut=True) == Worth(0, 0, 0, 0)
    assert worth(2, 0, Side.E, Side.W, 8, 8, shut=True) == worth(2, 0, Side.E, Side.W, 8, 8)
    assert worth(8, 0, Side.E, Side.W, 8, 8, shut=True).is_attack


def test_ends_as_far_apart_as_a_line_is_long_are_an_attack_on_it() -> None:
    assert worth(-8, 2, Side.E, Side.W, 8, 11) == Worth(ATTACK_VALUE, 0, across=1, down=0)
    assert worth(0, 11, Side.S, Side.N, 8, 11) == Worth(ATTACK_VALUE, 0, across=0, down=1)
    assert worth(8, 11, Side.S, Side.N, 8, 11) == Worth(ATTACK_VALUE, 0, across=1, down=1)
    assert not worth(9, 3, Side.S, Side.N, 10, 11).is_attack


def test_values_come_from_the_table_and_bonuses_from_the_spans() -> None:
    values = fitted_values()
    assert worth(1, 2, Side.E, Side.E, 8, 8).value == values.paths[0][2][1]
    assert worth(-2, 1, Side.E, Side.W, 8, 8).value == values.paths[2][1][-2]
    assert worth(-4, -5, Side.E, Side.N, 20, 20).value == values.paths[1][-3][-3]  # as if it were three each
    for missing, bonus in enumerate(values.spans, start=1):
        far = values.paths[2][0][3] + bonus
        assert worth(20 - missing, 0, Side.E, Side.W, 20, 20).value == far
        assert worth(20 - missing, 20 - missing, Side.E, Side.W, 20, 20).value == min(
            LIMIT, values.paths[2][3][3] + 2 * bonus
        )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("paths.txt", "1 2 3\n", "paths.txt does not hold 32 rows of 8 numbers"),
        ("paths.txt", "# a remark\n0 x\n", "paths.txt: '0 x' is not a row of numbers"),
        ("spans.txt", "1 2\n", "spans.txt holds 2 numbers, not 3"),
    ],
)
def test_files_that_hold_something_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "paths.txt").write_text("1 1 1 1 1 1 1 1\n" * 32)
    (tmp_path / "data" / "spans.txt").write_text("3 2 1\n")
    monkeypatch.setattr(evaluate, "files", lambda _: tmp_path)
    assert fitted_values.__wrapped__().spans == (3, 2, 1)
    (tmp_path / "data" / name).write_text(text)
    with pytest.raises(ValueTableError, match=message):
        fitted_values.__wrapped__()
