"""Answers `create_room` where matches are to begin at a position of a finished one: who may, and who sits where."""

import asyncio
from functools import partial
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.accounts.users import PLAY
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import (
    AwayError,
    BadOptionError,
    BusyError,
    NotFoundError,
    UnsupportedError,
    WrongStateError,
)
from infoset_server.handlers.finished_access import FinishedAccess
from infoset_server.handlers.playing import PlayingHandlers
from infoset_server.handlers.requests import Reply, RequestHandler
from infoset_server.handlers.rooms import RoomHandlers
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import MatchHead
from infoset_server.matches.opening import Opening, open_at
from infoset_server.matches.replays import read_stored
from infoset_server.matches.settings import find_game
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_list import room_message
from infoset_server.storage.errors import UnavailableError

RETRY_MS: Final = 1_000


class TryHandlers:
    """A room whose matches begin with a deal is the business of the others. Refusals are RequestErrors."""

    def __init__(
        self,
        rooms: RoomHandlers,
        play: MatchRegistry,
        matches: PlayingHandlers,
        access: FinishedAccess,
    ) -> None:
        self._rooms = rooms
        self._play = play
        self._matches = matches
        self._access = access
        self._reading: dict[Client, asyncio.Task[None]] = {}

    def handlers(self) -> list[RequestHandler]:
        """What is served here."""
        return [RequestHandler("create_room", self.create_room, PLAY)]

    def create_room(self, client: Client, request: wire.CreateRoom) -> Reply | None:
        """Opens a room; of one that goes on from a finished match the answer comes when that has been read."""
        if request.start_from is None:
            return self._rooms.create_room(client, request)
        self._refuse_running(client, request.start_from.replay)
        journal = self._access.journal
        if journal is None:
            raise UnsupportedError("start_from", "this server keeps no matches")
        if client in self._reading:
            raise BusyError("a match is being read for you already", retry_ms=RETRY_MS)
        work = self._serve(client, request, request.start_from, journal)
        task = asyncio.get_running_loop().create_task(work, name="create_room")
        self._reading[client] = task
        task.add_done_callback(partial(self._done, client))
        return None

    def _done(self, client: Client, task: asyncio.Task[None]) -> None:
        del self._reading[client]

    def forget(self, client: Client) -> None:
        """The client is gone."""
        task = self._reading.get(client)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Ends everything."""
        tasks = list(self._reading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _refuse_running(self, client: Client, replay: str) -> None:
        """Of a match that is none of the client's business nothing is said."""
        live = self._play.running.get(MatchId(replay)) or self._play.far.get(MatchId(replay))
        if live is None:
            return
        if live.id in client.seats or self._matches.may_know(client, live):
            raise WrongStateError("the match is played still; it can be tried when it is over")
        raise NotFoundError(f"replay {replay}")

    async def _serve(
        self,
        client: Client,
        request: wire.CreateRoom,
        start: wire.StartFrom,
        journal: StoredJournal,
    ) -> None:
        try:
            head, opening = await self.read(client, start, journal)
            room = self._open(client, request, head, opening)
            client.line.reply(request, room_message(room))
        except UnavailableError as trouble:
            away = AwayError("the server cannot read what it keeps", trouble.retry_ms or RETRY_MS)
            client.line.refuse(request, away)
        except Exception as error:  # noqa: BLE001  # a failure stays with this one request
            client.line.refuse(request, error)

    async def read(
        self, client: Client, start: wire.StartFrom, journal: StoredJournal
    ) -> tuple[MatchHead, Opening]:
        """The position, for a client that may see all of that match. Raises RequestError, StoreError or RecordError."""
        head, record = await self._access.find_record(client, journal, start.replay)
        opening = await open_at(record, start.ver)
        return head, with_players(opening, head)

    def _open(
        self, client: Client, request: wire.CreateRoom, head: MatchHead, opening: Opening
    ) -> Room:
        """Opens the room, with the client on the seat asked for. Raises RequestError."""
        game, options = read_game(head, self._access)
        if request.game != game:
            raise BadOptionError("game", f"{game}, which the match is one of")
        if request.options and find_game(game, request.options).options() != options:
            raise BadOptionError("options", "those of the match, or none")
        assert request.start_from is not None, "asked for such rooms only"
        seat = seat_for(client, request.start_from, opening, head)
        closed = not self._access.is_for_all(head)
        start = wire.StartFrom(
            replay=head.match_id, ver=opening.ver, **({"closed": True} if closed else {})
        )
        update: dict[str, Any] = {"start_from": start, "options": options}
        if closed:
            update |= {"unlisted": True, "watch": "off", "watch_delay": None}
        room = self._rooms.open_room(client, request.model_copy(update=update))
        room.opening = opening
        if seat is not None:
            room.sit(client, seat)
        return room

    async def restore(self, room: Room, journal: StoredJournal) -> None:
        """Reads the position of a room from before a restart. Raises RequestError, StoreError or RecordError."""
        start = room.settings.start_from
        if start is None or room.opening is not None:
            return
        head, _, steps = await journal.look_up(start.replay)
        record = read_stored(head, steps, self._access.rooms)
        room.opening = with_players(await open_at(record, start.ver), head)


def with_players(opening: Opening, head: MatchHead) -> Opening:
    """The same, with who played that match."""
    opening.users = frozenset(UserId(seat.user) for seat in head.seats)
    opening.bots = tuple(seat.house_bot for seat in head.seats)
    return opening


def read_game(head: MatchHead, access: FinishedAccess) -> tuple[str, dict[str, Any]]:
    """The game of a match with all its options. Raises RequestError."""
    game = read_stored(head, [], access.rooms).game
    return game.name, game.options()


def seat_for(
    client: Client, start: wire.StartFrom, opening: Opening, head: MatchHead
) -> int | None:
    """The seat asked for, or where the client played; None for neither. Raises BadOptionError."""
    seats = len(head.seats)
    if start.seat is not None:
        if start.seat >= seats:
            raise BadOptionError("start_from.seat", f"0 to {seats - 1}")
        if start.seat in opening.left:
            raise BadOptionError("start_from.seat", "a seat whose player had not left by then")
        return start.seat
    played = (n for n, seat in enumerate(head.seats) if seat.user == client.user.id)
    mine = next(played, None)
    return None if mine in opening.left else mine
