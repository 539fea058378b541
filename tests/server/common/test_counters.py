"""Counting."""

import pytest

from infoset_server.common.counters import SECONDS, SIZES, Histogram


@pytest.mark.parametrize("bounds", [SECONDS, SIZES])
def test_bounds_grow(bounds: list[float]) -> None:
    assert list(bounds) == sorted(set(bounds))


def test_a_value_is_counted_at_the_first_bound_that_is_not_below_it() -> None:
    values = Histogram([1.0, 2.0, 4.0])
    for value in (0.5, 1.0, 1.1, 4.0, 4.1, 100.0):
        values.note(value)
    assert values.counts == [2, 1, 1, 2]
    assert values.total == pytest.approx(110.7)
