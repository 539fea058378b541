"""What a search has found out about a decision made of slots, and where its actions lead. Compiled."""

from typing import final

from infoset_bots.search.slots import Form


@final
class Tally:
    """How often something was chosen, and the sum of the rewards that followed."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0

    def mean(self) -> float:
        """The mean reward of what was chosen at least once."""
        return self.total / self.visits


@final
class SlotNode:
    """One point in what a seat has done and seen: a tally for each option of each slot, and for whole actions.

    Slots are known by name, so that one which is there in some worlds only is counted in those.
    `joint` tells whole actions apart by the slots they are for.
    """

    def __init__(self) -> None:
        self.visits = 0
        self.options: dict[str, dict[int, Tally]] = {}
        self.joint: dict[tuple[str, ...], dict[tuple[int, ...], Tally]] = {}
        self.children: dict[tuple[int, int], SlotNode] = {}

    def of_slot(self, name: str) -> dict[int, Tally]:
        """The tallies of a slot by key; of options never chosen there are none."""
        found = self.options.get(name)
        if found is None:
            found = self.options[name] = {}
        return found

    def of_actions(self, form: Form) -> dict[tuple[int, ...], Tally]:
        """The tallies of whole actions that have these slots."""
        names = tuple([slot.name for slot in form.slots])
        found = self.joint.get(names)
        if found is None:
            found = self.joint[names] = {}
        return found

    def learn(self, form: Form, keys: list[int], reward: float) -> None:
        """Counts an action for each of its options and as a whole."""
        self.visits += 1
        for slot, key in zip(form.slots, keys, strict=True):
            count(self.of_slot(slot.name).setdefault(key, Tally()), reward)
        count(self.of_actions(form).setdefault(tuple(keys), Tally()), reward)

    def child(self, seat: int, key: int) -> "SlotNode":
        """Where an action of `seat` leads, as far as the owner of this node can tell."""
        found = self.children.get((seat, key))
        if found is None:
            found = self.children[(seat, key)] = SlotNode()
        return found


def count(tally: Tally, reward: float) -> None:
    """One more choice, and what it brought."""
    tally.visits += 1
    tally.total += reward
