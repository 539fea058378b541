"""Under load, trouble and cuts: each request with an `id` gets one final answer, or its session ends with a reason."""

from pathlib import Path

import pytest
from tests.faults.askers import ask_everything, requests

from infoset_protocol.messages import CLIENT_MESSAGES

pytestmark = pytest.mark.timeout(900)


def test_every_kind_of_request_is_asked() -> None:
    answered = {name for name, model in CLIENT_MESSAGES.items() if model.replies}
    assert requests().keys() == answered - {"hello", "auth", "bye"}


async def test_each_request_is_answered_once(tmp_path: Path) -> None:
    tally = await ask_everything(tmp_path, "everything", clients=6, count=150)
    assert tally.twice == []
    assert tally.asked.keys() == requests().keys()
    assert tally.cuts > 0
    assert tally.resumed > 0
    assert tally.answered["replay"] > 0
    assert tally.asked.total() == tally.answered.total() + tally.given_up.total()
