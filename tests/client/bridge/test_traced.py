"""The trace of a program behind the bridge: a question and its answer stand together, whatever comes in between."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.client.replaying.test_trace_sample import SAMPLE

from infoset.asking import Reply
from infoset.bridge.traced import BridgeTrace
from infoset.client import Incoming
from infoset.errors import CommandError
from infoset.tracing import Trace
from infoset.tracking import find_engine, read_match
from infoset_protocol.messages import MatchStart, read_server_message

FULL = Path("/dev/full")
SAID = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()[1:]]
START = SAID[0]
FIRST, SECOND = [line for line in SAID if line["type"] == "your_turn"][:2]
NEWS = {"type": "events", "match_id": START["match_id"], "ver": 99, "items": [{"e": "news"}]}
OVER = {
    "type": "match_over",
    "match_id": START["match_id"],
    "reason": "finished",
    "places": [1, 2, 3, 4],
    "scores": [9, 8, 7, 6],
    "returns": [1.0, 0.5, 0.0, -1.0],
}


class Seat:
    """A traced seat, and what has been written of it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{START['match_id']}-seat{START['seat']}.ndjson"
        start = read_server_message(START)
        assert isinstance(start, MatchStart)
        self.trace = BridgeTrace(read_match(start, find_engine), Trace(folder, START))
        self.arrivals = 0

    def told(self, *messages: dict[str, Any]) -> None:
        for plain in messages:
            self.arrivals += 1
            self.trace.take(Incoming(plain, read_server_message(plain), self.arrivals))

    def accepts(self, question: dict[str, Any], **choice: Any) -> None:
        """The server takes an answer."""
        decision = {"match_id": START["match_id"], "decision": question["decision"]}
        self.arrivals += 1
        accepted = {"type": "act_ok", **decision, "ver": 1, "elapsed_ms": 1}
        self.trace.replied({"type": "act", **decision, **choice}, Reply(accepted, self.arrivals))

    def fill_disk(self) -> None:
        self.trace._trace.close()
        self.trace._trace._file = FULL.open("w", buffering=1)

    def written(self) -> list[tuple[Any, ...]]:
        """Type and number of each line behind the beginning, at the end of the match."""
        self.trace.close()
        lines = [json.loads(line) for line in self.path.read_text("utf-8").splitlines()[2:]]
        return [
            (
                one["type"],
                one["decision"],
                *(one[name] for name in ("index", "note") if name in one),
            )
            if "decision" in one
            else (one["type"],)
            for one in lines
        ]


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    return Seat(tmp_path)


def question(asked: dict[str, Any]) -> tuple[Any, ...]:
    return ("your_turn", asked["decision"])


def thought(asked: dict[str, Any], *choice: Any) -> tuple[Any, ...]:
    return ("thought", asked["decision"], *choice)


async def test_what_happens_before_the_answer_stands_behind_it(seat: Seat) -> None:
    seat.told(NEWS, FIRST, NEWS)
    seat.accepts(FIRST, index=2)
    seat.told(OVER)
    told = [("events",), question(FIRST), thought(FIRST, 2), ("events",), ("match_over",)]
    assert seat.written() == told


async def test_a_question_that_is_asked_again_is_written_once(seat: Seat) -> None:
    seat.told(FIRST, FIRST)
    seat.accepts(FIRST, index=0, note="fallback: the program has ended")
    seat.told(SECOND)
    seat.accepts(SECOND, index=1)
    assert seat.written() == [
        question(FIRST),
        thought(FIRST, 0, "fallback: the program has ended"),
        question(SECOND),
        thought(SECOND, 1),
    ]


async def test_what_was_never_answered_was_left_open(seat: Seat) -> None:
    closed = {"type": "turn_closed", "match_id": START["match_id"]}
    seat.told(FIRST, {**closed, "decision": FIRST["decision"], "why": "withdrawn"})
    seat.told(SECOND, OVER)
    left = [question(FIRST), thought(FIRST), question(SECOND), thought(SECOND), ("match_over",)]
    assert seat.written() == left


async def test_a_match_that_is_lost_sight_of_ends_with_what_was_answered(seat: Seat) -> None:
    seat.told(FIRST)
    seat.accepts(FIRST, index=0)
    seat.told(SECOND, NEWS)
    assert seat.written() == [question(FIRST), thought(FIRST, 0)]


@pytest.mark.skipif(not FULL.exists(), reason="NOT TESTED: no /dev/full here")
async def test_a_full_disk_is_told_once(tmp_path: Path) -> None:
    seat = Seat(tmp_path)
    seat.fill_disk()
    seat.told(NEWS, NEWS)
    with pytest.raises(CommandError, match=f"--trace {tmp_path}: No space left"):
        await seat.trace.write()
    seat.told(NEWS)
    seat.trace.close()
