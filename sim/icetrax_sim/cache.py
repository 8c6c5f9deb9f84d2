"""Where built things are kept, and how several processes share them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["build_root", "digest", "locked", "workspace"]

_WORK = "making-"


def build_root() -> Path:
    """Folder for everything that is built.

    The environment variable ``ICETRAX_BUILD`` if set, else ``build`` in the source tree, else ``build`` in the current
    folder if the package was installed without its source tree.
    """
    if folder := os.environ.get("ICETRAX_BUILD"):
        return Path(folder).absolute()
    tree = Path(__file__).parents[2]
    return (tree if (tree / "pyproject.toml").exists() else Path.cwd()) / "build"


def digest(*texts: str) -> str:
    """A hexadecimal number that differs where the texts differ."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder and keep other processes out of it; also remove what a killed process has left half-made."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in folder.glob(f"{_WORK}*"):
            shutil.rmtree(leftover)
        yield


@contextmanager
def workspace(folder: Path) -> Iterator[Path]:
    """A folder to make things in, inside a :func:`locked` one. It is removed at the end, with what is left in it."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=_WORK) as name:
        yield Path(name)
