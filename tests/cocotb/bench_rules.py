"""Testbench of the rules engine: whole games in lock step with the reference model."""

import os
import random

import cocotb
from cocotb.triggers import FallingEdge

from icetrax.board import Board
from icetrax.errors import IllegalMoveError
from icetrax.notation import Move
from icetrax.tile import Color, Symbol
from icetrax_rtl.movegen import Query
from icetrax_rtl.turn import Operation
from icetrax_rtl.types import Verdict
from tests.cocotb.bench import always, reset, sometimes
from tests.cocotb.engine import Engine, paths_of, played, random_move, standing_of

GAMES = int(os.environ["GAMES"])


def agree(engine, board, result):
    """The turn just played, and the position, are the model's."""
    assert result.verdict == Verdict.LEGAL
    for color in Color:
        reasons = {str(reason) for owner, reason in board.completed if owner is color}
        assert bool(result.loops >> color & 1) == ("loop" in reasons)
        assert bool(result.lines >> color & 1) == ("line" in reasons)
    extent = engine.extent
    assert (extent.columns, extent.rows, int(engine.dut.tiles.value)) == (board.columns, board.rows, board.tiles)
    if not board.is_over():
        _, closing, crossing = engine.standing
        _, expected_closing, expected_crossing = standing_of(board)
        assert closing == expected_closing
        assert all(some <= every for some, every in zip(crossing, expected_crossing, strict=True))


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.4)], avoid_end=[False, True])
async def plays_games_like_the_model(dut, pace, avoid_end):
    engine, rng = Engine(dut, pace), random.Random(random.random())
    await engine.begin()
    for _ in range(GAMES):
        await engine.command(Operation.CLEAR)
        board = Board()
        while not board.is_over() and board.plies < 70:
            if board.plies < 2 or rng.random() < 0.08:
                found = await engine.legal_moves(evaluate=rng.random() < 0.5)
                assert found == sorted(map(str, board.legal_moves))
            move = random_move(board, rng, avoid_end=avoid_end)
            before = engine.state
            result = await engine.play(move)
            if rng.random() < 0.3:  # not yet: take it back, and play it again
                await engine.command(Operation.UNDO)
                assert engine.state == before
                result = await engine.play(move)
            board.push(move)
            agree(engine, board, result)
            if rng.random() < 0.7 and not board.is_over():
                await engine.command(Operation.COMMIT)
                assert engine.standing == standing_of(board)
            if rng.random() < 0.2 and not board.is_over():
                assert await engine.paths() == paths_of(board)


@cocotb.test()
async def takes_back_whole_lines_of_play(dut):
    engine, rng = Engine(dut), random.Random(random.random())
    await engine.begin()
    for _ in range(GAMES):
        await engine.command(Operation.CLEAR)
        board = Board()
        for _ in range(rng.randrange(30)):
            move = random_move(board, rng, avoid_end=True)
            await engine.play(move)
            await engine.command(Operation.COMMIT)
            board.push(move)
        states, line = [], board.copy()
        while not line.is_over() and len(states) < 12:
            states.append(engine.state)
            move = random_move(line, rng, avoid_end=True)
            line.push(move)
            result = await engine.play(move)
            agree(engine, line, result)
        for state in reversed(states):
            await engine.command(Operation.UNDO)
            assert engine.state == state
            line.pop()
            assert await engine.paths() == paths_of(line)
        assert await engine.legal_moves() == sorted(map(str, board.legal_moves))


@cocotb.test()
async def refuses_what_the_model_refuses(dut):
    engine, rng = Engine(dut), random.Random(random.random())
    await engine.begin()
    tried = {True: 0, False: 0}
    for _ in range(GAMES):
        await engine.command(Operation.CLEAR)
        board = Board()
        for _ in range(45):
            for _ in range(6):
                move = Move(rng.randrange(board.columns + 2), rng.randrange(board.rows + 2), rng.choice(list(Symbol)))
                try:
                    board.push(move)
                except IllegalMoveError:
                    legal = False
                else:
                    legal = True
                    board.pop()
                tried[legal] += 1
                before = engine.state
                result = await engine.play(move)
                assert (result is not None and result.verdict == Verdict.LEGAL) == legal, (str(move), board.move_stack)
                if legal:
                    await engine.command(Operation.UNDO)
                assert engine.state == before
            move = random_move(board, rng, avoid_end=True)
            board.push(move)
            if board.is_over():
                break
            agree(engine, board, await engine.play(move))
            await engine.command(Operation.COMMIT)
    assert min(tried.values()) > 50


@cocotb.test()
async def has_room_for_62_columns_and_rows(dut):
    engine = Engine(dut)
    await engine.begin()
    for across in (True, False):
        await engine.command(Operation.CLEAR)
        # straight tiles: white runs down, red across; the line of the colour that runs along is kept short by curves
        board = played(["@0+"])
        await engine.play("@0+")
        await engine.command(Operation.COMMIT)
        forth = 0
        while (board.columns if across else board.rows) < 62:
            moves = [move for move in board.legal_moves if (move.column == 0 if across else move.row == 0)]
            for move in moves:
                board.push(move)
                if not board.is_over() and board.tiles < 250:
                    break
                board.pop()
            else:
                raise AssertionError("no way to go on")
            agree(engine, board, await engine.play(move))
            await engine.command(Operation.COMMIT)
            assert engine.standing == standing_of(board)
            forth += 1
        before = engine.state
        outside = [move for move in board.legal_moves if (move.column == 0 if across else move.row == 0)]
        assert outside
        for move in outside:
            result = await engine.play(move)
            assert result is not None
            assert result.verdict == Verdict.FULL
            assert engine.state == before


def longest_turn(board, rng):
    """The move, of some, with the most forced plays of those that do not end the game; a random one if all do."""
    moves = list(board.legal_moves)
    lengths = {}
    for move in rng.sample(moves, min(40, len(moves))):
        before = board.tiles
        board.push(move)
        if not board.is_over():
            lengths[move] = board.tiles - before
        board.pop()
    return max(lengths, key=lengths.__getitem__) if lengths else rng.choice(moves)


@cocotb.test()
async def plays_long_turns(dut):
    engine, rng = Engine(dut), random.Random(random.random())
    await engine.begin()
    longest = 0
    for _ in range(GAMES * 2):
        await engine.command(Operation.CLEAR)
        board = Board()
        while not board.is_over() and board.plies < 60:
            saving = board.plies % 6 != 5  # lay up forced plays for a while, then let them run
            move = random_move(board, rng, avoid_end=True) if saving else longest_turn(board, rng)
            before, tiles = engine.state, board.tiles
            await engine.play(move)
            await engine.command(Operation.UNDO)
            assert engine.state == before
            if not saving:
                assert await engine.paths() == paths_of(board)
            board.push(move)
            agree(engine, board, await engine.play(move))
            await engine.command(Operation.COMMIT)
            longest = max(longest, board.tiles - tiles)
            if not saving and not board.is_over():
                assert await engine.paths() == paths_of(board)
    assert longest >= 8


@cocotb.test()
async def refuses_turns_for_which_it_has_no_memory(dut):
    engine, rng = Engine(dut), random.Random(random.random())
    await engine.begin()
    for _ in range(GAMES):
        await engine.command(Operation.CLEAR)
        board, refused = Board(), 0
        while refused < 5 and not board.is_over():
            move = random_move(board, rng, avoid_end=True)
            before = engine.state
            result = await engine.play(move)
            if result.verdict == Verdict.FULL:  # some turns need less than others
                refused += 1
                assert int(engine.dut.slots.value) > 200 or int(engine.dut.tiles.value) > 200
                assert engine.state == before
                assert await engine.paths() == paths_of(board)
            else:
                board.push(move)
                agree(engine, board, result)
        assert refused or board.is_over()
        if not board.is_over():
            await engine.command(Operation.COMMIT)  # which makes room again
            assert await engine.paths() == paths_of(board)
            board.push(move)
            agree(engine, board, await engine.play(move))
            return
    raise AssertionError("no game was long enough")


@cocotb.test()
async def is_right_again_after_a_reset_in_the_middle(dut):
    engine, rng = Engine(dut), random.Random(random.random())
    await engine.begin()
    for _ in range(GAMES * 4):
        board = Board()
        for _ in range(rng.randrange(1, 20)):
            move = random_move(board, rng, avoid_end=True)
            assert await engine.play(move) is not None
            board.push(move)
        busy = cocotb.start_soon(engine.legal_moves())
        for _ in range(rng.randrange(200)):
            await FallingEdge(dut.clk)
        busy.cancel()
        engine.rest()
        await reset(dut)
        await engine.command(Operation.CLEAR)
        assert await engine.legal_moves() == ["@0+", "@0/"]
        agree(engine, played(["@0/"]), await engine.play("@0/"))
        assert await engine.legal_moves() == sorted(map(str, played(["@0/"]).legal_moves))
        await engine.command(Operation.CLEAR)


@cocotb.test()
async def the_generator_keeps_its_promises(dut):
    engine = Engine(dut, sometimes(0.5))
    await engine.begin()
    board = played(["@0/", "B1+", "A2\\", "B0/"])
    for move in board.move_stack:
        await engine.play(move)
        await engine.command(Operation.COMMIT)

    async def offered(**consume):
        found = []
        while True:
            candidate, here = await engine.candidate(**consume)
            if candidate.end:
                return found
            found.append((here.slot, candidate.symbol, candidate.quiet))

    await engine.ask(Query.ALL)
    everything = await offered()
    assert len(everything) == len(set(everything))
    legal = set(map(str, board.legal_moves))
    assert len(everything) >= len(legal)
    # asked for the rest after any of them, it offers just that
    for index, (slot, symbol, _) in enumerate(everything):
        await engine.ask(Query.AFTER, slot=slot, symbol=symbol)
        assert [entry[:2] for entry in await offered()] == [entry[:2] for entry in everything[index + 1:]]
    # all quiet moves of a slot at once
    await engine.ask(Query.ALL)
    quiet = 0
    while True:
        candidate, _ = await engine.candidate(all_quiet=True)
        if candidate.end:
            break
        quiet += int(candidate.quiet).bit_count()
    assert quiet == sum(entry[2] >> (entry[1].value - 1) & 1 for entry in everything)
    # one move, wherever it is named: on a tile, in the corner beside no tile, and on each space
    for column in range(board.columns + 2):
        for row in range(board.rows + 2):
            for symbol in Symbol:
                await engine.ask(Query.ONE, move=engine.place(Move(column, row, symbol)))
                candidate, here = await engine.candidate()
                if not candidate.end:
                    assert engine.name(here.position, candidate.symbol) == str(Move(column, row, symbol))
                    assert (await engine.candidate())[0].end
                    legal.discard(str(Move(column, row, symbol)))
    assert not legal
