"""Every search under one signature, quick enough for tests, and the plays they are asked in."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from infoset.turn import Match, Slot, Turn
from infoset_bots.search.decision import Decision, Question
from infoset_bots.search.decoupled_uct import DecoupledUct
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.maxn import maxn
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_bots.search.naive_sampling import NaiveSampling
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_bots.search.simulator import LocalSimulator
from infoset_bots.search.simultaneous import SimultaneousSearch
from infoset_games.choices import write_decision
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, OVER, State
from infoset_games.game import Game
from infoset_games.policy_registry import default_policy, make_evaluation, make_policy
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc

Searcher = Callable[[Question, Rng], Decision]


def playout(game: str, policy: str | None = None, horizon: int = 0) -> Playout:
    name = default_policy(game) if policy is None else policy
    return Playout(make_policy(game, name), Rewards(), make_evaluation(game), horizon)


def simulator(asked: Question, rng: Rng, horizon: int = 0) -> LocalSimulator:
    """Simulates with the rules here, by a seed that `rng` draws."""
    return LocalSimulator(asked, playout(asked.game.name, horizon=horizon), int(rng.word()))


def uct(asked: Question, rng: Rng, depth: int = 1, *, is_mutual: bool = False) -> Decision:
    """Decoupled UCT, four playouts in each world."""
    made = simulator(asked, rng)
    return SimultaneousSearch(made, DecoupledUct(made.choices()), 4, depth, is_mutual).decide(10)


def naive(asked: Question, rng: Rng) -> Decision:
    """Naive sampling, one playout in each world."""
    made = simulator(asked, rng)
    return SimultaneousSearch(made, NaiveSampling(made.choices()), 2).decide(10)


SEARCHES: Final[dict[str, Searcher]] = {
    "monte_carlo": lambda asked, rng: monte_carlo(simulator(asked, rng), 3),
    "ismcts": lambda asked, rng: ismcts(simulator(asked, rng), 12),
    "ismcts_in_batches": lambda asked, rng: ismcts(simulator(asked, rng), 12, batch=5),
    "mo_ismcts": lambda asked, rng: mo_ismcts(simulator(asked, rng), 12),
    "maxn": lambda asked, rng: maxn(asked, rng, make_evaluation(asked.game.name), 2, 2),
    "uct": uct,
    "uct_mutual": lambda asked, rng: uct(asked, rng, 3, is_mutual=True),
    "naive": naive,
}


def games() -> list[Game]:
    """The toys in every shape, a small Colonizers, and whatever else is installed."""
    others = [
        make_game(name)
        for name in known_games()
        if name not in ("ambush", "leduc", "colonizers", "catan")
    ]
    return [Leduc(), Ambush(), Ambush(seats=3, fields=3, rounds=2), Colonizers(colony=2), *others]


def ask(game: Game, state: State, seat: int) -> Question:
    return Question(game, state.observe(seat), seat)


def decisions(game: Game, seed: str) -> Iterator[tuple[State, int]]:
    """Every decision of a random play: the state and a seat to act in it."""
    rng = Rng(seed)
    state = game.start(game.deal(rng))
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            state.move(state.sample_chance(rng))
            continue
        for seat in state.to_act():
            yield state, seat
        state.apply({seat: state.legal(seat).draw(rng) for seat in state.to_act()})


def make_turn(game: Game, state: State, seat: int, **changes: Any) -> Turn:
    """The turn as a bot is shown it over the wire."""
    written = write_decision(game, state, seat)
    legal = written["legal"]
    fields: dict[str, Any] = {
        "match": Match("m_1", game.name, game.rules, seat, engine=game),
        "decision": 1,
        "kind": written["kind"],
        "n": written["n"],
        "actions": legal.get("actions", []),
        "slots": [Slot(slot["slot"], slot["options"]) for slot in legal.get("slots", [])],
        "plain_observation": game.write_observation(state.observe(seat)),
    }
    return Turn(**(fields | changes))


def statistics(decision: Decision) -> tuple[object, ...]:
    """All that a decision says, to be compared."""
    arms = [(arm.action, arm.index, arm.visits, arm.value) for arm in decision.arms]
    return (decision.action, decision.index, decision.work, arms)
