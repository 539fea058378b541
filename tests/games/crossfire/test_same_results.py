"""Equal seeds give equal plays, worlds and decisions for ever: stored matches and searches replay as they were.

The hashes are of the rules as sets of Python's numbers once had them. Whoever makes them faster changes none;
a wanted change of behaviour names the hashes that it changes.
"""

import hashlib
import json

import pytest

from infoset_bots.search.decision import Question
from infoset_bots.search.decoupled_uct import DecoupledUct
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.simulator import LocalSimulator
from infoset_bots.search.simultaneous import SimultaneousSearch
from infoset_games.core import Json
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.policies import Survivor
from infoset_games.crossfire.state import CrossfireState
from infoset_games.evaluation import PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng

KINDS: dict[str, dict[str, Json]] = {
    "mini": {"preset": "mini"},
    "standard": {},
    "large": {"preset": "large"},
    "far beams": {"preset": "mini", "laser_stop": "mountain"},
    "quick shots": {"preset": "mini", "recharge_min": 1, "recharge_max": 2},
    "mirror": {"preset": "mini", "mirror": True},
}
POLICIES: dict[str, Policy] = {"random": RandomPolicy(), "heuristic": Survivor()}

PLAYS: dict[tuple[str, str], str] = {
    ("mini", "random"): "2df99cafbb3d42a7",
    ("mini", "heuristic"): "af8021b8f2b940a0",
    ("standard", "random"): "b1b81da59c92f924",
    ("standard", "heuristic"): "6615b8b4928dda2e",
    ("large", "random"): "be10fb802474f0bc",
    ("large", "heuristic"): "1e1ee57463b0d2c4",
    ("far beams", "random"): "33eb4f3f8c9b378b",
    ("far beams", "heuristic"): "a334918a692150c2",
    ("quick shots", "random"): "f3ab78471bb10da7",
    ("quick shots", "heuristic"): "2258d3f01e996802",
    ("mirror", "random"): "ea03c9d50b718d20",
    ("mirror", "heuristic"): "00b39d9e8c7e88f5",
}
DECISIONS: dict[tuple[str, int], str] = {
    ("mini", 1): "68ab3d8b9b1874ee",
    ("mini", 2): "2c1a4c9c91477ab9",
    ("standard", 1): "c60c71c59f3900d9",
    ("standard", 2): "1a31e457e1fc71c8",
}


def told(game: Crossfire, policy: Policy, seed: str) -> str:
    """A hash of a play, of what each seat may know on the way, and of worlds drawn from that."""
    found = hashlib.sha256()

    def note(value: Json) -> None:
        found.update(json.dumps(value, sort_keys=True).encode())

    state = game.start(game.deal(Rng(seed, "deal")))
    rng, drawing = Rng(seed, "play"), Rng(seed, "worlds")
    while state.to_act():
        state.apply({seat: policy.choose(state, seat, rng) for seat in state.to_act()})
        for seat in range(game.seats):
            view = state.observe(seat)
            written = game.write_observation(view)
            note(written)
            if state.round() % 3 == 0:
                again = game.read_observation(written) if seat == 0 else view
                note(game.determinize(again, drawing).to_plain())
    note(state.to_plain())
    note([int(rng.word()), int(drawing.word())])
    return found.hexdigest()[:16]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", KINDS)
def test_plays_and_worlds_are_the_same(kind: str, policy: str) -> None:
    game = Crossfire(**KINDS[kind])
    assert told(game, POLICIES[policy], "same results") == PLAYS[kind, policy]


def decisions(game: Crossfire, depth: int, is_mutual: bool) -> list[Json]:
    """What a seat that searches decides at the turns of a play of the heuristic, with all that it has tried."""
    state: CrossfireState = game.start(game.deal(Rng("same decisions")))
    rng = Rng("same decisions", "play")
    found: list[Json] = []
    playout = Playout(Survivor(), Rewards(), PointsEvaluation())
    while state.to_act():
        if 0 in state.to_act() and state.round() % 4 == 1:
            simulator = LocalSimulator(Question(game, state.observe(0), 0), playout, len(found))
            rule = DecoupledUct(simulator.choices())
            made = SimultaneousSearch(simulator, rule, 10, depth, is_mutual).decide(30)
            found.append([made.action, [[a.action, a.visits, a.value] for a in made.arms]])
        state.apply({seat: Survivor().choose(state, seat, rng) for seat in state.to_act()})
    return found


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("kind", ["mini", "standard"])
def test_decisions_are_the_same(kind: str, depth: int) -> None:
    found = decisions(Crossfire(**KINDS[kind]), depth, depth > 1)
    assert len(found) > 2
    text = json.dumps(found)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == DECISIONS[kind, depth]
