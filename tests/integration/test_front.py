"""Clients that come in at an edge are served as at the server itself; when the way to it breaks, they find everything again."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from tests.integration.harness import (
    PATIENCE,
    TRANSPORTS,
    Front,
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    resumption,
    seat_all,
    start_match,
)
from tests.integration.test_scenario import Normal, run_scenario

from infoset_protocol.codec import Prepared
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError

SECRET = {"kind": "guest", "name": "ann", "token": "the secret of ann"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, with_front=True) as server:
        yield server


def front_of(server: Server) -> Front:
    assert server.front is not None
    return server.front


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_scenario_sounds_at_an_edge_as_at_the_server_itself(
    tmp_path: Path, transport: str
) -> None:
    heard = []
    for with_front in (False, True):
        folder = tmp_path / str(with_front)
        async with open_server(folder, seed="one deal", with_front=with_front) as server:
            heard.append(Normal().transcript(await run_scenario(server, transport)))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_session_goes_on_at_the_same_edge(server: Server, transport: str) -> None:
    ann = await server.connect("ann", transport)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    await ann.cut()
    await server.until(lambda: next(iter(server.app.people.clients.values())).line.is_away)
    again = await server.connect("ann", transport, resume=resumption(ann))
    assert again.welcome["resumed"]
    again.ids, again.seats = ann.ids, {match_id: 0}
    assert (await again.ask("sync", match_id=match_id))["type"] == "snapshot"
    await play_out([again], match_id)


async def test_a_live_session_goes_on_over_a_newer_link(server: Server) -> None:
    ann = await server.connect("ann")
    again = await server.connect("ann", resume=resumption(ann))
    assert again.welcome["resumed"]
    again.ids = ann.ids
    bye = await ann.expect("bye")
    assert bye["code"] == CloseCode.REPLACED
    assert (await again.ask("ping", t=1))["t"] == 1


@asynccontextmanager
async def another(server: Server, node: str = "other") -> AsyncIterator[Front]:
    """A second edge."""
    first = front_of(server)
    other = Front(first.config, first.bus, first.reception, node)
    await other.open()
    try:
        yield other
    finally:
        await other.listener.close()
        other.edge.close()


HERE, THERE, HALL = "edge", "other", "hall"
WAYS = [(HERE, THERE), (HERE, HALL), (HALL, HERE)]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("way", WAYS, ids="-".join)
async def test_a_session_goes_on_elsewhere_with_all_that_was_missed(
    server: Server, way: tuple[str, str], transport: str
) -> None:
    async with another(server) as other:
        fronts = {HERE: front_of(server), THERE: other, HALL: None}
        server.front = fronts[way[0]]
        ann = await server.connect("ann", transport)
        match_id = await start_match([ann])
        turn = await ann.expect("your_turn")
        room = await open_room(ann)
        (client,) = [one for one in server.app.people.clients.values() if one.user.id == ann.user]
        await ann.cut()
        await server.until(lambda: client.line.is_away)
        client.line.send(Prepared({"type": "invited", "room": "said while away"}))
        server.front = fronts[way[1]]
        again = await server.connect("ann", transport, resume=resumption(ann))
        assert again.welcome["resumed"]
        assert again.welcome["session"] == ann.welcome["session"]
        assert (await again.expect("invited"))["room"] == "said while away"
        await server.until(lambda: not client.line.is_away)
        again.ids, again.seats = ann.ids, {match_id: 0}
        snapshot = await again.ask("sync", match_id=match_id)
        assert [one["decision"] for one in snapshot["pending"]] == [turn["decision"]]
        assert room in client.rooms
        await play_out([again], match_id)
        server.front = fronts[HERE]


@pytest.mark.parametrize("way", WAYS, ids="-".join)
async def test_a_live_session_goes_on_elsewhere_and_its_old_link_is_told(
    server: Server, way: tuple[str, str]
) -> None:
    async with another(server) as other:
        fronts = {HERE: front_of(server), THERE: other, HALL: None}
        server.front = fronts[way[0]]
        ann = await server.connect("ann")
        match_id = await start_match([ann])
        await ann.expect("your_turn")
        server.front = fronts[way[1]]
        again = await server.connect("ann", resume=resumption(ann) | {"seq": 0})
        assert again.welcome["resumed"]
        assert (await ann.expect("bye"))["code"] == CloseCode.REPLACED
        numbers = [message["seq"] for message in ann.heard if "seq" in message]
        await again.expect("your_turn")
        repeated = [message["seq"] for message in again.heard if "seq" in message]
        assert repeated == numbers, "as it missed them all, it hears them all again"
        again.ids, again.seats = ann.ids, {match_id: 0}
        await play_out([again], match_id)
        server.front = fronts[HERE]


@pytest.mark.parametrize("target", [THERE, HALL])
async def test_when_an_edge_stops_its_sessions_go_on_elsewhere(server: Server, target: str) -> None:
    first = front_of(server)
    async with another(server) as other:
        ann, bob = await server.connect("ann"), await server.connect("bob")
        match_id = await start_match([ann])
        await ann.expect("your_turn")
        people = list(server.app.people.clients.values())
        await first.edge.give_up_sessions(retry_ms=500)
        byes = [await one.expect("bye") for one in (ann, bob)]
        assert [bye["code"] for bye in byes] == [CloseCode.RESTARTING] * 2
        assert all(bye["resume"] and bye["retry_ms"] >= 500 for bye in byes)
        assert first.edge.connections == 0
        assert all(one.line.is_away for one in people if one.user.house_bot is None)
        server.front = other if target == THERE else None
        for one in (ann, bob):
            again = await server.connect("?", resume=resumption(one))
            assert again.welcome["resumed"]
            if one is ann:
                again.ids, again.seats = ann.ids, {match_id: 0}
                await again.ask("sync", match_id=match_id)
                await play_out([again], match_id)
        server.front = first


async def test_a_session_of_which_not_all_is_kept_does_not_go_on_elsewhere(tmp_path: Path) -> None:
    async with open_server(tmp_path, with_front=True, queues__resume_messages=2) as server:
        first = front_of(server)
        ann = await server.connect("ann", auth=SECRET)
        match_id = await start_match([ann])
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 5)
        await ann.cut()
        async with another(server) as other:
            server.front = other
            missed = resumption(ann) | {"seq": 1}
            again = await server.dial("ann")
            await again.tell("hello", proto=[1], auth=SECRET, resume=missed)
            bye = await again.expect("bye")
            assert (bye["code"], bye["retry_ms"]) == (CloseCode.RESTARTING, 0)
            back = await server.connect("ann", auth=SECRET, resume=missed)
            assert not back.welcome["resumed"]
            await back.expect("snapshot", match_id=match_id)
            await play_out([back], match_id)
        server.front = first


async def test_an_edge_of_an_older_version_keeps_its_sessions(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    (client,) = server.app.people.clients.values()
    older = msgspec.structs.replace(client.line._opened, moves=False)  # type: ignore[attr-defined]
    monkeypatch.setattr(client.line, "_opened", older)
    first = front_of(server)
    async with another(server) as other:
        server.front = other
        again = await server.connect("ann", auth=SECRET, resume=resumption(ann))
        assert not again.welcome["resumed"]
    server.front = first


async def test_a_secret_that_is_wrong_resumes_nothing(server: Server) -> None:
    ann = await server.connect("ann")
    stolen = resumption(ann) | {"token": "x" * 43}
    eve = await server.connect("eve", resume=stolen)
    assert not eve.welcome["resumed"]
    assert not ann.is_closed


async def test_answers_come_in_the_order_of_requests_pings_among_them(server: Server) -> None:
    ann = await server.connect("ann")
    numbers = range(100, 114)
    for number in numbers:
        if number % 2:
            await ann.tell("ping", id=number, t=number)
        else:
            await ann.tell("describe", id=number)
    await ann.expect("pong", t=numbers[-1])
    answered = [message["re"] for message in ann.heard if message.get("re", 0) in numbers]
    assert answered == list(numbers)


async def test_when_the_trunk_breaks_clients_come_back_and_find_room_seat_and_decision(
    server: Server,
) -> None:
    ann = await server.connect("ann", auth=SECRET)
    bob = await server.connect("bob", auth=SECRET | {"name": "bob", "token": "another secret"})
    match_id = await start_match([ann])
    room = await open_room(bob)
    await seat_all([bob], room)
    turn = await ann.expect("your_turn")
    edge = front_of(server).edge
    assert edge._trunk.trunk is not None
    edge._trunk.trunk._got -= 1  # as if a batch had not come: the next one is behind a gap
    await ann.tell("ping")
    assert (await ann.expect("bye"))["code"] == CloseCode.RESTARTING
    assert (await bob.expect("bye"))["code"] == CloseCode.RESTARTING
    await edge.is_open.wait()
    back = await server.connect("ann", auth=SECRET, resume=resumption(ann))
    assert not back.welcome["resumed"]
    snapshot = await back.expect("snapshot", match_id=match_id)
    assert [one["decision"] for one in snapshot["pending"]] == [turn["decision"]]
    seat = {"name": "bob", "token": "another secret"}
    again = await server.connect("bob", auth=SECRET | seat, resume=resumption(bob))
    found = await again.expect("room", where=lambda message: message["room"]["room"] == room)
    assert found["room"]["seats"][0]["user"] == bob.user
    await play_out([back], match_id)


async def test_without_a_hall_nobody_is_let_in(server: Server) -> None:
    front = front_of(server)
    front.reception.close()
    await server.until(lambda: not front.edge.is_open.is_set())
    ann = await server.dial("ann")
    await ann.tell("hello", proto=[1], auth=SECRET)
    bye = await ann.expect("bye")
    assert bye["code"] == CloseCode.RESTARTING
    assert bye["retry_ms"] > 0


async def test_a_slow_client_at_an_edge_misses_what_may_be_missed_and_is_told(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path, with_front=True, queues__max_messages=20) as server:
        ann, eve = await server.connect("ann"), await server.connect("eve")
        match_id = await start_match([ann])
        await eve.ask("watch", match_id=match_id)
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 2)
        connection = server.connection_of(eve)
        connection.on_pause()
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 12)
        await server.until(lambda: connection._outbox._losses != {})
        connection.on_resume()
        assert (await eve.expect("lagged"))["match_id"] == match_id
        await eve.expect("snapshot", match_id=match_id)


async def test_pages_of_the_hall_are_shown_by_the_edge(server: Server) -> None:
    base = f"http://127.0.0.1:{server.port}"

    def fetch(path: str) -> tuple[int, bytes]:
        with urllib.request.urlopen(base + path) as answer:
            return answer.status, answer.read()

    for path in ("/openapi.json", "/"):
        status, body = await asyncio.to_thread(fetch, path)
        assert (status, len(body) > 100) == (200, True), path
    described = json.loads((await asyncio.to_thread(fetch, "/openapi.json"))[1])
    assert described["openapi"].startswith("3.1")


async def test_an_idle_client_is_sent_away_and_a_seated_one_is_not(tmp_path: Path) -> None:
    async with open_server(tmp_path, with_front=True, times__idle_s=0.3) as server:
        ann, eve = await server.connect("ann"), await server.connect("eve")
        room = await open_room(ann)
        assert (await eve.expect("bye"))["code"] == CloseCode.IDLE
        assert (await ann.ask("leave", room=room))["type"] == "ok"


async def test_an_edge_that_is_gone_leaves_its_clients_for_others_to_find(server: Server) -> None:
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    first = front_of(server)
    other = Front(first.config, first.bus, first.reception, "other")
    await other.open()
    first.edge.close()  # as if it were killed: it says nothing, and its clients hear nothing
    await server.until(lambda: list(first.reception._edges) == ["other"])
    server.front = other
    back = await server.connect("ann", auth=SECRET, resume=resumption(ann))
    assert not back.welcome["resumed"]
    assert (await back.expect("snapshot"))["match_id"] == match_id
    people = [one.user for one in server.app.people.clients.values()]
    assert [user.name for user in people if user.house_bot is None] == ["ann"]
    await play_out([back], match_id)
    await back.cut()
    await other.listener.close()
    other.edge.close()
    server.front = first


async def test_who_comes_back_elsewhere_has_the_seat_before_anybody_knows_that_the_edge_is_dead(
    server: Server,
) -> None:
    first = front_of(server)
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    for subscription in first.edge._trunk._subscriptions:
        subscription.close()  # it hears nothing more, and goes on telling that it is there
    other = Front(first.config, first.bus, first.reception, "other")
    await other.open()
    server.front = other
    waiting = await server.dial("ann")
    await waiting.tell("hello", proto=[1], auth=SECRET, resume=resumption(ann))
    bye = await waiting.expect("bye")
    assert (bye["code"], bye["retry_ms"]) == (CloseCode.RESTARTING, 0), (
        "the old edge gives nothing up"
    )
    back = await server.connect("ann", auth=SECRET, resume=resumption(ann))
    assert not back.welcome["resumed"]
    await back.expect("snapshot", match_id=match_id)
    await play_out([back], match_id)
    await other.listener.close()
    other.edge.close()
    server.front = first


async def come_back_before_the_edge_is_missed(server: Server) -> None:
    """Seat and decision are those of who is back then, and nobody else hears of the match."""
    first = front_of(server)
    other = Front(first.config, first.bus, first.reception, "other")
    await other.open()
    ann = await server.connect("ann", auth=SECRET)
    server.front = other
    elsewhere = await server.connect("ann", auth=SECRET)  # from before: it takes nothing
    server.front = first
    match_id = await start_match([ann])
    turn = await ann.expect("your_turn")
    trunk = first.edge._trunk.trunk
    assert trunk is not None
    trunk.close()  # as if it were killed: it says nothing, and nobody knows yet
    server.front = other
    back = await server.connect("ann", auth=SECRET)  # without its session: it kept none
    assert back.of_type("snapshot") == []
    snapshot = await back.expect("snapshot", match_id=match_id)
    assert [one["decision"] for one in snapshot["pending"]] == [turn["decision"]]
    assert elsewhere.of_type("match_start") == []
    await play_out([back], match_id)
    await other.listener.close()
    other.edge.close()
    server.front = first


@pytest.mark.parametrize("with_play", [False, True], ids=["at-the-hall", "elsewhere"])
async def test_who_logs_in_anew_before_anybody_knows_that_the_edge_is_dead_has_the_seat_then(
    tmp_path: Path, with_play: bool
) -> None:
    async with open_server(tmp_path, with_front=True, with_play=with_play) as server:
        await come_back_before_the_edge_is_missed(server)


async def test_who_logs_in_anew_while_an_edge_dies_leaves_nothing_of_the_absent_session(
    server: Server,
) -> None:
    first = front_of(server)
    ann = await server.connect("ann", auth=SECRET)
    await ann.ask("seek", game="colonizers", clock={"kind": "none"}, fill_ms=3_600_000)
    await ann.cut()
    (older,) = server.app.people.clients.values()
    await server.until(lambda: older.line.is_away)
    for subscription in first.edge._trunk._subscriptions:
        subscription.close()  # it hears nothing more, and so does not say that the session is closed
    other = Front(first.config, first.bus, first.reception, "other")
    await other.open()
    server.front = other
    await server.connect("ann", auth=SECRET)
    assert older.line.close_code == CloseCode.REPLACED
    first.reception.lost(first.reception._edges["edge"])  # as after a while without a word
    await server.until(lambda: older not in server.app.people.clients.values())
    assert server.app.matchmaker.pairing.open == []
    await other.listener.close()
    other.edge.close()
    server.front = first


async def test_a_result_told_to_a_dead_edge_is_told_where_the_player_is_now(server: Server) -> None:
    first = front_of(server)
    ann = await server.connect("ann", auth=SECRET)
    match_id = await start_match([ann])
    for subscription in first.edge._trunk._subscriptions:
        subscription.close()  # it hears nothing more, and goes on telling that it is there
    server.live(match_id).abort("error")
    other = Front(first.config, first.bus, first.reception, "other")
    await other.open()
    server.front = other
    back = await server.connect("ann", auth=SECRET)
    await back.cut()
    again = await server.connect("ann", auth=SECRET, resume=resumption(back))
    assert again.welcome["resumed"]
    first.reception.lost(first.reception._edges["edge"])  # as after a while without a word
    await again.expect("match_over", match_id=match_id)
    await other.listener.close()
    other.edge.close()
    server.front = first


async def test_an_edge_that_ends_in_order_says_at_once_who_is_gone(server: Server) -> None:
    ann = await server.connect("ann")
    front = front_of(server)
    assert front.reception.lines == 1
    await ann.tell("bye")
    await server.until(lambda: front.edge.connections == 0)
    front.edge.close()  # in the turn in which the last word was to be sent
    hall = front.reception._edges["edge"].trunk
    await server.until(lambda: front.reception.edges == 0)
    assert hall._silent_beats < PATIENCE, "it did not have to be missed"
    assert server.app.people.clients == {}, "bye was heard, so nobody is waited for"
    assert front.reception.broken == 0, "nothing was wrong"


async def test_a_hall_that_ends_in_order_is_no_fault_at_an_edge(server: Server) -> None:
    front = front_of(server)
    front.reception.close()
    await server.until(lambda: front.edge.hall is None)
    assert front.edge.gaps == 0


async def test_an_absent_client_whose_edge_is_lost_is_away_once(server: Server) -> None:
    ann = await server.connect("ann")
    await ann.cut()
    (client,) = server.app.people.clients.values()
    await server.until(lambda: client.line.is_away)
    until_s = dict(server.app.core.away._until_s)
    for edge in list(front_of(server).reception._edges.values()):
        edge.trunk.give_up("it is silent")
    assert server.app.core.away._until_s == until_s, "it has no longer to come back than before"


async def test_who_is_refused_for_good_is_told_nothing_more(server: Server) -> None:
    ann = await server.connect("ann")
    (client,) = server.app.people.clients.values()
    client.line.refuse(None, ProtocolError(ErrorCode.FORBIDDEN, "go away", fatal=True))
    assert not client.line.is_open
    assert (await ann.expect("error"))["fatal"]
    await ann.expect("bye")
