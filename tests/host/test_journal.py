"""Records on disk."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from icetrax.errors import RecordError
from icetrax.journal import Journal
from icetrax.notation import parse_move
from icetrax.record import Record, Result, format_record, read_records


def record(name: str) -> Record:
    return Record([parse_move("@0+"), parse_move("A0+")], Result.WHITE, {"White": name})


def test_games_are_there_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.trx"
    journal = Journal(path)
    assert not path.exists()
    for count in (1, 2, 3):
        journal.append(record(f"player {count}"))
        games = read_records(path.read_text())
        assert [game.headers["White"] for game in games] == [f"player {k}" for k in range(1, count + 1)]
    assert os.listdir(path.parent) == ["games.trx"]


def test_an_older_file_goes_when_the_first_game_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    Journal(path).append(record("old"))
    journal = Journal(path)
    assert "old" in path.read_text()
    journal.append(record("new"))
    assert [game.headers["White"] for game in read_records(path.read_text())] == ["new"]


def test_a_full_disk_leaves_whole_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.trx"
    journal = Journal(path)
    journal.append(record("first"))
    before = path.read_text()
    write = os.write
    monkeypatch.setattr("icetrax.journal.os.write", lambda descriptor, data: write(descriptor, data[:10]))
    with pytest.raises(RecordError, match=os.strerror(errno.ENOSPC)):
        journal.append(record("second"))
    with pytest.raises(RecordError, match="make room"):
        Journal(tmp_path / "other.trx").append(record("third"))
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["games.trx"]


def test_a_header_that_cannot_be_written_leaves_the_file_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.trx")
    with pytest.raises(RecordError):
        journal.append(record("two\nlines"))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("place", ["{}", "{}/file/games.trx", "/dev/null"])
def test_a_place_that_is_none_is_found_at_once(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = Path(place.format(tmp_path))
    with pytest.raises(RecordError, match="cannot write records to"):
        Journal(path)


def test_a_resumed_file_is_added_to(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    assert Journal(path, resume=True).records == []
    Journal(path).append(record("first"))
    journal = Journal(path, resume=True)
    assert [game.headers["White"] for game in journal.records] == ["first"]
    journal.append(record("second"))
    assert [game.headers["White"] for game in read_records(path.read_text())] == ["first", "second"]


def test_a_record_that_was_cut_off_anywhere_goes(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    for name in ("first", "zwölfter"):
        Journal(path, resume=True).append(record(name))
    data = path.read_bytes()
    one = len(format_record(record("first")).encode())
    for cut in range(one, len(data) + 1):
        path.write_bytes(data[:cut])
        journal = Journal(path, resume=True)
        assert len(journal.records) == 1 + (cut == len(data))
        assert path.read_bytes() == data[: one if cut < len(data) else cut]
        journal.append(record("next"))
        journal.close()
        names = [game.headers["White"] for game in read_records(path.read_text())]
        assert names == [*(game.headers["White"] for game in journal.records), "next"]


def test_a_file_that_holds_something_else_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    for content, message in (
        (b"@0+ hello\nred\n\n@0+ *\n\n@0", r"games.trx, line 1, game 1, ply 2: 'HELLO'"),
        (b"White: \xff\n\n1. @0+\nred\n\n", "it is not UTF-8 text"),
        (b"some prose\n", "holds no game as a match records it"),
    ):
        path.write_bytes(content)
        with pytest.raises(RecordError, match=message):
            Journal(path, resume=True)
        assert path.read_bytes() == content
    path.write_bytes(b"")
    Journal(path, resume=True).append(record("first"))
    assert len(read_records(path.read_text())) == 1


def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    late = Journal(path)
    first = Journal(path)
    first.append(record("first"))
    for resume in (False, True):
        with pytest.raises(RecordError, match=r"games\.trx: another program is writing it"):
            Journal(path, resume=resume)
    first.append(record("second"))
    with pytest.raises(RecordError, match="another program is writing it"):
        late.append(record("third"))
    assert len(read_records(path.read_text())) == 2
    first.close()
    first.close()
    late.append(record("third"))
    assert len(read_records(path.read_text())) == 1


def test_an_older_file_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.trx"
    for name in ("old", "new"):
        Journal(path, backup=True).append(record(name))
    assert "new" in path.read_text()
    assert "old" in (tmp_path / "games.trx~").read_text()
