"""Who sits where under which deal."""

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from infoset.errors import CommandError
from infoset_bots.lab.arena.schedule import Schedule, all_seatings, distinct_orders, halves, lineups
from infoset_games.contests.sequential import AbSettings

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakePlan


def test_two_bots_at_four_seats_sit_in_all_six_orders() -> None:
    seatings = all_seatings(tuple("aabb"))
    assert sorted(seatings) == sorted(set(permutations("aabb")))
    assert len(seatings) == 6


def test_four_bots_rotate_so_that_each_has_every_seat_once() -> None:
    seatings = all_seatings(tuple("abcd"))
    assert len(seatings) == 4
    for seat in range(4):
        assert {seating[seat] for seating in seatings} == set("abcd")


def test_all_orders_of_four_bots_can_be_asked_for() -> None:
    assert set(all_seatings(tuple("abcd"), "all")) == set(permutations("abcd"))


def test_too_many_orders_are_refused_before_they_are_made() -> None:
    with pytest.raises(CommandError, match="40320 seatings of one deal: at most 720"):
        distinct_orders(tuple("abcdefgh"))


@pytest.mark.parametrize(("seats", "block"), [(2, 2), (3, 6), (4, 6), (5, 20), (6, 20)])
def test_a_block_gives_both_sides_every_seat_equally_often(seats: int, block: int) -> None:
    seatings = halves("a", "b", seats)
    assert len(seatings) == len(set(seatings)) == block
    for seat in range(seats):
        taken = Counter(seating[seat] for seating in seatings)
        assert taken["a"] == taken["b"]


@pytest.mark.parametrize(("given", "seats"), [("abc", 4), ("ab", 3), ("abcde", 3), ("a", 2)])
def test_over_all_lineups_every_bot_has_as_many_seats(given: str, seats: int) -> None:
    made = lineups(tuple(given), seats)
    assert all(len(lineup) == seats for lineup in made)
    assert len(set(Counter("".join("".join(lineup) for lineup in made)).values())) == 1


def test_a_bot_given_twice_fills_two_seats() -> None:
    assert lineups(tuple("aab"), 3) == [("a", "a", "b")]


def test_more_tables_than_can_be_listed_are_refused() -> None:
    with pytest.raises(CommandError, match="play fewer bots"):
        lineups([str(number) for number in range(60)], 4)


def test_duplicate_matches_play_each_deal_under_all_seatings(make_plan: "MakePlan") -> None:
    schedule = Schedule(make_plan("a", "b", duplicate=True, matches=12), 4)
    jobs = list(schedule.jobs())
    assert [job.deal for job in jobs] == [0] * 6 + [1] * 6
    assert [job.seating for job in jobs] == [*range(6), *range(6)]
    for deal in range(2):
        block = [job for job in jobs if job.deal == deal]
        assert {job.seats for job in block} == set(permutations("aabb"))
        assert {job.seed for job in block} == {f"s:{deal}"}


def test_a_begun_block_is_played_whole(make_plan: "MakePlan") -> None:
    schedule = Schedule(make_plan("a", "b", duplicate=True, matches=7), 4)
    assert schedule.matches == len(list(schedule.jobs())) == 12


def test_without_duplicate_every_match_has_its_own_deal_and_seats_stay_balanced(
    make_plan: "MakePlan",
) -> None:
    jobs = list(Schedule(make_plan("a", "b", matches=12), 4).jobs())
    assert [job.deal for job in jobs] == list(range(12))
    for seat in range(4):
        assert Counter(job.seats[seat] for job in jobs) == {"a": 6, "b": 6}


def test_random_seatings_are_drawn_anew_for_each_match(make_plan: "MakePlan") -> None:
    plan = make_plan(*"aabb", matches=600, seatings="random")
    jobs = list(Schedule(plan, 4).jobs())
    drawn = Counter(job.seats for job in jobs)
    assert set(drawn) == set(permutations("aabb"))
    assert all(60 < count < 145 for count in drawn.values())  # 100 each, five deviations
    assert len(set(drawn.values())) > 1, "balanced, so not drawn one by one"
    assert [job.deal for job in jobs] == list(range(600))
    assert Schedule(plan, 4).job(17) == jobs[17]


def test_random_seatings_make_no_blocks(make_plan: "MakePlan") -> None:
    with pytest.raises(CommandError, match="--seatings random: expected no blocks"):
        Schedule(make_plan("a", "b", seatings="random", duplicate=True), 4)


def test_three_bots_at_four_seats_play_equally_often_everywhere(make_plan: "MakePlan") -> None:
    jobs = list(Schedule(make_plan("a", "b", "c", matches=12), 4).jobs())
    for seat in range(4):
        assert Counter(job.seats[seat] for job in jobs) == {"a": 4, "b": 4, "c": 4}


def test_the_same_plan_gives_the_same_jobs_in_any_order(make_plan: "MakePlan") -> None:
    plan = make_plan(*"abcdef", matches=40)
    jobs = list(Schedule(plan, 3).jobs())
    assert [Schedule(plan, 3).job(number) for number in reversed(range(40))] == jobs[::-1]
    other = Schedule(make_plan(*"abcdef", matches=40, seed="t"), 3)
    assert [job.seats for job in other.jobs()] != [job.seats for job in jobs]


def test_matches_that_are_over_are_left_out(make_plan: "MakePlan") -> None:
    schedule = Schedule(make_plan("a", "b", matches=5), 2)
    assert [job.number for job in schedule.jobs(without={0, 3})] == [1, 2, 4]


def test_a_comparison_plays_halves_whatever_the_seatings_say(make_plan: "MakePlan") -> None:
    plan = make_plan("a", "b", duplicate=True, matches=6, seatings="rotations", ab=AbSettings())
    assert {job.seats for job in Schedule(plan, 4).jobs()} == set(permutations("aabb"))
