"""The server's numbers on one page, in the form Prometheus reads. Reads them when it is asked; nothing here runs else."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from operator import add
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
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.bus.port import Bus
from infoset_server.common.counters import Histogram
from infoset_server.config import ServerConfig
from infoset_server.matches.records import Records
from infoset_server.monitoring.vitals import free_share
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.sessions.presence import Presence
from infoset_server.sessions.restore import LossRecovery


def gauge(name: str, about: str, value: float) -> Metric:
    """One number that goes up and down."""
    return GaugeMetricFamily(f"infoset_{name}", about, value)


def counter(name: str, about: str, value: float) -> Metric:
    """One number that only grows."""
    return CounterMetricFamily(f"infoset_{name}", about, value)


def node_info(node: str, roles: Iterable[str]) -> Metric:
    """Which server of a cluster the numbers of this page are of."""
    about = {"node": node, "roles": ",".join(roles)}
    return InfoMetricFamily("infoset_cluster_node", "This server of its cluster", about)


def unread_messages(bus: Bus) -> Metric:
    """How much of what other servers of the cluster send is not understood here."""
    return counter("cluster_unread_messages", "Messages that could not be read", bus.unread)


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


CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
WORST: Final = {"infoset_store_trouble"}  # where two say something else, the greater number holds


class Metrics:
    """The page `/metrics` of one server."""

    def __init__(self, collect: Callable[[], Iterable[Metric]]) -> None:
        """`collect` gives all numbers of the server; those of the process are added."""
        self._registry = CollectorRegistry()
        self._registry.register(ServerCollector(collect))
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)

    def page(self) -> bytes:
        """All numbers, as they are now."""
        return generate_latest(self._registry)


class ServerCollector(Collector):
    """What the server counts, as prometheus_client wants it."""

    def __init__(self, collect: Callable[[], Iterable[Metric]]) -> None:
        self._collect = collect

    def collect(self) -> Iterable[Metric]:
        return together(self._collect())


def together(families: Iterable[Metric]) -> Iterable[Metric]:
    """One family for each name: what two parts of a server count is added up, and a trouble of either is one."""
    found: dict[str, Metric] = {}
    for family in families:
        known = found.setdefault(family.name, family)
        if known is not family:
            put = max if family.name in WORST else add
            known.samples = list(merged([*known.samples, *family.samples], put))
    return found.values()


def merged(samples: Iterable[Sample], put: Callable[[float, float], float]) -> Iterator[Sample]:
    """One sample for each name and labels."""
    found: dict[tuple[str, frozenset[tuple[str, str]]], Sample] = {}
    for sample in samples:
        key = sample.name, frozenset(sample.labels.items())
        known = found.get(key)
        value = sample.value if known is None else put(known.value, sample.value)
        found[key] = sample._replace(value=value)
    yield from found.values()


class ConnectionMetrics:
    """Who is here, and what became of who is not."""

    def __init__(
        self, people: ClientRegistry, presence: Presence, losses: LossRecovery, bus: Bus
    ) -> None:
        self._people = people
        self._presence = presence
        self._losses = losses
        self._bus = bus

    def metrics(self) -> Iterator[Metric]:
        """The numbers, as they are now."""
        connections = list(self._people.clients)
        here = Counter(one.transport for one in connections if one.is_here)
        yield labelled_gauge("connections", "Clients that are logged in", "transport", here)
        away = sum(one.is_away for one in connections)
        yield gauge("sessions_away", "Sessions that wait to be resumed", away)
        closed = {str(code): count for code, count in self._presence.closed.items()}
        yield labelled_counter(
            "connections_closed", "Sessions ended, by close code", "code", closed
        )
        yield counter(
            "dropped_messages", "Messages that slow readers were not sent", self._losses.dropped
        )
        yield counter(
            "bus_lost",
            "Messages within the server that were lost and read again",
            self._bus.lost,
        )


def match_metrics(play: MatchRegistry) -> Iterator[Metric]:
    """Matches and acts."""
    yield gauge("matches", "Matches being played", len(play.running))
    yield counter("matches_begun", "Matches dealt since the start", play.floor.begun)
    yield histogram(
        "act_seconds",
        "From the arrival of an accepted action until all players have been told",
        play.floor.counters.seconds,
    )
    yield labelled_counter(
        "acts_refused", "Actions refused, by error code", "code", play.floor.counters.refused
    )


def bot_metrics(hosting: Hosting) -> Iterator[Metric]:
    """Processes of house bots."""
    yield gauge("house_bots", "Processes of house bots", len(hosting.processes))
    yield counter("house_bot_restarts", "Ends of such processes", hosting.restarts)


def store_metrics(config: ServerConfig, records: Records | None) -> Iterator[Metric]:
    """The disk, and where there is a store, its commits."""
    share = free_share(config.data_dir)
    yield gauge("disk_free_ratio", "Free share of the disk with the data folder", share)
    yield from commit_metrics(records)


def commit_metrics(records: Records | None) -> Iterator[Metric]:
    """The commits of what has a store."""
    if records is None:
        return
    writer = records.writer
    yield gauge("store_trouble", "1 while nothing can be stored", int(records.trouble is not None))
    yield gauge("store_waiting", "Actions that wait for a commit", writer.waiting)
    yield counter("store_failures", "Commits that failed", writer.counters.failures)
    yield histogram("store_commit_seconds", "Commits", writer.counters.seconds)
    yield histogram("store_batch_size", "Actions in a commit", writer.counters.sizes)
