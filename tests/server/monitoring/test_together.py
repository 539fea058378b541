"""Numbers of several parts of one process, on one page."""

from prometheus_client import CollectorRegistry, generate_latest

from infoset_server.common.counters import Histogram
from infoset_server.monitoring.metrics import (
    ServerCollector,
    counter,
    gauge,
    histogram,
    labelled_counter,
)


def seen(*values: float) -> Histogram:
    found = Histogram([0.1, 1.0])
    for value in values:
        found.note(value)
    return found


def test_what_two_parts_count_is_added_up() -> None:
    def collect() -> list[object]:
        return [
            gauge("matches", "", 3),
            labelled_counter("acts_refused", "", "code", {"late": 2}),
            histogram("act_seconds", "", seen(0.05, 0.5)),
            gauge("store_trouble", "", 1),
            counter("alone", "", 7),
            gauge("matches", "", 4),
            labelled_counter("acts_refused", "", "code", {"late": 1, "illegal": 5}),
            histogram("act_seconds", "", seen(0.5, 5.0)),
            gauge("store_trouble", "", 1),
        ]

    registry = CollectorRegistry()
    registry.register(ServerCollector(collect))  # type: ignore[arg-type]
    page = generate_latest(registry).decode()
    lines = [line for line in page.splitlines() if not line.startswith("#")]
    assert lines == [
        "infoset_matches 7.0",
        'infoset_acts_refused_total{code="late"} 3.0',
        'infoset_acts_refused_total{code="illegal"} 5.0',
        'infoset_act_seconds_bucket{le="0.1"} 1.0',
        'infoset_act_seconds_bucket{le="1.0"} 3.0',
        'infoset_act_seconds_bucket{le="+Inf"} 4.0',
        "infoset_act_seconds_count 4.0",
        "infoset_act_seconds_sum 6.05",
        "infoset_store_trouble 1.0",
        "infoset_alone_total 7.0",
    ]
