"""Differences instead of observations: who writes and who reads them stay together."""

from typing import Any

import pytest

from infoset_protocol.deltas import FULL_EVERY, DeltaReader, DeltaWriter
from infoset_protocol.messages import read_server_message

LONG = {"hand": ["ore"] * 20, "hexes": list(range(30))}


def question(ver: int, match_id: str = "m_1", **obs: Any) -> dict[str, Any]:
    return {
        "type": "your_turn",
        "match_id": match_id,
        "seat": 0,
        "ver": ver,
        "decision": ver,
        "kind": "main",
        "legal": {"actions": [["go"]]},
        "obs": {**LONG, **obs},
    }


def test_what_is_left_out_is_put_back() -> None:
    writer, reader = DeltaWriter(), DeltaReader(8)
    asked = [question(1, turn=0, left=3), question(2, turn=1), question(5, turn=1, die=[6])]
    told = [writer.shorten(whole) for whole in asked]
    assert told[0] == asked[0]
    assert told[1]["delta"] == {"base": 1, "patch": {"turn": 1, "left": None}}
    assert told[2]["delta"] == {"base": 2, "patch": {"die": [6]}}
    assert "obs" not in told[1]
    assert [reader.read(message) for message in told] == asked
    assert all(read_server_message(message) for message in told)


def test_every_thirty_second_question_is_whole() -> None:
    writer = DeltaWriter()
    told = [writer.shorten(question(ver, turn=ver)) for ver in range(3 * FULL_EVERY)]
    assert [ver for ver, message in enumerate(told) if "obs" in message] == [0, 32, 64]


def test_what_would_not_be_shorter_is_whole() -> None:
    writer = DeltaWriter()
    first = {**question(1), "obs": {"a": 1}}
    second = {**question(2), "obs": {"a": 2}}
    assert writer.shorten(first) == first
    assert writer.shorten(second) == second


def test_beginning_anew_the_next_question_is_whole() -> None:
    writer = DeltaWriter()
    writer.shorten(question(1))
    writer.begin_anew()
    assert writer.shorten(question(2)) == question(2)


def test_the_question_itself_does_not_change() -> None:
    writer = DeltaWriter()
    asked = [question(1, turn=1), question(2, turn=2)]
    for whole in asked:
        writer.shorten(whole)
    assert asked == [question(1, turn=1), question(2, turn=2)]


def short(base: int, ver: int, match_id: str = "m_1") -> dict[str, Any]:
    message = question(ver, match_id) | {"delta": {"base": base, "patch": {"turn": ver}}}
    del message["obs"]
    return message


def test_a_difference_from_what_is_not_known_is_not_guessed() -> None:
    reader = DeltaReader(8)
    assert reader.read(short(1, 2)) is None
    reader.read(question(1))
    assert reader.read(short(2, 3)) is None
    assert reader.read(short(1, 3)) == question(3, turn=3)
    assert reader.read(short(1, 4)) is None


def test_matches_are_kept_apart_and_forgotten_at_their_end() -> None:
    reader = DeltaReader(8)
    reader.read(question(1, "m_1"))
    reader.read(question(1, "m_2"))
    assert reader.read({"type": "match_over", "match_id": "m_1"}) is not None
    assert reader.read(short(1, 2, "m_1")) is None
    assert reader.read(short(1, 2, "m_2")) == question(2, "m_2", turn=2)
    reader.forget_all()
    assert reader.read(short(2, 3, "m_2")) is None


def test_of_too_many_matches_the_oldest_is_forgotten() -> None:
    reader = DeltaReader(2)
    for match_id in ("m_1", "m_2", "m_3"):
        reader.read(question(1, match_id))
    assert reader.read(short(1, 2, "m_1")) is None
    assert reader.read(short(1, 2, "m_2")) is not None


@pytest.mark.parametrize("delta", [{}, {"base": 1}, {"base": 1, "patch": [1]}, {"patch": {}}])
def test_what_is_no_difference_is_left_to_whoever_checks_messages(delta: Any) -> None:
    reader = DeltaReader(8)
    reader.read(question(1))
    message = short(1, 2) | {"delta": delta}
    assert reader.read(message) is message


def test_other_messages_come_back_as_they_are() -> None:
    events = {"type": "events", "match_id": "m_1", "ver": 3, "items": []}
    assert DeltaReader(8).read(events) is events
