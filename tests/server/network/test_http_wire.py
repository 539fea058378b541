"""HTTP on one connection: requests however they are cut, whoever sends them, however many and large."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Response

from infoset_server.config import FrameLimits
from infoset_server.network.caller import Caller, ServerNames
from infoset_server.network.http import (
    HttpPolicy,
    HttpRequest,
    NoPages,
    Respond,
    as_json,
    plain_text,
)
from infoset_server.network.http_wire import MOST_AT_ONCE, MOST_HEADERS, HttpWire, Status

LIMITS = FrameLimits(max_handshake_bytes=1_000, max_body_bytes=100, max_requests=5)
LARGE = 100_000  # bytes of a page
FAR = Caller("192.0.2.7", None, is_private=False)
POLICY = HttpPolicy(
    "tavern",
    ("https://play.example.org",),
    on_loopback=False,
    caller=FAR,
    names=ServerNames(("play.example.org", "a")),
)


class Clerk:
    """Keeps what is asked; answers when told to. Has one page, which is large."""

    def __init__(self) -> None:
        self.asked: list[HttpRequest] = []
        self.responds: list[Respond] = []

    def is_far(self, path: str) -> bool:
        return path.startswith("/far/")

    def look(self, path: str, caller: Caller, headers: Headers) -> Response | None:
        return plain_text(Status.OK, "x" * LARGE) if path == "/large" else None

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        self.asked.append(request)
        self.responds.append(respond)


class Scene:
    def __init__(self, policy: HttpPolicy = POLICY) -> None:
        self.clerk = Clerk()
        self.woken = 0
        policy = replace(policy, look=self.clerk.look)
        self.wire = HttpWire(LIMITS, policy, self.clerk, self._wake)

    def _wake(self) -> None:
        self.woken += 1

    def send(self, data: bytes, size: int = 1 << 16) -> bytes:
        """Sends in pieces of `size`; returns what came back."""
        for start in range(0, len(data), size):
            assert self.wire.receive_data(data[start : start + size]) == []
        return self.wire.take_output()


def post(body: bytes = b"{}", path: str = "/enrol", **headers: str) -> bytes:
    named = {"Host": "play.example.org", "Content-Length": str(len(body))} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items() if value)
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def get(path: str = "/health", version: str = "1.1", method: str = "GET", **headers: str) -> bytes:
    named = {"Host": "play.example.org", **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"{method} {path} HTTP/{version}\r\n{head}\r\n".encode()


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def statuses(answers: bytes) -> list[int]:
    """Those of responses whose bodies have none of their own."""
    return [int(one[:3]) for one in answers.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_request_is_asked_once_however_it_is_cut(size: int) -> None:
    scene = Scene()
    assert scene.send(post(b'{"code": "x"}', "/enrol?a=b", Authorization="Bearer t"), size) == b""
    (asked,) = scene.clerk.asked
    assert (asked.method, asked.path, asked.body) == ("POST", "/enrol?a=b", b'{"code": "x"}')
    assert asked.headers["Authorization"] == "Bearer t"
    assert asked.caller == FAR
    assert not scene.wire.is_finished


def test_the_answer_may_come_later_and_once() -> None:
    scene = Scene()
    scene.send(post())
    assert scene.wire.is_partial
    scene.clerk.responds[0](as_json(Status.OK, {"a": 1}))
    assert (scene.woken, scene.wire.is_finished, scene.wire.is_partial) == (1, False, False)
    answer = scene.wire.take_output()
    assert status(answer) == 200
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"a": 1}
    scene.clerk.responds[0](as_json(Status.OK, {"a": 2}))
    assert scene.wire.take_output() == b""


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_connection_carries_several_requests_of_any_kind(size: int) -> None:
    scene = Scene()
    assert statuses(scene.send(get(), size)) == [200]
    assert statuses(scene.send(get("/none"), size)) == [404]
    scene.send(post(), size)
    scene.clerk.responds[0](as_json(Status.OK, {}))
    assert statuses(scene.wire.take_output()) == [200]
    assert (scene.wire.answered, scene.wire.is_finished) == (3, False)


def test_requests_behind_each_other_are_answered_in_their_order() -> None:
    scene = Scene()
    answers = scene.send(get("/none") + get() + get("/none"))
    assert statuses(answers) == [404, 200, 404]
    assert not scene.wire.is_finished


def test_who_sends_more_before_an_answer_that_takes_its_time_has_that_answer_and_the_end() -> None:
    for pieces in ([post(), get()], [post() + get(), get()]):
        scene = Scene()
        for piece in pieces:
            assert scene.send(piece) == b""
        scene.clerk.responds[0](as_json(Status.OK, {}))
        answers = scene.wire.take_output()
        assert statuses(answers) == [200]
        assert b"Connection: close" in answers
        assert scene.wire.is_finished
        assert len(scene.clerk.asked) == 1


def test_what_a_flood_of_requests_costs_is_bounded() -> None:
    scene = Scene()
    answers = scene.send(get("/large") * 50)
    assert MOST_AT_ONCE < len(answers) < MOST_AT_ONCE + 2 * LARGE
    assert answers.count(b"Connection: close") == 1
    assert scene.wire.is_finished
    assert scene.send(get()) == b""


def test_so_many_requests_and_no_more_are_answered_over_one_connection() -> None:
    scene = Scene()
    answers = [scene.send(get()) for _ in range(LIMITS.max_requests)]
    assert [b"Connection: close" in answer for answer in answers] == [False] * 4 + [True]
    assert scene.wire.is_finished


@pytest.mark.parametrize("last", [get(Connection="close"), get(version="1.0")])
def test_a_client_that_wants_an_end_has_one(last: bytes) -> None:
    scene = Scene()
    answer = scene.send(last + get())
    assert statuses(answer) == [200]
    assert b"connection: close" in answer.lower()
    assert scene.wire.is_finished


def test_a_head_is_told_of_the_page_and_gets_none_of_it() -> None:
    scene = Scene()
    answer = scene.send(get("/large", method="HEAD"))
    assert f"Content-Length: {LARGE}".encode() in answer
    assert answer.endswith(b"\r\n\r\n")
    assert statuses(scene.send(get())) == [200]


def test_one_connection_may_become_a_websocket_at_any_time() -> None:
    hello = Frame(Opcode.TEXT, b"{}").serialize(mask=True)
    upgrade = get(
        "/v1",
        Connection="Upgrade",
        Upgrade="websocket",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==",
    )
    for before in (b"", get()):
        scene = Scene()
        assert scene.wire.receive_data(before + upgrade + hello) == [b"{}"]
        assert statuses(scene.wire.take_output()) == [200][: len(before)]
        heir = scene.wire.heir
        assert heir is not None
        assert heir.is_open
        assert heir.take_output().startswith(b"HTTP/1.1 101 ")
        assert heir.receive_data(hello) == [b"{}"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"POST nonsense\r\n\r\n", 400),
        (b"G\r\n\r\n", 400),
        (b"GET / HTTP/3.7\r\n\r\n", 505),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (get(Content_Length="101") + b"x" * 101, 413),
        (get("/" + "a" * 1_000), 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A:b\r\n" * MOST_HEADERS + b"\r\n", 431),
        (post(b"x" * 101), 413),
        (b"POST / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 2_000, 431),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 400),
        (post(Origin="https://evil.example.org"), 403),
    ],
)
def test_a_bad_request_is_refused_and_asked_of_nobody(data: bytes, expected: int) -> None:
    scene = Scene()
    answer = scene.send(data)
    assert status(answer) == expected
    assert scene.clerk.asked == []
    assert scene.wire.is_finished is (expected != 403)


def test_a_chunked_body_is_read_and_as_limited_as_any() -> None:
    head = b"POST /enrol HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    scene = Scene()
    scene.send(head + b"2\r\n{}\r\n0\r\n\r\n")
    assert scene.clerk.asked[0].body == b"{}"
    assert status(Scene().send(head + b"65\r\n" + b"x" * 101 + b"\r\n")) == 413


def test_a_server_on_loopback_refuses_strange_names() -> None:
    scene = Scene(HttpPolicy("tavern"))
    assert status(scene.send(post(Host="evil.test"))) == 421


def test_a_page_of_a_listed_origin_may_ask_and_read_the_answer() -> None:
    origin = "https://play.example.org"
    scene = Scene()
    preflight = scene.send(
        f"OPTIONS /ticket HTTP/1.1\r\nHost: a\r\nOrigin: {origin}\r\n\r\n".encode()
    )
    assert status(preflight) == 200
    assert f"Access-Control-Allow-Origin: {origin}".encode() in preflight
    assert b"Access-Control-Allow-Headers: authorization" in preflight
    scene = Scene()
    scene.send(post(Origin=origin))
    assert scene.clerk.asked[0].caller.origin == origin
    scene.clerk.responds[0](as_json(Status.OK, {}))
    assert f"Access-Control-Allow-Origin: {origin}".encode() in scene.wire.take_output()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_or_an_origin_that_makes_no_sense_is_answered(method: str) -> None:
    lines = [f"{method} //[ HTTP/1.1", "Host: a", "Content-Length: 0", "", ""]
    answer = Scene().send("\r\n".join(lines).encode())
    assert (status(answer) if answer else 0) == (404 if method == "GET" else 0)
    assert status(Scene().send(post(Origin="http://["))) == 403


def test_a_wire_without_frames_has_nothing_to_say() -> None:
    wire = Scene().wire
    wire.set_max_frame(1)
    wire.tick()
    assert (wire.frame(b"x"), wire.keep_alive(), wire.close_frame(4400, "x")) == (b"", b"", b"")


def test_a_server_without_pages_has_none() -> None:
    answers: list[Response] = []
    request = HttpRequest("POST", "/enrol", as_json(Status.OK, {}).headers, b"", FAR)
    NoPages().answer(request, answers.append)
    assert answers[0].status_code == 404


@given(
    st.lists(
        st.sampled_from([b"POST ", b"/x ", b"HTTP/1.1", b"\r\n", b"Host: a", b":", b"\0", b"\xff"])
        | st.sampled_from([get(), get(method="HEAD"), post(), get(Upgrade="websocket"), b"GET "])
        | st.binary(max_size=50),
        max_size=40,
    )
)
def test_no_bytes_make_it_raise(pieces: list[Any]) -> None:
    scene = Scene()
    for piece in pieces:
        assert scene.wire.receive_data(piece) == []
        assert len(scene.wire.take_output()) <= MOST_AT_ONCE + 2 * LARGE
        if scene.wire.heir is not None:
            break
        while scene.clerk.responds:
            scene.clerk.responds.pop()(as_json(Status.OK, {}))
