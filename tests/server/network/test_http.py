"""HTTP on the game port: plain pages, and who may upgrade."""

import json
from dataclasses import replace

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from infoset_server.network.caller import Caller, ServerNames, is_loopback
from infoset_server.network.http import HttpPolicy, caller_of, refuse_upgrade, show

POLICY = HttpPolicy(server_name="tavern", on_loopback=False)
HOME = HttpPolicy(server_name="tavern", on_loopback=True, allowed_hosts=("game.test",))


def upgrade(path: str, **headers: str) -> Request:
    return Request(path, Headers({"Upgrade": "websocket", **headers}), "GET")


def page(path: str, policy: HttpPolicy, **headers: str) -> Response:
    return show(path, Headers(headers), policy)


def test_health_is_told_as_json() -> None:
    response = page("/health?verbose", POLICY)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert json.loads(response.body) == {"status": "ok", "server": "tavern"}


def test_the_front_page_says_how_to_connect() -> None:
    response = page("/", POLICY)
    assert response.status_code == 200
    assert b"infoset.1.json" in response.body


def test_no_other_page_is_here() -> None:
    assert page("/etc/passwd", POLICY).status_code == 404


@pytest.mark.parametrize("path", ["/", "/v1", "/v1?x=1"])
def test_an_upgrade_may_go_on(path: str) -> None:
    assert refuse_upgrade(upgrade(path), POLICY) is None


def test_an_upgrade_elsewhere_is_refused() -> None:
    refusal = refuse_upgrade(upgrade("/admin"), POLICY)
    assert refusal is not None
    assert refusal.status_code == 404


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
    policy = HttpPolicy("tavern", allowed, on_loopback=False, names=ServerNames(("me.test",)))
    asked = upgrade("/v1", Host="me.test:7421", Origin=origin)
    assert (refuse_upgrade(asked, policy) is None) is passes


def test_two_origins_are_refused() -> None:
    headers = Headers([("Upgrade", "websocket"), ("Origin", "a"), ("Origin", "b")])
    policy = HttpPolicy("tavern", allowed_origins=("a", "b"), on_loopback=False)
    refusal = refuse_upgrade(Request("/v1", headers), policy)
    assert refusal is not None
    assert refusal.status_code == 403


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:7421", "127.0.0.1:7421", "[::1]:7421", "game.test:80"]
)
def test_a_loopback_server_answers_to_its_own_names(host: str) -> None:
    assert refuse_upgrade(upgrade("/v1", Host=host), HOME) is None


@pytest.mark.parametrize("host", ["evil.test:7421", "", "127.0.0.1.evil.test", "[::1", "10.0.0.1"])
def test_a_loopback_server_refuses_strange_names(host: str) -> None:
    assert page("/", HOME, Host=host).status_code == 421
    refusal = refuse_upgrade(upgrade("/v1", Host=host), HOME)
    assert refusal is not None
    assert refusal.status_code == 421


def test_a_loopback_server_refuses_a_missing_and_a_doubled_name() -> None:
    doubled = Headers([("Host", "localhost"), ("Host", "localhost")])
    assert page("/", HOME).status_code == 421
    assert show("/", doubled, HOME).status_code == 421


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


@pytest.mark.parametrize(("host", "status"), [("play.example.org:443", 200), ("evil.test", 421)])
def test_a_server_that_knows_its_names_answers_to_no_other_anywhere(host: str, status: int) -> None:
    policy = HttpPolicy("tavern", allowed_hosts=("play.example.org",), on_loopback=False)
    assert page("/health", policy, Host=host).status_code == status
    assert page("/health", policy, Host="localhost").status_code == 421


LAPTOP = HttpPolicy(
    "tavern", on_loopback=False, names=ServerNames(("laptop", "laptop.local", "*.camp.example"))
)


@pytest.mark.parametrize(
    "host",
    [
        "laptop:7421",
        "LAPTOP.local",
        "laptop.local.:7421",
        "192.168.1.5:7421",
        "[2001:db8::7]:7421",
        "[fe80::1%25eth0]:7421",
        "a.camp.example",
        "10.0.0.1",
    ],
)
def test_a_server_in_a_network_answers_to_its_own_names_and_to_addresses(host: str) -> None:
    assert page("/health", LAPTOP, Host=host).status_code == 200
    assert refuse_upgrade(upgrade("/v1", Host=host), LAPTOP) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:7421",
        "laptop.evil.example",
        "192.168.1.5.evil.example",
        "a.b.camp.example",
        "camp.example",
        "0x7f.1",
        "",
        "[::1",
    ],
)
def test_a_server_in_a_network_refuses_names_that_nobody_gave_it(
    host: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    policy = replace(LAPTOP, names=ServerNames(("laptop", "*.camp.example")))
    answer = page("/", policy, Host=host)
    assert answer.status_code == 421
    assert b"connections.allowed_hosts" in answer.body
    assert refuse_upgrade(upgrade("/v1", Host=host, Origin=f"http://{host}"), policy) is not None
    told = [one.getMessage() for one in caplog.records if "allowed_hosts" in one.getMessage()]
    assert len(told) == 1  # once for each name


def test_two_names_are_none() -> None:
    doubled = Headers([("Host", "laptop"), ("Host", "evil.example")])
    assert show("/", doubled, LAPTOP).status_code == 421


PROXIES = ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("10.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["192.0.2.7, 10.0.0.9"], "192.0.2.7"),
        ("10.0.0.1", ["192.0.2.7", "10.0.0.9"], "192.0.2.7"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
        ("10.0.0.1", ["nonsense, 192.0.2.7"], "192.0.2.7"),
        ("10.0.0.1", ["192.0.2.7, nonsense"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::1", ["2001:db8::7"], "2001:db8::7"),
        ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),
        ("127.0.0.1", ["198.51.100.1"], "127.0.0.1"),
        ("::1", [], "::1"),
        ("::1", ["::1"], "unknown"),
        ("::1", ["127.0.0.1"], "unknown"),
        ("::1", ["::ffff:127.0.0.1"], "unknown"),
        ("::1", ["nonsense"], "unknown"),
        ("10.0.0.1", ["127.0.0.1"], "unknown"),
    ],
)
def test_only_a_trusted_proxy_may_speak_for_others(
    peer: str, forwarded: list[str], expected: str
) -> None:
    policy = HttpPolicy("tavern", caller=Caller(peer), trusted_proxies=PROXIES)
    headers = Headers([("X-Forwarded-For", value) for value in forwarded])
    assert caller_of(headers, policy).address == expected


def test_a_program_of_this_machine_is_itself_though_proxies_run_here() -> None:
    policy = HttpPolicy("tavern", caller=Caller("127.0.0.1"), trusted_proxies=("127.0.0.1",))
    assert caller_of(Headers(), policy) == Caller("127.0.0.1", is_private=True)


@pytest.mark.parametrize(
    "header",
    [("X-Forwarded-For", "127.0.0.1"), ("X-Forwarded-Proto", ""), ("Forwarded", "for=::1")],
)
def test_nobody_becomes_one_by_what_a_header_says(header: tuple[str, str]) -> None:
    policy = HttpPolicy("tavern", caller=Caller("127.0.0.1"), trusted_proxies=("127.0.0.1",))
    caller = caller_of(Headers([header]), policy)
    assert caller == Caller("unknown", is_private=False)


@pytest.mark.parametrize(
    ("peer", "scheme", "is_private"),
    [
        ("10.0.0.1", "https", True),
        ("10.0.0.1", "http, HTTPS", True),
        ("10.0.0.1", "https, http", False),
        ("10.0.0.1", "", False),
        ("192.0.2.9", "https", False),
    ],
)
def test_a_trusted_proxy_says_whether_its_client_came_under_tls(
    peer: str, scheme: str, is_private: bool
) -> None:
    policy = HttpPolicy("tavern", caller=Caller(peer, is_private=False), trusted_proxies=PROXIES)
    headers = Headers([("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Proto", scheme)])
    assert caller_of(headers, policy).is_private is is_private
