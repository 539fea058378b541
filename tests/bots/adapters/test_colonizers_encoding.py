"""Colonizers as numbers: what stands where, seen from the own seat."""

from infoset_bots.adapters.colonizers_encoding import (
    SEAT_CELLS,
    SHARED_CELLS,
    ColonizersEncoding,
    seat_cells,
)
from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.cards import MODULES, SEATS
from infoset_games.colonizers.observation import Observation
from infoset_games.testing import random_play

GAME = Colonizers()


def some_views() -> list[Observation]:
    return [
        position.state().observe(seat)
        for position in random_play(GAME, "1").positions()
        for seat in position.seats()
    ]


def test_the_own_seat_comes_first_and_the_others_follow() -> None:
    encoding = ColonizersEncoding(GAME)
    for view in some_views():
        row = list(encoding.tensor(view))
        for distance in range(SEATS):
            at = SHARED_CELLS + SEAT_CELLS * distance
            seat = (view.seat + distance) % SEATS
            assert row[at : at + SEAT_CELLS] == seat_cells(view, seat)
            assert row[at : at + 2] == [view.omnium[seat], view.points[seat]]


def test_the_own_hand_is_counted_whole_and_others_as_far_as_they_are_known() -> None:
    for view in some_views():
        for seat in range(SEATS):
            row = seat_cells(view, seat)
            known = [module for module in view.hands[seat] if module >= 0]
            counted = row[SEAT_CELLS - 2 * MODULES : SEAT_CELLS - MODULES]
            assert sum(counted) == len(known)
            assert all(counted[module] == known.count(module) for module in known)
            if seat == view.seat:
                assert len(known) == row[2]


def test_numbers_without_a_bound_are_cut_at_the_highest_cell() -> None:
    written = GAME.write_observation(some_views()[0])
    written["players"][0]["omnium"] = 1_000_000
    row = ColonizersEncoding(GAME).tensor(GAME.read_observation(written))
    assert max(row) == 255.0
