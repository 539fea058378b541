"""The bot for simultaneous decisions made of many slots; it plays every game.

infoset bot infoset_bots.search.simultaneous_bot --param iterations=500 --seek crossfire
"""

from collections.abc import Sequence
from typing import Final

from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.decoupled_uct import EXPLORATION, DecoupledUct
from infoset_bots.search.naive_sampling import NEW_SHARE, RANDOM_SHARE, NaiveSampling
from infoset_bots.search.rewards import FOUR_PLACES
from infoset_bots.search.search_bot import MOST_WORK, PlayoutBot, read_count, read_number
from infoset_bots.search.simulator import LocalSimulator, Simulator
from infoset_bots.search.simultaneous import DEPTH, ITERATIONS, PLAYOUTS, SimultaneousSearch
from infoset_bots.search.slot_rule import SlotRule
from infoset_games.rng import Rng

RULES: Final = ("uct", "naive")
OTHERS: Final = ("policy", "search")
MOST_DEPTH: Final = 1_000
MOST_EXPLORATION: Final = 100.0


class SimultaneousBot(PlayoutBot):
    """Searches by `iterations`, `playouts` of them for each world it draws; see PlayoutBot for the rest.

    `rule` is how slots choose: `uct` (`c` weighs exploration) or `naive` (`new` and `random` are
    its shares). `depth` counts the plies that are searched, `others` says whether other seats follow
    the policy there or search too.
    """

    def __init__(
        self,
        *,
        iterations: int | None = None,
        playouts: int = PLAYOUTS,
        rule: str = "uct",
        c: float = EXPLORATION,
        new: float = NEW_SHARE,
        random: float = RANDOM_SHARE,
        depth: int = DEPTH,
        others: str = "policy",
        policy: str = "",
        rewards: str | Sequence[float] = FOUR_PLACES,
        horizon: int = 0,
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(
            policy=policy, rewards=rewards, horizon=horizon, habits=habits, time_ms=time_ms
        )
        self.iterations = self.work("iterations", iterations, ITERATIONS)
        self.playouts = read_count("playouts", playouts, 1, MOST_WORK)
        self.rule = read_word("rule", rule, RULES)
        self.exploration = read_number("c", c, 0, MOST_EXPLORATION)
        self.new_share = read_number("new", new, 0, 1)
        self.random_share = read_number("random", random, 0, 1)
        self.depth = read_count("depth", depth, 1, MOST_DEPTH)
        self.is_mutual = read_word("others", others, OTHERS) == "search"

    def search(self, simulator: Simulator, out_of_time: OutOfTime) -> Decision:
        assert isinstance(simulator, LocalSimulator)
        rule = self.make_rule(simulator.choices())
        search = SimultaneousSearch(simulator, rule, self.playouts, self.depth, self.is_mutual)
        return search.decide(self.iterations, out_of_time)

    def make_rule(self, rng: Rng) -> SlotRule:
        """The rule that `rule` names."""
        if self.rule == "uct":
            return DecoupledUct(rng, self.exploration)
        return NaiveSampling(rng, self.new_share, self.random_share)


def read_word(name: str, value: str, known: Sequence[str]) -> str:
    """Checks one of the known words. Raises ValueError naming the parameter."""
    if value not in known:
        raise ValueError(f"{name}: expected one of {', '.join(known)}, got {value!r}")
    return value
