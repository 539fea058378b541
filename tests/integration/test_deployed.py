"""The configuration that docs/deployment.md gives for a server behind a proxy, and the programs of its own machine."""

import argparse
import asyncio
import http.client
import re
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import Server, open_server

from infoset.commands import admin

DEPLOYMENT: Final = Path(__file__).parents[2] / "docs/deployment.md"
FOR_SOMEBODY: Final = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
FOR_US: Final = {"X-Forwarded-For": "127.0.0.1"}


def documented() -> dict[str, Any]:
    """The settings of connections in the document."""
    text = DEPLOYMENT.read_text(encoding="utf-8").partition("## Behind a reverse proxy")[2]
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    connections: dict[str, Any] = tomllib.loads(found[1])["connections"]
    return connections


@pytest.fixture
async def proxied(tmp_path: Path) -> AsyncIterator[Server]:
    settings = {f"connections__{name}": value for name, value in documented().items()}
    assert settings["connections__trusted_proxies"] == ["127.0.0.1"]
    async with open_server(tmp_path, **settings) as server:
        yield server


async def ask(server: Server, method: str, path: str, **headers: str) -> tuple[int, str]:
    """A request as the proxy passes it on, or as one of this machine."""

    def run() -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request(method, path, b"{}" if method == "POST" else None, headers)
        answer = connection.getresponse()
        found = answer.status, answer.read().decode()
        connection.close()
        return found

    return await asyncio.to_thread(run)


async def test_infoset_admin_works_on_the_machine_behind_the_documented_proxy(
    proxied: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    run = admin.command(parser)
    url = f"infoset://127.0.0.1:{proxied.port}"
    args = parser.parse_args(["--url", url, "--data", str(tmp_path), "add-user", "Ms Hill"])
    assert await asyncio.to_thread(run, args) == 0
    assert "Ms Hill is u_" in capsys.readouterr().out


async def test_the_machines_own_programs_log_in_with_tokens(proxied: Server) -> None:
    accounts = proxied.app.people.accounts
    client = await proxied.connect("ann", "ws-json")
    assert client.welcome["type"] == "welcome"
    assert accounts.register.find(client.user) is not None


@pytest.mark.parametrize(
    "claimed", [FOR_US, {"X-Forwarded-Proto": "http"}, {"Forwarded": "for=::1"}]
)
async def test_nobody_is_of_the_machine_by_a_header(
    proxied: Server, tmp_path: Path, claimed: dict[str, str]
) -> None:
    token = (tmp_path / "admin.token").read_text().strip()
    status, said = await ask(
        proxied, "POST", "/admin/users", **claimed, Authorization=f"Bearer {token}"
    )
    assert (status, "over TLS only" in said) == (401, True)
    assert (await ask(proxied, "GET", "/metrics", **claimed))[0] == 403
    assert (await ask(proxied, "GET", "/metrics"))[0] == 200


async def test_from_afar_it_is_the_token_that_counts(proxied: Server, tmp_path: Path) -> None:
    token = (tmp_path / "admin.token").read_text().strip()
    for shown, expected in ((token, 200), ("inf_admin_guess", 401)):
        status, _ = await ask(
            proxied,
            "POST",
            "/admin/users",
            Host="play.example.org",
            Authorization=f"Bearer {shown}",
            **FOR_SOMEBODY,
        )
        assert status == expected
