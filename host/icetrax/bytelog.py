"""A log of every byte that passes between the referee and the players, with the time."""

from __future__ import annotations

import datetime
import time
from pathlib import Path
from types import TracebackType

from icetrax.transport import Tap

__all__ = ["ByteLog"]


class ByteLog:
    """Writes one line for each piece of bytes, as soon as it has passed.

    A line is the seconds since the log was begun, the name of the port, ``>`` for bytes to the player or ``<`` for
    bytes from it, and the bytes as Python writes them. A context manager: leaving it closes the file.

    Parameters
    ----------
    path
        The file; an older one is replaced.

    Raises
    ------
    OSError
        It cannot be written, now or when bytes pass; the message names the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("w", encoding="ascii", buffering=1)
        self._begun = time.monotonic()
        moment = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        self._file.write(f"# bytes since {moment}: seconds, port, > to or < from the player\n")

    def tap(self, port: str) -> Tap:
        """What writes down the bytes that pass over one port."""

        def write(sent: bool, data: bytes) -> None:
            seconds = time.monotonic() - self._begun
            try:
                self._file.write(f"{seconds:12.6f} {port} {'>' if sent else '<'} {data!r}\n")
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(self._path)) from None

        return write

    def __enter__(self) -> ByteLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._file.close()
        except OSError:  # what was left to write has failed before, which has been told
            if error is None:
                raise
