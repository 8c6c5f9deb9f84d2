"""What the commands of this package have in common."""

from __future__ import annotations

import argparse

__all__ = ["count"]


def count(text: str) -> int:
    """The number that an argument says, 1 or more.

    Raises
    ------
    ValueError, argparse.ArgumentTypeError
        It is no number, or less than 1.
    """
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value
