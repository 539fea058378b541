"""Numbers of a stream: what is next, old, or behind a gap."""

import pytest

from infoset_server.bus.port import Seen, StreamPosition


@pytest.mark.parametrize(
    ("epoch", "version", "seen"),
    [
        (2, 8, Seen.NEXT),
        (2, 7, Seen.OLD),
        (2, 3, Seen.OLD),
        (2, 9, Seen.GAP),
        (1, 8, Seen.OLD),  # from a server that has lost the match
        (1, 99, Seen.OLD),
        (3, 8, Seen.GAP),  # the match has changed hands: what was shown last may never have been
        (3, 1, Seen.GAP),
    ],
)
def test_a_number_is_next_old_or_behind_a_gap(epoch: int, version: int, seen: Seen) -> None:
    place = StreamPosition(2, 7)
    assert place.see(epoch, version) is seen
    known = (2, 8) if seen is Seen.NEXT else (2, 7)
    assert (place.epoch, place.version) == known


def test_after_the_truth_was_read_the_stream_goes_on_from_there() -> None:
    place = StreamPosition(1, 4)
    place.move(2, 9)
    assert place.see(1, 10) is Seen.OLD
    assert place.see(2, 10) is Seen.NEXT
