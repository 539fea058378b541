"""Logging in on real connections: tokens, keys, tickets; who is shut out; what outlives the server."""

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import websockets
from tests.integration.harness import (
    FOREVER,
    PATIENCE_S,
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_room,
    open_server,
    resumption,
    slow_documents,
    start_match,
)
from tests.passing_time import pass_time
from tests.sdk.relay import relay_to

from infoset.client import Client as SdkClient
from infoset.errors import ConnectError, LoginError
from infoset.keys import LoginKey
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import CloseCode
from infoset_protocol.key_login import dialled, login_text
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.common.ids import MatchId

ORIGIN = "https://play.example.org"
PROXY = {"connections__trusted_proxies": "127.0.0.1", "connections__exempt_loopback": False}


def account(server: Server, name: str = "crab", role: Role = Role.PLAYER, **more: Any) -> User:
    return server.app.people.accounts.register.add_account(name, role, **more)


def token_of(server: Server, user: User, **more: Any) -> str:
    return server.app.people.accounts.credentials.issue(user, Kind.BOT, **more)[1]


async def log_in(server: Server, token: str, transport: str = "tcp-json", **hello: Any) -> Client:
    client = await server.dial("stranger", transport)
    return await client.log_in(auth={"kind": "token", "token": token}, **hello)


async def try_in(server: Server, auth: Message, transport: str = "tcp-json") -> list[Message]:
    """Says hello and is turned away; everything the server said."""
    client = await server.dial("stranger", transport)
    await client.tell("hello", id=1, proto=[1], auth=auth)
    await client.ended()
    return client.heard


async def post(server: Server, path: str, body: Message, **headers: str) -> tuple[int, Message]:
    """One request over HTTP; the status and the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    content = json.dumps(body).encode()
    named = {"Host": "localhost", "Content-Length": str(len(content))} | headers
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    writer.write(f"POST {path} HTTP/1.0\r\n{head}\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    status, _, text = answer.partition(b"\r\n\r\n")
    return int(status.split()[1]), json.loads(text)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_token_logs_its_user_in(server: Server, transport: str) -> None:
    crab = account(server, is_bot=True)
    client = await log_in(server, token_of(server, crab), transport)
    assert (client.user, client.welcome["name"]) == (crab.id, "crab")
    assert client.welcome["scopes"] == ["play", "watch", "compute"]


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_key_logs_in_and_what_was_asked_meanwhile_is_answered(
    server: Server, transport: str
) -> None:
    key = LoginKey.fresh()
    crab = account(server)
    server.app.people.accounts.credentials.add_key(crab, key.public)
    client = await server.dial("stranger", transport)
    await client.tell("hello", id=1, proto=[1], auth={"kind": "key", "pub": key.public})
    await client.tell("ping", id=2)
    challenge = await client.expect("challenge", re=1)
    assert challenge["address"] is True
    await client.tell("auth", id=3, **proof(key, challenge, address_of(server)))
    welcome = await client.expect("welcome", re=3)
    await client.expect("pong", re=2)
    assert welcome["user"] == crab.id


async def log_in_by_key(url: str, key: LoginKey) -> str:
    """The user that the SDK logs in as. Raises LoginError."""
    async with SdkClient(url, key=key) as client:
        return client.welcome.user


async def test_a_server_that_passes_a_challenge_on_is_not_let_in(server: Server) -> None:
    key = LoginKey.fresh()
    crab = account(server)
    server.app.people.accounts.credentials.add_key(crab, key.public)
    assert await log_in_by_key(f"infoset://127.0.0.1:{server.port}", key) == crab.id
    true_address = address_of(server)
    liars: list[dict[str, Any]] = [{}, {"address": true_address}, {"is_old": True}]
    for ways in liars:
        async with relay_to(server.port, **ways) as relay:
            with pytest.raises((LoginError, ConnectError)):
                await log_in_by_key(f"infoset://127.0.0.1:{relay.port}", key)
            assert relay.challenges == 1
            assert not relay.is_in
            assert len(relay.proofs) == (0 if relay.is_old else 1)


@pytest.mark.parametrize("may", [True, False])
async def test_what_a_client_of_1_0_signs_can_be_passed_on_unless_the_operator_forbids_it(
    serve: Callable[..., Any], may: bool
) -> None:
    server: Server = await serve(accounts__old_key_logins=may)
    key = LoginKey.fresh()
    server.app.people.accounts.credentials.add_key(account(server), key.public)
    async with relay_to(server.port, is_old=True) as relay:
        reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
        hello = {"type": "hello", "proto": [1], "auth": {"kind": "key", "pub": key.public}}
        writer.write(encode(hello, Encoding.JSON) + b"\n")
        challenge = decode(await reader.readline(), Encoding.JSON)
        sig = key.sign(f"{challenge['nonce']}|{challenge['server']}|1".encode())
        writer.write(encode({"type": "auth", "sig": sig}, Encoding.JSON) + b"\n")
        await reader.readline()
        writer.close()
        assert relay.is_in is may


async def test_whoever_was_reached_by_another_name_says_how_to_allow_it(
    serve: Callable[..., Any],
) -> None:
    key = LoginKey.fresh()
    for settings, is_ours in (
        ({}, False),
        ({"connections__addresses": "play.example.org:443"}, True),
        ({"connections__allowed_hosts": "play.example.org"}, True),
    ):
        server: Server = await serve(**settings)
        server.app.people.accounts.credentials.add_key(account(server), key.public)
        client = await server.dial("by name")
        await client.tell("hello", proto=[1], auth={"kind": "key", "pub": key.public})
        challenge = await client.expect("challenge")
        await client.tell("auth", **proof(key, challenge, "infosets://play.example.org:443"))
        if is_ours:
            await client.expect("welcome")
        else:
            refusal = await client.expect("error")
            assert refusal["code"] == "auth_failed"
            assert "connections.addresses" in refusal["msg"]


async def test_nobody_gets_in_by_the_answer_to_another_challenge(server: Server) -> None:
    key = LoginKey.fresh()
    server.app.people.accounts.credentials.add_key(account(server), key.public)
    spied = await server.dial("owner")
    await spied.tell("hello", proto=[1], auth={"kind": "key", "pub": key.public})
    challenge = await spied.expect("challenge")
    signed = proof(key, challenge, address_of(server))
    thief = await server.dial("thief")
    await thief.tell("hello", proto=[1], auth={"kind": "key", "pub": key.public})
    await thief.expect("challenge")
    await thief.tell("auth", **signed)
    await thief.ended()
    assert [message["type"] for message in thief.heard] == ["challenge", "error", "bye"]
    assert thief.heard[-1]["code"] == CloseCode.AUTH_FAILED
    await spied.tell("auth", **signed)
    await spied.expect("welcome")


async def test_a_challenge_that_is_not_answered_ends_like_a_missing_hello(
    serve: Callable[..., Any],
) -> None:
    server = await serve(times__hello_s=PATIENCE_S)
    client = await server.dial("slow")
    await client.tell("hello", proto=[1], auth={"kind": "key", "pub": "k"})
    await client.expect("challenge")
    pass_time(PATIENCE_S)
    await client.ended()
    assert [message["type"] for message in client.heard] == ["challenge", "bye"]
    assert client.heard[-1]["code"] == CloseCode.NO_HELLO


async def test_all_wrong_credentials_get_the_same_bytes(server: Server) -> None:
    crab = account(server)
    token = token_of(server, crab)
    revoked, gone = server.app.people.accounts.credentials.issue(crab, Kind.BOT)
    server.app.people.accounts.credentials.revoke(revoked.id)
    answers = [
        await try_in(server, auth)
        for auth in (
            {"kind": "token", "token": "inf_bot_guess"},
            {"kind": "token", "token": gone},
            {"kind": "token", "token": token[:-1]},
            {"kind": "ticket", "token": token},
            {"kind": "ticket", "token": "inf_ticket_guess"},
        )
    ]
    assert len({encode(list_as_message(heard), Encoding.JSON) for heard in answers}) == 1
    error, bye = answers[0]
    assert (error["code"], error["fatal"], bye["code"]) == ("auth_failed", True, 4401)
    for sig in ("AAAA", "%", LoginKey.fresh().sign(b"n|s|1")):
        client = await server.dial("stranger")
        await client.tell("hello", proto=[1], auth={"kind": "key", "pub": "k" * 43})
        await client.expect("challenge")
        await client.tell("auth", id=1, sig=sig)
        await client.ended()
        assert client.heard[1:] == answers[0]


def list_as_message(heard: list[Message]) -> Message:
    return {"type": "heard", "messages": heard}


async def test_a_program_of_the_server_is_forgotten_when_it_is_gone(server: Server) -> None:
    """Else one that comes and goes, as an uploaded one may each second, drives out all guests who are remembered."""
    people = server.app.people
    ann = await server.connect("ann")
    known = {user.id for user in people.accounts.register}
    token = people.issue_house_token("first")
    for _ in range(3):
        program = await log_in(server, token)
        assert people.find(program.user) is not None
        await program.leave()
    await server.until(lambda: len(people.clients) == 1)
    assert {user.id for user in people.accounts.register} == known
    await ann.settled()


# What a token may do.


async def test_a_request_beyond_the_scopes_is_refused_and_does_nothing(server: Server) -> None:
    teacher = account(server, "Ms Hill", Role.ORGANISER)
    host = await server.connect("host")
    room = await open_room(host)
    watcher = await log_in(server, token_of(server, teacher, scopes=frozenset({"watch"})))
    for kind, fields in (
        ("seek", {"game": "colonizers"}),
        ("create_room", {"game": "colonizers"}),
        ("join", {"room": room}),
        ("tournament_leave", {"tournament": "cup"}),
        ("assist_grant", {"assistant": "a_1", "rights": ["act"]}),
        ("assist_revoke", {}),
    ):
        refused = await watcher.refused(kind, **fields)
        assert (refused["code"], refused["data"]) == ("forbidden", {"scope": "play"})
    assert (await watcher.refused("chat", room=room, text="hello"))["data"] == {"scope": "chat"}
    await watcher.ask("watch", room=room)
    player = await log_in(server, token_of(server, teacher, scopes=frozenset({"play"})))
    assert (await player.refused("watch", room=room))["data"] == {"scope": "watch"}
    await player.ask("join", room=room)


async def test_a_token_that_may_not_play_is_given_no_seat(serve: Callable[..., Any]) -> None:
    """It would hear the hand, could act, and whoever plays would find the seat taken."""
    server: Server = await serve(times__resume_ttl_ms=0)
    crab = account(server)
    player = await log_in(server, token_of(server, crab))
    match_id = await start_match([player], clock=FOREVER)
    await player.leave()
    watcher = await log_in(server, token_of(server, crab, scopes=frozenset({"watch"})))
    await watcher.settled()
    assert not watcher.of_type("match_start", "your_turn", "snapshot", "room")
    again = await log_in(server, token_of(server, crab))
    assert (await again.expect("match_start"))["match_id"] == match_id
    await again.leave()  # the watcher is the only one left
    await watcher.settled()
    assert not watcher.of_type("match_start", "your_turn", "snapshot", "room")


async def test_a_token_that_may_not_play_ends_no_session_that_is_away(server: Server) -> None:
    crab = account(server)
    token = token_of(server, crab)
    player = await log_in(server, token)
    match_id = await start_match([player], clock=FOREVER)
    await player.settled()
    resume = resumption(player)
    await player.cut()
    watcher = await log_in(server, token_of(server, crab, scopes=frozenset({"watch"})))
    await watcher.settled()
    assert not watcher.of_type("match_start", "your_turn", "snapshot", "room")
    again = await log_in(server, token, resume=resume)
    assert again.welcome["resumed"]
    [seat] = [
        one for one in server.app.play.running[MatchId(match_id)].match_seats if one.user is crab
    ]
    assert seat.is_here


async def test_a_mute_works_at_once_and_on_guests_too(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann)
    await bob.ask("join", room=room)
    await bob.ask("chat", room=room, text="hello")
    user = server.app.people.accounts.register.find(bob.user)
    assert user is not None
    user.muted_until_ms = server.app.people.accounts.now_ms() + 60_000
    assert (await bob.refused("chat", room=room, text="again"))["data"] == {"scope": "chat"}
    user.muted_until_ms = 0
    await bob.ask("chat", room=room, text="at last")
    await ann.settled()
    assert [message["text"] for message in ann.of_type("chat_msg")] == ["hello", "at last"]


async def test_a_class_does_not_chat_but_plays(server: Server) -> None:
    classrooms = server.app.people.accounts.classrooms
    pupil = classrooms.add_pupil(classrooms.add("7b", None))
    card = classrooms.print_card(pupil)
    status, told = await post(server, "/enrol", {"code": card.code})
    assert (status, told["name"]) == (200, pupil.name)
    client = await log_in(server, told["token"])
    assert client.user == pupil.id
    room = await open_room(client)
    assert (await client.refused("chat", room=room, text="hi"))["data"] == {"scope": "chat"}


async def test_a_device_is_told_its_token_once_that_is_stored(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        classrooms = server.app.people.accounts.classrooms
        one = classrooms.add("7b", None)
        card = classrooms.print_card(classrooms.add_pupil(one))
        assert server.records is not None
        await server.records.notebook.flush()
        with slow_documents("credential") as may_go_on:
            asking = asyncio.create_task(post(server, "/enrol", {"code": card.code}))
            await server.until(lambda: not classrooms.without_device(one))
            again, _ = await post(server, "/enrol", {"code": card.code})
            assert (again, asking.done()) == (403, False)  # so the first would have been answered
            may_go_on.set()
            status, told = await asking
        assert status == 200
        assert [*await server.records.store.documents("credential")] != []
        assert told["token"]


# Shutting out.


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_revoked_token_cuts_the_connection_it_let_in(
    server: Server, transport: str
) -> None:
    crab = account(server)
    credentials = server.app.people.accounts.credentials
    one, token = credentials.issue(crab, Kind.BOT)
    other = await log_in(server, token_of(server, crab), transport)
    client = await log_in(server, token, transport)
    credentials.revoke(one.id)
    bye = await client.expect("bye")
    assert (bye["code"], bye["resume"]) == (CloseCode.AUTH_FAILED, False)
    await client.ended()
    await other.settled()
    heard = await try_in(server, {"kind": "token", "token": token}, transport)
    assert heard[0]["code"] == "auth_failed"


async def test_a_revoked_token_in_a_match_leaves_the_match_to_the_others(server: Server) -> None:
    crab = account(server)
    one, token = server.app.people.accounts.credentials.issue(crab, Kind.BOT)
    client = await log_in(server, token)
    match_id = await start_match([client])
    server.app.people.accounts.credentials.revoke(one.id)
    await client.ended()
    assert server.live(match_id).match.over is None
    back = await log_in(server, token_of(server, crab))
    assert (await back.expect("match_start"))["match_id"] == match_id


async def test_a_banned_address_is_told_so_and_no_more(server: Server) -> None:
    token = token_of(server, account(server))
    client = await server.connect("ann")
    accounts = server.app.people.accounts
    accounts.bans.add("127.0.0.1", accounts.now_ms() + 60_000)
    server.app.people.throw_out_banned()
    assert (await client.expect("bye"))["code"] == CloseCode.FORBIDDEN
    answers = [
        await try_in(server, auth)
        for auth in (
            {"kind": "guest", "name": "ann"},
            {"kind": "token", "token": token},
            {"kind": "token", "token": "guess"},
            {"kind": "key", "pub": "k"},
        )
    ]
    assert all(heard == answers[0] for heard in answers)
    assert (answers[0][0]["code"], answers[0][1]["code"]) == ("forbidden", CloseCode.FORBIDDEN)


async def test_a_failed_login_costs_its_address_and_a_right_one_does_not(
    serve: Callable[..., Any],
) -> None:
    server = await serve(connections__exempt_loopback=False, connections__failed_hellos_per_min=1)
    token = token_of(server, account(server))
    for _ in range(8):
        await (await log_in(server, token)).cut()
    for _ in range(4):
        heard = await try_in(server, {"kind": "token", "token": "guess"})
        assert heard[0]["code"] == "auth_failed"
    heard = await try_in(server, {"kind": "token", "token": token})
    assert heard[0]["code"] == "rate_limited"
    assert heard[0]["retry_ms"] > 0


# Web pages.


async def test_a_page_logs_in_with_a_ticket_it_fetched(serve: Callable[..., Any]) -> None:
    server = await serve(connections__allowed_origins=ORIGIN)
    token = token_of(server, account(server, "ann"))
    headers = {"Authorization": f"Bearer {token}", "Origin": ORIGIN}
    status, told = await post(server, "/ticket", {}, **headers)
    assert status == 200
    auth = {"kind": "ticket", "token": told["ticket"]}
    heard = await try_in(server, auth, "ws-json")
    assert heard[0]["code"] == "auth_failed"  # no page, no Origin; and now it is used up
    _, told = await post(server, "/ticket", {}, **headers)
    hello = {"type": "hello", "proto": [1], "auth": auth | {"token": told["ticket"]}}
    url = f"ws://127.0.0.1:{server.port}/v1"
    async with websockets.connect(url, origin=websockets.Origin(ORIGIN)) as page:
        await page.send(json.dumps(hello))
        assert json.loads(await page.recv())["name"] == "ann"


async def test_a_strange_page_gets_neither_ticket_nor_connection(
    serve: Callable[..., Any],
) -> None:
    server = await serve(connections__allowed_origins=ORIGIN)
    token = token_of(server, account(server, "ann"))
    evil = "https://evil.example.org"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"POST /ticket HTTP/1.0\r\nHost: localhost\r\nOrigin: {evil}\r\nContent-Length: 0\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 403")
    assert b"inf_ticket" not in answer
    url = f"ws://127.0.0.1:{server.port}/v1"
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(url, origin=websockets.Origin(evil))


# Behind a proxy.


async def proxied(server: Server, scheme: str, address: str) -> websockets.ClientConnection:
    headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": scheme}
    url = f"ws://127.0.0.1:{server.port}/v1"
    return await websockets.connect(url, additional_headers=headers)


async def say(page: websockets.ClientConnection, auth: Message) -> Message:
    await page.send(json.dumps({"type": "hello", "proto": [1], "auth": auth}))
    heard: Message = json.loads(await page.recv())
    return heard


async def test_a_proxy_tells_who_calls_and_whether_under_tls(serve: Callable[..., Any]) -> None:
    server = await serve(**PROXY)
    accounts = server.app.people.accounts
    auth = {"kind": "token", "token": token_of(server, account(server))}
    async with await proxied(server, "https", "192.0.2.7") as page:
        assert (await say(page, auth))["type"] == "welcome"
        (connection,) = server.connections()
        assert (connection.peer, connection.caller.is_private) == ("192.0.2.7", True)
        accounts.bans.add("192.0.2.7", accounts.now_ms() + 60_000)
        assert server.app.people.throw_out_banned() == 1
    async with await proxied(server, "http", "192.0.2.8") as page:
        refused = await say(page, auth)
        assert "over TLS only" in refused["msg"]
    async with await proxied(server, "https", "192.0.2.7") as page:
        assert (await say(page, auth))["code"] == "forbidden"


async def test_nobody_else_can_claim_to_be_a_proxy(server: Server) -> None:
    async with await proxied(server, "https", "192.0.2.7") as page:
        await say(page, {"kind": "guest", "name": "ann"})
        assert [one.peer for one in server.connections()] == ["127.0.0.1"]


async def test_behind_a_proxy_each_client_has_limits_of_its_own(
    serve: Callable[..., Any],
) -> None:
    server = await serve(connections__max_per_address=1, **PROXY)
    guest = {"kind": "guest", "name": "ann"}
    async with (
        await proxied(server, "https", "192.0.2.7") as first,
        await proxied(server, "https", "192.0.2.8") as second,
        await proxied(server, "https", "192.0.2.7") as third,
    ):
        assert (await say(first, guest))["type"] == "welcome"
        assert (await say(second, guest))["type"] == "welcome"
        assert json.loads(await third.recv())["code"] == CloseCode.RATE_ABUSE


# What outlives the server.


def address_of(server: Server) -> str:
    """As a client signs it that has dialled the server."""
    return dialled("127.0.0.1", server.port, tls=False)


def proof(key: LoginKey, challenge: Message, address: str) -> Message:
    """What a client answers to a challenge that has dialled this address."""
    text = login_text(challenge["nonce"], challenge["server"], 1, address)
    return {"sig": key.sign(text), "address": address}


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_after_a_restart_everybody_is_who_they_were(tmp_path: Path) -> None:
    key = LoginKey.fresh()
    async with open_server(tmp_path, store__enabled=True) as server:
        crab = account(server, is_bot=True)
        token = token_of(server, crab)
        server.app.people.accounts.credentials.add_key(crab, key.public)
        guest = await server.connect("ann", auth={"kind": "guest", "name": "ann", "token": "own"})
        plain = await server.connect("bob")
        bot = await log_in(server, token)
        known = {client.name: client.user for client in (guest, plain, bot)}
        session = plain.welcome
        spare = await server.dial("by key")
        await spare.tell("hello", proto=[1], auth={"kind": "key", "pub": key.public})
        named = (await spare.expect("challenge"))["server"]
    async with open_server(tmp_path, store__enabled=True) as server:
        assert (await log_in(server, token)).user == known["stranger"]
        auth = {"kind": "guest", "name": "ann", "token": "own"}
        assert (await server.connect("ann", auth=auth)).user == known["ann"]
        resume = {"session": session["session"], "token": session["resume_token"], "seq": 0}
        assert (await server.connect("bob", resume=resume)).user == known["bob"]
        client = await server.dial("by key")
        await client.tell("hello", proto=[1], auth={"kind": "key", "pub": key.public})
        challenge = await client.expect("challenge")
        assert challenge["server"] == named
        await client.tell("auth", **proof(key, challenge, address_of(server)))
        assert (await client.expect("welcome"))["user"] == known["stranger"]


async def test_neither_log_nor_data_folder_holds_a_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = []
    async with open_server(tmp_path, store__enabled=True) as server:
        crab = account(server)
        secrets.append(token_of(server, crab))
        client = await log_in(server, secrets[0])
        secrets.append(client.welcome["resume_token"])
        status, told = await post(server, "/ticket", {}, Authorization=f"Bearer {secrets[0]}")
        assert status == 200
        secrets.append(told["ticket"])
        await (await server.dial("x")).log_in(auth={"kind": "ticket", "token": told["ticket"]})
        await try_in(server, {"kind": "ticket", "token": told["ticket"]})
        classrooms = server.app.people.accounts.classrooms
        card = classrooms.print_card(classrooms.add_pupil(classrooms.add("7b", None)))
        secrets += [card.code]
        _, told = await post(server, "/enrol", {"code": card.code})
        secrets.append(told["token"])
        secrets.append("a-mistyped-secret")
        await try_in(server, {"kind": "token", "token": "a-mistyped-secret"})
        await (await server.connect("ann", auth={"kind": "guest", "token": "guests-own"})).settled()
        secrets.append("guests-own")
    kept = caplog.text.encode() + everything_in(tmp_path)
    assert crab.id.encode() in kept
    assert all(secret.encode() not in kept for secret in secrets)
