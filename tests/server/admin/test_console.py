"""The handler: who may ask what, and what is written down of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.admin.office import ADMIN_TOKEN, Office

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.admin.commands import Operator
from infoset_server.network.caller import Caller

FAR = Caller("192.0.2.7")


async def test_an_unknown_command_and_wrong_arguments_are_explained(office: Office) -> None:
    assert (await office.refuse("dance")).status == 404
    refused = await office.refuse("add-token", user="x", days=0, scope="play")
    assert refused.status == 400
    assert "days: Input should be greater than or equal to 1" in refused.reason
    assert "scope: Extra inputs are not permitted" in refused.reason


async def test_an_organiser_may_not_do_what_takes_an_administrator(office: Office) -> None:
    teacher = office.teacher("Ms Hill")
    for name, arguments in (
        ("add-user", {"name": "x"}),
        ("set-role", {"user": "Ms Hill", "role": "admin"}),
        ("remove-user", {"user": "Ms Hill"}),
        ("ban", {"address": "192.0.2.7"}),
        ("bans", {}),
        ("audit", {}),
    ):
        refused = await office.refuse(name, teacher, **arguments)
        assert (refused.status, refused.reason) == (403, f"{name} needs the scope admin")
    for name in ("open", "close", "freeze"):
        assert "somebody else's" in (await office.refuse(name, teacher)).reason
    assert office.ledger.asked == []


async def test_a_player_may_do_nothing_here(office: Office) -> None:
    user = office.accounts.register.add_account("ann", Role.PLAYER)
    player = Operator(user, user.scopes(office.now_ms))
    for name in office.console._commands:
        assert (await office.refuse(name, player)).status == 403


def test_the_servers_own_token_may_do_everything_and_others_what_their_scopes_say(
    office: Office,
) -> None:
    assert office.console.operator(ADMIN_TOKEN, FAR).is_admin
    teacher = office.teacher("Ms Hill").user
    assert teacher is not None
    _, token = office.accounts.credentials.issue(teacher, Kind.USER)
    assert office.console.operator(token, FAR) == Operator(teacher, teacher.scopes(office.now_ms))
    _, narrow = office.accounts.credentials.issue(teacher, Kind.USER, scopes=frozenset({"play"}))
    assert office.console.operator(narrow, FAR).scopes == {"play"}


@pytest.mark.parametrize("token", [ADMIN_TOKEN, "guess", ""])
def test_nobody_gets_in_over_a_wire_that_others_hear_or_from_a_banned_address(
    office: Office, token: str
) -> None:
    with pytest.raises(ProtocolError) as in_clear:
        office.console.operator(token, Caller("192.0.2.7", is_private=False))
    assert "over TLS only" in in_clear.value.msg
    office.accounts.bans.add("192.0.2.7", office.now_ms + 1)
    with pytest.raises(ProtocolError) as banned:
        office.console.operator(token, FAR)
    assert banned.value.code is ErrorCode.FORBIDDEN


async def test_what_is_done_and_what_is_refused_is_written_down_with_who_and_whom(
    office: Office, tmp_path: Path
) -> None:
    teacher = office.teacher("Ms Hill")
    await office.do("add-user", name="ann")
    await office.refuse("add-user", name="ann")
    await office.refuse("add-user", teacher, name="bob")
    await office.do("users")
    await office.do("announce", teacher, text="ten minutes left", room="R")
    entries = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert teacher.user is not None
    shown = [(one["who"], one["what"], one.get("with")) for one in entries]
    assert shown == [
        ("admin", "add-user", {"name": "ann"}),
        ("admin", "add-user", {"name": "ann"}),
        (f"Ms Hill ({teacher.user.id})", "add-user", {}),
        (f"Ms Hill ({teacher.user.id})", "announce", {"room": "R", "text": "ten minutes left"}),
    ]
    assert [one["outcome"].split(":")[0] for one in entries[1:3]] == ["refused", "forbidden"]
    assert entries[0]["when"] == "2026-09-21T14:13:20.000+00:00"


async def test_one_thing_is_told_as_one_and_two_as_two(office: Office) -> None:
    async def said(command: str, **fields: Any) -> str:
        return (await office.do(command, **fields)).message

    await office.do("add-user", name="ann")
    assert await said("users") == "1 user"
    assert await said("bans") == "0 bans"
    await office.do("add-token", user="ann")
    assert (await said("tokens", user="ann")).endswith("has 1 token or key")
    assert await said("revoke-tokens", user="ann") == "revoked: 1 token or key of ann"
    assert await said("add-class", name="7b", pupils=1) == "7b: 1 new pupil"
    assert await said("classes") == "1 class"
    assert await said("add-pupils", name="7b", pupils=2) == "7b: 2 new pupils"
    assert await said("cards", name="7b") == "3 cards of 7b"
    assert await said("remove-class", name="7b") == "7b is deleted with 3 pupils"


async def test_no_secret_is_written_down(office: Office, tmp_path: Path) -> None:
    await office.do("add-bot", name="crab")
    token = (await office.do("add-token", user="crab")).secret
    await office.do("add-class", name="7b", pupils=2)
    code = (await office.do("open-class", name="7b")).secret
    page = (await office.do("cards", name="7b")).file
    written = (tmp_path / "audit.jsonl").read_text()
    assert "add-token" in written
    for secret in (token, code, *codes_on(page)):
        assert secret
        assert secret not in written


def codes_on(page: str) -> list[str]:
    """The codes of a page of cards."""
    return [part.split("<")[0] for part in page.split('class="code">')[1:]]


async def test_matches_are_the_business_of_those_who_run_them(office: Office) -> None:
    teacher = office.teacher("Ms Hill")
    await office.do("open")
    await office.do("close", room="R")
    await office.do("freeze", teacher, room="R")
    assert (await office.do("announce", text="hello")).message == "told to 3 users"
    assert "m_2" in (await office.do("re-run", match="m_1")).message
    assert "without a result" in (await office.do("end-match", match="m_1")).message
    assert (await office.do("export", match="m_1")).file == "the record\n"
    assert office.ledger.asked == [
        ("open", None),
        ("close", "R"),
        ("freeze", "R"),
        ("announce", None, "hello"),
        ("re_run", "m_1"),
        ("end", "m_1"),
    ]


@pytest.mark.parametrize(
    ("name", "arguments"), [("close", {"room": "X"}), ("export", {"match": "m_9"})]
)
async def test_what_they_refuse_is_refused(
    office: Office, name: str, arguments: dict[str, Any]
) -> None:
    refused = await office.refuse(name, **arguments)
    assert refused.status == 409
    assert "is not known here" in refused.reason


async def test_looking_at_slow_matches_is_for_administrators_and_not_noted(
    office: Office, tmp_path: Path
) -> None:
    (row,) = (await office.do("slow", minutes=2)).rows
    assert (row["match"], row["acts"], row["p99"], row["worst"]) == ("m_1", 7, "2.50 ms", "300 ms")
    assert office.ledger.asked == [("slow", 2, 20)]
    assert (await office.refuse("slow", minutes=61)).status == 400
    assert (await office.refuse("slow", office.teacher("Ms Hill"))).status == 403
    assert not (tmp_path / "audit.jsonl").exists()


async def test_what_changes_something_is_answered_when_it_is_stored(office: Office) -> None:
    await office.do("close")
    await office.do("add-user", name="Ms Hill")
    assert office.ledger.stored == 2
    await office.do("users")
    await office.refuse("close", room="X")
    assert office.ledger.stored == 2
