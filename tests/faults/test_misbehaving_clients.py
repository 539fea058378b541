"""Clients that misbehave in the middle of a match: the others play on, nobody waits beyond the clock.

Whatever the villain of a table does, the match ends by its rules, the honest have missed nothing, their
acts were answered at once, and the server has neither grown nor complained.
"""

import contextlib
import itertools
import socket
import time
from collections.abc import Iterator
from typing import Final

import pytest
from tests.faults.mutations import BAD_JSON
from tests.faults.peers import TRANSPORTS, ClosedError, Peer, Plain, websocket_frame
from tests.faults.playing import Player, open_room, play_until, take_seat
from tests.faults.servers import UNHURRIED, Child, eventually
from tests.faults.villains import (
    LONG_CLOCK,
    MATCH_S,
    MISSES,
    PROPER,
    SEAT,
    VILLAINIES,
    Table,
    server_with_villains,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server with its usual limits."""
    with server_with_villains(tmp_path_factory.mktemp("villains"), {}) as child:
        yield child


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that finds no rate of requests too high, so that only the reading counts."""
    with server_with_villains(tmp_path_factory.mktemp("unhurried"), UNHURRIED) as child:
        yield child


@pytest.fixture(params=["takeover", "forfeit"])
def absent(request: pytest.FixtureRequest) -> str:
    """What becomes of a seat that is lost."""
    rule: str = request.param
    return rule


@pytest.fixture
def table(server: Child, absent: str) -> Iterator[Table]:
    """A table whose villain speaks JSON lines."""
    with contextlib.closing(Table(server, absent)) as ready:
        yield ready


@pytest.fixture
def lasting_table(server: Child) -> Iterator[Table]:
    """The same, where a house bot takes lost seats over."""
    with contextlib.closing(Table(server, "takeover")) as ready:
        yield ready


def misses_and_stand_ins(table: Table) -> tuple[int, list[str]]:
    """How often the villain missed before its seat was lost, and who has taken that over, in order."""
    told = [m for m in table.honest[0].seen if m.get("seat") == SEAT]
    told = [m for m in told if m["type"] == "timeout" or "taken_by" in m]
    missed = list(itertools.takewhile(lambda message: message["type"] == "timeout", told))
    return len(missed), [message["taken_by"] for message in told if "taken_by" in message]


def lost_by_misses(table: Table, over: Plain, absent: str) -> None:
    """The villain missed as often as allowed, then its seat was lost as agreed."""
    missed, taken = misses_and_stand_ins(table)
    assert missed == MISSES
    assert bool(taken) == (absent == "takeover")
    if absent == "forfeit":
        assert over["places"][SEAT] == 4


def test_a_player_who_never_answers_is_played_for(table: Table, absent: str) -> None:
    lost_by_misses(table, table.play(table.villain.read_available), absent)


def test_a_player_who_dies_is_played_for(table: Table) -> None:
    table.first_turn()
    table.villain.reset()
    over = table.play()
    assert over["timeouts"][SEAT] <= MISSES


def test_a_player_who_shuts_its_side_of_the_connection_is_played_for(table: Table) -> None:
    table.first_turn()
    table.villain.socket.shutdown(socket.SHUT_WR)
    table.play(table.villain.read_available)
    assert table.villain.wait_closed() is None


def test_a_flood_of_requests_is_slowed_down_refused_and_closed(lasting_table: Table) -> None:
    villain = lasting_table.villain
    flood = villain.wire.frame(villain.encode({"type": "ping"})) * 400
    sent = 0

    def pour() -> None:
        nonlocal sent
        villain.read_available()
        villain.inbox.clear()
        sent += villain.send_some(flood)

    lasting_table.first_turn()
    lasting_table.play(pour)
    play_until([], lambda: villain.is_ended, MATCH_S, pour)
    assert villain.close_code == 4429
    assert sent > len(flood)


KEEP_ALIVES: Final = {
    "tcp-json": b"\n",
    "tcp-msgpack": bytes(4),
    "ws-json": websocket_frame(b"", 9),
    "ws-msgpack": websocket_frame(b"", 10),
}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_flood_of_keep_alives_does_not_delay_a_match(server: Child, transport: str) -> None:
    with contextlib.closing(Table(server, "takeover", transport)) as table:
        flood = KEEP_ALIVES[transport] * 500_000
        rest = flood

        def pour() -> None:
            nonlocal rest
            table.villain.read_available()
            rest = rest[table.villain.send_some(rest) :] or flood

        table.play(pour)
        if transport.startswith("ws"):
            assert table.villain.wait_closed() == 4400


DENSE: Final[dict[str, Plain]] = {
    "many values": {"type": "ping", "pad": [[1] * 4000] * 60},
    "all values allowed": {"type": "ping", "pad": [[None] * 4000, [0.5] * 4000], "s": "\u028a"},
    "many fields": {"type": "ping"} | {f"field {number}": number for number in range(4000)},
    "large action": {"type": "act", "match_id": "m_1", "decision": 1, "action": ["x" * 200_000]},
    "many wrong items": {"type": "act", "match_id": "m", "decision": 1, "picks": ["x"] * 4000},
}


@pytest.mark.parametrize("message", DENSE.values(), ids=DENSE.keys())
@pytest.mark.parametrize("transport", ["tcp-msgpack", "ws-json"])
def test_a_flood_of_heavy_messages_does_not_delay_a_match(
    server: Child, transport: str, message: Plain
) -> None:
    with contextlib.closing(Table(server, "takeover", transport)) as table:
        flood = table.villain.wire.frame(table.villain.encode(message))
        rest = flood

        def pour() -> None:
            nonlocal rest
            table.villain.read_available()
            table.villain.inbox.clear()
            rest = rest[table.villain.send_some(rest) :] or flood

        table.play(pour)


def test_a_flood_from_many_outsiders_does_not_delay_a_match(lasting_table: Table) -> None:
    villains = [Peer(lasting_table.server.port, transport) for transport in TRANSPORTS * 3]
    floods = []
    for villain in villains:
        villain.hello("flood")
        floods.append(villain.wire.frame(villain.encode({"type": "describe"})) * 50)

    def pour() -> None:
        for villain, flood in zip(villains, floods, strict=True):
            villain.read_available()
            villain.inbox.clear()
            villain.send_some(flood)

    lasting_table.play(pour)
    for villain in villains:
        villain.socket.close()


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_player_who_reads_nothing_is_closed_and_played_for(
    unhurried: Child, transport: str
) -> None:
    with contextlib.closing(Table(unhurried, "takeover", transport, deaf=True)) as table:
        villain = table.villain
        match_id = table.first_turn()["match_id"]
        ask = villain.wire.frame(villain.encode({"type": "sync", "match_id": match_id}))
        waiting = b""

        def ask_and_never_read() -> None:
            nonlocal waiting
            waiting = waiting or ask * 1000
            waiting = waiting[villain.send_some(waiting) :]

        over = table.play(ask_and_never_read)
        assert over["timeouts"][SEAT] >= 1
        cut = f"{villain.welcome['session']} closed (4430)"
        eventually(lambda: any(cut in e["message"] for e in unhurried.entries()), cut)


def test_a_player_who_sends_garbage_is_closed_and_played_for(table: Table) -> None:
    table.first_turn()
    for bad in BAD_JSON[:8]:
        table.villain.send_payload(bad or b"]")
    table.play(table.villain.read_available)
    assert table.villain.wait_closed() == 4400


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_player_who_sends_huge_frames_is_closed_and_played_for(
    server: Child, transport: str
) -> None:
    with contextlib.closing(Table(server, "takeover", transport)) as table:
        table.first_turn()
        huge = table.villain.wire.frame(b"x" * (12 << 20))

        def push() -> None:
            nonlocal huge
            table.villain.read_available()
            huge = huge[table.villain.send_some(huge) :]

        table.play(push)
        assert table.villain.wait_closed() == 4413


def test_a_player_who_never_ends_a_frame_is_closed_and_played_for(table: Table) -> None:
    table.first_turn()
    table.villain.send_bytes(b'{"type":"act"')
    table.play(table.villain.read_available)
    assert table.villain.wait_closed() == 4400


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_player_who_writes_byte_by_byte_plays_like_everybody(
    server: Child, transport: str
) -> None:
    with contextlib.closing(Table(server, "takeover", transport, clock=LONG_CLOCK)) as table:
        slow = Player(table.villain, SEAT, server.stalled_s)
        whole = table.villain.send_bytes

        def dribble(data: bytes) -> None:
            for at in range(len(data)):
                whole(data[at : at + 1])

        setattr(table.villain, "send_bytes", dribble)  # noqa: B010  # mypy forbids the plain form
        over = table.play(slow.step)
        assert over["timeouts"][SEAT] == slow.excused
        assert slow.refused == []


def test_a_player_who_answers_other_questions_is_refused_and_played_for(
    table: Table, absent: str
) -> None:
    villain = table.villain

    def answer_wrongly() -> None:
        villain.read_available()
        while villain.inbox:
            message = villain.inbox.popleft()
            if message["type"] == "your_turn":
                for decision in (message["decision"] - 1, message["decision"] + 1, 9999):
                    villain.send(
                        type="act", match_id=message["match_id"], decision=decision, index=0
                    )
                villain.send(type="act", match_id="m_nobody", decision=message["decision"], index=0)
            elif message["type"] == "error":
                codes.append(message["code"])

    codes: list[str] = []
    lost_by_misses(table, table.play(answer_wrongly), absent)
    assert {"stale_decision", "not_found"} <= set(codes)
    assert set(codes) <= {"stale_decision", "not_found", "not_your_seat"}


def test_a_player_who_acts_illegally_three_times_misses_at_once(table: Table, absent: str) -> None:
    villain = table.villain

    def cheat() -> None:
        villain.read_available()
        while villain.inbox:
            message = villain.inbox.popleft()
            if message["type"] == "your_turn":
                for _ in range(3):
                    villain.send(
                        type="act",
                        match_id=message["match_id"],
                        decision=message["decision"],
                        index=message["n"],
                    )

    over = table.play(cheat)
    lost_by_misses(table, over, absent)
    assert over["illegal"][SEAT] == 3 * MISSES


def test_a_player_who_reconnects_in_a_loop_gets_its_seat_back_each_time(
    lasting_table: Table,
) -> None:
    times = 0

    def come_and_go() -> None:
        nonlocal times
        if times < 40:
            times += 1
            lasting_table.villain.reset()
            villain = lasting_table.back()
            started = villain.wait_type("match_start", "pong")
            assert started["seat"] == SEAT
            assert villain.wait_type("snapshot")["match_id"] == started["match_id"]

    lasting_table.first_turn()
    lasting_table.play(come_and_go)
    assert times == 40


def test_a_seat_fought_over_by_two_connections_still_plays(lasting_table: Table) -> None:
    first = lasting_table.villain
    lasting_table.first_turn()
    second = lasting_table.back()

    def both_answer() -> None:
        for peer in (first, second):
            peer.read_available()
            while peer.inbox:
                message = peer.inbox.popleft()
                if message["type"] == "your_turn":
                    for each in (first, second):
                        each.send(
                            type="act",
                            match_id=message["match_id"],
                            decision=message["decision"],
                            index=0,
                        )

    lasting_table.play(both_answer)
    first.socket.close()


def test_strangers_who_say_nothing_are_closed_and_nobody_waits_for_them(
    lasting_table: Table,
) -> None:
    port = lasting_table.server.port
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    halves = [b"{", b"\x00", b"G", b"GET /v1 HTTP/1.1\r\n"]
    for number, stranger in enumerate(silent):
        stranger.sendall(halves[number % 4] if number % 5 else b"")
    lasting_table.play(lasting_table.villain.read_available)
    deadline = time.monotonic() + MATCH_S
    for stranger in silent:
        stranger.settimeout(max(0.1, deadline - time.monotonic()))
        with contextlib.suppress(ConnectionResetError):
            while stranger.recv(65_536):
                pass
        stranger.close()


def test_a_hundred_logins_a_second_do_not_disturb_a_match(lasting_table: Table) -> None:
    port = lasting_table.server.port
    logins = 0

    def log_in_and_out() -> None:
        nonlocal logins
        with Peer(port, TRANSPORTS[logins % 4]) as peer, contextlib.suppress(ClosedError):
            peer.hello("passing")
            if logins % 3:
                peer.reset()
        logins += 1

    lasting_table.play(log_in_and_out)
    assert logins > 50


@pytest.mark.parametrize("bot", VILLAINIES)
def test_a_house_bot_that_misbehaves_is_replaced(server: Child, bot: str) -> None:
    with contextlib.closing(Table(server, "takeover", bot=bot, clock=LONG_CLOCK)) as table:
        over = table.play(table.villain.read_available)
        missed, taken = misses_and_stand_ins(table)
        assert taken
        assert set(taken) <= {*PROPER}
        assert missed <= MISSES
        assert over["timeouts"][SEAT] <= 2 * MISSES


def test_an_untimed_match_does_not_wait_for_a_house_bot_that_never_comes(server: Child) -> None:
    players = [Player(Peer(server.port), seed) for seed in range(SEAT)]
    for player in players:
        player.peer.hello("untimed")
    host = players[0].peer
    room = open_room(host, clock={"kind": "none"})
    for seat, player in enumerate(players):
        take_seat(player.peer, room, seat)
    assert host.ask("add_bot", room=room, seat=SEAT, bot="absent")["type"] == "room"
    play_until(players, lambda: all(player.over is not None for player in players), MATCH_S)
    for player in players:
        assert player.over is not None
        assert player.over["reason"] == "finished"
        player.peer.socket.close()


def test_nothing_is_left_of_all_this(server: Child) -> None:
    with Peer(server.port) as guest:
        guest.hello("last")

        def is_quiet() -> bool:
            rooms: list[Plain] = guest.ask("watch_lobby")["rooms"]
            return rooms == []

        eventually(is_quiet, "every room is gone", MATCH_S)
