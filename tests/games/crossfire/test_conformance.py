"""Crossfire keeps the contract of all games: presets, variants and many seeds."""

from collections.abc import Callable

import pytest

from infoset_games.build_info import is_compiled
from infoset_games.crossfire import Crossfire
from infoset_games.testing import (
    PLAY_CHECKS,
    check_events_rule_out_no_world,
    measure_sizes,
    parametrize,
    random_play,
)

SEEDS = 8 if is_compiled() else 3
TINY = """half_turn
DDDDD
D0DDD
DDDDD
DDDaD
DDDDD"""


@parametrize([Crossfire()], seeds=[f"standard {seed}" for seed in range(SEEDS)])
def test_crossfire_keeps_the_contract(check: Callable[[], None]) -> None:
    check()


@pytest.mark.parametrize(
    "game",
    [
        Crossfire(preset="mini", laser_stop="mountain", symmetry="diagonal"),
        Crossfire(preset="mini", recharge_min=1, recharge_max=4),
        Crossfire(preset="mini", recharge_min=9, recharge_max=9),
        Crossfire(preset="mini", mirror=True),
        Crossfire(map=TINY, recharge_min=1, recharge_max=2),
    ],
    ids=["mountain only", "quick", "slow", "mirror", "tiny"],
)
def test_variants_of_crossfire_keep_the_contract(game: Crossfire) -> None:
    for seed in range(3 if is_compiled() else 1):
        for check in PLAY_CHECKS:
            check(random_play(game, f"variant {seed}"))


def test_large_crossfire_keeps_the_contract() -> None:
    for check in PLAY_CHECKS:
        check(random_play(Crossfire(preset="large"), "large"))


def test_questions_stay_small_even_on_a_large_board() -> None:
    assert measure_sizes(Crossfire(preset="large"), plays=5).most < 8 * 1024


def test_what_a_seat_is_told_excludes_nothing_that_its_observation_allows() -> None:
    game = Crossfire(map=TINY, recharge_min=1, recharge_max=1)
    play = random_play(game, "exhaustive")
    assert check_events_rule_out_no_world(play, [play.deal], last_ply=4) >= 4
