"""The short way to read an `act` by index says what the model says, or nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import Act, unknown_fields
from infoset_protocol.messages.reading import read_request
from infoset_protocol.messages.usual_act import read_usual_act, read_usual_frame

SAFE = 2**53 - 1
USUAL = {"type": "act", "id": 40, "match_id": "g_5xT2", "decision": 17, "index": 1}
NAMES = [*Act.model_fields, "x_private", "unheard_of"]

numbers = st.sampled_from([0, 1, SAFE, SAFE + 1, -1, 2.0, 0.5, -0.0, float(SAFE), True])
texts = st.sampled_from(["act", "ack", "g_5xT2", "", "g 1", "g\n", "g" * 40, "g" * 41, "ü", "7"])
odd: st.SearchStrategy[Any] = st.sampled_from([None, [], [1], [1.0], {}, ["skip"], False])


@given(changed=st.dictionaries(st.sampled_from(NAMES), numbers | texts | odd, max_size=3))
def test_what_it_reads_the_model_reads_just_so(changed: dict[str, Any]) -> None:
    plain = USUAL | changed
    usual = read_usual_act(plain)
    if usual is not None:
        model = Act.model_validate(plain)
        assert usual == model
        assert [*vars(usual).items()] == [*vars(model).items()]
        assert [*map(type, vars(usual).values())] == [*map(type, vars(model).values())]
        assert usual.model_fields_set == model.model_fields_set
        assert usual.to_plain() == model.to_plain()
        assert unknown_fields(plain) == ()


@given(number=st.integers(0, SAFE), decision=st.integers(0, SAFE), index=st.integers(0, SAFE))
def test_it_reads_every_act_by_index(number: int, decision: int, index: int) -> None:
    plain = USUAL | {"id": number, "decision": decision, "index": index}
    assert read_usual_act(plain) == Act.model_validate(plain)


@pytest.mark.parametrize("missing", USUAL)
def test_it_leaves_alone_what_has_not_all_fields(missing: str) -> None:
    assert read_usual_act({k: v for k, v in USUAL.items() if k != missing}) is None


@pytest.mark.parametrize(
    "changed",
    [{"index": 1.0}, {"id": None}, {"note": "why"}, {"index": -1}, {"picks": None}, {"type": "x"}],
)
def test_it_leaves_the_unusual_and_the_wrong_to_the_model(changed: dict[str, Any]) -> None:
    assert read_usual_act(USUAL | changed) is None


# The same from the bytes of a frame.

FRAMES = {encoding: encode(USUAL, encoding) for encoding in Encoding}


def assert_read_as_ever(frame: bytes, encoding: Encoding) -> None:
    """What it reads in a frame is what is read without it; where that is refused, it reads nothing."""
    usual = read_usual_frame(frame, encoding)
    if usual is None:
        return
    try:
        message, unknown = read_request(decode(frame, encoding))
    except ProtocolError as error:
        raise AssertionError(f"{frame!r} must be refused: {error}") from error
    assert (usual, unknown) == (message, ())
    assert [*vars(usual).items()] == [*vars(message).items()]
    assert [*map(type, vars(usual).values())] == [*map(type, vars(message).values())]


@given(changed=st.dictionaries(st.sampled_from(NAMES), numbers | texts | odd, max_size=3))
@pytest.mark.parametrize("encoding", Encoding)
def test_what_it_reads_in_a_frame_is_read_just_so(
    encoding: Encoding, changed: dict[str, Any]
) -> None:
    assert_read_as_ever(encode(USUAL | changed, encoding), encoding)


@given(data=st.data())
@pytest.mark.parametrize("encoding", Encoding)
def test_a_damaged_frame_is_read_just_so_or_not_at_all(
    encoding: Encoding, data: st.DataObject
) -> None:
    frame = bytearray(FRAMES[encoding])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(frame) - 1))
        new = data.draw(st.binary(max_size=6))
        frame[place : place + data.draw(st.integers(0, 2))] = new
        if not frame:
            return
    assert_read_as_ever(bytes(frame), encoding)


@given(number=st.integers(0, SAFE), decision=st.integers(0, SAFE), index=st.integers(0, SAFE))
@pytest.mark.parametrize("encoding", Encoding)
def test_it_reads_every_act_by_index_in_a_frame(
    encoding: Encoding, number: int, decision: int, index: int
) -> None:
    plain = USUAL | {"id": number, "decision": decision, "index": index}
    assert read_usual_frame(encode(plain, encoding), encoding) == Act.model_validate(plain)


@pytest.mark.parametrize(
    ("frame", "encoding"),
    [
        (FRAMES[Encoding.JSON][:-1], Encoding.JSON),
        (FRAMES[Encoding.JSON] + b"}", Encoding.JSON),
        (FRAMES[Encoding.JSON].replace(b"g_5xT2", b"g_5xT2\\n"), Encoding.JSON),
        (FRAMES[Encoding.JSON].replace(b"g_5xT2", b"\xff"), Encoding.JSON),
        (FRAMES[Encoding.JSON].replace(b"17", b"9007199254740992"), Encoding.JSON),
        (FRAMES[Encoding.JSON].replace(b"17", b"true"), Encoding.JSON),
        (FRAMES[Encoding.MSGPACK][:-1], Encoding.MSGPACK),
        (FRAMES[Encoding.MSGPACK] + b"\0", Encoding.MSGPACK),
        (FRAMES[Encoding.MSGPACK][:-1] + b"\xca\x3f\x80\0\0", Encoding.MSGPACK),  # float32
        (FRAMES[Encoding.MSGPACK].replace(b"\xa6g_5xT2", b"\xc4\6g_5xT2"), Encoding.MSGPACK),
        (FRAMES[Encoding.MSGPACK].replace(b"\xa5index", b"\xc4\5index"), Encoding.MSGPACK),
    ],
)
def test_it_leaves_broken_and_forbidden_frames_alone(frame: bytes, encoding: Encoding) -> None:
    assert read_usual_frame(frame, encoding) is None


# The way back.


@pytest.mark.parametrize(
    "chosen",
    [
        {"index": 3},
        {"picks": [1, 2], "note": "why", "value": [0.5, -1]},
        {"action": ["offer", {"give": None}], "replace": True},
    ],
)
def test_an_act_becomes_plain_values_as_pydantic_makes_them(chosen: dict[str, Any]) -> None:
    act = Act.model_validate({"match_id": "g_5xT2", "decision": 17} | chosen)
    plain = act.to_plain()
    assert list(plain.items()) == list(act.model_dump(exclude_none=True).items())
