"""What several of these tests say, and how they look at the answers."""

import contextlib
import socket
from typing import Final

from tests.faults.peers import PATIENCE_S, Peer, Plain

from infoset_protocol.errors import ERRORS, ErrorCode

MAX_SAFE_INT: Final = 2**53 - 1
LONG_CLOCK: Final = {"kind": "per_move", "move_ms": 3_600_000}
PING: Final = b'{"type":"ping","id":2}'


def check_error(said: Plain, code: str, data: Plain) -> None:
    """It is this error, with this data, and all the data the table of errors promises for it."""
    assert said["type"] == "error"
    assert said["code"] == code, said
    assert said["msg"]
    assert {name: said.get("data", {}).get(name) for name in data} == data
    if data:
        assert set(said["data"]) == set(ERRORS[ErrorCode(code)].data)


def check_end(peer: Peer, code: str, close: int) -> Plain:
    """The connection ends: one `error` that is fatal, `bye` with the code, nothing behind it. Returns the error."""
    assert peer.wait_closed() == close
    *before, error, bye = peer.inbox
    assert (error["type"], error["code"], error["fatal"]) == ("error", code, True)
    assert (bye["type"], bye["code"]) == ("bye", close)
    assert bye["resume"] is False
    assert [one for one in before if one["type"] in ("bye", "welcome")] == []
    assert close == ERRORS[ErrorCode(code)].close
    return error


def exchange(port: int, data: bytes) -> bytes:
    """Everything the server says to these first bytes before it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as plain:
        with contextlib.suppress(ConnectionError):
            plain.sendall(data)
        said = b""
        with contextlib.suppress(ConnectionError):
            while chunk := plain.recv(65_536):
                said += chunk
        return said
