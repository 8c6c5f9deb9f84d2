"""What the live board is started with. What it does is tested in a browser."""

from __future__ import annotations

import socket

import pytest

from tests.host.commands import Command


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gnu"], "'gnu' is not a player"),
        (["human", "random", "--player", "chess"], "'chess' is not a player"),
        (["serial:/dev/x", "serial:/dev/x"], "are both device /dev/x"),
        (["--variant", "hex"], "unknown variant 'hex'"),
        (["--movetime", "0"], "0 s is not a time for a move"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid port 8000"),
        (["--port", "70000"], "Invalid value for '--port'"),
    ],
)
def test_what_cannot_be_served(run: Command, arguments: list[str], message: str) -> None:
    result = run("serve", *arguments)
    assert result.status == 2
    assert message in result.err
    assert result.err.count("\n") == 1


def test_a_port_that_is_taken(run: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert result.status == 2
    assert "Address already in use" in result.err
    assert "choose another with --port" in result.err
