"""The house bots as bots: what they do with a turn, and that the manifest names them all."""

import random
import sys
from collections.abc import Callable

import pytest

from infoset.bot import Bot
from infoset.loading import load_bot
from infoset.turn import Match, Slot, Turn
from infoset_bots.catan.heuristic_trader import HeuristicTrader
from infoset_bots.catan.mini_mid_max_bot import MiniMidMaxBot
from infoset_bots.catan.minimax_bot import MinimaxBot
from infoset_bots.catan.random_bot import RandomByKindBot
from infoset_bots.catan.rollout_bot import RolloutBot
from infoset_bots.catan.trader_bot import TraderBot
from infoset_bots.colonizers.heuristic import Heuristic
from infoset_bots.colonizers.heuristic_legacy import HeuristicLegacy
from infoset_bots.crossfire.scripted import ScriptedBot
from infoset_bots.heuristic_bot import HeuristicBot
from infoset_bots.policy_bot import PolicyBot
from infoset_bots.random_bot import RandomBot
from infoset_bots.search.ismcts_bot import IsmctsBot
from infoset_bots.search.ismcts_mo_bot import IsmctsMoBot
from infoset_bots.search.maxn_bot import MaxnBot
from infoset_bots.search.maxn_legacy_bot import MaxnLegacyBot
from infoset_bots.search.monte_carlo_bot import MonteCarloBot
from infoset_bots.search.simultaneous_bot import SimultaneousBot
from infoset_bots.streams import open_stream
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, OVER
from infoset_games.policy_registry import UnknownPolicyError, make_policy
from infoset_games.rng import Rng
from infoset_server.programs.manifest import SHIPPED_BOTS, read_manifest

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


@pytest.mark.parametrize(
    ("make", "policy"),
    [
        (Heuristic, "heuristic"),
        (HeuristicBot, "heuristic"),
        (HeuristicLegacy, "heuristic_legacy"),
        (lambda: PolicyBot(policy="heuristic_open"), "heuristic_open"),
    ],
)
def test_a_policy_bot_does_what_its_policy_does(make: Callable[[], Bot], policy: str) -> None:
    bot, same = make(), random.Random(7)
    bot.rng = random.Random(7)
    wanted = make_policy("colonizers", policy)
    asked = turns("reading")
    assert {turn.kind for turn in asked} == {"pick", "draw", "discard", "power", "build"}
    for turn in asked:
        rng = open_stream(same)
        world = turn.determinize(rng)
        action = wanted.choose(world, turn.seat, rng)
        assert world.legal(turn.seat).item(bot.decide(turn)) == action


def test_a_policy_bot_says_which_policies_there_are() -> None:
    with pytest.raises(UnknownPolicyError, match="known: random, heuristic"):
        PolicyBot(policy="greedy").decide(turns("unknown")[0])


def test_the_shipped_manifest_starts_the_house_bots() -> None:
    started = {}
    for entry in read_manifest(SHIPPED_BOTS, folder=None):
        python, *options, target = entry.argv()
        assert (python, options[:3]) == (sys.executable, ["-m", "infoset", "bot"])
        started[entry.name] = load_bot(target)
    assert started == {
        "random": RandomBot,
        "heuristic": HeuristicBot,
        "heuristic_trader": HeuristicTrader,
        "heuristic_legacy": HeuristicLegacy,
        "monte_carlo": MonteCarloBot,
        "ismcts": IsmctsBot,
        "ismcts_mo": IsmctsMoBot,
        "maxn": MaxnBot,
        "maxn_legacy": MaxnLegacyBot,
        "simultaneous": SimultaneousBot,
        "scripted": ScriptedBot,
        "minimax": MinimaxBot,
        "mini_mid_max": MiniMidMaxBot,
        "random_by_kind": RandomByKindBot,
        "ismcts_catan": RolloutBot,
        "trader": TraderBot,
    }


def test_bots_of_some_games_are_offered_for_those_only() -> None:
    entries = read_manifest(SHIPPED_BOTS, folder=None)
    anywhere = [entry.name for entry in entries if entry.plays("another")]
    assert anywhere == ["random", "monte_carlo", "ismcts", "ismcts_mo", "maxn", "simultaneous"]
    games = {entry.name: entry.games for entry in entries}
    assert games["heuristic_legacy"] == games["maxn_legacy"] == ("colonizers",)
    assert games["scripted"] == ("crossfire",)
    assert games["minimax"] == games["mini_mid_max"] == games["random_by_kind"] == ("catan",)
    assert {"colonizers", "crossfire"} <= set(games["heuristic"] or ())
