"""The one timer of a match, and whose clock stands still. Time passes by hand."""

import pytest
from tests.server.matches.match_parts import Book, HandClock

from infoset_games.clocks import Clock
from infoset_games.match import Match
from infoset_games.notices import Closed, Notice
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush
from infoset_server.accounts.users import User
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.seats import MatchSeat

MOVE_MS = 5_000
RETURN_S = 60.0


class Table:
    """A match in which both seats owe a choice, and what time brings about."""

    def __init__(self, time: HandClock, clock: Clock, log: Book | None = None) -> None:
        self.time = time
        self.match = Match(Ambush(), Terms(clock=clock), "seed")
        self.match.start(time.now_ms)
        self.brought: list[Notice] = []
        self.is_broken = False
        self.failures = 0
        self.commit_gate = CommitGate(
            MatchId("m_1"),
            self.match,
            log,
            lambda: time.now_ms,
            on_undone=lambda now_ms: None,
            on_lost=lambda error: None,
            on_failed=self.fail,
        )
        match_seats = [
            MatchSeat(seat, User(UserId(f"u_{seat}"), "ann"), "human") for seat in (0, 1)
        ]
        self.clock = MatchClock(self.commit_gate, match_seats, RETURN_S, self.bring, self.fail)
        self.clock.arm()

    def bring(self, notices: list[Notice]) -> None:
        if self.is_broken:
            raise ValueError("the rules failed")
        self.brought += notices

    def fail(self) -> None:
        self.failures += 1

    @property
    def left_ms(self) -> int:
        """Until the next deadline."""
        deadline = self.match.next_deadline_ms()
        assert deadline is not None
        return deadline - self.time.now_ms

    def missed(self) -> list[int]:
        """The seats whose deadline has passed."""
        return [notice.seat for notice in self.brought if isinstance(notice, Closed)]


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


@pytest.fixture
async def table(time: HandClock) -> Table:
    return Table(time, Clock("per_move", move_ms=MOVE_MS))


async def test_a_deadline_is_brought_about_when_it_has_passed(table: Table) -> None:
    await table.time.pass_ms(MOVE_MS - 1)
    assert table.brought == []
    await table.time.pass_ms(1)
    assert table.missed() == [0, 1]


async def test_a_timer_that_comes_too_early_waits_on(table: Table) -> None:
    await table.time.pass_ms(MOVE_MS - 1_000)
    for seat in (0, 1):
        table.clock.credit(seat, 1_000)
    await table.time.pass_ms(1_999)
    assert table.brought == []
    await table.time.pass_ms(1)
    assert table.missed() == [0, 1]


async def test_a_deadline_that_comes_nearer_is_not_slept_through(table: Table) -> None:
    table.clock.go_on_from(1, 1, 4_000)
    await table.time.pass_ms(1_000)
    assert table.missed() == [1]


async def test_nothing_happens_after_the_clock_was_stopped(table: Table) -> None:
    table.clock.stop()
    await table.time.pass_ms(2 * MOVE_MS)
    assert table.brought == []


async def test_a_deadline_waits_for_what_is_being_written(time: HandClock) -> None:
    log = Book()
    table = Table(time, Clock("per_move", move_ms=MOVE_MS), log)
    table.match.forgive(0)
    told: list[str] = []
    table.commit_gate.settle(lambda: told.append("forgiven"), lambda error: None)
    await time.pass_ms(MOVE_MS)
    assert table.brought == []
    log.say()
    await time.pass_ms(1)
    assert told == ["forgiven"]
    assert table.missed() == [0, 1]


@pytest.mark.parametrize("stop", ["stand_still", "freeze"])
async def test_no_clock_runs_while_all_stand_still(table: Table, stop: str) -> None:
    await table.time.pass_ms(4_000)
    getattr(table.clock, stop)(True)
    table.clock.release(0)
    await table.time.pass_ms(100 * MOVE_MS)
    assert table.brought == []
    getattr(table.clock, stop)(False)
    assert table.left_ms == MOVE_MS  # nobody pays for our trouble
    await table.time.pass_ms(MOVE_MS)
    assert table.missed() == [0, 1]


async def test_a_match_stays_frozen_when_the_store_works_again(table: Table) -> None:
    table.clock.freeze(True)
    table.clock.stand_still(True)
    table.clock.stand_still(False)
    assert table.clock.is_frozen
    assert table.left_ms > 1_000 * MOVE_MS


async def test_after_a_restart_clocks_wait_for_their_players_but_not_for_ever(
    table: Table,
) -> None:
    table.clock.await_players()
    assert table.left_ms == int(RETURN_S * 1000) + MOVE_MS
    table.clock.release(1)
    table.clock.arm()
    assert table.left_ms == MOVE_MS
    await table.time.pass_ms(MOVE_MS)
    assert table.missed() == [1]
    table.clock.arm()
    await table.time.pass_ms(int(RETURN_S * 1000))
    assert table.missed() == [1, 0]


async def test_what_fails_when_a_deadline_passes_is_reported(table: Table) -> None:
    table.is_broken = True
    await table.time.pass_ms(MOVE_MS)
    assert table.failures == 1
