"""Steps 5 to 9: players that try their actions in sampled worlds, one ply deep or to the end."""

import math
from typing import ClassVar

import infoset
from infoset_bots.cookbook.positions import (
    Guess,
    candidates,
    new_rng,
    play,
    returns_after,
    tell,
)
from infoset_games.core import State
from infoset_games.evaluation import Evaluation, PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng


class Sampling(infoset.Bot):
    """Tries each of its actions in `worlds` that agree with what its seat knows; takes the best mean."""

    worlds: ClassVar[int] = 8
    joint_orders: ClassVar[int] = 24  # tried where there are too many for all

    def __init__(self) -> None:
        self.evaluation: Evaluation = PointsEvaluation()
        self.policy: Policy = RandomPolicy()

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        worlds = [turn.determinize(rng) for _ in range(self.worlds)]
        chosen = self.looked_at(turn, worlds[0], rng)
        totals = [0.0] * len(chosen)
        for world in worlds:
            luck = f"{self.rng.getrandbits(64):016x}"  # the same for all, or the luckiest would win
            for number, index in enumerate(chosen):
                totals[number] += self.try_out(world.copy(), turn, index, Rng(luck))
        means = [total / len(worlds) for total in totals]
        tell(turn, dict(zip(chosen, means, strict=True)))
        return chosen[means.index(max(means))]

    def try_out(self, world: State, turn: infoset.Turn, index: int, rng: Rng) -> float:
        """The worth of the action at `index` in this world, which may be changed."""
        raise NotImplementedError

    def guess(self, turn: infoset.Turn) -> Guess:
        """What a rule of thumb would do: it is tried, too, and done unless something looks better."""
        return None

    def looked_at(self, turn: infoset.Turn, world: State, rng: Rng) -> list[int]:
        """The positions of the actions to try, the guess first: of equals the first one is taken."""
        return candidates(world, turn.seat, rng, self.joint_orders, self.guess(turn))


class Lookahead(Sampling):
    """Steps 5 and 6: looks at the position after its action, as `evaluation` sees it."""

    def try_out(self, world: State, turn: infoset.Turn, index: int, rng: Rng) -> float:
        play(world, turn.seat, world.legal(turn.seat).item(index), self.policy, rng)
        values = [self.evaluation.value(world, seat) for seat in range(turn.match.seats)]
        own = values.pop(turn.seat)
        return own - sum(values) / len(values)


class Playouts(Sampling):
    """Steps 7 and 8: plays on with `policy` on every seat, at most `horizon` plies."""

    horizon: ClassVar[int] = 200

    def try_out(self, world: State, turn: infoset.Turn, index: int, rng: Rng) -> float:
        play(world, turn.seat, world.legal(turn.seat).item(index), self.policy, rng)
        policies = [self.policy] * turn.match.seats
        return returns_after(world, policies, self.evaluation, self.horizon, rng)[turn.seat]


class Bandit(Playouts):
    """Step 9: does not try all actions equally often, but rather those that look good (UCB1).

    P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002.
    """

    tries: ClassVar[int] = 160
    curiosity: ClassVar[float] = 0.7

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        world = turn.determinize(rng)
        chosen = self.looked_at(turn, world, rng)
        counts, totals = [0] * len(chosen), [0.0] * len(chosen)
        for tried in range(max(self.tries, len(chosen))):
            arm = tried if tried < len(chosen) else self._most_promising(counts, totals, tried)
            totals[arm] += self.try_out(turn.determinize(rng), turn, chosen[arm], rng)
            counts[arm] += 1
        means = [total / count for total, count in zip(totals, counts, strict=True)]
        tell(turn, dict(zip(chosen, means, strict=True)))
        return chosen[counts.index(max(counts))]

    def _most_promising(self, counts: list[int], totals: list[float], tried: int) -> int:
        """The highest upper confidence bound: a good mean, or few tries."""
        log = math.log(tried)
        bounds = [
            total / count + self.curiosity * math.sqrt(log / count)
            for total, count in zip(totals, counts, strict=True)
        ]
        return bounds.index(max(bounds))
