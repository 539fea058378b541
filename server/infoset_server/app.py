"""The server's front desk: logs people in, hands each request to whoever it concerns, answers it.

The one place where refusals become `error` messages. Everything runs on one event loop; no request
waits for another client.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_server.compute.desk import EXPORT_SCOPE, ComputeDesk
from infoset_server.compute.desk import FEATURE as COMPUTE
from infoset_server.compute.service import ComputeService
from infoset_server.config import ServerConfig
from infoset_server.connection import Connection
from infoset_server.hall import Hall
from infoset_server.hosting import BotProcess, Hosting
from infoset_server.ids import MatchId, fresh_id
from infoset_server.live_match import Pace
from infoset_server.lobby import LOBBY_STREAM, Lobby
from infoset_server.manifest import BotEntry, read_manifest
from infoset_server.match_desk import MatchDesk
from infoset_server.outbox import Loss
from infoset_server.people import GUEST_SCOPES, Client, People, User
from infoset_server.play import Play
from infoset_server.requests import RequestError, UnsupportedError
from infoset_server.room_desk import RoomDesk

logger = logging.getLogger(__name__)

FEATURES: Final = ("obs", "chat", "pong", "strict")
IDLE_CHECK_S: Final = 60.0
SHIPPED_BOTS: Final = Path(__file__).with_name("bots.toml")


class App:
    """Everything behind the links. One per server; made and used on the event loop."""

    def __init__(
        self, config: ServerConfig, fresh_seed: Callable[[], str] = lambda: secrets.token_hex(16)
    ) -> None:
        """Raises ManifestError where the house bots' manifest is bad.

        Each match is dealt from a `fresh_seed()`; who knows it knows every card.
        """
        self.config = config
        self.people = People()
        self.hosting = Hosting(
            self.people,
            listed_bots(config.bots.manifest),
            config.bots_dir,
            config.data_dir / "logs",
            self._bot_ready,
        )
        self.lobby = Lobby(config.rooms)
        pace = Pace(config.rooms.absence_s)
        self.compute = ComputeService(config.compute, config.queues.house_factor)
        self.play = Play(
            self.hosting, pace, self._match_over, fresh_seed, compute_offer=self.compute.offer
        )
        self.hall = Hall(self.lobby, self.hosting, self.play)
        self.lobby.on_ready = self.hall.start_if_ready
        rooms = RoomDesk(self.hall, config.rooms)
        matches = MatchDesk(self.hall, config.rooms.max_watchers_per_room)
        compute = ComputeDesk(self.compute, matches.find)
        self._desk: dict[str, Callable[[Client, Any], dict[str, Any] | None]] = {
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
            "ack": lambda client, request: None,  # nothing is kept for a resume, nothing to forget
            "determinize": compute.determinize,
            "simulate": compute.simulate,
            "rollout": compute.rollout,
            "release": compute.release,
            "cancel": compute.cancel,
        }
        self._idle_timer: asyncio.TimerHandle | None = None
        self._watch_idle()

    # What the connections call.

    def on_hello(self, connection: Connection, hello: wire.Hello) -> None:
        """Welcomes a client. Raises ProtocolError, which ends the connection."""
        user = self.people.log_in(hello)
        if self.hall.stopping and not self.play.needs(user):
            raise ProtocolError(
                ErrorCode.SHUTTING_DOWN,
                "the server is about to stop",
                fatal=True,
                close=CloseCode.RESTARTING,
            )
        if user.house_bot is not None:
            connection.trust()
        is_program = hello.client is not None and hello.client.lang is not None
        client = Client(user, connection, is_program)
        if hello.resume is not None:
            client.resumed = hello.resume.session
            self._replace(client, hello.resume.session)
        self.people.clients[connection] = client
        session = fresh_id("s")
        connection.welcome(
            {
                "type": "welcome",
                "proto": PROTOCOL_MAJOR,
                "minor": PROTOCOL_MINOR,
                "session": session,
                "resume_token": self.people.issue_resume_token(user, session),
                "resumed": False,
                "user": user.id,
                "name": user.name,
                "scopes": self._scopes(),
                "features": self._features(hello),
                "limits": self._limits(user),
                "server": self.config.name,
                "now_ms": connection.now_ms(),
            }
        )
        logger.info("%s is %s (%s)", connection, user.name, user.id)
        self._give_seats_back(client)

    def on_request(self, connection: Connection, message: wire.ClientMessage) -> None:
        """Answers one request."""
        client = self.people.clients[connection]
        if client.resumed:
            self.people.retire_resume_token(client.user, client.resumed)
            client.resumed = ""
        serve = self._desk.get(message.type)
        try:
            if serve is None:
                raise UnsupportedError(message.type, f"this server does not offer {message.type}")
            reply = serve(client, message)
        except RequestError as refusal:
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

    def on_closed(self, connection: Connection) -> None:
        """A connection is gone: seats in running matches are kept, everything else is given up."""
        client = self.people.clients.pop(connection, None)
        if client is None:
            return
        self.lobby.unsubscribe(client)
        self.compute.closed(client)
        self.play.detach(client)
        self.hall.drop_out(client)
        if client.user.house_bot is not None:
            self.hosting.disconnected(client)
        elif others := self.people.clients_of(client.user):
            self._give_seats_back(others[-1])

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        """A slow reader missed messages: it is told, and gets the whole picture again."""
        client = self.people.clients.get(connection)
        if client is None:
            return
        lagged: dict[str, Any] = {"type": "lagged", "dropped": loss.dropped}
        live = None if loss.key is None else self.play.running.get(MatchId(loss.key))
        if live is not None:
            connection.send(Prepared(lagged | {"match_id": live.id}))
            connection.send(live.snapshot(None))
            return
        connection.send(Prepared(lagged))
        if loss.key == LOBBY_STREAM:
            connection.send(Prepared(self.lobby.resubscribe(client)))

    def may_idle(self, connection: Connection) -> bool:
        """Seated, or waiting for a match: a bot may think, and a house bot may wait, for ever."""
        client = self.people.clients.get(connection)
        if client is None:
            return False
        waits = self.hall.pairing.count(client) > 0 or client.user.house_bot is not None
        return waits or bool(client.seats or client.watching or client.rooms)

    # The end.

    async def close(self, grace_s: float) -> None:
        """Refuses new matches, lets those running end, stops the house bots."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        await self.hall.wind_up(grace_s)
        await self.compute.close()
        await self.hosting.close()

    # Inside.

    def _replace(self, client: Client, session: str) -> None:
        """The newer connection of a session wins; the older one is told and does not come back."""
        for older in self.people.clients_of(client.user):
            if older.connection.session_id == session:
                self.hall.replace(older, client)
                older.connection.close(CloseCode.REPLACED, "replaced by a newer connection")

    def _give_seats_back(self, client: Client) -> None:
        """A house bot gets the chairs that wait for its process, anybody else his own."""
        if client.user.house_bot is None:
            self.play.reattach(client)
            return
        process = self.hosting.process_of(client)
        if process is not None:
            self.hosting.connected(process, client)

    def _bot_ready(self, process: BotProcess) -> None:
        self.play.bot_ready(process)

    def _match_over(self, room: Any) -> None:
        self.hall.match_over(room)

    def _limits(self, user: User) -> dict[str, Any]:
        config = self.config
        factor = 1 if user.house_bot is None else config.queues.house_factor
        limits = {
            "max_frame_in": config.frames.max_in_bytes,
            "max_inflight": config.queues.max_inflight,
            "msgs_per_s": config.rates.msgs_per_s * factor,
            "queue_bytes": config.queues.max_bytes * factor,
            "resume_ttl_ms": config.times.resume_ttl_ms,
        }
        if config.rooms.compute:
            limits["compute_units_s"] = config.compute.units_per_s * factor
        return limits

    def _features(self, hello: wire.Hello) -> list[str]:
        offered = (*FEATURES, COMPUTE) if self.config.rooms.compute else FEATURES
        return [name for name in hello.features or [] if name in offered]

    def _scopes(self) -> list[str]:
        scopes: list[str] = [*GUEST_SCOPES]
        if self.config.rooms.compute:
            scopes.append(COMPUTE)
            if self.config.compute.export:
                scopes.append(EXPORT_SCOPE)
        return scopes

    def _watch_idle(self) -> None:
        self.lobby.close_idle()
        loop = asyncio.get_running_loop()
        self._idle_timer = loop.call_later(IDLE_CHECK_S, self._watch_idle)


def listed_bots(manifest: Path | None) -> list[BotEntry]:
    """The bots of a manifest, run in its folder, or those that come with the server. Raises ManifestError."""
    if manifest is None:
        return read_manifest(SHIPPED_BOTS, folder=None)
    return read_manifest(manifest, folder=manifest.resolve().parent)
