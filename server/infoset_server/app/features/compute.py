"""Thinking on the server: worlds, simulations and rollouts for those who play."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client.core import Metric

from infoset_games.game import Game
from infoset_games.knowledge import has_knowledge
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.common.ids import MatchId
from infoset_server.compute.knowing import Knowing
from infoset_server.compute.service import ComputeService
from infoset_server.compute.workers import Workers
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.knowing import KnowHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.monitoring.metrics import counter, gauge


class ComputeFeature(Feature):
    """`determinize`, `simulate`, `rollout`, `release`, `know`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        config = core.config
        self._workers = core.workers or Workers(config, core.cluster_bus)
        self._has_own_workers = core.workers is None
        self.compute = ComputeService(
            config.compute, pool=self._workers.pool, matches=lambda: len(core.play.running)
        )
        core.floor.on_over.append(self.compute.left)
        self.knowing: Knowing | None = None
        if config.know.enabled:
            self.knowing = Knowing(config.know, config.compute)
        self._know_handlers = KnowHandlers(self.knowing, core.playing.find)

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
        if self._has_own_workers:
            yield from numbers_of(self._workers)

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

    def owes(self, client: Client) -> bool:
        """As Service."""
        return self.compute.owes(client) or self._know_handlers.owes(client)

    async def close(self) -> None:
        """As Service."""
        await self._know_handlers.close()
        await self.compute.close()
        if self._has_own_workers:
            await self._workers.close()


def numbers_of(workers: Workers) -> Iterator[Metric]:
    """What a server tells of its workers, on whichever page it has."""
    others = workers.others
    yield gauge("compute_jobs", "Jobs that wait for a worker", workers.pool.waiting)
    yield gauge("compute_lenders", "Servers that lend workers to this one", others.lenders)
    yield counter("compute_sent", "Jobs that were sent to other servers", others.sent)
    yield counter("compute_lost", "Jobs among them that did not come back", others.lost)
    yield counter("compute_lent", "Jobs that were done for other servers", workers.lent)
