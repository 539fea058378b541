"""The HTTP side: commands, enrolment, tickets; every refusal has its status."""

import json
from typing import Any

import pytest
from tests.server.admin.office import ADMIN_TOKEN, Office
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role
from infoset_server.http.console import ConsolePages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest
from infoset_server.network.rate_limits import BucketTable, Rate

FAR = Caller("192.0.2.7")
IN_CLEAR = Caller("192.0.2.7", is_private=False)
ORIGIN = "https://play.example.org"
PUB = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"  # of RFC 8032, test 1


class Desk:
    """The pages of an office, asked one after another."""

    def __init__(self, office: Office) -> None:
        pages = ConsolePages(
            office.accounts,
            office.console,
            BucketTable(Rate(10 / 60, 10), 100),
            lambda: office.now_s,
        )
        self.pages = Router(pages.routes())

    async def ask(
        self, path: str, body: bytes | dict[str, Any] = b"", **more: Any
    ) -> tuple[int, Any]:
        """As `response`: its status, and what it says."""
        response = await self.response(path, body, **more)
        text = response.body.decode()
        is_json = response.headers["Content-Type"] == "application/json"
        return response.status_code, json.loads(text) if is_json else text

    async def response(
        self,
        path: str,
        body: bytes | dict[str, Any] = b"",
        *,
        token: str | None = None,
        caller: Caller = FAR,
        method: str = "POST",
    ) -> Response:
        headers = Headers([] if token is None else [("Authorization", f"Bearer {token}")])
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        answers: list[Response] = []
        self.pages.answer(HttpRequest(method, path, headers, sent, caller), answers.append)
        await self.pages._tasks.finish()
        (answer,) = answers
        return answer


@pytest.fixture
def console(office: Office) -> Desk:
    return Desk(office)


async def test_a_command_is_done_for_who_may_give_it(console: Desk) -> None:
    status, told = await console.ask("/admin/add-bot", {"name": "crab"}, token=ADMIN_TOKEN)
    assert status == 200
    assert told["message"].startswith("crab is u_")
    status, told = await console.ask("/admin/users", token=ADMIN_TOKEN)
    assert [row["name"] for row in told["rows"]] == ["crab"]
    status, told = await console.ask("/admin/add-bot", {"name": "crab"}, token=ADMIN_TOKEN)
    assert (status, told) == (409, {"error": "there is an account crab already"})


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/admin/dance", b"", 404),
        ("/admin/users", b"[]", 400),
        ("/admin/users", b"{", 400),
        ("/admin/users", b"[" * 100_000, 400),
        ("/admin/users", b'{"x": 1}', 400),
        ("/elsewhere", b"", 404),
        ("/enrol", b'{"code": 7}', 400),
        ("/enrol", b'{"code": "x", "pub": 7}', 400),
        ("/enrol", b'{"code": "x"}', 403),
    ],
)
async def test_what_makes_no_sense_is_refused(
    console: Desk, path: str, body: bytes, status: int
) -> None:
    assert (await console.ask(path, body, token=ADMIN_TOKEN))[0] == status


async def test_only_post_is_answered(console: Desk) -> None:
    response = await console.response("/enrol", method="PUT")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/admin/users", "/ticket"])
async def test_a_missing_and_a_wrong_token_are_refused_and_nobody_guesses_for_long(
    office: Office, console: Desk, path: str
) -> None:
    response = await console.response(path)
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")
    for _ in range(10):
        assert (await console.ask(path, token="guess"))[0] == 401
    status, told = await console.ask(path, token="guess")
    assert (status, told["retry_ms"]) == (429, 6_000)
    office.now_s += 6
    assert (await console.ask(path, token="guess"))[0] == 401


async def test_a_right_token_costs_no_try(console: Desk) -> None:
    for _ in range(30):
        assert (await console.ask("/admin/users", token=ADMIN_TOKEN))[0] == 200


@pytest.mark.parametrize("path", ["/admin/users", "/ticket"])
async def test_tokens_are_not_taken_over_a_wire_that_others_hear(console: Desk, path: str) -> None:
    for token in (ADMIN_TOKEN, "guess"):
        status, told = await console.ask(path, token=token, caller=IN_CLEAR)
        assert (status, "over TLS only" in told["error"]) == (401, True)


async def test_a_card_becomes_a_token(office: Office, console: Desk) -> None:
    one = office.accounts.classrooms.add("7b", None)
    pupil = office.accounts.classrooms.add_pupil(one)
    card = office.accounts.classrooms.print_card(pupil)
    status, told = await console.ask("/enrol", {"code": card.code})
    assert status == 200
    assert told["name"] == pupil.name
    assert office.accounts.credentials.find(told["token"]) is not None
    again, refused = await console.ask("/enrol", {"code": card.code})
    assert (again, "not valid" in refused["error"]) == (403, True)


async def test_where_others_hear_a_card_lets_in_a_key_but_tells_no_token(
    office: Office, console: Desk
) -> None:
    one = office.accounts.classrooms.add("7b", None)
    card = office.accounts.classrooms.print_card(office.accounts.classrooms.add_pupil(one))
    assert (await console.ask("/enrol", {"code": card.code}, caller=IN_CLEAR))[0] == 401
    status, told = await console.ask("/enrol", {"code": card.code, "pub": PUB}, caller=IN_CLEAR)
    assert status == 200
    assert "token" not in told
    assert office.accounts.credentials.find(PUB, is_key=True) is not None


async def test_codes_cannot_be_tried_for_long(office: Office, console: Desk) -> None:
    for _ in range(5):
        assert (await console.ask("/enrol", {"code": "babab-babab-babab-4"}))[0] in (403, 429)
    statuses = [(await console.ask("/enrol", {"code": "lusab-babad-gutih-0"}))[0] for _ in range(3)]
    assert set(statuses) <= {403, 429}


async def test_a_ticket_is_bound_to_the_page_that_fetched_it(office: Office, console: Desk) -> None:
    user = office.accounts.register.add_account("ann", Role.PLAYER)
    one, token = office.accounts.credentials.issue(user, Kind.USER)
    page = Caller("192.0.2.7", ORIGIN)
    status, told = await console.ask("/ticket", token=token, caller=page)
    assert (status, told["valid_ms"]) == (200, 30_000)
    assert office.accounts.tickets.redeem(told["ticket"], ORIGIN) is one
    _, told = await console.ask("/ticket", token=token, caller=page)
    assert office.accounts.tickets.redeem(told["ticket"], None) is None


async def test_the_servers_own_token_is_nobody_who_could_play(console: Desk) -> None:
    assert (await console.ask("/ticket", token=ADMIN_TOKEN))[0] == 401


@pytest.mark.parametrize("path", ["/admin/users", "/ticket", "/enrol"])
async def test_a_banned_address_is_answered_nothing_else(
    office: Office, console: Desk, path: str
) -> None:
    office.accounts.bans.add("192.0.2.7", office.now_ms + 1)
    status, told = await console.ask(path, {"code": "x"}, token=ADMIN_TOKEN)
    assert (status, "banned" in told["error"]) == (403, True)


async def test_a_fault_of_ours_is_answered_with_a_number_and_told_to_the_log(
    office: Office, console: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OSError("disk full at /secret/path")

    monkeypatch.setattr(office.audit, "write", fail)
    status, told = await console.ask("/admin/add-user", {"name": "ann"}, token=ADMIN_TOKEN)
    assert status == 500
    incident = told["error"].split("incident ")[1].rstrip(")")
    assert incident in caplog.text
    assert "secret" not in told["error"]
    assert ADMIN_TOKEN not in caplog.text


async def test_closing_gives_up_what_is_not_answered_yet(office: Office, console: Desk) -> None:
    answers: list[Response] = []
    request = HttpRequest("POST", "/enrol", Headers(), b"{}", FAR)
    console.pages.answer(request, answers.append)
    await console.pages.close()
    assert answers == []
