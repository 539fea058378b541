"""Steps 2 to 4: players that look at the actions, then at what their seat knows. They look no ply ahead."""

from collections.abc import Sequence
from typing import Any, ClassVar

import infoset


class NeverWaste(infoset.Bot):
    """Anything at random, rather than doing nothing: `idle` are the verbs that do nothing."""

    quick = True
    idle: ClassVar[frozenset[str]] = frozenset()

    def decide(self, turn: infoset.Turn) -> object:
        if turn.is_product:
            return [self._busy(slot.options) for slot in turn.slots]
        return self._busy(turn.actions)

    def _busy(self, actions: Sequence[Any]) -> int:
        busy = [number for number, action in enumerate(actions) if action[0] not in self.idle]
        return self.rng.choice(busy or range(len(actions)))


class InOrder(infoset.Bot):
    """The first verb of `order` that is legal, or any of the first verbs that stand together in it."""

    quick = True
    order: ClassVar[Sequence[str | tuple[str, ...]]] = ()

    def decide(self, turn: infoset.Turn) -> object:
        if turn.is_product:
            return [self._first(slot.options) for slot in turn.slots]
        return self._first(turn.actions)

    def _first(self, actions: Sequence[Any]) -> int:
        for verbs in self.order:
            group = (verbs,) if isinstance(verbs, str) else verbs
            fitting = [number for number, action in enumerate(actions) if action[0] in group]
            if fitting:
                return self.rng.choice(fitting)
        return self.rng.randrange(len(actions))


class Scoring(infoset.Bot):
    """The action with the highest `score`. Of a joint order, the best option of each slot."""

    quick = True

    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        """How good the action is for what the seat knows. The part that a game fills in.

        `slot` is the name of the slot that it is an option of, empty where actions are listed.
        """
        raise NotImplementedError

    def decide(self, turn: infoset.Turn) -> object:
        if turn.is_product:
            return [self._best(turn, slot.options, slot.name) for slot in turn.slots]
        return self._best(turn, turn.actions, "")

    def _best(self, turn: infoset.Turn, actions: Sequence[Any], slot: str) -> int:
        scores = [self.score(turn, action, slot) for action in actions]
        best = max(scores)
        return self.rng.choice([n for n, score in enumerate(scores) if score == best])
