"""Building, with stand-ins for the tools: what is made again, what is left behind, and what is said."""

import json
from pathlib import Path

import pytest

from icetrax_rtl import boardfile
from icetrax_synth import bitstream, flow, tools
from icetrax_synth.__main__ import main
from icetrax_synth.bitstream import build_bitstream
from icetrax_synth.errors import BitstreamError
from icetrax_synth.flow import Design
from icetrax_synth.report import read_report

BOARD = boardfile.load("hx8k")


class Tools:
    """Notes what is called, and leaves files behind like the real ones."""

    def __init__(self):
        self.calls = []
        self.fmax = {1: 50.0, 2: 61.5, 3: 55.0}
        self.cells = 100
        self.failing = None

    def _call(self, name):
        self.calls.append(name)
        if self.failing == name:
            raise BitstreamError(f"{name} failed")

    def run_yosys(self, script, folder, name):
        self._call("synthesis")
        assert "synth_ice40 -abc9 -device hx" in script
        (folder / "netlist.json").write_text((folder / "design.il").read_text())

    def place_and_route(self, device, package, netlist, *, seed, result, report, options):
        assert (device.name, package) == ("iCE40HX8K", "CT256")
        self._call(f"seed {seed}")
        if self.cells > 7680:
            (report.parent / f"{report.stem}.log").write_text(f"Info: ICESTORM_LC: {self.cells}/ 7680 1%\n")
            raise BitstreamError("no BELs remaining")
        result.write_text(f"bits of {seed}")
        end = {"cell": "a"}
        used = {"ICESTORM_LC": (self.cells, 7680), "ICESTORM_RAM": (3, 32)}
        report.write_text(json.dumps({
            "utilization": {name: {"used": a, "available": b} for name, (a, b) in used.items()},
            "fmax": {"clk": {"achieved": self.fmax[seed]}},
            "critical_paths": [{"path": [{"delay": 1.0, "from": end, "to": end}]}],
        }))  # fmt: skip

    def pack(self, source, target):
        self._call("pack")
        target.write_text(source.read_text())


@pytest.fixture
def fake(monkeypatch, tmp_path):
    fake = Tools()
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path))
    for name in ("run_yosys", "place_and_route", "pack"):
        monkeypatch.setattr(tools, name, getattr(fake, name))
    monkeypatch.setattr(bitstream, "design_for", lambda board: Design(
        board.name, tools.DEVICES["iCE40HX8K"], "CT256", fake.__dict__.get("text", "design"), "pins"
    ))  # fmt: skip
    return fake


def test_the_fastest_of_three_seeds_is_packed(fake, tmp_path):
    report = build_bitstream(BOARD)
    assert sorted(fake.calls) == ["pack", "seed 1", "seed 2", "seed 3", "synthesis"]
    assert Path(report.bitstream) == tmp_path / "hx8k" / "hx8k.bin"
    assert Path(report.bitstream).read_text() == "bits of 2"
    assert (report.fmax_mhz, report.clock_mhz, report.lc, report.bram) == (61.5, BOARD.config.clock_hz / 1e6, 100, 3)
    assert report.fmax_by_seed == {"1": 50.0, "2": 61.5, "3": 55.0}
    assert read_report(tmp_path / "hx8k" / "report.json") == report


def test_nothing_is_made_twice(fake, tmp_path):
    report = build_bitstream(BOARD)
    fake.calls.clear()
    assert build_bitstream(BOARD) == report
    assert fake.calls == []
    Path(report.bitstream).unlink()
    build_bitstream(BOARD)
    assert fake.calls == ["pack"]
    fake.calls.clear()
    fake.text = "another design"
    build_bitstream(BOARD)
    assert sorted(fake.calls) == ["pack", "seed 1", "seed 2", "seed 3", "synthesis"]


@pytest.mark.parametrize("failing", ["synthesis", "seed 2", "pack"])
def test_a_tool_that_fails_leaves_no_bitstream(fake, tmp_path, failing):
    build_bitstream(BOARD)
    fake.text, fake.failing = "another design", failing
    with pytest.raises(BitstreamError, match=f"^{failing} failed$"):
        build_bitstream(BOARD)
    assert not list(tmp_path.rglob("*.bin"))
    assert not (tmp_path / "hx8k" / "report.json").exists()
    fake.failing = None
    build_bitstream(BOARD)
    assert (tmp_path / "hx8k" / "hx8k.bin").exists()


def test_a_design_that_is_too_slow_leaves_no_bitstream(fake, tmp_path, capsys):
    fake.fmax = {1: 30.0, 2: 31.0, 3: 29.0}
    assert main(["bitstream", "hx8k"]) == 1
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith("icetrax_synth: hx8k: too slow: 30.0, 31.0, 29.0 MHz reached with 3 seeds, the clock is")
    assert not list(tmp_path.rglob("*.bin"))
    assert "pack" not in fake.calls


def test_a_design_that_does_not_fit_leaves_no_bitstream(fake, tmp_path, capsys):
    fake.cells = 8000
    assert main(["bitstream", "hx8k"]) == 1
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith("icetrax_synth: hx8k: the design does not fit: it needs 8000 of 7680 logic cells; ")
    assert not list(tmp_path.rglob("*.bin"))


def test_a_budget_that_is_exceeded_is_said(fake):
    fake.cells = BOARD.most_lc + 1
    said = []
    build_bitstream(BOARD, notify=said.append)
    assert f"hx8k: {BOARD.most_lc + 1} logic cells are more than the budget of {BOARD.most_lc}" in said


def test_the_commands(fake, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["bitstream", "hx8k"]) == 0
    assert capsys.readouterr().out.startswith("hx8k: 61.5 MHz, the clock is ")
    assert main(["program", "hx8k"]) == 1
    assert "install openFPGALoader or iceprog" in capsys.readouterr().err
    assert main(["bitstream", "hx9k"]) == 2
    assert capsys.readouterr().err.startswith("icetrax_synth: unknown board 'hx9k': choose one of ")
    with pytest.raises(SystemExit, match="2"):
        main(["bitstream"])


def test_a_build_folder_that_cannot_be_written(fake, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path / "file"))
    with pytest.raises(BitstreamError, match=r"^cannot build in .*: Not a directory$"):
        build_bitstream(BOARD)


def test_seeds_are_tried_by_default():
    assert len(set(flow.SEEDS)) >= 3
