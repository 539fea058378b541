"""In which room a match is or was played, and what is said of matches that are not here."""

import pytest
from tests.server.matches.guests import Guest, settings_of
from tests.server.matches.match_parts import Book, HandClock
from tests.server.rooms.halls import Building

from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Leduc
from infoset_protocol.codec import Prepared
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import (
    BrokenMatchError,
    LeftMatchError,
    NotFoundError,
    WrongStateError,
)
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.match_registry import DEMO_DELAY_S, BrokenMatch, Concern, LeftMatch
from infoset_server.rooms.room import Room
from infoset_server.storage.port import Claim

TOLD = Prepared({"type": "error", "code": "internal", "msg": "it broke"})


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


@pytest.fixture
async def building(time: HandClock) -> Building:
    return Building(time, "random")


# What is asked.


async def test_a_running_match_is_found_with_its_room(building: Building) -> None:
    room = building.room(Guest("ann"), Guest("bob"))
    live = building.begin(room)
    assert building.play.look_up(live.id) is live
    assert building.play.room_of(live) is room
    assert building.play.last_room(live.id) == room.id


async def test_each_match_that_is_not_here_is_refused_for_its_own_reason(
    building: Building,
) -> None:
    over = building.begin(building.room(Guest("ann"), Guest("bob")))
    over.abort("shutdown")
    building.play.put_aside(MatchId("m_broken"), BrokenMatch("incident7", Concern()), TOLD)
    building.play.left[MatchId("m_left")] = LeftMatch("is played elsewhere", Concern())
    with pytest.raises(WrongStateError, match="over"):
        building.play.look_up(over.id)
    with pytest.raises(BrokenMatchError) as broken:
        building.play.look_up("m_broken")
    assert broken.value.data == {"incident": "incident7"}
    with pytest.raises(LeftMatchError, match="m_left is played elsewhere"):
        building.play.look_up("m_left")
    with pytest.raises(NotFoundError, match="m_never"):
        building.play.look_up("m_never")


async def test_the_room_of_an_ended_match_is_remembered_though_it_may_be_gone(
    building: Building,
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room(ann, bob, lasting="brief")
    live = building.begin(room)
    live.abort("shutdown")
    assert room.id not in building.lobby.rooms
    assert building.play.last_room(live.id) == room.id
    assert building.play.last_room(MatchId("m_never")) is None


async def test_only_so_many_matches_that_are_over_are_remembered(time: HandClock) -> None:
    building = Building(time, max_ended=2)
    room = building.room(Guest("ann"), Guest("bob"))
    ended = []
    for _ in range(3):
        live = building.begin(room)
        live.abort("shutdown")
        ended.append(live.id)
        building.play.put_aside(MatchId(f"x{live.id}"), BrokenMatch("incident", Concern()), TOLD)
    assert [building.play.last_room(one) for one in ended] == [None, room.id, room.id]
    assert list(building.play.broken) == [f"x{one}" for one in ended[1:]]
    with pytest.raises(NotFoundError):
        building.play.look_up(ended[0])
    with pytest.raises(WrongStateError):
        building.play.look_up(ended[1])


# How matches begin and end.


async def test_who_prepares_a_match_hears_of_it_before_its_players(building: Building) -> None:
    ann = Guest("ann")
    room = building.room(ann, Guest("bob"))
    seen: list[tuple[Room, str, list[str]]] = []

    def prepare(where: Room, live: MatchRunner) -> None:
        seen.append((where, live.id, ann.types()))
        assert where.match is live
        assert building.play.look_up(live.id) is live

    ann.heard()
    building.play.on_set_up.append(prepare)
    live = building.begin(room)
    assert seen == [(room, live.id, [])]
    assert "match_start" in ann.types()


async def test_who_hears_of_an_end_finds_the_match_over_and_its_room_ready(
    building: Building,
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room(ann, bob)
    room.seats[0].ready = True
    heard: list[tuple[Room, str, bool, bool]] = []
    building.play.on_over.append(
        lambda where, report: heard.append(
            (where, report.match_id, where.is_playing, where.seats[0].ready)
        )
    )
    live = building.begin(room)
    live.match.forgive(0)
    live.abort("shutdown")
    assert heard == [(room, live.id, False, False)]
    assert building.floor.running == {}


async def test_a_match_of_a_room_is_kept_with_it_and_dealt_to_who_sits_there(
    time: HandClock,
) -> None:
    heads: list[MatchHead] = []

    class Shelf:
        def begin(self, head: MatchHead, under: Claim | None = None) -> Book:
            heads.append(head)
            return Book()

    building = Building(time, "random", journal=Shelf())
    ann = Guest("ann")
    room = building.room(ann, unlisted=True)
    building.matchmaker.fill_with_bots(room)
    live = building.play.start(room, seed="given")
    (head,) = heads
    assert head.room == HeadRoom(room.id, ann.user.id, "ann", "meeting")
    assert [(seat.kind, seat.house_bot) for seat in head.seats] == [
        ("human", None),
        ("bot", "random"),
    ]
    assert live.match.seed == "given"
    assert live.match_seats[0].client is ann.client


@pytest.mark.parametrize("watch", ["public", "off"])
async def test_watchers_of_the_room_see_its_match_where_that_is_public(
    building: Building, watch: str
) -> None:
    ann, cy = Guest("ann"), Guest("cy")
    room = building.room(ann, Guest("bob"), watch=watch)
    again = Guest("ann", ann.user)
    room.watch(cy.client)
    room.watch(again.client)  # plays: nobody plays and watches
    live = building.begin(room)
    assert live.spectators.clients == ([cy.client] if watch == "public" else [])


async def revive(building: Building, ann: Guest, bob: Guest, room: Room) -> MatchRunner:
    """A match from before a restart goes on in `room`."""
    match = Match(Leduc(), Terms(), "seed")
    match.start(0)
    seats = tuple(HeadSeat(one.user.id, one.user.name, "human") for one in (ann, bob))
    where = HeadRoom(room.id, ann.user.id, "ann", room.lasting)
    head = MatchHead(
        "m_kept", "leduc/1.0", settings_of().asked, where, seats, "seed", match.deal, 0
    )
    return building.play.revive(room, head, match, [ann.user, bob.user], Book())


@pytest.mark.parametrize("is_demo", [True, False])
async def test_a_match_that_was_left_to_others_is_here_when_it_goes_on(
    building: Building, is_demo: bool
) -> None:
    building.play.left[MatchId("m_kept")] = LeftMatch("waits", Concern())
    room = building.room(lasting="demo" if is_demo else "meeting")
    live = await revive(building, Guest("ann"), Guest("bob"), room)
    assert building.play.left == {}
    assert building.play.look_up("m_kept") is live
    assert room.match is live
    assert room.played == 1
    assert live.notifier._delay_s == (DEMO_DELAY_S if is_demo else 0.0)


async def test_whoever_waits_for_it_hears_where_a_match_was_begun_that_is_heard_of(
    building: Building,
) -> None:
    places: list[HeadRoom] = []
    building.play.on_found.append(places.append)
    room = building.room()
    live = await revive(building, Guest("ann"), Guest("bob"), room)
    assert [place.room for place in places] == [room.id]
    assert live.id == "m_kept"


async def test_who_put_a_match_aside_tells_its_players(building: Building) -> None:
    told: list[tuple[str, Prepared, set[UserId]]] = []
    building.play.on_put_aside.append(lambda *heard: told.append(heard))
    users = {UserId("u_ann")}
    building.play.put_aside(
        MatchId("m_1"), BrokenMatch("incident", Concern(frozenset(users))), TOLD
    )
    assert told == [("m_1", TOLD, users)]


# Clients.


async def test_who_is_back_gets_seat_and_room_again(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    room = building.room()
    live = await revive(building, ann, bob, room)
    building.play.reattach(ann.client)
    assert room.members == [ann.client]
    assert [seat.client for seat in room.seats] == [ann.client, None]
    assert live.match_seats[0].client is ann.client
    assert "snapshot" in ann.types()
    building.play.reattach(ann.client)
    assert room.members == [ann.client]


async def test_who_is_back_on_a_seat_of_the_match_does_not_push_anybody_off_that_of_the_room(
    building: Building,
) -> None:
    ann, bob, cy = Guest("ann"), Guest("bob"), Guest("cy")
    room = building.room()
    live = await revive(building, ann, bob, room)
    room.seats[0].client = cy.client
    building.play.reattach(ann.client)
    assert room.seats[0].client is cy.client
    assert room.members == [ann.client]
    assert live.match_seats[0].client is ann.client


async def test_who_has_resumed_gets_the_seats_it_lost_meanwhile(building: Building) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    live = building.begin(building.room(ann, bob))
    ann.connection.is_away = True
    building.floor.step_out(ann.client)
    await building.time.pass_ms(30_000)
    assert live.match_seats[0].taken_by == "random"
    ann.connection.is_away = False
    building.play.step_in(ann.client)
    assert live.match_seats[0].taken_by is None
    assert live.match_seats[0].client is ann.client


async def test_players_of_matches_that_are_elsewhere_hear_so_and_nobody_else(
    building: Building,
) -> None:
    ann, bob = Guest("ann"), Guest("bob")
    building.play.left[MatchId("m_1")] = LeftMatch(
        "waits for its rules", Concern(frozenset({ann.user.id}))
    )
    building.play.left[MatchId("m_2")] = LeftMatch(
        "is elsewhere", Concern(frozenset({ann.user.id}))
    )
    building.play.tell_left(ann.client)
    building.play.tell_left(bob.client)
    told = [(one["code"], one["match_id"], one["msg"]) for one in ann.heard()]
    assert told == [
        ("wrong_state", "m_1", "match m_1 waits for its rules"),
        ("wrong_state", "m_2", "match m_2 is elsewhere"),
    ]
    assert bob.heard() == []
