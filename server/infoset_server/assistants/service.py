"""Who is whose assistant, from invitation to farewell. Answers no requests; the handler does."""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import orjson

from infoset_games.anchors import AnchorBook, open_book
from infoset_games.descriptor import BrokenPartError
from infoset_games.game import Game
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User, may_meet
from infoset_server.accounts.credentials import digest
from infoset_server.assistants.assistant import (
    ASSISTANT,
    OFF,
    Assistant,
    AssistedSeat,
    Invitation,
    Invitations,
    fresh_code,
    read_assistant,
)
from infoset_server.assistants.conflicts import Conflicts
from infoset_server.assistants.seat_assistants import SeatAssistants
from infoset_server.assistants.track import TrackNotes
from infoset_server.common.ids import MatchId, UserId, fresh_id
from infoset_server.common.request_errors import BusyError, WrongCodeError
from infoset_server.config import AssistLimits
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

WRONG_CODE: Final = "no invitation or key of that kind is open"


class AssistantService:
    """All invitations and assistants of a server.

    `dismiss(client, match)` ends what an assistant has asked the compute service for. `keeper_of` finds who answers
    for a user: all that one person logs in as, and their bots, see one hand of a match at most.
    """

    def __init__(
        self,
        limits: AssistLimits,
        people: ClientRegistry,
        lobby: Lobby,
        play: MatchRegistry,
        notes: Notes,
        dismiss: Callable[[Client, MatchId], None],
        keeper_of: Callable[[User], UserId],
    ) -> None:
        self.limits = limits
        self._people = people
        self._lobby = lobby
        self._play = play
        self._notes = notes
        self._dismiss = dismiss
        self._invitations = Invitations(limits.max_invitations)
        self._conflicts = Conflicts(people, lobby, keeper_of)
        self._tracks = TrackNotes(limits, notes)
        self._assistants: dict[str, Assistant] = {}  # by id
        self._seat_assistants: dict[MatchId, dict[int, SeatAssistants]] = {}
        play.on_set_up.append(self.match_begins)

    # Invitations.

    def invite(self, owner: User, place: AssistedSeat, rights: frozenset[str], ttl_ms: int) -> str:
        """A new code. Raises BusyError where the owner has as many unused ones as may be."""
        now_ms = self._play.floor.now_ms()
        self._invitations.expire(now_ms)
        return self._invitations.make(Invitation(owner, place, rights, now_ms + ttl_ms))

    def join(self, client: Client, code: str) -> tuple[Assistant, str]:
        """Attaches `client`; returns the assistant and the key with which it may come back.

        Raises WrongCodeError with one text for all causes, BusyError or WrongStateError.
        """
        self._invitations.expire(self._play.floor.now_ms())
        known = digest(code)
        invitation = self._invitations.find(known)
        returning = next((one for one in self._assistants.values() if one.key == known), None)
        if returning is not None:
            self._check(client, self._people.find(returning.owner), returning.place, returning)
            return self._come_back(client, returning), code
        if invitation is None:
            raise WrongCodeError(WRONG_CODE)
        self._check(client, invitation.owner, invitation.place)
        of_seat = [
            one
            for one in self._assistants.values()
            if one.owner == invitation.owner.id and one.place == invitation.place
        ]
        if len(of_seat) >= self.limits.max_per_seat:
            raise BusyError(
                f"{len(of_seat)} assistants are attached to this seat, as many as may be"
            )
        self._invitations.use(known)
        key = fresh_code("ak")
        assistant = Assistant(
            id=fresh_id("a"),
            owner=invitation.owner.id,
            place=invitation.place,
            rights=invitation.rights,
            key=digest(key),
            user=client.user,
            client=client,
        )
        self._assistants[assistant.id] = assistant
        self._notes.put(ASSISTANT, assistant.id, assistant.document())
        logger.info("%s assists %s in %s", client.line, assistant.owner, assistant.place)
        return assistant, key

    def attach(self, assistant: Assistant) -> None:
        """Shows a new assistant, or one that is back, what is being played; tells the owner."""
        for live in self._matches(assistant.place):
            match_seat = self._match_seat(live, assistant)
            if match_seat is not None and live.settings.assist != OFF:
                self._give_seat_up(assistant, live)
                seat_assistants = self._beside(live, match_seat, assistant)
                if assistant in seat_assistants.members:
                    seat_assistants.come(assistant)
                else:
                    seat_assistants.add(assistant)
        self._tell_owner(assistant, is_on=True)

    # What owners do.

    def mine(self, owner: User, assistant: str) -> Assistant | None:
        """The assistant of `owner` with this id."""
        found = self._assistants.get(assistant)
        return None if found is None or found.owner != owner.id else found

    def grant(self, assistant: Assistant, rights: frozenset[str]) -> None:
        """From now on these are its rights."""
        assistant.rights = rights
        self._notes.put(ASSISTANT, assistant.id, assistant.document())
        for seat_assistants in self._with(assistant):
            seat_assistants.changed(assistant)
        self._tell_both(assistant, is_on=assistant.client is not None)

    def revoke(self, owner: User, assistant: Assistant | None) -> None:
        """Sends one away, or (None) all, with all open invitations."""
        if assistant is not None:
            self._end(assistant)
            return
        self._invitations.revoke(owner)
        for one in [one for one in self._assistants.values() if one.owner == owner.id]:
            self._end(one)

    # What happens around it.

    def match_begins(self, room: Room, live: MatchRunner) -> None:
        """A match is set up in a room: assistants for the room are attached to their owners' seats."""
        if live.settings.assist == OFF:
            return
        for assistant in self._assistants.values():
            match_seat = (
                self._match_seat(live, assistant) if assistant.place.room == room.id else None
            )
            if match_seat is not None:
                self._beside(live, match_seat, assistant).add(assistant)

    def closed(self, client: Client) -> None:
        """A connection is gone; its assistant may come back with its key."""
        for assistant in self._assistants.values():
            if assistant.client is client:
                for seat_assistants in self._with(assistant):
                    seat_assistants.lose(assistant)
                assistant.client = None
                self._tell_owner(assistant, is_on=False)

    def is_assistant(self, client: Client) -> bool:
        """Does it wait here for what its owner plays?"""
        return any(one.client is client for one in self._assistants.values())

    def assists(self, user: User, room: Room, live: MatchRunner | None) -> bool:
        """Does the user, or somebody of the same keeper, sit beside a seat of a room or of the match there?"""
        return self._conflicts.is_beside(user, room, live, self._assistants.values())

    def helpers(self, live: MatchRunner) -> list[User]:
        """Everybody who sits beside a seat of a match, here or to come back."""
        seats = self._seat_assistants.get(live.id, {}).values()
        return [
            assistant.user for seat_assistants in seats for assistant in seat_assistants.members
        ]

    def seat_assistants_of(self, client: Client, match_id: str) -> SeatAssistants | None:
        """Those of the seat that `client` assists in a match."""
        seat = client.aiding.get(MatchId(match_id))
        return None if seat is None else self._seat_assistants.get(MatchId(match_id), {}).get(seat)

    def of_seat(self, live: MatchRunner, seat: int) -> SeatAssistants | None:
        """Those of a seat, if it has or had any."""
        return self._seat_assistants.get(live.id, {}).get(seat)

    def policy(self, place: AssistedSeat) -> str:
        """What assistants may do at a place; nothing where there is none any more."""
        for live in self._matches(place):
            return live.settings.assist
        room = None if place.room is None else self._lobby.rooms.get(place.room)
        return OFF if room is None else room.settings.assist

    def seat_of(self, assistant: Assistant) -> int | None:
        """The seat that it assists now, None while nothing is played."""
        for live in self._matches(assistant.place):
            match_seat = self._match_seat(live, assistant)
            return None if match_seat is None else match_seat.seat
        return None

    def sweep(self) -> None:
        """Forgets what has no place any more: codes out of date, assistants of rooms that are gone."""
        self._invitations.expire(self._play.floor.now_ms())
        for assistant in list(self._assistants.values()):
            if not self._has_place(assistant):
                self._end(assistant)

    # Before and after a restart.

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in the assistants of before a restart, once rooms and matches are there."""
        for key, body in documents.items():
            try:
                values: dict[str, Any] = orjson.loads(body)
                assistant = read_assistant(values, self._people.find)
            except (ValueError, TypeError, KeyError) as problem:
                logger.warning("assistant %s is not known any more: %s", key, problem)
                continue
            if self._has_place(assistant):
                self._assistants[assistant.id] = assistant
                self.attach(assistant)
            else:
                self._notes.drop(ASSISTANT, assistant.id)

    def restore_track(self, live: MatchRunner, documents: Mapping[str, bytes]) -> None:
        """Goes on with the record of a match, and with its label."""
        for seat in self._tracks.restore(live.id, documents, len(live.match_seats)):
            live.match_seats[seat].is_assisted = True

    def close(self) -> None:
        """Notes what has not been noted yet."""
        self._tracks.close()

    # Inside.

    def _check(
        self,
        client: Client,
        owner: User | None,
        place: AssistedSeat,
        returning: Assistant | None = None,
    ) -> None:
        """Raises WrongCodeError for who may not meet the owner, WrongStateError for who has to do with the place."""
        if owner is None or not may_meet(client.user, owner):
            raise WrongCodeError(WRONG_CODE)
        others = (one for one in self._assistants.values() if one is not returning)
        self._conflicts.check(client, owner.id, place, self._matches(place), others)

    def _come_back(self, client: Client, assistant: Assistant) -> Assistant:
        """Takes the place of an older connection of the same assistant."""
        if assistant.client is not None:
            for seat_assistants in self._with(assistant):
                seat_assistants.lose(assistant)
            self._say_farewell(assistant)
        assistant.client, assistant.user = client, client.user
        return assistant

    def _give_seat_up(self, assistant: Assistant, live: MatchRunner) -> None:
        """An assistant that logged in as its owner may have been given the seat: it is not for it."""
        client = assistant.client
        if client is None or live.id not in client.seats:
            return
        live.seat_presence.detach(client)
        client.aiding[live.id] = -1  # not to be given it back meanwhile
        for other in self._people.clients_of(client.user):
            if other is not client and other.line.is_here and other.takes_seats:
                self._play.reattach(other, has_come=False)
                return

    def _matches(self, place: AssistedSeat) -> Iterable[MatchRunner]:
        """What is being played at a place."""
        if place.match is not None:
            live = self._play.running.get(place.match)
        else:
            room = None if place.room is None else self._lobby.rooms.get(place.room)
            live = room.live if room is not None and room.is_playing else None
        return () if live is None or live.is_over else (live,)

    def _match_seat(self, live: MatchRunner, assistant: Assistant) -> MatchSeat | None:
        """The owner's seat, unless the assistant has to do with another hand of the match."""
        if self._conflicts.obstacle(assistant.user, assistant.owner, live) is not None:
            return None
        own = (one for one in live.match_seats if one.user.id == assistant.owner)
        return next(own, None)

    def _beside(
        self, live: MatchRunner, match_seat: MatchSeat, assistant: Assistant
    ) -> SeatAssistants:
        """The companions of a seat, one of whom the assistant becomes: from now on its keeper knows this hand."""
        self._conflicts.note(live, assistant.user, match_seat.user.id)
        seats = self._seat_assistants.setdefault(live.id, {})
        found = seats.get(match_seat.seat)
        if found is None:
            track = self._tracks.open(live.id, match_seat.seat)
            book = self._book(live.match.game)
            found = seats[match_seat.seat] = SeatAssistants(
                live, match_seat, self.limits, book, track, self._over
            )
            match_seat.assistants = found
        return found

    def _book(self, game: Game) -> AnchorBook:
        try:
            return open_book(game)
        except BrokenPartError as error:
            logger.warning("the anchors of %s are not known: %s", game.name, error)
            return AnchorBook(game, None)

    def _with(self, assistant: Assistant) -> list[SeatAssistants]:
        """Wherever it is attached now."""
        everywhere = (one for seats in self._seat_assistants.values() for one in seats.values())
        return [
            seat_assistants
            for seat_assistants in everywhere
            if assistant in seat_assistants.members
        ]

    def _has_place(self, assistant: Assistant) -> bool:
        place = assistant.place
        if place.match is not None:
            return any(self._matches(place))
        room = None if place.room is None else self._lobby.rooms.get(place.room)
        if room is None:
            return False
        users = {member.user.id for member in room.members} | room.awaited
        users |= {
            match_seat.user.id for live in self._matches(place) for match_seat in live.match_seats
        }
        return assistant.owner in users

    def _end(self, assistant: Assistant) -> None:
        """It is an assistant no more."""
        del self._assistants[assistant.id]
        self._notes.drop(ASSISTANT, assistant.id)
        for seat_assistants in self._with(assistant):
            if assistant.client is not None:
                self._dismiss(assistant.client, seat_assistants.live.id)
            seat_assistants.remove(assistant)
        self._tell_owner(assistant, is_on=False)
        self._say_farewell(assistant)

    def _say_farewell(self, assistant: Assistant) -> None:
        """The last that its connection is told."""
        if assistant.client is not None:
            assistant.client.line.send(Prepared(self._for_itself(assistant, is_on=False)))
            assistant.client = None

    def _tell_both(self, assistant: Assistant, is_on: bool) -> None:
        self._tell_owner(assistant, is_on)
        if assistant.client is not None:
            assistant.client.line.send(Prepared(self._for_itself(assistant, is_on)))

    def _status(self, assistant: Assistant, is_on: bool) -> dict[str, Any]:
        """How things stand with an assistant, for its owner."""
        status = assistant.status(is_on)
        return status | {"mode": self.policy(assistant.place)} if is_on else status

    def _for_itself(self, assistant: Assistant, is_on: bool) -> dict[str, Any]:
        status = self._status(assistant, is_on)
        return {name: value for name, value in status.items() if name not in ("name", "user")}

    def _tell_owner(self, assistant: Assistant, is_on: bool) -> None:
        """Every client of the owner that shows assistants."""
        owner = self._people.find(assistant.owner)
        if owner is not None:
            message = Prepared(self._status(assistant, is_on))
            for client in self._people.clients_of(owner):
                if "assist" in client.line.features:
                    client.line.send(message)

    def _over(self, seat_assistants: SeatAssistants) -> None:
        """A match has ended for the assistants of a seat."""
        live = seat_assistants.live
        for assistant in list(seat_assistants.members):
            if assistant.place.match == live.id:
                self._assistants.pop(assistant.id, None)  # it has heard that its match is over
                self._notes.drop(ASSISTANT, assistant.id)
        self._seat_assistants.get(live.id, {}).pop(seat_assistants.match_seat.seat, None)
        if not self._seat_assistants.get(live.id):
            self._seat_assistants.pop(live.id, None)
            self._conflicts.forget(live.id)
            self._tracks.store()
