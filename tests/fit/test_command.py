"""``python -m icetrax_fit``, on small numbers of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from icetrax_fit import __main__ as command
from icetrax_fit.contest import Result
from icetrax_fit.values import ValueSet

SMALL = ["--games", "20", "--nodes", "200", "--pairs", "4", "--match-nodes", "200", "--jobs", "1"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for where the hardware is built from."""
    monkeypatch.setenv("ICETRAX_BUILD", str(tmp_path / "build"))
    monkeypatch.setattr(command, "_BUILD", tmp_path / "fitted")
    monkeypatch.setattr(command, "_DATA", tmp_path / "data")
    (tmp_path / "data").mkdir()
    ValueSet.present().write(tmp_path / "data", ["As before."])
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["icetrax_fit", *words])
    return command.main()


@pytest.mark.parametrize(
    ("pairs", "more", "placed"),
    [((2, 0, 20, 0, 60), [], True), ((2, 0, 20, 0, 60), ["--keep"], False), ((19, 0, 20, 0, 21), [], False)],
)
def test_only_values_that_win_beyond_the_error_are_put_in_place(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pairs: tuple[int, int, int, int, int],
    more: list[str],
    placed: bool,
) -> None:
    monkeypatch.setattr(Result, "read", lambda lines: Result(pairs))
    assert run(monkeypatch, *SMALL, *more) == 0
    said = capsys.readouterr().out
    assert ("the present values stay in place" in said) == (not placed)
    fitted = (folder / "fitted" / "paths.txt").read_text()
    text = (folder / "data" / "paths.txt").read_text()
    assert (text == fitted) == placed
    assert ("# As before." in text) == (not placed)
    assert "positions of" in fitted
    assert str(Result(pairs)).partition(", Elo")[0] in fitted
    assert fitted.isascii()
    assert (folder / "fitted" / "spans.txt").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "0 is less than 1"),
        (["--trust", "1.5"], "1.5 is not from 0 to 1"),
        (["--pull", "-1"], "-1 is not a weight"),
        (["--least", "9", "--most", "8"], "--most 8 is less than --least 9"),
        (["--nodes", "many"], "invalid"),
    ],
)
def test_bad_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, *words)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_without_a_compiler_it_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert run(monkeypatch, *SMALL) == 1
    assert "icetrax_fit: cannot build the native helper: no C++ compiler: 'no-such-compiler'" in capsys.readouterr().err
