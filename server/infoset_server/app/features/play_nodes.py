"""Matches on other servers of the cluster, where this one is the hall."""

from collections.abc import Iterator
from typing import cast

from prometheus_client.core import Metric

from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import TakeIn
from infoset_server.cluster.trunk import End
from infoset_server.config import EVEN
from infoset_server.monitoring.metrics import gauge
from infoset_server.network.handler import Handler
from infoset_server.network.line import EntryLine
from infoset_server.network.listener import Listener
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.rooms.far_match import FarMatch


class PlayNodeFeature(Feature):
    """Has the play nodes of the cluster play what they can."""

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature: where matches are spread over the servers of a cluster."""
        cluster = core.config.cluster
        return bool(cluster.bus) and cluster.place == EVEN

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._nodes: PlayNodes | None = None

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service."""
        core = self.core
        cluster = core.config.cluster
        self._nodes = PlayNodes(
            core.cluster_bus,
            End(cluster.node_name, core.life),
            core.play,
            core.lobby,
            core.people,
            core.hosting,
            core.finished,
            core.durability.when_stored,
            core.config.rooms,
            None if core.records is None else core.records.journal,
            answer=cast(Handler[EntryLine], listener.handler).on_request,  # it serves any line
            take_in=take_in,
            on_asked=self._asked,
            contests=core.services,
            cluster=cluster.name,
            beat_s=cluster.beat_s,
            patience=cluster.patience,
        )
        core.play.elsewhere = self._nodes

    def _asked(self, far: FarMatch) -> None:
        for service in self.core.services.all:
            service.far_match_asks(far)

    @property
    def has_nodes(self) -> bool:
        """Is there a server that takes matches?"""
        return self._nodes is not None and self._nodes.nodes > 0

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        nodes = 0 if self._nodes is None else self._nodes.nodes
        yield gauge("cluster_play_nodes", "Servers that play matches for this one", nodes)
        yield gauge("cluster_far_matches", "Matches they play", len(self.core.play.far))

    def client_came(self, client: Client) -> None:
        """As Service."""
        if self._nodes is not None:
            self._nodes.client_came(client)

    def client_away(self, client: Client) -> None:
        """As Service."""
        if self._nodes is not None:
            self._nodes.client_away(client)

    def client_back(self, client: Client) -> None:
        """As Service."""
        if self._nodes is not None:
            self._nodes.client_back(client)

    def client_left(self, client: Client) -> None:
        """As Service."""
        if self._nodes is not None:
            self._nodes.client_left(client)

    def cancel(self, client: Client, target: int | None) -> None:
        """As Service."""
        if self._nodes is not None:
            self._nodes.cancel(client, target)

    async def release(self) -> None:
        """As Service."""
        if self._nodes is not None:
            await self._nodes.close()
