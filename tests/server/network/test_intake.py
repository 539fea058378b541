"""What a client may send, and how fast: rates, floods, a crowded outbox."""

import asyncio
from typing import Any

import pytest
from tests.server.network.conversation import HELLO, Scene, prepared

from infoset_protocol.errors import CloseCode
from infoset_server.config import RateLimits
from infoset_server.network.link import MemoryLink
from infoset_server.network.rate_limits import Intake, request_rates


async def test_every_request_over_the_rate_is_refused_with_its_id_and_a_wait() -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 2})
    scene.enter()
    for number in range(2, 32):
        scene.say({"type": "join", "id": number, "room": "R"})
    heard = scene.heard()
    assert [message["re"] for message in heard] == list(range(2, 32))
    refused = [message for message in heard if message["type"] == "error"]
    assert len(refused) == 10
    assert {message["code"] for message in refused} == {"rate_limited"}
    assert refused[0]["data"] == {"bucket": "requests"}
    assert refused[0]["retry_ms"] == 100
    assert len(scene.handlers.requests) == 20
    assert not scene.link.is_reading_paused


async def test_a_flood_of_refusals_makes_the_server_read_more_slowly() -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 1})
    scene.enter()
    for number in range(2, 42):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert scene.link.is_reading_paused
    assert len(scene.heard()) == 21
    scene.tick(0.05)
    assert scene.link.is_reading_paused
    scene.tick(1.0)
    await asyncio.sleep(0)
    assert len(scene.heard()) == 19
    assert not scene.link.is_reading_paused


@pytest.mark.parametrize("flood", [b'{"type":"teapot"}', b'{"type":"ping"}'])
async def test_any_kind_of_message_can_flood(flood: bytes) -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 1})
    scene.enter()
    for _ in range(30):
        scene.link.receive(flood)
    assert scene.link.is_reading_paused


async def test_a_special_bucket_refuses_its_own_requests_only() -> None:
    scene = Scene({"rates.rooms_per_min": 1})
    scene.enter()
    scene.say({"type": "create_room", "id": 2, "game": "colonizers"})
    scene.say({"type": "create_room", "id": 3, "game": "colonizers"})
    scene.say({"type": "join", "id": 4, "room": "R"})
    ok, refused, other = scene.heard()
    assert (ok["type"], other["type"]) == ("ok", "ok")
    assert (refused["data"], refused["retry_ms"]) == ({"bucket": "create_room"}, 60_000)


async def test_abuse_that_goes_on_is_closed_with_4429() -> None:
    scene = Scene({"rates.msgs_per_s": 1, "rates.burst_factor": 1})
    scene.enter()
    number = 1
    while scene.close_code is None and number < 1000:
        number += 1
        scene.say({"type": "join", "id": number, "room": "R"})
        scene.now_s += 0.5
        scene.connection.on_tick(scene.now_s)
        await asyncio.sleep(0)
    error, bye = scene.heard()[-2:]
    assert (error["code"], error["fatal"], error["retry_ms"]) == ("rate_limited", True, 10_000)
    assert (bye["code"], bye["retry_ms"]) == (4429, 10_000)
    assert 1010.0 <= scene.now_s <= 1015.0


async def test_answering_the_questions_of_a_fast_match_is_never_refused() -> None:
    scene = Scene({"rates.msgs_per_s": 1, "rates.burst_factor": 1})
    scene.enter()
    act = {"type": "act", "match_id": "m_1", "index": 0}
    for number in range(2, 100):
        scene.connection.send(prepared("your_turn", match_id="m_1", decision=number))
        scene.say(act | {"id": number, "decision": number})
    assert {message["type"] for message in scene.heard()} == {"your_turn", "ok"}
    scene.say(act | {"id": 100, "decision": 100})
    scene.say(act | {"id": 101, "decision": 101})
    assert scene.heard()[-1]["code"] == "rate_limited"


async def test_a_house_bot_has_wider_limits() -> None:
    limits = {"rates.msgs_per_s": 1, "queues.max_messages": 2, "queues.house_factor": 3}
    scene = Scene(limits)
    scene.connection.trust()
    scene.enter()
    for number in range(2, 15):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert [message["type"] for message in scene.heard()] == ["ok"] * 12 + ["error"]
    scene.connection.on_pause()
    for n in range(6):
        scene.connection.send(prepared("events", n=n))
    assert scene.connection.is_open
    scene.connection.send(prepared("events", n=6))
    assert scene.close_code == CloseCode.SLOW_CONSUMER


@pytest.mark.parametrize(
    ("peer", "settings", "factor"),
    [
        ("127.0.0.1", {}, 3),
        ("::1", {}, 3),
        ("127.0.0.1", {"exempt_loopback": False}, 1),
        ("127.0.0.1", {"trusted_proxies": ["127.0.0.1"]}, 1),  # somebody behind a proxy
        ("192.0.2.7", {}, 1),
    ],
)
async def test_a_program_on_the_servers_own_machine_may_play_and_think_faster(
    peer: str, settings: dict[str, Any], factor: int
) -> None:
    limits = {"rates.computes_per_s": 1, "rates.chats_per_s": 1, "queues.house_factor": 3}
    settings = {"exempt_loopback": True} | settings
    limits |= {f"connections.{name}": value for name, value in settings.items()}
    scene = Scene(limits, peer=peer)
    scene.enter()
    for number in range(2, 32):
        scene.say({"type": "determinize", "id": number, "match_id": "m_1", "decision": 1})
    told = [message["type"] for message in scene.heard()]
    assert told.count("ok") == 4 * factor
    for number in range(32, 62):
        scene.say({"type": "chat", "id": number, "room": "r", "text": "hello"})
    assert [message["type"] for message in scene.heard()].count("ok") == 5


async def test_too_many_hellos_of_one_address_are_refused_before_the_handler_sees_them() -> None:
    scene = Scene({"connections.failed_hellos_per_min": 1}, peer="192.0.2.7")
    for _ in range(4):
        assert scene.gate.logins.wait_ms("192.0.2.7", scene.now_s) == 0
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["data"], bye["code"]) == (
        "rate_limited",
        {"bucket": "hello"},
        4429,
    )
    await asyncio.sleep(0)
    assert scene.handlers.closed == []


async def test_a_crowded_outbox_stops_reading_until_it_is_roomy_again() -> None:
    scene = Scene({"queues.max_messages": 8})
    scene.enter()
    scene.connection.on_pause()
    for number in range(2, 9):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert scene.link.is_reading_paused
    assert len(scene.handlers.requests) == 4
    scene.connection.on_resume()
    await asyncio.sleep(0)
    assert [message["re"] for message in scene.heard()] == list(range(2, 9))


async def test_a_link_that_is_taken_over_is_read_whatever_held_it_back() -> None:
    limits = RateLimits(msgs_per_s=1, burst_factor=1)
    old, new = MemoryLink(), MemoryLink()
    intake = Intake(old, limits, request_rates(limits), now_s=0.0)
    for _ in range(3):
        intake.count_waste(0.0)
    assert old.is_reading_paused
    new.pause_reading()
    intake.move(new)
    assert not new.is_reading_paused
    intake.hold("crowded")
    assert new.is_reading_paused
    intake.tick(60.0)
    assert new.is_reading_paused
    intake.release("crowded")
    assert not new.is_reading_paused
