"""When the simulation is built, and what happens when it cannot be."""

from __future__ import annotations

import multiprocessing
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from icetrax_rtl.config import SMALL, Config
from icetrax_sim import SimBuildError, SimProcess, build, build_root, toolchain
from tests.sim.echo import Echo


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder to build in, with the runtime library that has been built before."""
    runtime = toolchain.runtime_objects([])[0].parents[1]
    (tmp_path / "runtime").symlink_to(runtime)
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path))
    return tmp_path


def age(program: Path) -> int:
    return program.stat().st_mtime_ns


def build_echo(config: Config) -> Path:
    return build(config, player=Echo)


def test_the_folder_can_be_chosen(root: Path) -> None:
    assert build_root() == root


def test_the_folder_is_in_the_source_tree_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ICETRAX_BUILD", raising=False)
    assert build_root() == Path(__file__).parents[2] / "build"


def test_it_is_built_once_and_again_only_by_force(root: Path) -> None:
    lines: list[str] = []
    program = build(SMALL, player=Echo, notify=lines.append)
    first = age(program)
    assert program.is_relative_to(root)
    assert len(lines) == 1
    assert SMALL.name in lines[0]

    assert build(SMALL, player=Echo, notify=lines.append) == program
    assert age(program) == first
    assert len(lines) == 1

    assert build(SMALL, player=Echo, force=True) == program
    assert age(program) > first
    assert [path.name for path in sorted(program.parent.iterdir())] == ["icetrax-sim", "keys.json", "lock"]


def test_configurations_are_kept_apart(root: Path) -> None:
    other = replace(SMALL, baud=62_500)
    programs = [build_echo(config) for config in (SMALL, other)]
    assert len(set(programs)) == 2
    for program, config in zip(programs, (SMALL, other), strict=True):
        with SimProcess(config, program=program) as process:
            process.stdin.write(b"x\n")
            assert process.stdout.read(1) == b"x"


def test_several_processes_build_it_once(root: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        programs = pool.map(build_echo, [SMALL] * 3, chunksize=1)
    assert len(set(programs)) == 1
    assert age(programs[0]) == age(build_echo(SMALL))
    with SimProcess(SMALL, program=programs[0]) as process:
        process.stdin.write(b"x\n")
        assert process.stdout.read(1) == b"x"


def test_a_failing_compiler_leaves_nothing_and_its_message(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = root / "broken"
    compiler.write_text("#!/bin/sh\necho first line\necho 'top.cpp:1: error: out of luck'\necho more\nexit 7\n")
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CXX", str(compiler))
    with pytest.raises(SimBuildError) as caught:
        build_echo(SMALL)
    assert str(caught.value) == f"{compiler} failed with exit status 7: top.cpp:1: error: out of luck"
    assert [path.name for path in root.rglob("*") if path.is_file() and not path.is_symlink()] == ["broken", "lock"]


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path / "file"))
    with pytest.raises(SimBuildError, match=r"^cannot build in .*/file/sim/.*: Not a directory$"):
        build_echo(SMALL)
