"""Requests about a room that is full but not playing: three guests are seated, one is not ready."""

from collections.abc import Iterator
from typing import Final

import pytest
from tests.faults.peers import TRANSPORTS, Peer, Plain
from tests.faults.playing import open_room
from tests.faults.servers import Child


@pytest.fixture
def full_room(server: Child) -> Iterator[tuple[str, list[Peer], Peer]]:
    """Its id, those who sit in it (the host first), and somebody outside."""
    peers = [Peer(server.port, transport) for transport in TRANSPORTS]
    outsider = Peer(server.port)
    for peer in (*peers, outsider):
        peer.hello("full")
    room = open_room(peers[0])
    for seat, peer in enumerate(peers):
        assert peer.ask("join", room=room, seat=seat)["type"] == "room"
    for peer in peers:
        peer.fence()
    yield room, peers, outsider
    for peer in (*peers, outsider):
        peer.socket.close()


FULL_ROOM: Final[list[tuple[str, str, Plain, str]]] = [
    ("outsider", "join", {"any_seat": True}, "room_full"),
    ("outsider", "join", {"seat": 0}, "seat_taken"),
    ("outsider", "sit", {"seat": 0}, "not_found"),
    ("outsider", "kick", {"seat": 0}, "not_found"),
    ("guest", "join", {"any_seat": True}, "already_seated"),
    ("guest", "sit", {"seat": 0}, "seat_taken"),
    ("guest", "start", {}, "not_host"),
    ("guest", "configure", {"changes": {"title": "mine"}}, "not_host"),
    ("guest", "add_bot", {"bot": "random"}, "not_host"),
    ("guest", "kick", {"seat": 0}, "not_host"),
    ("host", "add_bot", {"bot": "random"}, "room_full"),
    ("host", "add_bot", {"bot": "random", "seat": 2}, "seat_taken"),
]


@pytest.mark.parametrize(("who", "request_type", "fields", "code"), FULL_ROOM)
def test_a_full_room_stays_as_it_is(
    full_room: tuple[str, list[Peer], Peer],
    who: str,
    request_type: str,
    fields: Plain,
    code: str,
) -> None:
    room, peers, outsider = full_room
    sinner = {"outsider": outsider, "guest": peers[1], "host": peers[0]}[who]
    said = sinner.ask(request_type, room=room, **fields)
    assert (said["type"], said.get("code")) == ("error", code)
    for peer in (*peers, outsider):
        assert peer.fence() == []
    shown = outsider.ask("watch_lobby")["rooms"]
    (seats,) = [one["seats"] for one in shown if one["room"] == room]
    assert [seat["kind"] for seat in seats] == ["human"] * 4
