"""Naive sampling: whole actions that were good, and now and then one put together from good parts. Compiled.

S. Ontanon, "The combinatorial multi-armed bandit problem and its application to real-time strategy games",
AIIDE 2013. It supposes naively that what an action brings is the sum of what its options bring, and uses that
only to find actions worth a try; which one is played is decided between whole actions.
"""

from typing import Final, final

from infoset_bots.search.slot_node import SlotNode, Tally
from infoset_bots.search.slot_rule import SlotRule
from infoset_bots.search.slots import Form
from infoset_games.rng import Rng

NEW_SHARE: Final = 0.4
RANDOM_SHARE: Final = 0.3


@final
class NaiveSampling(SlotRule):
    """With probability `new_share` an action put together slot by slot, else the best one so far.

    A slot takes any option with probability `random_share`, else the one of the best mean. In the
    end the most visited action is played.
    """

    def __init__(
        self, rng: Rng, new_share: float = NEW_SHARE, random_share: float = RANDOM_SHARE
    ) -> None:
        super().__init__(rng)
        self.new_share = new_share
        self.random_share = random_share

    def explore(self, node: SlotNode, form: Form) -> list[int]:
        if self.rng.uniform() >= self.new_share:
            best = best_mean(node.of_actions(form), form)
            if best is not None:
                return list(best)
        return [self.choose(node.of_slot(slot.name), slot.keys) for slot in form.slots]

    def settle(self, node: SlotNode, form: Form) -> list[int]:
        best: tuple[int, ...] = ()
        visits, total = 0, 0.0
        for keys, tally in node.of_actions(form).items():
            if form.allows(keys) and (tally.visits, tally.total) > (visits, total):
                best, visits, total = keys, tally.visits, tally.total
        return list(best) if visits else [slot.keys[0] for slot in form.slots]

    def choose(self, tallies: dict[int, Tally], keys: list[int]) -> int:
        """Any option, or one of the best mean; those never tried come before."""
        if self.rng.uniform() < self.random_share:
            return self.any_of(keys)
        fresh = [key for key in keys if key not in tallies]
        if fresh:
            return self.any_of(fresh)
        means = [tallies[key].mean() for key in keys]
        most = max(means)
        return self.any_of([key for key, mean in zip(keys, means, strict=True) if mean == most])


def best_mean(actions: dict[tuple[int, ...], Tally], form: Form) -> tuple[int, ...] | None:
    """The action of the best mean that is legal here, the first of equals; None where there is none."""
    best: tuple[int, ...] | None = None
    most = -1.0
    for keys, tally in actions.items():
        if tally.mean() > most and form.allows(keys):
            best, most = keys, tally.mean()
    return best
