"""The time of day."""

from infoset_server.common.clock import wall_clock_ms


def test_the_wall_clock_is_in_this_century() -> None:
    assert 946_684_800_000 < wall_clock_ms() < 4_102_444_800_000
