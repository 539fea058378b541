"""Thinking on the server: worlds, simulations and rollouts for those who play."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client.core import Metric

from infoset_games.game import Game
from infoset_games.knowledge import has_knowledge
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.common.ids import MatchId, fresh_id
from infoset_server.compute.knowing import Knowing
from infoset_server.compute.lending import Lending
from infoset_server.compute.remote import RemoteWorkers
from infoset_server.compute.service import ComputeService
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.knowing import KnowHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.monitoring.metrics import counter, gauge


class ComputeFeature(Feature):
    """`determinize`, `simulate`, `rollout`, `release`, `know`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        config, life = core.config, fresh_id("n")
        self._others = RemoteWorkers(core.cluster_bus, config.cluster.node_name, life)
        self.compute = ComputeService(config.compute, others=self._others)
        self.knowing: Knowing | None = None
        if config.know.enabled:
            self.knowing = Knowing(config.know, config.compute)
        self._know_handlers = KnowHandlers(self.knowing, core.playing.find)
        self._lending: Lending | None = None
        if config.cluster.bus:
            self._lending = Lending(
                core.cluster_bus,
                self.compute.pool,
                config.cluster.node_name,
                life,
                config.cluster.roles,
                config.cluster.beat_s,
            )

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        thinking = ComputeHandlers(self.compute, self.core.playing.find)
        return [*thinking.handlers(), *self._know_handlers.handlers()]

    def compute_offer(self, game: Game) -> Mapping[str, Any]:
        """As Service."""
        knows = self.knowing is not None and has_knowledge(game.name)
        return {**self.compute.offer(game), "know": knows}

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        compute = self.compute
        yield counter("compute_units", "Units of thinking that players spent", compute.units)
        yield gauge("compute_requests", "Requests to think that are not answered", compute.waiting)
        if self.knowing is not None:
            yield counter("known", "Answers to what players may conclude", self.knowing.asked)
            waiting = self._know_handlers.waiting
            yield gauge("know_requests", "Requests for them that are not answered", waiting)
        yield gauge("compute_jobs", "Jobs that wait for a worker", compute.pool.waiting)
        others = self._others
        yield gauge("compute_lenders", "Servers that lend workers to this one", others.lenders)
        yield counter("compute_sent", "Jobs that were sent to other servers", others.sent)
        yield counter("compute_lost", "Jobs among them that did not come back", others.lost)
        lent = 0 if self._lending is None else self._lending.done
        yield counter("compute_lent", "Jobs that were done for other servers", lent)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.compute.closed(client)
        self._know_handlers.cancel(client, None)

    def dismiss(self, client: Client, match_id: MatchId) -> None:
        """As Service."""
        self.compute.dismiss(client, match_id)
        self._know_handlers.cancel(client, None)

    def cancel(self, client: Client, target: int | None) -> None:
        """As Service."""
        self.compute.cancel(client, target)
        self._know_handlers.cancel(client, target)

    async def close(self) -> None:
        """As Service."""
        if self._lending is not None:
            self._lending.close()
        await self._others.close()
        await self._know_handlers.close()
        await self.compute.close()
