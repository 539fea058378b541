"""Sets of squares in words do what the same sets do as numbers (geometry.py)."""

import random

import pytest

from infoset_games.bits import count_bits, lowest_place
from infoset_games.crossfire.bitboards import (
    holds,
    is_empty,
    no_sets,
    nth_square,
    put,
    read_set,
    size_of,
    step_set,
    widened,
    write_set,
)
from infoset_games.crossfire.geometry import DIRECTIONS, Geometry, geometry_of, members, set_of
from infoset_games.crossfire.units import IDLE
from infoset_games.crossfire.whereabouts import MOTIONS, Whereabouts, nowhere, only

SIZES = (5, 7, 9, 11, 13, 15, 17, 19, 21)
AT = 3  # sets before the one that is looked at


def some_sets(geometry: Geometry, seed: int) -> list[int]:
    """None, all, the edges, and random ones, full and thin."""
    draw = random.Random(seed)
    some = [draw.getrandbits(geometry.count) for _ in range(6)]
    thin = [number & draw.getrandbits(geometry.count) for number in some]
    edge = geometry.outside[1]
    return [0, geometry.full, edge, geometry.full & ~edge, *some, *thin]


@pytest.mark.parametrize("size", SIZES)
def test_a_set_is_read_as_it_was_written(size: int) -> None:
    geometry = geometry_of(size)
    at = AT * int(geometry.words)
    for number in some_sets(geometry, 1):
        sets = no_sets(geometry, AT + 2)
        write_set(geometry, sets, at, number)
        assert read_set(geometry, sets, at) == number
        assert read_set(geometry, sets, 0) == read_set(geometry, sets, at + geometry.words) == 0
        squares = members(number)
        assert [s for s in range(geometry.count) if holds(geometry, sets, at, s)] == squares
        assert size_of(sets, at, geometry.words) == len(squares)
        assert is_empty(sets, at, geometry.words) == (number == 0)
        found = [nth_square(geometry, sets, at, index) for index in range(len(squares))]
        assert found == squares
        again = no_sets(geometry, 1)
        for square in squares:
            put(geometry, again, 0, square)
        assert read_set(geometry, again, 0) == number


@pytest.mark.parametrize("size", SIZES)
def test_steps_and_neighbours_are_those_of_numbers(size: int) -> None:
    geometry = geometry_of(size)
    at = AT * int(geometry.words)
    for number in some_sets(geometry, 2):
        for direction in range(DIRECTIONS):
            sets = no_sets(geometry, AT + 2)
            write_set(geometry, sets, at, number)
            step_set(geometry, sets, at, direction)
            assert read_set(geometry, sets, at) == geometry.shifted(number, direction)
            assert size_of(sets, 0, len(sets)) == size_of(sets, at, geometry.words)
        sets = no_sets(geometry, AT + 2)
        write_set(geometry, sets, at, number)
        grown = no_sets(geometry, 1)
        for word in range(geometry.words):
            grown[word] = widened(geometry, sets, at, word)
        assert read_set(geometry, grown, 0) == geometry.grown(number)


def test_bits_of_a_word_are_counted_and_found() -> None:
    draw = random.Random(3)
    for word in [0, 1, 2**63 - 1, *(draw.getrandbits(63) for _ in range(200))]:
        assert count_bits(word) == word.bit_count()
        if word:
            assert lowest_place(word) == (word & -word).bit_length() - 1


@pytest.mark.parametrize("size", SIZES)
def test_states_are_cut_and_kept_motion_by_motion(size: int) -> None:
    geometry = geometry_of(size)
    motions = range(IDLE, DIRECTIONS)
    numbers = dict(zip(motions, some_sets(geometry, 4)[4:], strict=False))
    others = dict(zip(motions, some_sets(geometry, 5)[4:], strict=False))
    mask = some_sets(geometry, 6)[4]

    def made(sets: dict[int, int]) -> Whereabouts:
        where = nowhere(geometry)
        for motion, number in sets.items():
            write_set(geometry, where.sets, where.at(motion), number)
        return where

    def of(where: Whereabouts) -> dict[int, int]:
        return {motion: read_set(geometry, where.sets, where.at(motion)) for motion in motions}

    cutting = no_sets(geometry, 1)
    write_set(geometry, cutting, 0, mask)
    where = made(numbers)
    assert len(numbers) == MOTIONS
    assert of(where.copy()) == of(where) == numbers
    joined = 0
    for number in numbers.values():
        joined |= number
    assert where.squares() == joined
    assert where.size() == sum(number.bit_count() for number in numbers.values())
    assert [s for s in range(geometry.count) if where.covers(s)] == members(joined)
    where.cut(cutting, 0)
    assert of(where) == {motion: number & mask for motion, number in numbers.items()}
    where = made(numbers)
    where.cut_out(cutting, 0)
    assert of(where) == {motion: number & ~mask for motion, number in numbers.items()}
    where = made(numbers)
    where.keep(made(others))
    assert of(where) == {motion: numbers[motion] & others[motion] for motion in motions}
    where = made(numbers)
    where.settle()
    assert of(where) == dict.fromkeys(motions, 0) | {IDLE: numbers[IDLE]}
    where = made(numbers)
    where.rouse()
    assert of(where) == numbers | {IDLE: 0}
    one = only(geometry, geometry.centre, 2)
    assert of(one) == dict.fromkeys(motions, 0) | {2: set_of([geometry.centre])}
    assert one.nth(2, 0) == geometry.centre
    assert not one.is_empty()
    assert nowhere(geometry).is_empty()
