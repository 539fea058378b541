"""The beacon: answers a question, nothing else, and not without end."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from infoset.discovering import discover, read_answer
from infoset_protocol.beacon import BEACON_PORT, MAX_BEACON_BYTES, QUESTION
from infoset_protocol.version import DEFAULT_PORT
from infoset_server.network.beacon import ANSWERS_PER_S, Beacon, light

SPEC = Path(__file__).parents[3] / "protocol/spec/01-transports-and-framing.md"


class Sent(asyncio.DatagramTransport):
    """Keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def sendto(self, data: object, addr: object = None) -> None:
        assert isinstance(data, bytes)
        self.sent.append(data)


def make_beacon(now_s: list[float]) -> tuple[Beacon, Sent]:
    beacon = Beacon("camp", 7421, lambda: 12, lambda: now_s[0])
    transport = Sent()
    beacon.connection_made(transport)
    return beacon, transport


def test_a_question_is_answered_with_what_everybody_may_know() -> None:
    beacon, transport = make_beacon([0.0])
    beacon.datagram_received(QUESTION, ("127.0.0.1", 9))
    assert json.loads(transport.sent[0]) == {
        "name": "camp",
        "port": 7421,
        "tls": False,
        "people": 12,
        "proto": 1,
    }


def test_the_example_of_the_specification_is_what_is_sent() -> None:
    chapter = SPEC.read_text("utf-8").partition("## Being found")[2]
    question, answer = re.findall(r"question, 8 bytes:\n(.*)\n\nan answer:\n(.*)\n", chapter)[0]
    assert bytes.fromhex(question) == QUESTION
    beacon = Beacon("infoset", DEFAULT_PORT, lambda: 3, lambda: 0.0)
    assert json.loads(beacon.answer()) == json.loads(answer)
    for number in (f"port {BEACON_PORT}", f"at most {MAX_BEACON_BYTES} bytes"):
        assert number in chapter
    assert f"at most {ANSWERS_PER_S} questions a second" in chapter
    found = read_answer(answer.encode(), "10.0.0.1")
    assert found is not None
    assert found.url == f"infoset://10.0.0.1:{DEFAULT_PORT}"


@pytest.mark.parametrize("data", [b"", b"hello", QUESTION + b"\n", b"\x00" * 600])
def test_anything_else_is_not_answered(data: bytes) -> None:
    beacon, transport = make_beacon([0.0])
    beacon.datagram_received(data, ("127.0.0.1", 9))
    assert transport.sent == []


def test_a_flood_is_answered_in_part() -> None:
    now_s = [0.0]
    beacon, transport = make_beacon(now_s)
    for _ in range(10 * ANSWERS_PER_S):
        beacon.datagram_received(QUESTION, ("127.0.0.1", 9))
    assert len(transport.sent) == ANSWERS_PER_S
    now_s[0] = 1.0
    beacon.datagram_received(QUESTION, ("127.0.0.1", 9))
    assert len(transport.sent) == ANSWERS_PER_S + 1


async def test_a_server_is_found_by_who_asks() -> None:
    loop = asyncio.get_running_loop()
    beacon = Beacon("camp", 4711, lambda: 3, loop.time)
    transport, _ = await loop.create_datagram_endpoint(lambda: beacon, local_addr=("127.0.0.1", 0))
    port = transport.get_extra_info("sockname")[1]
    found = await discover(1.0, ("127.0.0.1",), port)
    assert [(one.url, one.name, one.about, one.people) for one in found] == [
        ("infoset://127.0.0.1:4711", "camp", "3 connected", 3)
    ]
    beacon.close()
    await asyncio.sleep(0)  # the socket is closed by the loop


async def test_a_port_that_is_taken_is_no_fault() -> None:
    loop = asyncio.get_running_loop()
    first = Beacon("one", 1, lambda: 0, loop.time)
    transport, _ = await loop.create_datagram_endpoint(lambda: first, local_addr=("127.0.0.1", 0))
    port = transport.get_extra_info("sockname")[1]
    second = Beacon("two", 2, lambda: 0, loop.time)
    await light(second, "127.0.0.1", port)
    second.close()
    first.close()
    await asyncio.sleep(0)  # the socket is closed by the loop


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"port": "x"}', b'{"port": 0}', b'{"port": 70000}', b" " * 600],
)
def test_answers_that_are_none_are_left_out(data: bytes) -> None:
    assert read_answer(data, "10.0.0.1") is None


def test_a_server_with_tls_is_reached_with_tls() -> None:
    found = read_answer(b'{"port": 7421, "tls": true, "name": "a\\u001bb"}', "10.0.0.1")
    assert found is not None
    assert found.url == "infosets://10.0.0.1:7421"
    assert "\x1b" not in found.name
