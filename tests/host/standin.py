"""A player as a program of its own, honest or with one fault: ``standin.py FAULT``."""

from __future__ import annotations

import sys
import time

from icetrax.board import Board


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def main(fault: str) -> None:
    board = Board()
    for line in sys.stdin:
        match line.strip():
            case "-T":
                if fault == "nameless":
                    sys.exit(3)
                say("SI")
                continue
            case "-W":
                board = Board()
            case "-B":
                board = Board()
                continue
            case move:
                board.push_text(move)
        if board.is_over():
            continue
        if board.plies >= 2:
            misbehave(fault)
        move = str(next(iter(board.legal_moves)))
        board.push_text(move)
        answer = f"{move}\n{move}" if fault == "twice" and board.plies > 2 else move
        say(answer, end="\r\n" if fault == "crlf" else "\n")


def misbehave(fault: str) -> None:
    match fault:
        case "dies":
            sys.exit(3)
        case "illegal":
            say("Z99+")
        case "garbage":
            say("hello")
        case "binary":
            sys.stdout.buffer.write(b"\xff\x00A1\n")
            sys.stdout.flush()
        case "endless":
            while True:
                say("A" * 4096, end="")
        case "flood":
            while True:
                say("# still thinking")
        case "refuses":
            say("? illegal")
        case "full":
            say("? full A1+")
        case "half":
            say("A0", end="")
            sys.exit(0)
        case "remarks":
            say("# 1 0 12 345 A0+\n\n# done")
        case "slow":
            time.sleep(0.1)
        case "late":
            time.sleep(1)
        case "stalls":
            print("stalling", file=sys.stderr, flush=True)
            time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1])
