"""The part of a server of a cluster that plays matches for the hall: a server of its own, behind no port for others."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, Self

from prometheus_client.core import Metric

from infoset_games.registry import known_games
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client
from infoset_server.app.features.compute import ComputeFeature
from infoset_server.app.features.replays import ReplayFeature
from infoset_server.app.features.uploads import FOLDER as UPLOADS
from infoset_server.app.features.uploads import secret_paths
from infoset_server.app.server import App
from infoset_server.bus.port import Bus
from infoset_server.common.ids import MatchId
from infoset_server.compute.workers import Workers
from infoset_server.config import ServerConfig, TlsSettings
from infoset_server.http.routes import Router
from infoset_server.matches.records import Records, hall_claim
from infoset_server.monitoring.metrics import bot_metrics, commit_metrics, match_metrics
from infoset_server.network.listener import Listener
from infoset_server.network.listener import serve as listen
from infoset_server.nodes.handing_over import HandingOver
from infoset_server.nodes.play_node import PlayNode
from infoset_server.rooms.restored_matches import rules_of
from infoset_server.storage.insisting import insist
from infoset_server.storage.seed_box import fresh_seed
from infoset_server.uploads.lent import LentBots
from infoset_server.uploads.versions import HOSTED

LOCAL: Final = "127.0.0.1"
FOLDER: Final = "play"  # in the data folder: what house bots leave


class PlayServer:
    """Rooms, accounts and ladders are the hall's; here are matches, house bots, and workers that think for players."""

    def __init__(
        self,
        config: ServerConfig,
        bus: Bus,
        records: Records | None,
        fresh_seed: Callable[[], str] = fresh_seed,
        workers: Workers | None = None,
    ) -> None:
        """`records` are those of a play node, `workers` those of the process. Raises ManifestError."""
        self._config = play_config(config)
        self._cluster = config.cluster
        self._bus = bus
        self._records = records
        self.app = App(
            self._config,
            fresh_seed,
            records,
            features=(ComputeFeature, ReplayFeature),
            workers=workers,
        )
        self._listener: Listener | None = None
        self.node: PlayNode | None = None
        self.lent = self._make_lent(config)

    async def open(self) -> Self:
        """Takes matches. Raises OSError."""
        app, core = self.app, self.app.core
        if self.lent is not None and core.documents is not None:
            documents = core.documents
            await self.lent.restore(await insist("uploaded bots", lambda: documents(HOSTED.name)))
        await self._open_to_house_bots()
        rules = {name: rules_of(name) or "" for name in known_games()}
        self.node = PlayNode(
            self._bus,
            self._cluster.node_name,
            core.play,
            core.lobby,
            core.people,
            core.finished,
            self._config.rooms,
            answer=app.on_request,
            make_good=app.on_loss,
            leave=self._leave,
            owes=self._owes,
            rules=rules,
            hosting=app.hosting,
            queues=self._config.queues,
            patience=self._cluster.patience,
            hands=self._make_hands(),
            lent=self.lent,
            seeds=None if self._records is None else self._records.box,
            on_hall=self._begin_for,
            on_counted=self._close,
            wall_ms=core.wall_ms,
        )
        return self

    def metrics(self) -> Iterator[Metric]:
        """What is counted here, for the page of the process: matches, house bots, thinking, commits."""
        core = self.app.core
        yield from match_metrics(core.play)
        yield from bot_metrics(core.hosting)
        yield from commit_metrics(self._records)
        for service in core.services.all:
            yield from service.metrics()

    def _make_lent(self, config: ServerConfig) -> LentBots | None:
        """Without records there are no archives of uploaded bots. `config` is that of the whole server."""
        core = self.app.core
        if core.documents is None:
            return None
        return LentBots(
            config.hosted,
            self._config.data_dir / UPLOADS,
            core.people,
            core.hosting,
            core.documents,
            private=secret_paths(config),
        )

    def _make_hands(self) -> HandingOver | None:
        """Without records a match cannot leave."""
        if self._records is None:
            return None
        core = self.app.core
        return HandingOver(
            self._records.journal,
            core.lobby,
            core.people,
            core.play,
            self._config.rooms,
            core.restart_clock,
            core.consents,
        )

    def _begin_for(self, epoch: int) -> None:
        """There is a hall: matches begin for it from now on."""
        if self._records is not None:
            self._records.journal.hall = hall_claim(self._config, epoch)

    def _close(self, match_id: MatchId) -> None:
        """The hall has kept how a match has ended."""
        if self._records is not None:
            self._records.journal.reported(match_id)

    async def _open_to_house_bots(self) -> None:
        self._listener = await listen(self._config, self.app, Router([]))
        if self.lent is not None:
            self.lent.let_in(self._listener.open_door)
        self.app.hosting.open(f"infoset://{LOCAL}:{self._listener.port}")

    def _leave(self, client: Client) -> None:
        for service in self.app.core.services.all:
            service.client_left(client)
        self.app.core.floor.detach(client)

    def _owes(self, client: Client) -> bool:
        return any(service.owes(client) for service in self.app.core.services.all)

    @property
    def lost(self) -> asyncio.Event | None:
        """Set once another server has taken over what is played here."""
        return None if self._records is None else self._records.node.lost

    @property
    def _is_lost(self) -> bool:
        return self.lost is not None and self.lost.is_set()

    async def close(self, grace_s: float = 0.0) -> None:
        """Lets others go on with what is played here: those that ask for it before `grace_s` is over, and later who can."""
        if self.node is not None:
            if not self._is_lost:
                await self.node.leave(grace_s)
            await self.node.close()
        await self.app.close(0.0)
        if self.lent is not None:
            await self.lent.close()
        if self._listener is not None:
            await self._listener.close(CloseCode.GOING_AWAY)
        await self.app.close_records()


def play_config(config: ServerConfig) -> ServerConfig:
    """The configuration of the part that plays for the hall: only its house bots connect to it."""
    return config.model_copy(
        update={
            "host": LOCAL,
            "port": 0,
            "data_dir": config.data_dir / FOLDER,
            "bots": config.bots.model_copy(update={"folder": config.bots_dir}),
            "tls": TlsSettings(),
            "cluster": config.cluster.model_copy(update={"bus": ()}),
        }
    )
