"""Requests with a body: however they are cut, whoever sends them, however large."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.http11 import Response

from infoset_server.caller import Caller
from infoset_server.config import FrameLimits
from infoset_server.http import HttpPolicy, HttpRequest, NoPages, Respond, as_json
from infoset_server.http_wire import HttpWire, Status

LIMITS = FrameLimits(max_handshake_bytes=1_000, max_body_bytes=100)
FAR = Caller("192.0.2.7", None, is_private=False)
POLICY = HttpPolicy("tavern", ("https://play.example.org",), on_loopback=False, caller=FAR)


class Clerk:
    """Keeps what is asked; answers when told to."""

    def __init__(self) -> None:
        self.asked: list[HttpRequest] = []
        self.responds: list[Respond] = []

    def look(self, path: str, caller: Caller) -> Response | None:
        raise AssertionError("no page is looked at here")

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        self.asked.append(request)
        self.responds.append(respond)


class Scene:
    def __init__(self, policy: HttpPolicy = POLICY) -> None:
        self.clerk = Clerk()
        self.woken = 0
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


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_a_request_is_asked_once_however_it_is_cut(size: int) -> None:
    scene = Scene()
    assert scene.send(post(b'{"code": "x"}', "/enrol?a=b", Authorization="Bearer t"), size) == b""
    (asked,) = scene.clerk.asked
    assert (asked.method, asked.path, asked.body) == ("POST", "/enrol?a=b", b'{"code": "x"}')
    assert asked.headers["Authorization"] == "Bearer t"
    assert asked.caller == FAR
    assert not scene.wire.is_partial
    assert not scene.wire.is_finished


def test_the_answer_may_come_later_and_ends_the_conversation() -> None:
    scene = Scene()
    scene.send(post())
    scene.clerk.responds[0](as_json(Status.OK, {"a": 1}))
    assert (scene.woken, scene.wire.is_finished) == (1, True)
    answer = scene.wire.take_output()
    assert status(answer) == 200
    assert json.loads(answer.partition(b"\r\n\r\n")[2]) == {"a": 1}
    scene.clerk.responds[0](as_json(Status.OK, {"a": 2}))
    assert scene.wire.take_output() == b""


def test_what_comes_behind_a_request_is_not_read() -> None:
    scene = Scene()
    scene.send(post() + post())
    assert len(scene.clerk.asked) == 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"POST nonsense\r\n\r\n", 400),
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
    assert scene.wire.is_finished


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
        | st.binary(max_size=50),
        max_size=40,
    )
)
def test_no_bytes_make_it_raise(pieces: list[Any]) -> None:
    scene = Scene()
    for piece in pieces:
        assert scene.wire.receive_data(piece) == []
        scene.wire.take_output()
