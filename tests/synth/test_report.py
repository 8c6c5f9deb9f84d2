import json

import pytest

from icetrax_rtl import boardfile
from icetrax_synth.errors import BitstreamError
from icetrax_synth.report import Placement, Report, check_fit, check_timing, read_placement, read_report, used_cells

NEXTPNR = {
    "utilization": {
        "ICESTORM_LC": {"used": 100, "available": 7680},
        "ICESTORM_RAM": {"used": 3, "available": 32},
    },
    "fmax": {"clk$1": {"achieved": 55.5, "constraint": 12.0}, "clk$2": {"achieved": 101.0, "constraint": 12.0}},
    "critical_paths": [
        {
            "path": [
                {"delay": 0.5, "from": {"cell": "first", "port": "O"}, "to": {"cell": "first", "port": "O"}},
                {"delay": 17.53, "from": {"cell": "first", "port": "O"}, "to": {"cell": "last", "port": "I0"}},
            ]
        }
    ],
}

LOG = """\
Info: Device utilisation:
Info: \t         ICESTORM_LC:  7304/ 5280   138%
Info: \t        ICESTORM_RAM:    30/   30   100%
Info: \t               SB_IO:     7/   96     7%

Info: Placed 0 cells based on constraints.
"""


def test_a_placement_is_read(tmp_path):
    file = tmp_path / "report.json"
    file.write_text(json.dumps(NEXTPNR))
    assert read_placement(file) == Placement(55.5, 100, 7680, 3, 32, 0, "first -> last: 18.0 ns")
    used = {**NEXTPNR["utilization"], "ICESTORM_SPRAM": {"used": 2, "available": 4}}
    file.write_text(json.dumps({**NEXTPNR, "utilization": used}))
    assert read_placement(file).spram == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({**NEXTPNR, "fmax": {}}), json.dumps({**NEXTPNR, "critical_paths": []})]
)
def test_what_is_no_placement_is_refused(tmp_path, text):
    file = tmp_path / "report.json"
    file.write_text(text)
    with pytest.raises(BitstreamError, match=r"report\.json: not a report of a placed design"):
        read_placement(file)


def test_a_design_that_does_not_fit():
    cells = used_cells(LOG)
    assert cells == {"ICESTORM_LC": (7304, 5280), "ICESTORM_RAM": (30, 30), "SB_IO": (7, 96)}
    with pytest.raises(BitstreamError, match=r"^up5k: the design does not fit: it needs 7304 of 5280 logic cells;"):
        check_fit("up5k", cells)
    check_fit("up5k", {"ICESTORM_LC": (5280, 5280)})


def test_the_fastest_seed_is_taken_if_it_is_fast_enough():
    board = boardfile.load("hx8k")
    clock = board.config.clock_hz / 1e6
    assert check_timing(board, {1: clock - 5, 2: clock, 3: clock - 0.1}) == 2
    with pytest.raises(BitstreamError, match=rf"hx8k: too slow: 40.0, {clock - 0.1:.1f} MHz reached with 2 seeds"):
        check_timing(board, {1: 40.0, 2: clock - 0.1})


def test_a_report_on_disk(tmp_path):
    file = tmp_path / "report.json"
    report = Report("b", "d", 50.0, 48.0, 1, 2, 3, 4, 0, "b.bin", {"1": 50.0}, "a -> b: 20.0 ns", 9.5)
    report.write(file)
    assert read_report(file) == report
    required = "board device fmax_mhz clock_mhz lc lc_total bram bram_total spram bitstream"
    assert set(required.split()) <= set(json.loads(file.read_text()))
    for text in ("", "{}", "[1]"):
        file.write_text(text)
        assert read_report(file) is None
    assert read_report(tmp_path / "none") is None
