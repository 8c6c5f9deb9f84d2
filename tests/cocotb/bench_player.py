"""Testbench of the whole player between its byte streams: conversation, search, time limit."""

import os
import random

import cocotb
from cocotb.triggers import FallingEdge

from icetrax.board import Board
from icetrax.errors import IllegalMoveError, InvalidMoveError
from icetrax.notation import Move, parse_move
from icetrax.perft import perft
from icetrax.tile import Symbol
from icetrax_rtl import VERSION
from icetrax_rtl.line import LINE_CAPACITY
from icetrax_rtl.uart import RxByte
from tests.cocotb.bench import Sink, Source, always, cycles, never, reset, sometimes, start
from tests.cocotb.engine import played, random_move
from tests.cocotb.layouts import pack
from tests.cocotb.oracle import expected

OPEN = ["@0/", "B1/", "A2+", "A0/", "@1+"]
"""A position that is not decided soon."""

CYCLES_PER_MS = int(os.environ["CYCLES_PER_MS"])


class Line:
    """The two byte streams as lines."""

    def __init__(self, dut, pace=always):
        self.dut = dut
        self.source, self.sink = Source(dut, "i", pace), Sink(dut, "o", pace)

    async def begin(self):
        start(self.dut)
        await reset(self.dut)

    def send(self, *lines):
        for line in lines:
            self.source.put(pack(RxByte, data=byte) for byte in line.encode("latin-1") + b"\n")

    async def quiet(self, limit=3_000_000):
        """Wait until the player has nothing more to do, and return the lines that it has sent."""
        for _ in range(limit):
            await cycles(self.dut)
            if not self.source.waiting and not self.dut.busy.value:
                break
        else:
            raise AssertionError("the player does not come to rest")
        await cycles(self.dut, 2)
        text = bytes(self.sink.items).decode("ascii")
        self.sink.items.clear()
        assert text == "" or text.endswith("\n")
        return text.splitlines()

    async def ask(self, line):
        self.send(line)
        (answer,) = await self.quiet()
        return answer


async def set_up(line, moves):
    await line.ask("-I")
    for move in moves:
        assert (await line.ask(f"-M {move}"))[0] == "="
    return played(moves)


def state(board):
    outcome = board.outcome()
    winner = "-" if outcome is None else "WR"[outcome.winner]
    reason = "-" if outcome is None else str(outcome.reason)
    return f"= {board.plies} {'WR'[board.turn]} {winner} {reason} {board.tiles} {board.columns} {board.rows}"


def said_of_a_move(board, move):
    if board.is_over():
        return f"? over {move}"
    try:
        board.push(move)
    except IllegalMoveError:
        return f"? illegal {move}"
    return state(board)


def is_move(text):
    try:
        parse_move(text)
    except InvalidMoveError:
        return False
    return True


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.5)])
async def converses_like_the_model(dut, pace):
    line, board = Line(dut, pace), Board()
    await line.begin()
    for _ in range(70):
        kind = random.randrange(12)
        if kind < 4:
            move = Move(0, 0, Symbol.PLUS)
            if not board.is_over():
                move = random_move(board, random, avoid_end=random.random() < 0.8)
            assert await line.ask(f"-M {move}") == said_of_a_move(board, move)
        elif kind < 6:
            column, row = random.randrange(board.columns + 3), random.randrange(board.rows + 3)
            move = Move(column, row, random.choice(list(Symbol)))
            assert await line.ask(f"-M {move}") == said_of_a_move(board, move)
        elif kind == 6:
            expected = "? nothing to undo"
            if board.plies:
                board.pop()
                expected = state(board)
            assert await line.ask("-U") == expected
        elif kind == 7:
            answer = await line.ask("-A")
            assert sorted(answer.split()[1:]) == sorted(map(str, board.legal_moves))
        elif kind == 8:
            depth = random.randrange(3)
            assert (await line.ask(f"-P {depth}")).split()[:2] == ["=", str(perft(board, depth))]
        elif kind == 9:
            texts = ["hello", "-", "--", "-X", "-P", "-P x", "-S 1", "-M", "-M ", "-M A", "a1+", "-P 1 ", "-t"]
            text = random.choice(texts)
            assert await line.ask(text) == f"? unknown {text}"
        elif kind == 10:
            text = random.choice(["-P 32", "-D 99999999999", "-L 1048576", "-V 2"])
            assert await line.ask(text) == f"? out of range {text}"
        elif random.random() < 0.2 or board.is_over():
            assert await line.ask("-I") == "="
            board = Board()
        assert await line.ask("-S") == state(board)


def reply_to(board, text):
    """What the line gets for a reply while nothing is searched for, None if nothing; the board becomes the new one.

    Of the lines that set the search to work only those are known here whose reply does not tell of time.
    """
    if text in ("-T", "-N", "-I", "-B", "-S"):
        if text in ("-I", "-B"):
            while board.plies:
                board.pop()
        version = f"= icetrax {VERSION} small"
        return {"-T": "IT", "-N": version, "-I": "=", "-B": None, "-S": state(board)}[text]
    if text == "-U":
        if not board.plies:
            return "? nothing to undo"
        board.pop()
        return state(board)
    command, argument = text[:3], text[3:]
    if command == "-M ":
        try:
            move = parse_move(argument)
        except InvalidMoveError:
            return f"? unknown {text}"
        return said_of_a_move(board, move)
    if command in ("-P ", "-D ", "-L ", "-V ") and argument.isascii() and argument.isdecimal():
        largest = {"-P ": 31, "-D ": 31, "-L ": (1 << 20) - 1, "-V ": 1}[command]
        return f"? out of range {text}" if int(argument) > largest else "="
    return f"? unknown {text}"


@cocotb.test()
@cocotb.parametrize(pace=[always, sometimes(0.5)])
async def gives_each_garbled_line_its_one_reply(dut, pace):
    line, board = Line(dut, pace), Board()
    await line.begin()
    expected, kinds = [], set()
    for _ in range(400):
        text = random.choice(["-T", "-N", "-I", "-B", "-S", "-U", "-D 3", "-L 20", "-V 0", "-M @0+", "-X", "-M A0\\"])
        if not board.is_over() and random.random() < 0.5:
            text = f"-M {random_move(board, random, avoid_end=True)}"
        characters = list(text)
        while random.random() < 0.3:
            at = random.randrange(len(characters) + 1)
            garbage = random.choices("-@A10+/ \x00\x7f\x80\xff\t", k=random.randrange(3))
            characters[at : at + random.randrange(2)] = garbage
        if random.random() < 0.04:
            characters += random.choices("ABC", k=random.randrange(40, 60))
        text = "".join(characters)
        seen = "".join(character if " " <= character < "\x7f" else "?" for character in text)
        if text[:2] in ("-W", "-A", "-G") or text[:3] == "-P " or (is_move(text) and not board.is_over()):
            continue  # these set the search to work
        noisy = random.random() < 0.05
        end = random.choice(["\n", "\r\n"])
        bad = random.randrange(len(text + end)) if noisy else None
        line.source.put(
            pack(RxByte, data=byte, error=index == bad) for index, byte in enumerate((text + end).encode("latin-1"))
        )
        if noisy:
            reply = f"? noise {seen[:LINE_CAPACITY]}"
        elif not text:
            reply = None
        elif len(text) > LINE_CAPACITY:
            reply = f"? too long {seen[:LINE_CAPACITY]}"
        elif is_move(text):
            reply = f"? over {text}"
        else:
            reply = reply_to(board, seen)
        expected += [] if reply is None else [reply]
        kinds.add(" ".join((reply or "").split()[:2]))
        # the replies may be kept waiting, and lines sent ahead
        if random.random() < 0.2:
            assert await line.quiet() == expected
            expected.clear()
    assert await line.quiet() == expected
    assert kinds >= {"", "=", "IT", "? unknown", "? noise", "? too", "? illegal", "? nothing"}, kinds
    assert await line.ask("-S") == state(board)


@cocotb.test()
async def a_reply_that_nobody_reads_holds_up_the_next_line_but_loses_nothing(dut):
    line = Line(dut)
    await line.begin()
    board = await set_up(line, OPEN)
    await line.ask("-L 3")
    await line.ask("-V 1")

    async def late_answers(*lines):
        line.sink.pace = never
        line.send(*lines)
        await cycles(dut, 30 * CYCLES_PER_MS)
        assert not line.sink.items
        assert dut.busy.value
        line.sink.pace = sometimes(0.2)
        return await line.quiet()

    *iterations, best = await late_answers("-G")
    for number, text in enumerate(iterations, 1):
        mark, depth, *_, move = text.split()
        assert (mark, depth) == ("#", str(number))
        assert parse_move(move) in board.legal_moves
    assert iterations
    assert parse_move(best.split()[1]) in board.legal_moves
    listed, told, error = await late_answers("-A", "-S", "hello")
    assert sorted(listed.split()[1:]) == sorted(map(str, board.legal_moves))
    assert (told, error) == (state(board), "? unknown hello")


@cocotb.test()
async def plays_the_contest(dut):
    line = Line(dut)
    await line.begin()
    assert await line.ask("-T") == "IT"
    for game in range(2):
        assert await line.ask("-L 2") == "="
        board = Board()
        if game % 2:
            board.push_text(await line.ask("-W"))
        else:
            line.send("-B")
            assert await line.quiet() == []
        while not board.is_over():
            move = random_move(board, random, avoid_end=True)
            board.push(move)
            line.send(str(move))
            answers = await line.quiet()
            if board.is_over():
                assert answers == []
            else:
                (answer,) = answers
                board.push_text(answer)
        assert await line.ask("-S") == state(board)
        assert await line.ask("A1+") == "? over A1+"


@cocotb.test()
async def thinks_to_a_depth(dut):
    line = Line(dut)
    await line.begin()
    await line.ask("-L 0")
    for number in range(10):
        board = Board()
        for _ in range(random.randrange(3, 16)):
            board.push(random_move(board, random, avoid_end=True))
        await set_up(line, [str(move) for move in board.move_stack])
        depth = number % 3 + 1
        await line.ask(f"-D {depth}")
        sign, move, *numbers = (await line.ask("-G")).split()
        score, reached, nodes, taken = map(int, numbers)
        assert sign == "="
        assert (move, score, reached, nodes) == expected(board, depth), [str(m) for m in board.move_stack]
        assert 0 < nodes < taken
        assert await line.ask("-S") == state(board)
        assert sorted((await line.ask("-A")).split()[1:]) == sorted(map(str, board.legal_moves))


@cocotb.test()
async def obeys_resets_while_thinking_and_refuses_the_rest(dut):
    line = Line(dut)
    await line.begin()
    await line.ask("-L 0")
    board = await set_up(line, OPEN)
    for task in ("-G", "-P 9"):
        for order, answers in (("-T", ["IT"]), ("-B", [])):
            line.send(task)
            await cycles(dut, random.randrange(300, 20_000))
            refused = ["-S", "B1+", "-M A0+", "-G", "nonsense", "-T 1", "-"]
            random.shuffle(refused)
            for text in refused:
                line.send(text)
                for _ in range(2000):
                    await cycles(dut)
                    if line.sink.items and line.sink.items[-1] == ord("\n"):
                        break
                said = bytes(line.sink.items).decode()
                assert said == (f"? busy {text}\n" if text != "-" else "? unknown -\n")
                line.sink.items.clear()
            line.send(order)
            assert await line.quiet() == answers
            if order == "-T":
                assert await line.ask("-S") == state(board)
                assert sorted((await line.ask("-A")).split()[1:]) == sorted(map(str, board.legal_moves))
            else:
                assert await line.ask("-S") == state(Board())
                await set_up(line, OPEN)


@cocotb.test()
async def answers_in_time(dut):
    line = Line(dut)
    await line.begin()
    await set_up(line, OPEN)
    for budget in (7, 20, 41):
        await line.ask(f"-L {budget}")
        line.send("-G")
        await line.source.drained()
        taken = 0
        while not line.sink.items:
            await FallingEdge(dut.clk)
            taken += 1
        assert 0.99 * budget * CYCLES_PER_MS < taken < 1.01 * budget * CYCLES_PER_MS + 300
        await line.quiet()


@cocotb.test()
async def is_as_new_after_a_reset_at_any_time(dut):
    line = Line(dut)
    await line.begin()
    for _ in range(10):
        line.send("-B", "@0+", *["-S", "-P 3", "-A", "-G"][: random.randrange(5)])
        await cycles(dut, random.randrange(6000))
        line.source.clear()
        await reset(dut)
        line.sink.items.clear()
        assert await line.ask("-S") == "= 0 W - - 0 0 0"
        assert (await line.ask("-P 3")).split()[1] == "432"
        assert (await line.ask("-A")).split()[1:] == ["@0+", "@0/"]
