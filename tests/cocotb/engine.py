"""The rules engine as a testbench drives it, beside the reference model."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from cocotb.triggers import FallingEdge, ReadOnly

from icetrax.board import Board
from icetrax.notation import Move, column_name, parse_move
from icetrax.tile import Color
from icetrax_rtl.evaluate import ATTACK_VALUE, VALUE_BITS, path_values, span_values
from icetrax_rtl.fetch import Neighbourhood
from icetrax_rtl.movegen import Candidate, Query, Request
from icetrax_rtl.turn import LINE_LENGTH, Command, Operation, Result, Standing
from icetrax_rtl.types import Extent, Verdict
from icetrax_rtl.types import Symbol as HardwareSymbol
from tests.cocotb.bench import Pace, always, reset, start
from tests.cocotb.layouts import pack, unpack

__all__ = ["Engine", "paths_of", "played", "random_move", "standing_of"]

_SYMBOLS = {"\\": HardwareSymbol.BACKSLASH, "+": HardwareSymbol.PLUS, "/": HardwareSymbol.SLASH}
_TEXTS = {symbol: text for text, symbol in _SYMBOLS.items()}
_PLANE = 64
_STEPS = [(1, 0), (0, -1), (-1, 0), (0, 1)]


class Engine:
    """Speaks to :class:`icetrax_rtl.rules.Rules` with one user, by the names of a player.

    Parameters
    ----------
    dut
        The unit.
    pace
        How readily candidates and results are taken.
    """

    def __init__(self, dut: Any, pace: Pace = always) -> None:
        self.dut = dut
        self.pace = pace

    async def begin(self) -> None:
        """Start the clock, reset, and empty the board."""
        self.rest()
        start(self.dut)
        await reset(self.dut)
        await self.command(Operation.CLEAR)

    def rest(self) -> None:
        """Ask for nothing."""
        for stream in ["requests", "commands"]:
            self._port(f"{stream}__valid").value = 0
            self._port(f"{stream}__payload").value = 0
        for name in ["candidates__ready", "results__ready", "stop", "all_quiet"]:
            self._port(name).value = 0

    def _port(self, name: str) -> Any:
        return getattr(self.dut, f"users__0__{name}")

    async def _give(self, stream: str, payload: int) -> None:
        self._port(f"{stream}__valid").value = 1
        self._port(f"{stream}__payload").value = payload
        while True:
            await ReadOnly()
            ready = bool(self._port(f"{stream}__ready").value)
            await FallingEdge(self.dut.clk)
            if ready:
                break
        self._port(f"{stream}__valid").value = 0
        self._port(f"{stream}__payload").value = 0  # who is idle drives zeros, since requests are merged by OR

    async def _take(self, stream: str, limit: int = 20_000) -> int:
        """Takes an item, keeping it waiting as `pace` says; it must not change meanwhile."""
        seen = None
        for _ in range(limit):
            ready = self.pace()
            self._port(f"{stream}__ready").value = int(ready)
            await ReadOnly()
            valid = bool(self._port(f"{stream}__valid").value)
            payload = int(self._port(f"{stream}__payload").value)
            assert seen is None or (valid and payload == seen), f"{stream} changed while it waited"
            await FallingEdge(self.dut.clk)
            if valid and ready:
                self._port(f"{stream}__ready").value = 0
                return payload
            seen = payload if valid else None
        raise AssertionError(f"no answer on {stream} in {limit} cycles")

    async def command(self, operation: Operation, face: int = 0, *, evaluate: bool = True) -> Any:
        """Has a command obeyed and returns its result."""
        await self._give("commands", pack(Command, operation=operation, face=face, evaluate=evaluate))
        return unpack(Result, await self._take("results"))

    async def ask(self, query: Query, **fields: Any) -> None:
        """Asks the move generator."""
        await self._give("requests", pack(Request, query=query, **fields))

    async def candidate(self, *, stop: bool = False, all_quiet: bool = False) -> tuple[Any, Any]:
        """Takes the next candidate, and with it what the fetcher holds."""
        self._port("stop").value = int(stop)
        self._port("all_quiet").value = int(all_quiet)
        candidate = unpack(Candidate, await self._take("candidates"))
        self._port("stop").value = 0
        self._port("all_quiet").value = 0
        return candidate, unpack(Neighbourhood, self.dut.here.value)

    # ---- in the words of a game

    @property
    def extent(self) -> Any:
        """Edges and size of the position."""
        return unpack(Extent, self.dut.extent.value)

    @property
    def state(self) -> tuple[int, ...]:
        """All that the engine tells of the position."""
        return tuple(int(getattr(self.dut, name).value) for name in ["extent", "tiles", "slots", "standing"])

    @property
    def standing(self) -> tuple[int, tuple[int, int], tuple[int, int]]:
        """Balance, white's and red's attacks on loops, and on lines."""
        standing = unpack(Standing, self.dut.standing.value)
        white, red = standing.crossing
        return standing.balance, tuple(standing.closing), (sum(white), sum(red))

    def name(self, position: Any, symbol: HardwareSymbol) -> str:
        """Notation of a move on a place of the plane."""
        extent = self.extent
        column, row = (position.x - extent.west) % _PLANE, (position.y - extent.north) % _PLANE
        return f"{column_name(column)}{row}{_TEXTS[symbol]}"

    def place(self, move: Move) -> dict[str, Any]:
        """A named move by its place on the plane."""
        extent = self.extent
        position = {"x": (extent.west + move.column) % _PLANE, "y": (extent.north + move.row) % _PLANE}
        return {"position": position, "symbol": _SYMBOLS[str(move.symbol)]}

    async def play(self, move: Move | str, *, evaluate: bool = True) -> Any:
        """Plays a move by name; None if no tile fits there, otherwise the result of the turn."""
        named = parse_move(move) if isinstance(move, str) else move
        await self.ask(Query.ONE, move=self.place(named))
        candidate, _ = await self.candidate(stop=True)
        if candidate.end:
            return None
        assert candidate.symbol == _SYMBOLS[str(named.symbol)]
        return await self.command(Operation.PLAY, candidate.face, evaluate=evaluate)

    async def legal_moves(self, *, evaluate: bool = True) -> list[str]:
        """The moves that the generator offers and that prove legal when they are played."""
        before = self.state
        moves = []
        await self.ask(Query.ALL)
        while True:
            candidate, here = await self.candidate(stop=True)
            if candidate.end:
                return sorted(moves)
            quiet = bool(candidate.quiet >> (candidate.symbol.value - 1) & 1)
            tiles = int(self.dut.tiles.value)
            result = await self.command(Operation.PLAY, candidate.face, evaluate=evaluate)
            if result.verdict == Verdict.LEGAL:
                assert quiet == (int(self.dut.tiles.value) == tiles + 1), "quiet moves, and no others, force nothing"
                result = await self.command(Operation.UNDO)
                moves.append(self.name(here.position, candidate.symbol))
            else:
                assert not quiet, "quiet moves are legal"
            assert (result.slot, result.symbol) == (here.slot, candidate.symbol)
            assert self.state == before, "the position is not what it was before the turn"
            await self.ask(Query.AFTER, slot=result.slot, symbol=result.symbol)


    async def paths(self) -> dict[Color, set[frozenset[tuple[int, int]]]]:
        """By colour, the open paths that the slots and their mates make, each as the column and row of its two ends."""
        spaces: dict[int, tuple[int, int]] = {}
        mates: dict[Color, dict[int, int]] = {color: {} for color in Color}
        extent = self.extent
        await self.ask(Query.ALL)
        while not (taken := await self.candidate())[0].end:
            here = taken[1]
            spaces[here.slot] = (here.position.x - extent.west) % _PLANE, (here.position.y - extent.north) % _PLANE
            for color in Color:
                if here.entered[color]:
                    mates[color][here.slot] = here.mates[color].slot
        for ends in mates.values():
            assert all(ends.get(there) == here != there for here, there in ends.items()), "each end is its mate's mate"
        return {
            color: {frozenset((spaces[here], spaces[there])) for here, there in ends.items()}
            for color, ends in mates.items()
        }


def paths_of(board: Board) -> dict[Color, set[frozenset[tuple[int, int]]]]:
    """By colour, the model's open paths, each as the column and row of its two ends."""
    return {
        color: {frozenset(board.position_of(*end) for end in path) for path in board.open_paths(color)}
        for color in Color
    }


def _side_entered(board: Board, color: Color, place: tuple[int, int]) -> int:
    for side, (dx, dy) in enumerate(_STEPS):
        face = board.tile_at(*board.position_of(place[0] + dx, place[1] + dy))
        if face is not None and (int(face) >> (side ^ 2) & 1) == (color is Color.WHITE):
            return side
    raise AssertionError(f"no {color} track enters {place}")


def standing_of(board: Board) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """Balance, and white's and red's attacks on loops and on lines, from the model's open paths and the values."""
    values, spans = path_values(), span_values()
    reach = max(board.columns, LINE_LENGTH), max(board.rows, LINE_LENGTH)
    balance, closing, crossing = 0, [0, 0], [0, 0]
    for color in Color:
        for here, there in board.open_paths(color):
            x, y = there[0] - here[0], there[1] - here[1]
            short = [size - abs(span) for size, span in zip(reach, (x, y), strict=True)]
            if abs(x) + abs(y) == 1 or 0 in short:
                closing[color] += abs(x) + abs(y) == 1
                crossing[color] += short.count(0)
                balance += ATTACK_VALUE if color is Color.WHITE else -ATTACK_VALUE
                continue
            bonus = sum(spans[missing - 1] for missing in short if missing <= len(spans))
            x, y = max(-3, min(3, x)), max(-3, min(3, y))
            side = _side_entered(board, color, here)
            east, south = [(x, y), (-y, x), (-x, -y), (y, -x)][side]
            turn = _side_entered(board, color, there) - side & 3
            value = min(values[turn << 6 | (south & 7) << 3 | east & 7] + bonus, (1 << VALUE_BITS - 1) - 1)
            balance += value if color is Color.WHITE else -value
    return balance, (closing[0], closing[1]), (crossing[0], crossing[1])


def random_move(board: Board, rng: random.Random, *, avoid_end: bool) -> Move:
    """A legal move, if possible one that does not end the game."""
    moves = list(board.legal_moves)
    rng.shuffle(moves)
    for move in moves[:30] if avoid_end else []:
        board.push(move)
        over = board.is_over()
        board.pop()
        if not over:
            return move
    return moves[0]


def played(moves: Iterable[str]) -> Board:
    """The model's position after some moves."""
    board = Board()
    for move in moves:
        board.push_text(move)
    return board
