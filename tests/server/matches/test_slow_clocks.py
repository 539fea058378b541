"""What is noted of decisions that take days, and what becomes of it after a restart."""

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from infoset_games.clocks import DAY_MS, Clock
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.slow_clocks import CLOCK, SlowClocks

SLOW = Clock("correspondence", move_days=3)


class Live:
    """As much of a LiveMatch as has to do with time."""

    def __init__(self, name: str, clock: Clock = SLOW) -> None:
        self.id = name
        self.now = 0
        self.match = Match(Ambush(), Terms(clock=clock), "seed")
        self.match.start(0)
        self.clock = self.match  # passes it on

    def now_ms(self) -> int:
        return self.now


class Page:
    """Notes, and how often they were touched."""

    def __init__(self) -> None:
        self.documents: dict[str, bytes] = {}
        self.writes = 0

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        assert kind == CLOCK
        self.writes += 1
        self.documents[key] = json.dumps(body).encode()

    def drop(self, kind: str, key: str) -> None:
        assert kind == CLOCK
        self.writes += 1
        self.documents.pop(key, None)


def running(*lives: Live) -> list[MatchRunner]:
    return [cast(MatchRunner, live) for live in lives]


def test_what_is_used_is_found_again_after_a_restart() -> None:
    page, before = Page(), Live("m_1")
    before.now = DAY_MS
    SlowClocks(page).note(running(before))
    after = Live("m_1")
    SlowClocks(page).restore(page.documents, running(after))
    assert [asked.left_ms(0) for asked in after.match.open.values()] == [2 * DAY_MS] * 2


def test_who_has_decided_uses_no_time() -> None:
    page, live = Page(), Live("m_1")
    live.match.submit(0, 1, Choice(index=0), 10)
    live.now = DAY_MS
    SlowClocks(page).note(running(live))
    assert json.loads(page.documents["m_1"]) == {"1": [1, DAY_MS]}


def test_only_clocks_that_have_moved_are_written() -> None:
    page, live = Page(), Live("m_1")
    clocks = SlowClocks(page)
    clocks.note(running(live))
    clocks.note(running(live))
    assert page.writes == 1
    live.now = 60_000
    clocks.note(running(live))
    assert page.writes == 2


def test_other_clocks_begin_anew_after_a_restart_and_are_not_noted() -> None:
    page = Page()
    SlowClocks(page).note(running(Live("m_1", Clock("bank", main_ms=1_000)), Live("m_2", Clock())))
    assert page.documents == {}


def test_a_match_that_is_over_is_forgotten_even_over_a_restart() -> None:
    page = Page()
    clocks = SlowClocks(page)
    clocks.note(running(Live("m_1")))
    clocks.note([])
    assert page.documents == {}
    clocks.note(running(Live("m_2")))
    SlowClocks(page).forget(dict(page.documents), kept=())
    assert page.documents == {}


def test_a_match_that_another_server_plays_keeps_its_clocks() -> None:
    page = Page()
    SlowClocks(page).note(running(Live("m_1")))
    later = SlowClocks(page)
    later.restore(page.documents, [])
    later.forget(page.documents, kept={"m_1"})
    later.note([])
    assert "m_1" in page.documents


@pytest.mark.parametrize("document", [b"{", b"[]", b'{"0":3}', b'{"0":["x",1]}', b'{"a":[1,2]}'])
def test_a_damaged_note_is_dropped_and_its_clocks_begin_anew(
    document: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    page, live = Page(), Live("m_1")
    page.documents["m_1"] = document
    SlowClocks(page).restore(dict(page.documents), running(live))
    assert page.documents == {}
    assert "the clocks of match m_1 begin anew" in caplog.text
    assert {asked.left_ms(0) for asked in live.match.open.values()} == {3 * DAY_MS}
