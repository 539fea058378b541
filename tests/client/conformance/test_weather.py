"""Weather keeps the meaning: whatever it does to a message, a tolerant reader reads the same."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from infoset.conformance.testee import find_vectors
from infoset.conformance.weather import MAX_SINGLE_BYTES, Sky, Weather, pack_wide
from infoset_protocol.catalog import Direction
from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.conformance.vectors import Sample, read_samples
from infoset_protocol.messages import Unknown, read_server_message

MAX_FRAME = 65_535
HARDSHIPS = [field.name for field in dataclasses.fields(Weather)]
STORM = Weather(**dict.fromkeys(HARDSHIPS, True))


def samples() -> list[Sample]:
    text = (Path(find_vectors()) / "messages.ndjson").read_text("ascii")
    return [s for s in read_samples(text) if s.direction is Direction.SERVER]


SAMPLES = samples()


@pytest.mark.parametrize("weather", [STORM, *(Weather(**{name: True}) for name in HARDSHIPS)])
@pytest.mark.parametrize("encoding", list(Encoding))
def test_a_dressed_message_means_the_same(weather: Weather, encoding: Encoding) -> None:
    sky = Sky(weather, "test")
    for sample in SAMPLES:
        dressed = sky.dress(encode(sample.value, encoding), encoding, MAX_FRAME)
        assert len(dressed) <= MAX_FRAME
        read = read_server_message(decode(dressed, encoding))
        assert read == read_server_message(sample.value)


def test_fair_weather_changes_no_byte() -> None:
    sky = Sky(Weather(), "test")
    frame = encode(SAMPLES[0].value, Encoding.JSON)
    assert sky.dress(frame, Encoding.JSON, MAX_FRAME) is frame
    assert sky.pieces(frame) == [frame]
    assert sky.news() is None
    assert sky.embellish(SAMPLES[0].value) is SAMPLES[0].value


def test_equal_seeds_bring_equal_weather() -> None:
    frame = encode(SAMPLES[0].value, Encoding.JSON)
    first, second, other = (Sky(STORM, seed) for seed in ("1", "1", "2"))
    dressed = [sky.dress(frame, Encoding.JSON, MAX_FRAME) for sky in (first, second, other)]
    assert dressed[0] == dressed[1] != dressed[2]


def test_pieces_are_single_bytes_at_first_and_lose_nothing() -> None:
    sky = Sky(Weather(pieces=True), "test")
    data = bytes(range(256)) * 100
    pieces = sky.pieces(data)
    assert b"".join(pieces) == data
    assert [len(piece) for piece in pieces[:MAX_SINGLE_BYTES]] == [1] * MAX_SINGLE_BYTES
    assert len(pieces) < len(data)


def test_questions_are_filled_up_to_the_largest_frame() -> None:
    sky = Sky(Weather(big=True), "test")
    turn = {"type": "your_turn", "match_id": "m", "decision": 1}
    dressed = sky.dress(encode(turn, Encoding.JSON), Encoding.JSON, 10_000)
    assert 9_900 < len(dressed) <= 10_000


def test_news_are_messages_that_no_version_knows() -> None:
    sky = Sky(Weather(news=True), "test")
    news = [message for _ in range(50) if (message := sky.news()) is not None]
    assert news
    assert all(isinstance(read_server_message(message), Unknown) for message in news)


@pytest.mark.parametrize(
    "value", [{}, {"a": [1, -1, 2**53 - 1, 1.5, None, True, "text", {"b": []}]}]
)
def test_wide_msgpack_is_read_as_what_it_was(value: dict[str, Any]) -> None:
    assert decode(pack_wide(value), Encoding.MSGPACK) == value


def test_what_no_wire_can_say_is_not_packed() -> None:
    with pytest.raises(TypeError, match="no value of the wire"):
        pack_wide({"a": b"bytes"})
