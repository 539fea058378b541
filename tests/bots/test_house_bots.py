"""The house bots as bots: what they do with a turn, and that the manifest names them all."""

import random
import sys

import pytest

from infoset.bot import Bot
from infoset.loading import load_bot
from infoset.turn import Match, Slot, Turn
from infoset_bots.colonizers.heuristic import Heuristic
from infoset_bots.colonizers.heuristic_legacy import HeuristicLegacy
from infoset_bots.colonizers.rules_of_thumb import choose
from infoset_bots.random_bot import RandomBot
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, OVER
from infoset_games.rng import Rng
from infoset_server.app import SHIPPED_BOTS
from infoset_server.manifest import read_manifest

MATCH = Match("m_1", "any", "any/1.0", 0)


def test_the_random_bot_draws_every_legal_position() -> None:
    bot = RandomBot()
    bot.rng = random.Random(1)
    turn = Turn(MATCH, 1, "main", 3, [["a"], ["b"], ["b"]])
    assert {bot.decide(turn) for _ in range(100)} == {0, 1, 2}


def test_the_random_bot_answers_a_joint_order_too_large_for_an_index() -> None:
    bot = RandomBot()
    bot.rng = random.Random(1)
    slots = [Slot("u0", [["stay"], ["hit"]]), Slot("u1", [["stay"], ["go", 1], ["go", 2]])]
    turn = Turn(MATCH, 1, "orders", None, slots=slots)
    assert {tuple(bot.decide(turn)) for _ in range(200)} == {
        (first, second) for first in range(2) for second in range(3)
    }


def turns(seed: str) -> list[Turn]:
    """Every turn of a random match of Colonizers, as a bot is shown it over the wire."""
    game, chance = Colonizers(), Rng(seed)
    state = game.start(game.deal(chance))
    seen: list[Turn] = []
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            state.move(state.sample_chance(chance))
            continue
        codes = [int(state.legal_item(i)) for i in range(int(state.legal_size()))]
        match = Match("m_1", game.name, game.rules, mover, engine=game)
        plain = game.write_observation(state.observe(mover))
        actions = [game.write_action(state, mover, code) for code in codes]
        seen.append(
            Turn(match, len(seen), state.kind(mover), len(codes), actions, plain_observation=plain)
        )
        state.move(codes[chance.below(len(codes))])
    return seen


@pytest.mark.parametrize(("kind", "legacy"), [(Heuristic, False), (HeuristicLegacy, True)])
def test_the_heuristic_bots_apply_their_reading_of_the_rules(kind: type[Bot], legacy: bool) -> None:
    bot = kind()
    bot.rng = random.Random(7)
    same = random.Random(7)
    asked = turns("reading")
    assert {turn.kind for turn in asked} == {"pick", "draw", "discard", "power", "build"}
    for turn in asked:
        wanted = choose(turn.observation, turn.actions, same, legacy=legacy)
        assert bot.decide(turn) == wanted


def test_the_shipped_manifest_starts_the_house_bots() -> None:
    started = {}
    for entry in read_manifest(SHIPPED_BOTS, folder=None):
        python, *options, target = entry.argv()
        assert (python, options) == (sys.executable, ["-m", "infoset", "bot"])
        started[entry.name] = load_bot(target)
    assert started == {
        "random": RandomBot,
        "heuristic": Heuristic,
        "heuristic_legacy": HeuristicLegacy,
    }


def test_the_heuristics_are_offered_for_their_game_only() -> None:
    entries = read_manifest(SHIPPED_BOTS, folder=None)
    assert [entry.name for entry in entries if entry.plays("another")] == ["random"]
    assert all(entry.plays("colonizers") for entry in entries)
