"""Two hundred matches at once between house bots, all kept on disk: they all end, and nothing stays behind."""

import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.peers import Peer
from tests.faults.servers import UNHURRIED, Child, eventually, running_server

MATCHES: Final = 200
OPTIONS: Final = {"colony": 3}  # how many there are is what is asked, not how long they take
TABLES: Final = (
    ("heuristic", "random", "heuristic", "random"),
    ("random", "heuristic_legacy", "random", "heuristic"),
)
STILL_S: Final = 30.0  # without anything going on; how long all takes depends on the machine
LONGEST_S: Final = 600.0
SETTINGS: Final = UNHURRIED | {
    "rooms.max_rooms_per_user": MATCHES + 2,
    "times.resume_ttl_ms": 0,  # a client that is gone is forgotten at once
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Child]:
    """A server on which one host may have that many rooms."""
    with running_server(tmp_path, SETTINGS) as child:
        yield child


def open_tables(host: Peer, matches: int) -> list[str]:
    """Rooms with a bot on every seat but the last; returns their ids."""
    rooms = []
    for number in range(matches):
        asked = {"game": "colonizers", "options": OPTIONS, "title": f"table {number}"}
        room = host.ask("create_room", **asked)["room"]["room"]
        for seat, bot in enumerate(TABLES[number % len(TABLES)][:-1]):
            add_bot(host, room, seat, bot)
        rooms.append(room)
    return rooms


def add_bot(host: Peer, room: str, seat: int, bot: str) -> None:
    """Puts a house bot on a seat."""
    said = host.ask("add_bot", room=room, seat=seat, bot=bot)
    assert said["type"] == "room", said


def start_all(host: Peer, rooms: list[str]) -> None:
    """The last bot sits down in each room, and its match begins."""
    for number, room in enumerate(rooms):
        add_bot(host, room, 3, TABLES[number % len(TABLES)][-1])


def statuses(lobby: dict[str, Any]) -> dict[str, str]:
    """The status of each room in a full `lobby`."""
    return {room["room"]: room["status"] for room in lobby["rooms"]}


def until_all(server: Child, host: Peer, rooms: list[str], status: str) -> None:
    """Waits until every room has this status.

    In between, the lobby has nothing to tell for long, but actions are taken.
    """
    told: dict[str, str] = statuses(host.ask("watch_lobby"))
    while not all(told.get(room) == status for room in rooms):
        try:
            news = host.read_until(lambda message: message["type"] == "lobby")
        except TimeoutError:
            assert server.goes_on(), f"nothing goes on: {told}"
            continue
        for message in news:
            if message["type"] == "lobby":
                told |= statuses(message)


def stored_matches(folder: Path) -> Counter[str]:
    """How many matches are in the store, by status."""
    with closing(sqlite3.connect(folder / "infoset.sqlite")) as database:
        return Counter(status for (status,) in database.execute("SELECT status FROM matches"))


@pytest.mark.timeout(LONGEST_S)
def test_two_hundred_matches_at_once_all_end_and_leave_nothing_behind(
    server: Child, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Peer(server.port, "tcp-msgpack") as host:
        host.patience_s = STILL_S
        host.hello("host", max_frame=1 << 22)
        warm_up = open_tables(host, 2)
        start_all(host, warm_up)
        until_all(server, host, warm_up, "over")  # the bots' processes are up from here on
        alone = server.open_files() - Counter(socket=1)  # without the host's connection
        before_mb = server.memory_mb()
        rooms = open_tables(host, MATCHES)
        started = time.monotonic()
        with server.bots_held():  # or the first matches might be over before the last begin
            start_all(host, rooms)
            until_all(server, host, rooms, "playing")
        until_all(server, host, rooms, "over")
        seconds = time.monotonic() - started
        after_mb = server.memory_mb()
        for room in warm_up + rooms:
            assert host.ask("leave", room=room)["type"] == "ok"
        assert host.ask("watch_lobby")["rooms"] == []
    ended = [e for e in server.entries() if "ended: finished" in e["message"]]
    with capsys.disabled():
        print(  # noqa: T201  # the numbers are part of what is promised
            f"\n{MATCHES} matches at once in {seconds:.1f} s; "
            f"server memory {before_mb:.0f} MB before, {after_mb:.0f} MB after"
        )
    assert len(ended) == MATCHES + 2
    eventually(
        lambda: stored_matches(tmp_path) == {"finished": MATCHES + 2}, "every match is closed"
    )
    assert server.problems() == []
    with suppress(AssertionError):  # what is open too much says more than that something is
        eventually(lambda: server.open_files() == alone, "what was opened is closed")
    assert server.open_files() == alone
    assert after_mb - before_mb < 40
