"""The tree of Mini-Mid-Max: others are neither pure enemies nor blind to the searching seat. Compiled.

H. Phillingham, "Conquerors of Catan" (2023), wishes for an algorithm of that name and leaves open what
it does. Here it is what its name says, the middle between two known ones: at its ply another seat takes
what is greatest in

    (1 - malice) * its own value - malice * the value to the searching seat

so malice 1 is MiniMax, malice 0 is MaxN, and 1/2 is Mini-Mid-Max. Bounds do not hold for such a mixture,
so nothing is cut off.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_bots.catan.budget import Budget
from infoset_bots.catan.moves import KINDS, is_pruned, kind_of
from infoset_bots.catan.plies import Plies
from infoset_games.catan.actions import FINISHED
from infoset_games.catan.state import CatanState

NONE: Final = -1


@final
class MiniMidMax:
    """Values positions behind a move. Raises what its budget raises."""

    def __init__(self, plies: Plies, epsilon: i64, malice: float, budget: Budget) -> None:
        self.plies = plies
        self.epsilon: i64 = epsilon
        self.malice: float = malice
        self.budget = budget

    def value(self, state: CatanState, depth: i64) -> float:
        """The value of a position after a move, `depth` plies of the following seats on. Changes `state`."""
        return self.search(state, depth)[self.plies.seat]

    def search(self, state: CatanState, depth: i64) -> vec[float]:
        """The values by seat."""
        if depth == 0 or state.phase == FINISHED:
            return self.leaf(state)
        self.budget.check()
        self.plies.pass_on(state)
        if state.phase == FINISHED:
            return self.leaf(state)
        mover = state.turn
        best = vec[float]()
        for child in self.children(state, mover):
            values = self.search(child, depth - 1)
            if len(best) == 0 or self.wish(values, mover) > self.wish(best, mover):
                best = values
        return best

    def children(self, state: CatanState, mover: i64) -> list[CatanState]:
        """What the moves of one ply lead to; of kinds that epsilon prunes only what the mover likes best."""
        kept: list[CatanState] = []
        wishes: list[float] = []
        places = vec[i64]([NONE] * KINDS)
        for move in self.plies.moves(state):
            child = self.plies.after(state, move)
            kind = kind_of(state, move)
            if not is_pruned(kind, self.epsilon):
                kept.append(child)
                wishes.append(0.0)
                continue
            wish = self.wish(self.leaf(child), mover)
            place = places[kind]
            if place == NONE:
                places[kind] = len(kept)
                kept.append(child)
                wishes.append(wish)
            elif wish > wishes[place]:
                kept[place] = child
                wishes[place] = wish
        return kept

    def wish(self, values: vec[float], mover: i64) -> float:
        """What the mover wants to be great."""
        seat = self.plies.seat
        if mover == seat:
            return values[seat]
        return (1.0 - self.malice) * values[mover] - self.malice * values[seat]

    def leaf(self, state: CatanState) -> vec[float]:
        values = vec[float]([0.0] * state.options.seats)
        for seat in range(state.options.seats):
            values[seat] = self.plies.value_to(state, seat)
        return values
