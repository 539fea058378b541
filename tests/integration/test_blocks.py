"""Who keeps somebody away is paired, seated and talked to without them, after a restart as before."""

from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import FOREVER, Client, Server, open_room, open_server, start_match

DUEL: dict[str, Any] = {
    "game": "crossfire",
    "options": {"preset": "mini"},
    "clock": FOREVER,
    "fill_ms": 3_600_000,
}


async def come(server: Server, name: str) -> Client:
    """Somebody who is known by a secret."""
    auth = {"kind": "guest", "name": name, "token": f"the secret of {name}"}
    return await server.connect(name, auth=auth)


async def test_a_seek_does_not_bring_together_who_keeps_away(server: Server) -> None:
    ann, bob, cat = [await come(server, name) for name in ("ann", "bob", "cat")]
    told = await ann.ask("block", user=bob.user)
    assert told["data"] == {"blocked": [{"user": bob.user, "name": "bob"}]}
    for player in (ann, bob):
        await player.ask("seek", **DUEL)
    assert not server.app.play.running
    await cat.ask("seek", **DUEL)
    start = await cat.expect("match_start")
    assert [one["name"] for one in start["players"]] in (["ann", "cat"], ["cat", "ann"])
    await bob.settled()
    assert not bob.of_type("match_start")


async def test_who_is_let_near_again_is_paired(server: Server) -> None:
    ann, bob = [await come(server, name) for name in ("ann", "bob")]
    await ann.ask("block", user=bob.user)
    await ann.ask("block", user=bob.user)  # twice is once
    assert (await ann.ask("block", user=bob.user, on=False))["data"] == {"blocked": []}
    for player in (ann, bob):
        await player.ask("seek", **DUEL)
    await ann.expect("match_start")


@pytest.mark.parametrize("blocking", [0, 1])
async def test_they_do_not_sit_in_one_room(server: Server, blocking: int) -> None:
    ann, bob = two = [await come(server, name) for name in ("ann", "bob")]
    room = await open_room(ann)
    await ann.ask("join", room=room, seat=0)
    await two[blocking].ask("block", user=two[1 - blocking].user)
    for how in ({"seat": 1}, {"any_seat": True}):
        assert (await bob.refused("join", room=room, **how))["code"] == "forbidden"
    assert len(server.app.lobby.find(room).members) == 1
    await bob.ask("join", room=room)
    assert (await bob.refused("sit", room=room, seat=1))["code"] == "forbidden"
    await ann.ask("sit", room=room)
    assert (await bob.ask("sit", room=room, seat=1))["room"]["seats"][1]["user"] == bob.user


async def test_what_the_blocked_one_says_is_heard_by_others_only(server: Server) -> None:
    ann, bob, cat = three = [await come(server, name) for name in ("ann", "bob", "cat")]
    room = await open_room(ann)
    for one in three[1:]:
        await one.ask("join", room=room)
    await ann.ask("block", user=bob.user)
    await bob.ask("chat", room=room, text="can you hear me?")
    await ann.ask("chat", room=room, text="good evening")
    assert (await cat.expect("chat_msg"))["text"] == "can you hear me?"
    assert (await ann.expect("chat_msg"))["text"] == "good evening"
    assert (await bob.expect("chat_msg", user=ann.user))["text"] == "good evening"


async def test_nobody_is_told_of_being_blocked(server: Server) -> None:
    ann, bob = [await come(server, name) for name in ("ann", "bob")]
    await bob.settled()
    heard = len(bob.heard)
    await ann.ask("block", user=bob.user)
    assert (await bob.ask("block"))["data"] == {"blocked": []}
    assert len(bob.heard) == heard + 1


async def test_only_others_who_are_known_can_be_blocked(server: Server) -> None:
    ann = await come(server, "ann")
    match_id = await start_match([ann])
    bot = next(
        chair.user for chair in server.live(match_id).match_seats if chair.user.id != ann.user
    )
    for user, code in ((ann.user, "bad_option"), (bot.id, "not_found"), ("u_no", "not_found")):
        assert (await ann.refused("block", user=user))["code"] == code
    assert (await ann.ask("block"))["data"] == {"blocked": []}


async def test_there_is_an_end_to_it(tmp_path: Path) -> None:
    async with open_server(tmp_path, accounts__max_blocks_per_user=1) as server:
        ann, bob, cat = [await come(server, name) for name in ("ann", "bob", "cat")]
        await ann.ask("block", user=bob.user)
        assert (await ann.refused("block", user=cat.user))["code"] == "busy"
        assert (await ann.ask("block"))["data"]["blocked"][0]["name"] == "bob"


async def test_it_outlives_the_server(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        kept = (await ann.ask("block", user=bob.user))["data"]
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        assert (await ann.ask("block"))["data"] == kept
        for player in (ann, bob):
            await player.ask("seek", **DUEL)
        assert not server.app.play.running
