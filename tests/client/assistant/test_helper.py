"""The hooks of an assistant: when they are called, what becomes of what they draw, and of what goes wrong."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from infoset.assistant.helper import Assistant
from infoset.assistant.pipe import Pipe, Printed
from infoset.errors import WrongChoiceError
from infoset.turn import MatchResult, Turn

Message = dict[str, Any]

START: Message = {
    "type": "match_start",
    "match_id": "m_1",
    "game": "toy",
    "rules": "toy/1.0",
    "role": "assist",
    "seat": 0,
    "players": [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": "bot"}],
    "clock": {"kind": "none"},
    "consts_hash": "c0",
}
TURN: Message = {
    "type": "your_turn",
    "match_id": "m_1",
    "seat": 0,
    "ver": 1,
    "decision": 7,
    "kind": "build",
    "n": 3,
    "legal": {"actions": [["skip"], ["build", 8], ["build", 5]]},
    "obs": {"round": 1},
    "deadline_ms": 10_000,
}
EVENTS: Message = {"type": "events", "match_id": "m_1", "ver": 2, "items": [{"e": "built"}]}
PRODUCT: Message = TURN | {
    "decision": 8,
    "legal": {"kind": "product", "slots": [{"slot": "u1", "options": [["a"], ["b"]]}]},
    "n": 2,
}
OVER: Message = {
    "type": "match_over",
    "match_id": "m_1",
    "reason": "finished",
    "places": [1, 2],
    "scores": [1, 0],
    "returns": [1, -1],
}


class Witness(Assistant):
    """Notes its calls, and does as it is told."""

    def __init__(self, pipe: Pipe) -> None:
        super().__init__(pipe, now_s=lambda: self.time_s)
        self.time_s = 100.0
        self.calls: list[Any] = []
        self.doing: Any = lambda: None

    def start(self) -> None:
        self.calls.append("start")

    def every_turn(self, turn: Turn) -> None:
        self.calls.append(("turn", turn.decision))
        self.doing()

    def every_second(self, seconds: int) -> None:
        self.calls.append(("second", seconds))
        self.draw.text("screen:side", "always")

    def every_change(self) -> None:
        self.calls.append(("change", [event["e"] for event in self.events]))

    def refused(self, code: str, why: str) -> None:
        self.calls.append(("refused", code, why))

    def over(self, result: MatchResult) -> None:
        self.calls.append(("over", result.place))


@pytest.fixture
def sent() -> io.BytesIO:
    """What the assistant wrote."""
    return io.BytesIO()


@pytest.fixture
def witness(sent: io.BytesIO) -> Witness:
    """An assistant in a match that has begun."""
    assistant = Witness(Pipe(io.BytesIO(), sent))
    assistant.take(START)
    return assistant


def said(sent: io.BytesIO) -> list[Message]:
    return [json.loads(line) for line in sent.getvalue().splitlines()]


def test_hooks_are_called_as_the_match_goes(witness: Witness) -> None:
    for message in (
        TURN,
        {"type": "tick", "seconds": 1},
        EVENTS,
        OVER,
        {"type": "tick", "seconds": 2},
    ):
        witness.take(message)
    assert witness.calls == [
        *("start", ("turn", 7), ("second", 1), ("change", ["built"]), ("over", 1))
    ]


def test_what_a_hook_draws_is_sent_as_one_layer_and_only_when_it_changes(
    witness: Witness, sent: io.BytesIO
) -> None:
    witness.take({"type": "tick", "seconds": 1})
    witness.take({"type": "tick", "seconds": 2})
    (overlay,) = said(sent)
    assert (overlay["layer"], overlay["until"]) == ("second", "removed")
    assert overlay["items"] == [{"k": "text", "at": ["screen:side"], "t": "always"}]


def test_drawings_for_a_turn_are_sent_again_for_the_next(
    witness: Witness, sent: io.BytesIO
) -> None:
    witness.doing = lambda: witness.draw.mark("seat:1")
    witness.take(TURN)
    witness.take(TURN | {"decision": 8})
    assert [message["until"] for message in said(sent)] == ["turn", "turn"]


def test_an_exception_is_shown_to_the_owner_and_the_other_hooks_go_on(
    witness: Witness, sent: io.BytesIO
) -> None:
    def fail() -> None:
        witness.draw.mark("seat:1")
        raise KeyError("u3")

    witness.doing = fail
    witness.take(TURN)
    witness.take({"type": "tick", "seconds": 1})
    error, overlay = said(sent)
    assert (error["type"], error["level"]) == ("assist_log", "error")
    assert error["text"].endswith("KeyError: 'u3'\n")
    assert len(error["text"]) <= 2_000
    assert overlay["layer"] == "second"
    assert witness.faults == 1


def test_suggestions_name_actions_by_index_or_as_written(
    witness: Witness, sent: io.BytesIO
) -> None:
    witness.take(TURN)
    witness.suggest(["build", 5], 1, text="so", values=[0.5])
    witness.suggest()
    first, none = said(sent)
    assert first["top"] == [{"index": 2, "value": 0.5}, {"index": 1}]
    assert (first["decision"], first["text"]) == (7, "so")
    assert none["top"] == []
    with pytest.raises(WrongChoiceError):
        witness.suggest(["build", 77])


def test_orders_are_suggested_laid_ready_and_committed(witness: Witness, sent: io.BytesIO) -> None:
    witness.take(PRODUCT)
    witness.suggest_orders({"u1": 1})
    witness.stage({"u1": 1}, clear=True)
    witness.commit(rest=True)
    witness.act([1])
    assert [{k: v for k, v in message.items() if k != "type"} for message in said(sent)] == [
        {"decision": 8, "top": [{"orders": {"u1": 1}}]},
        {"decision": 8, "orders": {"u1": 1}, "clear": True},
        {"decision": 8, "rest": "first"},
        {"decision": 8, "picks": [1]},
    ]


def test_nothing_can_be_suggested_where_nothing_is_asked(witness: Witness) -> None:
    witness.take(TURN)
    witness.take(EVENTS)
    with pytest.raises(RuntimeError, match="nothing is asked"):
        witness.suggest(0)


def test_the_clock_runs_down_between_messages(witness: Witness) -> None:
    assert witness.left_s is None
    witness.take(TURN)
    witness.time_s += 4
    assert witness.left_s == 6
    witness.time_s += 60
    assert witness.left_s == 0


def test_one_that_comes_late_starts_with_the_position_and_its_question(witness: Witness) -> None:
    pending = {k: TURN[k] for k in ("decision", "kind", "n", "legal")}
    witness.take(START | {"ver": 5})
    snapshot = {"type": "snapshot", "match_id": "m_1", "ver": 5, "obs": {"round": 3}}
    witness.take(snapshot | {"pending": [pending]})
    assert witness.calls[1:] == ["start", ("turn", 7)]
    assert witness.state == {"round": 3}


def test_a_refusal_is_told_to_a_hook(witness: Witness) -> None:
    witness.take({"type": "error", "code": "right_missing", "msg": "no right: act"})
    assert witness.calls[-1] == ("refused", "right_missing", "no right: act")


def test_what_is_printed_goes_to_the_log_line_by_line(sent: io.BytesIO) -> None:
    out = Printed(Pipe(io.BytesIO(), sent))
    print("one", "two", file=out.as_text())
    out.write("three\nand a begun")
    assert [message["text"] for message in said(sent)] == ["one two", "three"]


def test_lines_that_are_no_messages_are_passed_over() -> None:
    lines = io.BytesIO(b'\n{"type":"tick","seconds":1}\nrubbish\n[1]\n{"no":"type"}\n')
    messages: Iterator[Message] = Pipe(lines, io.BytesIO()).messages()
    assert list(messages) == [{"type": "tick", "seconds": 1}]
