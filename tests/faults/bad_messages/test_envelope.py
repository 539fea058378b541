"""What is wrong around a request: unknown fields, ids, frames, and words that come out of turn."""

from typing import Final

import pytest
from tests.faults.bad_messages.words import MAX_SAFE_INT, check_end, check_error
from tests.faults.mutations import BAD_JSON, BAD_MSGPACK
from tests.faults.peers import Peer, Plain
from tests.faults.servers import Child

from infoset_protocol.codec import Encoding

MAX_FRAME: Final = 262_144


def test_unknown_fields_are_accepted_with_a_warning(guest: Peer) -> None:
    said = guest.ask("unseek", colour="red", x_mine=1, also=None)
    assert said == {"type": "ok", "re": said["re"], "seq": said["seq"]} | {
        "warn": ["unknown field ignored: colour"]
    }


def test_with_the_feature_strict_unknown_fields_are_refused(newcomer: Peer) -> None:
    newcomer.hello("strict", features=["strict"])
    said = newcomer.ask("unseek", colour="red")
    check_error(said, "bad_message", {"path": "colour"})
    assert newcomer.ask("unseek", x_mine=1)["type"] == "ok"


def test_an_id_that_does_not_grow_is_refused(guest: Peer) -> None:
    for _ in range(5):
        guest.ask("unseek")
    for number in (guest.last_id, guest.last_id - 1, 2, 0):
        guest.send(type="unseek", id=number)
        assert [one["code"] for one in guest.fence()] == ["duplicate_id"]


@pytest.mark.parametrize("number", [-1, 1.5, True, "7", MAX_SAFE_INT + 1.0, [], {}], ids=repr)
def test_an_id_that_is_none_is_refused_without_re(guest: Peer, number: object) -> None:
    guest.send(type="unseek", id=number)
    (said,) = guest.fence()
    assert said["code"] in ("bad_message", "bad_frame")
    assert "re" not in said


@pytest.mark.parametrize("type_", ["ping", "seek", "auth", "bye", "frobnicate"])
def test_anything_before_hello_ends_the_connection(newcomer: Peer, type_: str) -> None:
    newcomer.send(type=type_, id=5, game="colonizers", sig="x")
    assert check_end(newcomer, "not_ready", 4400)["re"] == 5


def test_a_second_hello_ends_the_connection(guest: Peer) -> None:
    guest.send(type="hello", id=9, proto=[1], auth={"kind": "guest"})
    assert check_end(guest, "not_ready", 4400)["re"] == 9


def test_a_hello_in_an_unknown_version_ends_the_connection(newcomer: Peer) -> None:
    newcomer.send(type="hello", id=1, proto=[2, 99], auth={"kind": "guest"})
    error = check_end(newcomer, "proto_unsupported", 4406)
    assert error["data"] == {"supported": [1]}


@pytest.mark.parametrize(
    "auth",
    [
        {"kind": "token", "token": "guess"},
        {"kind": "token", "token": ""},
        {"kind": "ticket", "token": "guess"},
    ],
    ids=repr,
)
def test_wrong_credentials_end_the_connection_with_one_text_for_all(
    newcomer: Peer, auth: Plain
) -> None:
    newcomer.send(type="hello", id=1, proto=[1], auth=auth)
    newcomer.send(type="seek", id=2, game="colonizers")
    error = check_end(newcomer, "auth_failed", 4401)
    assert error["msg"] == "wrong or expired credentials"
    assert [one.get("re") for one in newcomer.inbox if one["type"] == "error"] == [1]


def test_a_bad_hello_may_be_said_again(newcomer: Peer) -> None:
    newcomer.send(type="hello", id=1, proto=[], auth={"kind": "guest"})
    said = newcomer.wait_type("error")
    assert (said["code"], said["data"]["path"], said["re"]) == ("bad_message", "proto", 1)
    newcomer.send(type="hello", id=1, proto=[1], auth={"kind": "token"})
    said = newcomer.wait_type("error")
    assert (said["code"], said["data"]["path"]) == ("bad_message", "auth")
    newcomer.hello()


def oversized(peer: Peer, size: int) -> bytes:
    """A valid message of exactly `size` bytes."""
    empty = len(peer.encode({"type": "ping", "pad": ""}))
    if peer.encoding is Encoding.MSGPACK:  # a long text has a longer header
        empty += 2 if size < 1 << 16 else 4
    payload = peer.encode({"type": "ping", "pad": "x" * (size - empty)})
    assert len(payload) == size
    return payload


def test_a_frame_of_the_largest_size_is_read_and_one_byte_more_ends_the_connection(
    guest: Peer,
) -> None:
    guest.send_payload(oversized(guest, MAX_FRAME))
    assert guest.fence() == []
    guest.send_payload(oversized(guest, MAX_FRAME + 1))
    assert check_end(guest, "frame_too_big", 4413)["data"] == {"limit": MAX_FRAME}


def test_before_hello_eight_kilobytes_are_the_limit(newcomer: Peer) -> None:
    newcomer.send_payload(oversized(newcomer, 8193))
    assert check_end(newcomer, "frame_too_big", 4413)["data"] == {"limit": 8192}


def test_an_announced_size_is_refused_before_it_comes(guest: Peer) -> None:
    announcements = {
        "tcp-json": b"{" + b"x" * MAX_FRAME,
        "tcp-msgpack": b"\x00\xff\xff\xff",
        "ws-json": b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4),
        "ws-msgpack": b"\x82\xff" + (1 << 40).to_bytes(8) + bytes(4),
    }
    guest.send_bytes(announcements[guest.transport])
    assert check_end(guest, "frame_too_big", 4413)["data"] == {"limit": MAX_FRAME}


BAD_FRAMES: Final = [("json", bad) for bad in BAD_JSON] + [("msgpack", bad) for bad in BAD_MSGPACK]


@pytest.mark.parametrize(("encoding", "bad"), BAD_FRAMES, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("kind", ["tcp", "ws"])
def test_a_broken_frame_is_answered_once_and_the_connection_goes_on(
    server: Child, kind: str, encoding: str, bad: bytes
) -> None:
    with Peer(server.port, f"{kind}-{encoding}") as peer:
        peer.hello("broken")
        peer.send_payload(bad)
        said = peer.fence()
        if kind == "tcp" and not bad:
            assert said == []  # an empty frame keeps a stream alive
            return
        assert [(one["type"], one["code"], one.get("fatal")) for one in said] == [
            ("error", "bad_frame", None)
        ]
        assert "re" not in said[0]


def test_the_fifth_broken_frame_ends_the_connection(guest: Peer) -> None:
    bad = b"[]" if guest.encoding is Encoding.JSON else b"\xc1"
    for _ in range(4):
        guest.send_payload(bad)
    assert [one["code"] for one in guest.fence()] == ["bad_frame"] * 4
    guest.send_payload(bad)
    guest.send(type="unseek", id=99)
    check_end(guest, "bad_frame", 4400)


def test_the_twentieth_bad_message_ends_the_connection(guest: Peer) -> None:
    for number in range(19):
        said = guest.ask("join", room=number)
        assert (said["code"], said.get("fatal")) == ("bad_message", None)
    guest.send(type="join", room=19, id=guest.last_id + 1)
    check_end(guest, "bad_message", 4400)
