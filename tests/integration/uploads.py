"""Archives to upload, and whether this machine can shut programs in. No tests here."""

import asyncio
import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import PATIENCE_S, Server

from infoset_server.accounts.users import Role, User
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.uploads.versions import Version

BOTS = Path(__file__).with_name("bots")
QUICK = ("{python}", "-I", "-S")  # without site packages: a few times quicker


async def open_hosting(server: Server) -> None:
    """Lets a server take uploads; skips the test where this machine cannot shut programs in."""
    await server.app.feature(UploadFeature).hosted.open()
    if server.app.feature(UploadFeature).hosted.obstacle is not None:
        pytest.skip(
            f"uploaded bots cannot be tried: {server.app.feature(UploadFeature).hosted.obstacle}"
        )


def pack(files: Mapping[str, str | bytes]) -> bytes:
    """A tar.gz of these files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in files.items():
            body = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(body), 0o755
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def manifest(**fields: Any) -> str:
    """A bot.toml."""
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def bot(
    name: str, program: str, *arguments: str, build: Sequence[str] = (), **fields: Any
) -> bytes:
    """An upload of one of the programs in `bots/`, for Crossfire."""
    told: dict[str, Any] = {
        "name": name,
        "games": ["crossfire"],  # two seats, and soon over
        "command": [*QUICK, program, *arguments],
        **fields,
    }
    if build:
        told["build"] = list(build)
    return pack({"bot.toml": manifest(**told), program: (BOTS / program).read_bytes()})


def account(server: Server, name: str = "olga", role: Role = Role.PLAYER) -> User:
    """A new account."""
    return server.app.people.accounts.register.add_account(name, role)


async def upload(server: Server, owner: User, archive: bytes) -> Version:
    """Uploads, and waits for what becomes of it."""
    title = await server.app.feature(UploadFeature).hosted.upload(owner, archive)
    async with asyncio.timeout(PATIENCE_S):
        return await server.app.feature(UploadFeature).hosted.wait(title)


def logs_of(server: Server, owner: User, name: str) -> str:
    """Everything that is in the logs of the newest version."""
    hosted = server.app.feature(UploadFeature).hosted
    return "\n".join(hosted.logs(hosted.find(owner, name)).values())
