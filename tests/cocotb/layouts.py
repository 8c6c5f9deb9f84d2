"""Values of Amaranth layouts, to and from the integers that a testbench sees."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Const, Value
from amaranth.lib import data

__all__ = ["pack", "unpack"]


def pack(layout: data.Layout, /, **fields: Any) -> int:
    """The integer that stands for a value of `layout` with these fields, the others 0."""
    return int(Const.cast(Value.cast(layout.const(fields))).value)


def unpack(layout: data.Layout, value: int) -> Any:
    """The value of `layout` that an integer stands for, its fields by attribute."""
    return layout.from_bits(int(value))
