"""How the server is: `/health`, `/ready`, `/metrics`."""

from collections.abc import Callable, Iterable, Iterator

from prometheus_client.core import Metric

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.http.routes import Route
from infoset_server.http.status import StatusPages
from infoset_server.monitoring.metrics import (
    ConnectionMetrics,
    Metrics,
    bot_metrics,
    histogram,
    match_metrics,
    store_metrics,
)
from infoset_server.monitoring.vitals import Vitals


class StatusFeature(Feature):
    """Shows the numbers of all services, and adds those of the core."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._vitals = Vitals(core.config, core.records, lambda: core.matchmaker.stopping)
        self.also: list[Callable[[], Iterable[Metric]]] = []  # of the same process
        self._connections = ConnectionMetrics(core.people, core.presence, core.losses, core.bus)

    def routes(self) -> Iterable[Route]:
        """As Service."""
        return StatusPages(self.core.config, self._vitals, Metrics(self._collect)).routes()

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        core = self.core
        yield from self._connections.metrics()
        yield from match_metrics(core.play)
        yield from bot_metrics(core.hosting)
        yield from store_metrics(core.config, core.records)
        yield histogram("loop_lag_seconds", "Lateness of the event loop", self._vitals.lag)

    def _collect(self) -> Iterator[Metric]:
        for service in self.core.services.all:
            yield from service.metrics()
        for collect in self.also:
            yield from collect()

    async def close(self) -> None:
        """As Service."""
        self._vitals.close()
