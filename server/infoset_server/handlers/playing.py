"""Answers requests about running matches: playing and watching. Chapter Playing of the protocol."""

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from infoset_protocol import messages as wire
from infoset_server.accounts import users
from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    NotYourSeatError,
    WrongStateError,
)
from infoset_server.handlers.requests import Reply, RequestHandler, Turn
from infoset_server.matches.consents import Consents
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.views import ALL, PUBLIC, Viewer, read_view
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import unknown_match
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room

OK: Reply = {"type": "ok"}
MAY_WATCH: Final = {"scope": users.WATCH}


def check_value(request: wire.Act, seats: int) -> None:
    """Raises BadOptionError unless a `value` has a number from -1 to 1 for each seat."""
    value = request.value
    if value is not None and (len(value) != seats or not all(-1 <= one <= 1 for one in value)):
        raise BadOptionError("value", f"a number from -1 to 1 for each of the {seats} seats")


class MatchRequest(Protocol):
    """A request that names a running match."""

    match_id: str


class PlayingHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        consents: Consents,
        max_watchers: int,
        assists: Callable[[User, Room, MatchRunner | None], bool],
    ) -> None:
        """`assists` tells whether a user is an assistant in a room, or in the match that is played there."""
        self._assists = assists
        self._matchmaker = matchmaker
        self._consents = consents
        self._max_watchers = max_watchers

    def handlers(self) -> list[RequestHandler]:
        """What is served here. `act` needs a seat, which needs a scope."""
        return [
            RequestHandler("act", self.act, find=self.find),
            RequestHandler("resign", self.resign, find=self.find),
            RequestHandler("undo", self.undo, find=self.find),
            RequestHandler("answer_undo", self.answer_undo, find=self.find),
            RequestHandler("sync", self.sync, find=self.find),
            RequestHandler("watch", self.watch, users.WATCH, self._find_to_watch),
            RequestHandler("unwatch", self.unwatch, find=self.find),
            RequestHandler("consent", self.consent, users.PLAY),
        ]

    def act(self, client: Client, request: wire.Act, turn: Turn) -> None:
        """A decision; the match answers by itself. Raises BadOptionError for a `value` that is none."""
        check_value(request, turn.match.match.game.seats)
        turn.match.act(client, request, turn.arrived_s)

    def resign(self, client: Client, request: wire.Resign, turn: Turn) -> None:
        """The player gives up; the match answers by itself."""
        turn.match.resign(client, request)

    def undo(self, client: Client, request: wire.Undo, turn: Turn) -> None:
        """The player takes a step back; the match answers by itself."""
        turn.match.undo.ask(client, request)

    def answer_undo(self, client: Client, request: wire.AnswerUndo, turn: Turn) -> None:
        """Another seat may do so, or not; the match answers by itself."""
        turn.match.undo.answer(client, request)

    def sync(self, client: Client, request: wire.Sync, turn: Turn) -> None:
        """The full view again."""
        live = turn.match
        seat = client.seats.get(live.id)
        if seat is not None:
            client.line.send(live.notifier.snapshot(seat), re=request.id)
        elif live.id in client.watching:
            client.line.send(live.spectators.snapshot(client), re=request.id)
        elif live.id in client.aiding:
            client.line.send(live.notifier.snapshot(client.aiding[live.id]), re=request.id)
        else:
            raise unknown_match(request.match_id)

    def watch(self, client: Client, request: wire.Watch, turn: Turn) -> None:
        """Follows a match, or every match in a room, through the eyes of a stranger or of a seat."""
        live = turn.live
        room = self._room_to_watch(client, request, live)
        viewer = self.admit(client, live, room, request.view)
        if request.room is not None and viewer is not PUBLIC:
            raise BadOptionError("view", "public, where a room is watched and not one match")
        if live is not None and live.id in client.watching:
            raise WrongStateError("you watch this match already")
        played = live or room.match
        watchers = {*room.watchers, *([] if played is None else played.spectators.clients)}
        if client not in watchers and len(watchers) >= self._max_watchers:
            raise BusyError("this room has as many watchers as it may", retry_ms=10_000)
        if request.room is not None:
            room.watch(client)
        client.line.reply(request, OK)  # before the stream it announces
        if live is not None:
            live.spectators.join(client, viewer)
            live.seating.talk.tell_again(client)
        elif isinstance(room.match, FarMatch) and not room.match.is_over:
            room.match.orders.admit(room.match, client)

    def admit(
        self, client: Client, live: MatchRunner | None, room: Room, view: str | None
    ) -> Viewer:
        """Through whose eyes `client` sees a running match, or what will be played in the room.

        Raises BadOptionError or ForbiddenError.
        """
        viewer = read_view(
            view, room.settings.game.seats if live is None else live.match.game.seats
        )
        if room.settings.watch == "off":
            raise ForbiddenError("this room admits no watchers", MAY_WATCH)
        played = live or room.match
        is_played = played is not None and not played.is_over
        if (
            played is not None
            and is_played
            and any(match_seat.user is client.user for match_seat in played.match_seats)
        ):
            raise ForbiddenError("you play in this match", MAY_WATCH)
        if self._assists(client.user, room, live):
            raise ForbiddenError("you are, or were, an assistant there", MAY_WATCH)
        if viewer == ALL:
            raise ForbiddenError("everything is shown when the match is over", MAY_WATCH)
        if viewer is None or live is None:  # the public view
            return viewer
        keeper_of = self._matchmaker.hosting.keeper_of
        if any(
            keeper_of(match_seat.user) == keeper_of(client.user) for match_seat in live.match_seats
        ):
            raise ForbiddenError("a bot of yours, or its owner, plays in this match", MAY_WATCH)
        if live.settings.is_rated or not live.spectators.may_see(viewer, client.user.id):
            raise ForbiddenError("that seat does not let you watch", MAY_WATCH)
        return viewer

    def unwatch(self, client: Client, request: wire.Unwatch, turn: Turn) -> Reply:
        """Stops watching a match, and its room."""
        live = turn.match
        if live.id not in client.watching:
            raise WrongStateError("you do not watch this match")
        live.spectators.remove(client)
        self._matchmaker.play.room_of(live).unwatch(client)
        return OK

    def consent(self, client: Client, request: wire.Consent) -> None:
        """Lets others look over the client's shoulder, or stops that. Answered when it is stored."""
        live = self.find_known(client, request.match_id)
        seat = seat_by_right(client, live)
        if seat is None:
            raise NotYourSeatError("you have no seat in this match")
        if live.settings.is_rated:
            raise ForbiddenError("a seat of a rated match cannot be watched", MAY_WATCH)
        user = None if request.user is None else UserId(request.user)
        if not request.on:
            live.spectators.forbid(seat, user)
        elif not live.spectators.allow(seat, user, self._max_watchers):
            raise BusyError("your seat consents to as many users as it may")
        self._consents.note(live, partial(client.line.reply, request, OK))

    def _find_to_watch(self, client: Client, request: wire.Watch) -> MatchRunner | None:
        """The match that is meant; None for a room in which none is played. Raises RequestError."""
        if (request.room is None) == (request.match_id is None):
            raise BadOptionError("match_id", "exactly one of match_id and room")
        if request.match_id is not None:
            return self.find_known(client, request.match_id)
        assert request.room is not None
        room = self._matchmaker.lobby.find_open(request.room, client)
        return room.live if room.is_playing else None

    def _room_to_watch(self, client: Client, request: wire.Watch, live: MatchRunner | None) -> Room:
        """The room that is named, or that of the match. Raises NotFoundError."""
        if request.room is not None:
            return self._matchmaker.lobby.find_open(request.room, client)
        assert live is not None, "one of the two is named"
        return self._matchmaker.play.room_of(live)

    def find(self, client: Client, request: MatchRequest) -> MatchRunner:
        """The match that a request names. Raises as `find_known`."""
        return self.find_known(client, request.match_id)

    def find_known(self, client: Client, match_id: str) -> MatchRunner:
        """A running match that is any of the client's business; no other is there for them.

        Raises as MatchRegistry.look_up.
        """
        play = self._matchmaker.play
        if match_id in client.seats:  # as of every act
            return play.look_up(match_id)
        if play.is_foreign(match_id, client.user):
            raise unknown_match(match_id)
        live = play.look_up(match_id)
        if not self.may_know(client, live):
            raise unknown_match(match_id)
        return live

    def may_know(self, client: Client, live: MatchRunner | FarMatch) -> bool:
        """Is a running match any of the client's business? That of a class is not, for others."""
        if live.id in client.aiding or seat_by_right(client, live) is not None:
            return True
        return self._matchmaker.lobby.may_know(self._matchmaker.play.room_of(live), client.user)


def seat_by_right(client: Client, live: MatchRunner | FarMatch) -> int | None:
    """The seat that is the user's own, also while a stand-in plays there."""
    held = client.seats.get(live.id)
    if held is not None and live.match_seats[held].user is client.user:
        return held
    return next(
        (match_seat.seat for match_seat in live.match_seats if match_seat.user is client.user), None
    )
