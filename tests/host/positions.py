"""Helpers that put boards into positions and compare them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from icetrax import Board, Color, Face, Move, Side, Variant

__all__ = ["BAILEY_SIEGENTHALER", "board_after", "board_rows", "games_of", "long_game", "snapshot"]

BAILEY_SIEGENTHALER = (
    "@0+ @1\\ B2\\ A2+ B0/ C3\\ D3+ A4+ @2+ C0/ F2+ G2\\ C0+ D7\\ E7\\ E1+ F7\\ F8\\ E0/ E0/ "
    "H5+ G2+ F0/ G1+ I6\\ H3\\ H7+ J7+ C12/ B10+ H12\\"
)
"""Bailey against Siegenthaler, 1994; red resigned after white's last move."""

_LETTERS = {
    frozenset({Side.N, Side.S}): "|",
    frozenset({Side.E, Side.W}): "-",
    frozenset({Side.N, Side.W}): "q",
    frozenset({Side.E, Side.S}): "c",
    frozenset({Side.N, Side.E}): "e",
    frozenset({Side.S, Side.W}): "z",
}


def board_after(moves: Iterable[str] | str, variant: str = "trax") -> Board:
    """The board after moves in canonical notation."""
    board = Board(variant)
    for text in moves.split() if isinstance(moves, str) else moves:
        board.push_text(text)
    return board


def board_rows(board: Board) -> list[str]:
    """The tiles in the letters of tests/data."""

    def letter(face: Face | None) -> str:
        return "." if face is None else _LETTERS[frozenset(face.sides(Color.WHITE))]

    return [
        "".join(letter(board.tile_at(column, row)) for column in range(1, board.columns + 1))
        for row in range(1, board.rows + 1)
    ]


def snapshot(board: Board) -> dict[str, Any]:
    """Everything that can be seen of a position."""
    return {
        "rows": board_rows(board),
        "size": (board.tiles, board.columns, board.rows),
        "plies": board.plies,
        "turn": board.turn,
        "moves": list(board.move_stack),
        "legal": list(board.legal_moves),
        "paths": {color: {frozenset(path) for path in board.open_paths(color)} for color in Color},
        "first": board.space_name(0, 0) if board.plies else None,
        "last": board.last_turn,
        "outcome": board.outcome(),
    }


def long_game(variant: Variant, rng: random.Random, turns: int) -> Board:
    """The board after so many random moves, or fewer; loops and lines are completed only where nothing else is left."""
    board = Board(variant)

    def completes(move: Move) -> bool:
        board.push(move)
        completed = bool(board.completed)
        board.pop()
        return completed

    while not board.is_over() and board.plies < turns:
        moves = list(board.legal_moves)
        rng.shuffle(moves)
        board.push(min(moves, key=completes))
    return board


@st.composite
def games_of(draw: st.DrawFn, longest: int = 40, variant: str = "trax") -> Board:
    """Hypothesis strategy: a board after some legal moves, the game perhaps over."""
    board = Board(variant)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=longest)):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[choice % len(legal)])
    return board
