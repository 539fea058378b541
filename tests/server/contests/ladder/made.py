"""Results, ladders and their notes for the tests of ladders. No tests here."""

import random
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import orjson

from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import Role, User
from infoset_server.common.ids import UserId
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.definition import check_ladder, table_settings
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import Meeting
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.sources import OfferedBot
from infoset_server.http.ladders import LadderPages
from infoset_server.http.routes import Router
from infoset_server.network.caller import Caller

TERMS_PERIOD_MS = 30 * 86_400_000
NOBODY_AWAY = SimpleNamespace(blocked=frozenset())
HERE = cast(Client, SimpleNamespace(line=SimpleNamespace(is_here=True), user=NOBODY_AWAY))
AWAY = cast(Client, SimpleNamespace(line=SimpleNamespace(is_here=False), user=NOBODY_AWAY))


def result(number: int, entries: Sequence[str], places: Sequence[int], **changed: Any) -> RawResult:
    """One match; unless said otherwise of programs, a second after the one before."""
    seats = len(entries)
    values: dict[str, Any] = {
        "number": number,
        "match_id": f"m_{number}",
        "at_ms": number * 1000,
        "entries": tuple(entries),
        "people": (False,) * seats,
        "places": tuple(places),
        "scores": (0.0,) * seats,
        "reason": "finished",
        "faults": ("",) * seats,
        "timeouts": (0,) * seats,
        "illegal": (0,) * seats,
        "decisions": (3,) * seats,
        "took_ms": (30,) * seats,
        "meeting": f"x_{number}",
    }
    return RawResult(**values | changed)


def season(count: int, entries: int, size: int, seed: int = 1) -> list[RawResult]:
    """Random results."""
    rng = random.Random(seed)
    names = [f"e{number}" for number in range(entries)]
    return [
        result(number, rng.sample(names, size), rng.sample(range(1, size + 1), size))
        for number in range(1, count + 1)
    ]


def ladder_page(path: str, *ladders: Ladder) -> dict[str, Any] | None:
    """What a server with these ladders shows at a path, if anything."""
    known = {ladder.name: ladder for ladder in ladders}
    router = Router(LadderPages(cast(Ladders, SimpleNamespace(ladders=known))).routes())
    response = router.look(path, Caller("192.0.2.7"))
    if response is None or response.status_code != 200:
        return None
    document: dict[str, Any] = orjson.loads(response.body)
    return document


class Notepad:
    """Notes that remember."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.kept[kind, key] = orjson.dumps(body)

    def drop(self, kind: str, key: str) -> None:
        self.kept.pop((kind, key), None)

    def of(self, kind: str) -> dict[str, bytes]:
        """The documents of a kind by key."""
        return {key: body for (one, key), body in self.kept.items() if one == kind}


def make_ladder(notes: Notepad | None = None, name: str = "open", **fields: Any) -> Ladder:
    """A ladder of Crossfire for everybody."""
    asked = {"game": "crossfire", "open_to": ["human", "bot", "guest"], "clock": {"kind": "none"}}
    file = check_ladder(asked | fields, "open.toml")
    settings = table_settings(file, RoomLimits())
    return Ladder(name, file, settings, notes or Notepad(), random.Random(1))


def user(name: str, role: Role = Role.PLAYER) -> User:
    """Somebody with an account."""
    return User(UserId(f"u_{name}"), name, role=role)


def enter(ladder: Ladder, name: str, version: str = "1", owner: str = "", **more: Any) -> Entry:
    """An entry in the queue, of an owner of its own."""
    who = user(owner or name, more.pop("role", Role.PLAYER))
    entry = ladder.register(who, name, version, more.pop("kind", "bot"), {})
    asked: dict[str, Any] = {"client": HERE, "parallel": 1, "games": None, "now_s": 0.0} | more
    ladder.queue(entry, **asked)
    return entry


def offered(
    name: str, version: str = "1", owner: str = "", classroom: str | None = None
) -> OfferedBot:
    """A bot that comes with the server, or one that `owner`, a pupil of a class perhaps, has uploaded."""
    if not owner:
        return OfferedBot(name, name, version, f"house:{name}")
    owned = (user(owner).id, owner)
    return OfferedBot(f"{name}@{version}", name, version, *owned, classroom=classroom)


def meet(ladder: Ladder, now_s: float = 0.0) -> Meeting | None:
    """The next meeting, which goes on from now."""
    meeting = ladder.next_meeting(now_s)
    if meeting is not None:
        ladder.meet(meeting)
    return meeting


def play(ladder: Ladder, meeting: Meeting, number: int, **changed: Any) -> None:
    """The meeting's only match; the first seat wins."""
    one = result(number, meeting.seating(), (1, 2), meeting=meeting.id, **changed)
    meeting.results.append(one)
    ladder.count(one)
    ladder.part(meeting, now_s=1.0)
