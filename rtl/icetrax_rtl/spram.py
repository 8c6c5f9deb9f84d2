"""The large single-port memories of the iCE40 UltraPlus."""

from typing import Any

from amaranth.hdl import Cat, ClockSignal, Const, Instance, Module, Mux, Signal
from amaranth.lib import memory, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["ADDRESS_BITS", "WORD_BITS", "SinglePortMemory"]

ADDRESS_BITS = 14
"""Bits of an address: 16,384 words."""

WORD_BITS = 16
"""Bits of a word."""

_NIBBLES = 4
_DEVICES = ("iCE40UP",)


class SinglePortMemory(wiring.Component):
    """A memory of 32 KiB that in a cycle either reads a word or writes one.

    Synthesis never infers these memories, so on a platform with such a device this is an instance of ``SB_SPRAM256KA``.
    Without a platform, that is in simulation, it is a model of one. Two things can not be relied on, and in the model
    read as garbage so that nobody does: words that were never written (there are no initial values, and a reset
    changes nothing), and the output after a write.

    Members
    -------
    en : In(1)
        Read or write in this cycle.
    write : In(4)
        Which nibbles of the word to write, lowest first; none: read.
    addr : In(14)
        Of the word.
    data_in : In(16)
        What to write.
    data_out : Out(16)
        What was read, one cycle later and for as long as ``en`` stays low.

    Raises
    ------
    ValueError
        When elaborated for a device without such memories.
    """

    en: In(1)
    write: In(_NIBBLES)
    addr: In(ADDRESS_BITS)
    data_in: In(WORD_BITS)
    data_out: Out(WORD_BITS)

    def elaborate(self, platform: Any) -> Module:
        if platform is None:
            return self._model()
        if not platform.device.startswith(_DEVICES):
            raise ValueError(f"{platform.device} has no single-port memories: choose a configuration without them")
        return self._instance()

    def _instance(self) -> Module:
        m = Module()
        m.submodules.cell = Instance(
            "SB_SPRAM256KA",
            i_CLOCK=ClockSignal(),
            i_CHIPSELECT=self.en,
            i_WREN=self.write.any(),
            i_MASKWREN=self.write,
            i_ADDRESS=self.addr,
            i_DATAIN=self.data_in,
            o_DATAOUT=self.data_out,
            i_STANDBY=Const(0),
            i_SLEEP=Const(0),
            i_POWEROFF=Const(1),  # active low
        )
        return m

    def _model(self) -> Module:
        m = Module()
        m.submodules.words = words = memory.Memory(shape=WORD_BITS, depth=1 << ADDRESS_BITS, init=[])
        read = words.read_port()
        write = words.write_port(granularity=WORD_BITS // _NIBBLES)
        # Words are kept with their bits turned by the address: zeros, which is what an unused memory of a simulation
        # holds, then read as anything but zeros.
        address, garbled = Signal(ADDRESS_BITS, reset_less=True), Signal(reset_less=True)
        m.d.comb += [
            read.en.eq(self.en),
            read.addr.eq(self.addr),
            write.en.eq(Mux(self.en, self.write, 0)),
            write.addr.eq(self.addr),
            write.data.eq(self.data_in ^ _turned(self.addr)),
            self.data_out.eq(read.data ^ _turned(address) ^ garbled.replicate(WORD_BITS)),
        ]
        with m.If(self.en):
            m.d.sync += [address.eq(self.addr), garbled.eq(self.write.any())]
        return m


def _turned(address: Any) -> Any:
    return Cat(address, address[:2]) ^ 0xA5C3

