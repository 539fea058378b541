"""What somebody's profile tells whom: results by game and opponent, and never anything of a private match to others."""

import json
from pathlib import Path
from typing import Any

from tests.integration.harness import (
    FOREVER,
    Client,
    Message,
    Server,
    open_server,
    play_out,
    seat_all,
    start_match,
)
from tests.integration.test_restart import come, life

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.common.ids import MatchId

CROSSFIRE: dict[str, Any] = {"game": "crossfire", "options": {"preset": "mini"}}


async def profile(client: Client, **fields: Any) -> Message:
    """What the client is told."""
    told: Message = await client.ask("show_profile", **fields)
    return told


def seen(told: Message) -> str:
    """The answer without its numbers: all that it tells."""
    return json.dumps({name: told[name] for name in sorted(told) if name not in ("re", "seq")})


async def play_one(players: list[Client], **settings: Any) -> str:
    """A match of these players from beginning to end."""
    asked = {"clock": FOREVER, **CROSSFIRE, **settings}
    room = (await players[0].ask("create_room", **asked))["room"]
    code = {"code": room["code"]} if "code" in room else {}
    await seat_all(players, room["room"], ready=True, **code)
    match_id: str = (await players[0].expect("match_start"))["match_id"]
    await play_out(players, match_id)
    return match_id


async def enter(server: Server, user: User, is_bot: bool = False) -> Client:
    """A client of an account."""
    kind = Kind.BOT if is_bot else Kind.USER
    token = server.app.people.accounts.credentials.issue(user, kind)[1]
    client = await server.dial(user.name)
    return await client.log_in(auth={"kind": "token", "token": token})


async def test_results_are_told_by_game_and_opponent(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        robot = await server.dial("robot")
        await robot.log_in(
            auth={"kind": "guest", "name": "robot", "token": "a robot's secret"},
            client={"name": "robot", "version": "1", "lang": "python"},
        )
        done = [await play_one([ann, bob]), await play_one([robot, ann])]
        told = await profile(bob, user="ann")
        assert (told["user"], told["name"], told["kind"]) == (ann.user, "ann", "person")
        assert told["guest"] is True
        assert "all" not in told
        (game,) = told["games"]
        assert (game["game"], game["matches"]) == ("crossfire", 2)
        assert sum(game["places"]) == 2
        assert [(one["kind"], one["met"]) for one in game["against"]] == [
            ("person", 1),
            ("program", 1),
        ]
        finished = server.app.core.finished
        first = finished.find(done[0])
        assert first is not None
        own, other = first.places
        assert game["against"][0]["ahead"] == (own < other)
        assert game["against"][0]["level"] == (own == other)
        assert [one["replay"] for one in told["recent"]] == done[::-1]
        assert told["from_ms"] == first.at_ms
        assert told["ratings"] == []
        assert seen(await profile(bob, user=ann.user)) == seen(told)


async def test_house_bots_are_told_by_name(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await come(server, "ann")
        room = (await ann.ask("create_room", **CROSSFIRE))["room"]["room"]
        await ann.ask("sit", room=room, seat=0)
        await ann.ask("add_bot", room=room, bot="first", seat=1)
        await ann.ask("ready", room=room, ready=True)
        start = await ann.expect("match_start")
        await ann.ask("resign", match_id=start["match_id"])
        await ann.expect("match_over")
        (game,) = (await profile(ann))["games"]
        assert game["places"] == [0, 1]
        assert game["against"] == [
            {"kind": "house", "bot": "first", "met": 1, "ahead": 0, "level": 0}
        ]


async def test_a_private_match_changes_nothing_for_others(tmp_path: Path) -> None:
    """Twins: the profile before and after a match that is nobody else's business."""
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob, eve = [await come(server, name) for name in ("ann", "bob", "eve")]
        await play_one([ann, bob])
        before = [seen(await profile(one, user="ann")) for one in (bob, eve)]
        hidden = [
            await play_one([ann, bob], unlisted=True),
            await play_one([ann, bob], watch="off"),
        ]
        assert [seen(await profile(one, user="ann")) for one in (bob, eve)] == before
        own = await profile(ann)
        assert own["all"] is True
        assert own["games"][0]["matches"] == 3
        assert [one["replay"] for one in own["recent"][:2]] == hidden[::-1]


async def test_a_private_match_is_no_first_trace_of_anybody(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob, eve = [await come(server, name) for name in ("ann", "bob", "eve")]
        before = seen(await profile(eve, user="ann"))
        await play_one([ann, bob], unlisted=True)
        assert seen(await profile(eve, user="ann")) == before
        assert "from_ms" not in json.loads(before)


async def test_people_of_a_class_are_nobody_elses_business(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        accounts = server.app.people.accounts
        teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
        classroom = accounts.classrooms.add("7b", teacher.id)
        pupils = [accounts.classrooms.add_pupil(classroom, name) for name in ("Otter", "Heron")]
        otter, heron = [await enter(server, pupil) for pupil in pupils]
        stranger, hill = await come(server, "ann"), await enter(server, teacher)
        await play_one([otter, heron])
        for wanted in ("Otter", pupils[0].id):
            refused = await stranger.refused("show_profile", user=wanted)
            assert refused["code"] == "not_found"
            assert refused["msg"] == (await stranger.refused("show_profile", user="x" * 9))[
                "msg"
            ].replace("x" * 9, wanted)
        assert (await profile(heron, user="Otter"))["games"] == []  # a class has no public matches
        assert (await profile(hill, user="Otter"))["games"][0]["matches"] == 1
        assert (await profile(otter))["games"][0]["matches"] == 1


async def test_an_owner_sees_all_of_a_bot(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        register = server.app.people.accounts.register
        owner = register.add_account("ann", Role.PLAYER)
        crab = register.add_account("crab", Role.PLAYER, is_bot=True, owner=owner.id)
        ann, robot = await enter(server, owner), await enter(server, crab, is_bot=True)
        bob = await come(server, "bob")
        await play_one([robot, bob], unlisted=True)
        told = await profile(ann, user="crab")
        assert (told["kind"], told["all"], told["since_ms"]) == ("program", True, crab.created_ms)
        assert told["games"][0]["matches"] == 1
        assert (await profile(bob, user="crab"))["games"] == []


async def test_what_has_no_result_is_listed_and_not_counted(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        match_id = await start_match([ann, bob], **CROSSFIRE)
        server.app.play.running[MatchId(match_id)].abort("stopped")
        await ann.expect("match_over")
        told = await profile(bob, user="ann")
        assert told["games"] == []
        assert [one["replay"] for one in told["recent"]] == [match_id]


async def test_a_name_that_several_bear_is_nobody(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        first = await server.connect("ann")
        await first.leave()
        await server.until(lambda: not server.app.people.clients)
        eve, other = await server.connect("eve"), await server.connect("ann")
        assert other.user != first.user
        refused = await eve.refused("show_profile", user="ann")
        assert refused["code"] == "not_found"
        account = server.app.people.accounts.register.add_account("ann", Role.PLAYER)
        assert (await profile(eve, user="ann"))["user"] == account.id
        assert (await profile(eve, user=other.user))["user"] == other.user
        assert (await eve.refused("show_profile", user="server"))["code"] == "not_found"


async def test_a_guest_takes_the_profile_along(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True, accounts__max_guests=3) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        match_id = await play_one([ann, bob])
        for one in (ann, bob):
            await one.ask("leave", room=server.app.play.last_room(MatchId(match_id)))
        await ann.leave()
        ann_id = ann.user
        await server.until(lambda: len(server.app.people.clients) == 1)
        for name in ("cat", "dan"):
            await server.connect(name)
        await server.until(lambda: server.app.people.find(ann_id) is None)
        assert (await bob.refused("show_profile", user=ann_id))["code"] == "not_found"
        assert (await bob.refused("show_profile", user="ann"))["code"] == "not_found"


async def test_a_profile_is_there_after_a_restart(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        await play_one([ann, bob])
        before = seen(await profile(bob, user=ann.user))
    async with life(tmp_path) as server:
        bob = await come(server, "bob")
        assert seen(await profile(bob, user=ann.user)) == before


async def test_a_profile_fits_into_the_smallest_frame(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        for _ in range(8):
            match_id = await start_match([ann, bob], **CROSSFIRE)
            await ann.ask("resign", match_id=match_id)
            await bob.expect("match_over", match_id=match_id)
        small = await server.connect("eve", max_frame=1024)
        told = await profile(small, user="ann", recent=100)
        assert told["games"][0]["matches"] == 8
        assert 0 < len(told["recent"]) < 8


async def test_a_bad_count_is_named(server: Server) -> None:
    ann = await server.connect("ann")
    refused = await ann.refused("show_profile", recent=0)
    assert (refused["code"], refused["data"]["path"]) == ("bad_message", "recent")
