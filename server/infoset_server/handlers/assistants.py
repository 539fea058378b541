"""Answers requests of owners and assistants. Chapter Assistants of the protocol."""

from collections.abc import Callable
from typing import Final

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import PLAY
from infoset_server.assistants.assistant import (
    ACT,
    OFF,
    SUGGEST,
    Assistant,
    AssistedSeat,
    AssistOffError,
    read_rights,
    write_rights,
)
from infoset_server.assistants.owner_notifier import FEATURE
from infoset_server.assistants.seat_assistants import SeatAssistants
from infoset_server.assistants.service import AssistantService
from infoset_server.common.request_errors import (
    BadOptionError,
    NotFoundError,
    NotYourSeatError,
    UnsupportedError,
)
from infoset_server.handlers.requests import Find, Reply, RequestHandler, Turn
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.lobby import Lobby

OK: Final[Reply] = {"type": "ok"}


class AssistantHandlers:
    """Refusals are RequestErrors; a refused request changes nothing.

    `find_known` finds a running match by its id for a client, `find` the one that a request names; both may raise RequestError.
    `settle(call)` calls when everything noted is stored.
    """

    def __init__(
        self,
        service: AssistantService,
        lobby: Lobby,
        find_known: Callable[[Client, str], MatchRunner],
        find: Find,
        settle: Callable[[Callable[[], None]], None],
    ) -> None:
        self._service = service
        self._lobby = lobby
        self._find_known = find_known
        self._find = find
        self._settle = settle

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [
            RequestHandler("assist_invite", self.invite, PLAY),
            RequestHandler("assist_join", self.join, PLAY),
            RequestHandler("assist_grant", self.grant, PLAY),
            RequestHandler("assist_revoke", self.revoke, PLAY),
            RequestHandler("overlay", self.overlay, find=self._find),
            RequestHandler("suggest", self.suggest, find=self._find),
            RequestHandler("accept", self.accept, find=self._find),
            RequestHandler("stage", self.stage, find=self._find),
            RequestHandler("commit", self.commit, find=self._find),
            RequestHandler("assist_log", self.log, find=self._find),
        ]

    # Owners.

    def invite(self, client: Client, request: wire.AssistInvite) -> Reply:
        """Makes a code."""
        if FEATURE not in client.line.features:
            raise UnsupportedError(FEATURE, "ask for the feature `assist` in `hello`")
        place = self._place(client, request)
        policy = self._service.policy(place)
        if policy == OFF:
            raise AssistOffError(policy, "assistants")
        rights = read_rights(request.rights, policy)
        most = self._service.limits.max_ttl_ms
        if not 0 < request.ttl_ms <= most:
            raise BadOptionError("ttl_ms", f"1 to {most}")
        code = self._service.invite(client.user, place, rights, request.ttl_ms)
        return OK | {"data": {"code": code, "expires_ms": request.ttl_ms}}

    def grant(self, client: Client, request: wire.AssistGrant) -> None:
        """Sets rights; answered when that is stored."""
        assistant = self._mine(client, request.assistant)
        policy = self._service.policy(assistant.place)
        self._service.grant(assistant, read_rights(request.rights, policy))
        self._settle(lambda: client.line.reply(request, OK))

    def revoke(self, client: Client, request: wire.AssistRevoke) -> None:
        """Ends assistants at once; answered when it is certain that no restart brings them back."""
        wanted = request.assistant
        self._service.revoke(client.user, None if wanted is None else self._mine(client, wanted))
        self._settle(lambda: client.line.reply(request, OK))

    def accept(self, client: Client, request: wire.Accept, turn: Turn) -> None:
        """Plays a suggestion, or lays its orders ready."""
        live = turn.match
        seat_assistants = self._owned(client, live)
        found = seat_assistants.staging.accept(request.suggestion, request.choice, request.id)
        if isinstance(found, wire.Act):
            live.act(client, found, turn.arrived_s)
        else:
            self._tell_staged(client, request, seat_assistants, found)

    # Assistants.

    def join(self, client: Client, request: wire.AssistJoin) -> None:
        """Attaches; the stream follows the answer."""
        assistant, key = self._service.join(client, request.code)
        seat = self._service.seat_of(assistant)
        data = {
            "assistant": assistant.id,
            **assistant.place.to_plain(),
            **({} if seat is None else {"seat": seat}),
            "rights": write_rights(assistant.rights),
            "key": key,
        }
        client.line.reply(request, OK | {"data": data})
        self._service.attach(assistant)

    def overlay(self, client: Client, request: wire.Overlay, turn: Turn) -> Reply:
        """Draws."""
        warnings = self._aided(client, turn.match).draw(client, request)
        return OK | {"warn": warnings} if warnings else OK

    def suggest(self, client: Client, request: wire.Suggest, turn: Turn) -> Reply:
        """Proposes."""
        number = self._aided(client, turn.match).suggest(client, request)
        return OK | {"data": {"suggestion": number}}

    def log(self, client: Client, request: wire.AssistLog, turn: Turn) -> Reply:
        """Notes a line for the owner."""
        self._aided(client, turn.match).log(client, request)
        return OK

    # Both.

    def stage(self, client: Client, request: wire.Stage, turn: Turn) -> None:
        """Lays orders ready."""
        live = turn.match
        by: Assistant | None = None
        if live.id in client.aiding:
            seat_assistants = self._aided(client, live)
            seat_assistants.staging.check()
            by = seat_assistants.require(client, SUGGEST)
        else:
            seat_assistants = self._owned(client, live)
        self._tell_staged(client, request, seat_assistants, seat_assistants.stage(by, request))

    def commit(self, client: Client, request: wire.Commit, turn: Turn) -> None:
        """Plays what is laid ready."""
        live = turn.match
        if live.id in client.aiding:
            seat_assistants = self._aided(client, live)
            seat_assistants.require(client, ACT)
        else:
            seat_assistants = self._owned(client, live)
        act = seat_assistants.staging.act(request.decision, request.rest, request.id)
        live.act(client, act, turn.arrived_s)

    # Inside.

    def _place(self, client: Client, request: wire.AssistInvite) -> AssistedSeat:
        """What the owner invites to."""
        if request.match_id is not None:
            live = self._find_known(client, request.match_id)
            if not any(match_seat.user is client.user for match_seat in live.match_seats):
                raise NotYourSeatError("you have no seat in this match")
            return AssistedSeat(match=live.id)
        assert request.room is not None, "exactly one of the two is there"
        return AssistedSeat(room=self._lobby.find_joined(request.room, client).id)

    def _mine(self, client: Client, wanted: str) -> Assistant:
        found = self._service.mine(client.user, wanted)
        if found is None:
            raise NotFoundError(f"assistant {wanted} among yours")
        return found

    def _owned(self, client: Client, live: MatchRunner) -> SeatAssistants:
        """The assistants of the client's own seat. Raises RequestError."""
        seat = client.seats.get(live.id)
        if seat is None or live.match_seats[seat].client is not client:
            raise NotYourSeatError("you do not control a seat in this match")
        if live.settings.assist == OFF:
            raise AssistOffError(OFF, "assistants")
        seat_assistants = self._service.of_seat(live, seat)
        if seat_assistants is None:
            raise NotFoundError("an assistant of this seat")
        return seat_assistants

    def _aided(self, client: Client, live: MatchRunner) -> SeatAssistants:
        """The assistants of the seat that the client assists. Raises NotFoundError."""
        seat_assistants = self._service.seat_assistants_of(client, live.id)
        if seat_assistants is None:
            raise NotFoundError(f"match {live.id} among those that you assist in")
        return seat_assistants

    @staticmethod
    def _tell_staged(
        client: Client,
        request: wire.Stage | wire.Accept,
        seat_assistants: SeatAssistants,
        message: Reply,
    ) -> None:
        client.line.reply(request, Prepared(message))
        seat_assistants.tell_staged(message, but=client)
