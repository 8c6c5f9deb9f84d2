"""What a player thinks of a recorded game, position by position: who stood better, and which moves threw that away."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable
from dataclasses import dataclass

from icetrax.analyst import Analyst
from icetrax.board import Board
from icetrax.clock import TimeControl
from icetrax.gamerecord import Record
from icetrax.tile import Color
from icetrax.twin import WIN

__all__ = ["HARDWARE", "Mark", "Scale", "Verdict", "analyse", "annotated"]

_BLUNDER = 0.30  # chances lost by a move
_MISTAKE = 0.10
_LONGEST_WIN = 255  # turns; a score that is further from a won game's is no announcement of a win
_PREFIX = "analysis:"  # of the comments written here, by which they are found and replaced


@dataclass(frozen=True, slots=True)
class Scale:
    """How a player's scores are to be read.

    Attributes
    ----------
    unit
        Points that are worth a factor e in the odds of winning.
    win
        The score of a game that is won now; a turn less for each turn that is still to come.
    """

    unit: float
    win: int

    def chances(self, score: int) -> float:
        """Probability of winning, from 0 to 1, of the side whose score it is.

        >>> [round(HARDWARE.chances(score), 2) for score in (-33, 0, 33, 29_997)]
        [0.27, 0.5, 0.73, 1.0]
        """
        return 0.5 + 0.5 * math.tanh(score / self.unit / 2)

    def turns_to_win(self, score: int) -> int | None:
        """Turns to the end that a score announces, for whichever side; None if it announces none."""
        turns = self.win - abs(score)
        return turns if 0 <= turns <= _LONGEST_WIN else None


HARDWARE = Scale(33, WIN + 1)
"""The scores of the hardware, and of ``alphabeta``, which is its search in software."""


class Mark(enum.StrEnum):
    """What is to be said of a move."""

    NONE = ""
    MISTAKE = "?"
    BLUNDER = "??"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One position of a game, and the move that led there.

    Attributes
    ----------
    ply
        Turns made.
    move
        The last of them, None before the first.
    best
        What the player would play now, None at the end of the game.
    score
        What it thinks of the position, from the point of view of the side to move.
    white
        White's chances according to that, from 0 to 1.
    depth, nodes
        Turns looked ahead, and turns played in thought; None where the player does not tell.
    turns_to_win
        Turns to the end if a win is announced, for either side; None if none is.
    better
        What the player would have played instead of the last move, None if it is what was played.
    loss
        Chances that the last move has cost the side that made it, from 0 to 1.
    """

    ply: int
    move: str | None
    best: str | None
    score: int
    white: float
    depth: int | None = None
    nodes: int | None = None
    turns_to_win: int | None = None
    better: str | None = None
    loss: float = 0.0

    @property
    def mark(self) -> Mark:
        """What is to be said of the last move."""
        return Mark.BLUNDER if self.loss >= _BLUNDER else Mark.MISTAKE if self.loss >= _MISTAKE else Mark.NONE


def analyse(
    record: Record,
    analyst: Analyst,
    control: TimeControl,
    scale: Scale,
    on_verdict: Callable[[Verdict], None] | None = None,
) -> list[Verdict]:
    """Have every position of a game judged.

    Parameters
    ----------
    record
        The game.
    analyst
        Who judges.
    control
        Time for each position.
    scale
        How its scores are to be read.
    on_verdict
        Told each verdict as soon as there is one.

    Returns
    -------
    list
        The positions in their order, the one before the first move included.

    Raises
    ------
    IllegalMoveError
        A move is not legal; the message begins with its place.
    ValueError
        The analyst does not tell scores.
    """
    record.replay()
    board = Board(record.variant)
    verdicts: list[Verdict] = []
    for ply in range(len(record.moves) + 1):
        if ply:
            board.push(record.moves[ply - 1])
        verdict = _compared(_judged(board, analyst, control, scale), verdicts[-1] if verdicts else None, board)
        verdicts.append(verdict)
        if on_verdict is not None:
            on_verdict(verdict)
    return verdicts


def annotated(record: Record, verdicts: list[Verdict]) -> Record:
    """A copy of a record with the verdicts as comments, in the place of those of an earlier analysis."""
    comments = {}
    for ply, comment in record.comments.items():
        kept = "\n".join(line for line in comment.split("\n") if not line.startswith(_PREFIX))
        if kept:
            comments[ply] = kept
    for verdict in verdicts:
        line = f"{_PREFIX} {_in_words(verdict)}"
        comments[verdict.ply] = f"{comments[verdict.ply]}\n{line}" if verdict.ply in comments else line
    return dataclasses.replace(record, comments=comments)


def _judged(board: Board, analyst: Analyst, control: TimeControl, scale: Scale) -> Verdict:
    move = str(board.move_stack[-1]) if board.plies else None
    outcome = board.outcome()
    if outcome is not None:
        score = 0 if outcome.winner is None else scale.win if outcome.winner is board.turn else -scale.win
        return Verdict(board.plies, move, None, score, _for_white(scale.chances(score), board.turn))
    found = analyst.best([str(move) for move in board.move_stack], control)
    if found.score is None:
        raise ValueError("the player does not tell scores: ask sim, alphabeta or a board")
    return Verdict(
        board.plies,
        move,
        found.move,
        found.score,
        _for_white(scale.chances(found.score), board.turn),
        found.depth,
        found.nodes,
        scale.turns_to_win(found.score),
    )


def _compared(verdict: Verdict, before: Verdict | None, board: Board) -> Verdict:
    """The verdict with what the last move has cost, if it is not the one that the player would have made."""
    if before is None or before.best == verdict.move:
        return verdict
    mover = board.turn.opponent
    loss = _for_white(before.white, mover) - _for_white(verdict.white, mover)
    return dataclasses.replace(verdict, better=before.best, loss=max(0.0, loss))


def _for_white(chances: float, color: Color) -> float:
    """White's chances from those of *color*, or the other way round."""
    return chances if color is Color.WHITE else 1 - chances


def _in_words(verdict: Verdict) -> str:
    text = f"white {100 * verdict.white:.0f} %, score {verdict.score}"
    if verdict.turns_to_win is not None:
        text += f" (over in {verdict.turns_to_win} turns)"
    if verdict.depth is not None:
        text += f", depth {verdict.depth}"
    if verdict.mark is not Mark.NONE:
        text += f"; {verdict.mark} cost {100 * verdict.loss:.0f} %, {verdict.better} was better"
    if verdict.best is not None:
        text += f"; best {verdict.best}"
    return text
