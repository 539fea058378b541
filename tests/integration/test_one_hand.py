"""One person sees one hand of a match at most: over no connection, account of a bot, or spectator's place a second one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Client, Server, open_room, open_server, start_match

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User

DUEL: dict[str, Any] = {"game": "crossfire", "options": {"preset": "mini"}, "assist": "advice"}
HELPER = {"kind": "guest", "name": "helper", "token": "the secret of helper"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, store__enabled=True) as started:
        yield started


async def player(server: Server, name: str) -> Client:
    """Somebody who may have assistants."""
    return await (await server.dial(name)).log_in(features=["assist"])


async def holder(server: Server, user: User) -> Client:
    """Another connection of an account."""
    _, token = server.app.people.accounts.credentials.issue(user, Kind.USER)
    client = await server.dial(user.name)
    return await client.log_in(auth={"kind": "token", "token": token}, features=["assist"])


async def helper(server: Server) -> Client:
    """Another connection of one and the same guest."""
    return await (await server.dial("helper")).log_in(auth=HELPER)


async def duel(server: Server) -> tuple[Client, Client, str]:
    """Two rivals in a match."""
    ann, bob = await player(server, "ann"), await player(server, "bob")
    return ann, bob, await start_match([ann, bob], **DUEL)


async def invite(owner: Client, **place: str) -> str:
    """A code of an owner."""
    code: str = (await owner.ask("assist_invite", **place))["data"]["code"]
    return code


async def owner_with_bot(server: Server) -> tuple[User, User]:
    """An account and its bot's."""
    register = server.app.people.accounts.register
    owner = register.add_account("cat", Role.PLAYER)
    return owner, register.add_account("crab", Role.PLAYER, is_bot=True, owner=owner.id)


async def test_nobody_sits_beside_two_rival_hands_over_two_connections(server: Server) -> None:
    ann, bob, match_id = await duel(server)
    first, second = await helper(server), await helper(server)
    await first.ask("assist_join", code=await invite(ann, match_id=match_id))
    code = await invite(bob, match_id=match_id)
    refused = await second.refused("assist_join", code=code)
    assert (refused["code"], refused["msg"]) == (
        "wrong_state",
        "you have looked into another hand of this match",
    )
    await second.settled()
    assert not second.of_type("snapshot", "match_start", "your_turn")
    other = await server.connect("other")
    await other.ask("assist_join", code=code)  # the code was not used up


async def test_who_was_sent_away_takes_what_it_saw_to_no_rival(server: Server) -> None:
    ann, bob, match_id = await duel(server)
    one = await helper(server)
    await one.ask("assist_join", code=await invite(ann, match_id=match_id))
    await ann.ask("assist_revoke")
    refused = await one.refused("assist_join", code=await invite(bob, match_id=match_id))
    assert "another hand" in refused["msg"]
    await one.ask("assist_join", code=await invite(ann, match_id=match_id))


async def test_nobody_assists_two_players_of_a_room_in_matches_to_come(server: Server) -> None:
    ann, bob = await player(server, "ann"), await player(server, "bob")
    room = await open_room(ann, **DUEL)
    await bob.ask("join", room=room)
    first, second = await helper(server), await helper(server)
    await first.ask("assist_join", code=await invite(ann, room=room))
    refused = await second.refused("assist_join", code=await invite(bob, room=room))
    assert "somebody else in this room" in refused["msg"]


async def test_two_invitations_to_room_and_match_are_no_way_around(server: Server) -> None:
    ann, bob, match_id = await duel(server)
    room = server.app.play.room_of(server.live(match_id)).id
    first, second = await helper(server), await helper(server)
    await first.ask("assist_join", code=await invite(ann, room=room))
    refused = await second.refused("assist_join", code=await invite(bob, match_id=match_id))
    assert "another hand" in refused["msg"]


async def test_an_owner_and_their_bots_are_one(server: Server) -> None:
    owner, bot = await owner_with_bot(server)
    ann, bob, match_id = await duel(server)
    await (await holder(server, owner)).ask(
        "assist_join", code=await invite(ann, match_id=match_id)
    )
    refused = await (await holder(server, bot)).refused(
        "assist_join", code=await invite(bob, match_id=match_id)
    )
    assert "another hand" in refused["msg"]


async def test_the_bot_of_a_player_looks_into_no_rival_hand(server: Server) -> None:
    owner, bot = await owner_with_bot(server)
    cat, bob = await holder(server, owner), await player(server, "bob")
    match_id = await start_match([cat, bob], **DUEL)
    program = await holder(server, bot)
    refused = await program.refused("assist_join", code=await invite(bob, match_id=match_id))
    assert "play in this match" in refused["msg"]
    await bob.ask("consent", match_id=match_id, on=True)
    assert (await program.refused("watch", match_id=match_id, view="seat:1"))["code"] == "forbidden"
    await program.ask("assist_join", code=await invite(cat, match_id=match_id))


@pytest.mark.parametrize("watch", ["public", "delayed"])
async def test_who_assists_does_not_watch_and_who_watches_does_not_assist(
    server: Server, watch: str
) -> None:
    ann, bob = await player(server, "ann"), await player(server, "bob")
    match_id = await start_match([ann, bob], watch=watch, **DUEL)
    room = server.app.play.room_of(server.live(match_id)).id
    first, second = await helper(server), await helper(server)
    await first.ask("watch", match_id=match_id)
    code = await invite(ann, match_id=match_id)
    assert "you watch this match" in (await second.refused("assist_join", code=code))["msg"]
    await first.ask("unwatch", match_id=match_id)
    await second.ask("assist_join", code=code)
    for asked in ({"match_id": match_id}, {"room": room}):
        assert (await first.refused("watch", **asked))["code"] == "forbidden"
    refused = await first.refused("replay", replay=match_id, form="events")
    assert refused["code"] == "forbidden"


async def test_who_watches_a_room_assists_nobody_in_it(server: Server) -> None:
    ann = await player(server, "ann")
    room = await open_room(ann, **DUEL)
    first, second = await helper(server), await helper(server)
    await first.ask("watch", room=room)
    code = await invite(ann, room=room)
    assert "you watch this room" in (await second.refused("assist_join", code=code))["msg"]
