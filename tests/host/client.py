"""A contest's client as others write them, with habits of its own: ``client.py HABIT [HOST PORT | DEVICE]``.

It talks over standard input and output, or connects to a port, or opens a device like a serial port. Habits:

``tidy``
    moves as they should be
``shouting``
    lines end in CR LF, moves are in small letters, and it does not mind what it is sent
``lazy``
    output is flushed in pieces and late, and it talks a lot on standard error
"""

from __future__ import annotations

import os
import socket
import sys
import time
from typing import BinaryIO

from icetrax.board import Board


def connection(place: list[str]) -> tuple[BinaryIO, BinaryIO]:
    match place:
        case []:
            return sys.stdin.buffer, sys.stdout.buffer
        case [device]:
            descriptor = os.open(device, os.O_RDWR | os.O_NOCTTY)
            return os.fdopen(descriptor, "rb", buffering=0), os.fdopen(os.dup(descriptor), "wb")
        case [host, port]:
            link = socket.create_connection((host, int(port)))
            return link.makefile("rb"), link.makefile("wb")
    raise SystemExit("client.py HABIT [HOST PORT | DEVICE]")


class Client:
    def __init__(self, habit: str, source: BinaryIO, sink: BinaryIO) -> None:
        self._habit = habit
        self._source = source
        self._sink = sink
        self._board = Board()

    def say(self, text: str) -> None:
        match self._habit:
            case "shouting":
                self._sink.write(f"{text if text.isalpha() else text.lower()}\r\n".encode())
            case "lazy":
                for piece in (text[:1], text[1:], "\n"):
                    self._sink.write(piece.encode())
                    time.sleep(0.02)
                    print(f"[lazy] about to say {text!r}", file=sys.stderr, flush=True)
                    self._sink.flush()
            case _:
                self._sink.write(f"{text}\n".encode())
        self._sink.flush()

    def run(self) -> None:
        while line := self._source.readline():
            match line.decode().strip():
                case "-T":
                    self.say(self._habit[:2].upper())
                    continue
                case "-W":
                    self._board = Board()
                case "-B":
                    self._board = Board()
                    continue
                case move:
                    self._board.push_text(move)
            if not self._board.is_over():
                move = str(next(iter(self._board.legal_moves)))
                self._board.push_text(move)
                self.say(move)


if __name__ == "__main__":
    Client(sys.argv[1], *connection(sys.argv[2:])).run()
