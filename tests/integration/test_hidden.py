"""What somebody may not know of cannot be told from what does not exist, by no request and by no spelling."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from tests.integration.harness import Client, Message, Server, open_room, open_server, start_match

from infoset_server.accounts.credentials import Kind
from infoset_server.accounts.users import Role

DUEL: Final[dict[str, Any]] = {"game": "crossfire", "options": {"preset": "mini"}}
NOBODYS: Final = {"room": "ZZZZ", "match": "m_000000000000"}

# Every request that names a room, as a stranger may send it.
OF_ROOMS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("join", {}),
    ("join", {"code": "c_guess"}),
    ("join", {"code": ""}),
    ("join", {"any_seat": True}),
    ("join", {"seat": 15}),
    ("join", {"ready": True}),
    ("leave", {}),
    ("sit", {"seat": 0}),
    ("sit", {}),
    ("ready", {}),
    ("configure", {"changes": {"title": "mine"}}),
    ("add_bot", {"bot": "first"}),
    ("kick", {"seat": 0}),
    ("start", {}),
    ("watch", {}),
    ("watch", {"view": "seat:0"}),
    ("chat", {"text": "hello"}),
    ("assist_invite", {}),
)
# Every request that names a match, as a stranger may send it: by this field.
OF_MATCHES: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("watch", "match_id", {}),
    ("watch", "match_id", {"view": "seat:0"}),
    ("watch", "match_id", {"view": "all"}),
    ("unwatch", "match_id", {}),
    ("act", "match_id", {"decision": 1, "index": 0}),
    ("resign", "match_id", {}),
    ("undo", "match_id", {"decision": 1}),
    ("answer_undo", "match_id", {"seat": 0, "decision": 1}),
    ("sync", "match_id", {}),
    ("chat", "match_id", {"text": "hello"}),
    ("consent", "match_id", {"on": True}),
    ("assist_invite", "match_id", {}),
    ("commit", "match_id", {"decision": 1}),
    ("determinize", "match_id", {"count": 1}),
    ("release", "match_id", {}),
    ("replay", "replay", {}),
    ("replay", "replay", {"form": "actions"}),
    ("replay", "replay", {"form": "assist"}),
    ("replay", "replay", {"form": "talk"}),
    ("replay", "replay", {"form": "assist", "view": "seat:0"}),
    ("replay", "replay", {"view": "seat:99"}),
    ("replays", "before", {}),
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, store__enabled=True) as started:
        yield started


def add_class(server: Server, *pupils: str) -> None:
    """A class with a teacher."""
    accounts = server.app.people.accounts
    teacher = accounts.register.add_account("Ms Hill", Role.ORGANISER)
    room = accounts.classrooms.add("7b", teacher.id)
    for name in pupils:
        accounts.classrooms.add_pupil(room, name)


async def come(server: Server, name: str) -> Client:
    """Somebody with an account."""
    accounts = server.app.people.accounts
    user = next(user for user in accounts.register if user.name == name)
    _, token = accounts.credentials.issue(user, Kind.USER)
    return await (await server.dial(name)).log_in(auth={"kind": "token", "token": token})


async def told(client: Client, kind: str, thing: str, **asked: Any) -> Message:
    """The refusal, with the thing that was asked for by one word; without what numbers it."""
    answer = await client.refused(kind, **asked)
    body = {key: value for key, value in answer.items() if key not in ("re", "seq")}
    return {key: str(value).replace(thing, "THING") for key, value in body.items()}


@pytest.mark.parametrize("of_class", [False, True])
@pytest.mark.parametrize("is_playing", [False, True])
async def test_a_hidden_room_is_as_one_that_does_not_exist(
    server: Server, of_class: bool, is_playing: bool
) -> None:
    add_class(server, "Otter")
    host = await come(server, "Otter") if of_class else await server.connect("ann")
    room = await open_room(host, unlisted=not of_class, **DUEL)
    if is_playing:
        await host.ask("join", room=room, seat=0)
        await host.ask("start", room=room)
        await host.expect("match_start")
    stranger = await (await server.dial("bob")).log_in(features=["assist"])
    for kind, more in OF_ROOMS:
        things = (room, room.lower(), NOBODYS["room"], NOBODYS["room"].lower())
        said = [await told(stranger, kind, thing, room=thing, **more) for thing in things]
        assert said[0]["code"] == "not_found", (kind, said[0])
        assert said[0] == said[1] == said[2] == said[3], kind


@pytest.mark.parametrize("of_class", [False, True])
async def test_the_title_of_a_hidden_room_leads_where_it_would_without_that_room(
    server: Server, of_class: bool
) -> None:
    """Nowhere, or into another room of this title; and a hidden id into a room that is titled so."""
    add_class(server, "Otter")
    host = await come(server, "Otter") if of_class else await server.connect("ann")
    hidden = await open_room(host, unlisted=not of_class, title="Blue room", **DUEL)
    stranger = await (await server.dial("bob")).log_in(features=["assist"])
    for kind, more in (one for one in OF_ROOMS if one[0] in ("join", "watch")):
        said = [
            await told(stranger, kind, thing, room=thing, **more)
            for thing in ("Blue room", "blue  ROOM", "no such room")
        ]
        assert said[0]["code"] == "not_found", (kind, said[0])
        assert said[0] == said[1] == said[2], kind
    owner = await server.connect("cat")
    blue = await open_room(owner, title="blue room", **DUEL)
    titled = await open_room(owner, title=hidden, **DUEL)
    for text, room in (("Blue room", blue), (hidden, titled)):
        assert (await stranger.ask("join", room=text))["room"]["room"] == room


@pytest.mark.parametrize("state", ["running", "over"])
async def test_a_match_of_a_class_is_as_one_that_does_not_exist(server: Server, state: str) -> None:
    add_class(server, "Otter")
    otter = await come(server, "Otter")
    match_id = await start_match([otter], **DUEL)
    if state == "over":
        await otter.ask("resign", match_id=match_id)
        await otter.expect("match_over")
        await server.until(lambda: server.app.core.finished.find(match_id) is not None)
    stranger = await server.connect("bob")
    for kind, name, more in OF_MATCHES:
        if state == "over" and name == "match_id":
            continue  # "is over" is all that is said, for a while; an id has 72 random bits
        things = (match_id, NOBODYS["match"])
        said = [await told(stranger, kind, thing, **{name: thing}, **more) for thing in things]
        assert said[0] == said[1], kind


async def test_with_its_code_an_unlisted_room_is_entered_and_by_members_without(
    server: Server,
) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    made = (await ann.ask("create_room", unlisted=True, **DUEL))["room"]
    await bob.ask("join", room=made["room"].lower(), code=made["code"])
    await bob.ask("join", room=made["room"], any_seat=True)
    await bob.ask("watch", room=made["room"])
