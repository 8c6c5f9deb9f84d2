"""Game records on disk, each there as soon as its game has ended."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from icetrax.errors import RecordError
from icetrax.record import Record, format_record

__all__ = ["Journal"]


class Journal:
    """A file of game records. It takes the place of an older file when the first game ends.

    Parameters
    ----------
    path
        The file; its folder is made with the first game if it is missing.

    Raises
    ------
    RecordError
        The file cannot be written there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._begun = False
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        fits = path.is_file() or not path.exists()
        if not (fits and folder.is_dir() and os.access(folder, os.W_OK)):
            raise RecordError(f"cannot write records to {path}: that is no place for a file; name another one")

    def append(self, record: Record) -> None:
        """Write one game; it is on the disk when this returns, and never in part.

        The first game is written beside the file and moved into its place, later ones are added in one piece.

        Raises
        ------
        RecordError
            The file cannot be written, or the record has a header that cannot.
        """
        data = format_record(record).encode()
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._begun:
                _write(self.path, data, os.O_APPEND)
            else:
                _write(beside, data, os.O_CREAT | os.O_TRUNC)
                beside.replace(self.path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise RecordError(
                f"cannot write records to {self.path}: {error.strerror}; make room or name another file"
            ) from None
        self._begun = True


def _write(path: Path, data: bytes, flags: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | flags, 0o666)
    try:
        size = os.fstat(descriptor).st_size
        if os.write(descriptor, data) != len(data):
            os.ftruncate(descriptor, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
