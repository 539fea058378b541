"""Answers `hand_over`: a code with which a person goes on on another device; and ends what the old one had."""

import asyncio
from collections.abc import Callable
from typing import Any

from infoset_protocol import messages as wire
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.accounts.users import PLAY, User
from infoset_server.common.request_errors import ForbiddenError
from infoset_server.handlers.requests import RequestHandler
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.rooms.seeks import Seek


class MovingHandlers:
    """Rooms and seeks wait `absence_s` for the new device; seats in matches as long as ever."""

    def __init__(
        self,
        people: ClientRegistry,
        matchmaker: Matchmaker,
        keep_seek: Callable[[Seek, int], None],
        absence_s: float,
    ) -> None:
        self._people = people
        self._moves = people.accounts.moves
        self._matchmaker = matchmaker
        self._keep_seek = keep_seek
        self._absence_s = absence_s
        self._moves.on_moved.append(self.moved)

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("hand_over", self.hand_over, PLAY)]

    def hand_over(self, client: Client, request: wire.HandOver) -> dict[str, Any]:
        """A fresh code. Raises ForbiddenError for programs, and for pupils, whose devices are their teacher's business."""
        user = client.user
        if user.is_bot or user.house_bot is not None:
            raise ForbiddenError("a program gets in by its own token")
        if user.classroom is not None:
            raise ForbiddenError("ask your teacher for a new card")
        scopes = user.scopes(self._people.accounts.now_ms())
        narrowed = None if client.credential is None else client.credential.scopes
        may = scopes if narrowed is None else scopes & narrowed
        code = self._moves.issue(user, client.line.session_id, may)
        return {"type": "ok", "data": {"code": code, "valid_ms": int(self._moves.valid_s * 1000)}}

    def moved(self, user: User, session: str) -> None:
        """The user is on another device: of a guest all sessions end, of others the one that made the code."""
        for client in self._people.clients_of(user):
            if user.is_guest or client.line.session_id == session:
                self._end(client)

    def _end(self, client: Client) -> None:
        now_ms = self._matchmaker.now_ms()
        for seek in [one for one in self._matchmaker.pairing.open if one.client is client]:
            self._keep_seek(seek, seek.fill_at_ms - now_ms)
        for room_id in list(client.rooms):
            room = self._matchmaker.lobby.rooms[room_id]
            if room.lasting == "meeting":
                room.step_away(client)
                loop = asyncio.get_running_loop()
                loop.call_later(self._absence_s, self._give_up, room, client.user)
        client.line.close(CloseCode.REPLACED, "you go on on another device")

    def _give_up(self, room: Room, user: User) -> None:
        """Players who have not come by now are waited for at correspondence pace only."""
        if user.id in room.awaited and not room.is_slow:
            room.forget(user)
            self._matchmaker.lobby.close_if_empty(room)
