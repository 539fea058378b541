"""Decoupled UCT: every slot of every seat chooses by itself, by upper confidence bounds. Compiled.

For seats: M. Shafiei, N. Sturtevant and J. Schaeffer, "Comparing UCT versus CFR in simultaneous games",
2009. Here also for the units of a seat: their joint orders are too many to try each once, a unit's own are not.
What two units bring together only is seen by each as chance.
"""

import math
from typing import Final, final

from infoset_bots.search.slot_node import SlotNode, Tally
from infoset_bots.search.slot_rule import SlotRule, most_visited
from infoset_bots.search.slots import Form
from infoset_games.rng import Rng

EXPLORATION: Final = 0.7


@final
class DecoupledUct(SlotRule):
    """UCB1 in each slot over what it was there; in the end each slot's most visited option."""

    def __init__(self, rng: Rng, exploration: float = EXPLORATION) -> None:
        super().__init__(rng)
        self.exploration = exploration

    def explore(self, node: SlotNode, form: Form) -> list[int]:
        return [self.choose(node.of_slot(slot.name), slot.keys) for slot in form.slots]

    def settle(self, node: SlotNode, form: Form) -> list[int]:
        return [most_visited(node.of_slot(slot.name), slot.keys) for slot in form.slots]

    def choose(self, tallies: dict[int, Tally], keys: list[int]) -> int:
        """An option never tried, else the one of the highest bound; the first of equals."""
        fresh = [key for key in keys if key not in tallies]
        if fresh:
            return self.any_of(fresh)
        visits = 0
        for key in keys:
            visits += tallies[key].visits
        trials = math.log(visits)
        best, most = keys[0], -1.0
        for key in keys:
            tally = tallies[key]
            bound = tally.mean() + self.exploration * math.sqrt(trials / tally.visits)
            if bound > most:
                best, most = key, bound
        return best
