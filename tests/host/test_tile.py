"""Tiles: the six faces and which of them fit."""

from __future__ import annotations

import itertools

import pytest

from icetrax.tile import FITTING, Color, Face, Side, Symbol, entry


def test_each_symbol_names_two_faces_that_are_each_other_with_colors_exchanged() -> None:
    for symbol in Symbol:
        one, other = (face for face in Face if face.symbol is symbol)
        assert all(one.color_at(side) is other.color_at(side).opponent for side in Side)


@pytest.mark.parametrize(
    ("symbol", "joined"),
    [
        (Symbol.PLUS, {frozenset({Side.E, Side.W}), frozenset({Side.N, Side.S})}),
        (Symbol.SLASH, {frozenset({Side.N, Side.W}), frozenset({Side.E, Side.S})}),
        (Symbol.BACKSLASH, {frozenset({Side.N, Side.E}), frozenset({Side.S, Side.W})}),
    ],
)
def test_tracks_run_as_the_symbol_shows(symbol: Symbol, joined: set[frozenset[Side]]) -> None:
    for face in Face:
        if face.symbol is symbol:
            assert {frozenset(face.sides(color)) for color in Color} == joined


def test_sides_and_colors() -> None:
    assert [(side.dx, side.dy) for side in Side] == [(1, 0), (0, -1), (-1, 0), (0, 1)]
    assert [side.opposite for side in Side] == [Side.W, Side.S, Side.E, Side.N]
    assert Color.WHITE.opponent is Color.RED
    assert Color.RED.opponent is Color.WHITE
    assert [str(color) for color in Color] == ["white", "red"]
    assert [color.letter for color in Color] == ["W", "R"]


def test_one_entered_side_leaves_one_face_of_each_symbol() -> None:
    for color, side in itertools.product(Color, Side):
        fitting = FITTING[entry(color, side)]
        assert set(fitting) == set(Symbol)
        assert all(face.symbol is symbol and face.color_at(side) is color for symbol, face in fitting.items())


def test_one_side_of_each_color_leaves_two_symbols() -> None:
    for white, red in itertools.permutations(Side, 2):
        fitting = FITTING[entry(Color.WHITE, white) | entry(Color.RED, red)]
        assert len(fitting) == 2
        assert all(f.color_at(white) is Color.WHITE and f.color_at(red) is Color.RED for f in fitting.values())


def test_two_sides_of_a_color_leave_one_face_and_three_none() -> None:
    for color in Color:
        for number, faces in ((2, 1), (3, 0), (4, 0)):
            for sides in itertools.combinations(Side, number):
                assert len(FITTING[sum(entry(color, side) for side in sides)]) == faces
