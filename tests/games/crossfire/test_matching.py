"""Sightings find units, recharge times fit shots."""

from collections import Counter

from infoset_games.crossfire.charges import bound_of, fits_recharge, random_recharge
from infoset_games.crossfire.matching import can_match, matched, random_matching
from infoset_games.rng import Rng


def test_every_sighting_needs_a_unit_of_its_own() -> None:
    assert can_match([0b011, 0b001])
    assert not can_match([0b001, 0b001])
    assert can_match([])


def test_a_pair_belongs_to_a_matching_only_if_the_others_can_still_be_explained() -> None:
    assert not matched([0b011, 0b001], 0, 0)
    assert matched([0b011, 0b001], 0, 1)
    assert not matched([0b010], 0, 0)


def test_a_random_matching_prefers_heavy_units_and_is_always_complete() -> None:
    options, rng = [0b111, 0b011], Rng("match")
    drawn = Counter(tuple(random_matching(options, [9, 1, 1], rng) or []) for _ in range(500))
    assert all(options[at] >> unit & 1 for found in drawn for at, unit in enumerate(found))
    assert drawn[0, 1] > drawn[2, 1]
    assert random_matching([0b1, 0b1], [1], rng) is None


def test_shots_bound_the_recharge_time() -> None:
    assert bound_of([4]) == 3
    assert bound_of([4, 8, 20]) == 3
    assert bound_of([9, 12]) == 2
    assert bound_of([]) > 1000


def test_numbers_fit_if_the_quick_shooters_can_have_the_small_ones() -> None:
    assert fits_recharge([[4], [4], []], [2, 3, 6])
    assert not fits_recharge([[4], [4], []], [2, 4, 6])


def test_numbers_are_given_out_in_every_way_that_fits_equally_often() -> None:
    rng = Rng("numbers")
    drawn = Counter(tuple(random_recharge([[4], [], []], [2, 3, 6], rng)) for _ in range(4000))
    assert set(drawn) == {(2, 3, 6), (2, 6, 3), (3, 2, 6), (3, 6, 2)}
    assert all(850 < times < 1150 for times in drawn.values())
