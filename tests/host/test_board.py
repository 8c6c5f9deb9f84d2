"""The board: the rules case by case, undo, and what it tells about a position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import (
    Board,
    Color,
    Face,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Outcome,
    Reason,
    Symbol,
    Variant,
    column_name,
    parse_move,
)
from tests.host.positions import BAILEY_SIEGENTHALER, board_after, board_rows, games_of, snapshot


def test_empty_board() -> None:
    board = Board()
    assert (board.turn, board.plies, board.tiles, board.columns, board.rows) == (Color.WHITE, 0, 0, 0, 0)
    assert [str(move) for move in board.legal_moves] == ["@0+", "@0/"]
    assert len(board.legal_moves) == 2
    assert board.legal_moves
    assert board.outcome() is None
    assert board.last_turn is None
    assert board.completed == frozenset()
    assert board.tile_at(0, 0) is None


@pytest.mark.parametrize(("text", "face"), [("@0+", Face.WHITE_NS), ("@0/", Face.WHITE_NW)])
def test_first_tile_lies_as_the_convention_says(text: str, face: Face) -> None:
    board = board_after(text)
    assert board.tile_at(1, 1) is face
    assert board.space_name(0, 0) == "A1"
    assert board.turn is Color.RED


def test_a_tile_in_the_empty_column_or_row_shifts_the_names() -> None:
    board = board_after("@0/ @1+ A0/")
    assert board.space_name(0, 0) == "B2"
    assert board.position_of(0, 0) == (2, 2)
    assert board.tile_at(2, 2) is Face.WHITE_NW
    assert (board.columns, board.rows) == (2, 2)


def test_forced_plays_follow_the_chosen_tile() -> None:
    board = board_after("@0+ B1+ A2\\")
    turn = board.last_turn
    assert turn is not None
    assert str(turn.move) == "A2\\"
    assert [(p.x, p.y, p.face) for p in turn.placements] == [(0, 1, Face.WHITE_EN), (1, 1, Face.WHITE_NW)]
    assert board_rows(board) == ["||", "eq"]
    assert board.tiles == 4
    assert board.plies == 3


@pytest.mark.parametrize(
    ("moves", "illegal", "reason"),
    [
        ("", "@0\\", r"the first move is @0\+ or @0/"),
        ("", "A1+", r"the first move is @0\+ or @0/"),
        ("@0+", "A1/", "A1 is occupied"),
        ("@0+", "@0/", "@0 is not beside a tile"),
        ("@0+", "C1/", "C1 is not beside a tile"),
        ("@0+", "ZZZZZZZZ1/", "ZZZZZZZZ1 is not beside a tile"),
        ("@0+", "A99999999999/", "A99999999999 is not beside a tile"),
        ("@0+ B1/ B0\\", "A1/", "the colours do not match the tiles beside it"),
        ("@0/ B1\\ A2\\", "A0+", "the game is over, red has completed a loop"),
        ("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", "A2+", "the game is over, red has completed a line"),
        ("@0+ B1\\ @1/ A0/ @2+ A3/ D3/ A4+ @3\\ E4/", "C4\\", "its forced plays let red enter D3 from a third side"),
        ("@0/ @1/ A2\\ C1/ @1+ A0/ C3\\ D1\\ D0/ A1+", "B1/", "its forced plays let white enter C2 from a third side"),
    ],
)
def test_illegal_moves_are_refused_with_a_reason_and_change_nothing(moves: str, illegal: str, reason: str) -> None:
    board = board_after(moves)
    before = snapshot(board)
    with pytest.raises(IllegalMoveError, match=reason) as caught:
        board.push_text(illegal)
    assert str(caught.value).startswith(f"{illegal} is illegal: ")
    assert snapshot(board) == before
    assert parse_move(illegal) not in board.legal_moves


def test_a_move_far_away_is_not_taken_for_one_close_by() -> None:
    board = board_after("@0+")
    for bits in range(8, 64):  # whatever numbering of cells the model uses
        for move in (Move(1 + (1 << bits), 0, Symbol.PLUS), Move(1, 1 << bits, Symbol.PLUS)):
            assert move not in board.legal_moves
            assert board.tile_at(move.column, move.row + 1) is None
            with pytest.raises(IllegalMoveError, match="not beside a tile"):
                board.push(move)


def test_unreadable_text_is_another_error() -> None:
    board = Board()
    with pytest.raises(InvalidMoveError):
        board.push_text("@0*")
    assert board.plies == 0


@pytest.mark.parametrize(
    ("moves", "winner", "reason", "completed"),
    [
        ("@0/ A0\\ @2\\", Color.WHITE, Reason.LOOP, {(Color.WHITE, Reason.LOOP)}),
        ("@0/ A2\\ B2/", Color.RED, Reason.LOOP, {(Color.RED, Reason.LOOP)}),  # white gives red the game
        ("@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+", Color.WHITE, Reason.LINE, {(Color.WHITE, Reason.LINE)}),
        ("@0+ @1+ @1+ @1+ @1+ @1+ @1+ @1+", Color.RED, Reason.LINE, {(Color.RED, Reason.LINE)}),
        (  # both have a loop: the player who moved wins
            "@0/ A2+ B2+ B0/ @2\\ C0\\ A2/",
            Color.WHITE,
            Reason.LOOP,
            {(Color.WHITE, Reason.LOOP), (Color.RED, Reason.LOOP)},
        ),
        (
            "@0+ A2/ @2/ B0/ @2\\ C0\\ @3/ B2/",
            Color.RED,
            Reason.LOOP,
            {(Color.WHITE, Reason.LOOP), (Color.RED, Reason.LOOP)},
        ),
    ],
)
def test_who_wins(moves: str, winner: Color, reason: Reason, completed: set[tuple[Color, Reason]]) -> None:
    board = board_after(moves)
    assert board.outcome() == Outcome(winner, reason)
    assert board.is_over()
    assert board.completed == completed
    assert list(board.legal_moves) == []
    assert len(board.legal_moves) == 0
    assert not board.legal_moves
    board.pop()
    assert board.outcome() is None
    assert board.legal_moves


def test_seven_tiles_are_no_line_and_a_bent_end_is_none() -> None:
    assert board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+").outcome() is None
    assert board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1\\").outcome() is None
    assert board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1\\ H2\\").outcome() == Outcome(Color.RED, Reason.LINE)


def test_bailey_siegenthaler_1994() -> None:
    board = board_after(BAILEY_SIEGENTHALER)
    assert (board.plies, board.tiles, board.columns, board.rows) == (31, 78, 10, 12)
    assert board.outcome() is None
    assert board.completed == frozenset()
    assert board.space_name(0, 0) == "C7"
    assert board.tile_at(3, 7) is Face.WHITE_NS
    assert board.turn is Color.RED


def test_popping_an_empty_board() -> None:
    with pytest.raises(IndexError, match="no turn to take back"):
        Board().pop()


@given(games_of(), st.data())
def test_push_and_pop_restore_everything(board: Board, data: st.DataObject) -> None:
    legal = list(board.legal_moves)
    if not legal:
        return
    before = snapshot(board)
    for move in data.draw(st.lists(st.sampled_from(legal), max_size=4, unique=True)):
        board.push(move)
        assert board.plies == before["plies"] + 1
        assert board.pop() == move
        assert snapshot(board) == before


@given(games_of())
def test_taking_back_a_whole_game_visits_its_positions(board: Board) -> None:
    replayed = [Board()]
    for move in board.move_stack:
        replayed.append(replayed[-1].copy())
        replayed[-1].push(move)
    for expected in reversed(replayed):
        assert snapshot(board) == snapshot(expected)
        if board.plies:
            board.pop()


@given(games_of())
def test_a_copy_is_equal_and_independent(board: Board) -> None:
    before = snapshot(board)
    twin = board.copy()
    assert snapshot(twin) == before
    while twin.plies:
        twin.pop()
    assert snapshot(twin) == snapshot(Board())
    assert snapshot(board) == before


@given(games_of())
def test_the_view_of_legal_moves_is_consistent(board: Board) -> None:
    legal = list(board.legal_moves)
    assert len(legal) == len(set(legal)) == len(board.legal_moves)
    assert bool(board.legal_moves) is bool(legal)
    assert " ".join(map(str, legal)) in repr(board.legal_moves)
    everything = [
        Move(column, row, symbol)
        for row in range(board.rows + 3)
        for column in range(board.columns + 3)
        for symbol in Symbol
    ]
    assert [move for move in everything if move in board.legal_moves] == legal
    for move in set(everything) - set(legal):
        with pytest.raises(IllegalMoveError):
            board.push(move)


def test_only_moves_are_legal_moves() -> None:
    assert "@0+" not in Board().legal_moves


@given(games_of())
def test_open_paths_end_in_empty_spaces_beside_tiles(board: Board) -> None:
    for color in Color:
        ends = [end for path in board.open_paths(color) for end in path]
        assert len(ends) == len(set(ends))
        for x, y in ends:
            column, row = board.position_of(x, y)
            assert board.tile_at(column, row) is None
            assert any(
                board.tile_at(column + dx, row + dy) is not None for dx, dy in ((1, 0), (0, -1), (-1, 0), (0, 1))
            )


def test_pushing_while_iterating() -> None:
    board = board_after("@0/ B1+ A0\\")
    expected = list(board.legal_moves)
    seen = []
    for move in board.legal_moves:
        board.push(move)
        seen.append(move)
        board.pop()
    assert seen == expected


def test_a_board_far_from_its_beginning() -> None:
    board = Board()
    board.push_text("@0/")
    for _ in range(700):
        board.push_text("@1+")
        board.push_text("A0/")
    assert (board.tiles, board.columns, board.rows) == (1401, 701, 701)
    assert board.space_name(0, 0) == "ZY701"
    assert len(board.legal_moves) == len(set(board.legal_moves))


def test_variants() -> None:
    assert Board().variant is Variant.TRAX
    assert Board("trax").variant is Variant.TRAX
    assert Board(Variant.TRAX).copy().variant is Variant.TRAX
    with pytest.raises(ValueError, match="unknown variant 'chess': use one of trax, loop, 8x8, mini"):
        Board("chess")


LINE_DOWN = "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A8+"
DRAWN_MINI = "@0+ B1/ B2/ B3/ C3+"


def test_a_line_wins_nothing_in_loop_trax() -> None:
    for variant, expected in (("trax", Outcome(Color.WHITE, Reason.LINE)), ("loop", None)):
        board = Board(variant)
        for text in LINE_DOWN.split():
            board.push_text(text)
        assert (board.outcome(), board.rows) == (expected, 8)
    board.push_text("A9+")
    assert (board.outcome(), board.rows, board.completed) == (None, 9, frozenset())


def test_a_loop_wins_in_every_variant() -> None:
    for variant in Variant:
        board = Board(variant)
        for text in ("@0/", "B1\\", "A2\\"):
            board.push_text(text)
        assert board.outcome() == Outcome(Color.RED, Reason.LOOP)


@pytest.mark.parametrize(("variant", "size"), [("8x8", 8), ("mini", 3)])
def test_a_limited_board_has_an_edge_once_it_is_as_wide(variant: str, size: int) -> None:
    board = Board(variant)
    board.push_text("@0+")
    for column in range(2, size + 1):  # red joins left and right: a row that ends in a curve is no line
        board.push(Move(column, 1, Symbol.PLUS if column < size else Symbol.SLASH))
    assert (board.columns, board.outcome()) == (size, None)
    moves = set(map(str, board.legal_moves))
    assert not any(move.startswith(("@", column_name(size + 1))) for move in moves)
    assert {"A0+", "A2+"} <= moves
    for text in ("@1+", f"{column_name(size + 1)}1+"):
        assert parse_move(text) not in board.legal_moves
        with pytest.raises(IllegalMoveError, match=f"tiles may occupy no more than {size} columns and rows"):
            board.push_text(text)
    board.pop()
    assert "@1+" in set(map(str, board.legal_moves))


def test_a_full_board_is_a_draw_and_ends_the_game() -> None:
    board = Board("mini")
    for text in DRAWN_MINI.split():
        assert not board.is_over()
        board.push_text(text)
    assert board.outcome() == Outcome(None, Reason.FULL)
    assert board.is_over()
    assert not board.legal_moves
    assert not board.completed
    with pytest.raises(IllegalMoveError, match="the game is over, drawn"):
        board.push_text("A0+")
    twin = board.copy()
    twin.pop()
    assert twin.outcome() is None
    assert board.outcome() is not None


def test_long_random_play_never_disturbs_a_shorter_history() -> None:
    rng = random.Random(5)
    board = Board()
    while board.plies < 200 and board.legal_moves:
        quiet = []
        for move in board.legal_moves:
            board.push(move)
            if not board.is_over():
                quiet.append(move)
            board.pop()
        if not quiet:
            break
        board.push(rng.choice(quiet))
    assert board.plies > 40
    assert snapshot(board) == snapshot(board_after(map(str, board.move_stack)))
