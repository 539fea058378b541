"""Thinking on the server: worlds, simulations and rollouts for those who play."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prometheus_client.core import Metric

from infoset_games.game import Game
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.common.ids import MatchId
from infoset_server.compute.service import ComputeService
from infoset_server.handlers.compute import ComputeHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.monitoring.metrics import counter, gauge


class ComputeFeature(Feature):
    """`determinize`, `simulate`, `rollout`, `release`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.compute = ComputeService(core.config.compute)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        return ComputeHandlers(self.compute, self.core.playing.find).handlers()

    def compute_offer(self, game: Game) -> Mapping[str, Any]:
        """As Service."""
        return self.compute.offer(game)

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        compute = self.compute
        yield counter("compute_units", "Units of thinking that players spent", compute.units)
        yield gauge("compute_requests", "Requests to think that are not answered", compute.waiting)
        yield gauge("compute_jobs", "Jobs that wait for a worker", compute.pool.waiting)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.compute.closed(client)

    def dismiss(self, client: Client, match_id: MatchId) -> None:
        """As Service."""
        self.compute.dismiss(client, match_id)

    def cancel(self, client: Client, target: int | None) -> None:
        """As Service."""
        self.compute.cancel(client, target)

    async def close(self) -> None:
        """As Service."""
        await self.compute.close()
