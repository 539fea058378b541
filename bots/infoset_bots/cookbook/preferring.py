"""Steps 2 to 4: players that look at the actions, then at what their seat knows. They look no ply ahead."""

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import infoset

Score: TypeAlias = Callable[[infoset.Turn, list[Any], str], float]  # of an action, in a slot


class NeverWaste(infoset.Bot):
    """Anything at random, rather than doing nothing: `idle` are the verbs that do nothing."""

    quick = True
    idle: ClassVar[frozenset[str]] = frozenset()

    def decide(self, turn: infoset.Turn) -> object:
        if turn.is_product:
            return [self.choose(slot.options) for slot in turn.slots]
        return self.choose(turn.actions)

    def choose(self, actions: Sequence[Any]) -> int:
        """The position of the action to take."""
        busy = [number for number, action in enumerate(actions) if action[0] not in self.idle]
        return self.rng.choice(busy or range(len(actions)))


class InOrder(NeverWaste):
    """The first verb of `order` that is legal; where none is, anything but `idle` ones."""

    order: ClassVar[Sequence[str]] = ()

    def choose(self, actions: Sequence[Any]) -> int:
        for verb in self.order:
            fitting = [number for number, action in enumerate(actions) if action[0] == verb]
            if fitting:
                return self.rng.choice(fitting)
        return super().choose(actions)


class Scoring(infoset.Bot):
    """The action with the highest `score`. Of a joint order, the best option of each slot."""

    quick = True

    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        """How good the action is for what the seat knows. The part that a game fills in.

        `slot` is the name of the slot that it is an option of, empty where actions are listed.
        """
        raise NotImplementedError

    def decide(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, self.score, self.rng)


def best_options(turn: infoset.Turn, score: Score, rng: random.Random) -> int | list[int]:
    """The position of the best action by `score`; of a joint order, of the best option of each slot.

    The scores of listed actions are noted for the trace.
    """

    def scores(actions: Sequence[Any], slot: str) -> list[float]:
        return [score(turn, action, slot) for action in actions]

    def best(found: list[float]) -> int:
        most = max(found)
        return rng.choice([n for n, value in enumerate(found) if value == most])

    if turn.is_product:
        return [best(scores(slot.options, slot.name)) for slot in turn.slots]
    found = scores(turn.actions, "")
    turn.weigh(found)
    return best(found)
