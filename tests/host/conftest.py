"""Settings of the property tests: the same examples every time, and no deadline that a busy machine could miss.

And the fixture that runs commands.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from icetrax import cli
from tests.host.commands import Command, Run
from tests.host.fakes import FakeHardware

settings.register_profile("icetrax", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("icetrax")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Runs a command in this process, in an empty folder, with a stand-in for the hardware."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("icetrax.simulated.open_console", lambda config, link="byte": FakeHardware())

    def run(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "argv", ["icetrax", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert isinstance(caught.value.code, int)
        return Run(caught.value.code, *capsys.readouterr())

    return run
