"""The golden vectors against our own codec, framing, models and action spaces."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from infoset_games.spaces import ListSpace, ProductSpace
from infoset_protocol.catalog import Direction
from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.conformance.vectors import (
    FirstByte,
    Indexing,
    Rejection,
    Sample,
    Stream,
    Toleration,
    read_frames,
    read_indexings,
    read_rejections,
    read_samples,
    read_tolerations,
)
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.framing import detect, make_framer
from infoset_protocol.messages import (
    MAX_SAFE_INT,
    Message,
    Unknown,
    read_client_message,
    read_server_message,
)

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "v1"


def load(name: str) -> str:
    return (VECTORS / name).read_text("ascii")


SAMPLES = read_samples(load("messages.ndjson"))
TOLERATIONS = read_tolerations(load("tolerate.ndjson"))
REJECTIONS = read_rejections(load("reject.ndjson"))
FRAMES = read_frames(load("frames.ndjson"))
INDEXINGS = read_indexings(load("index.ndjson"))

READERS: dict[Direction, Callable[[dict[str, Any]], Message | Unknown]] = {
    Direction.CLIENT: read_client_message,
    Direction.SERVER: read_server_message,
}


def named(case: Any) -> str:
    return str(case.name)


def forms(sample: Sample) -> list[tuple[Encoding, bytes]]:
    return [
        (Encoding.JSON, sample.json.encode()),
        *((Encoding.MSGPACK, packed) for packed in sample.msgpack),
    ]


def without_defaults(message: Message) -> dict[str, Any]:
    """What was really said: fields that were not sent are not there."""
    return message.model_dump(exclude_unset=True, exclude_none=True)


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_every_form_of_a_message_decodes_to_its_value(sample: Sample) -> None:
    for encoding, frame in forms(sample):
        assert decode(frame, encoding) == sample.value


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_a_value_encodes_to_the_bytes_in_the_file(sample: Sample) -> None:
    assert encode(sample.value, Encoding.JSON).decode() == sample.json
    assert encode(sample.value, Encoding.MSGPACK) == sample.msgpack[0]


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_the_model_says_back_exactly_what_it_was_told(sample: Sample) -> None:
    for encoding, frame in forms(sample):
        message = READERS[sample.direction](decode(frame, encoding))
        assert isinstance(message, Message)
        assert without_defaults(message) == sample.value


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_a_message_survives_its_model_and_both_encodings(sample: Sample) -> None:
    message = READERS[sample.direction](sample.value)
    assert isinstance(message, Message)
    for encoding in Encoding:
        frame = encode(message.to_plain(), encoding)
        assert READERS[sample.direction](decode(frame, encoding)) == message


@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if s.direction is Direction.SERVER], ids=named
)
def test_spliced_numbers_give_the_message_they_belong_to(sample: Sample) -> None:
    plain = {name: value for name, value in sample.value.items() if name not in ("re", "seq")}
    for encoding in Encoding:
        frame = Prepared(plain).frame_body(
            encoding, sample.value.get("seq"), sample.value.get("re")
        )
        assert decode(frame, encoding) == sample.value


@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if s.direction is Direction.SERVER], ids=named
)
def test_what_we_send_passes_a_strict_reader_too(sample: Sample) -> None:
    message = read_server_message(sample.value)
    assert isinstance(message, Message)
    assert type(message).model_validate(sample.value) == message


@pytest.mark.parametrize("case", TOLERATIONS, ids=named)
def test_an_unusual_frame_is_read_as_what_it_means(case: Toleration) -> None:
    read = READERS[case.direction]
    for encoding, frame in case.frames:
        message = read(decode(frame, encoding))
        if case.means is None:
            assert isinstance(message, Unknown)
        else:
            assert message == read(case.means)


@pytest.mark.parametrize("case", REJECTIONS, ids=named)
def test_a_bad_frame_is_refused_with_the_documented_error(case: Rejection) -> None:
    with pytest.raises(ProtocolError) as caught:
        READERS[case.direction](decode(case.frame, case.encoding))
    assert caught.value.code == case.code
    data = caught.value.data or {}
    assert data.get("path") == case.path
    if case.code == ErrorCode.BAD_MESSAGE:
        assert data["want"]


def cut(case: Stream, chunks: Iterable[bytes]) -> tuple[tuple[bytes, ...], str | None]:
    """The payloads and the error that a framer makes of these chunks."""
    framer = make_framer(case.encoding, case.max_frame)
    payloads: list[bytes] = []
    for chunk in chunks:
        with suppress(ProtocolError):  # the framer remembers it as its fault
            payloads += framer.receive_data(chunk)
    return tuple(payloads), framer.fault.code if framer.fault else None


@pytest.mark.parametrize("case", [c for c in FRAMES if isinstance(c, Stream)], ids=named)
def test_a_stream_in_pieces_gives_its_payloads(case: Stream) -> None:
    assert cut(case, case.chunks) == (case.payloads, case.error)


@pytest.mark.parametrize("case", [c for c in FRAMES if isinstance(c, Stream)], ids=named)
def test_how_a_stream_is_cut_makes_no_difference(case: Stream) -> None:
    whole = b"".join(case.chunks)
    assert cut(case, [whole]) == (case.payloads, case.error)
    assert cut(case, (bytes((byte,)) for byte in whole)) == (case.payloads, case.error)


@pytest.mark.parametrize("case", [c for c in FRAMES if isinstance(c, FirstByte)], ids=named)
def test_the_first_byte_says_what_a_connection_speaks(case: FirstByte) -> None:
    assert detect(case.byte) is case.wire


@pytest.mark.parametrize(
    "case", [c for c in INDEXINGS if c.legal.get("kind") == "product"], ids=named
)
def test_a_product_is_numbered_as_the_file_says(case: Indexing) -> None:
    slots = case.legal["slots"]
    space = ProductSpace([slot["slot"] for slot in slots], [len(slot["options"]) for slot in slots])
    assert space.size == (case.n or math.prod(space.sizes))
    assert (case.n is None) == (space.size > MAX_SAFE_INT)
    for naming in case.cases:
        assert naming.picks is not None
        number = space.join(naming.picks)
        assert naming.index in (number, None)
        assert space.split(number) == naming.picks


@pytest.mark.parametrize(
    "case", [c for c in INDEXINGS if c.legal.get("kind") != "product"], ids=named
)
def test_a_list_is_numbered_by_position(case: Indexing) -> None:
    actions: list[Any] = case.legal["actions"]
    codes = ListSpace([actions.index(action) for action in actions])
    assert case.n == len(actions) == codes.size
    for naming in case.cases:
        assert naming.index is not None
        assert actions[naming.index] == naming.action
        assert codes.index(actions.index(naming.action)) == naming.index
