"""The hardware's search in software: at a fixed depth it finds the same move, score and number of nodes.

It is iterative deepening alpha-beta. A node's moves are tried in this order: the *killer*, which was last found too
good at this ply (at the root, the best move of the iteration before); where it pays, a *shortlist* of the moves with
the best static scores; all others in the order of :meth:`~icetrax.tracks.Tracks.spots`.

A position in which the side that has just moved leaves an attack to its opponent is as good as lost and not searched
further. Next to the leaves a move that attacks is searched one turn deeper. An attack is answered only by moves that
may parry it. Late moves that do not attack are searched one turn less, and once more if that makes them look good.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from icetrax.evaluate import TEMPO
from icetrax.tile import Color
from icetrax.tracks import Laid, Spot, Standing, Tracks

__all__ = ["ATTACK", "DEEPEST", "WIN", "OutOfTimeError", "Thought", "think"]

WIN = 30_000
"""Score of a win with the next turn; one that takes *n* turns more scores *n* less."""

ATTACK = 20_000
"""Score of an attack that is left to the side to move, less the turns to it: as good as won, but not proven."""

DEEPEST = 27
"""Turns of the deepest iteration."""

_INFINITY = 32_767
_PLIES = 32  # that a line may have
_EXTENSIONS = 4  # turns that a line may go beyond the depth of the iteration
_SHORTLIST = 6  # moves
_FULL_DEPTH_MOVES = 4  # of a node that has a shortlist; later ones are reduced
_ORDER_ATTACK = 1 << 13  # on the shortlist, attacks come first


class OutOfTimeError(Exception):
    """Raised by what is asked between turns, to end a search."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search has found.

    Attributes
    ----------
    best
        The best move.
    score
        For the side to move.
    depth
        Turns of the last iteration that was finished, 0 for none.
    nodes
        Turns played.
    """

    best: Spot
    score: int
    depth: int
    nodes: int


def think(
    tracks: Tracks,
    turn: Color,
    depth: int,
    check_time: Callable[[], None] = lambda: None,
    tell: Callable[[Thought], None] = lambda thought: None,
) -> Thought | None:
    """Search for the best move.

    Parameters
    ----------
    tracks
        The position, all turns permanent. It is as before when done.
    turn
        The colour to move.
    depth
        Turns to look ahead, 1 to :data:`DEEPEST`.
    check_time
        Called before each turn that is played once there is a move to answer; ends the search by
        :class:`OutOfTimeError`.
    tell
        Called after each iteration with what has been found so far.

    Returns
    -------
    Thought or None
        None if there is no legal move.
    """
    search = _Search(tracks, turn, check_time)
    for iteration in range(1, min(depth, DEEPEST) + 1):
        try:
            search.iterate(iteration)
        except OutOfTimeError:
            break
        if search.best is not None:
            tell(Thought(search.best, search.score, search.depth, search.nodes))
        if abs(search.score) > WIN - _PLIES:
            break  # decided: a deeper search cannot find a nearer end
    if search.best is None:
        return None
    return Thought(search.best, search.score, search.depth, search.nodes)


@dataclass(slots=True)
class _Node:
    """A position of the line that is looked at, and how far its moves have been searched.

    ``depth``: turns from the root at which the line ends; ``alpha``: score of the best move, or the least that is of
    interest; ``tried``: moves searched, up to _FULL_DEPTH_MOVES; ``movable``: there is a legal move.
    """

    ply: int
    depth: int
    mover: Color
    alpha: int
    beta: int
    under_attack: bool = False
    tried: int = 0
    movable: bool = False

    @property
    def is_leaf(self) -> bool:
        """Whether a move is the last of the line."""
        return self.ply + 1 == self.depth

    @property
    def is_shallow(self) -> bool:
        """Whether one turn is left after a move."""
        return self.ply + 2 == self.depth

    @property
    def is_ordered(self) -> bool:
        """Whether it pays to put the moves in order first."""
        return not self.is_leaf and not self.under_attack


class _Search:
    def __init__(self, tracks: Tracks, turn: Color, check_time: Callable[[], None]) -> None:
        self._tracks = tracks
        self._turn = turn
        self._check_time = check_time
        self._killers: list[Spot | None] = [None] * _PLIES
        self._most_depth = 0
        self.best: Spot | None = None
        self.score = self.depth = self.nodes = 0

    def iterate(self, depth: int) -> None:
        """Search to a depth, and after attacks beyond it."""
        # The first iteration looks at each move once, so that there soon is one.
        self._most_depth = 1 if depth == 1 else depth + _EXTENSIONS
        self._killers[0] = self.best
        self._search(_Node(0, depth, self._turn, -_INFINITY, _INFINITY))
        self.depth = depth

    def _search(self, node: _Node) -> int:
        """Score of a node for its mover: a bound where it lies outside of alpha and beta."""
        self._search_moves(node)
        return node.alpha if node.movable else 0

    def _search_moves(self, node: _Node) -> None:
        tracks = self._tracks
        killer = self._killers[node.ply]
        if killer is not None and tracks.face_of(killer) is not None and self._try(node, killer):
            return
        others = [move for move in tracks.spots() if move != killer]
        if node.is_ordered:
            shortlist = self._shortlist(node, others)
            if shortlist is None:
                return
            for move in shortlist:
                if self._try(node, move):
                    return
            others = [move for move in others if move not in shortlist]
        for move in others:
            if node.under_attack and tracks.is_quiet(move) and not tracks.answers(move.space, node.mover.opponent):
                node.movable = True
                if node.alpha < -ATTACK:
                    node.alpha = node.ply - ATTACK  # the attack is left as it is
            elif self._try(node, move):
                return

    def _shortlist(self, node: _Node, moves: list[Spot]) -> list[Spot] | None:
        """The moves with the best static scores. None if one wins: the node has been dealt with then."""
        tracks, mover = self._tracks, node.mover
        ranked = []
        for move in moves:
            laid = self._play(node, move)
            if laid is None:
                continue
            standing = tracks.standing
            tracks.take_back()
            if laid.completed[mover]:
                self._take(node, move, WIN - node.ply)
                return None
            if not any(laid.completed) and not standing.attacks(mover.opponent):
                key = _static_score(standing, mover) + (_ORDER_ATTACK if standing.attacks(mover) else 0)
                ranked.append((key, move))
        ranked.sort(key=lambda item: item[0], reverse=True)  # stable
        return [move for _, move in ranked[:_SHORTLIST]]

    def _try(self, node: _Node, move: Spot) -> bool:
        """Search a move. Answers whether the node needs no further ones."""
        late = node.is_ordered and node.tried == _FULL_DEPTH_MOVES
        result = self._result(node, move, reduce=late)
        if result is not None and result.reduced and result.value > node.alpha:
            result = self._result(node, move, reduce=False)
        if result is None:
            return False
        node.tried = min(_FULL_DEPTH_MOVES, node.tried + 1)
        self._take(node, move, result.value)
        return result.wins or result.value >= node.beta

    def _result(self, node: _Node, move: Spot, *, reduce: bool) -> _Result | None:
        """Play a move and search what comes of it; with *reduce* one turn less, unless it attacks."""
        laid = self._play(node, move)
        if laid is None:
            return None
        try:
            standing, mover = self._tracks.standing, node.mover
            attacked = standing.attacks(mover.opponent)
            attacking = standing.attacks(mover) and not attacked
            if laid.completed[mover]:
                return _Result(WIN - node.ply, wins=True)
            if any(laid.completed):
                return _Result(node.ply - WIN)
            value = node.ply - ATTACK if attacked else _static_score(standing, mover)
            # An attack may prove illegal to complete: at the root that is found out.
            if attacked and node.ply > 0:
                return _Result(value)
            reduced = False
            depth = node.depth
            near_leaf = node.is_leaf or node.is_shallow
            if attacking and near_leaf and node.depth < self._most_depth and node.ply < _PLIES - 3:
                depth += 1
            elif node.is_leaf:
                return _Result(value)
            elif reduce and not attacking and not attacked:
                if not node.is_shallow:
                    reduced = True
                    depth -= 1
                elif value <= node.alpha:
                    return _Result(value)
            alpha = -node.alpha - 1 if reduced else -node.beta
            child = _Node(node.ply + 1, depth, mover.opponent, alpha, -node.alpha, under_attack=attacking)
            return _Result(-self._search(child), reduced=reduced)
        finally:
            self._tracks.take_back()

    def _play(self, node: _Node, move: Spot) -> Laid | None:
        if self.best is not None:
            self._check_time()
        laid = self._tracks.play(move)
        if laid is not None:
            node.movable = True
            self.nodes += 1
        return laid

    def _take(self, node: _Node, move: Spot, value: int) -> None:
        """Take note of what a move is worth."""
        if value > node.alpha:
            node.alpha = value
            if node.ply == 0:
                self.best, self.score = move, value
        if value >= node.beta:
            self._killers[node.ply] = move


class _Result(NamedTuple):
    """What has come of a move, for who played it; ``wins``: at once; ``reduced``: after a search of one turn less."""

    value: int
    wins: bool = False
    reduced: bool = False


def _static_score(standing: Standing, mover: Color) -> int:
    """Score of a position for *mover*, who has just moved."""
    return (-standing.balance if mover else standing.balance) - TEMPO
