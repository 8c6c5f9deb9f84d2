"""Single units of the player on a board that has no pins for them: how large and how fast is each by itself?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Cat, ClockDomain, Elaboratable, Module, Signal
from amaranth.lib import wiring

from icetrax_rtl.config import HX8K
from icetrax_rtl.evaluate import Evaluator
from icetrax_rtl.rules import Rules
from icetrax_rtl.search import Search
from icetrax_rtl.session import Session

from .flow import Design
from .tools import DEVICES

__all__ = ["UNITS", "Surrounded", "design_of_unit"]

UNITS: Mapping[str, Callable[[], wiring.Component]] = {
    "rules": lambda: Rules(users=2),
    "search": Search,
    "evaluation": Evaluator,
    "session": lambda: Session(config=HX8K),
}
"""Makes each unit."""


class Surrounded(Elaboratable):
    """A unit between registers that stand in for its neighbours.

    Its inputs come from a long shift register, its outputs go into another, so that four pins are enough, all logic is
    used, and every path begins and ends at a register. Each bit of a port costs a logic cell.

    Parameters
    ----------
    unit : Component
        The unit.

    Attributes
    ----------
    clk, rst : Signal
        Clock and reset, inputs.
    serial : Signal
        Input of the registers before the unit.
    capture : Signal
        Input; whether the registers after the unit take its outputs, or shift.
    out : Signal
        Output of the registers after the unit.
    """

    def __init__(self, unit: wiring.Component) -> None:
        self._unit = unit
        self.clk, self.rst = Signal(name="clk"), Signal(name="rst")
        self.serial, self.capture, self.out = Signal(name="serial"), Signal(name="capture"), Signal(name="out")

    def elaborate(self, platform: Any) -> Module:
        """Wire it."""
        m = Module()
        m.domains.sync = domain = ClockDomain()
        domain.clk, domain.rst = self.clk, self.rst
        m.submodules.unit = unit = self._unit
        ports: dict[wiring.Flow, list[Any]] = {wiring.In: [], wiring.Out: []}
        for _, member, value in unit.signature.flatten(unit):
            ports[member.flow].append(_bits(value))
        inputs, outputs = Cat(ports[wiring.In]), Cat(ports[wiring.Out])
        before, after = Signal(len(inputs)), Signal(len(outputs))
        m.d.comb += [inputs.eq(before), self.out.eq(after[-1])]
        m.d.sync += [before.eq(Cat(self.serial, before)), after.eq(Cat(self.serial, after))]
        with m.If(self.capture):
            m.d.sync += after.eq(outputs)
        return m


def design_of_unit(name: str) -> Design:
    """A unit by itself, in the largest device.

    Raises
    ------
    KeyError
        If there is no such unit.
    """
    top = Surrounded(UNITS[name]())
    text = rtlil.convert(top, ports=[top.clk, top.rst, top.serial, top.capture, top.out], emit_src=False)
    return Design(name, DEVICES["iCE40HX8K"], "ct256", str(text), "")


def _bits(value: Any) -> Any:
    return value if isinstance(value, Signal) else value.as_value()
