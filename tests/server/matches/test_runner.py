"""A running match from its beginning to its end: what is taken, what is refused, and how it ends for everybody."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.server.matches.guests import UNTIMED, Guest, settings_of
from tests.server.matches.match_parts import Book, HandClock

from infoset_games.clocks import Clock
from infoset_games.core import CHANCE, State
from infoset_games.events import Event
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Leduc
from infoset_games.testing.toys.leduc import BET
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import Act, Resign
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import NotYourSeatError, WrongStateError
from infoset_server.matches.context import MatchContext, Pace
from infoset_server.matches.match_log import LostMatchError
from infoset_server.matches.match_records import LadderPart
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import RETRY_S, MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import Delay
from infoset_server.storage.errors import StorageFullError, UnavailableError

MATCH = MatchId("m_1")
TIMED = Terms(clock=Clock("bank", main_ms=60_000))


class Faulty(Leduc):
    """Leduc poker whose rules have a fault, as soon as `fails_at` names it: a ply or an observation."""

    def __init__(self) -> None:
        super().__init__()
        self.fails_at = ""

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        if self.fails_at == "ply" and CHANCE not in joint:
            raise KeyError("a fault in the rules")
        return super().narrate(before, joint, after)

    def write_observation(self, observation: Any) -> dict[str, Any]:
        if self.fails_at == "observation":
            raise KeyError("a fault in the rules")
        return super().write_observation(observation)


class Table:
    """Ann and Bob play Leduc poker; Cy may look on. With a `log`, what happens waits until that has spoken."""

    def __init__(
        self,
        time: HandClock,
        terms: Terms = UNTIMED,
        log: Book | None = None,
        game: Game | None = None,
        delay: Delay | None = None,
        **asked: Any,
    ) -> None:
        self.time = time
        self.guests = [Guest("ann"), Guest("bob")]
        self.cy = Guest("cy")
        self.over: list[MatchId] = []
        self.counters = ActCounters()
        settings = settings_of(game, terms, delay, **asked)
        context = MatchContext(
            EmbeddedBus(),
            8,
            Pace(absence_s=30.0),
            self.counters,
            lambda game: {"worlds": True},
            lambda live, match_seat: None,
            self.over.append,
        )
        match_seats = [
            MatchSeat(seat, guest.user, "human", guest.client)
            for seat, guest in enumerate(self.guests)
        ]
        match = Match(settings.game, terms, "seed")
        self.live = MatchRunner(MATCH, settings, match, match_seats, log, context)

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        (seat,) = self.live.match.open
        return seat

    def request(self, seat: int, **fields: Any) -> Act:
        """An answer to the open decision of a seat."""
        asked = self.live.match.open.get(seat)
        number = 0 if asked is None else asked.number
        return Act(**{"id": 7, "match_id": MATCH, "decision": number, "index": 0, **fields})

    def act(self, seat: int | None = None, arrived_s: float | None = None, **fields: Any) -> None:
        """A seat, without one whoever is to act, answers."""
        seat = self.mover if seat is None else seat
        arrived_s = self.time.now_s if arrived_s is None else arrived_s
        self.live.act(self.guests[seat].client, self.request(seat, **fields), arrived_s)

    def resign(self, seat: int) -> None:
        self.live.resign(self.guests[seat].client, Resign(id=8, match_id=MATCH))

    @property
    def ending(self) -> tuple[str, str]:
        """How the match has ended, and why."""
        over = self.live.match.over
        assert over is not None, "it goes on"
        return over.reason, self.live.match.steps[-1].reason

    def forget(self) -> None:
        """Only what comes from now on is looked at."""
        for guest in (*self.guests, self.cy):
            guest.heard()


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


def begun(
    time: HandClock,
    terms: Terms = UNTIMED,
    log: Book | None = None,
    game: Game | None = None,
    delay: Delay | None = None,
    **asked: Any,
) -> Table:
    """A table where the first question has been asked, as is kept."""
    table = Table(time, terms, log, game, delay, **asked)
    table.live.start()
    if log is not None:
        log.say()
    table.forget()
    return table


# How it begins.


async def test_everybody_hears_of_a_match_when_its_beginning_is_kept(time: HandClock) -> None:
    book = Book()
    table = Table(time, log=book)
    table.live.start()
    assert [guest.heard() for guest in table.guests] == [[], []]
    book.say()
    heard = [guest.types() for guest in table.guests]
    assert [types.count("match_start") for types in heard] == [1, 1]
    assert [types.count("your_turn") for types in heard] == [
        int(seat == table.mover) for seat in (0, 1)
    ]


async def test_a_beginning_that_cannot_be_kept_begins_a_moment_later(time: HandClock) -> None:
    book = Book()
    table = Table(time, log=book)
    table.live.start()
    book.say(StorageFullError("no room"))
    assert [guest.heard() for guest in table.guests] == [[], []]
    await time.pass_ms(int(RETRY_S * 1000))
    book.say()
    assert all("match_start" in guest.types() for guest in table.guests)
    assert [step.kind for step in table.live.match.steps] == ["start"]


@pytest.mark.parametrize("is_offered", [True, False])
async def test_players_hear_of_compute_where_the_room_wants_it(
    time: HandClock, is_offered: bool
) -> None:
    table = Table(time, compute=is_offered)
    table.live.start()
    assert ("compute" in table.guests[0].last("match_start")) is is_offered


async def test_a_match_that_was_over_before_the_restart_is_told_so_at_once(
    time: HandClock,
) -> None:
    table = Table(time)
    table.live.match.start(0)
    table.live.match.forfeit(0, "resign", 0)
    table.live.go_on()
    assert table.live.is_over
    assert table.over == [MATCH]
    assert [guest.types() for guest in table.guests] == [["match_over"]] * 2


async def test_whoever_is_there_after_a_restart_gets_the_whole_view(time: HandClock) -> None:
    table = Table(time)
    table.live.match.start(0)
    table.live.go_on()
    for guest in table.guests:
        types = [kind for kind in guest.types() if kind != "seat_status"]
        assert types[:2] == ["match_start", "snapshot"]


# What players do.


async def test_a_decision_is_charged_until_it_arrived_however_long_it_waited_then(
    time: HandClock,
) -> None:
    table = begun(time, TIMED)
    seat, asked_s = table.mover, time.now_s
    await time.pass_ms(3_000)
    table.act(arrived_s=asked_s + 1.25)
    assert table.guests[seat].last("act_ok")["elapsed_ms"] == 1_250
    assert table.live.match.steps[-1].charged_ms == 1_250
    assert table.counters.recent[0] == (MATCH, 1.75)


async def test_only_what_was_taken_counts_as_an_act(time: HandClock) -> None:
    table = begun(time)
    table.act(decision=99)
    assert list(table.counters.recent) == []
    table.act()
    assert [match_id for match_id, _ in table.counters.recent] == [MATCH]


async def test_an_act_is_answered_and_then_told(time: HandClock) -> None:
    table = begun(time)
    seat = table.mover
    table.act()
    assert table.guests[seat].types() == ["act_ok", "events"]
    assert table.guests[1 - seat].types() == ["events", "your_turn"]


async def test_who_has_no_seat_can_neither_act_nor_resign(time: HandClock) -> None:
    table = begun(time)
    steps = list(table.live.match.steps)
    with pytest.raises(NotYourSeatError):
        table.live.act(table.cy.client, table.request(table.mover), time.now_s)
    with pytest.raises(NotYourSeatError):
        table.live.resign(table.cy.client, Resign(match_id=MATCH))
    assert table.live.match.steps == steps


async def test_an_answer_to_a_question_of_before_is_stale_and_changes_nothing(
    time: HandClock,
) -> None:
    table = begun(time)
    seat, steps = table.mover, list(table.live.match.steps)
    table.act(decision=99)
    (error,) = table.guests[seat].heard()
    assert (error["code"], error["re"]) == ("stale_decision", 7)
    assert error["data"]["open"] == [table.live.match.open[seat].number]
    assert table.live.match.steps == steps
    assert table.counters.refused["stale_decision"] == 1


async def test_nobody_acts_after_the_end_though_that_is_still_being_kept(time: HandClock) -> None:
    book = Book()
    table = begun(time, log=book)
    table.resign(0)
    with pytest.raises(WrongStateError, match="over"):
        table.act(1)
    with pytest.raises(WrongStateError, match="over"):
        table.resign(1)


async def test_nobody_acts_while_the_organiser_has_stopped_the_clocks(time: HandClock) -> None:
    table = begun(time, TIMED)
    seat = table.mover
    table.live.clock.freeze(True)
    with pytest.raises(WrongStateError, match="organiser"):
        table.act(seat)
    table.live.clock.freeze(False)
    table.act(seat)
    assert "act_ok" in table.guests[seat].types()


async def test_an_act_that_cannot_be_kept_has_not_happened(time: HandClock) -> None:
    book = Book()
    table = begun(time, TIMED, log=book)
    seat = table.mover
    table.act()
    assert table.guests[seat].heard() == []
    book.say(UnavailableError("away", retry_ms=70))
    (error,) = table.guests[seat].heard()
    assert (error["code"], error["retry_ms"], error["re"]) == ("unavailable", 70, 7)
    assert [step.kind for step in table.live.match.steps] == ["start"]
    table.act(seat, index=1)
    book.say()
    assert "act_ok" in table.guests[seat].types()
    snapshot = table.live.notifier.snapshot(seat).plain
    assert snapshot["obs"]["bets"] == [[BET], []]  # nobody is shown the match that was undone


async def test_the_clock_runs_on_where_an_act_could_not_be_kept(time: HandClock) -> None:
    book = Book()
    table = begun(time, TIMED, log=book)
    await time.pass_ms(50_000)
    table.act()
    book.say(UnavailableError("away"))
    await time.pass_ms(59_999)
    assert not table.live.is_writing  # it was asked anew
    await time.pass_ms(1)
    book.say()
    assert [step.kind for step in book.steps] == ["start", "act", "miss"]
    assert [step.kind for step in table.live.match.steps] == ["start", "miss"]


async def test_who_resigns_is_answered_after_everybody_has_heard_of_it(time: HandClock) -> None:
    table = begun(time)
    table.resign(0)
    assert table.guests[0].types() == ["match_over", "ok"]
    assert table.guests[1].last("match_over")["places"] == [2, 1]


async def test_a_deadline_that_passes_is_told_and_heard_of(time: HandClock) -> None:
    table = begun(time, TIMED)
    missed: list[int] = []
    moves: list[int] = []
    table.live.on_missed.append(lambda notice: missed.append(notice.seat))
    table.live.on_moved.append(lambda: moves.append(table.live.match.ver))
    seat = table.mover
    await time.pass_ms(60_000)
    assert missed == [seat]
    assert moves == [table.live.match.ver]
    assert all("timeout" in guest.types() for guest in table.guests)


# Who waits.


async def test_whoever_is_concerned_waits_while_something_is_being_kept(time: HandClock) -> None:
    book = Book()
    table = begun(time, log=book)
    helper = Guest("helper")
    helper.client.aiding[MATCH] = 0
    everybody = [table.guests[0].client, table.guests[1].client, table.cy.client, helper.client]
    assert not any(map(table.live.makes_wait, everybody))
    table.act()
    assert all(map(table.live.makes_wait, everybody))
    book.say()
    assert not any(map(table.live.makes_wait, everybody))


async def test_who_is_shown_an_earlier_time_does_not_feel_that_something_happens(
    time: HandClock,
) -> None:
    book = Book()
    table = begun(time, log=book, delay=Delay(versions=2))
    helper = Guest("helper")
    helper.client.aiding[MATCH] = 0
    table.live.spectators.admit(table.cy.client)
    table.act()
    assert not table.live.makes_wait(table.cy.client)
    assert table.live.makes_wait(table.guests[0].client)
    assert table.live.makes_wait(helper.client)


# Who looks on.


async def test_spectators_are_shown_what_has_happened_once_it_is_kept(time: HandClock) -> None:
    book = Book()
    table = begun(time, log=book)
    table.live.spectators.admit(table.cy.client)
    table.live.spectators.begin([table.cy.client])
    assert table.cy.types() == ["match_start", "snapshot"]
    table.act()
    await time.pass_ms(0)
    assert table.cy.heard() == []
    book.say()
    await time.pass_ms(0)
    assert table.cy.types() == ["events"]


async def test_delayed_spectators_are_so_many_versions_behind_until_the_end(
    time: HandClock,
) -> None:
    table = Table(time, delay=Delay(versions=2))
    table.live.spectators.admit(table.cy.client)
    table.live.start()
    await time.pass_ms(0)
    table.forget()
    table.act(index=0)
    await time.pass_ms(0)
    seen = [message for message in table.cy.heard() if message["type"] == "events"]
    assert all(message["ver"] <= table.live.match.ver - 2 for message in seen)
    table.live.abort("shutdown")
    for _ in range(3):
        await time.pass_ms(0)
    rest = table.cy.heard()
    assert rest[-1]["type"] == "match_over"
    told = [message["ver"] for message in [*seen, *rest] if message["type"] == "events"]
    assert told == list(range(told[0], table.live.match.ver + 1))


# How it ends.


async def test_an_end_without_a_winner_waits_for_what_is_being_kept(time: HandClock) -> None:
    book = Book()
    table = begun(time, log=book)
    seat = table.mover
    table.act()
    table.live.abort("shutdown")
    assert not table.live.is_over
    book.say()
    assert table.guests[seat].types() == ["act_ok", "events"]
    book.say()
    assert table.live.is_over
    assert table.guests[seat].last("match_over")["reason"] == "aborted"
    assert table.ending == ("aborted", "shutdown")
    assert [step.kind for step in book.steps] == ["start", "act", "abort"]
    assert book.status == "aborted"


async def test_a_match_ends_once(time: HandClock) -> None:
    table = begun(time)
    ended: list[str] = []
    table.live.when_over(lambda: ended.append("over"))
    table.live.abort("shutdown")
    table.live.abort("again")
    assert ended == ["over"]
    assert table.over == [MATCH]
    assert table.guests[0].types().count("match_over") == 1
    assert table.ending == ("aborted", "shutdown")


async def test_a_match_that_goes_on_elsewhere_sends_everybody_there(time: HandClock) -> None:
    book = Book()
    table = begun(time, TIMED, log=book)
    table.live.spectators.admit(table.cy.client)
    table.act()
    book.say(LostMatchError("another server has it"))
    for guest in (*table.guests, table.cy):
        assert guest.close_code == CloseCode.RESTARTING
        assert "match_over" not in guest.types()
    assert table.live.is_over
    assert table.over == [MATCH]
    assert table.guests[0].client.seats == {}
    assert table.cy.client.watching == set()
    assert table.live.report() == MatchReport(
        MATCH, None, frozenset(guest.user.id for guest in table.guests)
    )
    await time.pass_ms(600_000)  # no deadline of it is waited for
    assert len(book.steps) == 2


async def test_a_game_that_fails_at_an_act_ends_its_match_and_the_log_knows_why(
    time: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    book, game = Book(), Faulty()
    table = begun(time, log=book, game=game)
    game.fails_at = "ply"
    with pytest.raises(ProtocolError) as failure:
        table.act()
    book.say()
    assert failure.value.code == ErrorCode.INTERNAL
    assert str(failure.value.data["incident"]) in caplog.text  # type: ignore[index]
    assert [step.kind for step in book.steps] == ["start", "abort"]
    for guest in table.guests:
        assert guest.last("match_over")["reason"] == "aborted"
    assert table.ending == ("aborted", "error")


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_game_that_fails_while_its_players_are_told_ends_its_match(
    time: HandClock, is_kept: bool, caplog: pytest.LogCaptureFixture
) -> None:
    book, game = Book() if is_kept else None, Faulty()
    table = begun(time, log=book, game=game)
    game.fails_at = "observation"
    seat = table.mover
    table.act()
    if book is not None:
        book.say()  # the act
        book.say()  # the end
    heard = table.guests[seat].heard()
    assert [message["type"] for message in heard if message["type"] == "act_ok"] == ["act_ok"]
    (error,) = [message for message in heard if message["type"] == "error"]
    assert error["code"] == "internal"
    assert error["data"]["incident"] in caplog.text
    assert table.guests[1 - seat].last("match_over")["reason"] == "aborted"
    assert table.ending == ("aborted", "error")


async def test_a_game_that_fails_when_time_is_up_ends_its_match(time: HandClock) -> None:
    game = Faulty()
    table = begun(time, TIMED, game=game)
    game.fails_at = "ply"
    await time.pass_ms(60_000)
    assert table.live.is_over
    assert table.ending == ("aborted", "error")


# What is told of the end.


async def test_the_result_names_the_seats_that_were_assisted(time: HandClock) -> None:
    table = begun(time)
    table.live.match_seats[1].is_assisted = True
    table.resign(0)
    over = table.guests[0].last("match_over")
    assert over["assisted"] == [1]
    assert "rating" not in over


async def test_the_result_of_a_plain_match_has_no_label_and_tells_its_seed(
    time: HandClock,
) -> None:
    table = begun(time)
    table.resign(0)
    over = table.guests[1].last("match_over")
    assert over.keys() & {"assisted", "rating"} == set()
    assert over["seed"] == "seed"


@pytest.mark.parametrize("keeps_seed", [True, False])
async def test_the_result_of_a_rated_match_says_who_played_with_which_rating(
    time: HandClock, keeps_seed: bool
) -> None:
    table = Table(time, rated=True)
    table.live.rate(LadderPart("cup", ("ann", "bob"), (1_500, None), keeps_seed))
    table.live.start()
    start = table.guests[0].last("match_start")
    assert start["rated"] is True
    assert [player.get("rating") for player in start["players"]] == [1_500, None]
    table.resign(0)
    over = table.guests[1].last("match_over")
    assert over["rating"] == [
        {"seat": 0, "ladder": "cup", "entry": "ann", "before": 1_500},
        {"seat": 1, "ladder": "cup", "entry": "bob", "before": None},
    ]
    assert ("seed" not in over) is keeps_seed


async def test_the_report_says_who_played_and_whom_the_result_has_not_reached(
    time: HandClock,
) -> None:
    table = begun(time)
    table.guests[1].lose_link()
    table.live.seat_presence.step_out(table.guests[1].client)
    table.resign(0)
    report = table.live.report()
    assert report.match_id == MATCH
    assert report.users == {"u_ann", "u_bob"}
    assert report.missed_by == {"u_bob"}
    assert report.told is table.live.result
    assert report.outcome is not None
    assert (report.outcome.reason, report.outcome.places) == ("resign", (2, 1))


async def test_a_house_bot_is_no_user_of_the_report(time: HandClock) -> None:
    table = Table(time)
    table.live.match_seats[1].user = Guest("random", house_bot="random").user
    table.live.start()
    table.resign(0)
    assert table.live.report().users == {"u_ann"}


async def test_nobody_sits_or_looks_on_after_the_end(time: HandClock) -> None:
    table = begun(time)
    table.live.spectators.admit(table.cy.client)
    table.resign(0)
    assert all(guest.client.seats == {} for guest in table.guests)
    assert table.cy.client.watching == set()
    assert all(match_seat.client is None for match_seat in table.live.match_seats)
