"""Divisions: who goes up, who goes down, and what free places become."""

import random
from collections import Counter

from tests.server.contests.ladder.made import enter, make_ladder, meet

from infoset_server.contests.ladder.divisions import Placed, divide
from infoset_server.contests.ladder.season_rules import DivisionRules

RULES = DivisionRules(sizes=(3, 4), moves=1)


def ranked(text: str, division: int = 0) -> list[Placed]:
    """Entries by letter, best first; small letters have no results."""
    return [Placed(one, division, one.isupper()) for one in text]


def by_division(divisions: dict[str, int]) -> dict[int, set[str]]:
    return {
        number: {one for one, place in divisions.items() if place == number}
        for number in set(divisions.values())
    }


def test_at_first_entries_are_divided_by_rank() -> None:
    found = by_division(divide(ranked("ABCDEFGHI"), RULES))
    assert found == {1: set("ABC"), 2: set("DEFG"), 3: set("HI")}


def test_the_last_of_each_division_changes_places_with_the_first_of_the_next() -> None:
    season = [*ranked("ABC", 1), *ranked("DEFG", 2), *ranked("HI", 3)]
    found = by_division(divide(season, RULES))
    assert found == {1: {*"AB", "D"}, 2: {*"CEFH"}, 3: {*"GI"}}


def test_free_places_are_taken_from_below_and_who_has_not_played_goes_up_for_nobody() -> None:
    season = [*ranked("AB", 1), *ranked("DEf", 2), *ranked("hi", 3)]
    found = by_division(divide(season, RULES))
    assert found == {1: {"A", "D", "B"}, 2: {"E", "f", "h", "i"}}


def test_whatever_was_before_sizes_hold_and_nobody_is_lost_or_goes_two_ways() -> None:
    rng = random.Random(3)
    for _ in range(300):
        rules = DivisionRules(sizes=tuple(rng.randint(4, 6) for _ in range(3)), moves=2)
        count = rng.randint(2, 40)
        season = sorted(
            (Placed(f"e{one}", rng.randint(0, 5), rng.random() < 0.8) for one in range(count)),
            key=lambda one: (one.division or 9, not one.is_rated),
        )
        found = divide(season, rules)
        sizes = Counter(found.values())
        assert found.keys() == {one.entry for one in season}
        left = count
        for number, size in enumerate(rules.sizes, 1):
            assert sizes[number] == min(size, left)
            left -= sizes[number]


def test_only_entries_of_one_division_meet_and_a_division_too_small_says_so() -> None:
    ladder = make_ladder(
        seasons={"days": 7},
        divisions={"sizes": [2], "moves": 1},
        pairing={"parallel": 8},
        matches=100,
    )
    entries = [enter(ladder, name, parallel=8) for name in "abcde"]
    upper = {one.id for one in entries[:2]}
    ladder.seasons.current.divisions.update(
        {one.id: 1 if one.id in upper else 2 for one in entries}
    )
    met = [meeting for _ in range(8) if (meeting := meet(ladder)) is not None]
    assert {len(upper & set(meeting.entries)) for meeting in met} == {0, 2}
    newer = enter(ladder, "a", "2")
    assert ladder.seasons.division_of(newer) == 1
    assert ladder.seasons.division_of(enter(ladder, "new")) == 2
    ladder.roster.bench(newer, "it crashed")
    (lacks,) = ladder.lacks()
    assert lacks.startswith("division 1: 1 plays, and a table has 2 seats: expected more entries")
