"""Following people: what of them is seen, that they can forbid it, and that nothing private shows."""

from pathlib import Path
from typing import Any

from tests.integration.harness import (
    FOREVER,
    Client,
    Message,
    Server,
    open_room,
    open_server,
    seat_all,
)
from tests.integration.test_restart import life

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.app.features.following import FollowingFeature

DUEL: dict[str, Any] = {"game": "crossfire", "options": {"preset": "mini"}}


def account(server: Server, name: str, **more: Any) -> User:
    return server.app.people.accounts.register.add_account(name, Role.PLAYER, **more)


async def enter(server: Server, user: User) -> Client:
    """A client of an account."""
    kind = Kind.BOT if user.is_bot else Kind.USER
    token = server.app.people.accounts.credentials.issue(user, kind)[1]
    client = await server.dial(user.name)
    return await client.log_in(auth={"kind": "token", "token": token})


async def two(server: Server) -> tuple[Client, Client]:
    """Ann, who follows Bob and hears of him, and Bob."""
    ann, bob = [await enter(server, account(server, name)) for name in ("ann", "bob")]
    await ann.ask("follow", user=bob.user, tell=True)
    return ann, bob


async def seen(client: Client) -> list[Message]:
    """What the client sees of those it follows."""
    items: list[Message] = (await client.ask("follow"))["items"]
    return items


async def settle(server: Server, *clients: Client) -> None:
    """Everything that has changed is told."""
    followed = server.app.feature(FollowingFeature).followed
    for client in clients:
        await client.settled()
    await server.until(lambda: followed._timer is None)
    for client in clients:
        await client.settled()


async def begin(players: list[Client], **settings: Any) -> str:
    """A match of these players."""
    asked = {"clock": FOREVER, **DUEL, **settings}
    room = (await players[0].ask("create_room", **asked))["room"]
    code = {"code": room["code"]} if "code" in room else {}
    await seat_all(players, room["room"], ready=True, **code)
    match_id: str = (await players[0].expect("match_start"))["match_id"]
    return match_id


async def test_who_is_followed_is_seen_where_everybody_could_see_them(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        cat = await server.connect("cat")
        (item,) = await seen(ann)
        assert item == {"user": bob.user, "name": "bob", "state": "online"}
        room = await open_room(bob, **DUEL, title="Come in")
        told = await ann.expect("followed")
        assert told["news"] == "room"
        assert told["item"] == {
            "user": bob.user,
            "name": "bob",
            "state": "room",
            "game": "crossfire",
            "room": room,
            "title": "Come in",
        }
        await seat_all([bob, cat], room, ready=True)
        match_id = (await bob.expect("match_start"))["match_id"]
        told = await ann.expect("followed", where=lambda m: m["item"]["state"] == "playing")
        assert told["item"]["match_id"] == match_id
        assert (await seen(ann)) == [told["item"]]
        await ann.ask("watch", match_id=match_id)
        await bob.leave()
        told = await ann.expect("followed", where=lambda m: m["item"]["state"] == "away")
        assert told["item"] == {"user": bob.user, "name": "bob", "state": "away"}


async def test_a_private_room_and_match_change_nothing(tmp_path: Path) -> None:
    """Twins: Bob in a private match, and Bob who does nothing."""
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        cat = await server.connect("cat")
        before = await seen(ann)
        await begin([bob, cat], unlisted=True)
        assert await seen(ann) == before
        await settle(server, ann, bob)
        assert not ann.of_type("followed")
        await begin([bob, cat], watch="off", title="Closed")
        (item,) = await seen(ann)
        assert "match_id" not in item
        assert item["state"] == "online"


async def test_who_hides_looks_as_if_away_and_cannot_be_followed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        assert [one["name"] for one in (await bob.ask("follow"))["followers"]] == ["ann"]
        assert (await bob.ask("follow", shown=False))["shown"] is False
        told = await ann.expect("followed")
        assert told["item"] == {"user": bob.user, "name": "bob", "state": "away"}
        hidden = await seen(ann)
        await open_room(bob, **DUEL)
        assert await seen(ann) == hidden
        await bob.leave()
        await server.until(lambda: len(server.app.people.clients) == 1)
        assert await seen(ann) == hidden  # as one who is away
        eve = await enter(server, account(server, "eve"))
        refused = await eve.refused("follow", user=bob.user)
        assert refused["code"] == "forbidden"
        assert (await eve.ask("follow"))["items"] == []
        assert "followable" not in await eve.ask("show_profile", user=bob.user)


async def test_a_block_looks_like_hiding(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        eve = await enter(server, account(server, "eve"))
        cat = await enter(server, account(server, "cat"))
        await cat.ask("follow", shown=False)
        await bob.ask("block", user=ann.user)
        told = await ann.expect("followed")
        assert told["item"]["state"] == "away"
        assert (await bob.ask("follow"))["followers"] == []
        await ann.ask("follow", user=bob.user, on=False)
        blocked = await ann.refused("follow", user=bob.user)
        hidden = await eve.refused("follow", user=cat.user)
        assert blocked["code"] == hidden["code"]
        assert blocked["msg"].replace("bob", "cat") == hidden["msg"]
        await bob.ask("block", user=ann.user, on=False)
        (item,) = (await ann.ask("follow", user=bob.user))["items"]
        assert item["state"] == "online"


async def test_only_people_with_an_account_follow_and_are_followed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await enter(server, account(server, "ann"))
        crab = account(server, "crab", is_bot=True, owner=ann.user)
        robot, guest = await enter(server, crab), await server.connect("guest")
        for follower, followed in ((guest, ann), (robot, ann), (ann, guest), (ann, robot)):
            refused = await follower.refused("follow", user=followed.user)
            assert refused["code"] == "forbidden"
        assert (await guest.refused("follow", shown=False))["code"] == "forbidden"
        assert (await ann.refused("follow", user=ann.user))["code"] == "bad_option"
        assert (await ann.refused("follow", user="u_nobody"))["code"] == "not_found"
        assert (await guest.ask("follow"))["items"] == []
        assert (await ann.ask("follow"))["followers"] == []


async def test_a_class_is_followed_by_nobody_else(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        accounts = server.app.people.accounts
        teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
        classroom = accounts.classrooms.add("7b", teacher.id)
        otter = accounts.classrooms.add_pupil(classroom, "Otter")
        stranger = await enter(server, account(server, "ann"))
        unknown = await stranger.refused("follow", user="u_nobody")
        refused = await stranger.refused("follow", user=otter.id)
        assert refused["code"] == unknown["code"] == "not_found"
        hill = await enter(server, teacher)
        assert len((await hill.ask("follow", user=otter.id))["items"]) == 1


async def test_there_is_a_limit_and_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    async with open_server(tmp_path, accounts__max_follows_per_user=1) as server:
        ann, bob = await two(server)
        cat = account(server, "cat")
        refused = await ann.refused("follow", user=cat.id, shown=False)
        assert refused["code"] == "busy"
        answer = await ann.ask("follow", user=bob.user)  # twice is once
        assert [one["name"] for one in answer["items"]] == ["bob"]
        assert answer["shown"] is True
        await ann.ask("follow", user=bob.user, on=False)
        assert len((await ann.ask("follow", user=cat.id))["items"]) == 1


async def test_news_come_no_faster_than_once_a_minute(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        for number in range(3):
            room = await open_room(bob, **DUEL, title=f"Room {number}")
            await ann.expect("followed", where=lambda m: m["item"].get("room") == room)  # noqa: B023  # at once
            await bob.ask("leave", room=room)
            await ann.expect("followed", where=lambda m: m["item"]["state"] == "online")
        assert [one.get("news") for one in ann.of_type("followed")].count("room") == 1


async def test_who_asks_for_no_news_hears_none(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = await two(server)
        await ann.ask("follow", tell=False)
        await open_room(bob, **DUEL)
        await settle(server, ann, bob)
        assert not ann.of_type("followed")


async def test_another_session_hears_of_who_is_followed_later(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = [account(server, name) for name in ("ann", "bob")]
        desk, phone = await enter(server, ann), await enter(server, ann)
        await desk.ask("follow", tell=True)
        await phone.ask("follow", user=bob.id)
        await enter(server, bob)
        assert (await desk.expect("followed"))["item"]["state"] == "online"


async def test_it_is_all_there_after_a_restart(tmp_path: Path, store_url: str | None) -> None:
    async with life(tmp_path, store__url=store_url) as server:
        ann, bob = await two(server)
        await bob.ask("follow", shown=False)
        ids = ann.user, bob.user
    async with life(tmp_path, store__url=store_url) as server:
        users = [server.app.people.find(one) for one in ids]
        ann, bob = [await enter(server, user) for user in users if user is not None]
        (item,) = await seen(ann)
        assert (item["name"], item["state"]) == ("bob", "away")
        assert (await bob.ask("follow", shown=True))["shown"] is True
        (item,) = await seen(ann)
        assert item["state"] == "online"


async def test_a_long_list_is_cut_where_the_frame_ends(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        user = account(server, "ann")
        following = server.app.people.accounts.following
        for number in range(60):
            following.add(user, account(server, f"friend {number:02}"))
        token = server.app.people.accounts.credentials.issue(user, Kind.USER)[1]
        ann = await server.dial("ann")
        await ann.log_in(auth={"kind": "token", "token": token}, max_frame=2048)
        answer = await ann.ask("follow")
        assert answer["more"] is True
        assert 0 < len(answer["items"]) < 60


async def test_who_was_in_a_room_when_first_seen_is_seen_to_leave_it(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann, bob = [await enter(server, account(server, name)) for name in ("ann", "bob")]
        room = await open_room(bob, **DUEL)
        (item,) = (await ann.ask("follow", user=bob.user, tell=True))["items"]
        assert item["room"] == room
        await bob.ask("leave", room=room)
        told = await ann.expect("followed")
        assert told["item"]["state"] == "online"
