"""Levels of test rooms can be played, and their scripts are kept to."""

import pytest
from tests.games.crossfire.scenes import plays

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.levels import LEVELS, Level, Scripted, find_level
from infoset_games.crossfire.policies import heuristic
from infoset_games.crossfire.units import ORDER, SIDE
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng


@pytest.mark.parametrize("level", LEVELS, ids=[level.name for level in LEVELS])
def test_a_level_can_be_played_to_its_end(level: Level) -> None:
    game = Crossfire(**level.options())
    for policy in (RandomPolicy(), heuristic()):
        states = plays(game, level.name, [policy, Scripted(level)])
        assert states[-1].result() is not None


def test_a_script_commands_its_units_round_by_round() -> None:
    level = find_level("target")
    game = Crossfire(**level.options())
    states = plays(game, "script", [RandomPolicy(), Scripted(level)])
    for state in states[2:5]:
        assert state.now is not None
        assert state.now.cells[ORDER + SIDE] == 3  # left, against its wall


def test_a_letter_that_is_no_command_now_is_passed_over() -> None:
    level = Level("early", "", find_level("target").map, 9, 0, ("U", "."))
    game = Crossfire(**level.options())
    state = game.start(game.deal(Rng("1")))
    state.apply({0: 0, 1: Scripted(level).choose(state, 1, Rng("1"))})
    code = Scripted(level).choose(state, 1, Rng("1"))
    assert code == state.legal(1).item(state.fallback(1))  # it cannot fire yet


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LookupError, match="level 'last': known are target, slides, crossing"):
        find_level("last")
