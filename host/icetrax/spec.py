"""Player SPECs: the words by which the command line names players."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from icetrax import simulated
from icetrax.analyst import Analyst, HardwareAnalyst, PlayerAnalyst
from icetrax.board import Variant
from icetrax.engine import HardwareSession
from icetrax.human import HumanPlayer
from icetrax.opponents import AlphaBetaChooser, GreedyChooser, RandomChooser
from icetrax.player import HARDWARE_ID, ChooserPlayer, LinePlayer, ListeningPlayer, Player, ask_id
from icetrax.transport import (
    FdTransport,
    Listener,
    PseudoTerminal,
    TransportError,
    connect_tcp,
    open_serial,
    start_command,
)

__all__ = ["KNOWN", "PlayerSpec", "SpecError", "check_apart", "make_analyst", "make_player", "parse_spec"]

KNOWN = (
    "sim[:config=NAME,link=bit|byte,depth=N]",
    "serial:DEVICE[@BAUD]",
    "tcp:HOST:PORT",
    "listen:[HOST:]PORT",
    "pty",
    "exec:COMMAND",
    "random",
    "greedy",
    "alphabeta[:depth=N]",
    "human",
)
"""The forms of a SPEC."""

_BOARD_SECONDS = 60.0  # for an answer beyond the time to think: what is at the other end may be a simulation


class SpecError(ValueError):
    """A SPEC that names no player. The message quotes it and says what would."""


@dataclass(frozen=True)
class PlayerSpec:
    """A SPEC that has been read.

    Attributes
    ----------
    text
        The SPEC itself.
    kind
        Its first word.
    config
        Hardware configuration of a simulation.
    link
        How a simulation is connected: ``bit`` or ``byte``; None for what fits the purpose.
    depth
        Limit of the search in turns, None for no limit.
    device, baud
        Serial port and its speed.
    host, port
        Where to connect to, or to wait.
    command
        Program to start, with its arguments.
    """

    text: str
    kind: str
    config: str = "hx8k"
    link: simulated.Link | None = None
    depth: int | None = None
    device: str = ""
    baud: int = 115_200
    host: str = "127.0.0.1"
    port: int = 0
    command: str = ""

    @property
    def is_single(self) -> bool:
        """Whether there is only one such player, at this machine, which cannot play two games at a time."""
        return self.kind in ("serial", "listen", "pty", "human")


def parse_spec(text: str) -> PlayerSpec:
    """Read a SPEC.

    Parameters
    ----------
    text
        One of the forms in :data:`KNOWN`.

    Raises
    ------
    SpecError
        *text* names no player.
    """
    kind, colon, rest = text.partition(":")
    match kind:
        case "random" | "greedy" | "human" | "pty":
            if colon:
                raise SpecError(f"{text!r} is not a player: {kind} takes nothing after it")
            return PlayerSpec(text, kind)
        case "alphabeta":
            options = _options(text, rest, ("depth",)) if colon else {}
            return PlayerSpec(text, kind, depth=_depth(text, options))
        case "sim":
            options = _options(text, rest, ("config", "link", "depth")) if colon else {}
            return _simulation(text, options)
        case "serial":
            return _serial(text, rest)
        case "tcp" | "listen":
            return _address(text, kind, rest)
        case "exec":
            if not rest.strip():
                raise SpecError(f"{text!r} is not a player: write exec:COMMAND, such as exec:./engine")
            return PlayerSpec(text, kind, command=rest)
    raise SpecError(f"{text!r} is not a player: use one of {', '.join(KNOWN)}")


def check_apart(specs: Sequence[PlayerSpec]) -> None:
    """Check that no two players need the same device or port.

    Raises
    ------
    SpecError
        Two do.
    """
    taken: dict[tuple[str, str, int], str] = {}
    for spec in specs:
        if spec.kind == "serial":
            place = spec.kind, os.path.realpath(spec.device), 0
        elif spec.kind == "listen" and spec.port:
            place = spec.kind, spec.host, spec.port
        else:
            continue
        if place in taken:
            what = f"device {place[1]}" if spec.kind == "serial" else f"port {spec.port}"
            raise SpecError(f"{taken[place]!r} and {spec.text!r} are both {what}: each player needs one of its own")
        taken[place] = spec.text


def make_player(spec: PlayerSpec) -> Player:
    """The player that *spec* names, not yet opened.

    Raises
    ------
    TransportError
        The port of a ``listen:`` player is in use.
    """
    match spec.kind:
        case "random":
            return ChooserPlayer(spec.text, RandomChooser)
        case "greedy":
            return ChooserPlayer(spec.text, GreedyChooser)
        case "alphabeta":
            return ChooserPlayer(spec.text, lambda _: AlphaBetaChooser(depth=spec.depth))
        case "human":
            return HumanPlayer(spec.text, sys.stdin, sys.stdout)
        case "sim":
            config = simulated.config_by_name(spec.config)
            return simulated.SimPlayer(spec.text, config, link=spec.link or "bit", depth=spec.depth or 0)
        case "listen":
            return ListeningPlayer(spec.text, Listener(spec.host, spec.port), _notify)
        case "pty":
            return ListeningPlayer(spec.text, PseudoTerminal(), _notify)
    return LinePlayer(spec.text, lambda: _connect(spec))


def make_analyst(spec: PlayerSpec, seed: int = 0, variant: Variant = Variant.TRAX) -> Analyst:
    """The player that *spec* names, to be asked about any position.

    Parameters
    ----------
    spec
        A player at the other end of a line must be our own hardware: the contest's lines cannot set up a position.
    seed
        For a player that chooses at random.
    variant
        The rules.

    Raises
    ------
    SpecError
        *spec* is a ``listen:`` player, which is only for games, or does not know the variant.
    """
    if spec.kind in ("random", "greedy", "alphabeta", "human"):
        return PlayerAnalyst(make_player(spec), seed, variant)
    if variant is not Variant.TRAX:
        raise SpecError(f"{spec.text!r} does not play the variant {variant}: ask a player in software")
    match spec.kind:
        case "sim":
            config, link = simulated.config_by_name(spec.config), spec.link or "byte"
            return HardwareAnalyst(
                HardwareSession(lambda: simulated.open_console(config, link=link)),
                lambda seconds: simulated.wall_seconds(config, seconds),
                spec.depth or 0,
            )
        case "listen" | "pty":
            raise SpecError(f"{spec.text!r} cannot be given a position: use tcp:HOST:PORT, or play a game")
    return HardwareAnalyst(HardwareSession(lambda: _hardware(spec)), lambda seconds: _BOARD_SECONDS + seconds)


def _hardware(spec: PlayerSpec) -> FdTransport:
    transport = _connect(spec)
    name = ask_id(transport)
    if name != HARDWARE_ID:
        transport.close()
        raise TransportError(
            f"{spec.text} cannot be given a position: its id is {name}, and only {HARDWARE_ID} understands that; "
            "use it in a game"
        )
    return transport


def _connect(spec: PlayerSpec) -> FdTransport:
    match spec.kind:
        case "serial":
            return open_serial(spec.device, spec.baud)
        case "tcp":
            return connect_tcp(spec.host, spec.port)
    return start_command(spec.command)


def _notify(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _options(text: str, rest: str, known: tuple[str, ...]) -> dict[str, str]:
    """The ``key=value`` pairs after the colon."""
    options: dict[str, str] = {}
    for pair in rest.split(","):
        key, equals, value = pair.partition("=")
        if not equals or key not in known:
            raise SpecError(f"{text!r} is not a player: {pair!r} is not one of {', '.join(f'{k}=..' for k in known)}")
        if key in options:
            raise SpecError(f"{text!r} is not a player: {key} is given twice")
        options[key] = value
    return options


def _depth(text: str, options: dict[str, str]) -> int | None:
    if "depth" not in options:
        return None
    depth = _number(options["depth"])
    if depth is None or not 1 <= depth <= 99:
        raise SpecError(f"{text!r} is not a player: depth {options['depth']!r} is not a number from 1 to 99")
    return depth


def _simulation(text: str, options: dict[str, str]) -> PlayerSpec:
    links: dict[str | None, simulated.Link | None] = {None: None, "bit": "bit", "byte": "byte"}
    link = options.get("link")
    if link not in links:
        raise SpecError(f"{text!r} is not a player: link {link!r} is neither bit nor byte")
    config = options.get("config", PlayerSpec.config)
    try:
        simulated.config_by_name(config)
    except ValueError as error:
        raise SpecError(f"{text!r} is not a player: {error}") from None
    return PlayerSpec(text, "sim", config, links[link], _depth(text, options))


def _serial(text: str, rest: str) -> PlayerSpec:
    device, at, digits = rest.partition("@")
    baud = _number(digits) if at else PlayerSpec.baud
    if not device or not baud:
        raise SpecError(f"{text!r} is not a player: write serial:DEVICE or serial:DEVICE@BAUD")
    return PlayerSpec(text, "serial", device=device, baud=baud)


def _address(text: str, kind: str, rest: str) -> PlayerSpec:
    host, _, digits = rest.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    port = _number(digits)
    if port is None or port > 65_535 or (kind == "tcp" and (not host or not port)):
        form = next(form for form in KNOWN if form.startswith(kind))
        raise SpecError(f"{text!r} is not a player: write {form}, the port being a number up to 65535")
    return PlayerSpec(text, kind, host=host or PlayerSpec.host, port=port)


def _number(digits: str) -> int | None:
    return int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None
