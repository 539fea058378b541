"""The list of rooms: what subscribers see is the truth, however wild it gets."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    PATIENCE_S,
    Client,
    Message,
    Server,
    open_room,
    play_out,
    seat_all,
)
from tests.integration.tables import Table

from infoset_protocol.codec import Encoding, decode
from infoset_server.rooms import room_list
from infoset_server.rooms.room_list import room_info

PEOPLE = 20
STEPS = 4_000


@pytest.fixture
def quick_diffs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are told at once instead of a few times a second."""
    monkeypatch.setattr(room_list, "DIFFS_PER_S", 1_000_000)


class Reader:
    """A subscriber that keeps its own list from what it is told."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.rooms: dict[str, Message] = {}
        self._read = 0

    def look(self) -> dict[str, Message]:
        """The list after everything heard so far."""
        for message in self.client.heard[self._read :]:
            if message["type"] == "lobby":
                self._take(message)
        self._read = len(self.client.heard)
        return self.rooms

    async def sees(self, truth: Callable[[], dict[str, Message]]) -> None:
        """Returns when the list is the truth; both may still be moving."""
        async with asyncio.timeout(PATIENCE_S):
            while self.look() != truth():  # noqa: ASYNC110 (both sides move by themselves)
                await asyncio.sleep(0)

    def _take(self, message: Message) -> None:
        if message["full"]:
            self.rooms = {}
        for room in message.get("rooms", []):
            self.rooms[room["room"]] = room
        for gone in message.get("gone", []):
            self.rooms.pop(gone, None)


def truth_of(server: Server) -> dict[str, Message]:
    """The listed rooms as the server has them."""
    rooms = server.app.lobby.rooms.values()
    return {room.id: room_info(room) for room in rooms if room.settings.code is None}


def check_rooms(server: Server) -> None:
    """What must hold at any moment."""
    for room in server.app.lobby.rooms.values():
        sitting = [seat.client for seat in room.seats if seat.client is not None]
        assert len(sitting) == len(set(sitting)), "a client on two seats"
        assert all(client in room.members for client in sitting), "a stranger on a seat"
        assert all(room.id in client.rooms for client in room.members), "a member who knows nothing"
        assert room.members or room.is_playing, "an empty room"
        hosts = [client for client in room.members if client.user is room.host]
        assert hosts or not room.members, "a room without a host"


class Crowd:
    """People who do at random what a client can do to rooms, right or wrong."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.people: list[Client] = []
        self.answers: dict[str, int] = {}

    async def arrive(self) -> None:
        for number in range(PEOPLE):
            self.people.append(await self.server.connect(f"p{number}"))

    async def step(self, number: int) -> None:
        """One of them does something; refusals are answers like others."""
        deeds: list[Callable[[int], Awaitable[Message | None]]] = [
            self.create,
            *[self.join] * 4,
            self.leave,
            self.sit,
            *[self.ready] * 3,
            self.configure,
            self.add_bot,
            self.kick,
            self.start,
            self.resign,
            self.come_again,
        ]
        answer = await self.rng.choice(deeds)(number)
        kind = "none" if answer is None else str(answer.get("code", answer["type"]))
        self.answers[kind] = self.answers.get(kind, 0) + 1

    def room(self, who: int) -> str:
        """Mostly a room the person is in, else a late one, now and then one that is not."""
        rooms = self.server.app.lobby.rooms
        user = self.people[who].user
        mine = [key for key, room in rooms.items() if user in {m.user.id for m in room.members}]
        if mine and self.rng.random() < 0.7:
            return self.rng.choice(mine)
        return self.rng.choice([*list(rooms)[-6:], "NONE"])

    def code(self, room: str) -> dict[str, str]:
        found = {str(key): value for key, value in self.server.app.lobby.rooms.items()}.get(room)
        is_known = found is not None and found.settings.code is not None
        return {"code": str(found.settings.code)} if found is not None and is_known else {}

    async def create(self, who: int) -> Message:
        unlisted = self.rng.random() < 0.2
        fields = {"game": "colonizers", "clock": FOREVER, "unlisted": unlisted}
        return await self.people[who].request("create_room", **fields)

    async def join(self, who: int) -> Message:
        room = self.room(who)
        ways: list[dict[str, Any]] = [{}, {"any_seat": True}, {"seat": self.rng.randrange(5)}]
        how = self.rng.choice(ways) | {"ready": self.rng.random() < 0.5}
        return await self.people[who].request("join", room=room, **self.code(room), **how)

    async def leave(self, who: int) -> Message:
        return await self.people[who].request("leave", room=self.room(who))

    async def sit(self, who: int) -> Message:
        seat = self.rng.choice([{}, {"seat": self.rng.randrange(5)}])
        return await self.people[who].request("sit", room=self.room(who), **seat)

    async def ready(self, who: int) -> Message:
        is_ready = self.rng.random() < 0.8
        return await self.people[who].request("ready", room=self.room(who), ready=is_ready)

    async def configure(self, who: int) -> Message:
        changes = self.rng.choice(
            [
                {"title": f"title {who}"},
                {"unlisted": True},
                {"unlisted": False},
                {"options": {"colony": 0}},
            ]
        )
        return await self.people[who].request("configure", room=self.room(who), changes=changes)

    async def add_bot(self, who: int) -> Message:
        bot = self.rng.choice(["first", "last", "no_such_bot"])
        seat = self.rng.randrange(5)
        return await self.people[who].request("add_bot", room=self.room(who), bot=bot, seat=seat)

    async def kick(self, who: int) -> Message:
        person = self.rng.choice(self.people).user
        targets: list[dict[str, Any]] = [{"seat": self.rng.randrange(5)}, {"user": person}]
        target = self.rng.choice(targets)
        return await self.people[who].request("kick", room=self.room(who), **target)

    async def start(self, who: int) -> Message:
        return await self.people[who].request("start", room=self.room(who))

    async def resign(self, who: int) -> Message | None:
        """Ends every match the person is in, so that rooms open again."""
        answer = None
        for live in list(self.server.app.play.running.values()):
            answer = await self.people[who].request("resign", match_id=live.id)
        return answer

    async def come_again(self, who: int) -> None:
        """Disappears, and somebody else takes the place."""
        await self.people[who].cut()
        self.people[who] = await self.server.connect(f"p{who}")


@pytest.mark.usefixtures("quick_diffs")
async def test_the_list_is_the_truth_after_each_of_thousands_of_random_deeds(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms_per_user=50)
    reader = Reader(await server.connect("reader"))
    await reader.client.ask("watch_lobby", game="colonizers")
    crowd = Crowd(server, seed=2026)
    await crowd.arrive()
    for _ in range(STEPS):
        await crowd.step(crowd.rng.randrange(PEOPLE))
        await reader.sees(lambda: truth_of(server))
        check_rooms(server)
    tried = {"room", "ok", "seat_taken", "room_full", "already_seated", "not_host", "wrong_state"}
    assert tried | {"not_found", "bad_option"} <= set(crowd.answers), crowd.answers


@pytest.mark.usefixtures("quick_diffs")
async def test_the_list_is_the_truth_after_twenty_people_at_once(serve: Any) -> None:
    server: Server = await serve(rooms__max_rooms_per_user=50)
    reader = Reader(await server.connect("reader"))
    await reader.client.ask("watch_lobby")
    crowd = Crowd(server, seed=7)
    await crowd.arrive()

    async def live(number: int) -> None:
        for _ in range(25):
            await crowd.step(number)

    await asyncio.gather(*(live(number) for number in range(PEOPLE)))
    await reader.sees(lambda: truth_of(server))
    check_rooms(server)
    newcomer = Reader(await server.connect("newcomer"))
    await newcomer.client.ask("watch_lobby")
    assert newcomer.look() == truth_of(server)


@pytest.mark.usefixtures("quick_diffs")
async def test_the_list_is_the_truth_where_the_bells_of_rooms_get_lost(serve: Any) -> None:
    server: Server = await serve(bus__max_pending=1, rooms__max_rooms_per_user=50)
    reader = Reader(await server.connect("reader"))
    await reader.client.ask("watch_lobby")
    ann = await server.connect("ann")
    for _ in range(5):
        for number in range(4):  # together, so that they are handled in one loop turn
            await ann.tell("create_room", game="colonizers", title=f"room {number}")
        await ann.settled()
        await reader.sees(lambda: truth_of(server))
    await ann.leave()
    await reader.sees(dict)
    assert server.app.core.bus.lost > 0


async def test_a_room_that_is_gone_as_soon_as_it_was_listed_leaves_the_list(
    tmp_path: Path, quick_diffs: None
) -> None:
    table = Table(Encoding.JSON, tmp_path)
    ann, reader = table.connect("ann"), table.connect("reader")
    table.connect("other")
    table.tell(reader + 1, "watch_lobby")
    table.tell(ann, "create_room", game="colonizers")
    (room,) = table.app.lobby.rooms
    table.tell(reader, "watch_lobby")  # in the same loop turn
    table.tell(ann, "leave", room=room)
    table.forget()
    async with asyncio.timeout(PATIENCE_S):
        while not table.links[reader].sent:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.001)
    assert decode(table.links[reader].sent[0], Encoding.JSON)["gone"] == [room]
    await table.close()


async def test_changes_within_a_moment_are_joined(server: Server) -> None:
    reader = await server.connect("reader")
    assert (await reader.ask("watch_lobby"))["full"]
    ann = await server.connect("ann")
    room = await open_room(ann)
    for number in range(20):
        await ann.ask("configure", room=room, changes={"title": f"title {number}"})
    diff = await reader.expect("lobby", full=False)
    titles = [room["title"] for room in diff["rooms"]]
    assert titles == ["title 19"] or len(reader.of_type("lobby")) < 5


async def test_a_room_that_becomes_unlisted_leaves_the_list(server: Server) -> None:
    ann, reader = await server.connect("ann"), Reader(await server.connect("reader"))
    room = await open_room(ann)
    assert room in [r["room"] for r in (await reader.client.ask("watch_lobby"))["rooms"]]
    await ann.ask("configure", room=room, changes={"unlisted": True})
    diff = await reader.client.expect("lobby", full=False)
    assert diff["gone"] == [room]
    await ann.ask("configure", room=room, changes={"unlisted": False})
    await reader.client.expect("lobby", full=False)
    assert list(reader.look()) == [room]


async def test_what_happens_in_unlisted_rooms_is_not_told(server: Server) -> None:
    ann, reader = await server.connect("ann"), await server.connect("reader")
    await reader.ask("watch_lobby")
    hidden = await open_room(ann, unlisted=True)
    await ann.ask("leave", room=hidden)
    shown = await open_room(ann)
    await reader.expect("lobby", where=lambda m: [r["room"] for r in m["rooms"]] == [shown])
    assert all(hidden not in message.get("gone", []) for message in reader.of_type("lobby"))


async def test_who_unsubscribes_hears_no_more(server: Server) -> None:
    ann, reader, other = [await server.connect(name) for name in ("ann", "reader", "other")]
    await reader.ask("watch_lobby")
    await other.ask("watch_lobby")
    await reader.ask("watch_lobby", on=False)
    await open_room(ann)
    await other.expect("lobby", full=False)
    await reader.settled()
    assert reader.of_type("lobby")[2:] == []


async def test_other_games_are_filtered_out(server: Server) -> None:
    ann, reader = await server.connect("ann"), await server.connect("reader")
    await open_room(ann)
    assert (await reader.ask("watch_lobby", game="catan")).get("rooms", []) == []


@pytest.mark.parametrize("transport", ["tcp-json", "tcp-msgpack"])
async def test_a_long_list_comes_in_frames_that_the_reader_takes(
    serve: Any, transport: str
) -> None:
    server: Server = await serve(rooms__max_rooms_per_user=500)
    ann = await server.connect("ann")
    for _ in range(150):
        await open_room(ann, title="ü" * 64)
    modest = await server.connect("modest", transport, max_frame=8_192)
    reader = Reader(modest)
    await modest.ask("watch_lobby")
    await reader.sees(lambda: truth_of(server))
    assert len(modest.of_type("lobby")) > 5
    await ann.leave()
    await reader.sees(dict)


async def test_the_status_of_a_match_is_on_the_list(server: Server) -> None:
    ann, reader = await server.connect("ann"), await server.connect("reader")
    await reader.ask("watch_lobby")
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]

    def shows(status: str) -> Callable[[Message], bool]:
        return lambda m: any(r["status"] == status for r in m.get("rooms", []))

    playing = await reader.expect("lobby", where=shows("playing"))
    assert playing["rooms"][0]["match_id"] == match_id
    await play_out([ann], match_id)
    over = await reader.expect("lobby", where=shows("over"))
    assert "match_id" not in over["rooms"][0]
