"""Game records on disk, each there as soon as its game has ended."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import weakref
from pathlib import Path

from icetrax.errors import RecordError
from icetrax.record import Record, format_record, read_records

__all__ = ["Journal"]

_END = re.compile(rb"^(?:white|red|draw|\*)\n\n", re.MULTILINE)
"""The end of a record as it is written here: what comes behind the last one was cut off in the middle."""


class Journal:
    """A file of game records, written by one program at a time: it is locked from the first game on.

    Parameters
    ----------
    path
        The file; its folder is made with the first game if it is missing.
    resume
        Keep what is in the file and add to it. If its last record was cut off in the middle, that one goes. Otherwise
        the file takes the place of an older one when the first game ends.
    backup
        Keep the older file then, with a ``~`` behind its name.

    Attributes
    ----------
    path
        As given.
    records
        The games that were in the file, with *resume*.

    Raises
    ------
    RecordError
        The file cannot be written there, is being written by another program, or cannot be read as records, with
        *resume*.
    """

    def __init__(self, path: Path, *, resume: bool = False, backup: bool = False) -> None:
        self.path = path
        self.records: list[Record] = []
        self._begun = False
        self._backup = backup
        self._unlock: weakref.finalize[[int], Journal] | None = None
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        fits = path.is_file() or not path.exists()
        if not (fits and folder.is_dir() and os.access(folder, os.W_OK)):
            raise RecordError(f"cannot write records to {path}: that is no place for a file; name another one")
        if path.exists():
            self._take()
            if resume:
                self._resume()

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
                if self.path.exists():
                    self._take()  # it may not have been there before
                _write(beside, data, os.O_CREAT | os.O_TRUNC)
                if self._backup and self.path.exists():
                    self.path.replace(self.path.with_name(f"{self.path.name}~"))
                beside.replace(self.path)
                self._take()
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise RecordError(
                f"cannot write records to {self.path}: {error.strerror}; make room or name another file"
            ) from None
        self._begun = True

    def close(self) -> None:
        """Let others write the file. May be called twice."""
        if self._unlock is not None:
            self._unlock()

    def _take(self) -> None:
        """Lock the file that is there now."""
        self.close()
        try:
            descriptor = os.open(self.path, os.O_RDONLY)
            self._unlock = weakref.finalize(self, os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise RecordError(
                f"cannot write records to {self.path}: another program is writing it; end that or name another file"
            ) from None
        except OSError as error:
            raise RecordError(f"cannot read {self.path}: {error.strerror}; check who may read it") from None

    def _resume(self) -> None:
        data = self.path.read_bytes()
        ends = [match.end() for match in _END.finditer(data)]
        if data and not ends:
            raise RecordError(f"{self.path} holds no game as a match records it: name another file")
        whole = data[: ends[-1]] if ends else b""
        try:
            self.records = read_records(whole.decode("utf-8"), str(self.path))
        except UnicodeDecodeError:
            raise RecordError(f"cannot read {self.path}: it is not UTF-8 text") from None
        if whole != data:
            _replace(self.path, whole)
            self._take()
        self._begun = bool(whole)


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    _write(beside, data, os.O_CREAT | os.O_TRUNC)
    beside.replace(path)


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
