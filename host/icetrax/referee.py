"""One game under supervision: the rules by the model, the clocks, and a named cause for every end."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from icetrax.board import Board, Reason, Variant
from icetrax.clock import GameClock, TimeControl
from icetrax.errors import IllegalMoveError, InvalidMoveError
from icetrax.notation import Move, normalize
from icetrax.player import (
    FloodError,
    NoRoomError,
    OpeningError,
    OutOfTimeError,
    Player,
    PlayerError,
    RefusedError,
    Reply,
    ResignedError,
    StalledError,
    UnaskedError,
)
from icetrax.record import Record, Result
from icetrax.tile import Color
from icetrax.transport import MalformedLineError, TransportError

__all__ = ["PLY_LIMIT", "Adjudication", "Ending", "GameResult", "Referee", "Termination"]

PLY_LIMIT = 500
"""Turns after which a game is a draw, where nothing else is asked for."""


class Termination(enum.StrEnum):
    """Why a game has ended."""

    LOOP = "loop"
    LINE = "line"
    FULL = "full"
    PLY_LIMIT = "ply limit"
    RESIGNATION = "resignation"
    ADJUDICATION = "adjudication"
    ILLEGAL_MOVE = "illegal move"
    MALFORMED_LINE = "malformed line"
    UNASKED_LINE = "unasked line"
    FLOOD = "flood"
    REFUSAL = "refusal"
    NO_ROOM = "no room"
    TIMEOUT = "timeout"
    STALLED = "stalled"
    DISCONNECTION = "disconnection"
    ABANDONED = "abandoned"

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser was at fault rather than beaten."""
        return self in _FORFEITS


_FORFEITS = {
    Termination.ILLEGAL_MOVE,
    Termination.MALFORMED_LINE,
    Termination.UNASKED_LINE,
    Termination.FLOOD,
    Termination.REFUSAL,
    Termination.NO_ROOM,
    Termination.TIMEOUT,
    Termination.STALLED,
    Termination.DISCONNECTION,
}
_ON_BOARD = {Reason.LOOP: Termination.LOOP, Reason.LINE: Termination.LINE, Reason.FULL: Termination.FULL}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game has ended.

    Attributes
    ----------
    termination
        The named cause.
    winner
        None if nobody has won: a draw, or an abandoned game.
    detail
        More about the cause in words, empty where there is no more.
    """

    termination: Termination
    winner: Color | None = None
    detail: str = ""

    @property
    def result(self) -> Result:
        """The result word of the record."""
        if self.winner is not None:
            return Result(str(self.winner))
        return Result.UNFINISHED if self.termination is Termination.ABANDONED else Result.DRAW


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has been played.

    Attributes
    ----------
    ending
        How it ended.
    board
        The final position.
    clock
        What each side used.
    record
        The record, as it was handed to the journal.
    """

    ending: Ending
    board: Board
    clock: GameClock
    record: Record


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the referee gives a game up for a player that sees itself lost.

    Attributes
    ----------
    score
        A player's own score counts as lost where it is the negative of this or lower; scores are each player's own.
    moves
        So many of its moves in a row must have told it.

    Raises
    ------
    ValueError
        A number that is not more than 0.
    """

    score: int
    moves: int

    def __post_init__(self) -> None:
        if self.score < 1 or self.moves < 1:
            raise ValueError(f"adjudication at {self.score} for {self.moves} moves: use numbers of 1 or more")


class Referee:
    """Lets two players play one game.

    Parameters
    ----------
    white, red
        The players, open or not.
    control
        What each side has for its moves.
    opening
        Moves that have been made when the players take over; the game must not be over by them.
    variant
        The rules.
    seed_white, seed_red
        Handed to the players; see :meth:`icetrax.player.Player.new_game`.
    ply_limit
        Turns after which the game is a draw.
    adjudication
        When the game is given up for a player; None for never.
    forgiving
        Take moves in small letters or with leading zeros, as some programs send them.
    headers
        More headers for the record.
    journal
        Takes the record as soon as the game has ended, also when it ends by an exception.
    on_turn
        Told of every accepted move: the board after it, who made it, and the answer.

    Raises
    ------
    IllegalMoveError
        The opening cannot be played.
    """

    def __init__(
        self,
        white: Player,
        red: Player,
        control: TimeControl,
        *,
        opening: Sequence[Move] = (),
        variant: Variant | str = Variant.TRAX,
        seed_white: int = 0,
        seed_red: int = 1,
        ply_limit: int = PLY_LIMIT,
        adjudication: Adjudication | None = None,
        forgiving: bool = False,
        headers: Mapping[str, str] | None = None,
        journal: Callable[[Record], None] | None = None,
        on_turn: Callable[[Board, Color, Reply], None] | None = None,
    ) -> None:
        self._players = {Color.WHITE: white, Color.RED: red}
        self._seeds = {Color.WHITE: seed_white, Color.RED: seed_red}
        self._control = control
        self._ply_limit = ply_limit
        self._adjudication = adjudication
        self._forgiving = forgiving
        self._seen_lost = dict.fromkeys(Color, 0)  # moves in a row by which a side has told that it sees itself lost
        self._headers = dict(headers or {})
        self._journal = journal
        self._on_turn = on_turn
        self._board = Board(variant)
        for move in opening:
            self._board.push(move)
        self._opening = len(opening)
        self._clock = GameClock(control)

    def play(self) -> GameResult:
        """Play the game to its end.

        Whatever a player does ends in a result. An exception from elsewhere, such as an interrupt from the keyboard,
        passes through, after the record of the abandoned game has been written; so does the OpeningError of a player
        that cannot begin from the opening.
        """
        ending = Ending(Termination.ABANDONED)
        try:
            ending = self._begin() or self._turns()
        finally:
            record = self._record(ending)
            if self._journal is not None:
                self._journal(record)
        return GameResult(ending, self._board, self._clock, record)

    def _begin(self) -> Ending | None:
        for color, player in self._players.items():
            try:
                player.new_game(color, self._control, self._seeds[color])
                if self._opening or self._board.variant is not Variant.TRAX:
                    player.set_up(self._board)
            except OpeningError:
                raise
            except (TransportError, PlayerError) as error:
                return _failure(color, error)
        return None

    def _turns(self) -> Ending:
        board = self._board
        while True:
            color = board.turn
            if not board.legal_moves:
                return Ending(Termination.FULL)
            if board.plies >= self._ply_limit:
                return Ending(Termination.PLY_LIMIT, None, f"{board.plies} turns")
            player = self._players[color]
            try:
                control = self._clock.control[color]
                reply = player.play(board, control)
            except (TransportError, PlayerError) as error:
                return _failure(color, error)
            self._clock.charge(color, reply.seconds)
            if control.exceeded(reply.seconds, player.timing):
                detail = f"{color} took {reply.seconds:.3f} s of {control.seconds:g} s for {reply.text!r}"
                return Ending(Termination.TIMEOUT, color.opponent, detail)
            try:
                board.push_text(normalize(reply.text) if self._forgiving else reply.text)
            except InvalidMoveError as error:
                return Ending(Termination.MALFORMED_LINE, color.opponent, f"{color}: {error}")
            except IllegalMoveError as error:
                return Ending(Termination.ILLEGAL_MOVE, color.opponent, f"{color}: {error}")
            if self._on_turn is not None:
                self._on_turn(board, color, reply)
            outcome = board.outcome()
            if outcome is not None:
                self._tell()
                return Ending(_ON_BOARD[outcome.reason], outcome.winner)
            if self._given_up(color, reply):
                return Ending(Termination.ADJUDICATION, color.opponent, f"{color} sees itself lost at {reply.score}")

    def _given_up(self, color: Color, reply: Reply) -> bool:
        if self._adjudication is None:
            return False
        lost = reply.score is not None and reply.score <= -self._adjudication.score
        self._seen_lost[color] = self._seen_lost[color] + 1 if lost else 0
        return self._seen_lost[color] >= self._adjudication.moves

    def _tell(self) -> None:
        for player in self._players.values():
            try:
                player.end_game(self._board)
            except (TransportError, PlayerError):
                continue  # the result stands; the next game will find out

    def _record(self, ending: Ending) -> Record:
        headers = {
            "White": self._players[Color.WHITE].name,
            "Red": self._players[Color.RED].name,
            "WhiteId": self._players[Color.WHITE].id or "",
            "RedId": self._players[Color.RED].id or "",
            "Date": datetime.date.today().isoformat(),
            **self._headers,
            "Movetime" if self._control.increment is None else "TimeControl": str(self._control),
        }
        if self._board.variant is not Variant.TRAX:
            headers["Variant"] = str(self._board.variant)
        if self._opening:
            headers["Opening"] = f"{self._opening} turns"
        for color in Color:
            used, slowest = self._clock.used[color], self._clock.slowest[color]
            headers[f"{str(color).title()}Time"] = f"{used:.3f} s, slowest move {slowest:.3f} s"
        headers["Termination"] = str(ending.termination)
        headers["Detail"] = ending.detail
        readable = {key: _one_line(value) for key, value in headers.items()}
        return Record(list(self._board.move_stack), ending.result, {key: v for key, v in readable.items() if v})


_FAILURES: list[tuple[type[Exception], Termination]] = [  # the first that fits counts
    (ResignedError, Termination.RESIGNATION),
    (OutOfTimeError, Termination.TIMEOUT),
    (StalledError, Termination.STALLED),
    (NoRoomError, Termination.NO_ROOM),
    (RefusedError, Termination.REFUSAL),
    (UnaskedError, Termination.UNASKED_LINE),
    (FloodError, Termination.FLOOD),
    (MalformedLineError, Termination.MALFORMED_LINE),
    (Exception, Termination.DISCONNECTION),
]


def _failure(color: Color, error: TransportError | PlayerError) -> Ending:
    termination = next(termination for kind, termination in _FAILURES if isinstance(error, kind))
    detail = "" if termination is Termination.RESIGNATION else f"{color}: {error}"
    return Ending(termination, color.opponent, detail)


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text).strip()
