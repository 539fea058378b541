"""A class plays its own ladder, made by its teacher: nobody else sees it or watches it, and it ends with the class."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.integration.harness import Client, Server, open_server
from tests.integration.test_ladder import playing

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role, User
from infoset_server.admin.commands import Operator, Result
from infoset_server.app.features.ladders import LadderFeature
from infoset_server.contests.ladder import scheduler
from infoset_server.contests.ladder.ladder import Ladder, LadderState

ASKED = {"ladder": "ours", "classroom": "7b", "game": "crossfire", "options": {"preset": "mini"}}


@asynccontextmanager
async def life(data: Path) -> AsyncIterator[Server]:
    """One life of a server that keeps its records in `data`."""
    async with open_server(data, store__enabled=True) as server:
        yield server
        await server.app.close(0)


def give(server: Server, by: User, name: str, **asked: Any) -> str:
    """Gives a command as the console would."""
    commands = {one.name: one for one in server.app.core.services.commands()}
    command = commands[name]
    operator = Operator(by, by.scopes(0))
    assert command.scope in operator.scopes
    result = command.run(operator, command.arguments.model_validate(asked))
    assert isinstance(result, Result)
    return result.message


def found_class(server: Server, *pupils: str) -> tuple[User, Classroom]:
    """A teacher with a class 7b."""
    accounts = server.app.people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    room = accounts.classrooms.add("7b", teacher.id)
    for name in pupils:
        accounts.classrooms.add_pupil(room, name)
    return teacher, room


async def come(server: Server, name: str) -> Client:
    """A pupil logs in."""
    accounts = server.app.people.accounts
    user = next(one for one in accounts.register if one.name == name)
    token = accounts.credentials.issue(user, Kind.USER)[1]
    client = await server.dial(name)
    return await client.log_in(auth={"kind": "token", "token": token})


async def queue(client: Client) -> None:
    """The client has an entry that plays."""
    asked = {"ladder": "ours", "name": client.name, "kind": "human"}
    entry = (await client.ask("ladder_register", **asked))["data"]["entry"]
    await client.ask("ladder_queue", ladder="ours", entry=entry, games=1)


def ladder_of(server: Server) -> Ladder:
    return server.app.feature(LadderFeature).ladders.ladders["ours"]


async def test_a_class_plays_among_itself_and_nobody_else_sees_its_ladder_or_its_matches(
    tmp_path: Path,
) -> None:
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter", "Lynx")
        assert give(server, teacher, "class-ladder", **ASKED) == "ladder ours is open to 7b"
        stranger = await server.connect("stranger")
        await stranger.ask("watch_lobby")
        assert (await stranger.ask("ladders"))["items"] == []
        asked = {"ladder": "ours", "name": "x", "kind": "human"}
        assert (await stranger.refused("ladder_register", **asked))["code"] == "not_found"
        assert (await stranger.refused("standings", ladder="ours"))["code"] == "not_found"
        otter, lynx = await come(server, "Otter"), await come(server, "Lynx")
        for client in (otter, lynx):
            await queue(client)
        match_id = (await otter.expect("match_start"))["match_id"]
        refused = await stranger.refused("watch", match_id=match_id)
        assert refused["code"] == "not_found"
        room = server.app.play.room_of(server.live(match_id))
        assert (await stranger.refused("join", room=room.id))["code"] == "not_found"
        async with playing(otter, lynx):
            await server.until(lambda: len(ladder_of(server).results) == 1)
        await stranger.settled()
        assert room.id not in str(stranger.of_type("lobby"))
        assert (await otter.ask("ladders"))["items"][0]["title"] == "ours"


async def test_a_ladder_without_a_file_outlives_the_server_and_closes_with_its_class(
    tmp_path: Path, monkeypatch: Any
) -> None:
    async with life(tmp_path) as server:
        teacher, _ = found_class(server, "Otter")
        give(server, teacher, "class-ladder", **ASKED)
        assert give(server, teacher, "ladder", ladder="ours", state="paused")
    assert not (tmp_path / "ladders").exists()
    monkeypatch.setattr(scheduler, "LOOK_S", 0.01)
    async with life(tmp_path) as server:
        assert ladder_of(server).state is LadderState.PAUSED
        classrooms = server.app.people.accounts.classrooms
        (room,) = classrooms
        assert ladder_of(server).file.classroom == room.id
        classrooms.remove(room)
        await server.until(lambda: ladder_of(server).state is LadderState.CLOSED)
