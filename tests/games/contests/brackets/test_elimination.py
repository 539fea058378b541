"""Schedules of knock-out brackets, by heart and as they are.

After a wanted change rewrite them and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/contests/brackets/test_elimination.py
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from infoset_games.contests.brackets.elimination import (
    double_elimination,
    seeding,
    single_elimination,
)
from infoset_games.contests.brackets.schedule import Entrant, LoserOf, Schedule, WinnerOf

GOLDEN = Path(__file__).parents[3] / "golden" / "brackets.txt"
SIZES = range(3, 34)
TOLD = (3, 6, 8)
each_kind = pytest.mark.parametrize("make", [single_elimination, double_elimination])


def test_the_golden_schedules_are_made_the_same() -> None:
    made = "\n\n".join(
        f"{kind} elimination of {players}\n{make(players).text()}"
        for players in TOLD
        for kind, make in (("Single", single_elimination), ("Double", double_elimination))
    )
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text(made + "\n", encoding="utf-8")
    assert made.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_best_two_meet_at_last_and_the_best_four_not_before() -> None:
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    order = seeding(32)
    halves = [set(order[:16]), set(order[16:])]
    assert sorted(len(half & {0, 1}) for half in halves) == [1, 1]
    quarters = [set(order[at : at + 8]) for at in range(0, 32, 8)]
    assert all(len(quarter & {0, 1, 2, 3}) == 1 for quarter in quarters)


@pytest.mark.parametrize("players", SIZES)
def test_there_are_as_many_pairings_as_defeats(players: int) -> None:
    assert len(single_elimination(players).pairings) == players - 1
    assert len(double_elimination(players).pairings) == 2 * players - 1  # the last if needed


@each_kind
@pytest.mark.parametrize("players", SIZES)
def test_sides_come_from_pairings_before_and_everybody_comes_in_once(
    players: int, make: Callable[[int], Schedule]
) -> None:
    pairings = make(players).pairings
    entered = [
        side.seed for pairing in pairings for side in pairing.sides if isinstance(side, Entrant)
    ]
    assert sorted(entered) == list(range(players))
    for pairing in pairings:
        for side in pairing.sides:
            if isinstance(side, WinnerOf | LoserOf):
                assert side.pairing < pairing.number
    names = [pairing.name for pairing in pairings]
    assert len(set(names)) == len(names)


@each_kind
@pytest.mark.parametrize("players", SIZES)
def test_the_best_have_the_byes(players: int, make: Callable[[int], Schedule]) -> None:
    size = 1 << (players - 1).bit_length()
    first = [pairing for pairing in make(players).pairings if pairing.name.startswith("W1")]
    playing = {
        side.seed for pairing in first for side in pairing.sides if isinstance(side, Entrant)
    }
    assert playing == set(range(size - players, players))


@pytest.mark.parametrize("players", [-1, 0, 1, 1_025])
@each_kind
def test_no_bracket_for_nobody_or_for_all(make: Callable[[int], Schedule], players: int) -> None:
    with pytest.raises(ValueError, match=r"players: expected 2\.\.1024"):
        make(players)
