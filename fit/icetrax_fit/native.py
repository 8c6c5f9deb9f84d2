"""The native helper: built when it is missing or its sources have changed, and run in several processes."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from icetrax_fit.errors import FitError
from icetrax_fit.values import ValueSet
from icetrax_sim import SimBuildError
from icetrax_sim.cache import build_root, digest, locked, workspace
from icetrax_sim.toolchain import compile_objects, link

__all__ = ["Native"]

_SOURCES = Path(__file__).with_name("native")
_FLAGS = ("-O3", "-Wall", "-Wextra")
_BATCH = 200  # lines that one process is given


class Native:
    """The native helper; ``native/main.cpp`` says what it can do, and what its lines mean.

    Parameters
    ----------
    jobs
        Processes at a time.

    Raises
    ------
    FitError
        It cannot be built.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        try:
            self._program = _build()
        except (SimBuildError, OSError) as error:
            raise FitError(f"cannot build the native helper: {error}") from error

    def run(
        self,
        command: str,
        arguments: Sequence[str] = (),
        *,
        values: Sequence[ValueSet] = (),
        lines: Iterable[str] = (),
    ) -> list[str]:
        """Run it once.

        Parameters
        ----------
        command, arguments
            What it is to do.
        values
            Sets of values; they come first among the arguments.
        lines
            What it is to read.

        Returns
        -------
        list of str
            The lines that it has written.

        Raises
        ------
        FitError
            It fails; the message is its own.
        """
        with tempfile.TemporaryDirectory(prefix="icetrax-fit-") as folder:
            files = [Path(folder, str(number)) for number, _ in enumerate(values)]
            for file, each in zip(files, values, strict=True):
                file.write_text(each.text_for_helper(), encoding="ascii")
            result = subprocess.run(
                [str(self._program), command, *map(str, files), *arguments],
                input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=False,
            )  # fmt: skip
        if result.returncode:
            raise FitError(f"the native helper failed: {result.stderr.strip() or f'status {result.returncode}'}")
        return result.stdout.splitlines()

    def run_batches(
        self, command: str, arguments: Sequence[str] = (), *, values: Sequence[ValueSet] = (), lines: Sequence[str]
    ) -> list[str]:
        """The same in several processes, each of which reads some of the lines; what they write is put together.

        Raises
        ------
        FitError
            It fails; the message is its own.
        """

        def part(first: int) -> list[str]:
            return self.run(command, arguments, values=values, lines=lines[first : first + _BATCH])

        with ThreadPoolExecutor(self._jobs) as pool:
            return [line for part_lines in pool.map(part, range(0, len(lines), _BATCH)) for line in part_lines]


def _build() -> Path:
    files = sorted(_SOURCES.iterdir())
    folder = build_root() / "fit" / digest(*_FLAGS, *(file.read_text(encoding="utf-8") for file in files))[:8]
    program = folder / "icetrax-fit"
    if program.exists():
        return program
    with locked(folder):
        if not program.exists():  # another process may have built it meanwhile
            with workspace(folder) as work:
                sources = [(file, _FLAGS) for file in files if file.suffix == ".cpp"]
                link(compile_objects(sources, work), work / program.name)
                (work / program.name).replace(program)
    return program
