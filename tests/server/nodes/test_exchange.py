"""A play node's matches that change hands: what was asked before a match leaves is served before it does."""

from collections.abc import Callable
from typing import Any

from infoset_server.common.ids import MatchId
from infoset_server.nodes.exchange import MatchExchange
from infoset_server.nodes.handing_over import HandingOver
from infoset_server.storage.errors import StoreError

MATCH = MatchId("m_1")


class Claim:
    """A node's claim, as `storage.node.Node` tells of it."""

    def __init__(self, *, is_held: bool, trouble: StoreError | None = None) -> None:
        self.is_held = is_held
        self.trouble = trouble
        self.calls: list[Callable[[], None]] = []
        self.node = self  # as the journal

    def when_renewed(self, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def renew(self) -> None:
        self.is_held = True
        for call in self.calls:
            call()


class Live:
    """A match that is played here. Nothing is being written."""

    id = MATCH

    def __init__(self, served: list[str]) -> None:
        self.served = served

    def when_settled(self, call: Callable[[], None]) -> None:
        self.served.append("leaves")


def exchange_of(claim: Claim, served: list[str]) -> MatchExchange:
    """With one match, which leaves when nothing is in its way: that is noted."""
    unused: Any = None
    journal: Any = claim
    hands = HandingOver(journal, *[unused] * 6)
    play: Any = type("Play", (), {"running": {MATCH: Live(served)}})()
    return MatchExchange(hands, play, unused, unused, set_up=unused, put_down=unused, gone=unused)


def test_a_match_leaves_behind_requests_that_wait_for_the_claim_to_be_renewed() -> None:
    served: list[str] = []
    claim = Claim(is_held=False)
    exchange = exchange_of(claim, served)
    claim.when_renewed(lambda: served.append("act"))
    exchange.hand_over(MATCH, "infoset.there")
    assert served == []
    assert exchange.has(MATCH), (
        "what is asked from now on waits at the hall, also at one that has begun anew"
    )
    claim.renew()
    assert served == ["act", "leaves"]


def test_a_match_leaves_at_once_where_nothing_waits() -> None:
    for claim in (Claim(is_held=True), Claim(is_held=False, trouble=StoreError("away"))):
        served: list[str] = []
        exchange_of(claim, served).hand_over(MATCH, "infoset.there")
        assert served == ["leaves"]
        assert claim.calls == []
