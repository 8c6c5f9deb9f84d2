"""The compiled hardware for the tests of the whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from icetrax_rtl.config import HX8K
from icetrax_sim import build
from tests.system.hardware import Hardware


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Build the simulation first, so that no test is held up by it."""
    build(HX8K)


@pytest.fixture
def hardware() -> Iterator[Hardware]:
    """The hardware, just switched on, with whole bytes going straight into it."""
    with Hardware() as made:
        yield made
