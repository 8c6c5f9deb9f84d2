"""Testbench of the search on the rules engine: counts, lists, puzzles, and being interrupted at any moment."""

import random

import cocotb
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout

from icetrax.board import Board
from icetrax.perft import perft
from icetrax.tile import Color
from icetrax_rtl.search import Mode, Report, Task
from icetrax_rtl.turn import Operation
from icetrax_rtl.types import MAX_PLY, WIN
from icetrax_rtl.types import Move as HardwareMove
from tests.cocotb.bench import PERIOD_NS, Sink, cycles, reset, sometimes
from tests.cocotb.engine import Engine, paths_of, played, random_move
from tests.cocotb.layouts import pack, unpack
from tests.cocotb.oracle import Finding, expected, is_decided, is_true
from tests.conformance import moves_of, rows

LATENCY = 3000
"""Cycles within which a search that is interrupted ends: a turn played and taken back, and the line taken back."""


class Player:
    """An engine and its search, which takes everything the search says at once unless told otherwise."""

    def __init__(self, dut):
        self.dut = dut
        self.engine = Engine(dut)

    async def begin(self):
        for name in ["tasks__valid", "iterations__ready", "moves__ready", "reports__ready", "expired", "abort"]:
            getattr(self.dut, name).value = 0
        await self.engine.begin()

    async def set_up(self, board):
        await self.engine.command(Operation.CLEAR)
        for move in played(map(str, board.move_stack)).move_stack:
            assert await self.engine.play(move) is not None
            await self.engine.command(Operation.COMMIT)

    async def start(self, mode, board, depth=0, *, listen=True):
        assert not self.dut.busy.value
        if listen:
            self.dut.iterations__ready.value = 1
            self.dut.moves__ready.value = 1
        self.dut.tasks__payload.value = pack(Task, mode=mode, depth=depth, turn=board.turn)
        self.dut.tasks__valid.value = 1
        await cycles(self.dut)
        self.dut.tasks__valid.value = 0

    async def report(self, limit=2_000_000):
        """The report on the task, taken after a while, in which it must not change."""
        if not self.dut.reports__valid.value:
            await with_timeout(RisingEdge(self.dut.reports__valid), limit * PERIOD_NS, "ns")
        await FallingEdge(self.dut.clk)
        value = int(self.dut.reports__payload.value)
        await cycles(self.dut, random.randrange(8))
        assert self.dut.busy.value
        assert self.dut.reports__valid.value
        assert int(self.dut.reports__payload.value) == value
        self.dut.reports__ready.value = 1
        await cycles(self.dut)
        self.dut.reports__ready.value = 0
        assert not self.dut.busy.value
        self.dut.expired.value = 0
        self.dut.abort.value = 0
        return unpack(Report, value)

    async def work(self, mode, board, depth=0):
        """Does a task, checks that the position is left as it was, and returns the report."""
        before = self.engine.state
        await self.start(mode, board, depth)
        report = await self.report()
        assert self.engine.state == before
        return report

    def finding(self, report):
        return Finding(self.move(report), report.score, report.depth, report.nodes)

    def move(self, report):
        return self.engine.name(report.move.position, report.move.symbol)

    async def unharmed(self, board, state):
        """The position is that of the model, and as it was in all that can be seen."""
        assert self.engine.state == state
        assert await self.engine.paths() == paths_of(board)
        assert await self.engine.legal_moves() == sorted(map(str, board.legal_moves))
        assert self.engine.state == state


async def begin(dut):
    player = Player(dut)
    await player.begin()
    return player


def some_position(most=20):
    board = Board()
    for _ in range(random.randrange(1, most)):
        board.push(random_move(board, random, avoid_end=True))
        if board.is_over():
            board.pop()
            break
    return board


@cocotb.test()
async def counts_turns(dut):
    player = await begin(dut)
    for row in rows("perft.jsonl"):
        board = played(moves_of(row))
        await player.set_up(board)
        for depth, count in enumerate(row["perft"][:4]):
            if depth and not board.is_over() and count < 60_000:
                report = await player.work(Mode.PERFT, board, depth)
                assert (report.nodes, report.full) == (count, 0), (row["moves"], depth)
                assert 0 < report.cycles < 40 * count + 200
    for _ in range(12):
        board = some_position(30)
        await player.set_up(board)
        assert (await player.work(Mode.PERFT, board, 2)).nodes == perft(board, 2)


@cocotb.test()
async def lists_legal_moves(dut):
    player = await begin(dut)
    for patience in (1.0, 0.3, 0.02):
        board = some_position()
        await player.set_up(board)
        before = player.engine.state
        sink = Sink(dut, "moves", sometimes(patience))
        await player.start(Mode.LIST, board, listen=False)
        await player.report()
        sink.stop()
        moves = [unpack(HardwareMove, item) for item in sink.items]
        names = [player.engine.name(move.position, move.symbol) for move in moves]
        assert sorted(names) == sorted(map(str, board.legal_moves))
        await player.unharmed(board, before)


@cocotb.test()
async def takes_a_win_in_one(dut):
    player = await begin(dut)
    for row in random.sample(rows("win1.jsonl.gz"), 40):
        board = played(moves_of(row))
        await player.set_up(board)
        report = await player.work(Mode.THINK, board, random.choice([0, 1, 2, 5]))
        assert report.found
        assert player.move(report) in row["winning"].split(), row["id"]
        assert (report.score, report.depth) == (WIN, 1)
        assert report.nodes <= row["legal"]


@cocotb.test()
async def defends(dut):
    player = await begin(dut)
    for row in random.sample(rows("defend.jsonl.gz"), 12):
        board = played(moves_of(row))
        await player.set_up(board)
        report = await player.work(Mode.THINK, board, 2)
        assert player.move(report) in row["safe"].split(), row["id"]
        assert abs(report.score) < WIN - MAX_PLY


@cocotb.test()
async def knows_when_it_is_lost(dut):
    player = await begin(dut)
    for row in random.sample(rows("lost.jsonl.gz"), 15):
        board = played(moves_of(row))
        await player.set_up(board)
        report = await player.work(Mode.THINK, board, 2)
        assert report.score == 1 - WIN, row["id"]
        assert report.depth <= 2
        assert player.move(report) not in row["losing"].split(), "it puts the loss off"


@cocotb.test()
async def finds_what_the_software_finds(dut):
    player = await begin(dut)
    for depth, count in [(1, 30), (2, 20), (3, 4)]:
        for _ in range(count):
            board = some_position(40 if depth < 3 else 12)
            await player.set_up(board)
            report = await player.work(Mode.THINK, board, depth)
            assert player.finding(report) == expected(board, depth), [str(move) for move in board.move_stack]
            assert (report.found, report.full) == (1, 0)


@cocotb.test()
async def announces_no_end_that_is_not_forced(dut):
    player = await begin(dut)
    decided = 0
    for _ in range(60):
        board = some_position(16)
        if len(board.legal_moves) > 40:
            continue
        await player.set_up(board)
        report = await player.work(Mode.THINK, board, 2)
        if is_decided(report.score):
            assert is_true(board, report.score), [str(move) for move in board.move_stack]
            decided += 1
        else:
            assert not is_true(board, WIN), "a win in one is never missed"
            board.push_text(player.move(report))
            assert not is_true(board, WIN), "nor is a win in one allowed, where it can be helped"
    assert decided > 5


@cocotb.test()
async def keeps_to_the_depth_and_tells_of_iterations(dut):
    player = await begin(dut)
    board = played(["@0/", "B1/", "A2+", "A0/", "@1+"])
    await player.set_up(board)
    for depth in (1, 2, 3):
        dut.iterations__ready.value = 0
        await player.start(Mode.THINK, board, depth, listen=False)
        reports = []
        for number in range(1, depth + 1):
            await with_timeout(RisingEdge(dut.iterations__valid), 500_000 * PERIOD_NS, "ns")
            await FallingEdge(dut.clk)
            report = unpack(Report, int(dut.iterations__payload.value))
            assert (report.depth, report.found) == (number, 1)
            await cycles(dut, random.randrange(100))
            # whoever is slow to take it holds the search up, and only the time goes on
            held = unpack(Report, int(dut.iterations__payload.value))
            assert dut.iterations__valid.value
            assert (held.depth, held.score, held.nodes, held.move) == (
                report.depth, report.score, report.nodes, report.move
            )
            assert not reports or report.nodes > reports[-1].nodes
            reports.append(report)
            dut.iterations__ready.value = 1
            await cycles(dut)
            dut.iterations__ready.value = 0
        last = await player.report()
        assert (last.depth, last.score, last.nodes, last.move) == (
            depth, reports[-1].score, reports[-1].nodes, reports[-1].move
        )


async def ended(dut, limit=LATENCY):
    """How many cycles go by until the report."""
    for taken in range(limit):
        if dut.reports__valid.value:
            return taken
        await FallingEdge(dut.clk)
    raise AssertionError(f"no report within {limit} cycles")


@cocotb.test()
async def answers_when_the_time_is_up(dut):
    player = await begin(dut)
    for number in range(60):
        if number % 6 == 0:
            board = some_position()
            legal = set(map(str, board.legal_moves))
            await player.set_up(board)
            before = player.engine.state
        # most are interrupted within a search of some depth, some before there is any move
        wait = random.choice([0, random.randrange(300), random.randrange(60_000)])
        await player.start(Mode.THINK, board)
        await cycles(dut, wait)
        dut.expired.value = 1
        await ended(dut)
        report = await player.report()
        assert report.found
        assert player.move(report) in legal
        assert player.engine.state == before
        if number % 6 == 5:
            await player.unharmed(board, before)


@cocotb.test()
async def ends_at_once_when_told_to(dut):
    player = await begin(dut)
    deep = 0
    for number in range(60):
        if number % 6 == 0:
            board = some_position()
            await player.set_up(board)
            before = player.engine.state
        mode = random.choice(list(Mode))
        dut.iterations__ready.value = 0
        dut.moves__ready.value = 0
        await player.start(mode, board, 9 if mode is Mode.PERFT else 0, listen=random.random() < 0.7)
        await cycles(dut, random.choice([0, random.randrange(300), random.randrange(30_000)]))
        deep += not dut.reports__valid.value
        dut.abort.value = 1
        await ended(dut)
        await player.report()
        if number % 6 == 5:
            await player.unharmed(board, before)
        assert player.engine.state == before
    assert deep > 30


@cocotb.test()
async def is_as_new_after_a_reset_at_any_time(dut):
    player = await begin(dut)
    for _ in range(8):
        board = some_position()
        await player.set_up(board)
        mode = random.choice(list(Mode))
        await player.start(mode, board, 5)
        await cycles(dut, random.randrange(20_000))
        await reset(dut)
        assert not dut.busy.value
        board = played(["@0/", "B1\\", "@1/"])
        await player.set_up(board)
        for depth, count in [(1, 24), (2, 596)]:
            assert (await player.work(Mode.PERFT, board, depth)).nodes == count
        report = await player.work(Mode.THINK, board, 1)
        assert (report.found, report.full, board.turn) == (1, 0, Color.RED)
