"""The notation used before 1998, by hand; that it says the same as today's is tested with the records."""

from __future__ import annotations

import pytest

from icetrax.board import Board
from icetrax.errors import IllegalMoveError, InvalidMoveError
from icetrax.old_notation import is_old_notation, parse_old_move, to_old_notation
from icetrax.tile import Side
from tests.conformance import moves_of, rows
from tests.host.positions import board_after


@pytest.mark.parametrize(
    ("before", "old", "new"),
    [
        ("", "A1S", "@0+"),
        ("", "A1C", "@0/"),
        # One neighbour: where the track that enters from it turns. White leaves @0/ by its top and left.
        ("@0/", "A1S", "@1+"),
        ("@0/", "A1U", "@1\\"),
        ("@0/", "A1D", "@1/"),
        ("@0/", "1AL", "A0\\"),
        ("@0/", "1AR", "A0/"),
        ("@0/", "A2L", "A2/"),
        ("@0/", "A2R", "A2\\"),
        ("@0/", "B1D", "B1\\"),
        ("@0/ B1+", "B1S", "B0+"),
        # Two round a corner: the only curve.
        ("@0/ A2+ A0\\", "B3S", "B3+"),
        ("@0+ B1+ C1/ A0+", "B1C", "B1/"),
    ],
)
def test_moves(before: str, old: str, new: str) -> None:
    board = board_after(before)
    move = parse_old_move(board, old)
    assert str(move) == new
    assert move in board.legal_moves
    assert to_old_notation(board, move) == old


@pytest.mark.parametrize(
    ("before", "text", "reason"),
    [
        ("", "A1R", "the first move is A1S or A1C"),
        ("", "B1S", "the first move is A1S or A1C"),
        ("@0/", "C1S", "it is not beside a tile"),
        ("@0/", "B1L", "no such tile fits there"),
        ("@0/", "B1C", "more than one curve fits there: say U, D, L or R"),
        ("@0+ B1+ B0+", "B2S", "B2 is occupied"),
    ],
)
def test_what_is_no_move(before: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"^{text} is illegal: {reason}"):
        parse_old_move(board_after(before), text)


@pytest.mark.parametrize("text", ["", "A1", "a1s", "A0S", "A01S", "1BS", "A1X", "A1S ", "@1S"])
def test_what_is_not_the_old_notation(text: str) -> None:
    assert not is_old_notation(text)
    with pytest.raises(InvalidMoveError, match="is not a move in the old notation"):
        parse_old_move(board_after("@0/"), text)


def test_every_legal_move_reads_back_in_recorded_games() -> None:
    """Among them one with a space that a white and a red track enter from opposite sides."""
    opposite = 0
    game = next(row for row in rows("games_better.jsonl.gz") if row["id"] == "b498")
    board = Board()
    for text in moves_of(game):
        for move in board.legal_moves:
            old = to_old_notation(board, move)
            assert parse_old_move(board, old) == move
            sides = {side for side in Side if board.tile_at(move.column + side.dx, move.row + side.dy) is not None}
            if sides in ({Side.E, Side.W}, {Side.N, Side.S}):
                assert old[-1] in "UDLR"
                opposite += 1
        board.push_text(text)
    assert opposite >= 2
