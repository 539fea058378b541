"""Addresses of servers, read and refused."""

import pytest

from infoset.address import DEFAULT_URL, is_loopback, read_address
from infoset.errors import AddressError
from infoset_protocol.codec import Encoding


@pytest.mark.parametrize(
    ("text", "url", "encoding"),
    [
        ("infoset://example.org", "infoset://example.org:7421", "json"),
        ("infoset+msgpack://example.org:99", "infoset://example.org:99", "msgpack"),
        ("infosets://example.org", "infosets://example.org:7421", "json"),
        ("ws://example.org:7421", "ws://example.org:7421/v1", "json"),
        ("ws://example.org", "ws://example.org:80/v1", "json"),
        ("wss+msgpack://example.org/", "wss://example.org:443/v1", "msgpack"),
        ("wss://example.org/club/v1", "wss://example.org:443/club/v1", "json"),
        ("localhost:7555", "infoset://localhost:7555", "json"),
        (" 10.0.0.7 ", "infoset://10.0.0.7:7421", "json"),
        ("infoset://[::1]:7000", "infoset://[::1]:7000", "json"),
        (DEFAULT_URL, "infoset://127.0.0.1:7421", "json"),
    ],
)
def test_an_address_says_host_port_and_encoding(text: str, url: str, encoding: str) -> None:
    address = read_address(text)
    assert str(address) == url
    assert address.encoding is Encoding(encoding)


def test_an_encoding_asked_for_wins() -> None:
    assert read_address("ws+json://x", "msgpack").encoding is Encoding.MSGPACK


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("http://example.org", "unknown scheme 'http'; expected one of infoset, infosets, ws, wss"),
        ("infoset+xml://x", "unknown encoding 'xml'; expected json, msgpack"),
        ("infoset://", "the host is missing"),
        ("infoset://x:port", "the port must be a number"),
        ("infoset://x:99999", "the port must be a number"),
        ("infoset://ada:secret@x", "only a host, a port and a path"),
        ("ws://x/v1?token=secret", "only a host, a port and a path"),
        ("infoset://[::1", "Invalid IPv6"),
    ],
)
def test_an_address_that_is_none_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(AddressError, match=complaint.replace("?", r"\?")):
        read_address(text)


@pytest.mark.parametrize(
    ("text", "is_safe"),
    [
        ("infoset://localhost", True),
        ("ws://127.0.0.9", True),
        ("infoset://[::1]", True),
        ("wss://example.org", True),
        ("infosets://example.org", True),
        ("infoset://example.org", False),
        ("ws://192.168.0.7", False),
        ("infoset://localhost.example.org", False),
    ],
)
def test_a_token_may_go_under_tls_or_stay_on_the_machine(text: str, is_safe: bool) -> None:
    assert read_address(text).can_carry_token is is_safe


def test_a_name_is_no_loopback_address_by_its_looks() -> None:
    assert not is_loopback("127.0.0.1.example.org")
