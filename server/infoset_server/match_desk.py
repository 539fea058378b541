"""Answers requests about running matches: playing, watching, talking. Chapter Playing of the protocol."""

from typing import Any

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_server.hall import Hall
from infoset_server.ids import MatchId
from infoset_server.live_match import LiveMatch
from infoset_server.people import Client, clean_text
from infoset_server.requests import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    NotFoundError,
    WrongStateError,
)
from infoset_server.rooms import Room

Reply = dict[str, Any]
OK: Reply = {"type": "ok"}


class MatchDesk:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(self, hall: Hall, max_watchers: int) -> None:
        self._hall = hall
        self._max_watchers = max_watchers

    def act(self, client: Client, request: wire.Act) -> None:
        """A decision; the match answers by itself."""
        self.find(request.match_id).act(client, request)

    def resign(self, client: Client, request: wire.Resign) -> Reply:
        """The player gives up."""
        self.find(request.match_id).resign(client)
        return OK

    def sync(self, client: Client, request: wire.Sync) -> None:
        """The full view again."""
        live = self.find(request.match_id)
        seat = client.seats.get(live.id)
        if seat is None and live.id not in client.watching:
            raise NotFoundError(f"match {request.match_id} among yours")
        client.connection.send(live.snapshot(seat), re=request.id)

    def watch(self, client: Client, request: wire.Watch) -> None:
        """Follows the public view of a match, or of every match in a room."""
        if request.view not in (None, "public"):
            raise ForbiddenError("only the public view is open to watchers", {"scope": "watch"})
        live, room = self._target(client, request)
        if room.settings.watch == "off":
            raise ForbiddenError("this room admits no watchers", {"scope": "watch"})
        if live is not None and any(chair.user is client.user for chair in live.chairs):
            raise ForbiddenError("you play in this match", {"scope": "watch"})
        if live is not None and live.id in client.watching:
            raise WrongStateError("you watch this match already")
        watchers = {*room.watchers, *([] if live is None else live.watchers)}
        if client not in watchers and len(watchers) >= self._max_watchers:
            raise BusyError("this room has as many watchers as it may", retry_ms=10_000)
        if request.room is not None:
            room.watch(client)
        client.connection.reply(request, OK)  # before the stream it announces
        if live is not None:
            live.watch(client)

    def unwatch(self, client: Client, request: wire.Unwatch) -> Reply:
        """Stops watching a match, and its room."""
        live = self.find(request.match_id)
        if live.id not in client.watching:
            raise WrongStateError("you do not watch this match")
        live.unwatch(client)
        self._hall.play.room_of(live).unwatch(client)
        return OK

    def chat(self, client: Client, request: wire.Chat) -> Reply:
        """Passes a text on. What a watcher of a running match says reaches no player before the end."""
        if (request.room is None) == (request.match_id is None):
            raise BadOptionError("room", "exactly one of room and match_id")
        room, live = self._place(request)
        if client not in listeners(room, live, "all"):
            raise NotFoundError("a conversation of yours under that id")
        is_player = live is not None and any(chair.user is client.user for chair in live.chairs)
        if live is not None and live.match.over is None and not is_player:
            if request.to == "players":
                raise ForbiddenError("watchers talk to players after the match", {"scope": "play"})
            audience = "watchers"
        else:
            audience = request.to or "all"
        message = {
            "type": "chat_msg",
            "user": client.user.id,
            "name": client.user.name,
            "to": audience,
            "text": clean_text(request.text),
        }
        message |= {"room": room.id} if live is None else {"match_id": live.id}
        prepared = Prepared(message)
        for listener in listeners(room, live, audience):
            listener.connection.send(prepared)
        return OK

    def _target(self, client: Client, request: wire.Watch) -> tuple[LiveMatch | None, Room]:
        if (request.room is None) == (request.match_id is None):
            raise BadOptionError("match_id", "exactly one of match_id and room")
        if request.match_id is not None:
            live = self.find(request.match_id)
            return live, self._hall.play.room_of(live)
        assert request.room is not None
        room = self._hall.lobby.find(request.room)
        if room.settings.code is not None and client not in room.members:
            raise NotFoundError(f"room {request.room}")
        return (room.match if room.is_playing else None), room

    def _place(self, request: wire.Chat) -> tuple[Room, LiveMatch | None]:
        if request.match_id is not None:
            live = self.find(request.match_id)
            return self._hall.play.room_of(live), live
        assert request.room is not None
        room = self._hall.lobby.find(request.room)
        return room, room.match if room.is_playing else None

    def find(self, match_id: str) -> LiveMatch:
        """A running match. Raises WrongStateError for one that just ended, else NotFoundError."""
        live = self._hall.play.running.get(MatchId(match_id))
        if live is None and match_id in self._hall.play.ended:
            raise WrongStateError("the match is over")
        if live is None:
            raise NotFoundError(f"match {match_id} among those running")
        return live


def listeners(room: Room, live: LiveMatch | None, audience: str) -> list[Client]:
    """Whom a text for `audience` (all, players, watchers) reaches; nobody twice."""
    players = room.members + ([] if live is None else live.players())
    watchers = room.watchers + ([] if live is None else live.watchers)
    playing = set() if live is None else {chair.user.id for chair in live.chairs}
    watchers = [watcher for watcher in watchers if watcher.user.id not in playing]
    groups = {"players": players, "watchers": watchers, "all": players + watchers}
    return list(dict.fromkeys(groups[audience]))
