"""Answers `chat`: who may speak where, who hears it, and what of it is kept. Chapter Rooms and lobby of the protocol."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User, clean_text
from infoset_server.accounts.users import CHAT
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import BadOptionError, ForbiddenError, NotFoundError
from infoset_server.config import RoomLimits
from infoset_server.handlers.playing import MAY_WATCH, PlayingHandlers
from infoset_server.handlers.requests import Reply, RequestHandler
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.talk import KeptTalk
from infoset_server.matches.views import PUBLIC
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import unknown_match
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room

Played: TypeAlias = MatchRunner | FarMatch
OK: Final[Reply] = {"type": "ok"}
SEATS: Final = "seats"  # the recipients of players without members of the room who do not play
NEEDS_CHAT: Final = {"scope": CHAT}


class TalkingHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        playing: PlayingHandlers,
        people: ClientRegistry,
        kept: KeptTalk,
        limits: RoomLimits,
        now_ms: Callable[[], int],
    ) -> None:
        """`now_ms` is the time of day, by which mutes end."""
        self._matchmaker = matchmaker
        self._playing = playing
        self._people = people
        self._kept = kept
        self._limits = limits
        self._now_ms = now_ms

    def handlers(self) -> list[RequestHandler]:
        """What is served here. A program on a seat may speak without the scope, where its room says so."""
        return [RequestHandler("chat", self.chat)]

    def chat(self, client: Client, request: wire.Chat) -> Reply | None:
        """Passes a text on. What a watcher of a running match says reaches no player before the end.

        What players say of a running match is kept with it: the answer comes when it is stored.
        """
        user = client.user
        may_chat = client.may(CHAT, self._now_ms()) and user.house_bot is None
        if not may_chat and not is_program(user):
            raise ForbiddenError(f"chat needs the scope {CHAT}", NEEDS_CHAT)
        if (request.room is None) == (request.match_id is None):
            raise BadOptionError("room", "exactly one of room and match_id")
        room, live = self._place(client, request)
        seat = None if live is None or live.is_over else seat_of(client, live)
        if not may_chat:
            self._require_voice(user, room, seat)
        if room is None or client not in listeners(room, live, "all"):
            raise NotFoundError("a conversation of yours under that id")
        if live is None or seat is None:
            self._pass_on(client, request, room, live)
            return OK
        if live.settings.talk == "off":
            raise ForbiddenError("nobody talks here while a match is played", {"talk": "off"})
        if client.kind == "bot":
            self._require_lines(live, seat)
        self._pass_on(client, request, room, live)
        return self._keep(client, request, live, seat)

    def _require_voice(self, user: User, room: Room | None, seat: int | None) -> None:
        """Raises ForbiddenError unless the room lets programs talk, this is one on a seat, and nobody has silenced it.

        Who opened the room answers for what programs say in it, and the owner of a bot for the bot.
        """
        if room is None or seat is None or room.settings.talk != "all":
            raise ForbiddenError(
                "programs talk on a seat of a match, in rooms with talk: all", NEEDS_CHAT
            )
        now_ms = self._now_ms()
        is_silenced = not user.may_chat or now_ms < user.muted_until_ms
        keeper = self._people.find(user.keeper)
        people = [room.owner] if keeper in (None, user) else [room.owner, keeper]
        if is_silenced or any(CHAT not in one.scopes(now_ms) for one in people if one is not None):
            raise ForbiddenError("this program, or who answers for it, may not chat", NEEDS_CHAT)

    def _require_lines(self, live: Played, seat: int) -> None:
        """Raises ForbiddenError where a program has said as much as it may, now or in the whole match."""
        said, most = live.seating.talk.said, self._limits.talk_lines
        if said.now(seat, live.ver) >= most:
            raise ForbiddenError(
                f"a program says {most} lines at most until something happens", {"lines": most}
            )
        if said.all >= self._limits.talk_kept:
            raise ForbiddenError("as much has been said in this match as is kept", {"lines": 0})

    def _pass_on(self, client: Client, request: wire.Chat, room: Room, live: Played | None) -> None:
        recipients: str = request.to or "all"
        if live is not None and not live.is_over:
            recipients = recipients_for(client, live, recipients)
        message = {
            "type": "chat_msg",
            "user": client.user.id,
            "name": client.user.name,
            "to": "players" if recipients == SEATS else recipients,
            "text": clean_text(request.text),
        }
        message |= {"room": room.id} if live is None else {"match_id": live.id}
        heard_by = [
            listener
            for listener in listeners(room, live, recipients)
            if client.user.id not in listener.user.blocked
        ]
        prepared = Prepared(message)
        for listener in heard_by:
            listener.line.send(prepared)
        talk = room.talk if live is None else live.seating.talk
        present = frozenset(listener.user.id for listener in heard_by)
        talk.note(message, client.user.id, present | missing(client, live, recipients))

    def _keep(self, client: Client, request: wire.Chat, live: Played, seat: int) -> Reply | None:
        """Keeps what was said at the table; what is for watchers only is none of it."""
        said, ver = live.seating.talk.said, live.ver
        is_full = said.all >= self._limits.talk_kept
        said.count(seat, ver)
        if request.to == "watchers" or is_full:
            return OK
        done = partial(client.line.reply, request, OK)
        self._kept.keep(live.id, seat, ver, request.to, clean_text(request.text), done)
        return None

    def _place(self, client: Client, request: wire.Chat) -> tuple[Room | None, Played | None]:
        """Where a text goes; nowhere for a room that does not exist."""
        if request.match_id is not None:
            play = self._matchmaker.play
            far = play.far.get(MatchId(request.match_id))
            live = far or self._playing.find_known(client, request.match_id)
            if not self._playing.may_know(client, live):
                raise unknown_match(request.match_id)
            return play.room_of(live), live
        assert request.room is not None
        try:
            room = self._matchmaker.lobby.find(request.room)
        except NotFoundError:
            return None, None
        return room, room.match if room.is_playing else None


def is_program(user: User) -> bool:
    """Is it a bot by its account, or one that the server runs? What a guest is, nobody knows."""
    return user.is_bot or user.house_bot is not None


def seat_of(client: Client, live: Played) -> int | None:
    """The seat of the match that a client holds, as a program that the server has seated, or that is its user's."""
    if client.user.house_bot is not None:
        return client.seats.get(live.id)
    seats = (match_seat.seat for match_seat in live.match_seats if match_seat.user is client.user)
    return next(seats, None)


def recipients_for(client: Client, live: Played, wanted: str) -> str:
    """Who may hear `client` while the match runs. Raises ForbiddenError.

    Players do not hear those who see more, or other things, than they do. Who is shown the match
    later does not hear what players say of it now.
    """
    if seat_of(client, live) is None:
        if wanted == "players":
            raise ForbiddenError("watchers talk to players after the match", {"scope": "play"})
        if live.spectators.viewers.get(client) is not PUBLIC:
            raise ForbiddenError("who watches a seat is silent until the match is over", MAY_WATCH)
        return "watchers"
    if not live.spectators.is_delayed:
        return wanted
    if wanted == "watchers":
        raise ForbiddenError("delayed watchers are talked to after the match", MAY_WATCH)
    return SEATS


def missing(client: Client, live: Played | None, recipients: str) -> set[UserId]:
    """Players for whom a text of `client` is, too, whether or not they are connected."""
    if live is None or recipients == "watchers":
        return set()
    players = (match_seat.user for match_seat in live.match_seats)
    return {player.id for player in players if client.user.id not in player.blocked}


def listeners(room: Room, live: Played | None, recipients: str) -> list[Client]:
    """Whom a text for `recipients` (all, players, seats, watchers) reaches; nobody twice.

    Members of the room who do not play are among its players, but not on a seat.
    """
    players = room.members + ([] if live is None else live.seating.players())
    watchers = room.watchers + ([] if live is None else live.spectators.clients)
    playing = set() if live is None else {match_seat.user.id for match_seat in live.match_seats}
    watchers = [watcher for watcher in watchers if watcher.user.id not in playing]
    seats = [player for player in players if player.user.id in playing]
    groups = {
        "players": players,
        SEATS: seats,
        "watchers": watchers,
        "all": players + watchers,
    }
    return list(dict.fromkeys(groups[recipients]))
