"""How the options of a decision's slots are chosen while searching, and in the end: `SlotRule`. Compiled."""

from abc import abstractmethod

from infoset_bots.search.slot_node import SlotNode, Tally
from infoset_bots.search.slots import Form
from infoset_games.rng import Rng


class SlotRule:
    """Chooses by what a node has found out. `rng` breaks ties, and draws where the rule wants chance."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    @abstractmethod
    def explore(self, node: SlotNode, form: Form) -> list[int]:
        """An option for each slot, by key, to be tried now."""

    @abstractmethod
    def settle(self, node: SlotNode, form: Form) -> list[int]:
        """The options to be played, by key, when the search is over."""

    def any_of(self, keys: list[int]) -> int:
        """One of these, each equally often."""
        return keys[self.rng.below(len(keys))] if len(keys) > 1 else keys[0]


def most_visited(tallies: dict[int, Tally], keys: list[int]) -> int:
    """The key that was chosen most often, of equals that of the better mean, then the first."""
    best, visits, total = keys[0], -1, 0.0
    for key in keys:
        tally = tallies.get(key)
        if tally is not None and (tally.visits, tally.total) > (visits, total):
            best, visits, total = key, tally.visits, tally.total
    return best
