"""What each modifier of the thesis rewrites, and that they stack."""

from dataclasses import replace
from itertools import permutations

import pytest

from infoset_bots.catan.modifiers import MODIFIERS, ModifiersError, modified, read_modifiers
from infoset_bots.catan.weights import LEGACY, TEXT, Weights


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("early_expansion", {"early_road": 7, "early_spot": 5}),
        ("favour_wood", {"wood_card": 2, "wood_roll": 3}),
        ("favour_brick", {"brick_card": 2, "brick_roll": 3}),
        ("favour_sheep", {"sheep_card": 2, "sheep_roll": 3}),
        ("favour_wheat", {"wheat_card": 2, "wheat_roll": 3}),
        ("favour_ore", {"ore_card": 2, "ore_roll": 3}),
        ("development_cards", {"sheep_roll": 3, "wheat_roll": 3, "ore_roll": 3, "played_dev": 3}),
        ("ignore_ports", {"any_harbour": 0, "own_harbour": 0, "harbour": -50}),
    ],
)
def test_each_modifier_rewrites_its_entries_and_no_others(
    name: str, changes: dict[str, float]
) -> None:
    assert modified(TEXT, [name]) == replace(TEXT, **changes)  # type: ignore[arg-type]


def test_without_modifiers_nothing_changes() -> None:
    assert modified(TEXT, []) is TEXT


def test_favours_take_the_place_of_the_programs_brick_and_ore() -> None:
    favoured = modified(LEGACY, ["favour_wheat", "favour_ore"])
    assert favoured == replace(
        LEGACY, brick_card=0, wheat_card=2, ore_card=2, wheat_roll=3, ore_roll=3
    )


def test_early_expansion_doubles_the_places_to_settle() -> None:
    def worth(weights: Weights) -> float:
        return weights.spot + weights.early_spot

    assert worth(modified(TEXT, ["early_expansion"])) == 2 * worth(TEXT)
    assert worth(modified(LEGACY, ["early_expansion"])) == 0  # the program never counts them


def test_all_modifiers_stack_in_any_order() -> None:
    some = ("early_expansion", "favour_sheep", "development_cards", "ignore_ports")
    together = modified(TEXT, some)
    assert together.sheep_roll == 6
    assert together.early_road == 7
    assert together.harbour == -50
    for order in permutations(some):
        one_by_one = TEXT
        for name in order:
            one_by_one = modified(one_by_one, [name])
        assert one_by_one == together


def test_names_are_read_from_text_and_from_lists() -> None:
    wanted = ("early_expansion", "ignore_ports")
    assert read_modifiers("ignore_ports+early_expansion") == wanted
    assert read_modifiers(["ignore_ports", "early_expansion", "ignore_ports"]) == wanted
    assert read_modifiers("") == ()
    assert read_modifiers(MODIFIERS) == MODIFIERS


@pytest.mark.parametrize("asked", ["early", "early_expansion,ignore_ports", ["wood"], [3]])
def test_an_unknown_name_is_told_with_those_that_exist(asked: str | list[object]) -> None:
    with pytest.raises(ModifiersError, match=r"names joined by \+, of early_expansion, .*, got "):
        read_modifiers(asked)
