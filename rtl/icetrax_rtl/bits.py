"""Small functions on bit masks, one bit a side, in shapes that map well onto 4-input look-up tables."""

from functools import reduce
from operator import or_

from amaranth.hdl import Cat, Mux

__all__ = ["any_of", "first", "is_one", "is_two", "opposite", "partners", "pick", "popcount"]


def any_of(values):
    """The OR of values of one shape: merges what several sources drive when all but one drive zeros."""
    return reduce(or_, values)


def first(mask):
    """The lowest bit set in ``mask``, alone."""
    return Cat(mask[i] & ~mask[:i].any() if i else mask[0] for i in range(len(mask)))


def is_one(mask):
    """Whether exactly one of four bits is set: one look-up table, where a sum would take a carry chain."""
    return mask.xor() & ~(mask[0] & mask[1] | mask[2] & mask[3])


def is_two(mask):
    """Whether exactly two of four bits are set."""
    return ~mask.xor() & mask.any() & ~mask.all()


def popcount(mask):
    """How many of up to four bits are set."""
    if len(mask) == 3:
        return Cat(mask.xor(), mask[0] & mask[1] | mask[0] & mask[2] | mask[1] & mask[2])
    return Cat(mask.xor(), is_two(mask) | mask.xor() & ~is_one(mask), mask.all())


def partners(mask, symbol):
    """The sides joined to those in ``mask`` by a tile with ``symbol`` (a Python integer 1 to 3)."""
    return Cat(mask[side ^ symbol] for side in range(4))


def opposite(mask):
    """Each side's opposite."""
    return partners(mask, 2)


def pick(onehot, values):
    """The value whose bit is set in ``onehot``, 0 when none is: an AND-OR tree."""
    return any_of(Mux(bit, value, 0) for bit, value in zip(onehot, values, strict=True))
