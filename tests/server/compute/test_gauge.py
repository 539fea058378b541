"""Telling little work from much."""

from infoset_server.compute.budget import Gauge


def test_the_estimate_follows_what_was_measured() -> None:
    gauge = Gauge()
    before = gauge.estimate_s("walk", 10)
    for _ in range(50):
        gauge.learn("walk", 100, 1.0)
    assert before < 0.001
    assert abs(gauge.estimate_s("walk", 10) - 0.1) < 0.001
    assert gauge.estimate_s("play", 10) == before
