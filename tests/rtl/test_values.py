"""The files from which the hardware's values are read."""

import pytest

from icetrax_rtl import evaluate

NAMES = {"paths.txt": evaluate.path_values, "spans.txt": evaluate.span_values}


@pytest.fixture
def folder(monkeypatch, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "paths.txt").write_text("# a remark\n" + "-64 63 0 1\n" * 64)
    (tmp_path / "data" / "spans.txt").write_text("32 0 1\n")
    monkeypatch.setattr(evaluate, "files", lambda _: tmp_path)
    return tmp_path / "data"


def test_the_widest_values_are_read(folder):
    assert evaluate.path_values() == [-64, 63, 0, 1] * 64
    assert evaluate.span_values() == [32, 0, 1]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("paths.txt", "1 2 3", r"data/paths\.txt holds 3 values, not 256"),
        ("paths.txt", "0 " * 255 + "64", r"data/paths\.txt: 64 is not from -64 to 63"),
        ("paths.txt", "0 " * 255 + "-65", r"data/paths\.txt: -65 is not from -64 to 63"),
        ("spans.txt", "1 2", r"data/spans\.txt holds 2 values, not 3"),
        ("spans.txt", "26 8 -1", r"data/spans\.txt: -1 is not from 0 to 32"),
        ("spans.txt", "33 8 1", r"data/spans\.txt: 33 is not from 0 to 32"),
    ],
)
def test_values_that_do_not_fit_are_refused(folder, name, text, message):
    (folder / name).write_text(text)
    with pytest.raises(ValueError, match=f"^{message}$"):
        NAMES[name]()
