"""Requests about games, the lobby and rooms (chapter Rooms of the protocol), and to keep somebody away."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from infoset_games.policy_registry import known_policies
from infoset_games.registry import UnknownGameError, find_game, known_games
from infoset_games.tables import tables_of
from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User, are_apart, may_meet
from infoset_server.accounts.exclusions import Blocks
from infoset_server.accounts.users import PLAY, AccountError
from infoset_server.common.ids import Ticket, fresh_id
from infoset_server.common.request_errors import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    GameUnknownError,
    NotFoundError,
    ShuttingDownError,
    UnsupportedError,
    WrongStateError,
)
from infoset_server.config import RoomLimits
from infoset_server.handlers.requests import Reply, RequestHandler
from infoset_server.matches.match_messages import consts_hash
from infoset_server.matches.settings import (
    RoomSettings,
    change_settings,
    read_clock,
    read_settings,
    require_bot,
    write_clock,
)
from infoset_server.programs.manifest import BotEntry
from infoset_server.rooms.lobby import RETRY_MS
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_list import RoomList, room_info, room_message
from infoset_server.rooms.seeks import Seek

OK: Reply = {"type": "ok"}
PARTS = ("Observation", "Action", "Event", "Options", "Consts")


class RoomHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        room_list: RoomList,
        limits: RoomLimits,
        share_of: Callable[[str], str | None],
    ) -> None:
        """`share_of` says what an address counts for in limits per address."""
        self._share_of = share_of
        self._matchmaker = matchmaker
        self._lobby = matchmaker.lobby
        self._room_list = room_list
        self._limits = limits

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [
            RequestHandler("describe", self.describe),
            RequestHandler("seek", self.seek, PLAY),
            RequestHandler("unseek", self.unseek),
            RequestHandler("watch_lobby", self.watch_lobby),
            RequestHandler("create_room", self.create_room, PLAY),
            RequestHandler("join", self.join, PLAY),
            RequestHandler("leave", self.leave),
            RequestHandler("sit", self.sit),
            RequestHandler("ready", self.ready),
            RequestHandler("configure", self.configure),
            RequestHandler("add_bot", self.add_bot, PLAY),
            RequestHandler("kick", self.kick),
            RequestHandler("start", self.start, PLAY),
        ]

    def describe(self, client: Client, request: wire.Describe) -> Reply:
        """The games, their options and constants, and the house bots on offer.

        Schemas are for one game at a time: those of all would not fit into a frame.
        """
        listed = (*known_games(), *self._limits.listed_games)
        names = listed if request.game is None else (request.game,)
        bots = [bot_info(entry) for entry in self._matchmaker.hosting.entries().values()]
        infos = [game_info(name) for name in names]
        if request.schemas and request.game is not None:
            schemas = payload_schemas(request.game)
            infos = [info | ({} if schemas is None else {"schemas": schemas}) for info in infos]
        clock = write_clock(read_clock(None, self._limits.clock))
        return {"type": "games", "games": infos, "bots": bots, "clock": clock}

    def seek(self, client: Client, request: wire.Seek) -> Reply:
        """Opens a seek."""
        self._refuse_if_stopping()
        asked = wire.CreateRoom(
            game=request.game,
            seats=request.seats,
            options=request.options or {},
            clock=request.clock,
            rated=bool(request.rated or request.ladder),
        )
        settings = read_settings(asked, self._limits)
        kept = self._matchmaker.pairing.take_kept(client, settings)
        if kept is not None:
            return {"type": "ok", "data": {"ticket": kept.ticket}}
        share = self._share_of(client.line.peer)
        self._require_few_seeks(client, share)
        wait_ms = self._limits.fill_ms if request.fill_ms is None else request.fill_ms
        ticket = Ticket(fresh_id("t"))
        fill_at_ms = self._matchmaker.now_ms() + wait_ms
        self._matchmaker.seek(Seek(ticket, client, settings, fill_at_ms, share=share))
        return {"type": "ok", "data": {"ticket": ticket}}

    def unseek(self, client: Client, request: wire.Unseek) -> Reply:
        """Closes one seek, or all."""
        closed = self._matchmaker.pairing.remove(client, request.ticket)
        if request.ticket is not None and not closed:
            raise NotFoundError(f"ticket {request.ticket}")
        return OK

    def watch_lobby(self, client: Client, request: wire.WatchLobby) -> Reply:
        """Subscribes to the list of rooms."""
        if request.on is False:
            self._room_list.unsubscribe(client)
            return {"type": "lobby", "full": True}
        return self._room_list.subscribe(client, request.game)

    def create_room(self, client: Client, request: wire.CreateRoom) -> Reply:
        """A new room with the client as host."""
        if request.start_from is not None:
            raise UnsupportedError("start_from", "this server begins matches with a deal only")
        room = self.open_room(client, request)
        settings = room.settings
        if settings.practice is not None:
            room.sit(client, 0)
            for seat in range(1, len(room.seats)) if settings.practice.bot else ():
                room.add_bot(settings.practice.bot, seat)
        return room_message(room)

    def open_room(self, client: Client, request: wire.CreateRoom) -> Room:
        """A new room with the client as host, on no seat. Raises RequestError."""
        self._refuse_if_stopping()
        settings = read_settings(request, self._limits)
        self._require_bot(settings)
        room = self._lobby.open(settings, client.user, self._share_of(client.line.peer))
        room.enter(client)
        return room

    def join(self, client: Client, request: wire.Join) -> Reply:
        """Enters a room, and sits if asked to; both or neither."""
        room = self._lobby.find_open(request.room, client, request.code)
        require_access(room, client)
        if request.seat is not None or request.any_seat:
            require_company(room, client)
        if request.seat is not None:
            room.sit(client, request.seat)
        elif request.any_seat:
            room.sit_anywhere(client)
        elif request.ready:
            room.require_seat(client)
        room.enter(client)
        if request.ready:
            room.set_ready(client, True)
        return room_message(room)

    def leave(self, client: Client, request: wire.Leave) -> Reply:
        """Leaves a room."""
        self._lobby.leave(self._room_of(client, request.room), client)
        return OK

    def sit(self, client: Client, request: wire.Sit) -> Reply:
        """Takes a seat, or stands up."""
        room = self._room_of(client, request.room)
        if request.seat is None:
            room.stand_up(client)
        else:
            require_company(room, client)
            room.sit(client, request.seat)
        return room_message(room)

    def ready(self, client: Client, request: wire.Ready) -> Reply:
        """Says whether the client is ready."""
        room = self._room_of(client, request.room)
        room.set_ready(client, request.ready is not False)
        return room_message(room)

    def configure(self, client: Client, request: wire.Configure) -> Reply:
        """Changes the settings of the host's room."""
        room = self._room_of(client, request.room)
        room.require_host(client)
        room.configure(change_settings(room.agreed, request.changes, self._limits))
        return room_message(room)

    def add_bot(self, client: Client, request: wire.AddBot) -> Reply:
        """Puts a house bot on a seat, or one that the host has uploaded."""
        room = self._room_of(client, request.room)
        room.require_host(client)
        hosting, game = self._matchmaker.hosting, room.settings.game.name
        offers = hosting.for_game(game)
        own = hosting.uploads.owned(request.bot, client.user, game)
        if request.bot not in offers and own is None:
            raise BadOptionError("bot", f"one of {', '.join(offers) or 'none'}")
        room.add_bot(request.bot if own is None else own, request.seat)
        return room_message(room)

    def kick(self, client: Client, request: wire.Kick) -> Reply:
        """Sends somebody out of the host's room, or takes a house bot off its seat."""
        room = self._room_of(client, request.room)
        room.require_host(client)
        kicked: Client | None
        if request.seat is not None:
            kicked = room.empty_seat(request.seat)
        else:
            kicked = next((m for m in room.members if m.user.id == request.user), None)
            kept = [
                seat.kept_for is not None and seat.kept_for.id == request.user
                for seat in room.seats
            ]
            if kicked is None and any(kept):
                room.empty_seat(kept.index(True))
            elif kicked is None:
                raise NotFoundError(f"user {request.user} in this room")
        if kicked is not None:
            self._lobby.leave(room, kicked)
            kicked.line.send(Prepared({"type": "room", "room": room_info(room)}))
        return OK

    def start(self, client: Client, request: wire.Start) -> Reply:
        """Starts the match at once, with house bots on the open seats."""
        room = self._room_of(client, request.room)
        room.require_host(client)
        if room.is_playing:
            raise WrongStateError("a match is being played in this room")
        self._matchmaker.require_open(room)
        if not room.is_slow:
            room.stop_awaiting()
        self._matchmaker.fill_with_bots(room)
        self._matchmaker.begin(room)
        return OK

    def _require_few_seeks(self, client: Client, share: str | None) -> None:
        """Raises BusyError at a limit, which it names."""
        limits, seeks = self._limits, self._matchmaker.pairing.open
        keeper = client.user.keeper
        if sum(one.client.user.keeper == keeper for one in seeks) >= limits.max_seeks_per_user:
            raise BusyError(
                f"at most {limits.max_seeks_per_user} seeks at a time (rooms.max_seeks_per_user); "
                "`unseek` closes one"
            )
        if len(seeks) >= limits.max_seeks:
            raise BusyError(
                f"{len(seeks)} seeks are open, as many as may be (rooms.max_seeks); try again later",
                retry_ms=RETRY_MS,
            )
        brief = (room for room in self._lobby.rooms.values() if room.lasting == "brief")
        if share is not None:
            near = sum(one.share == share for one in seeks) + sum(
                share in one.shares for one in brief
            )
            if near >= limits.max_seeks_per_address:
                raise BusyError(
                    f"{near} seeks and matches of seeks are of your address, as many as may be "
                    "(rooms.max_seeks_per_address); close a seek, or end a match",
                    retry_ms=RETRY_MS,
                )

    def _require_bot(self, settings: RoomSettings) -> None:
        """Raises BadOptionError where the house bot of a test room is not on offer."""
        if settings.practice is not None:
            game = settings.game.name
            require_bot(settings.practice, self._matchmaker.hosting.for_game(game), tables_of(game))

    def _room_of(self, client: Client, room_id: str) -> Room:
        """A room the client is in. Raises NotFoundError also where it exists: they may not know."""
        return self._lobby.find_joined(room_id, client)

    def _refuse_if_stopping(self) -> None:
        if self._matchmaker.stopping:
            raise ShuttingDownError("the server is about to stop; no new matches")


def require_access(room: Room, client: Client) -> None:
    """Raises ForbiddenError where matches start from one that not everybody may see, and the client has not played."""
    start = room.settings.start_from
    if start is None or not start.closed or client in room.members or client.user is room.owner:
        return
    if room.opening is None or client.user.id not in room.opening.users:
        raise ForbiddenError("its matches start from one that only its players may see")


def require_company(room: Room, client: Client) -> None:
    """Raises ForbiddenError where somebody sits in a room who keeps the client away, or is kept away."""
    sitting = (seat.user for seat in room.seats if seat.user is not None)
    if any(are_apart(client.user, one) for one in sitting):
        raise ForbiddenError("you and somebody who sits in this room do not play together")


def bot_info(entry: BotEntry) -> Reply:
    """A house bot as `BotInfo` values."""
    levels = [level.model_dump() for level in entry.levels]
    games = list(entry.games or known_games())
    return {"bot": entry.name, "games": games, "about": entry.about, "levels": levels}


def game_info(name: str) -> Reply:
    """A game as `GameInfo` values. Raises GameUnknownError."""
    try:
        game_class = find_game(name)
    except UnknownGameError as unknown:
        raise GameUnknownError(unknown.short, list(unknown.known)) from None
    game = game_class()
    consts, tables = game.consts(), tables_of(name)
    return {
        "game": name,
        "rules": game.rules,
        "seats": list(game.seat_range),
        "simultaneous": game.simultaneous,
        "options": game_class.describe_options(),
        "policies": list(known_policies(name)),
        "paces": list(tables.paces(game)),
        "tests": list(tables.practices()),
        "consts_hash": consts_hash(consts),
        "consts": consts,
    }


@cache
def payload_schemas(name: str) -> dict[str, Any] | None:
    """The definitions of a game, and what is an observation, an action, ... among them.

    None where the game has none. References are within what is returned. Raises UnknownGameError.
    """
    definitions = find_game(name).payloads()
    if definitions is None:
        return None
    parts = {part.lower(): {"$ref": f"#/$defs/{part}"} for part in PARTS if part in definitions}
    return {**parts, "$defs": definitions}


class BlockHandlers:
    """Refusals are RequestErrors; a refused request changes nothing."""

    def __init__(
        self,
        people: ClientRegistry,
        blocks: Blocks,
        when_stored: Callable[[Callable[[], None]], None],
    ) -> None:
        """`when_stored(call)` calls when everything noted is stored."""
        self._people = people
        self._blocks = blocks
        self._when_stored = when_stored

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("block", self.block, PLAY)]

    def block(self, client: Client, request: wire.Block) -> None:
        """Keeps a user away or lets them near again, and tells who is kept away; answered when stored."""
        user = client.user
        if request.user is not None:
            other = self._find(user, request.user)
            if request.on:
                self._keep_away(user, other)
            else:
                self._blocks.remove(user, other)
        told = [{"user": one.id, "name": one.name} for one in self._blocks.of(user)]
        answer: dict[str, Any] = {"type": "ok", "data": {"blocked": told}}
        self._when_stored(partial(client.line.reply, request, answer))

    def _keep_away(self, user: User, other: User) -> None:
        if other is user:
            raise BadOptionError("user", "somebody else")
        try:
            self._blocks.add(user, other)
        except AccountError as problem:
            raise BusyError(str(problem)) from None

    def _find(self, user: User, wanted: str) -> User:
        """Raises NotFoundError, for house bots and whom the user may not meet as for whom nobody knows."""
        other = self._people.find(wanted)
        if other is None or other.house_bot is not None or not may_meet(user, other):
            raise NotFoundError(f"user {wanted}")
        return other
