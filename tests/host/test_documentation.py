"""The examples in the documentation run, and every public name has one."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import icetrax

ROOT = Path(__file__).parents[2]
MODULES = sorted(module.name for module in pkgutil.iter_modules(icetrax.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_each_module(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"icetrax.{name}"))
    assert results.failed == 0


@pytest.mark.parametrize("name", sorted(icetrax.__all__))
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>>" in (getattr(icetrax, name).__doc__ or "")


def test_examples_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted >= 10


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(icetrax.__file__).parent / "py.typed").exists()
