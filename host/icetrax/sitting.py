"""A game with people in it: turns can be taken back, and the game may begin where another one was left off."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from icetrax.board import Board, Variant
from icetrax.clock import TimeControl, Timing
from icetrax.notation import Move
from icetrax.player import Player, Reply, TakeBack
from icetrax.record import Record
from icetrax.referee import PLY_LIMIT, GameResult, Referee
from icetrax.tile import Color

__all__ = ["Sitting", "unable_to_go_back"]


class Sitting:
    """One game at the end of which one record is written, however often turns were taken back.

    Parameters
    ----------
    white, red
        The players, opened.
    control
        What each has for its moves.
    variant
        The rules.
    moves
        The turns made already.
    seed
        For players that choose at random.
    ply_limit
        Turns after which the game is a draw.
    headers
        More headers for the record.
    journal
        Gets the record, also that of an abandoned game; None for nobody.
    on_turn
        Told after each turn: the board, who moved, and the answer.
    on_return
        Shown the position after turns have been taken back, and the one that the game begins with unless it is empty.
    """

    def __init__(
        self,
        white: Player,
        red: Player,
        control: TimeControl,
        *,
        variant: Variant = Variant.TRAX,
        moves: Sequence[Move] = (),
        seed: int = 0,
        ply_limit: int = PLY_LIMIT,
        headers: dict[str, str] | None = None,
        journal: Callable[[Record], None] | None = None,
        on_turn: Callable[[Board, Color, Reply], None] | None = None,
        on_return: Callable[[Board], None] | None = None,
    ) -> None:
        self._players = white, red
        self._control = control
        self._variant = variant
        self._moves = tuple(moves)
        self._seed = seed
        self._ply_limit = ply_limit
        self._headers = dict(headers or {})
        self._journal = journal
        self._on_turn = on_turn
        self._on_return = on_return
        self._returns = 0

    def play(self) -> GameResult:
        """Play to the end.

        Raises
        ------
        OpeningError
            A player cannot begin from the given position, or by the rules.
        IllegalMoveError
            The moves made already are not legal.
        """
        while True:
            self._show_beginning()
            written: list[Record] = []
            try:
                result = self._referee(written).play()
            except TakeBack as wish:
                self._moves = wish.moves
                self._returns += 1
                continue
            except BaseException:
                self._hand_over(written)
                raise
            self._hand_over(written)
            return result

    def _referee(self, written: list[Record]) -> Referee:
        white, red = self._players
        return Referee(
            white,
            red,
            self._control,
            variant=self._variant,
            opening=self._moves,
            seed_white=self._seed,
            seed_red=self._seed + 1,
            ply_limit=self._ply_limit,
            headers=self._headers,
            journal=written.append,
            on_turn=self._on_turn,
        )

    def _show_beginning(self) -> None:
        if self._on_return is not None and (self._moves or self._returns):
            board = Board(self._variant)
            for move in self._moves:
                board.push(move)
            self._on_return(board)

    def _hand_over(self, written: list[Record]) -> None:
        for record in written:
            record.headers.pop("Opening", None)  # where it went on is nothing to keep
            if self._returns:
                record.headers["TakenBack"] = f"{self._returns} times"
            if self._journal is not None:
                self._journal(record)


def unable_to_go_back(*players: Player) -> str | None:
    """Why a game between *players* can only go forward, None if turns can be taken back. They must have begun it."""
    for player in players:
        if player.timing is not Timing.NONE and not player.takes_positions:
            return f"{player.name} can begin from the empty board only"
    return None
