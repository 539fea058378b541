"""A class is among itself: nobody else sees it, enters its rooms, plays with it or watches it."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.integration.harness import FOREVER, Client, Message, Server, open_room, start_match

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User

GAME: dict[str, Any] = {"game": "colonizers", "clock": FOREVER}


@dataclass
class School:
    """A teacher with a pupil in each of two classes, and a stranger."""

    teacher: Client
    otter: Client
    heron: Client
    stranger: Client


async def enter(server: Server, user: User) -> Client:
    token = server.app.people.accounts.credentials.issue(user, Kind.USER)[1]
    client = await server.dial(user.name)
    return await client.log_in(auth={"kind": "token", "token": token})


@pytest.fixture
async def school(server: Server) -> School:
    accounts = server.app.people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    classes = [accounts.classrooms.add(name, teacher.id) for name in ("7b", "7c")]
    otter, heron = (
        accounts.classrooms.add_pupil(one, name)
        for one, name in zip(classes, ("Otter", "Heron"), strict=True)
    )
    return School(
        await enter(server, teacher),
        await enter(server, otter),
        await enter(server, heron),
        await server.connect("stranger"),
    )


def listed(lobby: Message) -> list[str]:
    return [room["room"] for room in lobby["rooms"]]


async def test_the_rooms_of_a_class_are_listed_for_it_and_its_teacher_only(
    school: School,
) -> None:
    mine, others = await open_room(school.otter), await open_room(school.stranger)
    lists = [
        listed(await client.ask("watch_lobby"))
        for client in (school.otter, school.teacher, school.heron, school.stranger)
    ]
    assert lists == [[mine], [mine, others], [], [others]]


async def test_changes_of_the_list_are_told_to_the_same(school: School) -> None:
    for client in (school.otter, school.teacher, school.heron, school.stranger):
        await client.ask("watch_lobby")
    mine = await open_room(school.otter)
    for client in (school.otter, school.teacher):
        await client.expect("lobby", where=lambda m: mine in str(m))
    await school.otter.ask("leave", room=mine)
    for client in (school.otter, school.teacher):
        await client.expect("lobby", where=lambda m: m.get("gone") == [mine])
    seen = await open_room(school.stranger)
    await school.stranger.expect("lobby", where=lambda m: seen in str(m))
    await school.teacher.expect("lobby", where=lambda m: seen in str(m))
    await school.heron.settled()
    for client, hidden in ((school.stranger, mine), (school.heron, mine), (school.heron, seen)):
        assert hidden not in str(client.heard)


async def test_nobody_else_enters_or_watches_and_it_looks_as_if_nothing_were_there(
    school: School,
) -> None:
    mine = await open_room(school.otter)
    match_id = await start_match([school.otter])
    for client in (school.stranger, school.heron):
        for kind, fields in (
            ("join", {"room": mine}),
            ("watch", {"room": mine}),
            ("watch", {"match_id": match_id}),
        ):
            refused = await client.refused(kind, **fields)
            assert refused["code"] == "not_found"
        nothing = await client.refused("join", room="ZZZZ")
        there = await client.refused("join", room=mine)
        assert there["msg"].replace(mine, "ZZZZ") == nothing["msg"]
    others = await open_room(school.stranger)
    assert (await school.otter.refused("join", room=others))["code"] == "not_found"
    await school.teacher.ask("join", room=mine)
    await school.teacher.ask("watch", match_id=match_id)


async def test_the_room_of_the_teacher_is_open_to_the_class(school: School) -> None:
    room = await open_room(school.teacher)
    await school.otter.ask("join", room=room)
    await school.heron.ask("join", room=room)


async def test_a_seek_pairs_a_class_with_itself_only(server: Server, school: School) -> None:
    classrooms = server.app.people.accounts.classrooms
    seven_b = classrooms.named("7b")
    mates = [
        await enter(server, classrooms.add_pupil(seven_b, name))
        for name in ("Lynx", "Orca", "Ibex")
    ]
    others = [school.stranger, school.heron, school.teacher]
    for client in (school.otter, *others, *mates):
        await client.ask("seek", **GAME, fill_ms=60_000)
    start = await school.otter.expect("match_start")
    assert {player["name"] for player in start["players"]} == {"Otter", "Lynx", "Orca", "Ibex"}
    for client in others:
        await client.settled()
        assert client.of_type("match_start") == []
