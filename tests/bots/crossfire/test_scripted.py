"""The enemy of the lessons at the table."""

import random

import pytest
from tests.bots.search.searches import make_turn

from infoset.turn import Match
from infoset_bots.crossfire.scripted import ScriptedBot
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.levels import LEVELS, Level, Scripted
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_the_scripted_bot_plays_what_the_script_says(level: Level) -> None:
    game = Crossfire(**level.options())
    bot = ScriptedBot()
    bot.rng = random.Random(1)
    rng = Rng("lesson", level.name)
    state = game.start(game.deal(rng))
    match = Match("m_1", game.name, game.rules, 1, options=game.options(), engine=game)
    asked = 0
    while state.to_act():
        joint = {seat: RandomPolicy().choose(state, seat, rng) for seat in state.to_act()}
        if 1 in joint:
            asked += 1
            wanted = Scripted(level).choose(state, 1, rng)
            answer = bot.decide(make_turn(game, state, 1, match=match))
            joint[1] = state.legal(1).item(answer)
            assert joint[1] == wanted
        state.apply(joint)
    assert asked > 2


def test_on_a_map_without_a_lesson_the_fallback_is_played() -> None:
    game = Crossfire(preset="mini")
    state = game.start(game.deal(Rng("no lesson")))
    turn = make_turn(game, state, 1, fallback=5)
    assert ScriptedBot().decide(turn) == 5
