"""Who talks while a match is played, what is kept of it, and that no position depends on it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.faults.servers import running_server
from tests.integration.harness import (
    Client,
    Server,
    open_room,
    open_wire,
    play_out,
    seat_all,
    start_match,
)
from tests.integration.test_login import log_in, token_of
from tests.integration.test_replays import entries_of
from tests.integration.uploads import account, bot, logs_of, open_hosting, upload

from infoset_protocol.codec import Encoding
from infoset_server.accounts.users import Role, User

FORM = "talk"


async def bot_of(server: Server, owner: User, name: str = "crab") -> Client:
    """A bot with an account, connected."""
    accounts = server.app.people.accounts
    bot = accounts.register.add_account(name, Role.PLAYER, is_bot=True, owner=owner.id)
    return await log_in(server, token_of(server, bot))


async def table(server: Server, **settings: Any) -> tuple[Client, Client, str, User]:
    """Ann and the bot of a person, in a match of Ann's room; and that person."""
    accounts = server.app.people.accounts
    bea = accounts.register.add_account("bea", Role.PLAYER)
    ann, crab = await server.connect("ann"), await bot_of(server, bea)
    return ann, crab, await start_match([ann, crab], **settings), bea


@pytest.mark.parametrize("talk", ["off", "people", "all"])
async def test_the_room_says_who_talks(server: Server, talk: str) -> None:
    ann, crab, match_id, _ = await table(server, talk=talk)
    eve = await server.connect("eve")
    await eve.ask("watch", match_id=match_id)
    said = {"match_id": match_id, "text": "hello"}
    for client, may in ((ann, talk != "off"), (crab, talk == "all"), (eve, True)):
        reply = await client.request("chat", **said)
        assert reply.get("code") == (None if may else "forbidden"), (client.name, reply)
    heard = [message["name"] for message in ann.of_type("chat_msg")]
    assert heard == {"off": [], "people": ["ann"], "all": ["ann", "crab"]}[talk]


async def test_as_ever_a_room_that_asks_for_nothing_lets_people_talk(server: Server) -> None:
    ann, crab, match_id, _ = await table(server)
    assert "talk" not in ann.of_type("room")[-1]["room"]
    await ann.ask("chat", match_id=match_id, text="hello")
    refused = await crab.refused("chat", match_id=match_id, text="hello")
    assert (refused["code"], refused["data"]) == ("forbidden", {"scope": "chat"})


async def test_a_program_without_a_seat_is_silent(server: Server) -> None:
    ann, crab, match_id, bea = await table(server, talk="all")
    lurker = await bot_of(server, bea, "lurker")
    await lurker.ask("watch", match_id=match_id)
    assert (await lurker.refused("chat", match_id=match_id, text="x"))["code"] == "forbidden"
    room = ann.of_type("room")[-1]["room"]["room"]
    await play_out([ann, crab], match_id)
    assert (await crab.refused("chat", room=room, text="gg"))["code"] == "forbidden"


@pytest.mark.parametrize("talk", ["people", "all"])
async def test_a_program_in_a_sandbox_talks_where_the_room_lets_programs(
    server: Server, talk: str
) -> None:
    await open_hosting(server)
    olga = account(server)
    await upload(server, olga, bot("ferris", "table_bot.py", "talk"))
    ann = await server.connect("ann")
    room = await open_room(ann, game="crossfire", talk=talk)
    await seat_all([ann], room)
    server.app.lobby.find(room).add_bot("ferris@1", 1)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await play_out([ann], match_id)
    heard = [(message["name"], message["text"]) for message in ann.of_type("chat_msg")]
    assert heard == ([("ferris@1", "hello from the cage")] if talk == "all" else [])
    said = "ok" if talk == "all" else "forbidden"
    await server.until(lambda: f"said: {said}" in logs_of(server, olga, "ferris"))


@pytest.mark.parametrize("who", ["crab", "bea", "ann"])
async def test_who_may_not_chat_says_nothing_through_a_program(server: Server, who: str) -> None:
    """Neither the bot that is muted, nor one whose owner is, nor any in the room of such a person."""
    ann, crab, match_id, bea = await table(server, talk="all")
    await crab.ask("chat", match_id=match_id, text="hello")
    people = server.app.people
    muted = {"crab": people.find(crab.user), "bea": bea, "ann": people.find(ann.user)}[who]
    assert muted is not None
    muted.may_chat = False
    assert (await crab.refused("chat", match_id=match_id, text="x"))["code"] == "forbidden"
    assert [message["text"] for message in ann.of_type("chat_msg")] == ["hello"]


async def test_a_program_says_so_many_lines_until_something_happens(serve: Any) -> None:
    server = await serve(rooms__talk_lines=2, rates__chats_per_s=1000)
    ann, crab, match_id, _ = await table(server, talk="all")
    for _ in range(2):
        await crab.ask("chat", match_id=match_id, text="hurry")
    refused = await crab.refused("chat", match_id=match_id, text="hurry")
    assert (refused["code"], refused["data"]) == ("forbidden", {"lines": 2})
    live = server.live(match_id)
    before = live.match.ver
    asked = next(client for client in (ann, crab) if client.of_type("your_turn"))
    turn = asked.of_type("your_turn")[-1]
    await asked.ask("act", match_id=match_id, decision=turn["decision"], index=0)
    await server.until(lambda: live.match.ver > before)
    await crab.ask("chat", match_id=match_id, text="at last")


async def test_a_match_keeps_so_many_lines(serve: Any) -> None:
    server = await serve(store__enabled=True, rooms__talk_kept=2, rates__chats_per_s=1000)
    ann, crab, match_id, _ = await table(server, talk="all")
    for text in ("one", "two", "three"):
        await ann.ask("chat", match_id=match_id, text=text)
    assert (await crab.refused("chat", match_id=match_id, text="x"))["code"] == "forbidden"
    await play_out([ann, crab], match_id)
    assert [line["text"] for line in await entries_of(ann, match_id, form=FORM)] == ["one", "two"]


async def test_what_players_said_is_told_with_the_replay(serve: Any) -> None:
    server = await serve(store__enabled=True)
    ann, crab, match_id, _ = await table(server, talk="all")
    eve = await server.connect("eve")
    await eve.ask("watch", match_id=match_id)
    await crab.ask("chat", match_id=match_id, text="wood for brick?")
    await ann.ask("chat", match_id=match_id, text="never", to="players")
    await ann.ask("chat", match_id=match_id, text="he bluffs", to="watchers")
    await eve.ask("chat", match_id=match_id, text="he does")
    assert (await eve.refused("replay", replay=match_id, form=FORM))["code"] == "forbidden"
    await play_out([ann, crab], match_id)
    lines = await entries_of(ann, match_id, form=FORM)
    assert [(line["to"], line["text"]) for line in lines] == [
        ("all", "wood for brick?"),
        ("players", "never"),
    ]
    assert [set(line) for line in lines] == [{"seat", "ver", "at_ms", "to", "text"}] * 2
    assert [line["text"] for line in await entries_of(eve, match_id, form=FORM)] == [
        "wood for brick?"
    ]
    for form, view in (("actions", "all"), ("events", "all"), ("frames", "all")):
        assert "brick?" not in json.dumps(await entries_of(eve, match_id, form=form, view=view))
    await ann.ask("block", user=crab.user)
    assert [line["text"] for line in await entries_of(ann, match_id, form=FORM)] == ["never"]


async def test_what_was_said_is_there_after_a_kill(tmp_path: Path) -> None:
    async def connect(port: int) -> Client:
        wire = await open_wire(port, "tcp-json")
        guest = {"kind": "guest", "name": "ann", "token": "a secret of her own, long enough"}
        return await Client(wire, Encoding.JSON, "ann").log_in(auth=guest)

    settings = {"beacon_port": 0}
    with running_server(tmp_path, settings) as child:
        ann = await connect(child.port)
        room = await open_room(ann)
        await seat_all([ann], room)
        for seat in (1, 2, 3):
            await ann.ask("add_bot", room=room, bot="random", seat=seat)
        await ann.ask("start", room=room)
        match_id = (await ann.expect("match_start"))["match_id"]
        await ann.ask("chat", match_id=match_id, text="remember me")
        child.process.kill()
        child.process.wait()
        await ann.cut()
    with running_server(tmp_path, settings) as child:
        again = await connect(child.port)
        await again.expect("match_start")
        await again.ask("resign", match_id=match_id)
        await again.expect("match_over")
        assert [line["text"] for line in await entries_of(again, match_id, form=FORM)] == [
            "remember me"
        ]
        await again.cut()


async def test_no_position_depends_on_what_is_said(serve: Any) -> None:
    """Twins: of two equal matches one is talked at; every seat is shown, sampled and played out equal bytes."""
    assert await played(serve, is_talked_at=True) == await played(serve, is_talked_at=False)


async def played(serve: Any, *, is_talked_at: bool) -> list[str]:
    """All that a seat learns of positions in a match of one fixed seed, with or without talk."""
    server = await serve(seed="twins")
    names, wanted = ("ann", "bob", "cyd", "dan"), ["obs", "compute"]
    players = [await server.connect(name, features=wanted) for name in names]
    match_id = await start_match(players, talk="all")
    learnt: list[str] = []
    for number in range(12):
        await server.until(lambda: any(unanswered(one, match_id) for one in players))
        asked = next(one for one in players if unanswered(one, match_id))
        turn = unanswered(asked, match_id)
        assert turn is not None
        if is_talked_at:
            other = players[(players.index(asked) + 1 + number % 3) % 4]
            await other.ask("chat", match_id=match_id, text=f"play the first one, {number}")
        worlds = await asked.ask(
            "determinize", match_id=match_id, decision=turn["decision"], k=2, seed=number
        )
        jobs = [{"w": world["w"], "acts": [], "keep": False} for world in worlds["worlds"]]
        views = await asked.ask(
            "simulate", match_id=match_id, jobs=jobs, want=["obs"], view=turn["seat"]
        )
        rollouts = await asked.ask(
            "rollout", match_id=match_id, decision=turn["decision"], k=2, n=1, seed=number
        )
        learnt += [
            json.dumps([turn["seat"], turn["ver"], turn["obs"], turn["legal"]]),
            json.dumps([one["obs"] for one in views["results"]]),
            json.dumps(rollouts["rows"]),
        ]
        await asked.ask("act", match_id=match_id, decision=turn["decision"], index=0)
        asked.answered.add((match_id, turn["decision"]))
    return learnt


def unanswered(client: Client, match_id: str) -> dict[str, Any] | None:
    """The decision that waits for the client."""
    asked = [turn for turn in client.of_type("your_turn") if turn["match_id"] == match_id]
    return next(
        (turn for turn in asked if (match_id, turn["decision"]) not in client.answered), None
    )
