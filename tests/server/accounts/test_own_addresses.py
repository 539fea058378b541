"""Which address a client may have dialled: where its connection has arrived, or what the operator lists."""

import socket

import pytest

from infoset_server.accounts.authentication import OwnAddresses
from infoset_server.network.caller import Caller

HOME = Caller("127.0.0.1", local=("127.0.0.1", 7421))
NET = Caller("192.0.2.7", local=("192.0.2.1", 7421))
SIX = Caller("2001:db8::7", local=("2001:db8::1", 7421))
MAPPED = Caller("::ffff:192.0.2.7", local=("::ffff:192.0.2.1", 7421))
UNDER_TLS = Caller("192.0.2.7", local=("192.0.2.1", 7421), is_tls=True)
PROXIED = Caller("192.0.2.7", is_tls=True)
NAME = socket.gethostname().lower()


@pytest.mark.parametrize(
    ("dialled", "caller"),
    [
        ("infoset://127.0.0.1:7421", HOME),
        ("infoset://localhost:7421", HOME),
        ("infoset://192.0.2.1:7421", NET),
        ("infoset://192.0.2.1:7421", MAPPED),
        ("infoset://[2001:db8::1]:7421", SIX),
        ("infoset://[2001:DB8:0::1]:7421", SIX),
        ("infosets://192.0.2.1:7421", UNDER_TLS),
        ("infosets://192.0.2.1:7421", NET),  # somebody has ended the TLS on this machine
        (f"infoset://{NAME}:7421", NET),
        ("infoset://play.example.org:7421", NET),
        ("infosets://play.example.org:443", PROXIED),
    ],
)
def test_an_address_of_ours_is_where_the_connection_arrived(dialled: str, caller: Caller) -> None:
    assert OwnAddresses(hosts=("Play.Example.org",)).include(dialled, caller)


@pytest.mark.parametrize(
    ("dialled", "caller"),
    [
        ("infoset://127.0.0.1:7421", NET),  # every machine has that one
        ("infoset://localhost:7421", NET),
        ("infoset://127.0.0.1:7421", PROXIED),
        ("infoset://localhost:7421", PROXIED),
        ("infoset://127.0.0.1:7422", HOME),
        ("infoset://192.0.2.2:7421", NET),
        ("infoset://play.example.org:7422", NET),
        ("infoset://other.example.org:7421", NET),
        ("infoset://play.example.org.evil.example:7421", NET),
        ("infoset://192.0.2.1:7421", UNDER_TLS),  # somebody in between speaks TLS for the client
        ("infoset://127.0.0.1:7421/\ninfoset://evil.example:7421", HOME),
        ("infoset://127.0.0.1:7421\n", HOME),
        ("infoset://evil@127.0.0.1:7421", HOME),
        ("infoset://127.0.0.1:7421#evil", HOME),
        ("ws://127.0.0.1:7421", HOME),
        ("infoset://127.0.0.1", HOME),
        ("infoset://127.0.0.1:999999999", HOME),
        ("infoset://[::::]:7421", HOME),
        ("127.0.0.1:7421", HOME),
        ("", HOME),
    ],
)
def test_everything_else_is_somebody_elses(dialled: str, caller: Caller) -> None:
    own = OwnAddresses(hosts=("play.example.org", "127.0.0.1", "localhost"))
    assert not own.include(dialled, caller)


def test_with_addresses_listed_no_other_counts() -> None:
    own = OwnAddresses(("Play.example.org:443", "[2001:db8::1]:7421"), ("other.example.org",))
    assert own.include("infosets://play.example.org:443", HOME)
    assert own.include("infoset://[2001:db8::1]:7421", Caller("192.0.2.7"))
    assert not own.include("infoset://127.0.0.1:7421", HOME)
    assert not own.include("infoset://other.example.org:443", HOME)
    assert not own.include("infoset://play.example.org:443", UNDER_TLS)
