"""The player on a board: clock, reset, serial line, lights."""

import importlib
from typing import Any

from amaranth.build import Attrs, Pins, Resource, Subsignal
from amaranth.hdl import ClockDomain, ClockSignal, Const, Elaboratable, Instance, Module, ResetSignal, Signal
from amaranth.lib import io, wiring
from amaranth.lib.cdc import FFSynchronizer, ResetSynchronizer
from amaranth.lib.wiring import In, Out, connect

from .boardfile import BoardFile
from .config import Config
from .player import Player
from .stream import Queue
from .types import Winner
from .uart import QUEUE_DEPTH, ReceiveQueue, Transmitter

__all__ = ["Board", "Chip", "PowerUp", "platform_of"]

_SETTLE_S = 50e-6
"""How long block RAMs may read as zeros after configuration, with a generous margin: 3 us have been observed."""


class Chip(wiring.Component):
    """The player between its queues and the pins of its serial line; all of it but clock and reset.

    Parameters
    ----------
    config : Config
        Of the player.

    Members
    -------
    rx, tx : the serial line.
    thinking, winner, error : see :class:`~icetrax_rtl.player.Player`.
    """

    rx: In(1, init=1)
    tx: Out(1, init=1)
    thinking: Out(1)
    winner: Out(Winner)
    error: Out(1)

    def __init__(self, config: Config):
        self._config = config
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        m.submodules.receive = receive = ReceiveQueue(QUEUE_DEPTH)
        m.submodules.transmit = transmit = Transmitter()
        m.submodules.to_send = to_send = Queue(8, QUEUE_DEPTH)
        m.submodules.player = player = Player(self._config)
        connect(m, receive.o, player.i)
        connect(m, player.o, to_send.i)
        connect(m, to_send.o, transmit.i)
        m.d.comb += [
            receive.rx.eq(self.rx),
            receive.divisor.eq(self._config.divisor),
            transmit.divisor.eq(self._config.divisor),
            self.tx.eq(transmit.tx),
            self.thinking.eq(player.thinking),
            self.winner.eq(player.winner),
            self.error.eq(player.error),
        ]
        return m


class PowerUp(wiring.Component):
    """Makes the reset of the domain ``sync``: until the clock is steady and block RAMs can be read, and on a button.

    Without a steady clock nothing counts; when it is lost later, the reset comes back at once.

    Parameters
    ----------
    clock_hz : int
        Frequency of ``sync``.

    Members
    -------
    steady : the clock is what it should be; not synchronized.
    button : reset while high; not synchronized.
    reset : for the domain ``sync``, from a register.
    """

    steady: In(1)
    button: In(1)
    reset: Out(1, init=1)

    def __init__(self, *, clock_hz: int):
        self._cycles = round(clock_hz * _SETTLE_S)
        super().__init__()

    @property
    def cycles(self):
        """Clock cycles with a steady clock before the reset ends."""
        return self._cycles

    def elaborate(self, platform):
        m = Module()
        m.domains.power = ClockDomain("power", async_reset=True, local=True)
        m.d.comb += ClockSignal("power").eq(ClockSignal("sync"))
        m.submodules.steady = ResetSynchronizer(~self.steady, domain="power")
        pressed = Signal()
        m.submodules.button = FFSynchronizer(self.button, pressed, o_domain="power")
        left = Signal(range(self._cycles), init=self._cycles - 1)
        with m.If(left != 0):
            m.d.power += left.eq(left - 1)
        m.d.power += self.reset.eq((left != 0) | pressed)
        return m


def platform_of(board: BoardFile) -> Any:
    """The Amaranth platform of a board, with the resources that its file adds."""
    module, _, name = board.platform.partition(":")
    platform = getattr(importlib.import_module(module), name)()
    for extra in board.extras:
        platform.add_resources(getattr(platform, extra))
    if board.uart_pins is not None:
        rx, tx = board.uart_pins
        attributes = Attrs(IO_STANDARD="SB_LVCMOS", PULLUP=1)
        platform.add_resources([
            Resource("uart", 0, Subsignal("rx", Pins(rx, dir="i")), Subsignal("tx", Pins(tx, dir="o")), attributes)
        ])
    return platform


class Board(Elaboratable):
    """A :class:`Chip` behind the pins of a board; to be elaborated with the board's platform, :func:`platform_of`.

    Parameters
    ----------
    board : BoardFile
        The board.
    """

    def __init__(self, board: BoardFile):
        self._board = board

    def elaborate(self, platform):
        board = self._board
        m = Module()
        m.domains.sync = ClockDomain()
        m.submodules.power_up = power_up = PowerUp(clock_hz=board.config.clock_hz)
        m.d.comb += ResetSignal("sync").eq(power_up.reset)
        self._add_clock(m, platform, power_up)

        m.submodules.chip = chip = Chip(board.config)
        uart = platform.request("uart", 0, dir="-")
        m.submodules.rx = rx = io.Buffer("i", uart.rx)
        m.submodules.tx = tx = io.Buffer("o", uart.tx)
        m.d.comb += [chip.rx.eq(rx.i), tx.o.eq(chip.tx)]

        tells = {
            "thinking": chip.thinking,
            "white_won": (chip.winner == Winner.WHITE) | (chip.winner == Winner.DRAW),
            "red_won": (chip.winner == Winner.RED) | (chip.winner == Winner.DRAW),
            "over": chip.winner != Winner.NONE,
            "error": chip.error,
        }
        requested: dict[tuple[str, int], Any] = {}

        def port(pin):
            """The port of a pin; a resource can only be requested once."""
            key = pin.name, pin.number
            if key not in requested:
                requested[key] = platform.request(*key, dir="-")
            return getattr(requested[key], pin.part) if pin.part else requested[key]

        for name, pin in board.leds.items():
            m.submodules[f"led_{name}"] = led = io.Buffer("o", port(pin))
            m.d.comb += led.o.eq(tells[name])
        if board.reset is not None:
            m.submodules.button = button = io.Buffer("i", port(board.reset))
            m.d.comb += power_up.button.eq(button.i)
        return m

    def _add_clock(self, m, platform, power_up):
        """Brings the clock in, through the PLL if there is one."""
        board, pll = self._board, self._board.pll
        oscillator = platform.request(board.oscillator, dir="-")
        if board.pll_primitive == "SB_PLL40_PAD":
            reference = {"io_PACKAGEPIN": oscillator.io}
        else:
            m.submodules.oscillator = buffer = io.Buffer("i", oscillator)
            reference = {"i_REFERENCECLK": buffer.i}
        if pll is None:
            m.d.comb += [ClockSignal("sync").eq(buffer.i), power_up.steady.eq(1)]
            return
        m.submodules.pll = Instance(
            board.pll_primitive,
            p_FEEDBACK_PATH="SIMPLE",
            p_DIVR=Const(pll.divr, 4),
            p_DIVF=Const(pll.divf, 7),
            p_DIVQ=Const(pll.divq, 3),
            p_FILTER_RANGE=Const(pll.filter_range, 3),
            **reference,
            i_RESETB=Const(1),
            i_BYPASS=Const(0),
            o_PLLOUTGLOBAL=ClockSignal("sync"),
            o_LOCK=power_up.steady,
        )
