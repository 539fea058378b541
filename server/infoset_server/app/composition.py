"""The parts of a server, put together: each is made of those that were made before it. Begins and ends none."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.admin.interests import Contests, Interests
from infoset_server.admin.moderation import RoomModeration
from infoset_server.app.housekeeping import Housekeeping
from infoset_server.assistants.service import AssistantService
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import UserId, fresh_id
from infoset_server.compute.service import ComputeService
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.service import Ladders
from infoset_server.contests.ladder.sources import HouseBots, UploadedSource
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.handlers.assistants import AssistantHandlers
from infoset_server.handlers.blocks import BlockHandlers
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.dispatcher import Dispatcher
from infoset_server.handlers.ladders import LadderHandlers
from infoset_server.handlers.playing import PlayingHandlers
from infoset_server.handlers.replays import ReplayHandlers
from infoset_server.handlers.requests import HandlerGroup, RequestHandler
from infoset_server.handlers.rooms import RoomHandlers
from infoset_server.handlers.tournaments import TournamentHandlers
from infoset_server.matches.consents import Consents
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records
from infoset_server.matches.replay_streams import ReplayStreams
from infoset_server.matches.replays import FinishedMatches
from infoset_server.matches.results import Results
from infoset_server.matches.runner import Pace
from infoset_server.matches.slow_clocks import SlowClocks
from infoset_server.network.shares import Shares
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import listed_bots
from infoset_server.rooms.documents import NodeNotes
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room_list import RoomList
from infoset_server.rooms.slow_matches import SlowMatches
from infoset_server.sessions.login import SessionLogin, Welcome
from infoset_server.sessions.presence import DetachedSessions, Presence
from infoset_server.sessions.restore import RestoredRooms
from infoset_server.sessions.resume import LossRecovery, Resumption
from infoset_server.storage.durability import DurabilityBarrier
from infoset_server.storage.node import FOREVER_S, Node
from infoset_server.storage.notes import NoNotes, Notes
from infoset_server.storage.restart_clock import KEY, RestartClock, boot_name, steady_ms
from infoset_server.storage.seed_box import fresh_seed
from infoset_server.storage.writers import (
    ACCOUNTS,
    AGES,
    ASSISTANTS,
    CONSENTS,
    ORDERS,
    REPLAYS,
    RESULTS,
    ROOMS,
    SLOW_CLOCKS,
    TOURNAMENTS,
    UPLOADS,
)
from infoset_server.uploads.service import HostedBots
from infoset_server.uploads.trial import Trial

LADDER_FILES: Final = "ladders"  # in the data folder
HOSTED_FILES: Final = "hosted"  # there, too


class Parts:
    """What a server consists of. One per server; made and used on the event loop."""

    def __init__(
        self,
        config: ServerConfig,
        fresh_seed: Callable[[], str] = fresh_seed,
        records: Records | None = None,
    ) -> None:
        """Raises ManifestError where the house bots' manifest is bad.

        Each match is dealt from a `fresh_seed()`; who knows it knows every card. `records` keeps what
        must outlive the server; without them everything ends with it.
        """
        self.config = config
        self.records = records
        self._journal: StoredJournal | None = None if records is None else records.journal
        self._node: Node | None = None if records is None else records.node
        self._make_places()
        self._make_play(fresh_seed)
        self._make_memory()
        self._make_contests()
        self._make_entrance()
        self._housekeeping = Housekeeping(
            [
                self.lobby.close_idle,
                self.people.accounts.drop_expired,
                self.hosted.drop_orphans,
                self.results.drop_expired,
                self.assisting.sweep,
                self._restart_clock.check,
                self._note_clocks,
            ]
        )

    def _make_places(self) -> None:
        """Who is here, the rooms, and the programs of the server."""
        config = self.config
        self.people = ClientRegistry(
            Accounts(config, self._notes_of(ACCOUNTS), server_id=self._server_id())
        )
        self.people.accounts.register.needed = self._needed
        limits = config.connections
        self._shares = Shares(limits)
        self.away = DetachedSessions(
            config.times.resume_ttl_ms / 1000,
            limits.max_away,
            limits.max_away_per_address,
            self._shares.of,
        )
        self.hosting = Hosting(
            self.people,
            listed_bots(config.bots.manifest),
            config.bots_dir,
            config.data_dir / "logs",
            self._bot_ready,
        )
        self.bus: Bus = EmbeddedBus(config.bus.max_at_once)
        self._room_notes = self._notes_of(ROOMS)
        if self._node is not None:
            self._room_notes = NodeNotes(self._room_notes, self._node.name)
        self.lobby = Lobby(config.rooms, self.bus, self._room_notes)
        self.room_list = RoomList(self.bus, self.lobby.rooms, config.bus.max_pending)

    def _server_id(self) -> str | None:
        """By which clients that log in with a key know this server, where it was given no name."""
        if "name" in self.config.model_fields_set:
            return None
        return fresh_id("infoset") if self.records is None else self.records.server_id

    def _make_play(self, fresh_seed: Callable[[], str]) -> None:
        """What plays matches, and what thinks for those who play."""
        config = self.config
        self.compute = ComputeService(config.compute, config.queues.house_factor)
        self.results = Results(config.results, self._notes_of(RESULTS), wall_clock_ms)
        self.play = MatchRegistry(
            self.hosting,
            Pace(config.rooms.absence_s, doubt_s=config.store.doubt_s),
            self._match_over,
            fresh_seed,
            compute_offer=self.compute.offer,
            results=self.results,
            bus=self.bus,
            max_shown=config.bus.max_pending,
            journal=self._journal,
        )
        if self.records is not None:
            self.records.writer.on_trouble = self.play.on_store_trouble
        self.matchmaker = Matchmaker(
            self.lobby, self.hosting, self.play, self._room_notes, config.rooms.series_pause_s
        )
        self.lobby.on_ready = self.matchmaker.start_if_ready
        self.hosted = HostedBots(
            config.hosted,
            config.data_dir / HOSTED_FILES,
            self.people,
            self.hosting,
            Trial(self.matchmaker, config.rooms, config.hosted, self.people.server_user),
            self._notes_of(UPLOADS),
            wall_clock_ms,
            private=[config.data_dir, *([config.tls.key] if config.tls.key else [])],
        )

    def _make_memory(self) -> None:
        """What is known of matches and rooms beyond them, and beyond the life of a server."""
        config = self.config
        self.restored_rooms = RestoredRooms(
            self.lobby, self.people, config.rooms, self._room_notes, self.matchmaker.seek
        )
        self._durability = DurabilityBarrier(
            None if self.records is None else self.records.notebook.flush
        )
        self._consents = Consents(self._notes_of(CONSENTS), self._durability.when_stored)
        self.finished = FinishedMatches(self._notes_of(REPLAYS), config.replays.max_listed)
        self.replays = ReplayStreams(config.replays)
        self._clocks = SlowClocks(self._notes_of(SLOW_CLOCKS))
        self._restart_clock = RestartClock(
            self._notes_of(AGES),
            wall_clock_ms,
            steady_ms,
            boot_name(),
            KEY if self._node is None else self._node.name,
        )
        self.slow_matches = SlowMatches(
            self.play, config.status.slow_minutes, asyncio.get_running_loop().time
        )
        self.organiser = RoomModeration(
            self.matchmaker,
            self.people,
            self.finished,
            self._journal,
            config.rooms,
            self.slow_matches,
            self._notes_of(ORDERS),
            Interests(
                self.people,
                self.hosting,
                Contests(
                    lambda match_id: self.tournaments.organiser_of_match(match_id),
                    lambda room: self.tournaments.organiser_of_table(room),
                    lambda live: self.assisting.helpers(live),
                ),
            ),
        )

    def _make_contests(self) -> None:
        """Ladders and tournaments, and those who advise; in this order they hear of a match that begins."""
        config = self.config
        self.ladders: Ladders | None = None  # without a store nothing is rated
        if self.records is not None:
            self.ladders = Ladders(
                self.matchmaker,
                self.people,
                self.records,
                config.rooms,
                config.data_dir / LADDER_FILES,
                wall_clock_ms,
                [HouseBots(self.hosting), UploadedSource(self.hosted, self.people)],
                config.store.lease_s if self.records.store.is_shared else FOREVER_S,
            )
        self._stage = TournamentServices(
            self.matchmaker,
            self.people,
            config.rooms,
            config.tournaments,
            wall_clock_ms,
            self._is_assistant,
        )
        self.tournaments = Tournaments(self._stage, self._notes_of(TOURNAMENTS))
        self.assisting = AssistantService(
            config.assist,
            self.people,
            self.lobby,
            self.play,
            self._notes_of(ASSISTANTS),
            self.compute.dismiss,
            self.hosting.keeper_of,
        )

    def _make_entrance(self) -> None:
        """What the connections talk to."""
        self.resumption = Resumption(
            self.matchmaker, self.hosting, self.restored_rooms, self.tournaments, self.ladders
        )
        self._session_login = SessionLogin(
            self.people,
            self.matchmaker,
            Welcome(self.config, self.people.accounts),
            self.resumption.receive,
        )
        self._dispatcher = Dispatcher(
            self.people, self.play.counters, self._make_handlers(), self._shared_node
        )
        self.losses = LossRecovery(self.people, self.play, self.room_list)
        ladders = self.ladders
        self.presence = Presence(
            self.people,
            self.away,
            self.matchmaker,
            self.room_list,
            self.assisting,
            self.resumption,
            tell_back=[
                self.tournaments.news.came_back,
                *([] if ladders is None else [lambda _: ladders.pair_soon()]),
            ],
            tell_gone=[
                self.room_list.unsubscribe,
                self.compute.closed,
                lambda client: self.replays.cancel(client, None),
                self.tournaments.news.gone,
                self.assisting.closed,
                self.play.detach,
                self.matchmaker.drop_out,
                *([] if ladders is None else [ladders.gone]),
                self.hosting.disconnected,
            ],
        )

    def _make_handlers(self) -> list[RequestHandler]:
        config, when_stored = self.config, self._durability.when_stored
        rooms = RoomHandlers(self.matchmaker, self.room_list, config.rooms, self._shares.of)
        matches = PlayingHandlers(
            self.matchmaker,
            self._consents,
            config.rooms.max_watchers_per_room,
            self.assisting.assists,
        )
        ladders = self.ladders
        groups: list[HandlerGroup] = [
            rooms,
            BlockHandlers(self.people, self.people.accounts.blocks, when_stored),
            matches,
            ReplayHandlers(
                self.play,
                self.people,
                matches,
                self.finished,
                self.replays,
                self._journal,
                config.rooms,
            ),
            ComputeHandlers(self.compute, matches.find),
            AssistantHandlers(
                self.assisting, self.lobby, matches.look_up, matches.find, when_stored
            ),
            TournamentHandlers(self.tournaments, self._stage, when_stored),
            *([] if ladders is None else [LadderHandlers(ladders, rooms, when_stored)]),
        ]
        return [
            RequestHandler("cancel", self._cancel),
            *(handler for group in groups for handler in group.handlers()),
        ]

    def _cancel(self, client: Client, request: wire.Cancel) -> dict[str, Any]:
        """Ends what takes long."""
        self.replays.cancel(client, request.target)
        self.compute.cancel(client, request.target)
        return {"type": "ok"}

    # What the parts ask of each other.

    def _notes_of(self, writer: str) -> Notes:
        """Where the documents of a writer are noted (`records/writers.py`). To be asked for once."""
        return NoNotes() if self.records is None else self.records.notebook.writer(writer)

    @property
    def _shared_node(self) -> Node | None:
        """This server's node, where others may take its place."""
        is_shared = self.records is not None and self.records.store.is_shared
        return self._node if is_shared else None

    def _bot_ready(self, process: BotProcess) -> None:
        self.play.bot_ready(process)

    def _match_over(self, room: Any) -> None:
        self.finished.add(room.match, wall_clock_ms())
        self._consents.drop(room.match)
        if self.ladders is not None:
            self.ladders.match_over(room.match)
        self.tournaments.match_over(room.match)
        self.matchmaker.match_over(room)

    def _is_assistant(self, client: Client) -> bool:
        return self.assisting.is_assistant(client)

    def _note_clocks(self) -> None:
        self._clocks.note(self.play.running.values())

    def _needed(self) -> set[UserId]:
        """Users who must not be forgotten, though they may be absent: somebody waits for them."""
        needed = self.people.present()
        for live in self.play.running.values():
            needed.update(match_seat.user.id for match_seat in live.match_seats)
        for room in self.lobby.rooms.values():
            needed.update(room.awaited, [room.host.id])
        if self.ladders is not None:
            needed |= self.ladders.owners()
        return needed
