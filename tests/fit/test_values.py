"""Sets of values: what they hold, and the files that they are written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax import evaluate as host
from icetrax_fit.values import ValueSet
from icetrax_rtl import evaluate as hardware


def test_files_that_are_written_are_what_the_hardware_and_the_host_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = ValueSet(tuple(index % 128 - 64 for index in range(256)), (32, 7, 0))
    (tmp_path / "data").mkdir()
    values.write(tmp_path / "data", ["Fitted by a test."])
    monkeypatch.setattr(hardware, "files", lambda _: tmp_path)
    monkeypatch.setattr(host, "files", lambda _: tmp_path)
    assert (tuple(hardware.path_values()), tuple(hardware.span_values())) == (values.paths, values.spans)
    read = host.fitted_values.__wrapped__()
    assert read.spans == values.spans
    assert [value for block in read.paths for row in block for value in row] == list(values.paths)
    assert "# Fitted by a test.\n" in (tmp_path / "data" / "paths.txt").read_text()


def test_the_present_values_are_the_hardwares() -> None:
    present = ValueSet.present()
    assert (list(present.paths), list(present.spans)) == (hardware.path_values(), hardware.span_values())


@pytest.mark.parametrize(
    ("paths", "spans", "message"),
    [
        ((0,) * 255, (0, 0, 0), "paths: 255 values, not 256"),
        ((0,) * 255 + (64,), (0, 0, 0), "paths: 64 is not from -64 to 63"),
        ((0,) * 256, (0, 0), "spans: 2 values, not 3"),
        ((0,) * 256, (1, 0, -1), "spans: -1 is not from 0 to 32"),
        ((0,) * 256, (33, 0, 0), "spans: 33 is not from 0 to 32"),
    ],
)
def test_values_that_the_hardware_cannot_hold(paths: tuple[int, ...], spans: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        ValueSet(paths, spans)
