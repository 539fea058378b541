"""HTTP on the game port: plain pages, and who may upgrade."""

import json

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from infoset_server.http import HttpPolicy, answer, is_loopback

POLICY = HttpPolicy(server_name="tavern", on_loopback=False)
HOME = HttpPolicy(server_name="tavern", on_loopback=True, allowed_hosts=("game.test",))


def request(path: str, method: str = "GET", **headers: str) -> Request:
    return Request(path, Headers(headers), method)


def refused(asked: Request, policy: HttpPolicy) -> Response:
    response = answer(asked, policy)
    assert response is not None
    return response


def test_health_is_told_as_json() -> None:
    response = refused(request("/health?verbose"), POLICY)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert json.loads(response.body) == {"status": "ok", "server": "tavern"}


def test_the_front_page_says_how_to_connect() -> None:
    response = refused(request("/"), POLICY)
    assert response.status_code == 200
    assert b"infoset.1.json" in response.body


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (request("/etc/passwd"), 404),
        (request("/health", "POST"), 405),
        (request("/admin", Upgrade="websocket"), 404),
    ],
)
def test_everything_else_is_refused(asked: Request, status: int) -> None:
    assert refused(asked, POLICY).status_code == status


@pytest.mark.parametrize("path", ["/", "/v1", "/v1?x=1"])
def test_an_upgrade_may_go_on(path: str) -> None:
    assert answer(request(path, Upgrade="websocket"), POLICY) is None


@pytest.mark.parametrize(
    ("origin", "allowed", "passes"),
    [
        ("https://play.example.org", ("https://play.example.org",), True),
        ("https://play.example.org", ("*",), True),
        ("https://evil.example.org", ("https://play.example.org",), False),
        ("https://play.example.org.evil.org", ("https://play.example.org",), False),
        ("http://me.test:7421", (), True),
        ("http://me.test:80", (), False),
        ("null", (), False),
    ],
)
def test_pages_connect_only_from_known_origins_or_our_own(
    origin: str, allowed: tuple[str, ...], passes: bool
) -> None:
    policy = HttpPolicy("tavern", allowed_origins=allowed, on_loopback=False)
    asked = request("/v1", Upgrade="websocket", Host="me.test:7421", Origin=origin)
    assert (answer(asked, policy) is None) is passes


def test_two_origins_are_refused() -> None:
    headers = Headers([("Upgrade", "websocket"), ("Origin", "a"), ("Origin", "b")])
    policy = HttpPolicy("tavern", allowed_origins=("a", "b"), on_loopback=False)
    assert refused(Request("/v1", headers), policy).status_code == 403


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:7421", "127.0.0.1:7421", "[::1]:7421", "game.test:80"]
)
def test_a_loopback_server_answers_to_its_own_names(host: str) -> None:
    assert answer(request("/v1", Upgrade="websocket", Host=host), HOME) is None


@pytest.mark.parametrize("host", ["evil.test:7421", "", "127.0.0.1.evil.test", "[::1", "10.0.0.1"])
def test_a_loopback_server_refuses_strange_names(host: str) -> None:
    assert refused(request("/", Host=host), HOME).status_code == 421


def test_a_loopback_server_refuses_a_missing_and_a_doubled_name() -> None:
    doubled = Headers([("Host", "localhost"), ("Host", "localhost")])
    assert refused(request("/"), HOME).status_code == 421
    assert refused(Request("/", doubled), HOME).status_code == 421


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("fe80::1%eth0", False),
        ("192.0.2.1", False),
        ("", False),
        ("localhost", False),
    ],
)
def test_loopback_addresses_are_told_from_others(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected
