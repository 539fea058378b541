"""An edge that strangers have taken over: it has a trunk to the hall, and says what no honest edge would."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from tests.integration.harness import (
    PATIENCE_S,
    Message,
    Server,
    open_room,
    open_server,
    play_on,
    resumption,
    start_match,
)

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.far_pages import PART_BYTES
from infoset_server.cluster.frames import HELD_MOST_US, VERSION, Batch, Frame, Presence, read_frames
from infoset_server.cluster.trunk import HALL, TRUNK

NODE: Final = "e1"
END: Final = "t_e1"
HOUR_MS: Final = 3_600_000
GUEST: Final = {"type": "hello", "proto": [1], "auth": {"kind": "guest", "name": "eve"}}


class TakenOver:
    """Says whatever it is told to say. `heard` is all that the hall has told it."""

    def __init__(self, bus: Bus, hall: Presence) -> None:
        self.heard: list[Any] = []
        self._bus = bus
        self._hall = hall
        self._sent = 0
        self._calls = 0
        bus.subscribe(
            TRUNK,
            f"{NODE}.*",
            lambda subject, batch: self.heard.extend(read_frames(batch.frames)[0]),
            on_gap=lambda lost: None,
            max_pending=10_000,
        )

    def say(self, *said: Frame, **wrong: Any) -> None:
        """Sends frames; with `wrong` fields, whatever these are."""
        packed = []
        for frame in said:
            plain = msgspec.structs.asdict(frame) | wrong
            fields = [plain[name] for name in frame.__struct_fields__]
            packed.append(msgspec.msgpack.encode([frame.__struct_config__.tag, *fields]))
        self._sent += 1
        raw = tuple(map(msgspec.Raw, packed))
        batch = Batch(VERSION, END, self._hall.end, self._sent, raw)
        self._bus.publish(TRUNK, f"{self._hall.node}.{NODE}", batch)

    def open(self, line: int, **wrong: Any) -> None:
        """Somebody says hello who is not there."""
        opened = frames.Opened(
            line,
            "192.0.2.1",
            None,
            is_private=True,
            is_tls=False,
            transport="tcp-json",
            encoding=Encoding.JSON,
            max_frame_out=1 << 20,
            rate_factor=1,
            resumable=0,
            hello=GUEST,
            moves=True,
        )
        self.say(opened, **wrong)

    async def welcomed(self, line: int, **wrong: Any) -> Message:
        """As `open`; returns the `welcome`."""
        self.open(line, **wrong)
        frame = await self.told(frames.Welcomed, lambda frame: frame.line == line)
        welcome: Message = frame.welcome
        return welcome

    async def refused(self, line: int, **wrong: Any) -> frames.Refused:
        """As `open`; returns what the hall says to it."""
        self.open(line, **wrong)
        frame = await self.told(frames.Refused, lambda frame: frame.line == line)
        assert isinstance(frame, frames.Refused)
        return frame

    async def ask(self, line: int, kind: str, /, held_us: int = 0, **fields: Any) -> Any:
        """A client asks for something; returns the answer."""
        self._calls += 1
        number = self._calls
        self.say(frames.Asked(line, {"type": kind, "id": number, **fields}), held_us=held_us)
        return await self.told(
            (frames.Told, frames.Refused), lambda frame: (frame.line, frame.re) == (line, number)
        )

    async def page(self, path: str, *bodies: bytes, **caller: Any) -> frames.PageAnswered:
        """Somebody asks for a page, with a body in so many parts."""
        self._calls += 1
        number, method = self._calls, "POST" if bodies else "GET"
        parts = bodies or (b"",)
        for place, body in enumerate(parts, 1):
            more = place < len(parts)
            self.say(frames.PageAsked(number, body, more, method, path), **caller)
        answer = await self.told(frames.PageAnswered, lambda frame: frame.number == number)
        assert isinstance(answer, frames.PageAnswered)
        return answer

    async def told(self, kinds: Any, fits: Callable[[Any], bool]) -> Any:
        """The first frame of these kinds that fits, waited for."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for frame in self.heard:
                    if isinstance(frame, kinds) and fits(frame):
                        return frame
                await asyncio.sleep(0.01)
                self.say()  # so that the hall knows that it is there

    async def settled(self) -> None:
        """The hall has taken all that was said."""
        await self.page("/nowhere")


@asynccontextmanager
async def taken_over(folder: Path, **settings: Any) -> AsyncIterator[tuple[Server, TakenOver]]:
    """A hall, an edge at which clients come in, and another one that is not honest."""
    async with open_server(folder, with_front=True, with_play=False, **settings) as server:
        assert server.front is not None
        bus = server.front.bus
        found: asyncio.Future[Presence] = asyncio.get_running_loop().create_future()

        def note(node: str, presence: Presence) -> None:
            if not found.done():
                found.set_result(presence)

        bus.subscribe(HALL, "*", note, on_gap=lambda lost: None, max_pending=10)
        yield server, TakenOver(bus, await found)


async def test_a_client_in_an_encoding_that_there_is_not_breaks_nothing_for_others(
    tmp_path: Path,
) -> None:
    async with taken_over(tmp_path) as (server, edge):
        edge.open(1, encoding="xml")
        await edge.settled()
        assert not server.app.people.clients
        ada = await server.connect("ada")
        room = await open_room(ada)
        edge.say(frames.Asked(1, {"type": "join", "id": 9, "room": room, "seat": 1}))
        await edge.settled()
        assert (await ada.request("chat", room=room, text="hear"))["type"] == "ok"


async def test_a_line_that_is_opened_again_leaves_nobody_behind(tmp_path: Path) -> None:
    async with taken_over(tmp_path) as (server, edge):
        for _ in range(5):
            edge.open(1)
        await edge.settled()
        assert len(server.app.people.clients) == 1
        edge.say(frames.Gone(1, CloseCode.NORMAL))
        await edge.settled()
        assert not server.app.people.clients


async def test_a_hello_that_is_none_leaves_no_line_and_no_secret_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with taken_over(tmp_path) as (server, edge):
        assert server.front is not None
        auth = {"kind": "token", "token": {"inf_hidden": "inf_hidden"}}
        edge.open(1, hello=GUEST | {"auth": auth})
        edge.say(frames.Asked(1, {"type": "no such"}))
        await edge.settled()
        assert server.front.reception.lines == 0
        assert "a frame of edge e1/t_e1 is refused: bad_message: hello" in caplog.text
        assert "inf_hidden" not in caplog.text


@pytest.mark.parametrize("factor", [1 << 40, 0, -1])
async def test_an_edge_gives_nobody_more_than_a_house_bot_has(tmp_path: Path, factor: int) -> None:
    async with taken_over(tmp_path, queues__house_factor=3) as (server, edge):
        edge.open(1, rate_factor=factor)
        await edge.settled()
        known = [frame.welcome for frame in edge.heard if isinstance(frame, frames.Welcomed)]
        rates = [welcome["limits"]["computes_per_s"] for welcome in known]
        most = server.app.config.rates.computes_per_s * 3
        assert rates == ([most] if factor > 0 else [])


async def test_what_an_edge_says_of_time_saves_its_client_little_and_stops_no_clock(
    tmp_path: Path,
) -> None:
    clock = {"kind": "per_move", "move_ms": HOUR_MS}
    async with taken_over(tmp_path) as (server, edge):
        ada = await server.connect("ada")
        await edge.welcomed(1)
        room = await open_room(ada, clock=clock)
        await ada.ask("join", room=room, seat=0)
        await edge.ask(1, "join", room=room, seat=1, ready=True)
        await ada.ask("start", room=room)
        match_id = (await ada.expect("match_start"))["match_id"]
        live = server.live(match_id)
        while 1 not in live.match.open:
            await server.until(lambda: bool({0, 1}.intersection(live.match.open)))
            if 0 in live.match.open:
                number = live.match.open[0].number
                await ada.ask("act", match_id=match_id, decision=number, index=0)
        asked = live.match.open[1]
        asked.opened_ms -= HOUR_MS // 2  # it has thought for so long
        act = {"match_id": match_id, "decision": asked.number, "index": 0}
        edge.say(frames.Asked(1, {"type": "act", **act}), held_us=-HOUR_MS * 1000)
        await edge.settled()
        assert live.match.open[1] is asked, "no time is less than none"
        await edge.ask(1, "act", held_us=HOUR_MS * 1000, **act)
        assert asked.charged_ms >= HOUR_MS // 2 - HELD_MOST_US / 1_000
        assert all(one.opened_ms <= live.clock.now_ms() for one in live.match.open.values())


async def test_the_hall_tells_its_numbers_to_nobody_who_asks_at_an_edge(tmp_path: Path) -> None:
    readers = {"status__metrics_for": ["192.0.2.9"]}
    async with taken_over(tmp_path, **readers) as (_, edge):
        for address in ("127.0.0.1", "::1", "192.0.2.9"):
            answer = await edge.page("/metrics", address=address, is_private=True)
            assert (answer.status, b"infoset_" in answer.body) == (403, False)
        assert (await edge.page("/openapi.json")).status == 200


async def test_a_body_without_an_end_is_not_kept(tmp_path: Path) -> None:
    async with taken_over(tmp_path, frames__max_body_bytes=PART_BYTES) as (server, edge):
        assert server.front is not None
        parts = [bytes(PART_BYTES)] * 20
        assert (await edge.page("/enrol", *parts)).status == 413
        desk = server.front.reception._edges[NODE].pages
        for number in range(1_000, 1_020):
            edge.say(frames.PageAsked(number, bytes(PART_BYTES), True, "POST", "/enrol"))
        await server.until(lambda: desk._asked is not None and desk._asked.head.number == 1_019)
        assert desk._asked is not None
        assert len(desk._asked.body) == PART_BYTES


async def test_a_session_that_is_given_up_without_an_end_is_not_kept(tmp_path: Path) -> None:
    few = {"queues__resume_bytes": 65_536, "queues__max_bytes": 65_536}
    async with taken_over(tmp_path, **few) as (server, edge):
        await edge.welcomed(1)
        edge.say(frames.Stops())
        await edge.told(frames.HandOver, lambda frame: frame.line == 1)
        for _ in range(5):
            edge.say(frames.Parked(1, bytes(PART_BYTES), more=True))
        closed = await edge.told(frames.Closed, lambda frame: frame.line == 1)
        assert closed.reason == "the session is lost"
        edge.say(frames.Parked(1, b"", more=False))
        await edge.settled()
        assert not server.app.people.clients


async def test_sessions_at_other_edges_are_out_of_reach(tmp_path: Path) -> None:
    """Whoever has no token of theirs can neither go on with them nor speak for them, whatever its edge says."""
    async with taken_over(tmp_path) as (server, edge):
        assert server.front is not None
        ada = await server.connect("ada")
        match_id = await start_match([ada])
        wanted = resumption(ada)
        adas = next(iter(server.app.people.clients))
        assert isinstance(adas, FarLine)
        line = adas.number
        guesses = [wanted | {"token": "guess"}, wanted | {"token": ""}]
        for number, resume in enumerate(guesses, 10):
            welcome = await edge.welcomed(number, hello=GUEST | {"resume": resume}, resumable=line)
            assert not welcome["resumed"]
            assert welcome["user"] != ada.user
        for kind in ("resign", "chat", "leave"):
            about = {"match_id": match_id, "text": "I am ada", "id": 1, "type": kind}
            edge.say(frames.Asked(line, about))
        edge.say(frames.Gone(line, CloseCode.NORMAL), frames.WentAway(line), frames.Silent(line))
        edge.say(frames.Parked(line, b"", more=False), frames.Stays(line), frames.Settled(line))
        await edge.settled()
        await play_on(ada, match_id)
        assert ada.of_type("chat_msg") == []
        assert not any(
            isinstance(frame, frames.Told) and frame.line == line for frame in edge.heard
        )


async def test_whoever_guesses_at_many_edges_has_the_tries_of_one(tmp_path: Path) -> None:
    wrong = GUEST | {"auth": {"kind": "token", "token": "inf_user_guessed"}}
    async with taken_over(tmp_path, connections__failed_hellos_per_min=1) as (server, edge):
        for line in range(1, 5):
            assert (await edge.refused(line, hello=wrong)).code == ErrorCode.AUTH_FAILED
        for line, hello in ((5, wrong), (6, GUEST)):
            refused = await edge.refused(line, hello=hello)
            assert (refused.code, refused.fatal) == (ErrorCode.RATE_LIMITED, True)
            assert refused.retry_ms
            edge.say(frames.Gone(line, CloseCode.RATE_ABUSE))
        assert await edge.welcomed(7, address="192.0.2.2")
        assert len(server.app.people.clients) == 1


async def test_who_is_let_in_takes_nobody_elses_try(tmp_path: Path) -> None:
    """Also with a session that they go on with, at the same edge."""
    async with taken_over(tmp_path, connections__failed_hellos_per_min=1) as (_, edge):
        first = await edge.welcomed(1)
        for line in range(2, 12):
            await edge.welcomed(line)
        resume = {"session": first["session"], "token": first["resume_token"], "seq": 0}
        for line in range(20, 30):
            edge.open(line, hello=GUEST | {"resume": resume}, resumable=1)
            await edge.settled()
            moves = [frame for frame in edge.heard if isinstance(frame, frames.GoOn)]
            (went_on,) = (frame for frame in moves if frame.newcomer == line)
            assert went_on.line == 1
            resume["token"] = went_on.welcome["resume_token"]
