"""Figures with names, and the file that they are written to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from .errors import BenchError

__all__ = ["Figure", "of_boards", "write_figures"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value.

    Attributes
    ----------
    name
        Words joined by dots, from the general to the particular.
    unit
        Of the value.
    value
        As measured, not rounded.
    """

    name: str
    unit: str
    value: float

    def __str__(self) -> str:
        return f"{self.name:32} {self.value:14,.3f} {self.unit}"


def write_figures(figures: Iterable[Figure], file: Path) -> None:
    """Write figures as a JSON list of objects.

    Raises
    ------
    BenchError
        The file cannot be written.
    """
    text = ",\n ".join(json.dumps(asdict(figure)) for figure in figures)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"[{text}]\n", encoding="utf-8")
    except OSError as error:
        raise BenchError(f"cannot write {file}: {error.strerror}") from None


def of_boards(folder: Path, cycles_per_node: float) -> Iterator[Figure]:
    """What a board makes of the cycles, by the report of its last bitstream; nothing where there is no report.

    Parameters
    ----------
    folder
        Holds ``BOARD/report.json`` for each board.
    cycles_per_node
        Of the search.

    Raises
    ------
    BenchError
        A report holds no frequency.
    """
    for file in sorted(folder.glob("*/report.json")):
        try:
            fmax = float(json.loads(file.read_text(encoding="utf-8"))["fmax_mhz"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BenchError(f"{file} is not the report of a bitstream: {error!r}") from None
        board = file.parent.name
        yield Figure(f"{board}.fmax", "MHz", fmax)
        yield Figure(f"{board}.nodes_per_s", "1/s", fmax * 1e6 / cycles_per_node)
