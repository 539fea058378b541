"""Who may not look into a hand, and who comes and goes beside one: the service of assistants without a server."""

from collections.abc import AsyncIterator

import pytest
from tests.server.matches.guests import Guest
from tests.server.matches.match_parts import HandClock
from tests.server.rooms.halls import Building

from infoset_protocol.messages import Resign
from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.assistants.assistant import Assistant, AssistedSeat
from infoset_server.assistants.service import AssistantService
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import WrongCodeError, WrongStateError
from infoset_server.config import AssistLimits
from infoset_server.matches.runner import MatchRunner
from infoset_server.storage.notes import NoNotes

RIGHTS = frozenset({"view", "draw"})
TTL_MS = 60_000


class Beside:
    """Ann and Bob play Leduc poker in a room with assistants; Cy and Dee may help, and answer for nobody else."""

    def __init__(self, time: HandClock) -> None:
        self.building = Building(time)
        self.people = ClientRegistry()
        self.dismissed: list[tuple[str, MatchId]] = []
        self.keepers: dict[UserId, UserId] = {}
        self.service = AssistantService(
            AssistLimits(),
            self.people,
            self.building.lobby,
            self.building.play,
            NoNotes(),
            lambda client, match: self.dismissed.append((client.user.name, match)),
            lambda user: self.keepers.get(user.id, user.id),
        )
        self.ann, self.bob, self.cy, self.dee = (
            self.enter(name) for name in ("ann", "bob", "cy", "dee")
        )
        self.room = self.building.room(self.ann, self.bob, assist="auto")
        self.in_room = AssistedSeat(room=self.room.id)

    def enter(self, name: str, user: User | None = None) -> Guest:
        """Somebody logs in."""
        user = user or self.people.accounts.register.add_guest(name)
        guest = Guest(name, user, features=["assist"])
        self.people.clients[guest.connection] = guest.client
        return guest

    def begin(self) -> MatchRunner:
        return self.building.begin(self.room)

    def code(self, owner: Guest, place: AssistedSeat | None = None) -> str:
        return self.service.invite(owner.user, place or self.in_room, RIGHTS, TTL_MS)

    def join(self, helper: Guest, owner: Guest, place: AssistedSeat | None = None) -> Assistant:
        """As the handler does it."""
        assistant, self.key = self.service.join(helper.client, self.code(owner, place))
        self.service.attach(assistant)
        return assistant


@pytest.fixture
async def beside(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Beside]:
    made = Beside(HandClock(monkeypatch))
    yield made
    made.service.close()


async def test_an_assistant_of_a_room_sits_beside_its_owner_in_every_match(
    beside: Beside,
) -> None:
    beside.join(beside.cy, beside.ann)
    for _ in range(2):
        live = beside.begin()
        assert beside.cy.client.aiding == {live.id: 0}
        assert beside.service.helpers(live) == [beside.cy.user]
        assert live.match_seats[0].is_assisted
        live.abort("shutdown")
        assert beside.cy.client.aiding == {}


async def test_nobody_looks_into_two_hands_of_a_room(beside: Beside) -> None:
    beside.join(beside.cy, beside.ann)
    with pytest.raises(WrongStateError, match="somebody else in this room"):
        beside.join(beside.cy, beside.bob)
    beside.keepers[beside.dee.user.id] = beside.cy.user.id  # a bot of Cy's
    with pytest.raises(WrongStateError, match="somebody else in this room"):
        beside.join(beside.dee, beside.bob)
    beside.join(beside.dee, beside.ann)  # the same hand


async def test_whoever_has_seen_a_hand_sees_no_other_though_it_was_sent_away(
    beside: Beside,
) -> None:
    live = beside.begin()
    place = AssistedSeat(match=live.id)
    helping = beside.join(beside.cy, beside.ann, place)
    beside.service.revoke(beside.ann.user, helping)
    assert not beside.service.is_assistant(beside.cy.client)
    with pytest.raises(WrongStateError, match="another hand"):
        beside.join(beside.cy, beside.bob, place)
    assert beside.service.assists(beside.cy.user, beside.room, live)
    beside.join(beside.cy, beside.ann, place)


async def test_the_next_match_is_another(beside: Beside) -> None:
    live = beside.begin()
    beside.join(beside.cy, beside.ann, AssistedSeat(match=live.id))
    live.abort("shutdown")
    following = beside.begin()
    assert not beside.service.assists(beside.cy.user, beside.room, following)
    beside.join(beside.cy, beside.bob, AssistedSeat(match=following.id))
    assert beside.cy.client.aiding == {following.id: 1}


async def test_who_looks_on_does_not_look_into_a_hand(beside: Beside) -> None:
    beside.room.watch(beside.cy.client)
    with pytest.raises(WrongStateError, match="watch this room"):
        beside.join(beside.cy, beside.ann)
    beside.room.unwatch(beside.cy.client)
    live = beside.begin()
    live.spectators.admit(beside.cy.client)
    with pytest.raises(WrongStateError, match="watch this match"):
        beside.join(beside.cy, beside.ann, AssistedSeat(match=live.id))


async def test_who_answers_for_a_player_does_not_sit_beside_another(beside: Beside) -> None:
    live = beside.begin()
    beside.keepers[beside.bob.user.id] = beside.cy.user.id
    with pytest.raises(WrongStateError, match="you, or a bot of yours, play"):
        beside.join(beside.cy, beside.ann, AssistedSeat(match=live.id))
    assert not live.match_seats[0].is_assisted


async def test_who_has_to_do_with_another_hand_is_left_out_when_a_match_begins(
    beside: Beside,
) -> None:
    beside.join(beside.cy, beside.ann)
    beside.keepers[beside.bob.user.id] = beside.cy.user.id
    live = beside.begin()
    assert beside.cy.client.aiding == {}
    assert beside.service.helpers(live) == []
    assert not live.match_seats[0].is_assisted


async def test_a_player_helps_themselves_over_another_connection_only(beside: Beside) -> None:
    live = beside.begin()
    place = AssistedSeat(match=live.id)
    with pytest.raises(WrongStateError, match="over another connection"):
        beside.join(beside.ann, beside.ann, place)
    helper = beside.enter("ann", beside.ann.user)
    beside.join(helper, beside.ann, place)
    assert helper.client.aiding == {live.id: 0}
    assert live.match_seats[0].client is beside.ann.client


async def test_a_seat_that_an_assistant_was_given_as_its_owner_goes_back_to_its_owner(
    beside: Beside,
) -> None:
    live = beside.begin()
    helper = beside.enter("ann", beside.ann.user)
    live.seat_presence.detach(beside.ann.client)
    beside.building.play.reattach(helper.client)
    assert live.match_seats[0].client is helper.client
    beside.join(helper, beside.ann, AssistedSeat(match=live.id))
    assert live.match_seats[0].client is beside.ann.client
    assert helper.client.aiding == {live.id: 0}


async def test_a_connection_that_is_gone_leaves_a_place_for_its_key(beside: Beside) -> None:
    live = beside.begin()
    helping = beside.join(beside.cy, beside.ann)
    beside.ann.heard()
    beside.service.closed(beside.cy.client)
    assert beside.ann.last("assist_status")["on"] is False
    assert not beside.service.is_assistant(beside.cy.client)
    again = beside.enter("cy", beside.cy.user)
    returned, _ = beside.service.join(again.client, beside.key)
    beside.service.attach(returned)
    assert returned is helping
    assert again.client.aiding == {live.id: 0}
    assert beside.ann.last("assist_status")["on"] is True


async def test_whoever_is_sent_away_thinks_no_more_on_the_server(beside: Beside) -> None:
    live = beside.begin()
    beside.join(beside.cy, beside.ann)
    unused = beside.code(beside.ann)
    others = beside.code(beside.bob)
    beside.cy.heard()
    beside.service.revoke(beside.ann.user, None)
    assert beside.dismissed == [("cy", live.id)]
    assert beside.cy.last("assist_status")["on"] is False
    with pytest.raises(WrongCodeError):
        beside.service.join(beside.dee.client, unused)
    beside.service.join(beside.dee.client, others)


async def test_a_code_of_a_match_that_is_over_is_of_no_use(beside: Beside) -> None:
    live = beside.begin()
    helping = beside.join(beside.cy, beside.ann, AssistedSeat(match=live.id))
    live.resign(beside.bob.client, Resign(match_id=live.id))
    assert beside.service.mine(beside.ann.user, helping.id) is None
    assert beside.service.seat_of(helping) is None
    assert beside.service.policy(helping.place) == "off"
    with pytest.raises(WrongCodeError):
        beside.service.join(beside.cy.client, beside.key)


async def test_what_was_noted_of_a_seat_before_a_restart_marks_it_as_assisted(
    beside: Beside,
) -> None:
    live = beside.begin()
    beside.service.restore_track(live, {"1.0": b"", "1.3": b"", "7.0": b"", "x.1": b""})
    assert [match_seat.is_assisted for match_seat in live.match_seats] == [False, True]
