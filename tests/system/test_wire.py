"""The compiled hardware at the wire: bad lines, busy times, time limits, and the limits of its room."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator

import pytest

from icetrax import Board, column_name, parse_move
from icetrax_rtl.config import HX8K
from tests.conformance import moves_of, rows
from tests.host.positions import board_after
from tests.system.hardware import AXIS_LIMIT, PLIES_LIMIT, VERSION_LINE, Hardware, model_state

LINE_LIMIT = 48
"""Characters that a line may have."""

LOOP = ["@0/", "B1\\", "A2\\"]
MIDDLE = moves_of(rows("games_unfinished.jsonl.gz")[0])[:40]
POSITIONS = {"empty": [], "first": ["@0+"], "middle": MIDDLE, "over": LOOP}


@pytest.fixture(params=POSITIONS)
def moves(request: pytest.FixtureRequest) -> list[str]:
    return POSITIONS[request.param]


@pytest.fixture
def serial_line() -> Iterator[Hardware]:
    """The hardware, just switched on, at the other end of its serial line."""
    with Hardware("bit") as made:
        yield made


# -- lines that are not understood --

UNKNOWN = [
    "-", "--", "-X", "-s", "-SS", "-S ", "-S 1", "-T 1", "-W 1", "-WB", "-I 0", "-N 1", "-U 1", "-A 1", "-G 1", " -S",
    "-P", "-P ", "-P x", "-P 1x", "-P -1", "-P 1 1", "-P  1", "-P1", "-L", "-L 1.5", "-L ms", "-D", "-D +1", "-V",
    "-V on", "-M", "-M ", "-M hello", "-M  @0+", "-M @0+ ", "-M @0+ A0+", "-M-S", "-M -S", "-Q 1", "- S",
    "hello", "@", "0", "+", "@+", "0+", "@0", "@0+ ", " @0+", "@0+@0+", "@00+", "a1+", "A1*", "1A+", "A@1+", "A-1+",
    "= 1", "? what", "# note", "A1\t+", "A" * LINE_LIMIT, "9" * LINE_LIMIT,
]  # fmt: skip


def test_what_is_not_understood_is_quoted_and_changes_nothing(hardware: Hardware, moves: list[str]) -> None:
    hardware.set_up(moves)
    before = hardware.position()
    for line in UNKNOWN:
        quoted = line.replace("\t", "?")
        assert hardware.ask(line) == f"? unknown {quoted}"
        assert hardware.ask("-S") == before.state
    assert hardware.position() == before


@pytest.mark.parametrize(
    "line", ["-P 32", "-D 32", "-V 2", "-L 1048576", "-P 99999999999999999999", "-L 18446744073709551616"]
)
def test_numbers_that_are_too_large(hardware: Hardware, line: str) -> None:
    hardware.set_up(MIDDLE)
    before = hardware.position()
    assert hardware.ask(line) == f"? out of range {line}"
    assert hardware.position() == before


@pytest.mark.parametrize("length", [LINE_LIMIT + 1, 100, 512, 513, 5000])
@pytest.mark.parametrize("start", ["-S", "A1+", "xyz"])
def test_a_line_that_is_too_long_is_one_error(hardware: Hardware, start: str, length: int) -> None:
    hardware.set_up(MIDDLE)
    before = hardware.position()
    line = start + "".join(itertools.islice(itertools.cycle("-S A1+"), length - len(start)))
    assert hardware.ask(line) == f"? too long {line[:LINE_LIMIT]}"
    assert hardware.position() == before


def test_a_move_in_a_line_that_is_too_long_is_not_played(hardware: Hardware) -> None:
    assert hardware.ask("-M @0+" + " " * LINE_LIMIT).startswith("? too long -M @0+")
    assert hardware.ask("-S") == "= 0 W - - 0 0 0"


def test_ends_of_lines(hardware: Hardware) -> None:
    hardware.send_bytes(b"\n\r\n\n-M @0+\r\n\r\n-S\r\n")
    assert [hardware.receive(), hardware.receive()] == ["= 1 R - - 1 1 1"] * 2
    hardware.assert_silent()


@pytest.mark.parametrize(
    ("data", "reply"),
    [
        (b"-\rS\n", "? noise -S"),
        (b"\r-S\n", "? noise -S"),
        (b"-M A0+\r\r\n", "? noise -M A0+"),
        (b"-M A0+\x00\n", "? unknown -M A0+?"),
        (b"\xff\xfe-S\n", "? unknown ??-S"),
        (b"\x80\n", "? unknown ?"),
    ],
)
def test_bytes_that_belong_in_no_line(hardware: Hardware, data: bytes, reply: str) -> None:
    hardware.set_up(MIDDLE)
    before = hardware.position()
    hardware.send_bytes(data)
    assert hardware.receive() == reply
    assert hardware.position() == before


# -- moves --


@pytest.mark.parametrize("plies", [1, 2, 7, 19, 40])
def test_every_name_of_a_space_is_taken_if_it_is_legal_and_refused_if_not(hardware: Hardware, plies: int) -> None:
    board = board_after(MIDDLE[:plies])
    hardware.set_up(MIDDLE[:plies])
    before = hardware.position()
    legal = set(map(str, board.legal_moves))
    names = itertools.product(range(board.columns + 4), range(board.rows + 4), "+/\\")
    for name in [f"{column_name(column)}{row}{symbol}" for column, row, symbol in names]:
        if name in legal:
            board.push_text(name)
            assert hardware.console.play(name) == model_state(board)
            board.pop()
            assert hardware.ask("-U") == before.state
        else:
            assert hardware.ask(f"-M {name}") == f"? illegal {name}"
            assert hardware.ask(name) == f"? illegal {name}"
    assert hardware.position() == before


@pytest.mark.parametrize("text", ["A63+", "BL1+", "ZZ1/", "A64+", "A65+", "A100+", "A999999999999/", "AAAAAAAAAA1\\"])
def test_names_far_away_do_not_wrap_around(hardware: Hardware, text: str) -> None:
    hardware.set_up(["@0+"])
    before = hardware.position()
    assert hardware.ask(f"-M {text}") == f"? illegal {text}"
    assert hardware.position() == before


def test_no_move_follows_the_end_of_a_game(hardware: Hardware) -> None:
    hardware.set_up(LOOP[:-1])
    hardware.send(LOOP[-1])  # ends the game, and so is not answered
    assert hardware.ask("-S") == "= 3 R R loop 4 2 2"
    hardware.tell("-L 5")
    for line in ("A0+", "-M A0+"):
        assert hardware.ask(line) == "? over A0+"
    assert hardware.ask("-G").startswith("? over")
    assert hardware.ask("-A") == "="
    assert [hardware.console.perft(depth)[0] for depth in (0, 1, 2)] == [1, 0, 0]
    assert hardware.ask("-S") == "= 3 R R loop 4 2 2"
    assert hardware.ask("-W") in ("@0+", "@0/")


# -- a busy line --

DAMAGED = 37
"""Every so-manieth byte arrives without its stop bit."""


def test_lines_with_damaged_bytes_are_refused_and_change_nothing() -> None:
    board = Board()
    moves = iter(moves_of(rows("games_unfinished.jsonl.gz")[1]))
    move = next(moves)
    count = damaged = 0
    with Hardware("bit", noise=DAMAGED) as hardware:
        while board.plies < 60:
            line = f"-M {move}"
            first, count = count + 1, count + len(line) + 1
            reply = hardware.ask(line)
            if count // DAMAGED > (first - 1) // DAMAGED:
                damaged += 1
                assert reply == f"? noise {line}"
                continue
            board.push_text(move)
            move = next(moves)
            state = model_state(board)
            assert reply == f"= {state.plies} {state.turn.letter} - - {state.tiles} {state.columns} {state.rows}"
    assert damaged >= 10


def test_bytes_that_find_no_room_are_told_and_change_nothing(serial_line: Hardware) -> None:
    """Short questions with long answers, without a pause: the answers take longer than the questions."""
    hardware = serial_line
    hardware.set_up(MIDDLE)
    before = hardware.position()
    count = 400
    hardware.send(*["-S"] * count)
    replies = hardware.receive_all(silence=3)
    assert 100 < replies.count(before.state) < count
    rest = [reply for reply in replies if reply != before.state]
    assert rest
    assert all(reply.startswith("? noise") for reply in rest)
    # what was lost last is told with the next line, which may begin with the rest of a question
    answer = hardware.ask("-N")
    assert answer == VERSION_LINE or answer.startswith("? noise ")
    assert hardware.position() == before


def test_lines_without_a_pause_are_answered_in_their_order(hardware: Hardware) -> None:
    board = Board()
    lines, replies = ["-I"], ["="]
    for move in MIDDLE:
        board.push_text(move)
        state = model_state(board)
        told = f"= {state.plies} {state.turn.letter} - - {state.tiles} {state.columns} {state.rows}"
        lines += [f"-M {move}", "-S", "-M hello", "-P 0", f"-P {board.plies}x", "-L 900"]
        replies += [told, told, "? unknown -M hello", "= 1 0", f"? unknown -P {board.plies}x", "="]
    hardware.send(*lines)
    answers = [hardware.receive() for _ in replies]
    assert [re.sub(r"= 1 \d+$", "= 1 0", answer) for answer in answers] == replies
    hardware.assert_silent()


def test_answers_do_not_mix_on_the_serial_line(serial_line: Hardware) -> None:
    serial_line.set_up(MIDDLE)
    before = serial_line.position()
    serial_line.send("-S", "-A", "-T", "-A", "hello", "-S")
    state, moves, name, again, error, last = [serial_line.receive() for _ in range(6)]
    assert state == last == before.state
    assert (name, error) == ("IT", "? unknown hello")
    assert moves == again
    assert tuple(sorted(moves.split()[1:])) == before.moves


# -- while it thinks --

FOREVER = ("-L 0", "-D 0", "-V 1")
QUIET = ["@0/"]
"""After this the game is open, so that a search without limits goes on for hours."""


def receive_move(hardware: Hardware) -> str:
    """The next line that is not a remark."""
    while (line := hardware.receive()).startswith("#"):
        pass
    return line


def start_thinking(hardware: Hardware, line: str = QUIET[-1]) -> int:
    """Let the hardware think without limits near the beginning, and wait until it does; tells the turns made."""
    hardware.set_up(QUIET[:-1])
    hardware.tell(*FOREVER)
    remark = hardware.ask(line)
    assert re.fullmatch(r"# 1 -?\d+ \d+ \d+ [@A-Z]+\d+[+/\\]", remark)
    return 0 if line == "-G" else len(QUIET)


@pytest.mark.parametrize("thought", [QUIET[-1], "-G"])
def test_a_new_game_as_white_ends_the_thought(hardware: Hardware, thought: str) -> None:
    hardware.set_up(QUIET[:-1])
    hardware.tell("-L 100", "-V 1")
    assert hardware.ask(thought).startswith("# 1 ")
    hardware.send("-W")
    assert receive_move(hardware) in ("@0+", "@0/")
    # It has taken the time of one move, and no answer to the old game has come.
    assert abs(hardware.last.cycles / HX8K.cycles_per_ms - 100) < 1
    assert hardware.ask("-S") == "= 1 R - - 1 1 1"


@pytest.mark.parametrize("thought", [QUIET[-1], "-G"])
def test_a_new_game_as_red_ends_the_thought(hardware: Hardware, thought: str) -> None:
    start_thinking(hardware, thought)
    hardware.send("-B", "-S")
    answers = [line for line in iter(hardware.receive, "= 0 W - - 0 0 0") if not line.startswith(("#", "? busy -S"))]
    assert answers == []


@pytest.mark.parametrize("thought", [QUIET[-1], "-G"])
def test_asking_for_the_id_ends_the_thought_and_keeps_the_game(hardware: Hardware, thought: str) -> None:
    plies = start_thinking(hardware, thought)
    hardware.send("-T")
    assert receive_move(hardware) == "IT"
    assert hardware.last.cycles < HX8K.cycles_per_ms
    assert hardware.console.state() == model_state(board_after(QUIET[:plies]))
    hardware.tell("-V 0", "-L 5")
    assert hardware.position().moves == tuple(sorted(map(str, board_after(QUIET[:plies]).legal_moves)))
    assert hardware.console.think(None).move in hardware.position().moves


def test_everything_else_is_refused_while_it_thinks(hardware: Hardware) -> None:
    start_thinking(hardware)
    for line in ["-N", "-I", "-M A0+", "-U", "-S", "-A", "-P 3", "-G", "-L 1", "-D 1", "-V 0", "A0+", "hello", "-T 1"]:
        hardware.send(line)
        assert receive_move(hardware) == f"? busy {line}"
    hardware.send("-M" + " " * LINE_LIMIT)
    assert receive_move(hardware).startswith("? too long -M ")
    hardware.send("-T")
    assert receive_move(hardware) == "IT"
    assert hardware.console.state() == model_state(board_after(QUIET))


def test_lines_that_are_refused_while_it_thinks_do_not_spoil_the_answer(hardware: Hardware) -> None:
    hardware.set_up(QUIET[:-1])
    hardware.tell("-L 20")
    hardware.send(QUIET[-1], "-S", "A0+", "-I", "-L 0", "-M A0+")
    assert [hardware.receive() for _ in range(5)] == [f"? busy {x}" for x in ("-S", "A0+", "-I", "-L 0", "-M A0+")]
    board = board_after(QUIET)
    board.push_text(hardware.receive())
    assert hardware.console.state() == model_state(board)


def test_counting_can_be_ended_too(hardware: Hardware) -> None:
    hardware.set_up(MIDDLE)
    before = hardware.position()
    hardware.send("-P 9", "-S", "-T")
    assert [hardware.receive(), hardware.receive()] == ["? busy -S", "IT"]
    assert hardware.position() == before


# -- time --


TIMED = [moves_of(row)[:7 + 12 * k] for k, row in enumerate(rows("games_unfinished.jsonl.gz")[:10])]


@pytest.mark.parametrize("milliseconds", [5, 20, 50])
def test_an_answer_keeps_to_its_time(hardware: Hardware, milliseconds: int) -> None:
    budget = milliseconds * HX8K.cycles_per_ms
    full = 0
    hardware.tell(f"-L {milliseconds}")
    for moves in TIMED:
        hardware.set_up(moves[:-1])
        answer = hardware.ask(moves[-1])
        assert parse_move(answer) in board_after(moves).legal_moves
        assert hardware.last.cycles <= budget * 1.01, len(moves)
        full += hardware.last.cycles >= budget
    assert full >= 5, "most searches should use the time that they have"


@pytest.mark.parametrize("moves", TIMED[:4], ids=len)
def test_an_answer_keeps_to_its_time_on_the_serial_line(serial_line: Hardware, moves: list[str]) -> None:
    budget = 20 * HX8K.cycles_per_ms
    serial_line.set_up(moves[:-1])
    serial_line.tell("-L 20")
    answer = serial_line.ask(moves[-1])
    assert parse_move(answer) in board_after(moves).legal_moves
    # The hardware takes a line in the middle of its last stop bit, and the time is stamped at the end.
    thought = serial_line.last.cycles - 10 * HX8K.divisor * len(f"{answer}\n")
    assert budget - HX8K.divisor <= thought <= budget * 1.01


@pytest.mark.parametrize("budget", [1, 2, 3])
def test_the_shortest_times_are_kept_with_a_legal_move(hardware: Hardware, budget: int) -> None:
    hardware.tell(f"-L {budget}")
    for row in rows("games_unfinished.jsonl.gz"):
        moves = moves_of(row)
        hardware.set_up(moves[:-1])
        answer = hardware.ask(moves[-1])
        assert parse_move(answer) in board_after(moves).legal_moves
        assert hardware.last.cycles <= budget * HX8K.cycles_per_ms * 1.01 + 2_000  # until a first move is found


def test_a_deeper_look_is_told_iteration_by_iteration(hardware: Hardware) -> None:
    hardware.set_up(QUIET)
    hardware.tell("-L 0", "-D 3", "-V 1")
    hardware.send("-G")
    remarks = [hardware.receive().split() for _ in range(3)]
    assert [remark[:2] for remark in remarks] == [["#", str(depth)] for depth in (1, 2, 3)]
    assert [int(remark[3]) for remark in remarks] == sorted(int(remark[3]) for remark in remarks)
    move, score, depth, nodes, _ = hardware.receive().split()[1:]
    assert [depth, score, nodes, move] == [*remarks[-1][1:4], remarks[-1][5]]


# -- room --

GROWTH: dict[str, Callable[[Board], str]] = {
    "right": lambda board: f"{column_name(board.columns + 1)}1",
    "left": lambda board: "@1",
    "down": lambda board: f"A{board.rows + 1}",
    "up": lambda board: "A0",
}


def snake(direction: str, length: int) -> list[str]:
    """A straight row of tiles whose paths all turn off at once, so that nobody wins."""
    board = Board()
    board.push_text("@0/")
    while board.tiles < length:
        name = GROWTH[direction](board)
        moves = [move for move in (parse_move(f"{name}/"), parse_move(f"{name}\\")) if move in board.legal_moves]
        board.push(moves[0])
        assert (board.tiles, board.outcome()) == (board.plies, None)
    return list(map(str, board.move_stack))


@pytest.mark.parametrize("direction", GROWTH)
def test_the_plane_has_room_for_62_columns_and_rows(hardware: Hardware, direction: str) -> None:
    moves = snake(direction, AXIS_LIMIT + 1)
    board = Board()
    for move in moves[:-1]:
        board.push_text(move)
        assert hardware.console.play(move) == model_state(board)
    before = hardware.position()
    assert hardware.ask(f"-M {moves[-1]}") == f"? full {moves[-1]}"
    assert hardware.ask(moves[-1]) == f"? full {moves[-1]}"
    assert hardware.position() == before
    # The moves that have room are legal, and those that are missing have none.
    fitting = set()
    for move in list(board.legal_moves):
        board.push(move)
        if max(board.columns, board.rows) <= AXIS_LIMIT:
            fitting.add(str(move))
        board.pop()
    assert set(before.moves) == fitting < set(map(str, board.legal_moves))
    assert hardware.ask("-P 1") == "? full"
    hardware.tell("-L 10")
    assert hardware.console.think(None).move in fitting
    assert hardware.position() == before
    assert hardware.ask("-U") != before.state
    assert hardware.ask(f"-M {moves[-2]}") == before.state
    assert hardware.position() == before


def test_a_snake_that_wanders_once_around_the_plane(hardware: Hardware) -> None:
    """Grows to the left and taken back, then to the right: the wrap of the plane lies anywhere."""
    for direction in ("left", "up", "right", "down"):
        moves = snake(direction, AXIS_LIMIT)
        hardware.set_up(moves)
        assert hardware.position().moves
        assert hardware.console.state() == model_state(board_after(moves))
        for _ in range(3):
            hardware.console.undo()
        assert hardware.console.state() == model_state(board_after(moves[:-3]))


def long_game(seed: int) -> list[str]:
    """One turn more than there is room for, and more than 255 tiles, on a plane that is large enough."""
    rng = random.Random(seed)
    board = board_after(rows("games_unfinished.jsonl.gz")[seed]["moves"])
    while board.plies <= PLIES_LIMIT:
        moves = list(board.legal_moves)
        rng.shuffle(moves)
        for move in moves:
            board.push(move)
            if not board.is_over() and max(board.columns, board.rows) < AXIS_LIMIT:
                break
            board.pop()
    return list(map(str, board.move_stack))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_game_of_255_turns(hardware: Hardware, seed: int) -> None:
    moves = long_game(seed)
    board = Board()
    for move in moves[:PLIES_LIMIT]:
        board.push_text(move)
        assert hardware.console.play(move) == model_state(board)
    assert board.tiles > 500
    before = hardware.position()
    assert list(before.moves) == sorted(map(str, board.legal_moves))
    for line in (f"-M {moves[PLIES_LIMIT]}", moves[PLIES_LIMIT]):
        assert hardware.ask(line) == f"? full {moves[PLIES_LIMIT]}"
    assert hardware.position() == before
    board.pop()
    assert hardware.console.undo() == model_state(board)
    assert list(hardware.position().moves) == sorted(map(str, board.legal_moves))
    assert hardware.ask(f"-M {moves[PLIES_LIMIT - 1]}") == before.state


def test_an_answer_beyond_255_turns_is_no_wrong_move(hardware: Hardware) -> None:
    moves = long_game(2)[:PLIES_LIMIT]
    hardware.set_up(moves[:-1])
    hardware.tell("-L 5")
    answer = hardware.ask(moves[-1])
    assert answer.startswith("? full") or parse_move(answer) in board_after(moves).legal_moves
    hardware.tell("-I")
    assert hardware.ask("-W") in ("@0+", "@0/")
