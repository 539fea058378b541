"""Somebody goes on on another device by a code: seat and history come along, the old device ends, and codes cannot be guessed."""

import json
import urllib.error
import urllib.request
from asyncio import to_thread
from pathlib import Path
from typing import Any

from tests.integration.harness import Client, Server, act, open_room, open_server
from tests.integration.test_my_games import two
from tests.integration.test_restart import come

from infoset_server.accounts.code_words import fresh_code
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role

NEW = "a secret of the new device"


async def redeem(server: Server, code: Any, **more: Any) -> tuple[int, dict[str, Any]]:
    """What the server answers to a device that shows a code."""

    def ask() -> tuple[int, dict[str, Any]]:
        body = json.dumps({"code": code, "secret": NEW, **more}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}/move", body)
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as refused:
            return refused.code, json.loads(refused.read())

    return await to_thread(ask)


async def code_of(client: Client) -> str:
    return str((await client.ask("hand_over"))["data"]["code"])


async def enter(server: Server, **auth: Any) -> Client:
    client = await server.dial("new device")
    return await client.log_in(auth=auth, features=["chat"])


async def test_a_guest_takes_seat_name_and_talk_along(server: Server) -> None:
    ann, bob, match_id = await two(server)
    turn = await ann.expect("your_turn")
    await bob.ask("chat", match_id=match_id, text="good luck")
    await act(ann, turn)
    turn = await ann.expect("your_turn", decision=turn["decision"] + 1)
    status, told = await redeem(server, await code_of(ann))
    assert (status, told) == (200, {"user": ann.user, "name": "ann"})
    bye = await ann.expect("bye")
    assert bye["code"] == 4409
    phone = await enter(server, kind="guest", name=told["name"], token=NEW)
    assert phone.user == ann.user
    assert (await phone.expect("match_start"))["seat"] == 0
    pending = (await phone.expect("snapshot"))["pending"]
    assert pending[0]["decision"] == turn["decision"]
    assert (await phone.expect("chat_msg"))["text"] == "good luck"
    await phone.ask("replay", replay=match_id, view="seat:0", form="events")
    await act(phone, turn)
    await bob.expect("your_turn")
    stranger = await come(server, "ann")  # with the secret of the old device
    assert stranger.user != ann.user


async def test_rooms_and_seeks_come_along(server: Server) -> None:
    ann = await come(server, "ann")
    room = await open_room(ann, game="catan")
    await ann.ask("sit", room=room, seat=2)
    ticket = (await ann.ask("seek", game="crossfire", fill_ms=600_000))["data"]["ticket"]
    await redeem(server, await code_of(ann))
    phone = await enter(server, kind="guest", name="ann", token=NEW)
    items = (await phone.ask("my_games"))["items"]
    assert [(one["state"], one.get("seat")) for one in items] == [("room", 2), ("seek", None)]
    assert items[1]["ticket"] == ticket
    assert server.app.lobby.find(room).host.id == phone.user


async def test_a_room_does_not_wait_for_ever(tmp_path: Path) -> None:
    async with open_server(tmp_path, rooms__absence_s=0.05) as server:
        ann = await come(server, "ann")
        room = await open_room(ann, game="catan")
        await ann.ask("sit", room=room, seat=2)
        await redeem(server, await code_of(ann))
        await server.until(lambda: room not in server.app.lobby.rooms)


async def test_a_code_works_once_and_the_newest_only(server: Server) -> None:
    ann = await come(server, "ann")
    first, second = await code_of(ann), await code_of(ann)
    old = await redeem(server, first)
    assert (await redeem(server, second))[0] == 200
    again = await redeem(server, second)
    never = await redeem(server, fresh_code())
    assert old == again == never
    assert old[0] == 403


async def test_a_code_ends_and_a_late_one_looks_like_a_wrong_one(tmp_path: Path) -> None:
    async with open_server(tmp_path, accounts__move_s=0.01) as server:
        ann = await come(server, "ann")
        code = await code_of(ann)
        moves = server.app.people.accounts.moves
        (move,) = moves._open.values()
        await server.until(lambda: moves._clock_s() > move.expires_s)
        late = await redeem(server, code)
        assert late == await redeem(server, fresh_code())
        await ann.settled()  # the old device goes on


async def test_codes_cannot_be_tried_fast(server: Server) -> None:
    tried = [await redeem(server, fresh_code()) for _ in range(6)]
    assert [status for status, _ in tried] == [403] * 5 + [429]
    assert tried[-1][1]["retry_ms"] > 0


async def test_what_is_no_code_and_no_secret_is_named(server: Server) -> None:
    ann = await come(server, "ann")
    code = await code_of(ann)
    assert (await redeem(server, 7))[0] == 400
    status, told = await redeem(server, code, secret="short")
    assert status == 400
    assert "secret" in told["error"]
    assert (await redeem(server, "not a code"))[0] == 403
    assert (await redeem(server, code))[0] == 200  # nothing of this has used it up


async def test_an_account_gets_a_token_that_never_organises(server: Server) -> None:
    accounts = server.app.people.accounts
    hill = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    token = accounts.credentials.issue(hill, Kind.USER)[1]
    desk, other = [await enter(server, kind="token", token=token) for _ in range(2)]
    assert "organise" in desk.of_type("welcome")[0]["scopes"]
    _, told = await redeem(server, await code_of(desk))
    await desk.expect("bye")
    await other.settled()  # only the session that made the code has ended
    phone = await enter(server, kind="token", token=told["token"])
    assert phone.user == hill.id
    (welcome,) = phone.of_type("welcome")
    assert "play" in welcome["scopes"]
    assert "organise" not in welcome["scopes"]


async def test_programs_and_pupils_get_no_code(server: Server) -> None:
    accounts = server.app.people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    pupil = accounts.classrooms.add_pupil(accounts.classrooms.add("7b", teacher.id), "Otter")
    bot = accounts.register.add_account("crab", Role.PLAYER, is_bot=True, owner=teacher.id)
    for user in (pupil, bot):
        token = accounts.credentials.issue(user, Kind.USER)[1]
        client = await enter(server, kind="token", token=token)
        assert (await client.refused("hand_over"))["code"] == "forbidden"
