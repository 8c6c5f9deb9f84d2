import pytest

from icetrax_rtl import boardfile
from icetrax_synth import __main__, ledger
from icetrax_synth.ledger import Change, Entry, compare, entry_names, read_baseline, write_baseline

BEFORE = Entry(lc=1000, bram=20, fmax_mhz=100.0, slowest_mhz=90.0)


def worse(now, *, quick=False):
    return {change.figure for change in compare({"a": BEFORE}, {"a": now}, quick=quick) if change.is_worse}


def test_what_is_worse():
    assert worse(BEFORE) == set()
    assert worse(Entry(1050, 21, 95.0, 1.0)) == set()
    assert worse(Entry(1051, 20, 100.0, 90.0)) == {"lc"}
    assert worse(Entry(1000, 22, 100.0, 90.0)) == {"bram"}
    assert worse(Entry(1000, 20, 94.9, 90.0)) == {"fmax_mhz"}
    assert worse(Entry(10, 2, 200.0, 200.0)) == set()


def test_a_quick_look_is_held_against_the_slowest_seed():
    assert worse(Entry(1000, 20, 90.0, 90.0), quick=True) == set()
    assert worse(Entry(1000, 20, 85.0, 85.0), quick=True) == {"fmax_mhz"}


def test_what_was_never_accepted_is_objected_to():
    changes = compare({}, {"b": BEFORE})
    assert [change.figure for change in changes if change.is_worse] == ["lc", "bram", "fmax_mhz"]
    assert str(changes[0]) == "b: lc none -> 1000  WORSE"


def test_a_change_in_words():
    assert str(Change("a", "lc", 1000, 1100)) == "a: lc 1000 -> 1100 (+10.0%)  WORSE"
    assert str(Change("a", "fmax_mhz", 50.0, 55.0)) == "a: fmax_mhz 50 -> 55 (+10.0%)"


def test_a_ledger_on_disk(tmp_path):
    file = tmp_path / "ledger.json"
    entries = {"b": BEFORE, "a": Entry(1, 2, 3.5, 3.0)}
    write_baseline(entries, file)
    assert read_baseline(file) == entries
    for text in ("", "[]", '{"a": {"lc": 1}}', '{"a": 1}'):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"ledger\.json: not a ledger: "):
            read_baseline(file)


def test_the_accepted_ledger_names_what_there_is():
    assert set(read_baseline()) <= set(entry_names())


def test_an_unknown_name():
    with pytest.raises(ValueError, match=r"^unknown board or unit 'unit:queen': choose one of .*hx8k, .*unit:rules"):
        ledger.measure("unit:queen")


def test_the_command(tmp_path, monkeypatch, capsys):
    file = tmp_path / "baseline.json"
    write_baseline({"hx8k": BEFORE}, file)
    monkeypatch.setattr(boardfile, "constraints_root", lambda: tmp_path)
    now = Entry(1100, 20, 100.0, 90.0)
    monkeypatch.setattr(ledger, "measure", lambda name, seeds, notify: now)
    assert __main__.main(["ledger", "hx8k"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "hx8k: lc 1000 -> 1100 (+10.0%)  WORSE"
    assert "make ledger-accept" in err
    assert read_baseline(file) == {"hx8k": BEFORE}
    assert __main__.main(["ledger", "--accept", "hx8k"]) == 0
    assert read_baseline(file) == {"hx8k": now}
    assert __main__.main(["ledger", "hx8k"]) == 0
    file.write_text("")
    assert __main__.main(["ledger", "hx8k"]) == 2
