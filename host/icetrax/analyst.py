"""Best moves in given positions, by players that can be set up with one."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence

from icetrax.board import Variant
from icetrax.clock import TimeControl
from icetrax.console import Analysis, HardwareConsole
from icetrax.engine import HardwareSession, ModelEngine, MoveFault, PositionError, refused_move
from icetrax.player import Player

__all__ = ["Analyst", "HardwareAnalyst", "PlayerAnalyst"]


class Analyst(abc.ABC):
    """Finds a move in any position."""

    @abc.abstractmethod
    def best(self, texts: Sequence[str], control: TimeControl) -> Analysis:
        """The move to play in a position, with what the player tells about it.

        Parameters
        ----------
        texts
            The moves that lead to the position.
        control
            Time for the answer.

        Raises
        ------
        PositionError
            The moves do not lead to a position, or the game is over there.
        """

    @abc.abstractmethod
    def close(self) -> None:
        """Free what the analyst holds."""


class PlayerAnalyst(Analyst):
    """A player in software, or a person.

    Parameters
    ----------
    player
        Must be one that is told the position anew for each move.
    seed
        For a player that chooses at random.
    variant
        The rules.
    """

    def __init__(self, player: Player, seed: int, variant: Variant = Variant.TRAX) -> None:
        self._player = player
        self._seed = seed
        self._model = ModelEngine(variant)

    def best(self, texts: Sequence[str], control: TimeControl) -> Analysis:
        """Find a move: see :meth:`Analyst.best`."""
        board = self._model.board(texts)
        if board.is_over():
            raise _game_over(texts)
        self._player.new_game(board.turn, control, self._seed)
        reply = self._player.play(board, control)
        return Analysis(reply.text, reply.score, reply.depth, reply.nodes, reply.cycles)

    def close(self) -> None:
        """End the player."""
        self._player.close()


class HardwareAnalyst(Analyst):
    """The hardware, by its console lines.

    Parameters
    ----------
    session
        Where it is asked.
    patience
        Seconds of wall-clock time to wait for an answer, by the time that the hardware is given: much more than that
        for a simulation.
    depth
        Limit of the search in turns, 0 for no limit.
    """

    def __init__(self, session: HardwareSession, patience: Callable[[float], float], depth: int = 0) -> None:
        self._session = session
        self._patience = patience
        self._depth = depth

    def best(self, texts: Sequence[str], control: TimeControl) -> Analysis:
        """Find a move: see :meth:`Analyst.best`."""
        return self._session.ask(lambda console: self._best(console, texts, control))

    def close(self) -> None:
        """End the hardware."""
        self._session.close()

    def _best(self, console: HardwareConsole, texts: Sequence[str], control: TimeControl) -> Analysis:
        state, refusal = console.replay(texts)
        if refusal is not None:
            raise PositionError(refused_move(texts, state.plies, refusal))
        if state.over:
            raise _game_over(texts)
        console.set_time(control.budget_ms)
        console.set_depth(self._depth)
        return console.think(self._patience(control.seconds))


def _game_over(texts: Sequence[str]) -> PositionError:
    return PositionError(MoveFault(len(texts), texts[-1], "the game is over after this move: there is no best move"))
