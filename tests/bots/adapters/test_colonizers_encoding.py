"""Colonizers as numbers: what stands where, seen from the own seat."""

from infoset_bots.adapters.colonizers_cells import (
    AT_DECK,
    AT_DRAWN,
    AT_GONE,
    AT_OFFERED,
    AT_OUT,
    AT_SEATS,
    SEAT_CELLS,
    SEAT_COLONY,
    SEAT_HAND,
    SEAT_ROLES,
)
from infoset_bots.adapters.colonizers_encoding import ColonizersEncoding
from infoset_bots.adapters.encoding import Encoding, numbered
from infoset_games.colonizers import Colonizers
from infoset_games.colonizers.actions import PHASE_NAMES
from infoset_games.colonizers.cards import COLONISTS, MODULES, SEATS
from infoset_games.colonizers.observation import Observation
from infoset_games.testing import random_play

GAME = Colonizers()
ENCODING = ColonizersEncoding(GAME)


def some_views() -> list[Observation]:
    return [
        position.state().observe(seat)
        for position in random_play(GAME, "1").positions()
        for seat in position.seats()
    ]


def seat_row(view: Observation, distance: int) -> list[int]:
    at = AT_SEATS + SEAT_CELLS * distance
    return list(ENCODING.tensor(view)[at : at + SEAT_CELLS])


def counted(modules: list[int]) -> list[int]:
    """How many of each module; hidden ones are not counted."""
    return [modules.count(module) for module in range(MODULES)]


def marked(colonists: list[int]) -> list[int]:
    return [int(colonist in colonists) for colonist in range(COLONISTS)]


def test_shared_facts_stand_first() -> None:
    for view in some_views():
        row = list(ENCODING.tensor(view))
        assert len(row) == ENCODING.cells == len(ENCODING.cell_names())
        assert row[:SEATS] == [int(seat == view.seat) for seat in range(SEATS)]
        behind = (view.turn - view.seat) % SEATS
        assert row[SEATS : 2 * SEATS] == [int(distance == behind) for distance in range(SEATS)]
        phases = row[2 * SEATS : 2 * SEATS + len(PHASE_NAMES)]
        assert phases == [int(phase == view.phase) for phase in PHASE_NAMES]
        assert row[AT_OFFERED - 3 : AT_OFFERED] == [view.round, view.deck_size, int(view.is_draw)]
        assert row[AT_OFFERED:AT_OUT] == marked(view.offered)
        assert row[AT_OUT:AT_DRAWN] == marked(view.out)
        assert row[AT_DRAWN:AT_DECK] == counted([module for module, _ in view.drawn])
        assert row[AT_DECK:AT_GONE] == counted([module for module, _ in view.deck])
        assert row[AT_GONE:AT_SEATS] == counted([module for module, _ in view.gone])


def test_the_own_seat_comes_first_and_the_others_follow() -> None:
    for view in some_views():
        for distance in range(SEATS):
            seat = (view.seat + distance) % SEATS
            row = seat_row(view, distance)
            assert row[:3] == [view.omnium[seat], view.points[seat], len(view.hands[seat])]
            assert row[SEAT_ROLES:SEAT_HAND] == marked(view.possible[seat])
            assert row[SEAT_HAND:SEAT_COLONY] == counted(view.hands[seat])
            assert row[SEAT_COLONY:] == counted(view.colonies[seat])


def test_the_numbers_that_may_be_said_are_the_keys_of_what_is_legal() -> None:
    for position in random_play(GAME, "2").positions():
        state = position.state()
        for seat in range(SEATS):
            assert ENCODING.options(state, seat, ()) == numbered(ENCODING, state, seat)
            assert Encoding.options(ENCODING, state, seat, ()) == numbered(ENCODING, state, seat)


def test_numbers_without_a_bound_are_cut_at_the_highest_cell() -> None:
    written = GAME.write_observation(some_views()[0])
    written["players"][0]["omnium"] = 1_000_000
    row = ENCODING.tensor(GAME.read_observation(written))
    assert max(row) == 255
