"""A program under its supervisor: when it is started again, what it is told, and what of its talk is passed on.

Program and server are played by the test, and time passes by hand.
"""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, cast

import pytest

from infoset.assistant import supervisor as module
from infoset.assistant.supervisor import LOGS_PER_S, MAX_OPEN, NOISE_CHECK_S, Supervisor
from infoset.bridge.child import Grace
from infoset.client import Client, Incoming
from infoset.errors import CommandError, ConnectionLostError, RequestError
from infoset_protocol.messages import AssistJoin, Ok, ServerMessage, read_server_message

MATCH = "m_1"
START = {
    "type": "match_start",
    "match_id": MATCH,
    "game": "toy",
    "rules": "toy/1.0",
    "role": "assist",
    "seat": 0,
    "players": [],
    "clock": {"kind": "none"},
    "consts_hash": "c0",
}
OVER = {
    "type": "match_over",
    "match_id": MATCH,
    "reason": "finished",
    "places": [],
    "scores": [],
    "returns": [],
}
OVERLAY = {"type": "overlay", "items": [{"id": "a", "k": "mark"}], "until": "removed"}
Plain = dict[str, Any]


class Program:
    """A running program that says what it is told to say."""

    def __init__(self) -> None:
        self.told: list[Plain] = []
        self.ending = "exit code 1"
        self.last_words = ""
        self.is_stopped = False
        self._said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._has_ended = asyncio.Event()

    def tell(self, line: bytes) -> None:
        self.told.append(json.loads(line))

    async def lines(self) -> AsyncIterator[bytes | None]:
        while (line := await self._said.get()) != b"end":
            yield line

    async def stop(self, farewell: Sequence[bytes], grace: Grace) -> None:
        self.is_stopped = True

    def say(self, *lines: bytes | Plain | None) -> None:
        """It prints these; None is a line over the limit."""
        for line in lines:
            self._said.put_nowait(json.dumps(line).encode() if isinstance(line, dict) else line)

    def crash(self, last_words: str = "") -> None:
        self.last_words = last_words
        self._said.put_nowait(b"end")

    def types(self) -> list[str]:
        """The types of what it was told since the last look."""
        told, self.told = self.told, []
        return [str(plain["type"]) for plain in told]


class Server:
    """What the supervisor's client hears. Requests are answered with `ok` unless `refusal` or `holds` says otherwise."""

    def __init__(self, **place: str) -> None:
        self.joined: list[str] = []
        self.asked: list[Plain] = []
        self.answer: Plain = {"type": "ok", "seq": 1}
        self.refusal: Exception | None = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.versions: list[int] = []  # of the snapshots that are sent next; then 3
        self.join_refusal: Exception | None = None
        self._place = place
        self._inbox: asyncio.Queue[Plain | Exception] = asyncio.Queue()

    async def request(self, message: AssistJoin) -> ServerMessage:
        self.joined.append(message.code)
        if self.join_refusal is not None:
            raise self.join_refusal
        data = {"assistant": "a_1", "key": "ak_1", "rights": ["view", "draw"], **self._place}
        return Ok(data=data)

    async def receive(self) -> Incoming:
        plain = await self._inbox.get()
        if isinstance(plain, Exception):
            raise plain
        return Incoming(plain, read_server_message(plain))

    async def exchange(self, plain: Mapping[str, Any]) -> Plain:
        self.asked.append(dict(plain))
        await self.may_answer.wait()
        if plain["type"] == "sync":
            ver = self.versions.pop(0) if self.versions else 3
            return {"type": "snapshot", "match_id": MATCH, "ver": ver, "obs": {}, "re": 9, "seq": 4}
        if self.refusal is not None and plain["type"] != "assist_log":
            raise self.refusal
        return dict(self.answer)

    def say(self, plain: Plain | Exception) -> None:
        self._inbox.put_nowait(plain)

    def of_type(self, kind: str) -> list[Plain]:
        return [plain for plain in self.asked if plain["type"] == kind]

    def logs(self) -> list[tuple[str, str]]:
        """What the owner was told, with its level."""
        return [(plain["level"], plain["text"]) for plain in self.of_type("assist_log")]


class Scene:
    """A supervisor that runs, its server and its programs, the last one running."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
        self.server = server
        self.programs: list[Program] = []
        self.start_refusal: Exception | None = None
        self.out = io.StringIO()
        self._now_s = 1_000.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self._now_s)
        monkeypatch.setattr(module, "WatchedChild", self)
        client = cast(Client, server)
        self.supervisor = Supervisor(client, "ac_1", ["/bin/program", "-x"], self.out)
        self.run = asyncio.create_task(self.supervisor.run())

    async def start(self, argv: Sequence[str], label: str) -> Program:
        """As WatchedChild.start."""
        assert (argv, label) == (["/bin/program", "-x"], "program")
        if self.start_refusal is not None:
            raise self.start_refusal
        self.programs.append(Program())
        return self.programs[-1]

    @property
    def program(self) -> Program:
        return self.programs[-1]

    async def settle(self) -> None:
        """Whatever can happen now has happened: nothing here waits for anything outside the loop."""
        for _ in range(60):
            await asyncio.sleep(0)

    async def pass_s(self, seconds: float) -> None:
        self._now_s += seconds
        await self.settle()

    async def tell(self, *plains: Plain) -> None:
        for plain in plains:
            self.server.say(plain)
        await self.settle()

    async def say(self, *lines: bytes | Plain | None) -> None:
        self.program.say(*lines)
        await self.settle()

    async def crash(self, last_words: str = "") -> None:
        self.program.crash(last_words)
        await self.settle()


async def opened(monkeypatch: pytest.MonkeyPatch, **place: str) -> AsyncIterator[Scene]:
    scene = Scene(monkeypatch, Server(**place))
    await scene.settle()
    yield scene
    scene.run.cancel()
    await asyncio.gather(scene.run, return_exceptions=True)


@pytest.fixture
async def lobby(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """An assistant for a room in which nothing is played."""
    async for scene in opened(monkeypatch, room="R_1"):
        yield scene


@pytest.fixture
async def playing(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    """An assistant for one match, which has begun."""
    async for scene in opened(monkeypatch, match_id=MATCH):
        await scene.tell(START)
        scene.program.told.clear()
        yield scene


# Beginnings.


async def test_a_program_is_first_told_who_it_is(lobby: Scene) -> None:
    assert lobby.server.joined == ["ac_1"]
    assert lobby.program.told == [
        {"type": "assist_start", "assistant": "a_1", "rights": ["view", "draw"], "restarts": 0}
    ]
    assert lobby.out.getvalue() == "attached as a_1, rights: view, draw\n"


async def test_who_may_not_join_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    server.join_refusal = RequestError("wrong_code", "no such invitation")
    scene = Scene(monkeypatch, server)
    with pytest.raises(RequestError, match="wrong_code"):
        await scene.run
    assert scene.programs == []


async def test_a_program_that_cannot_be_started_ends_it_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch, Server())
    scene.start_refusal = CommandError("cannot start /bin/program: No such file")
    with pytest.raises(CommandError, match="cannot start"):
        await scene.run


# Restarts.


async def test_a_program_that_ends_is_started_again_with_growing_patience(lobby: Scene) -> None:
    for restarts, wait_s in enumerate((1, 2, 4, 8, 16, 30, 30), 1):
        await lobby.crash()
        assert lobby.program.is_stopped
        await lobby.pass_s(wait_s - 0.01)
        assert len(lobby.programs) == restarts
        await lobby.pass_s(0.01)
        assert len(lobby.programs) == restarts + 1
        assert lobby.program.told[0]["restarts"] == lobby.supervisor.restarts == restarts


async def test_a_program_that_has_run_for_long_is_forgiven_its_earlier_ends(lobby: Scene) -> None:
    for wait_s in (1, 2, 4):
        await lobby.crash()
        await lobby.pass_s(wait_s)
    await lobby.pass_s(20)
    await lobby.crash()
    await lobby.pass_s(1)
    assert len(lobby.programs) == 5


async def test_the_owner_hears_how_a_program_ended(playing: Scene) -> None:
    await playing.crash("KeyError: 'gone'")
    words = "the program ended (exit code 1: KeyError: 'gone'); again in 1 s"
    assert playing.server.logs() == [("error", words)]
    assert f"error: {words}" in playing.out.getvalue()


async def test_a_successor_is_told_how_things_stand_and_what_is_drawn(playing: Scene) -> None:
    await playing.say(OVERLAY)
    await playing.crash()
    await playing.pass_s(1)
    told = {plain["type"]: plain for plain in playing.program.told}
    assert list(told) == ["assist_start", "match_start", "assist_layers", "snapshot"]
    assert told["assist_layers"]["layers"] == {"main": ["a"]}
    assert told["snapshot"] == {"type": "snapshot", "match_id": MATCH, "ver": 3, "obs": {}}


async def test_a_successor_is_told_no_position_older_than_what_it_has_heard(playing: Scene) -> None:
    await playing.crash()
    playing.server.may_answer.clear()
    playing.server.versions = [3, 4]
    await playing.pass_s(1)
    playing.program.told.clear()
    await playing.tell({"type": "events", "match_id": MATCH, "ver": 4, "items": []})
    playing.server.may_answer.set()
    await playing.settle()
    told = [(plain["type"], plain["ver"]) for plain in playing.program.told]
    assert told == [("events", 4), ("snapshot", 4)]
    assert len(playing.server.of_type("sync")) == 2


async def test_a_drawing_that_was_refused_is_not_there(playing: Scene) -> None:
    playing.server.refusal = RequestError("bad_option", "no such anchor")
    await playing.say(OVERLAY)
    await playing.crash()
    await playing.pass_s(1)
    told = {plain["type"]: plain for plain in playing.program.told}
    assert told["assist_layers"]["layers"] == {}


async def test_what_happens_between_two_lives_disturbs_nobody(playing: Scene) -> None:
    await playing.crash()
    await playing.tell({"type": "events", "match_id": MATCH, "ver": 2, "items": []})
    assert not playing.run.done()
    await playing.pass_s(1)
    assert len(playing.programs) == 2


# What a program is told.


async def test_a_program_hears_the_messages_of_its_seat_as_they_are(playing: Scene) -> None:
    events = {"type": "events", "match_id": MATCH, "ver": 2, "items": []}
    await playing.tell(events)
    assert playing.program.told == [events]
    await playing.tell({"type": "not_invented_yet", "match_id": MATCH})
    assert playing.program.types() == ["events"]  # what the SDK cannot read is not passed on


async def test_a_program_hears_each_second_of_a_match(lobby: Scene) -> None:
    await lobby.pass_s(1)
    assert lobby.program.types() == ["assist_start"]
    await lobby.tell(START)
    for _ in range(3):
        await lobby.pass_s(1)
    ticks = [plain["seconds"] for plain in lobby.program.told if plain["type"] == "tick"]
    assert ticks == [1, 2, 3]
    await lobby.tell(OVER, START)
    lobby.program.told.clear()
    await lobby.pass_s(1)
    assert lobby.program.told == [{"type": "tick", "seconds": 1}]


# What a program says.


async def test_a_request_is_passed_on_with_the_match_it_may_leave_out(playing: Scene) -> None:
    await playing.say(OVERLAY, {**OVERLAY, "match_id": "m_other"})
    overlays = playing.server.of_type("overlay")
    assert [plain["match_id"] for plain in overlays] == [MATCH, "m_other"]
    assert playing.program.told == []  # no id, no answer


async def test_who_asks_with_an_id_is_answered_with_it(playing: Scene) -> None:
    playing.server.answer = {"type": "ok", "re": 77, "warn": ["too small to see"]}
    await playing.say({**OVERLAY, "id": 5})
    assert playing.program.told == [{"type": "ok", "re": 5, "warn": ["too small to see"]}]
    assert "! too small to see" in playing.out.getvalue()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"type":"resign","match_id":"m_1"}', "unknown_type"),
        (b"{not json", "bad_frame"),
        (b'{"type":"overlay","items":"many"}', "bad_message"),
    ],
)
async def test_what_an_assistant_may_not_say_is_not_sent_and_both_hear_why(
    playing: Scene, line: bytes, code: str
) -> None:
    await playing.say(line)
    assert [plain["type"] for plain in playing.server.asked] == ["assist_log"]
    ((level, text),) = playing.server.logs()
    assert level == "warning"
    assert text.startswith("not sent: ")
    (error,) = playing.program.told
    assert error["type"] == "error"
    assert error["code"] == code


async def test_a_refusal_is_told_to_the_program_and_its_owner(playing: Scene) -> None:
    playing.server.refusal = RequestError("right_missing", "you may not draw")
    await playing.say({**OVERLAY, "id": 5})
    (error,) = playing.program.told
    assert (error["type"], error["code"], error["re"]) == ("error", "right_missing", 5)
    ((level, text),) = playing.server.logs()
    assert level == "warning"
    assert text.startswith("overlay was refused: ")


async def test_an_answer_that_came_too_late_is_nobodys_fault(playing: Scene) -> None:
    playing.server.refusal = RequestError("stale_decision", "too late")
    await playing.say({"type": "act", "decision": 1, "index": 0, "id": 5})
    assert playing.program.types() == ["error"]
    assert playing.server.logs() == []


async def test_a_request_that_is_lost_with_the_connection_ends_nothing(playing: Scene) -> None:
    playing.server.refusal = ConnectionLostError("gone")
    await playing.say(OVERLAY)
    playing.server.refusal = None
    await playing.say(OVERLAY)
    assert len(playing.server.of_type("overlay")) == 2
    assert not playing.run.done()


async def test_a_program_has_so_many_requests_on_their_way_and_no_more(playing: Scene) -> None:
    playing.server.may_answer.clear()
    await playing.say(*[OVERLAY] * (MAX_OPEN + 3))
    assert len(playing.server.of_type("overlay")) == MAX_OPEN
    playing.server.may_answer.set()
    await playing.settle()
    assert len(playing.server.of_type("overlay")) == MAX_OPEN + 3


async def test_what_is_no_request_goes_to_the_log_of_the_owner(playing: Scene) -> None:
    await playing.say(b"thinking ...", b"", b"  ", {"type": "assist_log", "text": "deep thought"})
    assert playing.server.logs() == [("info", "thinking ..."), ("info", "deep thought")]
    assert "thinking ...\ndeep thought\n" in playing.out.getvalue()
    await playing.say(None)
    assert playing.server.logs()[-1][0] == "warning"
    assert "over the limit" in playing.server.logs()[-1][1]


async def test_without_a_match_a_log_is_only_shown_here(lobby: Scene) -> None:
    await lobby.say(b"waiting")
    assert "waiting\n" in lobby.out.getvalue()
    assert lobby.server.asked == []


async def test_a_program_that_talks_too_much_is_shown_in_part_and_the_rest_counted(
    playing: Scene,
) -> None:
    noise = [f"line {number}".encode() for number in range(100)]
    await playing.say(*noise)
    await playing.settle()
    for _ in range(10):
        await playing.settle()
    shown = [text for level, text in playing.server.logs() if level == "info"]
    assert shown == [f"line {number}" for number in range(2 * LOGS_PER_S)]
    await playing.pass_s(NOISE_CHECK_S)
    dropped = 100 - 2 * LOGS_PER_S
    words = f"{dropped} lines of log were too many and are not shown"
    assert playing.server.logs()[-1] == ("warning", words)
    count = len(playing.server.logs())
    await playing.pass_s(NOISE_CHECK_S)
    assert len(playing.server.logs()) == count  # told once


# Ends.


async def test_an_assistant_of_one_match_ends_with_it(playing: Scene) -> None:
    await playing.tell(OVER)
    await playing.run
    assert playing.program.types() == ["match_over"]
    assert playing.program.is_stopped


async def test_an_assistant_of_a_room_stays_for_the_next_match(lobby: Scene) -> None:
    await lobby.tell(START, OVER)
    assert not lobby.run.done()
    assert not lobby.program.is_stopped


def status(assistant: str, is_on: bool, *rights: str) -> Plain:
    return {"type": "assist_status", "assistant": assistant, "on": is_on, "rights": [*rights]}


async def test_who_is_sent_away_ends_and_others_do_not_matter(lobby: Scene) -> None:
    await lobby.tell(status("a_2", False))
    assert not lobby.run.done()
    await lobby.tell(status("a_1", False))
    await lobby.run
    assert lobby.program.is_stopped
    assert "sent away" in lobby.out.getvalue()


async def test_a_successor_is_told_the_rights_of_now(lobby: Scene) -> None:
    await lobby.tell(status("a_1", True, "view", "act"))
    await lobby.crash()
    await lobby.pass_s(1)
    assert lobby.program.told[0]["rights"] == ["view", "act"]


@pytest.mark.parametrize("is_resumed", [True, False])
async def test_a_session_that_is_another_joins_again_with_the_key(
    lobby: Scene, welcome: Plain, is_resumed: bool
) -> None:
    await lobby.tell(welcome | {"resumed": is_resumed})
    assert lobby.server.joined == (["ac_1"] if is_resumed else ["ac_1", "ak_1"])
    assert "welcome" not in lobby.program.types()


async def test_a_connection_that_is_lost_for_good_ends_it_with_the_reason(lobby: Scene) -> None:
    lobby.server.say(ConnectionLostError("gone for good"))
    with pytest.raises(ConnectionLostError, match="gone for good"):
        await lobby.run
    assert lobby.program.is_stopped
