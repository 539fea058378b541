"""Where matches come about: agreement and seeks, places that are closed, series, the demo table, the end."""

import asyncio
from typing import Any, cast

import pytest
from tests.server.matches.guests import Guest, settings_of
from tests.server.matches.match_parts import Book, HandClock
from tests.server.rooms.halls import Building

from infoset_games.crossfire import Crossfire
from infoset_protocol.messages import Resign
from infoset_server.common.ids import MatchId, Ticket
from infoset_server.common.request_errors import BusyError, ShuttingDownError
from infoset_server.matches.match_records import MatchHead
from infoset_server.matches.report import MatchReport
from infoset_server.rooms.elsewhere import Nowhere
from infoset_server.rooms.far_match import FarMatch, FarOrders
from infoset_server.rooms.match_registry import seated
from infoset_server.rooms.matchmaker import CLOSED_RETRY_MS, DEMO_PAUSE_S, postponed
from infoset_server.rooms.room import Room
from infoset_server.rooms.seeks import Seek
from infoset_server.storage.port import Claim

MINI = {"preset": "mini"}


class Notebook:
    """Notes, as keys that are there."""

    def __init__(self) -> None:
        self.there: set[tuple[str, str]] = set()

    def put(self, kind: str, key: str, body: Any) -> None:
        self.there.add((kind, key))

    def drop(self, kind: str, key: str) -> None:
        self.there.discard((kind, key))


class Shelf:
    """A journal that keeps everything at once."""

    def begin(self, head: MatchHead, under: Claim | None = None) -> Book:
        book = Book()
        book.is_quick = True
        return book


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


@pytest.fixture
async def building(time: HandClock) -> Building:
    return Building(time, "random", "heuristic")


def seek(building: Building, guest: Guest, wait_ms: int = 1_000, share: str | None = None) -> Seek:
    """A guest asks for a match of Leduc poker."""
    fill_at_ms = building.matchmaker.now_ms() + wait_ms
    made = Seek(Ticket(f"t_{guest.user.name}"), guest.client, settings_of(), fill_at_ms)
    made.share = share
    building.matchmaker.seek(made)
    return made


def ready(room: Room, *guests: Guest) -> None:
    for guest in guests:
        room.set_ready(guest.client, True)


# House bots.


async def test_every_open_seat_gets_the_bot_that_is_preferred(building: Building) -> None:
    ann = Guest("ann")
    room = building.room(ann)
    building.matchmaker.fill_with_bots(room)
    assert [seat.bot for seat in room.seats] == [None, "heuristic"]
    assert room.seats[0].client is ann.client
    assert building.matchmaker.bots_for("leduc") == ["heuristic", "random"]


async def test_where_no_bot_plays_open_seats_are_refused_and_full_rooms_are_not(
    time: HandClock,
) -> None:
    building = Building(time)
    with pytest.raises(BusyError, match="no house bot plays leduc"):
        building.matchmaker.fill_with_bots(building.room(Guest("ann")))
    building.matchmaker.fill_with_bots(building.room(Guest("ann"), Guest("bob")))


# Places that are closed.


@pytest.mark.parametrize("is_everywhere", [True, False])
async def test_no_match_begins_in_a_place_that_is_closed(
    building: Building, is_everywhere: bool
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room, other = building.room(ann, bob), building.room(Guest("cy"), Guest("dee"))
    building.matchmaker.close_place(None if is_everywhere else room.id)
    assert building.matchmaker.takes_matches is not is_everywhere
    with pytest.raises(BusyError) as refusal:
        building.matchmaker.start(room)
    assert refusal.value.retry_ms == CLOSED_RETRY_MS
    ready(room, ann, bob)
    assert not room.is_playing
    if is_everywhere:
        with pytest.raises(BusyError):
            building.matchmaker.require_open(other)
    else:
        building.matchmaker.start(other)
        assert other.is_playing


async def test_a_place_that_is_opened_begins_with_those_who_are_ready(building: Building) -> None:
    ann, bob, cy, dee = (Guest(name) for name in ("ann", "bob", "cy", "dee"))
    room, other = building.room(ann, bob), building.room(cy, dee)
    building.matchmaker.close_place(room.id)
    building.matchmaker.close_place(other.id)
    ready(room, ann, bob)
    ready(other, cy, dee)
    building.matchmaker.reopen(room.id)
    assert (room.is_playing, other.is_playing) == (True, False)
    building.matchmaker.reopen(None)  # it was open: the room is still closed
    assert not other.is_playing


# Seeks.


async def test_who_wait_for_the_same_play_in_a_room_of_their_own(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    seek(building, ann, share="net1")
    seek(building, bob, share="net2")
    (room,) = building.lobby.rooms.values()
    assert room.is_playing
    assert room.lasting == "brief"
    assert [seat.client for seat in room.seats] == [bob.client, ann.client]
    assert sorted(room.shares) == ["net1", "net2"]
    assert building.matchmaker.pairing.open == []
    assert room.match is not None
    room.match.abort("shutdown")
    assert building.lobby.rooms == {}
    assert (ann.client.rooms, bob.client.rooms) == (set(), set())


async def test_bots_fill_up_when_the_wait_is_over(building: Building) -> None:
    ann = Guest("ann")
    seek(building, ann)
    await building.time.pass_ms(999)
    assert building.lobby.rooms == {}
    await building.time.pass_ms(1)
    (room,) = building.lobby.rooms.values()
    assert room.is_playing
    assert [seat.bot for seat in room.seats] == [None, "heuristic"]


async def test_a_seek_that_cannot_be_filled_is_postponed_and_tried_again(time: HandClock) -> None:
    building = Building(time)
    ann = Guest("ann")
    made = seek(building, ann)
    await time.pass_ms(1_000)
    assert building.lobby.rooms == {}
    assert ann.client.rooms == set()
    (waiting,) = building.matchmaker.pairing.open
    assert (waiting.ticket, waiting.client) == (made.ticket, ann.client)
    assert waiting.fill_at_ms == building.matchmaker.now_ms() + 5_000
    building.house.offers.update(Building(time, "random").house.offers)
    await time.pass_ms(5_000)
    (room,) = building.lobby.rooms.values()
    assert room.is_playing


async def test_seeks_that_pair_while_everything_is_closed_wait(building: Building) -> None:
    building.matchmaker.close_place(None)
    ann, bob = Guest("ann"), Guest("bob")
    seek(building, ann)
    seek(building, bob)
    assert building.lobby.rooms == {}
    assert {one.client for one in building.matchmaker.pairing.open} == {ann.client, bob.client}


def test_a_postponed_seek_is_the_same_but_later() -> None:
    guest = object()
    before = Seek(Ticket("t"), guest, settings_of(), 7, share="net")  # type: ignore[arg-type]
    after = postponed(before, 100)
    assert (after.ticket, after.client, after.share) == ("t", guest, "net")
    assert (before.fill_at_ms, after.fill_at_ms) == (7, 5_100)


class Faraway(Nowhere):
    """Another server that takes every match."""

    def __init__(self, building: Building) -> None:
        self.building = building
        self.begun = 0

    def begin(self, room: Room) -> FarMatch:
        self.begun += 1
        match_seats = [seated(number, seat) for number, seat in enumerate(room.seats)]
        match_id = MatchId(f"m_{self.begun}")
        orders = cast(FarOrders, self)
        far = FarMatch(match_id, "n2", room.settings, match_seats, orders, lambda: 0.0)
        self.building.play.set_far(room, far)
        return far


@pytest.mark.parametrize("stopping", [False, True])
async def test_seeks_whose_match_never_began_elsewhere_are_open_again(
    building: Building, stopping: bool
) -> None:
    building.play.elsewhere = Faraway(building)
    seek(building, Guest("ann"))
    seek(building, Guest("bob"))
    (far,) = building.play.far.values()
    assert building.matchmaker.pairing.open == []
    building.matchmaker.stopping = stopping
    building.play.end_far(far, MatchReport(far.id, None))
    waiting = sorted(one.ticket for one in building.matchmaker.pairing.open)
    begun = list(building.play.far)
    assert (waiting, begun) == ((["t_ann", "t_bob"], []) if stopping else ([], ["m_2"]))
    assert far.is_over


async def test_the_seek_of_who_is_away_when_its_match_turns_out_not_to_have_begun_is_kept(
    building: Building,
) -> None:
    kept: list[str] = []
    building.matchmaker.on_absent.append(lambda one, wait_ms: kept.append(one.ticket))
    building.play.elsewhere = Faraway(building)
    ann = Guest("ann")
    seek(building, ann)
    seek(building, Guest("bob"))
    (far,) = building.play.far.values()
    building.matchmaker.drop_out(ann.client)
    building.play.end_far(far, MatchReport(far.id, None))
    assert kept == ["t_ann"]
    assert [one.ticket for one in building.matchmaker.pairing.open] == ["t_bob"]


async def test_seeks_are_noted_as_long_as_they_are_open(time: HandClock) -> None:
    notebook = Notebook()
    building = Building(time, "random", notes=notebook)
    seek(building, Guest("ann"))
    assert notebook.there == {("seek", "t_ann")}
    await time.pass_ms(1_000)
    assert notebook.there == set()


async def test_a_seek_of_who_is_away_waits_until_they_are_back(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    seek(building, ann)
    building.matchmaker.step_out(ann.client)
    seek(building, bob, wait_ms=60_000)
    await building.time.pass_ms(1_000)
    assert building.lobby.rooms == {}
    building.matchmaker.step_in(ann.client)
    (room,) = building.lobby.rooms.values()
    assert {seat.client for seat in room.seats} == {ann.client, bob.client}


async def test_who_is_gone_leaves_seeks_and_rooms_but_not_the_match(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    playing, waiting = building.room(ann, bob), building.room(ann)
    watched = building.room(Guest("cy"))
    watched.watch(ann.client)
    live = building.begin(playing)
    building.matchmaker.pairing.reopen(Seek(Ticket("t"), ann.client, settings_of(), 10**9))
    building.matchmaker.drop_out(ann.client)
    assert building.matchmaker.pairing.open == []
    assert ann.client.rooms == set()
    assert waiting.id not in building.lobby.rooms
    assert watched.watchers == []
    assert live.match_seats[0].client is ann.client


async def test_a_later_connection_has_the_rooms_of_the_older(building: Building) -> None:
    ann = Guest("ann")
    room = building.room(ann)
    again = Guest("ann", ann.user)
    building.matchmaker.replace(ann.client, again.client)
    assert room.members == [again.client]
    assert room.seats[0].client is again.client
    assert (ann.client.rooms, again.client.rooms) == (set(), {room.id})


async def test_a_room_that_is_dissolved_waits_for_nobody(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room(ann, bob)
    room.lasting = "table"
    room.awaited.add(Guest("cy").user.id)
    building.matchmaker.dissolve(room)
    assert room.id not in building.lobby.rooms
    assert (ann.client.rooms, bob.client.rooms) == (set(), set())


# Series.


async def test_the_next_match_of_a_series_begins_by_itself_after_a_pause(
    building: Building,
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    game = Crossfire(preset="mini")
    room = building.room(ann, bob, game=game, best_of=3, options=MINI)
    first = building.begin(room)
    first.abort("shutdown")  # counts for nobody: nothing follows by itself
    await building.time.pass_ms(60_000)
    assert not room.is_playing
    second = building.begin(room)
    second.resign(ann.client, Resign(match_id=second.id))
    assert [seat.client for seat in room.seats] == [bob.client, ann.client]
    await building.time.pass_ms(4_999)
    assert not room.is_playing
    await building.time.pass_ms(1)
    assert room.is_playing
    assert room.match is not second


# The demo table.


async def test_house_bots_play_one_match_after_another_at_the_demo_table(
    building: Building,
) -> None:
    room = building.matchmaker.open_demo(settings_of(), Guest("server").user)
    assert room.is_demo
    assert [seat.bot for seat in room.seats] == ["heuristic", "heuristic"]
    first = room.match
    assert first is not None
    first.abort("shutdown")
    await building.time.pass_ms(int(DEMO_PAUSE_S * 1000) - 1)
    assert not room.is_playing
    await building.time.pass_ms(1)
    assert room.is_playing
    assert room.match is not first


async def test_the_demo_table_waits_where_no_match_may_begin(building: Building) -> None:
    building.matchmaker.close_place(None)
    room = building.matchmaker.open_demo(settings_of(), Guest("server").user)
    await building.time.pass_ms(int(DEMO_PAUSE_S * 1000))
    assert room.match is None
    building.matchmaker.reopen(None)
    await building.time.pass_ms(int(DEMO_PAUSE_S * 1000))
    assert room.is_playing


async def test_the_demo_table_of_before_the_restart_is_gone_on_with(building: Building) -> None:
    revived = building.room(lasting="demo")
    room = building.matchmaker.open_demo(settings_of(), Guest("server").user)
    assert room is revived
    assert room.is_playing


async def test_a_second_table_of_before_goes_with_its_match(building: Building) -> None:
    building.matchmaker.open_demo(settings_of(), Guest("server").user)
    second = building.room(lasting="demo")
    building.matchmaker.fill_with_bots(second)
    building.begin(second).abort("shutdown")
    assert second.id not in building.lobby.rooms


# The end.


async def test_a_room_that_everybody_has_left_goes_with_its_match(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room(ann, bob)
    live = building.begin(room)
    for guest in (ann, bob):
        building.matchmaker.drop_out(guest.client)
    assert room.id in building.lobby.rooms
    live.abort("shutdown")
    assert room.id not in building.lobby.rooms


async def test_while_the_server_stops_nothing_begins_and_everything_stays_as_noted(
    building: Building,
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room(ann, bob)
    seek(building, ann)
    await building.matchmaker.wind_up(0)
    with pytest.raises(ShuttingDownError):
        building.matchmaker.start(room)
    ready(room, ann, bob)
    assert not room.is_playing
    assert not building.matchmaker.takes_matches
    building.matchmaker.drop_out(ann.client)
    assert ann.client in room.members
    await building.time.pass_ms(60_000)
    assert list(building.lobby.rooms) == [room.id]  # the seek is filled no more


@pytest.mark.parametrize("is_kept", [True, False])
async def test_matches_that_are_not_kept_end_when_the_grace_is_over(
    time: HandClock, is_kept: bool
) -> None:
    building = Building(time, "random", journal=Shelf() if is_kept else None)
    live = building.begin(building.room(Guest("ann"), Guest("bob")))
    await building.matchmaker.wind_up(0)
    assert live.is_over is not is_kept


async def test_the_server_stops_as_soon_as_the_last_match_has_ended(building: Building) -> None:
    rooms = [building.room(Guest(f"ann{n}"), Guest(f"bob{n}")) for n in range(2)]
    first, second = [building.begin(room) for room in rooms]
    stopping = asyncio.create_task(building.matchmaker.wind_up(10**6))
    await asyncio.sleep(0)
    first.abort("played")
    await building.time.pass_ms(0)
    assert not stopping.done()
    second.abort("played")
    await stopping
    assert [live.match.steps[-1].reason for live in (first, second)] == ["played", "played"]


async def test_who_stops_the_server_twice_waits_no_longer(building: Building) -> None:
    live = building.begin(building.room(Guest("ann"), Guest("bob")))
    stopping = asyncio.create_task(building.matchmaker.wind_up(10**6))
    await asyncio.sleep(0)
    building.matchmaker.stop_waiting()
    await stopping
    assert live.match.steps[-1].reason == "shutdown"


async def test_the_demo_match_is_not_waited_for(building: Building) -> None:
    room = building.matchmaker.open_demo(settings_of(), Guest("server").user)
    live = room.match
    assert live is not None
    await building.matchmaker.wind_up(10**6)
    assert live.is_over
    await building.time.pass_ms(60_000)
    assert room.match is live
