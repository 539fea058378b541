"""The tree of MiniMax with more than two seats (MiniMiniMax), by alpha-beta. Compiled.

H. Phillingham, "Conquerors of Catan" (2023): at its own plies the searching seat takes the greatest
heuristic value, at every other seat's ply, in the order of turns, the least value *to the searching
seat* is taken. Bounds cut off what cannot change the value of the root; the value stays exact.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_bots.catan.budget import Budget
from infoset_bots.catan.moves import KINDS, is_pruned, kind_of
from infoset_bots.catan.plies import LOST, Plies
from infoset_games.catan.actions import FINISHED
from infoset_games.catan.state import CatanState

NONE: Final = -1
UNBOUNDED: Final = -2e12  # twice LOST


@final
class Brood:
    """The positions that the moves of one ply lead to, with their values to the searching seat."""

    def __init__(self) -> None:
        self.states: list[CatanState] = []
        self.values: vec[float] = vec[float]()

    def add(self, state: CatanState, value: float) -> None:
        self.states.append(state)
        self.values = append(self.values, value)

    def put(self, place: i64, state: CatanState, value: float) -> None:
        self.states[place] = state
        self.values[place] = value

    def best_of(self, sign: float, from_place: i64) -> i64:
        """The place of the greatest value times `sign`, of equals the first."""
        best = from_place
        for place in range(from_place + 1, i64(len(self.states))):
            if sign * self.values[place] > sign * self.values[best]:
                best = place
        return best

    def swap(self, one: i64, other: i64) -> None:
        state = self.states[one]
        value = self.values[one]
        self.put(one, self.states[other], self.values[other])
        self.put(other, state, value)


@final
class Minimax:
    """Values positions behind a move. Raises what its budget raises."""

    def __init__(self, plies: Plies, epsilon: i64, budget: Budget) -> None:
        self.plies = plies
        self.epsilon: i64 = epsilon
        self.budget = budget

    def value(self, state: CatanState, depth: i64) -> float:
        """The value of a position after a move, `depth` plies of the following seats on. Changes `state`."""
        if depth == 0 or state.phase == FINISHED:
            return self.plies.value(state)
        return self.search(state, depth, UNBOUNDED, -UNBOUNDED)

    def search(self, state: CatanState, depth: i64, alpha: float, beta: float) -> float:
        """The value within the bounds, or a bound on it outside them. `state` is after a move; `depth` > 0."""
        self.budget.check()
        self.plies.pass_on(state)
        if state.phase == FINISHED:
            return self.plies.value(state)
        sign = 1.0 if state.turn == self.plies.seat else -1.0
        if self.epsilon == 0 and not self.is_order_worthwhile(state, depth, alpha, beta):
            return self.search_unsorted(state, depth, sign, alpha, beta)
        brood = self.brood(state, sign)
        best = sign * LOST
        for place in range(i64(len(brood.states))):
            brood.swap(place, brood.best_of(sign, place))
            child = brood.states[place]
            value = brood.values[place]
            if depth > 1 and child.phase != FINISHED:
                value = self.search(child, depth - 1, alpha, beta)
            if sign * value > sign * best:
                best = value
            if sign > 0.0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def is_order_worthwhile(self, state: CatanState, depth: i64, alpha: float, beta: float) -> bool:
        """Can anything be cut off below? Not at the last ply, nor where all plies minimize without a bound."""
        if depth == 1:
            return False
        seats = state.options.seats
        to_own_ply = (self.plies.seat + seats - state.turn) % seats
        return depth > to_own_ply or alpha > UNBOUNDED or beta < -UNBOUNDED

    def search_unsorted(
        self, state: CatanState, depth: i64, sign: float, alpha: float, beta: float
    ) -> float:
        """`search` with the moves one after the other as they are listed."""
        best = sign * LOST
        for move in self.plies.moves(state):
            child = self.plies.after(state, move)
            if depth > 1 and child.phase != FINISHED:
                value = self.search(child, depth - 1, alpha, beta)
            else:
                value = self.plies.value(child)
            if sign * value > sign * best:
                best = value
            if sign > 0.0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def brood(self, state: CatanState, sign: float) -> Brood:
        """What the moves of one ply lead to; of kinds that epsilon prunes only what is best for the mover."""
        brood = Brood()
        places = vec[i64]([NONE] * KINDS)
        for move in self.plies.moves(state):
            child = self.plies.after(state, move)
            value = self.plies.value(child)
            kind = kind_of(state, move)
            place = places[kind]
            if place == NONE or not is_pruned(kind, self.epsilon):
                places[kind] = len(brood.states)
                brood.add(child, value)
            elif sign * value > sign * brood.values[place]:
                brood.put(place, child, value)
        return brood
