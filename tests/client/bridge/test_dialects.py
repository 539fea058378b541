"""What the lines between bridge and child mean."""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

import pytest

from infoset.asking import Reply
from infoset.bridge import dialects
from infoset.bridge.dialects import JsonLines, Said, Words
from infoset.client import Incoming
from infoset.errors import RequestError
from infoset.turn import Match, Player
from infoset_protocol.messages import read_server_message

MATCH = Match("g_1", "toy", "toy/1.0", seat=1, players=(Player(0), Player(1), Player(2)))


def incoming(**plain: Any) -> Incoming:
    plain = {"match_id": "g_1"} | plain
    return Incoming(plain, read_server_message(plain))


def turn(decision: int, n: int | None = 3, **changes: Any) -> Incoming:
    actions = [["act", number] for number in range(n or 0)]
    plain: dict[str, Any] = {
        "type": "your_turn",
        "seat": 1,
        "ver": 1,
        "decision": decision,
        "kind": "main",
        "legal": {"actions": actions},
        "fallback": 1,
        "obs": {"round": decision},
    }
    if n is not None:
        plain["n"] = n
    return incoming(**plain | changes)


def snapshot_of(decision: int) -> Incoming:
    """The whole view, with this decision open."""
    asked = turn(decision).plain
    pending = {name: asked[name] for name in ("decision", "kind", "n", "legal")}
    return incoming(type="snapshot", ver=1, obs={}, pending=[pending])


def over(**changes: Any) -> Incoming:
    plain: dict[str, Any] = {
        "type": "match_over",
        "reason": "finished",
        "places": [2, 1, 3],
        "scores": [10, 31, 4],
        "returns": [0, 1, -1],
    }
    return incoming(**plain | changes)


@pytest.fixture
def words() -> Words:
    return Words(MATCH, save=None)


def index_of(said: Said) -> tuple[int, int]:
    assert said.plain is not None, said
    assert said.plain["type"] == "act"
    return said.plain["decision"], said.plain["index"]


def test_words_say_start_turn_and_over(words: Words) -> None:
    assert words.greeting() == [b"START toy 1 3"]
    assert words.take(turn(7, deadline_ms=9500)).lines[-1] == b"TURN 7 3 1 9500"
    assert words.take(turn(8)).lines[-1] == b"TURN 8 3 1 -1"
    assert words.take(over()).lines == [b"OVER 1 31"]
    assert words.farewell() == [b"QUIT"]
    assert words.result is not None


def test_words_spell_out_what_is_known_and_what_may_be_done(words: Words) -> None:
    assert words.take(turn(7, n=2)).lines == [
        b"SEES round 7",
        b"ACTION 0 act 0",
        b"ACTION 1 act 1",
        b"TURN 7 2 1 -1",
    ]


def test_words_tell_the_constants_once_at_the_start() -> None:
    known = dataclasses.replace(MATCH, consts={"prices": {"road": [1, 1, 0]}})
    words = Words(known, save=None)
    assert words.greeting() == [b"START toy 1 3", b"CONST prices.road 1,1,0"]
    assert b"CONST" not in b"".join(words.take(turn(7)).lines)


JOINT = {
    "kind": "product",
    "slots": [
        {"slot": "unit 0", "options": [["move", "up"], ["wait"]]},
        {"slot": "unit 1", "options": [["fire", 3], ["wait"], ["hide"]]},
    ],
}


def test_words_spell_out_a_joint_order_by_slots(words: Words) -> None:
    assert words.take(turn(7, n=6, legal=JOINT)).lines[1:] == [
        b"SLOT 0 unit%200",
        b"OPTION 0 0 move up",
        b"OPTION 0 1 wait",
        b"SLOT 1 unit%201",
        b"OPTION 1 0 fire 3",
        b"OPTION 1 1 wait",
        b"OPTION 1 2 hide",
        b"TURN 7 6 1 -1",
    ]


def test_a_joint_order_is_answered_by_a_pick_for_each_slot_or_by_an_index(words: Words) -> None:
    words.take(turn(7, n=6, legal=JOINT))
    assert "slot unit 1: expected 0 to 2" in str(words.hear(b"7 1 3").complaint)
    assert "one option per slot" in str(words.hear(b"7 1 1 1").complaint)
    said = words.hear(b"7 1 2").plain
    assert said is not None
    assert (said["picks"], said.get("index")) == ((1, 2), None)
    words.take(turn(8, n=6, legal=JOINT))
    assert index_of(words.hear(b"8 5")) == (8, 5)


def test_an_aborted_match_is_over_without_a_place(words: Words) -> None:
    assert words.take(over(reason="aborted", places=[], scores=[])).lines == [b"OVER 0 0"]


@pytest.mark.parametrize("line", [b"2", b" 2 ", b"7 2", b"2\r"])
def test_a_turn_is_answered_by_an_index_or_by_decision_and_index(words: Words, line: bytes) -> None:
    words.take(turn(7))
    assert index_of(words.hear(line)) == (7, 2)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"3", "expected an index from 0 to 2"),
        (b"-1", "got -1"),
        (b"6 0", "decision 6 does not wait"),
        (b"7 0 0", "expected one index, got 2 numbers"),
        (b"skip", 'expected an index, got "skip"'),
        (b"1.5", "expected an index"),
        (b"\xff\xfe\x00\x01", "expected an index"),
        (b"9" * 5000, "expected an index"),
    ],
)
def test_a_line_that_answers_nothing_is_a_complaint_and_the_turn_stays_open(
    words: Words, line: bytes, complaint: str
) -> None:
    words.take(turn(7))
    said = words.hear(line)
    assert said.plain is None
    assert complaint in str(said.complaint)
    assert index_of(words.hear(b"0")) == (7, 0)


def test_an_answer_too_many_is_not_kept_for_the_next_turn(words: Words) -> None:
    words.take(turn(7))
    assert index_of(words.hear(b"0")) == (7, 0)
    assert "nothing was asked" in str(words.hear(b"1").complaint)
    words.take(turn(8))
    assert index_of(words.hear(b"2")) == (8, 2)


def test_a_late_bare_answer_is_not_taken_for_the_next_turn(words: Words) -> None:
    words.take(turn(7))
    words.take(incoming(type="turn_closed", decision=7, why="timeout"))
    words.take(turn(8))
    assert "too late for decision 7" in str(words.hear(b"0").complaint)
    assert index_of(words.hear(b"1")) == (8, 1)


def test_an_empty_line_says_nothing(words: Words) -> None:
    assert words.hear(b"  ") == Said()


def test_a_new_child_hears_start_and_the_open_turn_again(words: Words) -> None:
    told = words.take(turn(7)).lines
    assert words.again() == [*words.greeting(), *told]
    assert index_of(words.hear(b"0")) == (7, 0)
    assert "nothing was asked" in str(words.hear(b"0").complaint)


def test_a_lost_answer_is_given_again_when_a_snapshot_asks(words: Words) -> None:
    words.take(turn(7))
    act = words.hear(b"2").plain
    told = words.take(snapshot_of(7))
    assert told.lines == []
    assert [said.plain for said in told.answers] == [act]
    words.replied(told.answers[0], Reply({"type": "act_ok", "decision": 7}, 0))
    assert words.open_turns() == []


def test_a_question_that_came_before_its_acceptance_is_old(words: Words) -> None:
    words.take(turn(7))
    words.replied(words.hear(b"2"), Reply({"type": "act_ok", "decision": 7}, arrival=5))
    assert words.take(dataclasses.replace(snapshot_of(7), arrival=4)).lines == []
    assert words.take(dataclasses.replace(snapshot_of(7), arrival=6)).lines[-1] == b"TURN 7 3 0 -1"


def test_more_actions_than_a_number_can_name_are_answered_by_the_fallback(words: Words) -> None:
    slots = [{"slot": "a", "options": [1, 2]}, {"slot": "b", "options": [3]}]
    told = words.take(turn(7, n=None, legal={"kind": "product", "slots": slots}))
    assert told.lines == []
    assert [said.plain for said in told.answers] == [
        {"type": "act", "match_id": "g_1", "decision": 7, "picks": [0, 0]}
    ]


def test_the_observation_is_saved_before_the_turn_is_told() -> None:
    saved: list[Mapping[str, Any]] = []
    Words(MATCH, saved.append).take(turn(7))
    assert saved == [{"round": 7}]


# JSON.

START = {"type": "match_start", "match_id": "g_1", "x_new": 1}


@pytest.fixture
def lines() -> JsonLines:
    return JsonLines(MATCH, START)


def test_json_passes_messages_on_as_they_came(lines: JsonLines) -> None:
    asked = turn(7, x_private={"deep": [1]})
    assert [json.loads(line) for line in lines.take(asked).lines] == [dict(asked.plain)]
    strange = incoming(type="from_the_future", shine=7)
    assert [json.loads(line) for line in lines.take(strange).lines] == [dict(strange.plain)]


def test_json_takes_acts_with_the_childs_own_numbers(lines: JsonLines) -> None:
    lines.take(turn(7))
    said = lines.hear(b'{"type":"act","id":5,"match_id":"g_1","decision":7,"index":0}')
    assert said.plain is not None
    assert said.id == 5
    reply = {"type": "act_ok", "re": 99, "match_id": "g_1", "decision": 7}
    (line,) = lines.replied(said, Reply(reply, 0))
    assert json.loads(line)["re"] == 5
    assert lines.open_turns() == []


def test_a_child_that_gives_no_number_hears_of_failures_only(lines: JsonLines) -> None:
    lines.take(turn(7))
    said = lines.hear(b'{"type":"act","match_id":"g_1","decision":7,"index":0}')
    assert lines.replied(said, Reply({"type": "act_ok", "decision": 7}, 0)) == []
    (line,) = lines.refused(said, RequestError("stale_decision", "late", {"open": [8]}))
    assert json.loads(line) == {
        "type": "error",
        "code": "stale_decision",
        "msg": "late",
        "data": {"open": [8]},
    }


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"hello","proto":[1],"auth":{"kind":"guest"}}',
        b'{"type":"bye"}',
        b'{"type":"seek","game":"toy"}',
        b'{"type":"act","match_id":"g_2","decision":7,"index":0}',
        b'{"type":"replay","replay":"g_2"}',
        b'{"type":"replay","replay":"g_2","match_id":"g_1"}',
    ],
)
def test_a_child_may_not_speak_for_the_session_or_another_match(
    lines: JsonLines, line: bytes
) -> None:
    said = lines.hear(line)
    assert said.plain is None
    assert "not about the match" in str(said.complaint)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\x00\xff", "bad_frame"),
        (b"[1,2]", "bad_frame"),
        (b'{"type":"dance","id":3}', "unknown_type"),
        (b'{"type":"act","id":3,"match_id":"g_1","decision":"7"}', "bad_message"),
    ],
)
def test_a_message_that_is_none_is_answered_with_an_error(
    lines: JsonLines, line: bytes, code: str
) -> None:
    said = lines.hear(line)
    assert said.plain is None
    (back,) = said.back
    assert json.loads(back)["code"] == code
    assert json.loads(back).get("re") == (3 if b'"id":3' in line else None)


@pytest.mark.parametrize(
    ("question", "left"),
    [(turn(7), []), (snapshot_of(7), [dict(snapshot_of(7).plain) | {"pending": []}])],
)
def test_a_json_child_is_not_asked_again_what_it_has_answered(
    lines: JsonLines, question: Incoming, left: list[dict[str, Any]]
) -> None:
    lines.take(turn(7))
    lines.replied(Said({}), Reply({"type": "act_ok", "decision": 7}, arrival=5))
    told = lines.take(dataclasses.replace(question, arrival=4))
    assert [json.loads(line) for line in told.lines] == left


def test_a_new_json_child_hears_the_start_and_what_is_open(lines: JsonLines) -> None:
    first, second = turn(7), turn(8)
    lines.take(first)
    lines.take(second)
    lines.replied(Said({}), Reply({"type": "act_ok", "decision": 7}, 0))
    assert [json.loads(line) for line in lines.again()] == [START, dict(second.plain)]


def test_a_new_json_child_is_not_asked_what_was_sealed_and_has_been_played(
    lines: JsonLines,
) -> None:
    for decision in (6, 7):
        lines.take(turn(decision))
        sealed = {"type": "act_ok", "decision": decision, "sealed": True}
        lines.replied(Said({}), Reply(sealed, 0))
    third = turn(8)
    lines.take(third)
    assert [json.loads(line) for line in lines.again()] == [START, dict(third.plain)]


def test_a_child_may_ask_what_happened_in_its_match(lines: JsonLines) -> None:
    line = b'{"type":"replay","id":5,"replay":"g_1","view":"seat:1","form":"events"}'
    said = lines.hear(line)
    assert said.plain == json.loads(line)
    assert said.id == 5


def happened(ver: int) -> Incoming:
    return incoming(type="events", ver=ver, items=[{"e": "news", "n": ver}])


def test_a_new_json_child_hears_what_happened_as_the_one_before_did(lines: JsonLines) -> None:
    seen = incoming(type="snapshot", ver=4, obs={}, pending=[])
    told = [happened(1), turn(6), seen, happened(5), turn(7), happened(6)]
    for one in told:
        lines.take(one)
        lines.replied(Said({}), Reply({"type": "act_ok", "decision": 6}, 0))
    again = [json.loads(line) for line in lines.again()]
    past = [dict(one.plain) for one in (happened(1), seen, happened(5), happened(6))]
    assert again == [START, *past, dict(turn(7).plain)]


def test_a_snapshot_of_the_past_asks_nothing_twice(lines: JsonLines) -> None:
    lines.take(snapshot_of(7))
    again = [json.loads(line) for line in lines.again()]
    assert again == [
        START,
        dict(snapshot_of(7).plain) | {"pending": []},
        dict(snapshot_of(7).plain),
    ]


def test_a_past_that_is_too_long_for_a_new_child_is_left_out(
    lines: JsonLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialects, "MAX_PAST_BYTES", 200)
    for ver in range(1, 9):
        lines.take(happened(ver))
    lines.take(turn(7))
    assert [json.loads(line) for line in lines.again()] == [START, dict(turn(7).plain)]
