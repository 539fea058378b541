"""Every row of the table of collisions, and that the answer depends on nothing but the position."""

from collections.abc import Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8
from tests.games.crossfire.scenes import SIZE, Scene, Square, board_of

from infoset_games.crossfire.collisions import blocked_movers
from infoset_games.crossfire.units import ALIVE, SQUARE, UNITS, no_units

BLANK = vec[u8]([0] * (SIZE * SIZE))


def blocked(*movers: tuple[Square, Square | None]) -> list[int]:
    """The numbers of the blocked ones among (where from, where to or None)."""
    cells, targets = no_units(), vec[i64]([-1] * UNITS)
    for unit, (square, target) in enumerate(movers):
        cells[ALIVE + unit] = 1
        cells[SQUARE + unit] = square[0] * SIZE + square[1]
        if target is not None:
            targets[unit] = target[0] * SIZE + target[1]
    mask = int(blocked_movers(cells, targets, BLANK))
    return [unit for unit in range(len(movers)) if mask >> unit & 1]


A, B, C, D, E = (5, 1), (5, 2), (5, 3), (5, 4), (5, 5)


def test_a_train_of_any_length_moves_when_its_head_leaves_freely() -> None:
    assert blocked((A, B), (B, C)) == []
    assert blocked((A, B), (B, C), (C, D), (D, E)) == []


@pytest.mark.parametrize("around", [1, 2])
def test_a_rotating_ring_of_four_or_more_moves(around: int) -> None:
    ring = [(3, column) for column in range(3, 4 + around)]
    ring += [(4, column) for column in range(3 + around, 2, -1)]
    targets = [*ring[1:], ring[0]]
    assert len(ring) == 2 * around + 2
    assert blocked(*zip(ring, targets, strict=True)) == []


def test_two_that_would_change_places_stay_and_everybody_behind_them_too() -> None:
    assert blocked((B, C), (C, B)) == [0, 1]
    assert blocked((A, B), (B, C), (C, B), (D, C), (E, D)) == [0, 1, 2, 3, 4]


def test_two_that_want_one_square_block_a_third_that_wants_the_square_of_one_of_them() -> None:
    assert blocked((B, C), (D, C), (A, B)) == [0, 1, 2]


def test_a_unit_that_slides_into_a_standing_one_stops_beside_it_and_leaves_it_alone() -> None:
    scene = Scene([(5, 1)], [(5, 4), (8, 8)], board_of({(4, 4): "M"}, base="G"))
    scene.play("r", "ul")
    assert scene.at(0, 0) == (5, 2)
    scene.play("", "u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 3), "right")
    scene.play("", "u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 3), "idle")
    assert scene.at(1, 0) == (5, 4)


def test_a_unit_blocked_in_mid_slide_can_be_steered_in_the_next_round() -> None:
    scene = Scene([(5, 1), (5, 4)], [(9, 9)], board_of({(4, 4): "M"}, base="G"))
    scene.play("ru", "U").play("u").play("u")
    assert (scene.at(0, 0), scene.motion(0, 0)) == ((5, 3), "idle")
    scene.play("du", "")
    assert scene.at(0, 0) == (6, 3)


def test_a_unit_that_aims_at_a_firing_one_is_blocked_and_the_shot_falls() -> None:
    scene = Scene([(5, 1), (8, 1)], [(5, 2), (1, 2)])
    scene.play("r.", "Uu")
    assert scene.at(0, 0) == (5, 1)
    assert not scene.lives(1, 1)  # the shot went up the column, into its own comrade


def test_a_unit_blocked_on_a_doomed_square_dies_by_the_reduction() -> None:
    scene = Scene([(5, 5), (5, 0)], [(8, 8), (5, 1)], number=5)
    scene.play("ur", "ul")
    assert not scene.lives(0, 1)
    assert scene.at(0, 1) == (5, 0)
    assert scene.lives(1, 1)


def test_a_collision_never_destroys_anybody() -> None:
    scene = Scene([(5, 1), (5, 3), (4, 2), (6, 2)], [(9, 9)])
    scene.play("rldu", "u")
    assert len(scene.squares(0)) == 4


def orders_of(units: Sequence[int]) -> list[list[int]]:
    return [list(units), list(reversed(units)), [*units[1:], units[0]]]


def test_the_answer_does_not_depend_on_the_order_of_the_units() -> None:
    movers = [(A, B), (B, C), (C, B), (D, (4, 4)), ((3, 4), (4, 4)), ((4, 5), (4, 4)), (E, D)]
    wanted = {movers[unit] for unit in blocked(*movers)}
    for order in orders_of(range(len(movers))):
        shuffled = [movers[unit] for unit in order]
        assert {shuffled[unit] for unit in blocked(*shuffled)} == wanted


def test_a_conflict_counts_even_if_one_of_two_rivals_is_held_back_by_something_else() -> None:
    # B and D want C; B is also half of a swap with nobody's help: rivals are found first.
    assert blocked((B, C), (D, C), (C, B)) == [0, 1, 2]
