"""The server's numbers in the form Prometheus reads. Reads them when it is asked; nothing here runs else."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from infoset_server.app.server import App
from infoset_server.common.counters import Histogram
from infoset_server.monitoring.vitals import Vitals, free_share

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The page `/metrics` of one server."""

    def __init__(self, app: App, vitals: Vitals) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(ServerCollector(app, vitals))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)

    def page(self) -> bytes:
        """All numbers, as they are now."""
        return generate_latest(self._registry)


class ServerCollector(Collector):
    """Everything the parts of the server count."""

    def __init__(self, app: App, vitals: Vitals) -> None:
        self._app = app
        self._vitals = vitals

    def collect(self) -> Iterator[Metric]:
        yield from self._people()
        yield from self._matches()
        yield from self._helpers()
        yield from self._store()
        yield histogram("loop_lag_seconds", "Lateness of the event loop", self._vitals.lag)

    def _people(self) -> Iterator[Metric]:
        connections = list(self._app.people.clients)
        here = Counter(one.transport for one in connections if one.is_here)
        yield labelled_gauge("connections", "Clients that are logged in", "transport", here)
        away = sum(one.is_away for one in connections)
        yield gauge("sessions_away", "Sessions that wait to be resumed", away)
        closed = {str(code): count for code, count in self._app.presence.closed.items()}
        yield labelled_counter(
            "connections_closed", "Sessions ended, by close code", "code", closed
        )
        yield counter(
            "dropped_messages", "Messages that slow readers were not sent", self._app.losses.dropped
        )

        yield counter(
            "bus_lost",
            "Messages within the server that were lost and read again",
            self._app.bus.lost,
        )

    def _matches(self) -> Iterator[Metric]:
        play = self._app.play
        yield gauge("matches", "Matches being played", len(play.running))
        yield counter("matches_begun", "Matches dealt since the start", play.begun)
        yield histogram(
            "act_seconds",
            "From the arrival of an accepted action until all players have been told",
            play.counters.seconds,
        )
        yield labelled_counter(
            "acts_refused", "Actions refused, by error code", "code", play.counters.refused
        )

    def _helpers(self) -> Iterator[Metric]:
        compute, hosting = self._app.compute, self._app.hosting
        yield counter("compute_units", "Units of thinking that players spent", compute.units)
        yield gauge("compute_requests", "Requests to think that are not answered", compute.waiting)
        yield gauge("compute_jobs", "Jobs that wait for a worker", compute.pool.waiting)
        yield gauge("house_bots", "Processes of house bots", len(hosting.processes))
        yield counter("house_bot_restarts", "Ends of such processes", hosting.restarts)

    def _store(self) -> Iterator[Metric]:
        yield gauge(
            "disk_free_ratio",
            "Free share of the disk with the data folder",
            free_share(self._app.config.data_dir),
        )
        records = self._app.records
        if records is None:
            return
        writer = records.writer
        yield gauge(
            "store_trouble", "1 while nothing can be stored", int(writer.trouble is not None)
        )
        yield gauge("store_waiting", "Actions that wait for a commit", writer.waiting)
        yield counter("store_failures", "Commits that failed", writer.counters.failures)
        yield histogram("store_commit_seconds", "Commits", writer.counters.seconds)
        yield histogram("store_batch_size", "Actions in a commit", writer.counters.sizes)


def gauge(name: str, about: str, value: float) -> Metric:
    """One number that goes up and down."""
    return GaugeMetricFamily(f"infoset_{name}", about, value)


def counter(name: str, about: str, value: float) -> Metric:
    """One number that only grows."""
    return CounterMetricFamily(f"infoset_{name}", about, value)


def labelled_gauge(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    """Such numbers by a label."""
    family = GaugeMetricFamily(f"infoset_{name}", about, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def labelled_counter(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    """Such numbers by a label."""
    family = CounterMetricFamily(f"infoset_{name}", about, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def histogram(name: str, about: str, values: Histogram) -> Metric:
    """A distribution."""
    bounds = [*map(str, values.bounds), "+Inf"]
    buckets = list(zip(bounds, accumulate(values.counts), strict=True))
    return HistogramMetricFamily(f"infoset_{name}", about, buckets, values.total)
