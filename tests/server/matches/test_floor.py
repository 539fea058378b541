"""All running matches: who gets which seat, who stands in for whom, and what trouble with the store does."""

from collections.abc import Sequence

import pytest
from tests.server.matches.guests import UNTIMED, Guest, House, settings_of
from tests.server.matches.match_parts import Book, HandClock

from infoset_games.clocks import Clock
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import User
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.context import Pace
from infoset_server.matches.floor import MatchFloor, preferred
from infoset_server.matches.match_log import MatchLog
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.storage.errors import StorageFullError, UnavailableError
from infoset_server.storage.port import Claim

ABSENCE_MS = 30_000
DOUBT_MS = 5_000
ROOM = HeadRoom("R_1", "u_ann", "ann", "meeting")
MOVE_MS = 2_000
TIMED = Terms(clock=Clock("per_move", move_ms=MOVE_MS), max_timeouts=99)


class Shelf:
    """A journal: heads of matches, and a log for each that says what it is told."""

    def __init__(self) -> None:
        self.heads: list[MatchHead] = []
        self.books: list[Book] = []

    def begin(self, head: MatchHead, under: Claim | None = None) -> MatchLog:
        self.heads.append(head)
        self.books.append(Book())
        return self.books[-1]


class Hall:
    """A floor with a house and, where matches are kept, a shelf."""

    def __init__(self, time: HandClock, *bots: str, is_kept: bool = False) -> None:
        self.time = time
        self.house = House(*bots)
        self.shelf = Shelf()
        self.over: list[MatchId] = []
        self.floor = MatchFloor(
            self.house.hosting,
            Pace(absence_s=ABSENCE_MS / 1000, doubt_s=DOUBT_MS / 1000),
            lambda: "fresh",
            lambda game: None,
            lambda: 1_000,
            EmbeddedBus(),
            8,
            self.shelf if is_kept else None,
        )
        self.floor.on_over.append(lambda live: self.over.append(live.id))

    def deal(
        self, *players: Guest | str, terms: Terms = UNTIMED, start: bool = True
    ) -> MatchRunner:
        """A match of guests, and of house bots by name."""
        seats = [seat_of(number, player) for number, player in enumerate(players)]
        game = Leduc() if len(seats) == 2 else Ambush(seats=len(seats))
        live = self.floor.deal(settings_of(game, terms), ROOM, seats, 0.0, None)
        if start:
            live.start()
        return live

    def come(self, bot: str) -> Guest:
        """A house bot has connected."""
        guest = self.house.connect(bot)
        self.floor.bot_ready(self.house.process(bot))
        return guest


def seat_of(number: int, player: Guest | str) -> MatchSeat:
    if isinstance(player, str):
        user = User(UserId(f"u_{player}{number}"), player, house_bot=player)
        return MatchSeat(number, user, "bot")
    return MatchSeat(number, player.user, "human", player.client)


def taken_by(live: MatchRunner) -> Sequence[str | None]:
    return [match_seat.taken_by for match_seat in live.match_seats]


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


# How matches come and go.


async def test_a_match_that_is_dealt_runs_here_and_is_kept_with_its_seats(time: HandClock) -> None:
    hall = Hall(time, "random", is_kept=True)
    live = hall.deal(Guest("ann"), "random", start=False)
    assert hall.floor.running == {live.id: live}
    assert hall.floor.begun == 1
    assert hall.floor.is_kept
    (head,) = hall.shelf.heads
    assert (head.match_id, head.seed, head.rules) == (live.id, "fresh", "leduc/1.0")
    assert (head.room, head.deal) == (ROOM, live.match.deal)
    assert head.seats == (
        HeadSeat("u_ann", "ann", "human"),
        HeadSeat("u_random1", "random", "bot", "random"),
    )


async def test_a_match_has_the_seed_it_is_given(time: HandClock) -> None:
    hall = Hall(time)
    seats = [seat_of(number, Guest(name)) for number, name in enumerate(("ann", "bob"))]
    live = hall.floor.deal(settings_of(), ROOM, seats, 0.0, "given")
    assert live.match.seed == "given"
    assert not hall.floor.is_kept


async def test_a_match_that_is_over_is_forgotten_and_everybody_told_once(time: HandClock) -> None:
    hall = Hall(time, "random")
    live = hall.deal(Guest("ann"), "random")
    live.abort("shutdown")
    assert hall.floor.running == {}
    assert hall.over == hall.house.over == [live.id]
    hall.come("random")  # its seat is nobody's any more
    assert live.match_seats[1].client is None


async def test_every_match_ends_where_the_server_does(time: HandClock) -> None:
    hall = Hall(time)
    matches = [hall.deal(Guest(f"ann{n}"), Guest(f"bob{n}")) for n in range(3)]
    hall.floor.abort_all("shutdown")
    assert hall.over == [live.id for live in matches]
    assert [live.match.steps[-1].reason for live in matches] == ["shutdown"] * 3


async def test_after_a_restart_the_seats_are_those_of_before(time: HandClock) -> None:
    hall = Hall(time, "random")
    ann, bot = Guest("ann"), User(UserId("u_bot"), "random", house_bot="random")
    match = Match(Leduc(), Terms(), "seed")
    match.start(0)
    head = MatchHead(
        "m_kept",
        "leduc/1.0",
        settings_of().asked,
        ROOM,
        (HeadSeat(ann.user.id, "ann", "human"), HeadSeat("u_bot", "random", "bot", "random")),
        "seed",
        match.deal,
        0,
    )
    live = hall.floor.set_up_again(settings_of(), head, match, [ann.user, bot], Book(), 0.0)
    assert live.id == "m_kept"
    assert hall.floor.running == {MatchId("m_kept"): live}
    assert hall.floor.begun == 0  # it has not begun here
    assert [match_seat.user for match_seat in live.match_seats] == [ann.user, bot]
    assert [match_seat.kind for match_seat in live.match_seats] == ["human", "bot"]
    assert hall.floor.reattach(ann.client) == [(live, 0)]


# House bots.


async def test_a_bot_that_becomes_ready_gets_every_seat_that_waits_for_it(time: HandClock) -> None:
    hall = Hall(time, "random")
    matches = [hall.deal(Guest(f"ann{n}"), "random") for n in range(2)]
    assert [live.match_seats[1].is_here for live in matches] == [False, False]
    bot = hall.come("random")
    assert bot.client.seats == {live.id: 1 for live in matches}
    assert bot.types().count("match_start") == 2


async def test_a_bot_that_is_up_already_hears_of_the_match_like_anybody(time: HandClock) -> None:
    hall = Hall(time, "random")
    hall.house.process("random")
    bot = hall.house.connect("random")
    live = hall.deal(Guest("ann"), "random", start=False)
    assert (live.match_seats[1].client, live.match_seats[1].has_come) == (bot.client, True)
    assert bot.heard() == []
    live.start()
    assert bot.types()[0] == "match_start"


async def test_a_bot_that_connects_again_takes_no_seat_from_anybody(time: HandClock) -> None:
    hall = Hall(time, "random")
    live = hall.deal(Guest("ann"), "random")
    bot = hall.come("random")
    hall.floor.bot_ready(hall.house.process("random"))
    assert live.match_seats[1].client is bot.client
    assert bot.types().count("match_start") == 1


async def test_a_bot_that_is_not_on_offer_any_more_leaves_its_seat_empty(
    time: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    hall = Hall(time, "random")
    live = hall.deal(Guest("ann"), "gone")
    assert live.match_seats[1].client is None
    assert "house bot gone is gone" in caplog.text
    await time.pass_ms(ABSENCE_MS)
    assert live.match_seats[1].taken_by == "random"


# Who stands in.


async def test_a_stand_in_takes_the_seat_of_who_is_gone_too_long(time: HandClock) -> None:
    hall = Hall(time, "random")
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    ann.leave()
    hall.floor.detach(ann.client)
    await time.pass_ms(ABSENCE_MS)
    assert taken_by(live) == ["random", None]
    bot = hall.come("random")
    assert bot.client.seats == {live.id: 0}


@pytest.mark.parametrize(
    ("bots", "up", "busy", "chosen"),
    [
        (("zeta", "random", "heuristic"), [], (), "heuristic"),
        (("zeta", "random", "heuristic"), ["random"], (), "random"),  # it is up: the clock runs
        (("zeta", "random"), ["zeta"], (), "random"),  # up or not, those preferred come first
        (("zeta", "alpha"), [], (), "zeta"),  # in the order of the offer
        (("random", "heuristic"), [], ("heuristic",), "random"),
        (("zeta", "random", "heuristic"), [], ("heuristic", "random"), "zeta"),
    ],
)
async def test_who_stands_in(
    time: HandClock,
    bots: tuple[str, ...],
    up: list[str],
    busy: tuple[str, ...],
    chosen: str,
) -> None:
    hall = Hall(time, *bots)
    for bot in up:
        hall.house.connect(bot)
    hall.house.busy.update(busy)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    ann.leave()
    hall.floor.detach(ann.client)
    await time.pass_ms(ABSENCE_MS)
    assert taken_by(live) == [chosen, None]
    assert (live.match_seats[0].client is not None) is (chosen in up)


async def test_a_bot_that_has_lost_a_seat_does_not_get_it_again_and_its_host_hears_so(
    time: HandClock,
) -> None:
    hall = Hall(time, "random", "heuristic")
    live = hall.deal(Guest("ann"), "random")
    await time.pass_ms(ABSENCE_MS)
    assert hall.house.failures == [("random", live.id)]
    assert live.match_seats[1].bot == "heuristic"
    await time.pass_ms(ABSENCE_MS)
    assert hall.house.failures == [("random", live.id), ("heuristic", live.id)]
    assert live.match_seats[1].lost_by == {"random", "heuristic"}
    assert live.match.has_left(1)  # there is nobody else: the seat forfeits
    assert live.is_over


async def test_who_loses_a_seat_where_nobody_stands_in_forfeits(time: HandClock) -> None:
    hall = Hall(time)
    ann, bob = Guest("ann"), Guest("bob")
    hall.deal(ann, bob)
    ann.leave()
    hall.floor.detach(ann.client)
    await time.pass_ms(ABSENCE_MS)
    over = bob.last("match_over")
    assert (over["reason"], over["places"]) == ("forfeit", [2, 1])


async def test_a_bot_that_comes_too_late_does_not_get_the_seat(time: HandClock) -> None:
    hall = Hall(time, "random", "heuristic")
    live = hall.deal(Guest("ann"), "random")
    await time.pass_ms(ABSENCE_MS)
    late = hall.come("random")
    assert late.client.seats == {}
    assert hall.come("heuristic").client.seats == {live.id: 1}


# Who comes back.


async def test_who_comes_back_relieves_the_stand_in(time: HandClock) -> None:
    hall = Hall(time, "random")
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    ann.leave()
    hall.floor.detach(ann.client)
    await time.pass_ms(ABSENCE_MS)
    bot = hall.come("random")
    again = Guest("ann", ann.user)
    assert hall.floor.reattach(again.client) == [(live, 0)]
    assert live.match_seats[0].client is again.client
    assert taken_by(live) == [None, None]
    assert bot.client.seats == {}
    assert hall.house.process("random").matches == set()
    assert hall.house.failures == []  # it has not done anything wrong


async def test_a_connection_gets_one_seat_of_a_match(time: HandClock) -> None:
    hall = Hall(time)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("ann", ann.user))
    for match_seat in live.match_seats:
        client = match_seat.client
        assert client is not None
        live.seat_presence.detach(client)
    first, second, third = (Guest("ann", ann.user) for _ in range(3))
    assert hall.floor.reattach(first.client) == [(live, 0)]
    assert hall.floor.reattach(first.client) == []
    assert hall.floor.reattach(second.client) == [(live, 1)]
    assert hall.floor.reattach(third.client) == []


async def test_a_seat_that_a_connection_holds_is_not_given_to_another(time: HandClock) -> None:
    hall = Hall(time)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    later = Guest("ann", ann.user)
    assert hall.floor.reattach(later.client) == []
    ann.lose_link()
    assert hall.floor.reattach(later.client, has_come=False) == []  # it has been there for long
    assert hall.floor.reattach(later.client) == [(live, 0)]
    assert ann.client.seats == {}
    hall.floor.detach(later.client)
    assert hall.floor.reattach(ann.client, has_come=False) == [(live, 0)]


async def test_who_sits_beside_a_seat_does_not_get_it(time: HandClock) -> None:
    hall = Hall(time)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    hall.floor.detach(ann.client)
    helper = Guest("ann", ann.user)
    helper.client.aiding[live.id] = 0
    assert hall.floor.reattach(helper.client) == []


async def test_strangers_get_nothing(time: HandClock) -> None:
    hall = Hall(time)
    ann = Guest("ann")
    hall.deal(ann, Guest("bob"))
    hall.floor.detach(ann.client)
    assert hall.floor.reattach(Guest("cy").client) == []


async def test_a_link_that_is_lost_is_missed_until_it_is_back(time: HandClock) -> None:
    hall = Hall(time)
    ann, bob = Guest("ann"), Guest("bob")
    live = hall.deal(ann, bob)
    ann.lose_link()
    hall.floor.step_out(ann.client)
    assert live.match_seats[0].is_missed
    assert bob.last("seat_status")["grace_ms"] == ABSENCE_MS
    hall.floor.step_in(ann.client)
    assert not live.match_seats[0].is_missed
    assert live.match_seats[0].absence is None


async def test_who_goes_leaves_the_matches_it_only_watched(time: HandClock) -> None:
    hall = Hall(time)
    live = hall.deal(Guest("ann"), Guest("bob"))
    cy = Guest("cy")
    live.spectators.admit(cy.client)
    hall.floor.detach(cy.client)
    assert live.spectators.clients == []


async def test_players_and_house_bots_are_needed_and_others_are_not(time: HandClock) -> None:
    hall = Hall(time)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    hall.floor.detach(ann.client)
    assert hall.floor.needs(ann.user)
    assert hall.floor.needs(Guest("random", house_bot="random").user)
    assert not hall.floor.needs(Guest("cy").user)
    live.abort("shutdown")
    assert not hall.floor.needs(ann.user)


# Trouble with the store.


async def test_clocks_stand_still_while_nothing_can_be_kept(time: HandClock) -> None:
    hall = Hall(time)
    live = hall.deal(Guest("ann"), Guest("bob"), terms=TIMED)
    hall.floor.on_store_trouble(UnavailableError("away"))
    await time.pass_ms(10 * MOVE_MS)
    assert [step.kind for step in live.match.steps] == ["start"]
    hall.floor.on_store_trouble(None)
    await time.pass_ms(MOVE_MS - 1)
    assert [step.kind for step in live.match.steps] == ["start"]  # nobody pays for our trouble
    await time.pass_ms(1)
    assert [step.kind for step in live.match.steps] == ["start", "miss"]


async def test_a_match_that_begins_in_trouble_stands_still_too(time: HandClock) -> None:
    hall = Hall(time)
    hall.floor.on_store_trouble(UnavailableError("away"))
    live = hall.deal(Guest("ann"), Guest("bob"), terms=TIMED)
    await time.pass_ms(10 * MOVE_MS)
    assert [step.kind for step in live.match.steps] == ["start"]
    hall.floor.on_store_trouble(None)
    await time.pass_ms(MOVE_MS)
    assert [step.kind for step in live.match.steps] == ["start", "miss"]


async def test_another_kind_of_trouble_gives_nobody_time_and_starts_no_clock(
    time: HandClock,
) -> None:
    hall = Hall(time)
    live = hall.deal(Guest("ann"), Guest("bob"), terms=TIMED)
    await time.pass_ms(MOVE_MS // 2)
    hall.floor.on_store_trouble(None)  # it was well before
    await time.pass_ms(MOVE_MS // 2)
    assert [step.kind for step in live.match.steps] == ["start", "miss"]
    hall.floor.on_store_trouble(UnavailableError("away"))
    hall.floor.on_store_trouble(StorageFullError("no room"))
    await time.pass_ms(10 * MOVE_MS)
    assert [step.kind for step in live.match.steps] == ["start", "miss"]


async def test_who_waits_too_long_for_what_nobody_knows_is_sent_away_to_come_back(
    time: HandClock,
) -> None:
    hall = Hall(time, "random", is_kept=True)
    ann, bob = Guest("ann"), Guest("bob")
    bot = hall.house.connect("random")
    writing = hall.deal(ann, "random")
    settled = hall.deal(bob, Guest("cy"))
    for book in hall.shelf.books:
        book.say()
    assert not settled.is_writing
    hall.floor.on_store_trouble(UnavailableError("away"))
    writing.match.forgive(0)
    writing.commit_gate.settle(lambda: None, lambda error: None)
    await time.pass_ms(DOUBT_MS)  # seen to be writing for the first time
    assert ann.link.closed_with is None
    await time.pass_ms(DOUBT_MS)
    assert ann.link.closed_with is not None
    assert ann.link.closed_with[0] == CloseCode.RESTARTING
    assert ann.connection.is_away  # its session goes on
    assert bob.link.closed_with is None
    assert bot.link.closed_with is None  # a bot has all the time of the world


async def test_another_kind_of_trouble_does_not_begin_the_wait_anew(time: HandClock) -> None:
    hall = Hall(time, is_kept=True)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    hall.shelf.books[0].say()
    live.match.forgive(0)
    live.commit_gate.settle(lambda: None, lambda error: None)
    hall.floor.on_store_trouble(UnavailableError("away"))
    await time.pass_ms(DOUBT_MS - 1)
    hall.floor.on_store_trouble(StorageFullError("no room"))
    await time.pass_ms(1)
    assert ann.link.closed_with is not None


async def test_nobody_is_sent_away_for_what_is_known_again_in_time(time: HandClock) -> None:
    hall = Hall(time, is_kept=True)
    ann = Guest("ann")
    live = hall.deal(ann, Guest("bob"))
    (book,) = hall.shelf.books
    hall.floor.on_store_trouble(UnavailableError("away"))
    book.say()
    for _ in range(3):  # whenever it is looked at, something else is being written
        live.match.forgive(0)
        live.commit_gate.settle(lambda: None, lambda error: None)
        hall.floor.on_store_trouble(None)
        hall.floor.on_store_trouble(UnavailableError("away"))
        await time.pass_ms(DOUBT_MS - 1)
        book.say()
    hall.floor.on_store_trouble(None)
    live.match.forgive(0)
    live.commit_gate.settle(lambda: None, lambda error: None)
    await time.pass_ms(10 * DOUBT_MS)  # the store is well: it is only slow
    assert ann.link.closed_with is None


def test_the_order_of_stand_ins_is_that_of_the_offer_behind_those_preferred() -> None:
    assert preferred(["b", "random", "a", "heuristic"]) == ["heuristic", "random", "b", "a"]
    assert preferred(["heuristic", "heuristic_trader"]) == ["heuristic_trader", "heuristic"]
    assert preferred([]) == []
