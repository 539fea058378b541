"""A person in the terminal: their own games and profile, and the way to another device."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from tests.integration.harness import Server, open_room, open_server
from tests.integration.test_restart import come

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from infoset.seated.other_device import obey_device


async def infoset(server: Server, *words: str) -> str:
    """What a command prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "infoset", *words),
        *("--url", f"infoset://127.0.0.1:{server.port}"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | {"INFOSET_LANGUAGE": "en"},
    )
    out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


async def test_a_guest_sees_games_and_profile_and_moves(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await come(server, "ann")
        room = await open_room(ann, game="catan", title="Later")
        await ann.ask("sit", room=room, seat=0)
        secret = tmp_path / "ann.secret"
        secret.write_text("thesecretofann\n")
        other = await server.connect(
            "eve", auth={"kind": "guest", "name": "eve", "token": "thesecretofann"}
        )
        await open_room(other, game="crossfire", title="Here I am")
        own = ("--name", "eve", "--secret-file", str(secret))
        listed = await infoset(server, "mine", *own)
        assert "Rooms (1)" in listed
        assert "Here I am" in listed
        assert "Later" not in listed
        assert (await infoset(server, "mine", "--profile", "ann", *own)).startswith("ann (Guest)")
        code = (await infoset(server, "token", "move", *own)).strip()
        moved = tmp_path / "eve.secret"
        said = await infoset(server, "token", "move", code, "--out", str(moved))
        assert f"--name 'eve' --secret-file {moved}" in said
        assert (await other.expect("bye"))["code"] == 4409
        again = ("--name", "eve", "--secret-file", str(moved))
        assert "Here I am" in await infoset(server, "mine", *again)


async def test_a_seat_shows_the_code(tmp_path: Path) -> None:
    from infoset.client import Client

    async with (
        open_server(tmp_path) as server,
        Client(f"infoset://127.0.0.1:{server.port}", name="ann", is_person=True) as client,
    ):
        assert await obey_device("device 2", client.request) is None
        told = await obey_device("device", client.request)
        assert told is not None
        assert "infoset token move " in told
        assert "10 minutes" in told
