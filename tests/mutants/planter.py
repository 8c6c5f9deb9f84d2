"""Plants a bug in a copy of the hardware and sees whether a unit's tests catch it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ROOT", "SOURCES", "Mutant", "Outcome", "mutated", "try_out"]

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "rtl" / "icetrax_rtl"

_TIMEOUT_S = 300
_VERDICTS = ("Failed: ", "assert ", "AssertionError", "tests.proofs.prover.ProofError")


@dataclass(frozen=True)
class Mutant:
    """A bug: in a module of ``icetrax_rtl`` one piece of text, found once, is replaced by another.

    Parameters
    ----------
    unit
        The module.
    old, new
        The texts; the same for the unit as it is, which all tests must pass.
    tests
        What pytest is asked to run; at least one test must fail.
    """

    unit: str
    old: str
    new: str
    tests: Sequence[str]

    def __str__(self) -> str:
        return f"{self.unit}: {self.old!r} -> {self.new!r}" if self.old else f"{self.unit}: as it is"


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant.

    Parameters
    ----------
    answer
        ``caught``, ``survived``, or ``broken``: it did not come to a verdict, as when the hardware can not be built.
    reason
        The test that failed and how.
    """

    answer: str
    reason: str


def mutated(mutant: Mutant) -> str:
    """The source of a mutant's module, with the bug in it.

    Raises
    ------
    ValueError
        If the text to be replaced is not there just once, or if what comes out can not be parsed.
    """
    text = (SOURCES / f"{mutant.unit}.py").read_text(encoding="utf-8")
    if not mutant.old:
        return text
    if (count := text.count(mutant.old)) != 1:
        raise ValueError(f"{mutant}: the text is in {mutant.unit}.py {count} times, not once")
    text = text.replace(mutant.old, mutant.new)
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise ValueError(f"{mutant}: {error}") from error
    return text


def try_out(mutant: Mutant, folder: Path) -> Outcome:
    """Run a mutant's tests on a copy of the hardware with the bug in it.

    Parameters
    ----------
    mutant
        The bug.
    folder
        Where the copy is kept and everything built from it; to be used for one mutant at a time.

    Returns
    -------
    Outcome
        Caught if an assertion failed or the hardware hung; an error of any other kind is not one of the tests' doing.
    """
    copy, build = folder / "rtl", folder / "build"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.rmtree(build / "cocotb", ignore_errors=True)  # what is made for all simulations alike stays
    shutil.copytree(SOURCES, copy / "icetrax_rtl", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "icetrax_rtl" / f"{mutant.unit}.py").write_text(mutated(mutant), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(copy), "ICETRAX_BUILD": str(build), "COLUMNS": "400"}
    where = subprocess.run([sys.executable, "-c", "import icetrax_rtl; print(icetrax_rtl.__file__)"],
                           env=environment, capture_output=True, text=True, check=True).stdout
    if not where.startswith(str(copy)):
        raise RuntimeError(f"the tests would not see the copy of the hardware, but {where.strip()}")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", f"--timeout={_TIMEOUT_S}",
         *mutant.tests],
        cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    (folder / "log").write_text(run.stdout + run.stderr)
    if run.returncode == 0:
        return Outcome("survived", "")
    failed = re.search(r"^FAILED (\S+)(?: - (.*))?$", run.stdout, re.MULTILINE)
    if run.returncode != 1 or failed is None:
        return Outcome("broken", run.stdout.strip().splitlines()[-1] if run.stdout.strip() else run.stderr[-200:])
    how = failed[2] or ""
    answer = "caught" if how.startswith(_VERDICTS) else "broken"
    return Outcome(answer, f"{failed[1]}: {how}")
