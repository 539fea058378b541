"""When it is asked what is known: after each change, one request at a time, later where there is much to do."""

import pytest

from infoset.errors import ConnectionLostError, RequestError
from infoset.knowing.asker import AGAIN_S, PATIENCE_S, Asker


def seen(ver: int = 1) -> Asker:
    asker = Asker()
    asker.see(ver, 0.0)
    return asker


def test_one_request_at_a_time_and_the_newest_position_after_it() -> None:
    asker = seen()
    assert not asker.is_due(0.0), "bots are quick"
    assert asker.is_due(PATIENCE_S)
    asker.begin()
    asker.see(2, 1.0)
    assert not asker.is_due(9.0), "the first answer is waited for"
    asker.take()
    assert asker.is_due(9.0)
    asker.begin()
    asker.take()
    asker.see(2, 10.0)
    assert not asker.is_due(20.0), "nothing new has happened"
    asker.forget()
    assert asker.is_due(20.0), "somebody wants to know again"


@pytest.mark.parametrize(
    ("error", "wait_s"),
    [
        (RequestError("busy", "", {}, 700), 0.7),
        (RequestError("rate_limited", "", {}), AGAIN_S),
        (ConnectionLostError("gone"), AGAIN_S),
    ],
)
def test_it_is_asked_again_later_where_there_is_much_to_do(error: Exception, wait_s: float) -> None:
    asker = seen()
    asker.begin()
    assert not asker.refuse(error, 5.0)
    assert not asker.is_due(5.0 + wait_s - 0.01)
    assert asker.is_due(5.0 + wait_s)


@pytest.mark.parametrize(("code", "is_told"), [("compute_off", True), ("wrong_state", False)])
def test_a_refusal_is_told_once_unless_the_match_has_gone_on(code: str, is_told: bool) -> None:
    asker = seen()
    asker.begin()
    assert asker.refuse(RequestError(code, ""), 5.0) is is_told
    assert not asker.is_due(99.0)
    asker.see(2, 99.0)
    assert asker.is_due(99.0 + PATIENCE_S)
