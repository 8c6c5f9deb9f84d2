"""The game Bailey against Siegenthaler of 1994, through the hardware."""

from __future__ import annotations

from icetrax import Board
from tests.host.positions import BAILEY_SIEGENTHALER, board_after
from tests.system.hardware import Hardware, model_state

MOVES = BAILEY_SIEGENTHALER.split()


def test_the_game_ends_as_it_did(hardware: Hardware) -> None:
    hardware.tell("-I")
    for move in MOVES:
        assert hardware.ask(f"-M {move}").startswith("= ")
    assert hardware.ask("-S") == "= 31 R - - 78 10 12"
    # Nobody has won: red, who resigned, could have gone on.
    assert set(hardware.position().moves) == set(map(str, board_after(MOVES).legal_moves))


def test_every_position_of_it_is_that_of_the_model(hardware: Hardware) -> None:
    board = Board()
    for move in MOVES:
        assert move in hardware.position().moves
        board.push_text(move)
        assert hardware.console.play(move) == model_state(board)
        assert list(hardware.position().moves) == sorted(map(str, board.legal_moves))


def test_it_can_be_gone_on_with(hardware: Hardware) -> None:
    hardware.set_up(MOVES)
    found = hardware.console.think(None)
    board = board_after(MOVES)
    board.push_text(found.move)
    assert hardware.console.play(found.move) == model_state(board)


def test_it_is_played_over_the_serial_line() -> None:
    with Hardware("bit") as hardware:
        hardware.set_up(MOVES)
        assert hardware.ask("-S") == "= 31 R - - 78 10 12"
        for _ in MOVES:
            hardware.console.undo()
        assert hardware.ask("-S") == "= 0 W - - 0 0 0"
