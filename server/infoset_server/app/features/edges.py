"""Clients of other machines: this server is the hall of its cluster, and edges pass on to it what their clients say."""

import logging
from collections.abc import Iterator
from typing import cast

from prometheus_client.core import Metric

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import TakeIn
from infoset_server.cluster.reception import Reception
from infoset_server.monitoring.metrics import counter, gauge, node_info, unread_messages
from infoset_server.network.handler import Handler
from infoset_server.network.line import EntryLine
from infoset_server.network.listener import Listener

logger = logging.getLogger(__name__)


class EdgeFeature(Feature):
    """Serves the clients of all edges as those that are connected here."""

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature: not on a server that works alone."""
        return bool(core.config.cluster.bus)

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._reception: Reception | None = None

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service."""
        core = self.core
        cluster = core.config.cluster
        logger.info("this server is the hall of %s", cluster.name)
        self._reception = Reception(
            core.cluster_bus,
            cluster.node_name,
            cast(Handler[EntryLine], listener.handler),  # the server itself, which serves any line
            listener.pages,
            beat_s=cluster.beat_s,
            patience=cluster.patience,
            epoch=0 if core.node is None else core.node.claim.epoch,
            queues=core.config.queues,
            logins=listener.logins,
            max_body=core.config.frames.max_body_bytes,
            life=core.life,
            database="" if core.records is None else core.records.database,
        )

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        cluster, reception = self.core.config.cluster, self._reception
        yield node_info(cluster.node_name, cluster.roles)
        yield unread_messages(self.core.cluster_bus)
        if reception is not None:
            yield gauge(
                "cluster_edges", "Edges that pass on what their clients say", reception.edges
            )
            yield gauge("cluster_lines", "Connections at edges", reception.lines)
            yield counter(
                "cluster_broken_trunks", "Edges that were lost, or lost messages", reception.broken
            )
            yield counter(
                "cluster_unknown_frames", "Frames that were not understood", reception.unknown
            )

    async def release(self) -> None:
        """As Service."""
        if self._reception is not None:
            self._reception.close()
