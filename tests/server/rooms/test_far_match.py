"""A match on another server: what that server has been told is said again when it may not have heard."""

from typing import Any

import pytest

from infoset_server.common.ids import MatchId
from infoset_server.rooms.far_match import FarMatch


class Recorder:
    """Keeps orders, and carries none out."""

    def __init__(self) -> None:
        self.given: list[tuple[str, object]] = []

    def stop(self, far: FarMatch, ending: str) -> None:
        self.given.append(("stop", ending))

    def freeze(self, far: FarMatch, is_frozen: bool) -> None:
        self.given.append(("freeze", is_frozen))


class FewSettings:
    delay = None


@pytest.fixture
def orders() -> Recorder:
    return Recorder()


@pytest.fixture
def far(orders: Recorder) -> FarMatch:
    settings: Any = FewSettings()
    all_orders: Any = orders
    return FarMatch(MatchId("m_1"), "infoset.there", settings, [], all_orders, lambda: 0.0)


def test_nothing_is_repeated_that_was_not_ordered(far: FarMatch, orders: Recorder) -> None:
    """What a hall before this one has ordered is not its own to take back."""
    far.repeat_orders()
    assert orders.given == []


@pytest.mark.parametrize("is_frozen", [True, False])
def test_the_last_order_about_time_is_repeated(
    far: FarMatch, orders: Recorder, is_frozen: bool
) -> None:
    far.freeze(not is_frozen)
    far.freeze(is_frozen)
    orders.given.clear()
    far.repeat_orders()
    assert orders.given == [("freeze", is_frozen)]


def test_what_is_to_end_is_told_so_again(far: FarMatch, orders: Recorder) -> None:
    far.freeze(True)
    far.abort("replayed")
    orders.given.clear()
    far.repeat_orders()
    assert orders.given == [("stop", "replayed")]
