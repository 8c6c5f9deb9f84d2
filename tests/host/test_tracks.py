"""The position for searching, beside the reference model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from icetrax import Board, Color, Move, Side, Symbol, Variant
from icetrax.evaluate import worth
from icetrax.frontier import LINE_SPAN, coordinates
from icetrax.tracks import CROSSING_LIMIT, Spot, Standing, Tracks, tracks_of
from tests.conformance import games, moves_of, rows
from tests.host.positions import board_after, games_of


def everything(tracks: Tracks) -> tuple[Any, ...]:
    """All that is known of a position."""
    paths = [ends.copy() for ends in tracks._paths]
    return tracks.extent, tracks.standing.copy(), list(tracks.spots()), tracks._cells.copy(), paths


def side_entered(board: Board, color: Color, place: tuple[int, int]) -> Side:
    """The one side by which a track of *color* enters a space."""
    x, y = place
    for side in Side:
        face = board.tile_at(*board.position_of(x + side.dx, y + side.dy))
        if face is not None and face.color_at(side.opposite) is color:
            return side
    raise AssertionError(f"no {color} track enters {place}")


def judged(board: Board) -> Standing:
    """The score by the model's open paths, attacks on lines counted to the end."""
    standing = Standing()
    for color in Color:
        for one, other in board.open_paths(color):
            path = worth(
                other[0] - one[0],
                other[1] - one[1],
                side_entered(board, color, one),
                side_entered(board, color, other),
                max(board.columns, LINE_SPAN),
                max(board.rows, LINE_SPAN),
            )
            standing.balance += -path.value if color else path.value
            standing.closing[color] += path.closing
            standing.crossing[0][color] += path.across
            standing.crossing[1][color] += path.down
    return standing


def capped(standing: Standing) -> Standing:
    """As far as attacks on lines are counted."""
    columns, rows_ = ([min(CROSSING_LIMIT, count) for count in counts] for counts in standing.crossing)
    return Standing(standing.balance, standing.closing, (columns, rows_))


def assert_is_as_on(board: Board, tracks: Tracks) -> None:
    """All but the score is the same."""
    assert (tracks.extent.columns, tracks.extent.rows) == (board.columns, board.rows)
    for color in Color:
        ours = {frozenset((coordinates(end), coordinates(other))) for end, (other, _) in tracks._paths[color].items()}
        assert ours == {frozenset(path) for path in board.open_paths(color)}


@given(board=games_of(longest=60))
def test_turns_do_what_they_do_on_the_board(board: Board) -> None:
    replayed, tracks = Board(), Tracks()
    for move in board.move_stack:
        spot = tracks.spot(move.column, move.row, move.symbol)
        assert tracks.name(spot) == (move.column, move.row, move.symbol)
        laid = tracks.play(spot)
        replayed.push(move)
        assert laid is not None
        assert len(set(laid.spaces)) == len(laid.spaces)
        assert replayed.last_turn is not None
        assert sorted(map(coordinates, laid.spaces)) == sorted((p.x, p.y) for p in replayed.last_turn.placements)
        assert {color for color in Color if laid.completed[color]} == {color for color, _ in replayed.completed}
        if not replayed.is_over():
            assert_is_as_on(replayed, tracks)
        tracks.settle()
        if not replayed.is_over():
            assert_is_as_on(replayed, tracks)
            assert tracks.standing == capped(judged(replayed))


@pytest.mark.parametrize("variant", Variant)
@given(data=st.data())
def test_the_moves_that_can_be_tried_are_the_legal_ones_once_played(variant: Variant, data: st.DataObject) -> None:
    board = data.draw(games_of(40, variant))
    if board.is_over():
        return
    tracks = tracks_of(board)
    before = everything(tracks)
    legal = []
    for spot in tracks.spots():
        quiet = tracks.is_quiet(spot)
        laid = tracks.play(spot)
        if laid is not None:
            assert quiet == (len(laid.spaces) == 1)
            tracks.take_back()
            legal.append(str(Move(*tracks.name(spot))))
        else:
            assert not quiet
    assert sorted(legal) == sorted(map(str, board.legal_moves))
    assert everything(tracks) == before


@given(board=games_of(longest=40), data=st.data())
def test_lines_of_turns_are_taken_back_and_scored_on_the_way(board: Board, data: st.DataObject) -> None:
    if board.is_over():
        return
    tracks, board = tracks_of(board), board.copy()
    stages = [everything(tracks)]
    size = board.columns, board.rows
    while len(stages) < 6:
        move = data.draw(st.sampled_from(sorted(board.legal_moves, key=str)))
        board.push(move)
        laid = tracks.play(tracks.spot(move.column, move.row, move.symbol))
        assert laid is not None
        if any(laid.completed):
            tracks.take_back()
            break
        exact = judged(board)
        assert tracks.standing.closing == exact.closing
        for counted, there_are in zip(tracks.standing.crossing, exact.crossing, strict=True):
            assert all(0 <= count <= most for count, most in zip(counted, there_are, strict=True))
        reach = [max(LINE_SPAN, length) for length in (board.columns, board.rows)]
        if reach == [max(LINE_SPAN, length) for length in size]:
            assert tracks.standing.balance == exact.balance
        stages.append(everything(tracks))
    for stage in reversed(stages):
        assert everything(tracks) == stage
        if stage is not stages[0]:
            tracks.take_back()


@pytest.mark.parametrize("variant", [Variant.LOOP, Variant.LIMITED, Variant.MINI])
@given(data=st.data())
def test_turns_of_the_variants_do_what_they_do_on_the_board(variant: Variant, data: st.DataObject) -> None:
    replayed, tracks = Board(variant), Tracks(variant.line_span, variant.limit)
    for move in data.draw(games_of(60, variant)).move_stack:
        laid = tracks.play(tracks.spot(move.column, move.row, move.symbol))
        replayed.push(move)
        assert laid is not None
        assert {color for color in Color if laid.completed[color]} == {color for color, _ in replayed.completed}
        tracks.settle()
    if not replayed.is_over():
        assert_is_as_on(replayed, tracks)
        assert everything(tracks) == everything(tracks_of(replayed))


def test_a_loop_that_would_be_closed_beyond_the_edge_is_no_attack() -> None:
    column = "@0/ A0+ A3\\ A0/ A5\\ A6/ A0/ A0/ B8\\"  # eight rows; white's ends are below the last
    attacks = {variant: tracks_of(board_after(column, variant)).standing.closing for variant in ("8x8", "trax")}
    assert attacks == {"8x8": [0, 2], "trax": [1, 2]}


def test_lines_threatened_are_seen_and_forgotten_when_the_extent_grows() -> None:
    tracks = tracks_of(board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+"))
    assert tracks.standing.crossing == ([0, 1], [0, 0])
    assert tracks.standing.crosses(Color.RED)
    assert not tracks.standing.attacks(Color.WHITE)
    met = 0
    for row in games()[::4]:
        board, tracks = Board(), Tracks()
        for text in moves_of(row)[:-1]:
            move = board.push_text(text)
            tracks.play(tracks.spot(move.column, move.row, move.symbol))
            tracks.settle()
        for axis, size in enumerate((board.columns, board.rows)):
            if size < LINE_SPAN or not any(tracks.standing.crossing[axis]):
                continue
            counted = tracks.standing.copy().crossing
            for spot in list(tracks.spots()):
                size_before = (tracks.extent.columns, tracks.extent.rows)[axis]
                laid = tracks.play(spot)
                if laid is not None:
                    if len(laid.spaces) == 1 and not any(laid.completed):
                        grown = (tracks.extent.columns, tracks.extent.rows)[axis] > size_before
                        assert tracks.standing.crossing[axis] == [0, 0] or not grown
                        met += grown
                    tracks.take_back()
                    assert tracks.standing.crossing == counted
    assert met > 20


def test_an_attack_is_answered_at_its_ends_and_one_on_a_line_at_the_rim_as_well() -> None:
    tracks = tracks_of(board_after("@0/ A0\\"))  # white's ends are beside each other, left of both tiles
    assert tracks.standing.closing[Color.WHITE] == 1
    answering = {
        tracks.name(spot)[:2] for spot in tracks.spots() if tracks.answers(spot.space, Color.WHITE)
    }
    assert answering == {(0, 1), (0, 2)}
    assert not any(tracks.answers(spot.space, Color.RED) for spot in tracks.spots())
    tracks = tracks_of(board_after("@0+ B1+ C1+ D1+ E1+ F1+ G1+"))
    assert all(tracks.answers(spot.space, Color.RED) for spot in tracks.spots())


def test_spaces_are_tried_in_the_order_in_which_they_arose() -> None:
    tracks = Tracks()
    assert [Move(*tracks.name(spot)) for spot in tracks.spots()] == [
        Move(0, 0, Symbol.PLUS), Move(0, 0, Symbol.SLASH)
    ]
    tracks.play(tracks.spot(0, 0, Symbol.SLASH))
    order = [str(Move(*tracks.name(spot))) for spot in tracks.spots()][::3]
    assert order == ["B1\\", "A0\\", "@1\\", "A2\\"]
    tracks.settle()  # the last takes the place of the first
    order = [str(Move(*tracks.name(spot))) for spot in tracks.spots()]
    assert order == [f"{name}{symbol}" for name in ["A2", "B1", "A0", "@1"] for symbol in "\\+/"]


def test_turns_of_whole_games_settle_to_the_same_as_one_by_one() -> None:
    for row in games()[::60]:
        moves = moves_of(row)[:-1]
        board, tracks = board_after(moves), Tracks()
        for move in board.move_stack:
            assert tracks.play(tracks.spot(move.column, move.row, move.symbol)) is not None
        tracks.settle()
        one_by_one = tracks_of(board)
        assert tracks.standing == one_by_one.standing
        assert sorted(tracks.spots()) == sorted(one_by_one.spots())


@pytest.mark.parametrize("row", [row for row in rows("rules.jsonl.gz") if row["illegal_at"] is not None][::7])
def test_illegal_turns_are_refused_and_leave_no_trace(row: dict[str, Any]) -> None:
    moves = moves_of(row)
    board = board_after(moves[: row["illegal_at"]])
    if board.is_over():
        return
    tracks = tracks_of(board)
    before = everything(tracks)
    legal = {Move(*tracks.name(spot)) for spot in tracks.spots() if tracks.play(spot) and not tracks.take_back()}
    assert moves[row["illegal_at"]] not in map(str, legal)
    assert everything(tracks) == before


def test_a_tile_that_does_not_fit_has_no_face() -> None:
    tracks = tracks_of(board_after("@0/"))
    assert tracks.face_of(Spot(tracks.spot(1, 1, Symbol.PLUS).space, Symbol.PLUS)) is None
    assert tracks.face_of(tracks.spot(3, 3, Symbol.PLUS)) is None
    with pytest.raises(AssertionError, match="does not fit"):
        tracks.play(tracks.spot(1, 1, Symbol.PLUS))
