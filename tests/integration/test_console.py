"""`infoset admin` and a running server: the same words on both sides, and things really happen."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server

from infoset.commands import admin, token
from infoset.errors import WebError
from infoset_protocol.errors import CloseCode
from infoset_server.admin.audit import AuditCommands
from infoset_server.admin.class_commands import ClassCommands
from infoset_server.admin.commands import Command
from infoset_server.admin.ladder_commands import LadderCommands
from infoset_server.admin.match_commands import MatchCommands, SlowCommands
from infoset_server.admin.ownership import Ownership
from infoset_server.admin.token_commands import TokenCommands
from infoset_server.admin.user_commands import UserCommands
from infoset_server.admin.webhook_commands import WebhookCommands
from infoset_server.config import WebhookSettings
from infoset_server.storage.notes import NoNotes
from infoset_server.webhooks.outbox import Outbox


def commands(server: Server) -> dict[str, Command[Any]]:
    """What the server understands, matches included."""
    people: Any = server.app.people
    nobody: Any = None
    ownership = Ownership(people.accounts)
    groups: list[Any] = [
        UserCommands(people, ownership),
        TokenCommands(ownership),
        ClassCommands(people, ownership, None),
        AuditCommands(nobody),
        MatchCommands(nobody, ownership),
        SlowCommands(nobody),
        LadderCommands(nobody, nobody, nobody),
        WebhookCommands(
            Outbox(WebhookSettings(), NoNotes(), server.app.core.wall_ms), nobody, nobody
        ),
    ]
    return {command.name: command for group in groups for command in group.commands()}


async def infoset_admin(server: Server, data: Path, *arguments: str) -> int:
    """Runs the command in a thread, as its own program would."""
    parser = argparse.ArgumentParser()
    run = admin.command(parser)
    url = f"infoset://127.0.0.1:{server.port}"
    args = parser.parse_args(["--url", url, "--data", str(data), *arguments])
    return await asyncio.to_thread(run, args)


def is_needed(one: admin.Argument) -> bool:
    """Does the command refuse to do without it?"""
    return not one.flag.startswith("--") or one.options.get("required", False)


def sent_as(flag: str) -> str:
    """The field of the command that an argument of the command line becomes."""
    name = flag.removeprefix("--").replace("-", "_")
    return admin.SENT_AS.get(name, name)


async def test_both_sides_know_the_same_commands_and_arguments(server: Server) -> None:
    known = commands(server)
    assert set(admin.VERBS) == set(known)
    for verb, (_, arguments) in admin.VERBS.items():
        sent = {sent_as(one.flag) for one in arguments}
        fields = known[verb].arguments.model_fields
        assert sent == set(fields), verb
        needed = {name for name, field in fields.items() if field.is_required()}
        assert needed == {sent_as(one.flag) for one in arguments if is_needed(one)}, verb


async def test_a_bot_gets_an_account_plays_and_is_disabled(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await infoset_admin(server, tmp_path, "add-bot", "crab")
    await infoset_admin(server, tmp_path, "add-token", "crab", "--scopes", "play")
    secret = capsys.readouterr().out.splitlines()[-1]
    client = await server.dial("crab")
    await client.log_in(auth={"kind": "token", "token": secret})
    assert client.welcome["scopes"] == ["play"]
    await infoset_admin(server, tmp_path, "disable-bot", "crab")
    assert (await client.expect("bye"))["code"] == CloseCode.FORBIDDEN
    await infoset_admin(server, tmp_path, "audit")
    said = capsys.readouterr().out
    assert "disable-bot" in said
    assert secret not in said


async def test_a_teacher_prints_cards_and_a_pupil_comes_in_by_one(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await infoset_admin(server, tmp_path, "add-user", "Ms Hill", "--role", "organiser")
    own, cards = tmp_path / "hill.token", tmp_path / "cards.html"
    await infoset_admin(server, tmp_path, "--out", str(own), "add-token", "Ms Hill")
    teacher = ("--token-file", str(own))
    await infoset_admin(server, tmp_path, *teacher, "add-class", "7b", "--names", "Otter")
    await infoset_admin(server, tmp_path, *teacher, "--out", str(cards), "cards", "7b")
    code = cards.read_text().split('class="code">')[1].split("<")[0]
    parser = argparse.ArgumentParser()
    run = token.command(parser)
    url = f"ws://127.0.0.1:{server.port}"
    device = tmp_path / "device.token"
    args = parser.parse_args(["enrol", code, "--url", url, "--out", str(device)])
    assert await asyncio.to_thread(run, args) == 0
    args = parser.parse_args(["check", "--url", url, "--token-file", str(device)])
    capsys.readouterr()
    assert await asyncio.to_thread(run, args) == 0
    assert capsys.readouterr().out.startswith("you are Otter (u_")
    with pytest.raises(WebError, match="needs the scope admin"):
        await infoset_admin(server, tmp_path, *teacher, "bans")


async def test_a_wrong_token_is_refused(server: Server, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("inf_admin_guess")
    with pytest.raises(WebError, match="wrong or expired credentials"):
        await infoset_admin(server, tmp_path, "--token-file", str(tmp_path / "wrong"), "users")
