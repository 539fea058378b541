"""One request over HTTP: sent as it should be, and every way to fail in one sentence."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from infoset.address import read_address
from infoset.errors import AddressError, ConnectError, WebError
from infoset.web import post


class Fake(BaseHTTPRequestHandler):
    """Answers with what the test has laid out; remembers what it was asked."""

    answer: tuple[int, bytes] = (200, b"{}")
    asked: list[tuple[str, dict[str, Any], str | None]] = []  # noqa: RUF012  # cleared by the fixture

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, json.loads(body), self.headers["Authorization"]))
        status, content = self.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Fake)
    Fake.answer, Fake.asked[:] = (200, b"{}"), []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"infoset://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_request_carries_its_body_and_token(url: str) -> None:
    Fake.answer = (200, b'{"message": "done"}')
    assert post(read_address(url), "/admin/open", {"room": "R"}, "t") == {"message": "done"}
    post(read_address(url), "/enrol", {"code": "x"})
    assert Fake.asked == [
        ("/admin/open", {"room": "R"}, "Bearer t"),
        ("/enrol", {"code": "x"}, None),
    ]


def test_a_refusal_says_why_and_when_to_come_back(url: str) -> None:
    Fake.answer = (429, b'{"error": "wait a moment", "retry_ms": 500}')
    with pytest.raises(WebError, match="wait a moment") as refused:
        post(read_address(url), "/enrol", {})
    assert (refused.value.status, refused.value.retry_ms) == (429, 500)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]"])
def test_what_is_no_infoset_server_is_told_so(url: str, body: bytes) -> None:
    Fake.answer = (404, body)
    with pytest.raises(ConnectError, match="no Infoset server"):
        post(read_address(url), "/enrol", {})


def test_a_server_that_is_not_there_is_told_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ConnectError, match=f"127.0.0.1:{port}"):
        post(read_address(f"127.0.0.1:{port}"), "/enrol", {})


def test_a_token_does_not_travel_in_the_clear() -> None:
    with pytest.raises(AddressError, match="under TLS"):
        post(read_address("infoset://192.0.2.7"), "/admin/open", {}, "t")
