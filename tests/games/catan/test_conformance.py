"""The conformance kit over Catan and its variants.

The kit's check of sizes runs over a few plays here; over 200 it takes minutes.
"""

from collections.abc import Callable
from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.testing import GAME_CHECKS, PLAY_CHECKS, random_play
from infoset_games.testing.plays import Play
from infoset_games.testing.sizes import check_questions_are_small

PLAYS = 4
VARIANTS: list[dict[str, Any]] = [
    {"seats": 2, "target": 6},
    {"seats": 3, "target": 4, "trade_menu": "small", "public_discards": False},
    {"target": 4, "public_discards": False, "bank_public": False},
    {"target": 4, "bank_public": False, "friendly_robber": True, "rob_empty": True},
    {"round_limit": 3, "layout": "fully_random", "max_offers": 0},
]


@pytest.mark.parametrize("check", PLAY_CHECKS, ids=lambda check: check.__name__)
def test_catan_keeps_the_contract(check: Callable[[Play], None]) -> None:
    check(random_play(Catan(), "1"))


@pytest.mark.parametrize(
    "check",
    [check for check in GAME_CHECKS if check is not check_questions_are_small],
    ids=lambda check: check.__name__,
)
def test_catan_describes_itself_and_needs_no_other_process(
    check: Callable[[Catan], None],
) -> None:
    check(Catan(target=5))


def test_questions_are_small() -> None:
    check_questions_are_small(Catan(), PLAYS)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_variants_of_catan_keep_the_contract(options: dict[str, Any]) -> None:
    play = random_play(Catan(**options), "variant")
    for check in PLAY_CHECKS:
        check(play)
