"""A table at which games are played while others look on: what the live board shows, and what it asks for.

One thread plays; any other may look at the :class:`Table`, and make moves for the person at it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl, Timing
from icetrax.notation import Move, normalize, parse_move
from icetrax.player import Player, Reply, ResignedError, TakeBack, Thought
from icetrax.record import Record
from icetrax.referee import Ending
from icetrax.sitting import Sitting, unable_to_go_back
from icetrax.tile import Color

__all__ = ["PERSON", "Lineup", "Table", "TableError", "View"]

PERSON = "human"
"""The name of a person at the table."""


class TableError(ValueError):
    """What was asked for is not possible now. The message says why, for the person who asked."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays, and by which rules.

    Attributes
    ----------
    white, red
        The names of the players.
    variant
        The rules.
    """

    white: str
    red: str
    variant: Variant = Variant.TRAX

    def name_of(self, color: Color) -> str:
        """Who plays *color*."""
        return self.red if color is Color.RED else self.white

    @property
    def swapped(self) -> Lineup:
        """The same with the colours changed."""
        return Lineup(self.red, self.white, self.variant)


@dataclass(frozen=True, slots=True)
class View:
    """What there is to see.

    Attributes
    ----------
    number
        Grows with each change of anything else here but the thoughts.
    lineup
        Who plays.
    board
        The position. Not to be changed.
    awaited
        The colour whose move is awaited from a person, None if there is none.
    ending
        How the game has ended, None while it goes on.
    trouble
        Why no game is played, empty if there is no trouble.
    fixed
        Why turns cannot be taken back, None if they can.
    thoughts
        What each colour has told last.
    score
        Games won by name, and those drawn under the empty name, since this line-up began.
    """

    number: int
    lineup: Lineup
    board: Board
    awaited: Color | None = None
    ending: Ending | None = None
    trouble: str = ""
    fixed: str | None = None
    thoughts: dict[Color, Thought] = field(default_factory=dict)
    score: dict[str, int] = field(default_factory=dict)


class _Dismissed(Exception):
    """Ends a game that is no longer wanted."""


class _Seat(Player):
    """A person who is not at the terminal: takes moves and wishes from a queue."""

    timing = Timing.NONE

    def __init__(self, table: Table) -> None:
        super().__init__(PERSON)
        self.id = PERSON
        self.wishes: queue.SimpleQueue[Move | BaseException] = queue.SimpleQueue()
        self._table = table

    def new_game(self, color: Color, control: TimeControl, seed: int) -> None:
        """Begin: see :meth:`Player.new_game`."""

    def play(self, board: Board, control: TimeControl) -> Reply:
        """Wait for a wish: see :meth:`Player.play`."""
        start = time.perf_counter()
        self._table._await(board.turn, self)
        wish = self.wishes.get()
        self._table._await(None, None)
        if isinstance(wish, BaseException):
            raise wish
        return Reply(str(wish), time.perf_counter() - start)


class Table:
    """Plays one game after the other, as it is told.

    Parameters
    ----------
    seats
        Makes each player that may be named in a line-up, except the person.
    control
        What each player has for its moves.
    lineup
        Who plays first.
    games
        How many games are played without being asked, where no person takes part; the colours change.
    seed
        For players that choose at random.
    journal
        Gets the record of each game; None for nobody.

    Raises
    ------
    TableError
        A player of the line-up is not known.
    """

    def __init__(
        self,
        seats: dict[str, Callable[[], Player]],
        control: TimeControl,
        lineup: Lineup,
        *,
        games: int = 1,
        seed: int = 0,
        journal: Callable[[Record], None] | None = None,
    ) -> None:
        self._seats = seats
        self._control = control
        self._games = games
        self._seed = seed
        self._journal = journal
        self._lock = threading.Condition()
        self._check(lineup)
        self._next: tuple[Lineup, tuple[Move, ...]] | None = (lineup, ())
        self._open = True
        self._players: tuple[Player, ...] = ()
        self._seat: _Seat | None = None  # of the person who is awaited
        self._view = View(0, lineup, Board(lineup.variant))
        self._listeners: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    # -- looking on --

    @property
    def names(self) -> list[str]:
        """Who may be named in a line-up."""
        return [PERSON, *self._seats]

    @property
    def view(self) -> View:
        """What there is to see now."""
        with self._lock:
            return self._view

    @property
    def record(self) -> Record:
        """The game so far."""
        view = self.view
        headers = {"White": view.lineup.white, "Red": view.lineup.red}
        if view.lineup.variant is not Variant.TRAX:
            headers["Variant"] = str(view.lineup.variant)
        if view.ending is None:
            return Record(list(view.board.move_stack), headers=headers)
        headers["Termination"] = str(view.ending.termination)
        return Record(list(view.board.move_stack), view.ending.result, headers)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have *listener* called, from any thread, whenever there is something new; answers what ends that."""
        with self._lock:
            self._listeners.append(listener)

        def leave() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return leave

    # -- asking for something --

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def new_game(self, lineup: Lineup) -> None:
        """Give up the present game, if there is one, and begin another.

        Raises
        ------
        TableError
            A player is not known.
        """
        self._check(lineup)
        self._begin(lineup, ())

    def move(self, text: str, plies: int) -> Move:
        """Make a move for the person who is awaited, written as people do.

        Parameters
        ----------
        text
            The move.
        plies
            The turns that the person has seen: a move for another position is refused.

        Raises
        ------
        TableError, TraxError
            Nobody is awaited, the position is another one, or the move is not legal.
        """
        with self._lock:
            if self._seat is None or self._view.awaited is None:
                raise TableError("it is not your turn")
            if plies != self._view.board.plies:
                raise TableError("the position has changed: look again")
            move = parse_move(normalize("".join(text.split())))
            self._view.board.copy().push(move)
            self._wish(move)
            return move

    def resign(self) -> None:
        """Give up for the person who is awaited.

        Raises
        ------
        TableError
            Nobody is awaited.
        """
        with self._lock:
            if self._seat is None:
                raise TableError("you can resign when it is your turn")
            self._wish(ResignedError("resigned"))

    def take_back(self) -> None:
        """Take back the person's last turn and what followed, also after the end of the game.

        Raises
        ------
        TableError
            There is no such turn, or a player cannot go back.
        """
        with self._lock:
            view = self._view
            people = [color for color in Color if view.lineup.name_of(color) == PERSON]
            if not people:
                raise TableError("there is no person in this game whose turn could be taken back")
            if view.awaited is None and view.ending is None:
                raise TableError("wait for your turn to take one back")
            if view.fixed is not None:
                raise TableError(f"no turn can be taken back: {view.fixed}")
            plies = view.board.plies - 1
            while plies >= 0 and Color(plies % 2) not in people:
                plies -= 1
            if plies < 0:
                raise TableError("there is no turn of yours to take back")
            moves = tuple(view.board.move_stack[:plies])
            if self._seat is not None:
                self._wish(TakeBack(moves))
            else:
                self._begin(view.lineup, moves)

    def close(self, seconds: float = 5.0) -> None:
        """End the game and the players. What takes longer than *seconds* is left to end with the process."""
        with self._lock:
            self._open = False
            self._next = None
            self._dismiss()
        if self._thread.is_alive():
            self._thread.join(seconds)

    # -- for the thread that plays --

    def _run(self) -> None:
        while True:
            with self._lock:
                while self._open and self._next is None:
                    self._lock.wait()
                if self._next is None:
                    return
                (lineup, moves), self._next = self._next, None
                begins_anew = not moves
            self._series(lineup, moves, begins_anew)

    def _series(self, lineup: Lineup, moves: tuple[Move, ...], begins_anew: bool) -> None:
        """Play the games of one line-up until they are done or something else is wanted."""
        score: dict[str, int] = {} if begins_anew else dict(self.view.score)
        games = 1 if PERSON in (lineup.white, lineup.red) else self._games
        for number in range(games):
            if not self._game(lineup, moves, score, self._seed + 2 * number):
                return
            lineup, moves = lineup.swapped, ()

    def _game(self, lineup: Lineup, moves: tuple[Move, ...], score: dict[str, int], seed: int) -> bool:
        """Play one game, and tell whether it came to an end."""
        board = Board(lineup.variant)
        with self._lock:
            self._view = View(self._view.number + 1, lineup, board, score=dict(score))
        self._tell()
        try:
            with contextlib.ExitStack() as stack:
                white, red = (
                    stack.enter_context(contextlib.closing(self._player(lineup.name_of(color)))) for color in Color
                )
                for color, player in zip(Color, (white, red), strict=True):
                    player.on_thought = functools.partial(self._think, color)
                    player.open()
                self._players = white, red
                result = Sitting(
                    white,
                    red,
                    self._control,
                    variant=lineup.variant,
                    moves=moves,
                    seed=seed,
                    journal=self._journal,
                    on_turn=lambda board, _color, _reply: self._turn(board),
                    on_return=lambda board: self._turn(board),
                ).play()
                fixed = unable_to_go_back(white, red)
        except _Dismissed:
            return False
        except Exception as error:  # whatever it is, the table goes on and can be told to play something else
            self._show(trouble=str(error) or repr(error), awaited=None)
            return False
        finally:
            self._seat = None
        winner = result.ending.winner
        name = "" if winner is None else lineup.name_of(winner)
        score[name] = score.get(name, 0) + 1
        self._show(board=result.board, ending=result.ending, awaited=None, fixed=fixed, score=dict(score))
        return True

    def _player(self, name: str) -> Player:
        return _Seat(self) if name == PERSON else self._seats[name]()

    def _turn(self, board: Board) -> None:
        with self._lock:
            if self._next is not None or not self._open:
                raise _Dismissed
        self._show(board=board.copy(), awaited=None)

    def _think(self, color: Color, thought: Thought) -> None:
        with self._lock:
            self._view = dataclasses.replace(self._view, thoughts={**self._view.thoughts, color: thought})
        self._tell()

    def _await(self, color: Color | None, seat: _Seat | None) -> None:
        with self._lock:
            if self._next is not None or not self._open:
                raise _Dismissed
            self._seat = seat
            fixed = unable_to_go_back(*self._players)
        self._show(awaited=color, fixed=fixed)

    # -- with the lock held, or taking it --

    def _check(self, lineup: Lineup) -> None:
        for name in (lineup.white, lineup.red):
            if name not in self.names:
                raise TableError(f"{name!r} does not play here: choose one of {', '.join(self.names)}")

    def _begin(self, lineup: Lineup, moves: Sequence[Move]) -> None:
        with self._lock:
            self._next = lineup, tuple(moves)
            self._dismiss()

    def _dismiss(self) -> None:
        if self._seat is not None:
            self._wish(_Dismissed())
        self._lock.notify_all()

    def _wish(self, wish: Move | BaseException) -> None:
        assert self._seat is not None
        self._seat.wishes.put(wish)
        self._seat = None

    def _show(self, **changes: object) -> None:
        with self._lock:
            self._view = dataclasses.replace(self._view, number=self._view.number + 1, **changes)  # type: ignore[arg-type]
        self._tell()

    def _tell(self) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener()
