"""The line under all kinds of faults, and faults of the hardware that this is to find."""

from __future__ import annotations

import subprocess
import types
from importlib import import_module
from pathlib import Path

import pytest

import icetrax_rtl.player
import icetrax_sim.top
from tests.fuzz.build import build


@pytest.fixture(scope="module")
def program() -> Path:
    return build()


def _run(program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=500, check=False)


def test_twenty_thousand_lines(program: Path) -> None:
    result = _run(program, "--seed", "1", "--resets", "100", "--shorten", "60")
    assert result.returncode == 0, result.stdout + result.stderr
    total, events = result.stdout.splitlines()[-2:]
    assert int(total.split()[0]) >= 20_000
    assert total.endswith("no fault")
    for kind in ("damage", "rate", "break", "glitch", "pause", "reset", "garbage", "flood"):
        assert f" {kind} " in events


def _changed(module: str, right: str, wrong: str) -> types.ModuleType:
    """A copy of a module of the hardware with a fault in it."""
    original = import_module(f"icetrax_rtl.{module}")
    assert original.__file__
    source = Path(original.__file__).read_text()
    assert source.count(right) == 1
    copy = types.ModuleType(original.__name__)
    copy.__package__ = original.__package__
    exec(compile(source.replace(right, wrong), f"changed {module}.py", "exec", dont_inherit=True), vars(copy))
    return copy


@pytest.mark.parametrize(
    ("module", "right", "wrong"),
    [
        pytest.param("session", "~has_argument & ((letter", "((letter", id="-T with an argument ends a search"),
        pytest.param("uart", "error.eq(lost | ~line)", "error.eq(lost)", id="no stop bit needed"),
    ],
)
def test_a_planted_fault_is_found_and_shown(
    module: str, right: str, wrong: str, program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = _changed(module, right, wrong)
    if module == "session":
        monkeypatch.setattr(icetrax_rtl.player, "Session", copy.Session)
    else:
        monkeypatch.setattr(icetrax_sim.top, "Receiver", copy.Receiver)
    faulty = build(optimize="-O1", name=f"changed-{module}")
    monkeypatch.undo()

    result = _run(faulty, "--resets", "0", "--moments", "0", "--shorten", "10")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "FAULT: " in result.stdout
    told = result.stdout.partition("shortest, for --replay:\n")[2].splitlines()
    conversation = tmp_path / "conversation"
    conversation.write_text("\n".join(told[:-2]))  # then come what went wrong and the seed
    assert len(told) < 12

    assert _run(faulty, "--replay", str(conversation), "--shorten", "0").returncode == 1
    right_one = _run(program, "--replay", str(conversation))
    assert (right_one.returncode, right_one.stdout) == (0, "no fault\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--line", "5"], "fuzz: unknown option, or no value for it: '--line'\n"),
        (["--lines"], "fuzz: unknown option, or no value for it: '--lines'\n"),
        (["--lines", "many"], "fuzz: --lines needs a number, not 'many'\n"),
        (["--replay", "/nowhere"], "fuzz: cannot read /nowhere\n"),
    ],
)
def test_bad_usage(program: Path, options: list[str], message: str) -> None:
    result = _run(program, *options)
    assert (result.returncode, result.stderr) == (2, message)
