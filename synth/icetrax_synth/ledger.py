"""The ledger: how large and how fast boards and single units were when that was last accepted.

Place and route is a game of chance: of a design that has hardly changed the frequency may differ by some percent. So
the best of several seeds is taken, and only what is more than :data:`TOLERANCE` worse is objected to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from icetrax_rtl import boardfile
from icetrax_sim.cache import build_root, locked

from .bitstream import board_folder, design_for
from .errors import BitstreamError
from .flow import SEEDS, Design, Notify, placements
from .report import Placement
from .units import UNITS, design_of_unit

__all__ = ["TOLERANCE", "Change", "Entry", "compare", "entry_names", "measure", "read_baseline", "write_baseline"]

TOLERANCE = 0.05
"""Share by which something may get worse without being accepted."""


@dataclass(frozen=True)
class Entry:
    """Size and speed.

    Attributes
    ----------
    lc, bram : int
        Logic cells and block RAMs.
    fmax_mhz : float
        Highest frequency of the clock, the best of all seeds.
    """

    lc: int
    bram: int
    fmax_mhz: float


@dataclass(frozen=True)
class Change:
    """A figure before and now.

    Attributes
    ----------
    name, figure : str
        Of what, and which: ``lc``, ``bram`` or ``fmax_mhz``.
    before : float or None
        The accepted value; None if there is none yet.
    now : float
        The value measured.
    """

    name: str
    figure: str
    before: float | None
    now: float

    @property
    def share(self) -> float:
        """By how much it has grown, as a share of what it was."""
        return self.now / self.before - 1 if self.before else 0.0

    @property
    def is_worse(self) -> bool:
        """Whether it is so much worse that it has to be accepted first, or has never been accepted."""
        if self.before is None:
            return True
        worse = -self.share if self.figure == "fmax_mhz" else self.share
        return worse > TOLERANCE

    def __str__(self) -> str:
        before = "none" if self.before is None else f"{self.before:g}"
        change = "" if self.before is None else f" ({self.share:+.1%})"
        return f"{self.name}: {self.figure} {before} -> {self.now:g}{change}{'  WORSE' if self.is_worse else ''}"


def entry_names() -> list[str]:
    """All that can be in the ledger: boards and ``unit:NAME``."""
    return [*boardfile.names(), *(f"unit:{name}" for name in UNITS)]


def measure(name: str, *, seeds: Sequence[int] = SEEDS, notify: Notify = lambda line: None) -> Entry:
    """Synthesize, place and route a board or a unit.

    Raises
    ------
    ValueError
        If there is no such board or unit; the message lists those that there are.
    BitstreamError
        If a tool is missing or fails, or the design does not fit.
    """
    if name not in entry_names():
        raise ValueError(f"unknown board or unit {name!r}: choose one of {', '.join(entry_names())}")
    kind, colon, unit = name.partition(":")
    folder = build_root() / "units" / unit if colon else board_folder(name)
    try:
        with locked(folder):
            design: Design = design_of_unit(unit) if colon else design_for(boardfile.load(kind))
            found = placements(design, folder, seeds, notify)
    except OSError as error:
        raise BitstreamError(f"cannot build in {folder}: {error.strerror or error}") from error
    best: Placement = max(found.values(), key=lambda placement: placement.fmax_mhz)
    return Entry(best.lc, best.bram, round(best.fmax_mhz, 1))


def compare(baseline: Mapping[str, Entry], measured: Mapping[str, Entry]) -> list[Change]:
    """What has changed of what was measured, figure by figure."""
    changes = []
    for name, entry in measured.items():
        before = asdict(baseline[name]) if name in baseline else {}
        changes += [Change(name, figure, before.get(figure), now) for figure, now in asdict(entry).items()]
    return changes


def read_baseline(file: Path | None = None) -> dict[str, Entry]:
    """The accepted figures; None reads ``constraints/baseline.json``.

    Raises
    ------
    ValueError
        If the file is missing or cannot be understood.
    """
    file = file or _baseline_file()
    try:
        content: dict[str, Any] = json.loads(file.read_text())
        return {name: Entry(**figures) for name, figures in content.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{file}: not a ledger: {error}") from None


def write_baseline(entries: Mapping[str, Entry], file: Path | None = None) -> None:
    """Accept figures; None writes ``constraints/baseline.json``."""
    lines = [f"  {json.dumps(name)}: {json.dumps(asdict(entries[name]))}" for name in sorted(entries)]
    (file or _baseline_file()).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _baseline_file() -> Path:
    return boardfile.constraints_root() / "baseline.json"
