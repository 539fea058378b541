"""A qualification and a bracket of its best: who goes on, how many matches decide, who is third."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.games.contests.tournaments.playing import (
    Judge,
    at_random,
    by_seed,
    new_course,
    play_open,
    play_out,
)

from infoset_games.contests.tournaments.course import Adjustment, Course
from infoset_games.contests.tournaments.formats import (
    Elimination,
    Finals,
    Moment,
    RoundRobin,
    Swiss,
)
from infoset_games.contests.tournaments.playoff import CUTS, Playoff, qualifying
from infoset_games.contests.tournaments.standings import standings

NOW = Moment(0.0, ())
FIRST = (RoundRobin(), Swiss(3))


def final_day(first: RoundRobin | Swiss = FIRST[1], cut: int = 4, **playoff: Any) -> Finals:
    return Finals(first, Playoff(cut, **{"third_place": cut > 2} | playoff))


def qualified(fmt: Finals, entrants: int, judge: Judge = by_seed) -> Course:
    """Everything before the first table of the bracket."""
    course = new_course(entrants, 2)
    while True:
        draws = fmt.draws(course, NOW)
        if any(not draw.name.startswith("R") for draw in draws):
            return course
        course = play_open(course.draw(draws), judge)


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_day_is_played_to_its_end(first: RoundRobin | Swiss, cut: int, seed: int) -> None:
    entrants = max(cut + seed, 3)
    fmt = final_day(first, cut)
    course = play_out(fmt, entrants, 2, at_random(seed))
    places = fmt.places(course)
    assert places is not None
    assert sorted(places) == list(range(entrants))
    assert sorted(places.values())[:cut] == list(range(1, cut + 1)), "no two share a place"
    final = course.by_name()["F1"]
    assert places[final.order()[0]] == 1
    seeds = fmt.seeds(course)
    assert {one for one, place in places.items() if place <= cut} == set(seeds)


@pytest.mark.parametrize("first", FIRST)
def test_the_bracket_is_the_one_that_a_knock_out_of_the_qualified_would_be(
    first: RoundRobin | Swiss,
) -> None:
    fmt = final_day(first, 8, third_place=False)
    course = play_out(fmt, 11, 2, at_random(5))
    seeds = fmt.seeds(course)
    assert seeds == [row.entrant for row in standings(qualifying(course), fmt.tie_breaks)][:8], (
        "seeded by the qualification"
    )
    alone = new_course(8, 2)
    results = {one.draw.name: one for one in course.sittings}
    while not Elimination().is_over(alone, NOW):
        alone = alone.draw(Elimination().draws(alone, NOW))
        for number, sitting in enumerate(alone.sittings):
            if not sitting.is_decided:
                played = results[sitting.draw.name]
                assert {seeds[one] for one in sitting.entrants} == set(played.entrants)
                winner = played.order()[0]
                order = tuple(1 if seeds[one] == winner else 2 for one in sitting.entrants)
                alone = alone.with_sitting(number, sitting.ruled(order))


def test_bracket_final_and_third_place_are_best_of_as_many_matches_as_asked_for() -> None:
    fmt = final_day(RoundRobin(), 4, best_of=3, final_best_of=5)
    course = play_out(fmt, 6, 2)
    matches = {one.draw.name: len(one.played) for one in course.sittings}
    assert {count for name, count in matches.items() if name.startswith("R")} == {1}
    assert {name: matches[name] for name in ("W1.1", "W1.2", "T1", "F1")} == {
        "W1.1": 2,
        "W1.2": 2,
        "T1": 2,
        "F1": 3,
    }


def test_without_upsets_the_best_are_first_to_fourth_and_others_stand_as_qualified() -> None:
    fmt = final_day(RoundRobin())
    course = play_out(fmt, 7, 2)
    assert fmt.places(course) == {seed: seed + 1 for seed in range(7)}


def test_who_wins_the_match_of_the_beaten_is_third() -> None:
    def upset(seating: Sequence[int], match: str) -> tuple[int, ...]:
        places = by_seed(seating, match)
        return places[::-1] if match.startswith("T1") else places

    fmt = final_day(RoundRobin())
    course = play_out(fmt, 5, 2, upset)
    places = fmt.places(course)
    assert places is not None
    third = course.by_name()["T1"].entrants
    assert {places[one] for one in third} == {3, 4}
    assert places[max(third)] == 3


def test_who_has_left_by_the_cut_gives_way_and_who_leaves_later_has_lost() -> None:
    fmt = final_day(RoundRobin())
    course = qualified(fmt, 6).without(1)
    assert fmt.seeds(course) == [0, 2, 3, 4]
    course = course.draw(fmt.draws(course, NOW))
    course = course.without(0)
    assert fmt.seeds(course) == [0, 2, 3, 4], "who goes on is settled"
    while not fmt.is_over(course, NOW):
        course = play_open(course.draw(fmt.draws(course, NOW)), by_seed)
    places = fmt.places(course)
    assert places is not None
    assert {places[0], places[1]} == {4, 5}


def test_so_many_leave_that_the_bracket_is_not_full_and_it_is_played_without_them() -> None:
    fmt = final_day(RoundRobin())
    course = qualified(fmt, 4)
    for one in (0, 1, 2):
        course = course.without(one)
    while not fmt.is_over(course, NOW):
        course = play_open(course.draw(fmt.draws(course, NOW)), by_seed)
    places = fmt.places(course)
    assert places is not None
    assert places[3] == 1


def test_points_given_before_the_cut_count_for_it_and_later_change_nobodys_seed() -> None:
    fmt = final_day(RoundRobin())
    course = qualified(fmt, 6)
    assert fmt.seeds(course) == [0, 1, 2, 3]
    course = course.adjusted(Adjustment(5, Fraction(9), "fair play"))
    assert fmt.seeds(course) == [5, 0, 1, 2]
    drawn = course.draw(fmt.draws(course, NOW))
    assert {one for table in drawn.sittings[-2:] for one in table.entrants} == {5, 0, 1, 2}


def test_tie_breaks_of_the_file_decide_who_goes_on() -> None:
    fmt = final_day(RoundRobin(), 2, third_place=False).ordered_by(("seed",))
    course = play_open(new_course(5, 2).draw(RoundRobin().everything(5, 2)), tie)
    assert fmt.seeds(course) == [0, 1]
    turned = replace(fmt, order=("late_seats", "seed"))
    assert turned.rows(course) == standings(course, ("late_seats", "seed"))


def tie(seating: object, match: str) -> tuple[int, ...]:
    return (1, 1)


@pytest.mark.parametrize(
    ("fmt", "entrants", "seats", "reason"),
    [
        (final_day(cut=3), 9, 2, "cut: expected one of 2, 4, 8, 16, 32, got 3"),
        (final_day(cut=8), 7, 2, "entrants: expected at least 8, the cut, got 7"),
        (final_day(cut=2, third_place=True), 7, 2, "third_place: expected a cut of 4 or more"),
        (final_day(), 9, 4, "format: expected another than finals for 4 seats"),
        (final_day(RoundRobin(), 32), 65, 2, "64"),
    ],
)
def test_what_does_not_go_together_is_named(
    fmt: Finals, entrants: int, seats: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        fmt.check(entrants, seats)


def test_every_table_of_the_qualification_stands_when_the_bracket_is_drawn() -> None:
    fmt = final_day(RoundRobin())
    course = qualified(fmt, 6)
    assert fmt.later_table(course, 0) is None
    course = play_open(course.draw(fmt.draws(course, NOW)), by_seed)
    assert {fmt.later_table(course, number) for number in range(15)} == {"W1.1"}
    assert fmt.later_table(course, 15) is None
    course = course.draw(fmt.draws(course, NOW))
    assert {fmt.later_table(course, 15), fmt.later_table(course, 16)} == {"T1"}
