"""Under load, trouble and cuts: each request with an `id` gets one final answer, or its session ends with a reason."""

from pathlib import Path

import pytest
from tests.faults.askers import SAMPLES, ask_everything, is_final, requests

from infoset_protocol.codec import Prepared
from infoset_protocol.conformance.vectors import read_samples
from infoset_protocol.messages import CLIENT_MESSAGES
from infoset_protocol.session import items

pytestmark = pytest.mark.timeout(900)


def test_every_kind_of_request_is_asked() -> None:
    answered = {name for name, model in CLIENT_MESSAGES.items() if model.replies}
    assert requests().keys() == answered - {"hello", "auth", "bye"}


def test_an_asker_takes_for_an_answer_what_the_server_does() -> None:
    # A review that is not worked out yet is answered with `more`: one asks again, and waits for nothing.
    answers = [
        dict(sample.value)
        for sample in read_samples(SAMPLES.read_text("ascii"))
        if sample.direction == "s2c" and "re" in sample.value
    ]
    assert {is_final(one) for one in answers if one["type"] == "review_part"} == {True}
    for answer in answers:
        told = {name: value for name, value in answer.items() if name not in ("re", "seq")}
        assert is_final(answer) == items.is_final(Prepared(told)), answer


async def test_each_request_is_answered_once(tmp_path: Path) -> None:
    tally = await ask_everything(tmp_path, "everything", clients=6, count=150)
    assert tally.twice == []
    assert tally.asked.keys() == requests().keys()
    assert tally.cuts > 0
    assert tally.resumed > 0
    assert tally.answered["replay"] > 0
    assert tally.asked.total() == tally.answered.total() + tally.given_up.total()
