"""The core of a server, put together: what every feature stands on. Begins and ends nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.app.service import Service, Services
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import MatchId, UserId, fresh_id
from infoset_server.compute.workers import Workers
from infoset_server.config import ServerConfig
from infoset_server.handlers.dispatcher import Dispatcher
from infoset_server.handlers.playing import PlayingHandlers
from infoset_server.handlers.requests import HandlerGroup, RequestHandler
from infoset_server.handlers.rooms import BlockHandlers, RoomHandlers
from infoset_server.handlers.talking import TalkingHandlers
from infoset_server.matches.consents import Consents
from infoset_server.matches.context import Pace
from infoset_server.matches.floor import MatchFloor
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import HeadRoom
from infoset_server.matches.records import Records
from infoset_server.matches.replays import FinishedMatches
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.talk import KeptTalk
from infoset_server.network.caller import Shares
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import listed_bots
from infoset_server.programs.snapshots import Snapshots
from infoset_server.rooms.documents import NodeNotes
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_list import RoomList
from infoset_server.sessions.login import SessionLogin, Welcome
from infoset_server.sessions.presence import DetachedSessions, Presence
from infoset_server.sessions.restore import LossRecovery, RestoredRooms, Resumption
from infoset_server.storage.node import Node
from infoset_server.storage.notebook import DurabilityBarrier
from infoset_server.storage.notes import (
    ACCOUNTS,
    AGES,
    CONSENTS,
    REPLAYS,
    ROOMS,
    TALK,
    NoNotes,
    Notes,
)
from infoset_server.storage.restart_clock import KEY, RestartClock, boot_name, steady_ms


class Core:
    """Accounts, rooms, matches, house bots, connections; one per server, made and used on the event loop.

    `services` are asked what the core must know of features, once they are there.
    """

    def __init__(
        self,
        config: ServerConfig,
        fresh_seed: Callable[[], str],
        records: Records | None,
        admin_token: str | None = None,
        cluster_bus: Bus | None = None,
        workers: Workers | None = None,
    ) -> None:
        """Raises ManifestError where the house bots' manifest is bad.

        Each match is dealt from a `fresh_seed()`; who knows it knows every card. `records` keeps what must outlive
        the server; without them everything ends with it. The console takes the `admin_token`, or the one in the data
        folder. Over the `cluster_bus` other servers are reached; without it there are none. `workers` are those of the
        process, where it does more than this with them.
        """
        self.config = config
        self.records = records
        self.admin_token = admin_token
        self.life = fresh_id("h")  # this server's end of all trunks, should it be the hall
        self.cluster_bus = cluster_bus or EmbeddedBus(config.bus.max_at_once)
        self.workers = workers
        self.services = Services()
        self.wall_ms = wall_clock_ms
        self.clock_s = asyncio.get_running_loop().time
        self.journal: StoredJournal | None = None if records is None else records.journal
        self.node: Node | None = None if records is None else records.node
        self._make_places()
        self._make_play(fresh_seed)
        self._make_entrance()

    def _make_places(self) -> None:
        """Who is here, the rooms, and the programs of the server."""
        config = self.config
        self.people = ClientRegistry(
            Accounts(config, self.notes_of(ACCOUNTS), server_id=self._server_id())
        )
        self.people.accounts.register.needed.append(self._needed)
        limits = config.connections
        self.shares = Shares(limits)
        self.away = DetachedSessions(
            config.times.resume_ttl_ms / 1000,
            limits.max_away,
            limits.max_away_per_address,
            self.shares.of,
        )
        self.hosting = Hosting(
            self.people,
            listed_bots(config.bots.manifest),
            Snapshots(config.bots_dir, config.data_dir / "snapshots"),
            config.data_dir / "logs",
            config.data_dir / "scratch",
            self._bot_ready,
        )
        self.bus: Bus = EmbeddedBus(config.bus.max_at_once)
        self._room_notes = self.notes_of(ROOMS)
        if self.node is not None:
            self._room_notes = NodeNotes(self._room_notes, self.node.name)
        self.lobby = Lobby(config.rooms, self.bus, self.clock_s, self._room_notes)
        self.room_list = RoomList(self.bus, self.lobby.rooms, config.bus.max_pending)

    def _server_id(self) -> str | None:
        """By which clients that log in with a key know this server, where it was given no name."""
        if "name" in self.config.model_fields_set:
            return None
        return fresh_id("infoset") if self.records is None else self.records.server_id

    def _make_play(self, fresh_seed: Callable[[], str]) -> None:
        """What plays matches, and what is known of them beyond the life of a server."""
        config = self.config
        self.floor = MatchFloor(
            self.hosting,
            Pace(config.rooms.absence_s, doubt_s=config.store.doubt_s),
            fresh_seed,
            self.services.compute_offer,
            self.wall_ms,
            bus=self.bus,
            max_shown=config.bus.max_pending,
            journal=self.journal,
        )
        self.floor.on_over.append(self._left_floor)
        self.play = MatchRegistry(self.floor)
        self.play.on_over.append(self._match_over)
        self.play.on_put_aside.append(self._put_aside)
        if self.records is not None:
            self.records.writer.on_trouble.append(self.floor.on_store_trouble)
        self.matchmaker = Matchmaker(
            self.lobby, self.hosting, self.play, self._room_notes, config.rooms.series_pause_s
        )
        self.lobby.on_ready.append(self.matchmaker.start_if_ready)
        self.restored_rooms = RestoredRooms(
            self.lobby, self.people, config.rooms, self._room_notes, self.matchmaker.seek
        )
        self.play.on_found.append(self._match_found)
        self.matchmaker.on_absent.append(self.restored_rooms.keep)
        self.durability = DurabilityBarrier(
            None if self.records is None else self.records.notebook.flush
        )
        self.consents = Consents(self.notes_of(CONSENTS), self.durability.when_stored)
        self.finished = FinishedMatches(self.notes_of(REPLAYS), config.replays.max_listed)
        self.restart_clock = RestartClock(
            self.notes_of(AGES),
            self.wall_ms,
            steady_ms,
            boot_name(),
            KEY if self.node is None else self.node.name,
        )

    def _make_entrance(self) -> None:
        """What the connections talk to."""
        self.room_handlers = RoomHandlers(
            self.matchmaker, self.room_list, self.config.rooms, self.shares.of
        )
        self.playing = PlayingHandlers(
            self.matchmaker,
            self.consents,
            self.config.rooms.max_watchers_per_room,
            self.services.assists,
        )
        self.talking = TalkingHandlers(
            self.matchmaker,
            self.playing,
            self.people,
            KeptTalk(self.notes_of(TALK), self.durability.when_stored, self.wall_ms),
            self.config.rooms,
            self.wall_ms,
        )
        self.resumption = Resumption(
            self.matchmaker, self.hosting, self.restored_rooms, [self._client_came]
        )
        self.session_login = SessionLogin(
            self.people,
            self.matchmaker,
            Welcome(self.config, self.people.accounts),
            self.resumption.receive,
        )
        self.losses = LossRecovery(self.people, self.play, self.room_list)
        self.presence = Presence(
            self.people,
            self.away,
            self.matchmaker,
            self.room_list,
            self.services.is_assistant,
            self.resumption,
            tell_away=[self._client_away],
            tell_back=[self._client_back],
            tell_gone=[
                self.room_list.unsubscribe,
                self._client_left,
                self.floor.detach,
                self.matchmaker.drop_out,
                self.hosting.disconnected,
            ],
        )

    def make_dispatcher(self) -> Dispatcher:
        """What serves the requests of clients: the core's own, and those of all services."""
        handlers = self._handlers()
        return Dispatcher(
            self.people, self.floor.counters, handlers, self.shared_node, self.play.pass_on
        )

    def _handlers(self) -> list[RequestHandler]:
        blocks = BlockHandlers(
            self.people, self.people.accounts.blocks, self.durability.when_stored
        )
        groups: list[HandlerGroup | Service] = [
            self.room_handlers,
            blocks,
            self.playing,
            self.talking,
            *self.services.all,
        ]
        return [
            RequestHandler("cancel", self._cancel),
            *(handler for group in groups for handler in group.handlers()),
        ]

    # What the parts ask of each other.

    def notes_of(self, writer: str) -> Notes:
        """Where the documents of a writer are noted (`storage/notes.py`). To be asked for once."""
        return NoNotes() if self.records is None else self.records.writer_of(writer)

    @property
    def documents(self) -> Callable[[str], Awaitable[Mapping[str, bytes]]] | None:
        """Reads the documents of a kind from the store, if there is one."""
        return None if self.records is None else self.records.store.documents

    @property
    def shared_node(self) -> Node | None:
        """This server's node, where others may take its place."""
        is_shared = self.records is not None and self.records.store.is_shared
        return self.node if is_shared else None

    def _bot_ready(self, process: BotProcess) -> None:
        self.floor.bot_ready(process)

    def _cancel(self, client: Client, request: wire.Cancel) -> dict[str, Any]:
        """Ends what takes long."""
        for service in self.services.all:
            service.cancel(client, request.target)
        return {"type": "ok"}

    def _left_floor(self, live: MatchRunner) -> None:
        classroom = self.play.room_of(live).host.classroom
        self.finished.add(live, self.wall_ms(), classroom)
        if live.result is not None:  # else it goes on elsewhere
            self.consents.drop(live)

    def _match_over(self, room: Room, report: MatchReport) -> None:
        for service in self.services.all:
            service.match_over(report)
        self.matchmaker.match_over(room)

    def _match_found(self, place: HeadRoom) -> None:
        self.restored_rooms.forget_seeks(place.tickets)
        self.matchmaker.pairing.answered(place.tickets)

    def _put_aside(self, match_id: MatchId, told: Prepared, users: set[UserId]) -> None:
        for service in self.services.all:
            service.match_put_aside(match_id, told, users)

    def _client_came(self, client: Client) -> None:
        for service in self.services.all:
            service.client_came(client)

    def _client_away(self, client: Client) -> None:
        for service in self.services.all:
            service.client_away(client)

    def _client_back(self, client: Client) -> None:
        for service in self.services.all:
            service.client_back(client)

    def _client_left(self, client: Client) -> None:
        for service in self.services.all:
            service.client_left(client)

    def _needed(self) -> set[UserId]:
        """Users who must not be forgotten, though they may be absent: somebody waits for them."""
        needed = self.people.present() | self.services.needed_users()
        for live in self.play.played():
            needed.update(match_seat.user.id for match_seat in live.match_seats)
        for room in self.lobby.rooms.values():
            needed.update(room.awaited, [room.host.id])
        return needed
