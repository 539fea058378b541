"""The entries of a review, as they are asked for."""

from typing import Any

from infoset.replaying.review import chances, of_kind

ENTRIES: list[dict[str, Any]] = [
    {"kind": "head"},
    {"kind": "chances", "ver": 2, "win": [0.25] * 4, "errors": [0.02] * 4},
    {"kind": "chances", "ver": 9, "win": [1.0, 0.0, 0.0, 0.0], "errors": [0.0] * 4},
]


def test_entries_are_found_by_their_kind() -> None:
    assert [one["ver"] for one in of_kind(ENTRIES, "chances")] == [2, 9]


def test_the_chances_are_those_of_the_last_point_that_was_reached() -> None:
    for ver, point in ((0, 2), (8, 2), (9, 9), (12, 9)):
        found = chances(ENTRIES, ver)
        assert found is not None
        assert found["ver"] == point
    assert chances(ENTRIES[:1], 3) is None
