"""The review of a match in words, for windows and terminals."""

from typing import Any

from infoset.replaying.review import Remark, chances, mistakes, odds, remarks, worth

NAMES = ("ann", "bob", "cat", "dan")
ENTRIES: list[dict[str, Any]] = [
    {"kind": "head"},
    {"kind": "chances", "ver": 2, "win": [0.25] * 4, "errors": [0.02] * 4},
    {"kind": "chances", "ver": 9, "win": [1.0, 0.0, 0.0, 0.0], "errors": [0.0] * 4},
    *(
        {
            "kind": "judged",
            "ver": ver,
            "seat": 1,
            "played": ["end"],
            "better": ["road", ver],
            "loss": {"mean": mean, "error": 0.05},
            "blunder": mean > 0.1,
        }
        for ver, mean in ((3, 0.2), (5, 0.4), (7, 0.01))
    ),
    {
        "kind": "odds",
        "rows": [[["dice", 1, 3], 2, 1.5], [["dice", 2, 2], 1, 1.5], [["stolen", 1], 1, 1]],
    },
    {
        "kind": "seat",
        "seat": 1,
        "lost": 0.6,
        "lost_error": 0.05,
        "deal": -0.1,
        "play": -0.2,
        "luck_error": 0.05,
    },
]


def write(action: Any) -> str:
    return " ".join(map(str, action))


def test_a_worth_is_places_among_several_and_a_chance_to_win_among_two() -> None:
    assert worth(0.5, 0.05, 4) == "1.5 +- 0.3 places"
    assert worth(-0.5, 0.05, 4, sign=True) == "-1.5 +- 0.3 places"
    assert worth(0.125, 0.02, 2, sign=True) == "+12 +- 4 % chance to win"


def test_what_cost_most_comes_first_with_what_would_have_been_better() -> None:
    heading, *rest = mistakes(ENTRIES, NAMES, write)
    assert heading == Remark("bob: decisions that cost", 1, is_heading=True)
    assert [one.ver for one in rest] == [5, 3]
    assert rest[0].text == "5: end; better road 5: cost 1.2 +- 0.3 places"


def test_throws_are_counted_by_their_sum() -> None:
    assert [one.text for one in odds(ENTRIES)][1:] == ["4: 3 (3.0)"]


def test_the_chances_are_those_of_the_last_point_that_was_reached() -> None:
    for ver, point in ((0, 2), (8, 2), (9, 9), (12, 9)):
        found = chances(ENTRIES, ver)
        assert found is not None
        assert found["ver"] == point
    assert chances(ENTRIES[:1], 3) is None


def test_the_sums_of_a_seat_come_first() -> None:
    texts = [one.text for one in remarks(ENTRIES, NAMES, write)]
    assert texts[:3] == ["bob", "luck -0.9 +- 0.3 places", "lost by decisions 1.8 +- 0.3 places"]
