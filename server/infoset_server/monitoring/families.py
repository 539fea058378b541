"""Numbers in the form Prometheus reads, by what they are."""

from collections.abc import Mapping
from itertools import accumulate

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from infoset_server.common.counters import Histogram


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
