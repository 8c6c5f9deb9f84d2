import dataclasses

import pytest

from icetrax_rtl import boardfile
from icetrax_synth.errors import BitstreamError
from icetrax_synth.loader import load_bitstream


@pytest.fixture
def bitstream(tmp_path):
    file = tmp_path / "x.bin"
    file.write_bytes(b"bits")
    return file


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Puts a program into an otherwise empty search path; it notes what it was called with."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def add(name, status=0):
        program = folder / name
        program.write_text(f'#!/bin/sh\necho "$0 $@" >> {tmp_path}/calls\nexit {status}\n')
        program.chmod(0o755)
        return tmp_path / "calls"

    return add


def test_the_first_tool_that_is_installed_is_used(bitstream, tools):
    board = boardfile.load("hx8k")
    calls = tools("iceprog")
    assert load_bitstream(board, bitstream) == "hx8k: loaded with iceprog"
    assert calls.read_text().split()[1:] == [str(bitstream)]
    tools("openFPGALoader")
    assert load_bitstream(board, bitstream) == "hx8k: loaded with openFPGALoader"
    assert calls.read_text().splitlines()[-1].split()[1:] == ["-b", "ice40_generic", "-f", str(bitstream)]


@pytest.mark.usefixtures("tools")
def test_what_to_install_if_none_is(bitstream):
    with pytest.raises(BitstreamError, match=r"^hx8k: nothing to load .*: install openFPGALoader or iceprog"):
        load_bitstream(boardfile.load("hx8k"), bitstream)


def test_a_tool_that_fails(bitstream, tools):
    tools("iceprog", status=3)
    with pytest.raises(BitstreamError, match=r"iceprog .*failed with exit status 3: is the board connected"):
        load_bitstream(boardfile.load("hx8k"), bitstream)


def test_a_board_that_is_a_serial_device(bitstream, tmp_path):
    board = dataclasses.replace(boardfile.load("blackice2"), load_device="/dev/null")
    assert load_bitstream(board, bitstream) == "blackice2: written to /dev/null"
    missing = dataclasses.replace(board, load_device=str(tmp_path / "ttyACM9"))
    with pytest.raises(BitstreamError, match=r"blackice2: no board at .*ttyACM9: No such file"):
        load_bitstream(missing, bitstream)
    assert not (tmp_path / "ttyACM9").exists()
    plain = dataclasses.replace(board, load_device=str(bitstream))
    with pytest.raises(BitstreamError, match="is no serial device"):
        load_bitstream(plain, bitstream)
