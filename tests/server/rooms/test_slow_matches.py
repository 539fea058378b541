"""The report on slow matches: whose acts, how many, how slow, and of which minutes."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from infoset_server.common.counters import SECONDS, ActCounters
from infoset_server.common.ids import MatchId, RoomId
from infoset_server.rooms import slow_matches
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.slow_matches import SlowMatches, quantile

ONE, TWO = MatchId("m_1"), MatchId("m_2")


@dataclass
class Running:
    """A match of which only the length of its queue is asked."""

    waiting: int = 0

    @property
    def commit_gate(self) -> "Running":
        return self


@dataclass
class Table:
    """As MatchRegistry, with a clock; each match is played in a room of its own."""

    now_s: float = 0.0
    counters: ActCounters = field(default_factory=ActCounters)
    running: dict[MatchId, Running] = field(default_factory=OrderedDict)

    @property
    def floor(self) -> "Table":
        """Its matches are played here, too."""
        return self

    def last_room(self, match_id: MatchId) -> RoomId:
        return RoomId(match_id.replace("m", "R"))

    def act(self, match_id: MatchId, *seconds: float) -> None:
        self.counters.recent.extend((match_id, one) for one in seconds)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def slow(table: Table) -> SlowMatches:
    return SlowMatches(cast(MatchRegistry, table), 3, lambda: table.now_s)


def rows(slow: SlowMatches, minutes: int = 3, most: int = 10) -> list[tuple[Any, ...]]:
    return [(one.match, one.acts, one.worst_s) for one in slow.report(minutes, most)]


def test_the_slowest_match_comes_first_with_its_room_its_worst_and_its_queue(
    table: Table, slow: SlowMatches
) -> None:
    table.running[TWO] = Running(waiting=3)
    table.act(ONE, 0.002, 0.004)
    table.act(TWO, *[0.002] * 98, 0.3, 0.7)
    two, one = slow.report(1, 10)
    assert (two.match, two.room, two.acts, two.worst_s) == (TWO, "R_2", 100, 0.7)
    assert (two.p99_s, two.waiting, two.is_running) == (0.7, 3, True)
    assert (one.match, one.acts, one.waiting, one.is_running) == (ONE, 2, 0, False)
    assert one.p99_s == 0.004  # the bound above is 0.005, but nothing was that slow


def test_a_single_slow_act_among_many_does_not_move_the_99th_percentile(
    table: Table, slow: SlowMatches
) -> None:
    table.act(ONE, *[0.002] * 199, 0.8)
    (one,) = slow.report(1, 10)
    assert (one.p99_s, one.worst_s) == (0.0025, 0.8)


def test_minutes_are_forgotten_one_by_one(table: Table, slow: SlowMatches) -> None:
    for minute in range(5):
        table.now_s = minute * 60.0
        table.act(ONE, 0.1 * (minute + 1))
        slow.gather()
    assert rows(slow) == [(ONE, 3, 0.5)]
    assert rows(slow, minutes=1) == [(ONE, 1, 0.5)]
    table.now_s = 1_000.0
    assert rows(slow) == []


def test_the_report_is_as_long_as_it_is_wanted(table: Table, slow: SlowMatches) -> None:
    for number in range(20):
        table.act(MatchId(f"m_{number}"), number / 100)
    assert [row[0] for row in rows(slow, most=2)] == ["m_19", "m_18"]


def test_so_many_matches_are_told_apart_in_a_minute(
    table: Table, slow: SlowMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_matches, "MAX_MATCHES", 1)
    table.act(ONE, 0.1)
    table.act(TWO, 0.2)
    table.act(ONE, 0.3)
    assert rows(slow) == [(ONE, 2, 0.3)]


def test_the_worst_is_taken_once(table: Table, slow: SlowMatches) -> None:
    table.act(ONE, 0.5, 0.1)
    assert slow.take_worst() == {ONE: 0.5}
    assert slow.take_worst() == {}
    table.act(ONE, 0.2)
    assert slow.take_worst() == {ONE: 0.2}
    assert rows(slow) == [(ONE, 3, 0.5)]


def test_what_is_above_all_bounds_has_no_bound() -> None:
    counts = [0] * len(SECONDS) + [1]
    assert quantile(counts, 0.99) == float("inf")
    assert quantile([1, *counts[1:]], 0.5) == SECONDS[0]
