"""The conformance kit: run it over a game to prove that it keeps the contract and its secrets.

    from infoset_games.testing import parametrize

    @parametrize([Hexes(), Hexes(size=3)])
    def test_hexes_keeps_the_contract(check):
        check()

Without pytest, `check_game(Hexes())` raises ConformanceError at the first fault. Whether worlds are
uniform is checked separately, against enumeration: `check_worlds_are_uniform`.
"""

from infoset_games.testing.exhaustive import (
    check_events_rule_out_no_world,
    check_worlds_are_uniform,
    walk_information_sets,
)
from infoset_games.testing.plays import ConformanceError, Play, Position, random_play
from infoset_games.testing.sizes import Sizes, measure_sizes
from infoset_games.testing.suite import (
    GAME_CHECKS,
    PLAY_CHECKS,
    cases,
    check_game,
    parametrize,
)

__all__ = [
    "GAME_CHECKS",
    "PLAY_CHECKS",
    "ConformanceError",
    "Play",
    "Position",
    "Sizes",
    "cases",
    "check_events_rule_out_no_world",
    "check_game",
    "check_worlds_are_uniform",
    "measure_sizes",
    "parametrize",
    "random_play",
    "walk_information_sets",
]
