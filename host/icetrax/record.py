"""Game records, the ``.trx`` files: reading and writing.

A record is text: optional ``Key: value`` lines, then the moves separated by white space, then a result word. A file may
hold several, one after the other::

    White: icetrax
    Red: greedy
    Termination: loop

    1. @0/ 2. B1\\ 3. A2\\   ; a comment runs to the end of the line
    red

The result words are ``white``, ``red``, ``draw`` and ``*`` for a game that was not finished.

What is met in files by others is read as well: a title before a game, lines that begin with ``#`` between games, the
name of the variant on a line of its own, small letters, leading zeros, moves in the notation used before 1998, signs
such as ``!`` behind a move, Windows line ends, results in words (``White wins by loop``, ``Red resigns``, ``Resign``,
``1-0``), and comments that go on in indented lines. Move numbers are not checked, since some people number turns and
others pairs of turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from icetrax.board import Board
from icetrax.errors import IllegalMoveError, InvalidMoveError, RecordError, TraxError
from icetrax.gamerecord import Record, Result, variant_called
from icetrax.notation import Move, normalize, parse_move
from icetrax.old_notation import is_old_notation, parse_old_move, to_old_notation

__all__ = ["MoveReader", "Record", "Result", "format_record", "iter_records", "read_records", "write_record"]

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*:\s*(.*)")
_NUMBER = re.compile(r"\A[0-9]+(?:[.)]+|:?\Z)|\A\.+\Z")
_MOVELIKE = re.compile(r"[@A-Z]{1,3}[0-9]{1,4}.?|1A[A-Z]|.*[+/\\]", re.IGNORECASE)
"""What looks so much like a move that it was meant to be one."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_AFTERWARD = ",:!?"  # signs that people put behind a move
_WIDTH = 78  # columns that written moves may fill
_QUOTED = 40  # characters of a bad line that an error message shows

_COLORS = {"white": Result.WHITE, "red": Result.RED, "black": Result.RED}
_WINS = {"wins", "won", "win"}
_LOSES = {"loses", "lost", "resigns", "resigned", "resign", "resignation"}
_WORDS = {
    "1-0": Result.WHITE, "0-1": Result.RED, "draw": Result.DRAW, "drawn": Result.DRAW, "tie": Result.DRAW,
    "1/2-1/2": Result.DRAW, "½-½": Result.DRAW, "*": Result.UNFINISHED, "unfinished": Result.UNFINISHED,
}  # fmt: skip
_LATE = {"time", "timeout"}
_REASONS = {"by", "on", "after", "with", "in", "through", "due"}  # begin the words behind a result
_TERMINATIONS = {"time": "timeout", "timeout": "timeout", "loop": "loop", "line": "line", "resignation": "resignation"}


def read_records(source: str | Iterable[str], name: str = "", *, lenient: bool = False) -> list[Record]:
    """Read all records of a file; see :func:`iter_records`.

    >>> (record,) = read_records("White: A\\n1. @0/ 2. b1\\\\ Red wins on time")
    >>> record.headers, [str(move) for move in record.moves], str(record.result)
    ({'White': 'A', 'Termination': 'timeout'}, ['@0/', 'B1\\\\'], 'red')
    """
    return list(iter_records(source, name, lenient=lenient))


def iter_records(source: str | Iterable[str], name: str = "", *, lenient: bool = False) -> Iterator[Record]:
    """Read the records of a file one by one.

    Parameters
    ----------
    source
        The text itself, or its lines, for example a text file open for reading.
    name
        Of the file, for messages.
    lenient
        A game may lack its result word: the next one then begins with its title, its headers or a first move, and the
        result is what the board says.

    Raises
    ------
    RecordError
        The text is not a sequence of records. The message names the file and the line, the game counted from 1, and the
        turn if there is one, as in ``games.trx, line 3, game 1, ply 2: ..``.
    """
    lines = re.split(r"\r\n?|\n", source) if isinstance(source, str) else source
    return _Reader(name, lenient).read(lines)


def format_record(record: Record, *, old: bool = False) -> str:
    """The text of a record, ending in an empty line; :func:`read_records` reads it back equal.

    >>> from icetrax import parse_move
    >>> print(format_record(Record([parse_move("@0/")], comments={1: "so far"})).rstrip())
    1. @0/
    ; so far
    *

    Parameters
    ----------
    record
        The game.
    old
        Write the moves in the notation used before 1998; all of them must be legal then.

    Raises
    ------
    RecordError
        A title, header or comment could not be read back. The message quotes it.
    IllegalMoveError
        A move is not legal, and *old* is asked for.
    """
    lines = [_checked_title(line) for line in record.title.split("\n")] if record.title else []
    for key, value in record.headers.items():
        match = _HEADER.fullmatch(f"{key}: {value}")
        if match is None or match.groups() != (key, value) or not _is_one_line(value):
            raise RecordError(f"header {key!r}: {value!r} cannot be written: use a one-word key and a one-line value")
        lines.append(f"{key}: {value}".rstrip())
    if lines:
        lines.append("")
    begun = 0
    texts = _old_texts(record) if old else [str(move) for move in record.moves]
    for ply in sorted(record.comments):
        if not 0 <= ply <= len(texts):
            raise RecordError(f"a comment after turn {ply} cannot be written: the game has {len(texts)} turns")
        lines += _wrapped(f"{n}. {texts[n - 1]}" for n in range(begun + 1, ply + 1))
        lines += [_checked_comment(line) for line in record.comments[ply].split("\n")]
        begun = ply
    lines += _wrapped(f"{n}. {texts[n - 1]}" for n in range(begun + 1, len(texts) + 1))
    return "\n".join([*lines, str(record.result), "", ""])


def write_record(record: Record, file: TextIO, *, old: bool = False) -> None:
    """Append a record to an open text file, in one piece.

    >>> import io
    >>> file = io.StringIO()
    >>> write_record(Record(result=Result.DRAW), file)
    >>> file.getvalue()
    'draw\\n\\n'

    Raises
    ------
    RecordError, IllegalMoveError
        As :func:`format_record`; nothing is written then.
    """
    file.write(format_record(record, old=old))


class MoveReader:
    """Reads the moves of one game as people write them, in today's notation or the one before.

    Parameters
    ----------
    record
        The game: its headers tell the variant, and the moves that are read are added to it.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._board: Board | None = None  # only made for a game that needs one

    def read(self, word: str) -> Move:
        """Read one move and add it to the record.

        Raises
        ------
        InvalidMoveError
            *word* cannot be read as a move.
        IllegalMoveError
            The old notation is used in a place where its meaning depends on an illegal move, or names none.
        ValueError
            The old notation is used, and the variant is unknown.
        """
        text = normalize(word)
        move = parse_old_move(self._position(), text) if is_old_notation(text) else parse_move(text)
        self._record.moves.append(move)
        return move

    def _position(self) -> Board:
        if self._board is None:
            self._board = Board(self._record.variant)
        for move in self._record.moves[self._board.plies :]:
            self._board.push(move)
        return self._board


@dataclass
class _Ending:
    """A result that was found among the words of a line."""

    result: Result
    words: int  # how many it takes
    termination: str | None = None


class _Reader:
    """Takes the lines of one file."""

    def __init__(self, name: str, lenient: bool) -> None:
        self._prefix = f"{name}, " if name else ""
        self._lenient = lenient
        self._game = 0  # records that have ended
        self._line = 0
        self._after_blank = False
        self._talking: tuple[Record, int] | None = None  # whose comment may go on, and the column of its semicolon
        self._done: list[Record] = []
        self._begin()

    def _begin(self) -> None:
        self._record = Record()
        self._moves = MoveReader(self._record)
        self._begun = 0  # the line on which the present game begins, 0 before it does

    def read(self, lines: Iterable[str]) -> Iterator[Record]:
        """The records, each as soon as nothing more can belong to it."""
        for self._line, raw in enumerate(lines, start=1):
            line = raw.rstrip("\r\n\x1a").removeprefix("\ufeff" if self._line == 1 else "")
            bad = _CONTROL.search(line)
            if bad is not None:
                raise self._error(f"the character {bad.group()!r} cannot be part of a record")
            if not self._goes_on(line):
                self._talking = None
                yield from self._done
                self._done.clear()
                self._take(line)
            self._after_blank = not line.strip()
        if self._begun:
            self._line = self._begun
            if self._record.moves or self._record.headers:
                self._end_without_result("the game that begins here")
            else:
                raise self._error(f"{_quote(self._record.title)} is followed by no game")
        yield from self._done

    def _goes_on(self, line: str) -> bool:
        """Take a line that continues a comment."""
        if self._talking is None or not line[:1].isspace() or not line.strip() or line.lstrip()[0] == ";":
            return False
        record, column = self._talking
        indented = len(line) - len(line.lstrip())
        words = line.partition(";")[0].split()
        if _all_readable(words, len(record.moves)) and not 0 < column <= indented:
            return False
        ply = len(record.moves)
        record.comments[ply] = f"{record.comments[ply]} {line.strip()}".lstrip()
        return True

    def _take(self, line: str) -> None:
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            return self._take_header(*header.groups())
        if line.startswith("#"):
            if self._record.moves:
                self._end_without_result(f"the game begun in line {self._begun}")
            return self._take_title(line.lstrip("#").strip())
        body, semicolon, comment = line.partition(";")
        words = body.split()
        record = self._record
        if words and self._is_title(words):
            self._take_title(body.strip())
            record = self._record
        else:
            record = self._take_words(words) or record
        if semicolon:
            ply, text = len(record.moves), comment.strip()
            record.comments[ply] = f"{record.comments[ply]}\n{text}" if ply in record.comments else text
            self._talking = record, len(body)
        return None

    def _take_header(self, key: str, value: str) -> None:
        if self._record.moves:
            self._end_without_result(f"the game begun in line {self._begun}")
        if key in self._record.headers:
            raise self._error(f"header {key!r} is given twice in one game: keep one of them")
        self._record.headers[key] = value
        self._begun = self._begun or self._line

    def _is_title(self, words: list[str]) -> bool:
        plies = len(self._record.moves)
        if plies and (not self._after_blank or _readable(words, 0, plies)):
            return False
        return _is_title(words, plies)

    def _take_title(self, text: str) -> None:
        if self._record.moves:
            self._end_without_result(f"the game begun in line {self._begun}")
        if not text:
            return
        self._begun = self._begun or self._line
        variant = variant_called(text)
        if variant is not None:
            self._record.headers.setdefault("Variant", variant)
        else:
            self._record.title = f"{self._record.title}\n{text}".lstrip()

    def _take_words(self, words: list[str]) -> Record | None:
        """Take moves and results; answers the last game that ended in this line if no other one was begun."""
        ended, place = None, 0
        while place < len(words):
            word = words[place]
            ending = _ending(words, place, len(self._record.moves))
            if ending is not None:
                self._begun = self._begun or self._line
                ended = self._end(ending)
                place += ending.words
                continue
            place += 1
            text = _NUMBER.sub("", word, count=1).rstrip(_AFTERWARD)
            if text:
                self._take_move(text)
                ended = None
        return ended

    def _take_move(self, text: str) -> None:
        if self._lenient and self._record.moves and text.startswith("@0"):  # only ever a first move
            self._end_without_result("")
        self._begun = self._begun or self._line
        try:
            self._moves.read(text)
        except (TraxError, ValueError) as error:
            raise self._error(str(error), ply=len(self._record.moves) + 1) from None
        self._record.lines.append(self._line)

    def _end(self, ending: _Ending) -> Record:
        record = self._record
        record.result = ending.result
        if ending.termination is not None:
            record.headers.setdefault("Termination", ending.termination)
        self._done.append(record)
        self._game += 1
        self._begin()
        return record

    def _end_without_result(self, what: str) -> None:
        if not self._lenient:
            raise self._error(f"{what} has no result word: end it with one of {' '.join(Result)}")
        try:
            outcome = self._record.replay().outcome()
        except (IllegalMoveError, ValueError) as error:
            raise RecordError(f"{self._prefix}game {self._game + 1}, {error}") from None
        self._end(_Ending(Result.of(outcome), 0))

    def _error(self, message: str, ply: int | None = None) -> RecordError:
        turn = "" if ply is None else f", ply {ply}"
        return RecordError(f"{self._prefix}line {self._line}, game {self._game + 1}{turn}: {message}")


def _is_title(words: list[str], plies: int) -> bool:
    """Whether words are a title rather than moves, perhaps misspelt ones, numbers and results."""
    if any(_MOVELIKE.fullmatch(_NUMBER.sub("", word, count=1)) for word in words):
        return False
    return not _all_readable(words, plies)


def _all_readable(words: list[str], plies: int) -> bool:
    return all(_readable(words, place, plies) for place in range(len(words)))


def _readable(words: list[str], place: int, plies: int) -> bool:
    """Whether a word is a move, its number, or the beginning of a result."""
    word = words[place]
    if _NUMBER.fullmatch(word) or _ending(words, place, plies) is not None:
        return True
    text = normalize(_NUMBER.sub("", word, count=1).rstrip(_AFTERWARD))
    try:
        return is_old_notation(text) or bool(parse_move(text))
    except InvalidMoveError:
        return False


def _ending(words: list[str], place: int, plies: int) -> _Ending | None:
    """The result that begins at a word, None if none does; *plies* turns have been made."""
    word = _plain(words[place])
    last_mover = Result.WHITE if plies % 2 else Result.RED
    if word in _COLORS:
        ending = _Ending(_COLORS[word], 1)
        verb = _plain(words[place + 1]) if place + 1 < len(words) else ""
        if verb in _WINS | _LOSES:
            ending.words = 2
        if verb in _LOSES:
            ending.result = Result.WHITE if ending.result is Result.RED else Result.RED
            ending.termination = "resignation" if verb.startswith("resign") else None
    elif word in _WORDS:
        ending = _Ending(_WORDS[word], 1)
    elif plies and word in _WINS:
        ending = _Ending(last_mover, 1)
    elif plies and word in _LOSES | _LATE:
        late = "timeout" if word in _LATE else None
        ending = _Ending(last_mover, 1, "resignation" if word.startswith("resign") else late)
    else:
        return None
    _take_reason(words[place + ending.words :], ending)
    return ending


def _take_reason(rest: list[str], ending: _Ending) -> None:
    """Take the words that say how the result came about."""
    if not rest or not (rest[0].startswith("(") or _plain(rest[0]) in _REASONS):
        return
    for word in rest:
        if _MOVELIKE.fullmatch(word) or re.match(r"[0-9]+\.", word):
            break
        ending.words += 1
        ending.termination = ending.termination or _TERMINATIONS.get(_plain(word))


def _plain(word: str) -> str:
    return word.lower().strip("().,!")


def _old_texts(record: Record) -> list[str]:
    board = Board(record.variant)
    texts = []
    for ply, move in enumerate(record.moves, start=1):
        try:
            board.push(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"ply {ply}: {error}") from None
        board.pop()
        texts.append(to_old_notation(board, move))
        board.push(move)
    return texts


def _is_one_line(text: str) -> bool:
    return text == text.strip() and not _CONTROL.search(text) and not any(c in "\n\r\x1a\ufeff" for c in text)


def _checked_title(line: str) -> str:
    words = line.split()
    fits = _is_one_line(line) and words and not line.startswith("#") and ";" not in line
    if not fits or _HEADER.fullmatch(line) or not _is_title(words, 0) or variant_called(line):
        raise RecordError(f"the title {_quote(line)} cannot be written: it would be read as something else")
    return line


def _checked_comment(line: str) -> str:
    if not _is_one_line(line):
        raise RecordError(f"the comment {_quote(line)} cannot be written: it has control characters or outer blanks")
    return f"; {line}".rstrip()


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Lines of words, a word being a move with its number."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line


def _quote(text: str) -> str:
    return repr(text if len(text) <= _QUOTED else text[:_QUOTED] + "..")
