"""The server's front desk: logs people in, hands each request to whoever it concerns, answers it.

The one place where refusals become `error` messages. Everything runs on one event loop; no request
waits for another client.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_server.accounts.accounts import KINDS, Accounts
from infoset_server.accounts.key_login import Challenge
from infoset_server.accounts.login import Entry
from infoset_server.accounts.roles import ADMIN, CHAT, COMPUTE, ORGANISE, PLAY, WATCH
from infoset_server.ages import ERA, Ages, boot_name, steady_ms
from infoset_server.assisting.assistant import ASSISTANT
from infoset_server.assisting.desk import AssistDesk
from infoset_server.assisting.service import Assisting
from infoset_server.assisting.track import track_kind
from infoset_server.away import Away
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus
from infoset_server.compute.desk import EXPORT_SCOPE, ComputeDesk
from infoset_server.compute.service import ComputeService
from infoset_server.config import ServerConfig
from infoset_server.connection import Connection, wall_clock_ms
from infoset_server.consents import CONSENT, Consents
from infoset_server.hall import Hall
from infoset_server.hosted.ladder_source import UploadedSource
from infoset_server.hosted.service import HostedBots
from infoset_server.hosted.trial import Trial
from infoset_server.hosted.versions import HOSTED
from infoset_server.hosting import BotProcess, Hosting
from infoset_server.ids import MatchId, UserId, fresh_id
from infoset_server.ladder.desk import LadderDesk
from infoset_server.ladder.service import Ladders
from infoset_server.ladder.sources import HouseBots
from infoset_server.live_match import Pace
from infoset_server.lobby import Lobby
from infoset_server.manifest import BotEntry, read_manifest
from infoset_server.match_desk import MatchDesk
from infoset_server.notes import NoNotes, Notes
from infoset_server.organising import ORDER, Organiser
from infoset_server.outbox import Loss
from infoset_server.people import Client, People, User
from infoset_server.play import Play
from infoset_server.records.documents import ROOM, SEEK
from infoset_server.records.journal import StoredJournal
from infoset_server.records.opening import Records
from infoset_server.replay_desk import ReplayDesk
from infoset_server.replay_streams import ReplayStreams
from infoset_server.replays import REPLAY, FinishedMatches
from infoset_server.requests import (
    ForbiddenError,
    NotYetError,
    RequestError,
    UnsupportedError,
)
from infoset_server.results import RESULT, Results
from infoset_server.returning import Returning
from infoset_server.revival import Revival
from infoset_server.room_desk import RoomDesk
from infoset_server.room_list import LOBBY_STREAM, RoomList
from infoset_server.settling import Settling
from infoset_server.slow_clocks import CLOCK, SlowClocks
from infoset_server.slow_matches import SlowMatches
from infoset_server.tournaments.desk import TournamentDesk
from infoset_server.tournaments.documents import KINDS as TOURNAMENT_KINDS
from infoset_server.tournaments.stage import Stage
from infoset_server.tournaments.tournaments import Tournaments

logger = logging.getLogger(__name__)

Serve: TypeAlias = Callable[[Client, Any], dict[str, Any] | None]

FEATURES: Final = ("obs", "assist", "chat", "pong", "strict", "delta")
SCOPES: Final = (PLAY, WATCH, CHAT, COMPUTE, ORGANISE, ADMIN)  # as `welcome` lists them
NEEDED: Final = {  # the scope of each request that needs one; `act` needs a seat, which needs it
    "seek": PLAY,
    "create_room": PLAY,
    "join": PLAY,
    "add_bot": PLAY,
    "start": PLAY,
    "chat": CHAT,
    "watch": WATCH,
    "consent": PLAY,
    "replays": WATCH,
    "replay": WATCH,
    "determinize": COMPUTE,
    "simulate": COMPUTE,
    "rollout": COMPUTE,
    "assist_invite": PLAY,
    "assist_join": PLAY,
    "ladder_register": PLAY,
    "ladder_queue": PLAY,
    "tournament_enter": PLAY,
}
LADDER_FILES: Final = "ladders"  # in the data folder
HOSTED_FILES: Final = "hosted"  # there, too
IDLE_CHECK_S: Final = 60.0
SHIPPED_BOTS: Final = Path(__file__).with_name("bots.toml")


class App:
    """Everything behind the links. One per server; made and used on the event loop."""

    def __init__(
        self,
        config: ServerConfig,
        fresh_seed: Callable[[], str] = lambda: secrets.token_hex(16),
        records: Records | None = None,
    ) -> None:
        """Raises ManifestError where the house bots' manifest is bad.

        Each match is dealt from a `fresh_seed()`; who knows it knows every card. `records` keeps what
        must outlive the server; without them everything ends with it.
        """
        self.config = config
        self.records = records
        notes: Notes = NoNotes() if records is None else records.notebook
        self.people = People(Accounts(config, notes))
        self.people.accounts.register.needed = self._needed
        self.away = Away(config.times.resume_ttl_ms / 1000, config.connections.max_away)
        self.hosting = Hosting(
            self.people,
            listed_bots(config.bots.manifest),
            config.bots_dir,
            config.data_dir / "logs",
            self._bot_ready,
        )
        self.bus: Bus = EmbeddedBus(config.bus.max_at_once)
        self.lobby = Lobby(config.rooms, self.bus, notes)
        self.room_list = RoomList(self.bus, self.lobby.rooms, config.bus.max_pending)
        pace = Pace(config.rooms.absence_s, doubt_s=config.store.doubt_s)
        self.compute = ComputeService(config.compute, config.queues.house_factor)
        self.results = Results(config.results, notes, wall_clock_ms)
        self.play = Play(
            self.hosting,
            pace,
            self._match_over,
            fresh_seed,
            compute_offer=self.compute.offer,
            results=self.results,
            bus=self.bus,
            max_shown=config.bus.max_pending,
            journal=None if records is None else records.journal,
        )
        if records is not None:
            records.writer.on_trouble = self.play.on_store_trouble
        self.hall = Hall(self.lobby, self.hosting, self.play, notes, config.rooms.series_pause_s)
        self.hosted = HostedBots(
            config.hosted,
            config.data_dir / HOSTED_FILES,
            self.people,
            self.hosting,
            Trial(self.hall, config.rooms, config.hosted, self.people.server_user),
            notes,
            wall_clock_ms,
        )
        self.returning = Returning(self.lobby, self.people, config.rooms, notes, self.hall.seek)
        self.lobby.on_ready = self.hall.start_if_ready
        rooms = RoomDesk(self.hall, self.room_list, config.rooms)
        self._settling = Settling(None if records is None else records.notebook.flush)
        self._consents = Consents(notes, self._settling.when_stored)
        matches = MatchDesk(self.hall, self._consents, config.rooms.max_watchers_per_room)
        compute = ComputeDesk(self.compute, matches.find)
        self.finished = FinishedMatches(notes, config.replays.max_listed)
        self.slow_matches = SlowMatches(
            self.play, config.status.slow_minutes, asyncio.get_running_loop().time
        )
        self.organiser = Organiser(
            self.hall,
            self.people,
            self.finished,
            None if records is None else records.journal,
            config.rooms,
            self.slow_matches,
            notes,
        )
        self.ladders: Ladders | None = None  # without a store nothing is rated
        if records is not None:
            self.ladders = Ladders(
                self.hall,
                self.people,
                records,
                config.rooms,
                config.data_dir / LADDER_FILES,
                wall_clock_ms,
                [HouseBots(self.hosting), UploadedSource(self.hosted, self.people)],
                config.store.lease_s,
            )
        stage = Stage(
            self.hall,
            self.people,
            config.rooms,
            config.tournaments,
            wall_clock_ms,
            self._is_assistant,
        )
        self.tournaments = Tournaments(stage, notes)
        organised = TournamentDesk(self.tournaments, stage, self._settling.when_stored)
        self.replays = ReplayStreams(config.replays)
        replays = ReplayDesk(
            self.play,
            self.people,
            matches,
            self.finished,
            self.replays,
            None if records is None else records.journal,
            config.rooms,
        )
        self.assisting = Assisting(
            config.assist, self.people, self.lobby, self.play, notes, self.compute.dismiss
        )
        assistants = AssistDesk(
            self.assisting, self.lobby, matches.look_up, matches.find, self._settling.when_stored
        )
        self._desk: dict[str, Serve] = {
            "describe": rooms.describe,
            "seek": rooms.seek,
            "unseek": rooms.unseek,
            "watch_lobby": rooms.watch_lobby,
            "create_room": rooms.create_room,
            "join": rooms.join,
            "leave": rooms.leave,
            "sit": rooms.sit,
            "ready": rooms.ready,
            "configure": rooms.configure,
            "add_bot": rooms.add_bot,
            "kick": rooms.kick,
            "start": rooms.start,
            "chat": matches.chat,
            "act": matches.act,
            "sync": matches.sync,
            "resign": matches.resign,
            "watch": matches.watch,
            "unwatch": matches.unwatch,
            "consent": matches.consent,
            "replays": replays.list_replays,
            "replay": replays.replay,
            "determinize": compute.determinize,
            "simulate": compute.simulate,
            "rollout": compute.rollout,
            "release": compute.release,
            "assist_invite": assistants.invite,
            "assist_join": assistants.join,
            "assist_grant": assistants.grant,
            "assist_revoke": assistants.revoke,
            "overlay": assistants.overlay,
            "suggest": assistants.suggest,
            "accept": assistants.accept,
            "stage": assistants.stage,
            "commit": assistants.commit,
            "assist_log": assistants.log,
            "tournaments": organised.list_tournaments,
            "tournament_enter": organised.enter,
            "tournament_leave": organised.leave,
            "cancel": partial(self._cancel, compute),
        }
        if self.ladders is not None:
            ladders = LadderDesk(self.ladders, rooms, self._settling.when_stored)
            self._desk |= {
                "ladders": ladders.list_ladders,
                "ladder_register": ladders.register,
                "ladder_queue": ladders.queue,
                "standings": ladders.standings,
                "seek": ladders.seek,
                "unseek": ladders.unseek,
            }
        for name, scope in NEEDED.items():
            if name not in self._desk:
                continue  # it is refused as not offered
            self._desk[name] = guarded(self._desk[name], scope, self.people.accounts.now_ms)
        self._clocks = SlowClocks(notes)
        self._ages = Ages(notes, wall_clock_ms, steady_ms, boot_name())
        self.dropped = 0  # messages that slow readers were not sent
        self.closed: Counter[int] = Counter()  # connections, by close code
        self._idle_timer: asyncio.TimerHandle | None = None
        self._awaiting: asyncio.TimerHandle | None = None

    # What the connections call.

    def on_hello(self, connection: Connection, hello: wire.Hello) -> None:
        """Welcomes a client. Raises ProtocolError, which ends the connection."""
        admission = self.people.begin(hello, connection.caller)
        if isinstance(admission, Challenge):
            judge = partial(self._on_proof, hello, admission)
            connection.challenge(admission.nonce, admission.server, judge)
        else:
            self._let_in(connection, hello, admission)

    def _on_proof(
        self,
        hello: wire.Hello,
        challenge: Challenge,
        connection: Connection,
        answer: wire.AuthAnswer,
    ) -> None:
        """The second half of a `hello` by key. Raises as `on_hello`."""
        self._let_in(connection, hello, self.people.finish(challenge, answer, connection.caller))

    def _let_in(self, connection: Connection, hello: wire.Hello, entry: Entry) -> None:
        """Welcomes somebody who has proved to be who he is, or goes on with his session."""
        user = entry.user
        if self.hall.stopping and not self.play.needs(user):
            raise ProtocolError(
                ErrorCode.SHUTTING_DOWN,
                "the server is about to stop",
                fatal=True,
                close=CloseCode.RESTARTING,
            )
        if self._resume(entry, connection, hello):
            return
        if user.is_trusted:
            connection.trust()
        is_program = hello.client is not None and hello.client.lang is not None
        client = Client(user, connection, is_program, credential=entry.credential)
        if hello.resume is not None:
            client.resumed = hello.resume.session
        self._replace(client)
        self.people.clients[connection] = client
        session = fresh_id("s")
        token = self.people.issue_resume_token(user, session)
        connection.welcome(self._welcome(client, session, token, self._features(hello)))
        logger.info("%s is %s (%s)", connection, user.name, user.id)
        self._give_seats_back(client)

    def on_request(self, connection: Connection, message: wire.ClientMessage) -> None:
        """Answers one request."""
        client = self.people.clients[connection]
        serve = self._desk.get(message.type)
        try:
            if serve is None:
                raise UnsupportedError(message.type, f"this server does not offer {message.type}")
            reply = serve(client, message)
        except NotYetError as not_yet:
            not_yet.when_kept(partial(connection.take_again, message))
            return
        except RequestError as refusal:
            if message.type == "act":
                self.play.tally.refused[refusal.code] += 1
            connection.error(
                refusal.code,
                refusal.msg,
                request=message,
                data=refusal.data,
                retry_ms=refusal.retry_ms,
                match_id=getattr(message, "match_id", None),
            )
            return
        if reply is not None:
            connection.reply(message, reply)

    def on_settled(self, connection: Connection) -> None:
        """The client has its new resume token: the one it came with is worth nothing any more."""
        client = self.people.clients.get(connection)
        if client is None:
            return
        self.people.settle_resume_token(connection.session_id)
        if client.resumed:
            self.people.retire_resume_token(client.user, client.resumed)
            client.resumed = ""

    def on_away(self, connection: Connection) -> bool:
        """A link is lost: everything is kept for a while. A house bot's seats wait for its process."""
        client = self.people.clients.get(connection)
        if client is None or client.user.house_bot is not None or not self.away.keep(client):
            return False
        self.room_list.set_aside(client)
        self.play.step_out(client)
        self.hall.step_out(client)
        return True

    def on_back(self, connection: Connection) -> None:
        """A session goes on, after a pause or over a newer link."""
        client = self.people.clients[connection]
        was_away = self.away.let_go(client)
        self.room_list.take_back(client)
        self.play.step_in(client)
        self.tournaments.news.came_back(client)
        if was_away:
            self.hall.step_in(client)
        if self.ladders is not None:
            self.ladders.pair_soon()

    def on_closed(self, connection: Connection) -> None:
        """A connection is gone: seats in running matches are kept, everything else is given up."""
        client = self.people.clients.pop(connection, None)
        if client is None:
            return
        self.closed[connection.close_code or 0] += 1
        self.away.let_go(client)
        self.room_list.unsubscribe(client)
        self.compute.closed(client)
        self.replays.cancel(client, None)
        self.tournaments.news.gone(client)
        self.assisting.closed(client)
        self.play.detach(client)
        self.hall.drop_out(client)
        if self.ladders is not None:
            self.ladders.gone(client)
        if client.user.house_bot is not None:
            self.hosting.disconnected(client)
            return
        others = [
            one
            for one in self.people.clients_of(client.user)
            if one.connection.is_here and not self.assisting.is_assistant(one)
        ]
        if others:
            self._give_seats_back(others[-1])

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        """A slow reader missed messages: it is told, and gets the whole picture again."""
        client = self.people.clients.get(connection)
        if client is None:
            return
        self.dropped += loss.dropped
        lagged: dict[str, Any] = {"type": "lagged", "dropped": loss.dropped}
        live = None if loss.key is None else self.play.running.get(MatchId(loss.key))
        if live is not None and live.is_writing and not live.spectators.is_delayed:
            live.when_kept(partial(self.on_loss, connection, loss))
            return
        if live is not None and live.id in client.watching:
            connection.send(Prepared(lagged | {"match_id": live.id}))
            connection.send(live.spectators.snapshot(client))
            return
        connection.send(Prepared(lagged))
        if loss.key == LOBBY_STREAM:
            connection.send(Prepared(self.room_list.resubscribe(client)))

    def may_idle(self, connection: Connection) -> bool:
        """Seated, or waiting for a match: a bot may think, and a house bot may wait, for ever."""
        client = self.people.clients.get(connection)
        if client is None:
            return False
        waits = self.hall.pairing.count(client) > 0 or client.user.house_bot is not None
        takes_part = client.seats or client.watching or client.rooms
        return waits or bool(takes_part) or self.assisting.is_assistant(client)

    # The beginning and the end.

    async def revive(self) -> None:
        """Sets up what the store knows of an earlier run, then begins to look for what has expired.

        Call it before anybody can connect. Raises StoreError.
        """
        if self.records is not None:
            await self._restore(self.records)
        self._watch_idle()

    async def _restore(self, records: Records) -> None:
        store = records.store
        self.people.accounts.restore({kind: await store.documents(kind) for kind in KINDS})
        await self.hosted.restore(await store.documents(HOSTED.name))
        self.finished.restore(await store.documents(REPLAY))
        self.results.restore(await store.documents(RESULT))
        rooms, seeks = await store.documents(ROOM), await store.documents(SEEK)
        clocks = await store.documents(CLOCK)
        if self.ladders is not None:
            await self.ladders.restore()
        self.tournaments.restore({kind: await store.documents(kind) for kind in TOURNAMENT_KINDS})
        self.returning.restore(rooms, seeks)
        self._ages.restore(await store.documents(ERA))
        consents = await store.documents(CONSENT)
        revived = await self._revive_matches(records.journal)
        if self.ladders is not None:
            self.ladders.settle_meetings()
        self.tournaments.begin()
        self._clocks.restore(clocks, self.play.running.values())
        self._consents.restore(consents, self.play.running.values())
        self.organiser.restore(await store.documents(ORDER))
        for live in self.play.running.values():
            self.assisting.restore_track(live, await store.documents(track_kind(live.id)))
        self.assisting.restore(await store.documents(ASSISTANT))
        if revived:
            logger.info("%d matches go on", revived)
        loop = asyncio.get_running_loop()
        self._awaiting = loop.call_later(self.config.rooms.absence_s, self.returning.give_up)

    async def _revive_matches(self, journal: StoredJournal) -> int:
        """The matches that were running; those of ladders only where the ladders are run here."""
        revival = self._revival(journal)
        if self.ladders is None:
            return await revival.revive_all()
        if self.ladders.is_elsewhere:
            return await revival.revive_all(with_rated=False)
        return await revival.revive_all() + await revival.revive(self.ladders.awaited())

    async def _go_on_with(self, match_ids: Sequence[str]) -> None:
        """Matches that another server began go on here, with whoever is here already. Raises StoreError."""
        assert self.records is not None, "without a store there is no other server"
        await self._revival(self.records.journal).revive(match_ids)
        for client in list(self.people.clients.values()):
            self._give_seats_back(client)

    def _revival(self, journal: StoredJournal) -> Revival:
        return Revival(
            journal,
            self.lobby,
            self.people,
            self.play,
            self.config.rooms,
            self._ages,
            self.results,
        )

    def let_ladders_play(self) -> None:
        """Matches of ladders begin, now or when this server comes to run them."""
        if self.ladders is not None:
            self.ladders.start(self._go_on_with)

    async def close(self, grace_s: float) -> None:
        """Refuses new matches, lets those running end, stops the house bots."""
        for timer in (self._idle_timer, self._awaiting):
            if timer is not None:
                timer.cancel()
        self.away.close()
        await self.hosted.stop_working()
        await self.hall.wind_up(grace_s)
        self.tournaments.close()
        if self.ladders is not None:
            await self.ladders.close()
        self._clocks.note(self.play.running.values())
        await self.compute.close()
        await self.replays.close()
        await self._settling.close()
        self.assisting.close()
        self.results.close()
        await self.hosting.close()
        await self.hosted.close()

    async def close_records(self) -> None:
        """Writes what waits and lets go of the store. Call it last, when nobody is connected any more."""
        if self.records is not None:
            await self.records.close()

    # Inside.

    def _resume(self, entry: Entry, newcomer: Connection, hello: wire.Hello) -> bool:
        """Goes on with the session that a `hello` asks for, if that is still possible."""
        user, wanted = entry.user, hello.resume
        if wanted is None:
            return False
        client = self.people.session_of(user, wanted.session, wanted.token)
        if client is None or not client.connection.can_resume(newcomer, wanted.seq):
            logger.info("%s: session %s cannot be resumed", newcomer, wanted.session)
            return False
        client.credential = entry.credential
        connection = client.connection
        token = self.people.renew_resume_token(user, wanted.session, wanted.token)
        features = sorted(connection.features)
        welcome = self._welcome(client, wanted.session, token, features, resumed=True)
        connection.go_on(newcomer, welcome, wanted.seq)
        logger.info("%s is %s (%s) again", connection, user.name, user.id)
        return True

    def _welcome(
        self,
        client: Client,
        session: str,
        token: str,
        features: list[str],
        resumed: bool = False,
    ) -> dict[str, Any]:
        user = client.user
        return {
            "type": "welcome",
            "proto": PROTOCOL_MAJOR,
            "minor": PROTOCOL_MINOR,
            "session": session,
            "resume_token": token,
            "resumed": resumed,
            "user": user.id,
            "name": user.name,
            "scopes": self._scopes(client),
            "features": features,
            "limits": self._limits(user),
            "server": self.config.name,
            "now_ms": client.connection.now_ms(),
        }

    def _replace(self, client: Client) -> None:
        """Takes the place of the session that `client` asked for, and of those that are away.

        A live one is told and does not come back; one away may still try, and logs in anew then.
        """
        for older in self.people.clients_of(client.user):
            if older.connection.session_id == client.resumed or older.connection.is_away:
                self.hall.replace(older, client)
                older.connection.close(CloseCode.REPLACED, "replaced by a newer connection")

    def _give_seats_back(self, client: Client) -> None:
        """A house bot gets the chairs that wait for its process, anybody else his own."""
        if client.user.house_bot is None:
            self.returning.welcome(client, self.hall.now_ms())
            self.play.reattach(client)
            self.play.tell_missed(client)
            self.tournaments.news.arrived(client, self.tournaments.directors())
            if self.ladders is not None:
                self.ladders.arrived(client)
            return
        process = self.hosting.process_of(client)
        if process is not None:
            self.hosting.connected(process, client)

    def _bot_ready(self, process: BotProcess) -> None:
        self.play.bot_ready(process)

    def _cancel(self, compute: ComputeDesk, client: Client, request: wire.Cancel) -> dict[str, Any]:
        """Ends what takes long."""
        self.replays.cancel(client, request.target)
        return compute.cancel(client, request)

    def _match_over(self, room: Any) -> None:
        self.finished.add(room.match, wall_clock_ms())
        self._consents.drop(room.match)
        if self.ladders is not None:
            self.ladders.match_over(room.match)
        self.tournaments.match_over(room.match)
        self.hall.match_over(room)

    def _is_assistant(self, client: Client) -> bool:
        return self.assisting.is_assistant(client)

    def _limits(self, user: User) -> dict[str, Any]:
        config = self.config
        factor = config.queues.house_factor if user.is_trusted else 1
        limits = {
            "max_frame_in": config.frames.max_in_bytes,
            "max_inflight": config.queues.max_inflight,
            "msgs_per_s": config.rates.msgs_per_s * factor,
            "queue_bytes": config.queues.max_bytes * factor,
            "resume_ttl_ms": config.times.resume_ttl_ms,
        }
        if config.rooms.compute:
            limits["compute_units_s"] = config.compute.units_per_s * factor
            limits["computes_per_s"] = config.rates.computes_per_s * factor
        return limits

    def _features(self, hello: wire.Hello) -> list[str]:
        offered = (*FEATURES, COMPUTE) if self.config.rooms.compute else FEATURES
        return [name for name in hello.features or [] if name in offered]

    def _scopes(self, client: Client) -> list[str]:
        """What the client may do, as far as this server offers it."""
        now_ms = self.people.accounts.now_ms()
        scopes = [scope for scope in SCOPES if client.may(scope, now_ms)]
        if not self.config.rooms.compute:
            return [scope for scope in scopes if scope != COMPUTE]
        if self.config.compute.export and COMPUTE in scopes:
            scopes.append(EXPORT_SCOPE)
        return scopes

    def _needed(self) -> set[UserId]:
        """Users who must not be forgotten, though they may be absent: somebody waits for them."""
        needed = self.people.present()
        for live in self.play.running.values():
            needed.update(chair.user.id for chair in live.chairs)
        for room in self.lobby.rooms.values():
            needed.update(room.awaited, [room.host.id])
        if self.ladders is not None:
            needed |= self.ladders.owners()
        return needed

    def _watch_idle(self) -> None:
        self.lobby.close_idle()
        self.people.accounts.drop_expired()
        self.hosted.drop_orphans()
        self.results.drop_expired()
        self.assisting.sweep()
        self._ages.check()
        self._clocks.note(self.play.running.values())
        loop = asyncio.get_running_loop()
        self._idle_timer = loop.call_later(IDLE_CHECK_S, self._watch_idle)


def guarded(serve: Serve, scope: str, now_ms: Callable[[], int]) -> Serve:
    """`serve` for clients that have this scope; others are told that they lack it."""

    def serve_if_allowed(client: Client, request: Any) -> dict[str, Any] | None:
        if not client.may(scope, now_ms()):
            raise ForbiddenError(f"{request.type} needs the scope {scope}", {"scope": scope})
        return serve(client, request)

    return serve_if_allowed


def listed_bots(manifest: Path | None) -> list[BotEntry]:
    """The bots of a manifest, run in its folder, or those that come with the server. Raises ManifestError."""
    if manifest is None:
        return read_manifest(SHIPPED_BOTS, folder=None)
    return read_manifest(manifest, folder=manifest.resolve().parent)
