"""Steps as entries of a log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_games.steps import ABORT, ACT, FORGIVE, KINDS, LEAVE, START, RecordError, Step
from infoset_server.matches.step_records import (
    WITHOUT_DECISION,
    WITHOUT_SEAT,
    read_step,
    write_step,
)
from infoset_server.storage.port import Entry, place

small = st.integers(0, 2**53 - 1)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    kind = draw(st.sampled_from(KINDS))
    return Step(
        kind,
        -1 if kind in WITHOUT_SEAT else draw(st.integers(0, 7)),
        0 if kind in WITHOUT_DECISION else draw(st.integers(1, 10_000)),
        draw(small),
        elapsed_ms=draw(small),
        charged_ms=draw(small),
        forgiven_ms=draw(small),
        tries=draw(st.integers(0, 3)),
        reason=draw(st.sampled_from(["", "resign", "shutdown"])),
        chance=draw(st.lists(small, max_size=3)),
    )


def stored(step: Step) -> Entry:
    return place("m_1", 7, 1, write_step(step, 1_000))


@given(steps())
def test_a_step_comes_back_from_its_entry(step: Step) -> None:
    assert read_step(stored(step)) == step


def test_an_act_is_stored_under_its_seat_and_decision() -> None:
    entry = stored(Step(ACT, 2, 17, 5, elapsed_ms=812, charged_ms=712))
    assert (entry.kind, entry.seat, entry.decision, entry.at_ms) == ("act", 2, 17, 1_000)
    assert entry.body == b'{"a":5,"ms":812,"charged":712}'


@pytest.mark.parametrize("step", [Step(START), Step(ABORT, reason="shutdown")])
def test_what_no_seat_did_has_no_seat(step: Step) -> None:
    assert (stored(step).seat, stored(step).decision) == (None, None)


@pytest.mark.parametrize("step", [Step(LEAVE, 3, reason="resign"), Step(FORGIVE, 3)])
def test_what_is_no_answer_has_no_decision(step: Step) -> None:
    assert (stored(step).seat, stored(step).decision) == (3, None)


@pytest.mark.parametrize("body", [b"", b"[1]", b"null", b'{"a":'])
def test_a_body_that_is_no_step_is_refused_with_its_place(body: bytes) -> None:
    with pytest.raises(RecordError, match="match m_1, entry 7"):
        read_step(Entry("m_1", 7, 1, ACT, 0, 1, body, 0))
