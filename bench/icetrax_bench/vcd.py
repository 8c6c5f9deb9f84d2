"""Reads how long signals had each of their values from a value change dump (IEEE 1364)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

__all__ = ["durations"]


def durations(lines: Iterable[str], names: Sequence[str]) -> dict[str, Counter[int]]:
    """For each signal the time that it had each value, from its first value to the last time of the dump.

    Parameters
    ----------
    lines
        The dump, one declaration or change a line, as Verilator writes it.
    names
        The signals, each with the scopes that it lies in, joined by dots.

    Raises
    ------
    ValueError
        The dump has no such signal, or the value of one is not a number.
    """
    codes: dict[str, list[str]] = {}
    scopes: list[str] = []
    changes = iter(lines)
    for line in changes:
        words = line.split()
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            name = ".".join([*scopes, words[4]])
            if name in names:
                codes.setdefault(words[3], []).append(name)
        elif words[:1] == ["$enddefinitions"]:
            break
    missing = set(names).difference(*codes.values())
    if missing:
        raise ValueError(f"the dump has no signal {', '.join(sorted(missing))}")

    spent: dict[str, Counter[int]] = {name: Counter() for name in names}
    since: dict[str, tuple[int, int]] = {}  # by code: when its value came, and the value
    now = 0
    for line in changes:
        if line.startswith("#"):
            now = int(line[1:])
            continue
        value, code = line[1:].split() if line.startswith("b") else (line[:1], line[1:].strip())
        if code in codes:
            _close(spent, codes[code], since.get(code), now)
            since[code] = now, int(value, 2)
    for code, signals in codes.items():
        _close(spent, signals, since.get(code), now)
    return spent


def _close(spent: dict[str, Counter[int]], names: list[str], begun: tuple[int, int] | None, now: int) -> None:
    if begun is not None and now > begun[0]:
        for name in names:
            spent[name][begun[1]] += now - begun[0]
