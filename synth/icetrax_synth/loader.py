"""Loads a bitstream into a board."""

from __future__ import annotations

import shutil
import stat
import subprocess
from pathlib import Path

from icetrax_rtl.boardfile import BoardFile

from .errors import BitstreamError

__all__ = ["load_bitstream"]


def load_bitstream(board: BoardFile, bitstream: Path) -> str:
    """Load a bitstream with the first of the board's tools that is installed.

    Returns
    -------
    str
        What was done, in words.

    Raises
    ------
    BitstreamError
        If no tool is installed (the message says which would do), the board is not there, or the tool fails.
    """
    if board.load_device is not None:
        return _write(board, Path(board.load_device), bitstream)
    for command in board.loaders:
        if shutil.which(command[0]) is not None:
            arguments = [str(bitstream) if word == "{}" else word for word in command]
            status = subprocess.run(arguments, stdin=subprocess.DEVNULL, check=False).returncode
            if status:
                raise BitstreamError(
                    f"{board.name}: `{' '.join(arguments)}` failed with exit status {status}: "
                    "is the board connected, and may you use its device?"
                )
            return f"{board.name}: loaded with {command[0]}"
    tools = " or ".join(command[0] for command in board.loaders)
    raise BitstreamError(f"{board.name}: nothing to load a bitstream with: install {tools}")


def _write(board: BoardFile, device: Path, bitstream: Path) -> str:
    try:
        # Never a plain file of that name, which would look like success.
        if not stat.S_ISCHR(device.stat().st_mode):
            raise BitstreamError(f"{board.name}: {device} is no serial device")
        with open(device, "wb", buffering=0) as port, open(bitstream, "rb") as content:
            shutil.copyfileobj(content, port)
    except OSError as error:
        raise BitstreamError(f"{board.name}: no board at {device}: {error.strerror}") from None
    return f"{board.name}: written to {device}"
