"""Runs commands of the command line within this process; the fixture ``run`` is in conftest.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple


class Run(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Run]
