"""HTTP for owners: every refusal has its status, and nothing is told to strangers."""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.app.server import App
from infoset_server.config import load_config
from infoset_server.http.routes import Router
from infoset_server.http.uploads import open_hosted
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest, Respond
from infoset_server.programs.upload_source import UploadError
from infoset_server.uploads import commands
from infoset_server.uploads.versions import UploadedBot, Version, VersionState

BODY = b"no archive at all"
DIGEST = hashlib.sha256(BODY).hexdigest()


class Office:
    """The pages of a server that has not looked for isolation: whatever would run is refused."""

    def __init__(self, folder: Path) -> None:
        config = load_config(None, {"data_dir": folder, "store.enabled": False})
        self.app = App(config)
        self.pages = Router(
            open_hosted(
                config,
                self.app.feature(UploadFeature).hosted,
                self.app.people,
                time.monotonic,
                self.app.core.durability.stored,
            ).routes()
        )
        accounts = self.app.people.accounts
        self.olga = accounts.register.add_account("olga", Role.PLAYER)
        _, self.token = accounts.credentials.issue(self.olga, Kind.USER)

    async def ask(
        self,
        path: str,
        body: bytes | dict[str, Any] = b"",
        *,
        token: str | None = "",
        caller: Caller = Caller("192.0.2.7"),  # noqa: B008 (frozen)
        method: str = "POST",
    ) -> tuple[int, Any]:
        """Its status, and what it says. An empty token is Olga's."""
        shown = self.token if token == "" else token
        headers = Headers([] if shown is None else [("Authorization", f"Bearer {shown}")])
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        answers: list[Response] = []
        respond: Respond = answers.append
        self.pages.answer(HttpRequest(method, path, headers, sent, caller), respond)
        await self.pages._tasks.finish()
        (answer,) = answers
        is_json = answer.headers["Content-Type"] == "application/json"
        text = answer.body.decode()
        return answer.status_code, json.loads(text) if is_json else text


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    made = Office(tmp_path)
    yield made
    await made.pages.close()
    await made.app.close(0)


async def test_other_pages_are_not_ours(office: Office) -> None:
    assert (await office.ask("/enrol"))[0] == 404
    assert office.pages.look("/bots", Caller("192.0.2.7")) is None


async def test_a_token_is_needed_and_must_be_right(office: Office) -> None:
    assert (await office.ask("/bots/list", token=None))[0] == 401
    status, told = await office.ask("/bots/list", token="inf_user_wrong")
    assert (status, told["error"]) == (401, "wrong or expired credentials")
    in_clear = Caller("192.0.2.7", is_private=False)
    assert (await office.ask("/bots/list", caller=in_clear))[0] == 401


async def test_guesses_are_counted_by_address(office: Office) -> None:
    statuses = [(await office.ask("/bots/list", token=f"guess{i}"))[0] for i in range(20)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    elsewhere = Caller("192.0.2.8")
    assert (await office.ask("/bots/list", caller=elsewhere))[0] == 200


async def test_what_cannot_run_here_is_refused_with_the_reason(office: Office) -> None:
    status, told = await office.ask(
        "/bots/begin", {"name": "ferris", "bytes": len(BODY), "sha256": DIGEST}
    )
    assert (status, "uploads are refused" in told["error"]) == (409, True)
    assert "uploads are refused" in (await office.ask("/bots/list"))[1]["message"]


async def test_an_upload_comes_in_pieces(office: Office) -> None:
    office.app.feature(UploadFeature).hosted.obstacle = None
    begin = {"name": "ferris", "bytes": len(BODY), "sha256": DIGEST}
    status, begun = await office.ask("/bots/begin", begin)
    assert status == 200
    place = f"/bots/piece?upload={begun['upload']}"
    assert await office.ask(f"{place}&offset=0", BODY[:5]) == (200, {"received": 5})
    status, told = await office.ask(f"{place}&offset=9", BODY[9:])
    assert (status, "offset: expected 5" in told["error"]) == (409, True)
    await office.ask(f"{place}&offset=5", BODY[5:])
    status, told = await office.ask("/bots/finish", {"upload": begun["upload"]})
    assert (status, "the archive cannot be read" in told["error"]) == (409, True)
    assert (await office.ask("/bots/finish", {"upload": begun["upload"]}))[0] == 404


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("begin", {"bytes": 0, "sha256": DIGEST}, "bytes: "),
        ("begin", {"bytes": 9, "sha256": "x"}, "sha256: "),
        ("begin", {"name": "A B", "bytes": 9, "sha256": DIGEST}, "name: "),
        ("begin", b"[]", "expected a JSON object"),
        ("log", {"bot": "ferris", "speed": 3}, "speed: "),
        ("use", {"bot": "ferris"}, "version: "),
        ("piece?upload=x&offset=-1", b"", "expected ?upload=ID&offset=N"),
        ("piece", b"", "expected ?upload=ID&offset=N"),
    ],
)
async def test_a_bad_request_is_refused_by_field(
    office: Office, path: str, body: Any, says: str
) -> None:
    status, told = await office.ask(f"/bots/{path}", body)
    assert (status, says in told["error"]) == (400, True), told


async def test_what_is_not_there_is_not_found(office: Office) -> None:
    for verb in ("log", "disable", "enable", "remove", "download"):
        status, told = await office.ask(f"/bots/{verb}", {"bot": "ferris"})
        assert (status, told["error"]) == (404, "you have no bot ferris")
    assert (await office.ask("/bots/dance"))[0] == 404
    assert (await office.ask("/bots/list", method="PUT"))[0] == 405


async def test_a_bot_account_uploads_for_its_owner(office: Office) -> None:
    accounts = office.app.people.accounts
    helper = accounts.register.add_account("ci", Role.PLAYER, is_bot=True, owner=office.olga.id)
    _, token = accounts.credentials.issue(helper, Kind.BOT)
    assert (await office.ask("/bots/list", token=token))[0] == 200
    stray = accounts.register.add_account("stray", Role.PLAYER, is_bot=True)
    _, token = accounts.credentials.issue(stray, Kind.BOT)
    assert (await office.ask("/bots/list", token=token))[0] == 403


async def test_a_request_that_is_nested_without_end_is_refused_by_name(office: Office) -> None:
    deep = b'{"bot": ' + b"[" * 900 + b"]" * 900 + b"}"
    status, told = await office.ask("/bots/log", deep)
    assert (status, told["error"]) == (
        400,
        "bot: expected at most 32 lists or objects within each other",
    )
    assert (await office.ask("/bots/log", b"[" * 3_000))[0] == 400


async def test_what_takes_long_to_unpack_is_answered_and_asked_for_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "ANSWER_S", 0.01)
    go_on = asyncio.Event()

    async def take_in(owner: User, archive: bytes, name: str | None, *, is_fresh: bool) -> str:
        await go_on.wait()
        if archive != BODY:
            raise UploadError("it is broken")
        return "ferris@7"

    monkeypatch.setattr(
        office.app.feature(UploadFeature).hosted, "check_upload", lambda owner, size: None
    )
    monkeypatch.setattr(office.app.feature(UploadFeature).hosted, "upload", take_in)
    for body, comes in ((BODY, (200, "ferris")), (BODY + b"x", (409, None))):
        go_on.clear()
        digest = hashlib.sha256(body).hexdigest()
        _, begun = await office.ask("/bots/begin", {"bytes": len(body), "sha256": digest})
        upload = {"upload": begun["upload"]}
        await office.ask(f"/bots/piece?upload={begun['upload']}&offset=0", body)
        for _ in range(2):
            status, told = await office.ask("/bots/finish", upload)
            assert (status, told["pending"], told["upload"]) == (200, True, begun["upload"])
        go_on.set()
        while (answer := await office.ask("/bots/finish", upload))[1].get("pending"):
            pass
        assert (answer[0], answer[1].get("bot")) == comes
        assert (await office.ask("/bots/finish", upload))[0] == 404


# Who may do what.


def keep_ferris(office: Office) -> None:
    """Olga has a bot."""
    version = Version(1, DIGEST, len(BODY), {"command": ["./run"]}, 0, VersionState.READY)
    hosted = office.app.feature(UploadFeature).hosted
    hosted._register.add(UploadedBot("hb_1", "ferris", office.olga.id, [version], last_number=1))


@pytest.mark.parametrize("by", ["a bot", "a narrow token"])
async def test_only_the_scope_admin_reaches_the_bots_of_others(office: Office, by: str) -> None:
    """What an administrator's bot may do, its libraries may."""
    keep_ferris(office)
    accounts = office.app.people.accounts
    boss = accounts.register.add_account("boss", Role.MANAGER)
    if by == "a bot":
        crab = accounts.register.add_account("crab", Role.PLAYER, is_bot=True, owner=boss.id)
        _, token = accounts.credentials.issue(crab, Kind.BOT)
    else:
        _, token = accounts.credentials.issue(boss, Kind.USER, scopes=frozenset({"play"}))
    assert (await office.ask("/bots/list", {"all": True}, token=token))[1]["rows"] == []
    for verb in ("log", "download", "disable", "enable", "remove"):
        status, told = await office.ask(f"/bots/{verb}", {"bot": "ferris"}, token=token)
        assert (status, told["error"]) == (404, "you have no bot ferris"), verb
    assert (await office.ask("/bots/use", {"bot": "ferris", "version": 1}, token=token))[0] == 404
    _, whole = accounts.credentials.issue(boss, Kind.USER)
    [row] = (await office.ask("/bots/list", {"all": True}, token=whole))[1]["rows"]
    assert (row["owner"], row["bot"], row["state"]) == ("olga", "ferris", "ready")
    assert (await office.ask("/bots/remove", {"bot": "ferris"}, token=whole))[0] == 200


async def test_a_bot_of_somebody_who_is_shut_out_does_nothing_for_them(office: Office) -> None:
    keep_ferris(office)
    accounts = office.app.people.accounts
    crab = accounts.register.add_account("crab", Role.PLAYER, is_bot=True, owner=office.olga.id)
    _, token = accounts.credentials.issue(crab, Kind.BOT)
    assert (await office.ask("/bots/disable", {"bot": "ferris"}, token=token))[0] == 200
    office.olga.banned_until_ms = accounts.now_ms() + 60_000
    assert (await office.ask("/bots/enable", {"bot": "ferris"}, token=token))[0] == 403
