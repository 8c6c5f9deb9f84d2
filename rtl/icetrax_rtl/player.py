"""The Trax player: byte streams in and out. Wires its parts together, nothing else, and knows no pins."""

from amaranth.hdl import Module
from amaranth.lib import stream, wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from .config import Config
from .game import Game
from .rules import Rules
from .search import Search
from .session import Session
from .types import Winner
from .uart import RxByte

__all__ = ["Player"]


class Player(wiring.Component):
    """The player, from received bytes to bytes to be sent.

    Parameters
    ----------
    config : Config
        Clock, time limit and name.

    Members
    -------
    i : received bytes; must be buffered outside, the player does not take them while it is working on a line.
    o : bytes to be sent.
    thinking : a move is being looked for.
    winner : of the game in progress.
    error : the last line got an error reply.
    busy : low when there is nothing to do until the next byte.
    """

    i: In(stream.Signature(RxByte))
    o: Out(stream.Signature(8))
    thinking: Out(1)
    winner: Out(Winner)
    error: Out(1)
    busy: Out(1)

    def __init__(self, config: Config):
        self._config = config
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        m.submodules.rules = rules = Rules(users=2)
        m.submodules.game = game = Game()
        m.submodules.search = search = Search()
        m.submodules.session = session = Session(config=self._config)
        connect(m, game.rules, rules.users[0])
        connect(m, search.rules, rules.users[1])
        connect(m, session.orders, game.orders)
        connect(m, game.verdicts, session.verdicts)
        connect(m, session.tasks, search.tasks)
        connect(m, search.iterations, session.iterations)
        connect(m, search.moves, session.moves)
        connect(m, search.reports, session.reports)
        connect(m, flipped(self.i), session.i)
        connect(m, session.o, flipped(self.o))
        m.d.comb += [
            game.extent.eq(rules.extent),
            search.here.eq(rules.here),
            search.at_rim.eq(rules.at_rim),
            search.standing.eq(rules.standing),
            search.expired.eq(session.expired),
            search.abort.eq(session.abort),
            session.plies.eq(game.plies),
            session.turn.eq(game.turn),
            session.winner.eq(game.winner),
            session.reason.eq(game.reason),
            session.extent.eq(rules.extent),
            session.tiles.eq(rules.tiles),
            self.thinking.eq(session.thinking),
            self.winner.eq(game.winner),
            self.error.eq(session.error),
            self.busy.eq(session.busy),
        ]
        return m
