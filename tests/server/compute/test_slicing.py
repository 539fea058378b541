"""How requests are cut into slices that are done side by side, and the numbers that are still to be done."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.messages import Rollout
from infoset_server.compute.budget import Gauge
from infoset_server.compute.slicing import LEAST_S, Slicer
from infoset_server.compute.tasks.rollout import RolloutTask
from infoset_server.compute.tasks.undone import Undone

LABEL = "play random colonizers"
PLENTY = 1 << 40
SLICE_S = 0.02


@given(st.integers(1, 200), st.integers())
def test_every_number_is_done_once_whatever_each_slice_brings(total: int, seed: int) -> None:
    rng = Random(seed)
    undone = Undone(total)
    done: list[int] = []
    while undone.left:
        most, size = rng.randint(1, 4), rng.randint(1, 100)
        parts = undone.parts(most, size)
        assert 1 <= len(parts) <= most
        assert parts[0][0] == undone.first[0]
        assert all(0 < end - start <= size for start, end in parts)
        for start, end in rng.sample(parts, len(parts)):
            reached = rng.randint(start, end)
            undone.strike(start, reached)
            done += range(start, reached)
    assert sorted(done) == list(range(total))


def test_parts_begin_with_the_gaps() -> None:
    undone = Undone(10)
    undone.strike(2, 5)
    assert undone.first == (0, 2)
    assert undone.parts(3, 4) == [(0, 2), (5, 9), (9, 10)]


def task(k: int = 1000, **fields: Any) -> RolloutTask:
    return RolloutTask(Rollout(match_id="m_1", k=k, **fields), ["random"] * 4)


def slices(
    one: RolloutTask,
    workers: int = 2,
    units: int = PLENTY,
    each_s: float = 1e-5,
    each_units: int = 100,
) -> list[tuple[int, int | None]]:
    """How it is cut, after so much was learned of a playout; an end is told where it is not that of all."""
    gauge, slicer = Gauge(), Slicer(SLICE_S)
    weight = one.weight / (one.total or 1)
    gauge.learn(LABEL, weight, each_s)
    slicer.learn(LABEL, weight, each_units)
    jobs = slicer.cut(one, LABEL, gauge, workers, units)
    return [(job["start"], job.get("end")) for job in jobs]


def test_idle_workers_share_what_is_left_of_a_request() -> None:
    assert slices(task()) == [(0, 500), (500, None)]
    assert slices(task(), workers=3) == [(0, 334), (334, 668), (668, None)]


def test_no_slice_is_longer_than_one_may_be() -> None:
    (start, middle), (begin, end) = slices(task(n=100))
    assert middle is not None
    assert end is not None
    assert (start, begin, end) == (0, middle, 2 * middle)
    assert 0.99 * SLICE_S < middle * 1e-5 < 1.01 * SLICE_S


def test_where_one_worker_is_idle_it_does_all() -> None:
    assert slices(task(), workers=1) == [(0, None)]
    assert slices(task(), workers=0) == [(0, None)]


def test_little_work_is_not_worth_the_way_to_two_workers() -> None:
    enough = round(2 * LEAST_S / 1e-5)
    assert len(slices(task(enough + 1))) == 2
    assert slices(task(enough - 1)) == [(0, None)]


def test_what_is_not_known_yet_is_not_shared() -> None:
    assert slices(task(first="all")) == [(0, None)], "who knows how many actions there are"
    jobs = Slicer(SLICE_S).cut(task(), LABEL, Gauge(), 2, PLENTY)
    assert [(job["start"], job.get("end")) for job in jobs] == [(0, None)], "nor what they cost"


def test_units_that_might_not_last_for_all_are_spent_in_order() -> None:
    assert len(slices(task(), units=2 * 1000 * 100 + 1)) == 2
    assert slices(task(), units=2 * 1000 * 100 - 1) == [(0, None)]
    assert slices(task(horizon=0), units=0, each_units=0) == [(0, None)]
