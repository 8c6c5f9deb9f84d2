"""Lines of text to and from whatever speaks them: a serial port, a TCP connection, or a program.

Everything is one file descriptor to read and one to write, and bytes are cut into lines in one place. A line is
printable ASCII ended by LF; a CR before the LF and empty lines are ignored.
"""

from __future__ import annotations

import abc
import os
import select
import shlex
import signal
import socket
import subprocess
import termios
import time
import tty
from collections.abc import Callable

import serial

__all__ = [
    "LINE_LIMIT",
    "DisconnectedError",
    "FdTransport",
    "LineBuffer",
    "Listener",
    "MalformedLineError",
    "PseudoTerminal",
    "Tap",
    "Transport",
    "TransportError",
    "connect_tcp",
    "open_serial",
    "start_command",
]

LINE_LIMIT = 256
"""Longest line that is taken from a player, in characters."""

_QUOTED = 40  # characters of a bad line that an error message shows
_CHUNK = 4096  # bytes asked for at once
_WRITE_SECONDS = 5.0  # a peer that takes no byte for so long is as good as gone
_CONNECT_SECONDS = 10.0
_LOOK_SECONDS = 0.02  # between two looks at whether a device has been opened
_LEAVE_SECONDS = 1.0  # how long a program may take to end once its input has ended


Tap = Callable[[bool, bytes], None]
"""Is shown all bytes that pass: whether they were sent rather than received, and the bytes."""


class TransportError(Exception):
    """The other side cannot be reached. The message names it and what to do."""


class DisconnectedError(TransportError):
    """The other side was there and has gone."""


class MalformedLineError(TransportError):
    """What came is not a line: too long, or not printable ASCII. The connection is still usable."""


class LineBuffer:
    """Cuts bytes into lines.

    Parameters
    ----------
    limit
        Longest line in characters. What is longer is thrown away up to its LF.

    Attributes
    ----------
    taken
        Number of LF taken so far, those of empty and malformed lines included.
    """

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self.taken = 0
        self._limit = limit
        self._data = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> None:
        """Add bytes as they came."""
        self._data += data

    @property
    def unfinished(self) -> bytes:
        """What has come of a line that has not ended; empty while one that is too long is thrown away."""
        return bytes(self._data)

    def next_line(self) -> str | None:
        """Take out the next line, None where none is complete.

        Raises
        ------
        MalformedLineError
            The next line is too long or not printable ASCII; it is taken out all the same.
        """
        while True:
            end = self._data.find(b"\n")
            if end < 0:
                self._bound()
                return None
            raw = bytes(self._data[:end])
            del self._data[: end + 1]
            self.taken += 1
            if self._skipping:
                self._skipping = False
                continue
            raw = raw.rstrip(b"\r")
            if raw:
                return self._checked(raw)

    def _bound(self) -> None:
        """Keep no more than the limit of a line that has not ended."""
        if self._skipping:
            self._data.clear()
        elif len(self._data) > self._limit:
            head = bytes(self._data)
            self._data.clear()
            self._skipping = True
            self._checked(head)

    def _checked(self, raw: bytes) -> str:
        if len(raw) > self._limit:
            raise MalformedLineError(f"{_quoted(raw)} is longer than {self._limit} characters")
        text = raw.decode("ascii", "backslashreplace")
        if not (raw.isascii() and text.isprintable()):
            raise MalformedLineError(f"{_quoted(raw)} is not printable ASCII")
        return text


def _quoted(raw: bytes) -> str:
    text = raw.decode("ascii", "backslashreplace")
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "..")


class Transport(abc.ABC):
    """One line-oriented conversation.

    Attributes
    ----------
    name
        Whom it talks to, for messages.
    tap
        Shown all bytes that pass; None for nobody.
    """

    name: str
    tap: Tap | None = None

    @property
    @abc.abstractmethod
    def lines_in(self) -> int:
        """Number of LF received, up to the line that :meth:`read_line` answered last."""

    @property
    @abc.abstractmethod
    def lines_out(self) -> int:
        """Number of lines sent."""

    @abc.abstractmethod
    def send_line(self, text: str) -> None:
        """Send one line.

        Parameters
        ----------
        text
            Printable ASCII, without the LF.

        Raises
        ------
        ValueError
            *text* is not printable ASCII.
        DisconnectedError
            The other side has gone, or takes nothing.
        """

    @abc.abstractmethod
    def read_line(self, timeout: float | None) -> str | None:
        """Wait for a line.

        Parameters
        ----------
        timeout
            Seconds; 0 takes only what is there already, None waits for ever.

        Returns
        -------
        The line without its end, or None when the time is over.

        Raises
        ------
        MalformedLineError
            What came is too long or not printable ASCII.
        DisconnectedError
            The other side has gone. Lines that it sent before are answered first.
        """

    @abc.abstractmethod
    def close(self) -> None:
        """End the conversation and free what it holds. May be called twice."""


class FdTransport(Transport):
    """Lines over a pair of file descriptors.

    Parameters
    ----------
    name
        Whom it talks to.
    read_fd, write_fd
        File descriptors, may be the same; made non-blocking here.
    release
        Called once by :meth:`close`: closes whatever owns the descriptors.
    farewell
        Asked when the other side has gone: why, if that is known, such as ``exit status 1``.
    line_limit
        Longest line in characters that is taken.
    """

    def __init__(
        self,
        name: str,
        read_fd: int,
        write_fd: int,
        release: Callable[[], None],
        *,
        farewell: Callable[[], str] = str,
        line_limit: int = LINE_LIMIT,
    ) -> None:
        self.name = name
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._release: Callable[[], None] | None = release
        self._farewell = farewell
        self._buffer = LineBuffer(line_limit)
        self._sent = 0
        os.set_blocking(read_fd, False)
        os.set_blocking(write_fd, False)
        self._readable = select.poll()
        self._readable.register(read_fd, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(write_fd, select.POLLOUT)

    @property
    def lines_in(self) -> int:
        """Number of LF received, up to the line that :meth:`read_line` answered last."""
        return self._buffer.taken

    @property
    def lines_out(self) -> int:
        """Number of lines sent."""
        return self._sent

    def send_line(self, text: str) -> None:
        """Send one line; see :meth:`Transport.send_line`."""
        if not (text.isascii() and text.isprintable()):
            raise ValueError(f"{text!r} cannot be sent as a line: it is not printable ASCII")
        self._check_open()
        data = text.encode() + b"\n"
        while data:
            if not self._writable.poll(_WRITE_SECONDS * 1000):
                raise DisconnectedError(f"{self.name} takes no input")
            try:
                count = os.write(self._write_fd, data)
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None
            if self.tap is not None:
                self.tap(True, data[:count])
            data = data[count:]
        self._sent += 1

    def read_line(self, timeout: float | None) -> str | None:
        """Wait for a line; see :meth:`Transport.read_line`."""
        self._check_open()
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            line = self._buffer.next_line()
            if line is not None:
                return line
            wait = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._readable.poll(None if wait is None else wait * 1000):
                return None
            self._receive()
            if wait == 0:
                return self._buffer.next_line()

    def _receive(self) -> None:
        try:
            data = os.read(self._read_fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._gone()
        if self.tap is not None:
            self.tap(False, data)
        self._buffer.feed(data)

    def _gone(self) -> DisconnectedError:
        reasons = [self._farewell()]
        if self._buffer.unfinished:
            reasons.append(f"in the middle of the line {_quoted(self._buffer.unfinished)}")
        known = ", ".join(filter(None, reasons))
        return DisconnectedError(f"{self.name} has gone" + (f" ({known})" if known else ""))

    def _check_open(self) -> None:
        if self._release is None:
            raise DisconnectedError(f"the connection to {self.name} is closed")

    def close(self) -> None:
        """End the conversation; see :meth:`Transport.close`."""
        release, self._release = self._release, None
        if release is not None:
            release()


def open_serial(device: str, baud: int) -> FdTransport:
    """Open a serial port, 8N1, for this program alone.

    Parameters
    ----------
    device
        Such as ``/dev/ttyUSB0``.
    baud
        Bits a second.

    Raises
    ------
    TransportError
        The device is missing, in use, not a serial port, or does not know *baud*.
    """
    try:
        port = serial.Serial(device, baud, timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        reason = "it is not a serial port" if isinstance(error.__context__, termios.error) else _reason(error)
        raise TransportError(
            f"cannot open serial device {device} at {baud} baud: {reason}; "
            "check the cable, the name and who else uses it"
        ) from None
    port.reset_input_buffer()
    descriptor = port.fileno()
    return FdTransport(f"serial device {device}", descriptor, descriptor, port.close)


def connect_tcp(host: str, port: int) -> FdTransport:
    """Connect to a player that waits on a TCP port.

    Raises
    ------
    TransportError
        Nobody answers there.
    """
    try:
        connection = socket.create_connection((host, port), timeout=_CONNECT_SECONDS)
    except OSError as error:
        raise TransportError(
            f"cannot connect to {host} port {port}: {_reason(error)}; check that the player waits there"
        ) from None
    return _over_socket(f"{host}:{port}", connection)


class Listener:
    """A TCP port on which players are awaited.

    Parameters
    ----------
    host
        Address of this machine to wait on.
    port
        0 takes any that is free.

    Raises
    ------
    TransportError
        The port is in use or not allowed.
    """

    def __init__(self, host: str, port: int) -> None:
        try:
            self._socket = socket.create_server((host, port))
        except OSError as error:
            raise TransportError(
                f"cannot wait on {host} port {port}: {_reason(error)}; "
                "choose another port or end the program that has it"
            ) from None
        self.host = host
        self.port: int = self._socket.getsockname()[1]

    @property
    def where(self) -> str:
        """The place where players are awaited, in words."""
        return f"{self.host} port {self.port}"

    def accept(self, timeout: float) -> FdTransport:
        """Wait for one player to connect.

        Parameters
        ----------
        timeout
            Seconds.

        Raises
        ------
        TransportError
            Nobody has come.
        """
        self._socket.settimeout(timeout)
        try:
            connection, (host, port, *_) = self._socket.accept()
        except OSError:
            raise TransportError(
                f"no player has connected to {self.where} within {timeout:g} s; start it, and try again"
            ) from None
        return _over_socket(f"{host}:{port}", connection)

    def close(self) -> None:
        """Stop waiting. Connections that were accepted live on."""
        self._socket.close()


class PseudoTerminal:
    """A pseudo-terminal on which a player is awaited that opens it like a serial port.

    Raises
    ------
    TransportError
        The system has none left.
    """

    def __init__(self) -> None:
        try:
            self._leader, follower = os.openpty()
        except OSError as error:
            raise TransportError(f"cannot make a pseudo-terminal: {_reason(error)}; end programs with some") from None
        self.where = os.ttyname(follower)
        """Name of the device that the player opens."""
        tty.setraw(follower)
        os.close(follower)  # so that the system tells when the player has the other side open
        self._poll = select.poll()
        self._poll.register(self._leader, 0)

    def accept(self, timeout: float) -> FdTransport:
        """Wait for a player to open the device.

        Parameters
        ----------
        timeout
            Seconds.

        Raises
        ------
        TransportError
            Nobody has.
        """
        deadline = time.monotonic() + timeout
        while self._poll.poll(0):  # as long as nobody has it open, the system says that the other side has hung up
            if time.monotonic() > deadline:
                raise TransportError(f"no player has opened {self.where} within {timeout:g} s; start it, and try again")
            time.sleep(_LOOK_SECONDS)
        return FdTransport(self.where, self._leader, self._leader, self._clear)

    def _clear(self) -> None:
        """Throw away what nobody has read."""
        if self._leader >= 0:
            termios.tcflush(self._leader, termios.TCIOFLUSH)

    def close(self) -> None:
        """Remove the device. May be called twice."""
        leader, self._leader = self._leader, -1
        if leader >= 0:
            os.close(leader)


def _over_socket(name: str, connection: socket.socket) -> FdTransport:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return FdTransport(name, connection.fileno(), connection.fileno(), connection.close)


def start_command(command: str) -> FdTransport:
    """Start a program and talk with it over its standard input and output. Its standard error stays ours.

    Parameters
    ----------
    command
        Program and arguments, quoted as for a shell; no shell is started.

    Raises
    ------
    TransportError
        The program cannot be started.
    """
    try:
        words = shlex.split(command)
        if not words:
            raise ValueError("no program is named")
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
    except (OSError, ValueError) as error:
        raise TransportError(f"cannot start {command!r}: {_reason(error)}; check the program's name and path") from None
    assert process.stdin is not None
    assert process.stdout is not None
    return FdTransport(
        words[0],
        process.stdout.fileno(),
        process.stdin.fileno(),
        lambda: _end(process),
        farewell=lambda: _exit_status(process),
    )


def _exit_status(process: subprocess.Popen[bytes]) -> str:
    try:
        status = process.wait(timeout=0.2)
    except subprocess.TimeoutExpired:
        return "it has closed the connection, but still runs"
    return f"exit status {status}" if status >= 0 else f"ended by {signal.Signals(-status).name}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program: first by the end of its input, then by force, with everything that it started."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
    for signum in (signal.SIGTERM, signal.SIGKILL):
        try:
            process.wait(timeout=_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signum)
    process.wait()


def _reason(error: OSError | ValueError) -> str:
    """What the system says, without the numbers and addresses that some libraries wrap around it."""
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    return os.strerror(error.errno) if error.errno > 0 else error.strerror or str(error)  # below 0: name look-up
