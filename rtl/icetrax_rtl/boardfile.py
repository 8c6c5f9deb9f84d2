"""What differs from board to board: the files in ``constraints/``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from .config import Config, by_name
from .pll import PllSettings, settings_for

__all__ = ["BAUD_TOLERANCE", "LED_NAMES", "BoardFile", "PinName", "constraints_root", "load", "names"]

BAUD_TOLERANCE = 0.005
"""Most by which a board's baud rate may be off: a quarter of what the receiver bears, the rest is the peer's."""

LED_NAMES = ("thinking", "white_won", "red_won", "over", "error")
"""What a light can tell: a move is being looked for; who has won (both: a draw); that the game is over; the last line
got an error reply."""

_PLL_PRIMITIVES = {"pad": "SB_PLL40_PAD", "core": "SB_PLL40_CORE"}


class PinName(NamedTuple):
    """A resource of a platform with one pin, or one pin of a resource with several."""

    name: str
    number: int = 0
    part: str = ""


@dataclass(frozen=True)
class BoardFile:
    """One board.

    Attributes
    ----------
    name : str
        By which the commands know it.
    title : str
        What is printed on its box.
    platform : str
        ``MODULE:CLASS`` of its Amaranth platform.
    extras : tuple of str
        Attributes of the platform that hold more resources, for example of a plug-in board.
    config : Config
        The player's configuration, at the board's clock.
    oscillator : str
        The resource that brings the clock in.
    oscillator_hz : int
        Its frequency in hertz.
    pll : PllSettings or None
        Makes the player's clock from it; None if it is the player's clock.
    pll_primitive : str
        ``SB_PLL40_PAD`` if the oscillator's pin is the PLL's own, ``SB_PLL40_CORE`` otherwise.
    uart_pins : tuple of str or None
        Pins for receive and transmit on a board whose platform has no serial line.
    leds : mapping
        From each of :data:`LED_NAMES` that has a light to its pin.
    reset : PinName or None
        The button that resets the player.
    loaders : tuple of tuple of str
        Commands that load a bitstream, in order of preference; ``{}`` stands for the file.
    load_device : str or None
        Serial device to which the bitstream is written instead.
    most_lc : int
        Budget of logic cells.
    most_bram : int
        Budget of block RAMs.
    """

    name: str
    title: str
    platform: str
    extras: tuple[str, ...]
    config: Config
    oscillator: str
    oscillator_hz: int
    pll: PllSettings | None
    pll_primitive: str
    uart_pins: tuple[str, str] | None
    leds: Mapping[str, PinName]
    reset: PinName | None
    loaders: tuple[tuple[str, ...], ...]
    load_device: str | None
    most_lc: int
    most_bram: int

    @property
    def baud_error(self) -> float:
        """By how much the baud rate is off, as a share of it."""
        return self.config.clock_hz / self.config.divisor / self.config.baud - 1


def constraints_root() -> Path:
    """The folder of the constraint files, in the source tree.

    Raises
    ------
    ValueError
        If the package was installed without its source tree.
    """
    folder = Path(__file__).parents[2] / "constraints"
    if not folder.is_dir():
        raise ValueError(f"no folder {folder}: boards can only be used from the source tree")
    return folder


def names() -> list[str]:
    """The boards that there are, sorted."""
    return sorted(file.stem for file in constraints_root().glob("*.toml"))


def load(name: str, folder: Path | None = None) -> BoardFile:
    """Read and check the file of a board.

    Parameters
    ----------
    name
        The board.
    folder
        Where its file is; None for the source tree's.

    Raises
    ------
    ValueError
        If there is no such board (the message lists those that there are), or its file cannot be used.
    """
    root = folder or constraints_root()
    file = root / f"{name}.toml"
    known = sorted(other.stem for other in root.glob("*.toml"))
    if name not in known:
        raise ValueError(f"unknown board {name!r}: choose one of {', '.join(known)}")
    try:
        return _parse(name, tomllib.loads(file.read_text(encoding="utf-8")))
    except KeyError as error:
        raise ValueError(f"{file.name}: no {error.args[0]}") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file.name}: {error}") from None


class _Table(dict[str, Any]):
    """A table of a file; tells if something in it was never asked for."""

    def __init__(self, where: str, content: Mapping[str, Any]) -> None:
        super().__init__(content)
        self._where = where

    def take(self, key: str, kind: type, default: Any = ...) -> Any:
        if key not in self:
            if default is ...:
                raise KeyError(self._where + key)
            return default
        value = self.pop(key)
        if not isinstance(value, kind):
            raise TypeError(f"{self._where}{key} must be {kind.__name__}, not {value!r}")
        return value

    def table(self, key: str, default: Any = ...) -> _Table:
        return _Table(f"{self._where}{key}.", self.take(key, dict, default))

    def end(self) -> None:
        if self:
            raise ValueError(f"unknown key {self._where}{next(iter(self))}")


def _parse(name: str, content: Mapping[str, Any]) -> BoardFile:
    top = _Table("", content)
    clock_hz = top.take("clock_hz", int)
    config = replace(by_name(top.take("config", str)), clock_hz=clock_hz)
    oscillator, leds, load_table, budget = (top.table(key) for key in ["oscillator", "leds", "load", "budget"])
    uart = top.table("uart", {})
    oscillator_hz = oscillator.take("hz", int)
    primitive = oscillator.take("pll", str, "none")
    pll = None
    if primitive != "none":
        if primitive not in _PLL_PRIMITIVES:
            raise ValueError(f"oscillator.pll must be pad, core or none, not {primitive!r}")
        pll = settings_for(oscillator_hz, clock_hz)
    elif oscillator_hz != clock_hz:
        raise ValueError(f"{clock_hz} Hz from {oscillator_hz} Hz needs a PLL")
    board = BoardFile(
        name=name,
        title=top.take("title", str),
        platform=top.take("platform", str),
        extras=tuple(top.take("extras", list, [])),
        config=config,
        oscillator=oscillator.take("resource", str),
        oscillator_hz=oscillator_hz,
        pll=pll,
        pll_primitive=_PLL_PRIMITIVES.get(primitive, ""),
        uart_pins=(uart.take("rx", str), uart.take("tx", str)) if uart else None,
        leds={led: _pin(leds.take(led, str)) for led in LED_NAMES if led in leds},
        reset=_pin(top.take("reset", str)) if "reset" in top else None,
        loaders=tuple(tuple(command.split()) for command in load_table.take("commands", list, [])),
        load_device=load_table.take("device", str, None),
        most_lc=budget.take("lc", int),
        most_bram=budget.take("bram", int),
    )
    for table in (top, oscillator, leds, load_table, budget, uart):
        table.end()
    if not (board.loaders or board.load_device):
        raise ValueError("load needs commands or a device")
    if abs(board.baud_error) > BAUD_TOLERANCE:
        raise ValueError(
            f"{config.baud} baud is off by {board.baud_error:+.2%} at {clock_hz} Hz, more than {BAUD_TOLERANCE:.1%}"
        )
    return board


def _pin(text: str) -> PinName:
    name, *rest = text.split()
    number, *parts = rest or ["0"]
    return PinName(name, int(number), *parts)
