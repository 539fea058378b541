"""Who is waited for and how long, and what becomes of the seat. Time passes by hand; nobody has a connection."""

import pytest
from tests.server.matches.match_parts import Book, HandClock

from infoset_games.clocks import Clock
from infoset_games.match import Match
from infoset_games.notices import Notice
from infoset_games.steps import FORGIVE, LEAVE
from infoset_games.terms import OnAbsence, Terms
from infoset_games.testing.toys import Ambush
from infoset_server.accounts.users import User
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.notifier import MatchNotifier
from infoset_server.matches.seat_presence import SeatPresence
from infoset_server.matches.seating import Seating
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.spectators import Showing, Spectators

MATCH = MatchId("m_1")
ABSENCE_MS = 30_000
UNTIMED = Clock()


class Table:
    """A match that has begun without anybody; which seats are lost, and what absences bring about.

    `bot` is awaited on seat 1.
    """

    def __init__(
        self,
        time: HandClock,
        absent: OnAbsence = "takeover",
        clock: Clock = UNTIMED,
        log: Book | None = None,
        bot: str | None = None,
        seats: int = 2,
    ) -> None:
        self.time = time
        self.lost: list[int] = []
        self.brought: list[Notice] = []
        match = Match(Ambush(seats=seats), Terms(clock=clock, absent=absent), "seed")
        match.start(time.now_ms)
        self.match_seats = [
            MatchSeat(
                seat,
                User(UserId(f"u_{seat}"), "ann", house_bot=bot if seat == 1 else None),
                "human",
            )
            for seat in range(seats)
        ]
        self.commit_gate = CommitGate(
            MATCH,
            match,
            log,
            lambda: time.now_ms,
            on_undone=lambda now_ms: None,
            on_lost=lambda error: None,
            on_failed=lambda: None,
        )
        words = MatchMessages(MATCH, match, None)
        showing = Showing(EmbeddedBus(), 8, lambda: 0, self.commit_gate.when_settled)
        spectators = Spectators(MATCH, words, list, showing)
        seating = Seating(MATCH, self.match_seats, spectators, lambda: time.now_ms / 1000)
        clocks = MatchClock(
            self.commit_gate, self.match_seats, 60.0, self.brought.extend, lambda: None
        )
        notifier = MatchNotifier(
            MATCH, words, seating, self.commit_gate, clocks, ActCounters(), 0.0
        )
        self.seat_presence = SeatPresence(
            seating,
            notifier,
            self.commit_gate,
            clocks,
            ABSENCE_MS / 1000,
            self.brought.extend,
            lambda match_seat: self.lost.append(match_seat.seat),
        )

    def last_step(self) -> tuple[str, int]:
        """What has changed the match last, and for which seat."""
        step = self.commit_gate.match.steps[-1]
        return step.kind, step.seat


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


async def test_a_seat_is_lost_when_nobody_was_there_for_too_long(time: HandClock) -> None:
    table = Table(time)
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS - 1)
    assert table.lost == []
    await time.pass_ms(1)
    assert table.lost == [0, 1]


async def test_where_the_players_agreed_so_who_is_absent_forfeits(time: HandClock) -> None:
    table = Table(time, absent="forfeit")
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS)
    assert table.lost == []
    assert table.brought
    assert table.commit_gate.match.has_left(0)


async def test_nobody_is_waited_for_where_a_decision_takes_days(time: HandClock) -> None:
    table = Table(time, clock=Clock("correspondence", move_days=1), bot="random")
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS)
    assert table.lost == [1]  # but a bot is: it shall be there


async def test_nobody_is_waited_for_who_has_resigned(time: HandClock) -> None:
    table = Table(time, seats=3)
    table.commit_gate.match.forfeit(0, "resign", time.now_ms)
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS)
    assert table.lost == [1, 2]


async def test_no_seat_is_lost_while_something_is_being_written(time: HandClock) -> None:
    log = Book()
    table = Table(time, log=log)
    table.seat_presence.open()
    table.commit_gate.match.forgive(0)
    table.commit_gate.settle(lambda: None, lambda error: None)
    await time.pass_ms(ABSENCE_MS)
    table.seat_presence.give_up(table.match_seats[1])
    assert (table.lost, table.brought) == ([], [])
    log.say()
    assert table.lost == [0, 1]
    assert table.last_step() == (LEAVE, 1)


async def test_whoever_stands_in_has_as_long_to_come(time: HandClock) -> None:
    table = Table(time)
    match_seat = table.match_seats[0]
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS)
    table.seat_presence.stand_in(match_seat, "random")
    assert (match_seat.bot, match_seat.has_come) == ("random", False)
    assert table.last_step() == (FORGIVE, 0)
    await time.pass_ms(ABSENCE_MS)
    assert table.lost == [0, 1, 0]
    assert match_seat.lost_by == {"random"}


async def test_a_seat_that_misses_too_much_is_lost_unless_its_bot_still_starts(
    time: HandClock,
) -> None:
    table = Table(time, bot="random")
    for match_seat in table.match_seats:
        table.seat_presence.lose_late(match_seat)
    assert table.lost == [0]
    table.match_seats[1].has_come = True
    table.seat_presence.lose_late(table.match_seats[1])
    assert table.lost == [0, 1]


async def test_an_absence_that_could_not_be_kept_begins_anew(time: HandClock) -> None:
    table = Table(time)
    table.seat_presence.open()
    await time.pass_ms(ABSENCE_MS)
    table.seat_presence.wait_anew()
    table.seat_presence.wait_anew()  # waits already
    await time.pass_ms(ABSENCE_MS)
    assert table.lost == [0, 1, 0, 1]
