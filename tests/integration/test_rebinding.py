"""DNS rebinding: a page that has pointed its own name at the server's address gets nothing from it, however it asks."""

import json
from pathlib import Path
from typing import Final

import pytest
from tests.integration.harness import Server

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.config import FrameLimits
from infoset_server.network.caller import Caller, ServerNames
from infoset_server.network.http import HttpPolicy
from infoset_server.network.http_wire import HttpWire

EVIL: Final = "evil.example:7421"
UPGRADE: Final = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


class Browser:
    """Connections of a browser in the network of a server, to its real pages."""

    def __init__(self, server: Server) -> None:
        pages = server.listener.pages
        self._server = server
        self._pages = pages
        self._policy = HttpPolicy(
            "camp",
            on_loopback=False,
            caller=Caller("192.168.1.77"),
            look=pages.look,
            names=ServerNames(("laptop", "laptop.local")),
        )

    async def ask(self, line: str, host: str, *headers: str, body: bytes = b"") -> bytes:
        """What comes back, head and body."""
        wire = HttpWire(FrameLimits(), self._policy, self._pages, lambda: None)
        lines = [f"{line} HTTP/1.1", f"Host: {host}", *headers, f"Content-Length: {len(body)}"]
        assert wire.receive_data("\r\n".join([*lines, "", ""]).encode() + body) == []
        answering = wire if wire.heir is None else wire.heir
        found = bytearray()

        def is_answered() -> bool:
            found.extend(answering.take_output())
            return bool(found)

        await self._server.until(is_answered)
        return bytes(found)


def tokens(server: Server, data: Path) -> dict[str, str]:
    """Headers with tokens that are good, if they could be used."""
    accounts = server.app.people.accounts
    user = accounts.register.add_account("ann", Role.PLAYER)
    return {
        "ann": f"Authorization: Bearer {accounts.credentials.issue(user, Kind.USER)[1]}",
        "admin": f"Authorization: Bearer {(data / 'admin.token').read_text().strip()}",
    }


async def test_a_rebound_name_gets_no_page_no_websocket_no_command_and_no_ticket(
    server: Server, tmp_path: Path
) -> None:
    browser, shown = Browser(server), tokens(server, tmp_path)
    origin = f"Origin: http://{EVIL}"
    code = json.dumps({"code": "lusab-babad-gutih-7"}).encode()
    requests: list[tuple[str, tuple[str, ...], bytes]] = [
        ("GET /", (), b""),
        ("HEAD /", (), b""),
        ("GET /health", (), b""),
        ("GET /ready", (), b""),
        ("GET /metrics", (), b""),
        ("GET /ladder", (), b""),
        ("GET /tournaments.json", (), b""),
        ("GET /v1", (*UPGRADE, origin), b""),
        ("GET /", (*UPGRADE, origin), b""),
        ("GET /v1", UPGRADE, b""),
        ("POST /ticket", (origin, shown["ann"]), b"{}"),
        ("POST /admin/users", (origin, shown["admin"]), b"{}"),
        ("POST /admin/close", (shown["admin"],), b"{}"),
        ("POST /bots/list", (origin, shown["ann"]), b"{}"),
        ("POST /enrol", (origin,), code),
        ("POST /move", (origin,), code),
        ("OPTIONS /admin/users", (origin,), b""),
    ]
    for line, headers, body in requests:
        answer = await browser.ask(line, EVIL, *headers, body=body)
        assert answer.startswith(b"HTTP/1.1 421 "), line
        assert b"Access-Control" not in answer
        assert b"ann" not in answer
    assert len(server.app.people.accounts.tickets) == 0
    assert server.app.matchmaker.takes_matches


@pytest.mark.parametrize("host", ["192.168.1.5:7421", "laptop.local:7421", "laptop:7421"])
async def test_people_in_the_network_type_the_address_or_the_laptops_name(
    server: Server, tmp_path: Path, host: str
) -> None:
    browser, shown = Browser(server), tokens(server, tmp_path)
    assert (await browser.ask("GET /", host)).startswith(b"HTTP/1.1 200 ")
    own, other = f"Origin: http://{host}", f"Origin: http://{EVIL}"
    assert (await browser.ask("GET /v1", host, *UPGRADE, own)).startswith(b"HTTP/1.1 101 ")
    assert (await browser.ask("GET /v1", host, *UPGRADE, other)).startswith(b"HTTP/1.1 403 ")
    asked = (shown["ann"],)
    assert (await browser.ask("POST /ticket", host, *asked, own)).startswith(b"HTTP/1.1 200 ")
    assert (await browser.ask("POST /ticket", host, *asked, other)).startswith(b"HTTP/1.1 403 ")
