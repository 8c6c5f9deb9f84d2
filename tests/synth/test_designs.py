"""The designs of all boards, and what ``icetrax boards`` tells of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from icetrax_rtl import boardfile
from icetrax_synth.bitstream import board_folder, design_for, device_of
from icetrax_synth.report import Report

ICETRAX = Path(sys.executable).with_name("icetrax")


@pytest.mark.parametrize("name", boardfile.names())
def test_every_board_has_its_pins(name):
    board = boardfile.load(name)
    design = design_for(board)
    pins = dict(line.split()[1:] for line in design.pins.splitlines() if line.startswith("set_io"))
    leds = {name for name in pins if "led" in name}
    assert len(leds) == len(board.leds)
    assert {"uart_0__rx__io", "uart_0__tx__io", f"{board.oscillator}_0__io"} <= set(pins)
    assert len(pins) == len(leds) + 3 + (board.reset is not None)
    assert len(set(pins.values())) == len(pins)
    if board.uart_pins is not None:
        assert (pins["uart_0__rx__io"], pins["uart_0__tx__io"]) == board.uart_pins
    assert f"set_frequency {board.oscillator}_0__io {board.oscillator_hz / 1e6:g}" in design.pins.replace(".0\n", "\n")
    assert (board.pll_primitive or "top") in design.rtlil
    assert design.device.name == device_of(board)


def test_boards_are_listed(tmp_path, monkeypatch):
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path))
    report = Report("hx8k", "iCE40HX8K", 61.5, 48.0, 5, 7680, 3, 32, 0, "x.bin", {"1": 61.5}, "a -> b: 1.0 ns", 9.0)
    board_folder("hx8k").mkdir()
    report.write(board_folder("hx8k") / "report.json")
    text = subprocess.run([ICETRAX, "boards"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in text] == boardfile.names()
    (line,) = (line for line in text if line.startswith("hx8k "))
    assert line.endswith("breakout board: 61.5 MHz, 5 of 7680 cells, 3 of 32 block RAMs")
    assert sum(line.endswith("no bitstream yet") for line in text) == len(text) - 1
    text = subprocess.run([ICETRAX, "boards", "--json"], capture_output=True, text=True, check=True).stdout
    answers = {answer["board"]: answer for answer in map(json.loads, text.splitlines())}
    assert answers["hx8k"]["report"]["fmax_mhz"] == 61.5
    assert answers["icebreaker"]["report"] is None
    assert answers["icebreaker"]["device"] == "iCE40UP5K"
