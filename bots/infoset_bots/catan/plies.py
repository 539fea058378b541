"""How the thesis' searches see a turn: one move of each seat, no dice, chance by its odds or as likely. Compiled.

A *ply* is one move of the seat whose turn it is, with everything that the move makes it decide at once:
where the robber goes, whom it robs, where free roads go. Those reactions are chosen by the heuristic
value of what they lead to ("one-ply"). Then the turn passes on, and nobody rolls.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_games.catan.actions import (
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    DICE,
    END_TURN,
    FREE_ROADS,
    MAIN,
    OFFER,
    PLACE_ROADS,
    ROBBER,
    VICTIM,
)
from infoset_games.catan.bank import move_to_bank
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import BANK
from infoset_games.catan.position import Position
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import NOWHERE, VERTEX_HEXES, VERTICES
from infoset_games.core import CHANCE
from infoset_games.evaluation import Evaluation

LOST: Final = -1e12  # below every value


@final
class Plies:
    """Plays plies in worlds for a searching `seat`, whose `scores` all reactions follow.

    `valued` counts the positions that were valued.
    """

    def __init__(self, scores: Evaluation, seat: i64, wishful: bool) -> None:
        self.scores = scores
        self.seat: i64 = seat
        self.wishful: bool = wishful
        self.valued: i64 = 0

    def value(self, state: CatanState) -> float:
        """The heuristic value to the searching seat."""
        return self.value_to(state, self.seat)

    def value_to(self, state: CatanState, seat: i64) -> float:
        """The heuristic value to a seat."""
        self.valued += 1
        return self.scores.value(state, seat)

    def outlook(self, state: CatanState) -> float:
        """The value once the seat whose turn it is has reacted and chance has drawn, by exact odds.

        Dice are not rolled, and what others decide is not awaited: there the position counts as it is.
        """
        phase = state.phase
        if state.mover() == CHANCE and phase != DICE:
            total = 0.0
            for outcome, odds in state.chance_odds():
                child = state.copy()
                child.move(outcome)
                total += odds * self.outlook(child)
            return total
        if is_reaction(phase) and state.turn == self.seat:
            best = LOST
            for code in state.codes():
                child = state.copy()
                child.move(code)
                best = max(best, self.outlook(child))
            return best
        return self.value(state)

    def react(self, state: CatanState) -> None:
        """Plays reactions and chance of the searching seat's move on; chance draws what is most likely."""
        while True:
            if state.mover() == CHANCE:
                state.move(most_likely(state))
            elif is_reaction(state.phase):
                state.move(self.best_reaction(state))
            else:
                return

    def best_reaction(self, state: CatanState) -> i64:
        """The reaction with the best outlook, of equals the first."""
        codes = state.codes()
        chosen = codes[0]
        best = LOST
        for code in codes:
            child = state.copy()
            child.move(code)
            worth = self.outlook(child)
            if worth > best:
                best = worth
                chosen = code
        return chosen

    def after(self, state: CatanState, move: i64) -> CatanState:
        """The position after a move and its reactions; its maker may still be at turn."""
        child = state.copy()
        child.move(move)
        self.react(child)
        return child

    def outcomes(self, state: CatanState, move: i64) -> list[tuple[float, CatanState]]:
        """What a move can lead to with its odds, the reactions made."""
        child = state.copy()
        child.move(move)
        found: list[tuple[float, CatanState]] = []
        self.spread(child, 1.0, found)
        return found

    def spread(self, state: CatanState, odds: float, found: list[tuple[float, CatanState]]) -> None:
        """Adds everything that chance makes of `state`."""
        while is_reaction(state.phase):
            state.move(self.best_reaction(state))
        if state.mover() != CHANCE:
            found.append((odds, state))
            return
        for outcome, share in state.chance_odds():
            child = state.copy()
            child.move(outcome)
            self.spread(child, odds * share, found)

    def pass_on(self, state: CatanState) -> None:
        """Ends the turn if it is not over, and opens the next one without dice.

        Where that is the searching seat's and it thinks wishfully, it gets its wishes.
        """
        if state.phase == MAIN:
            state.move(END_TURN)
        if state.phase == BEFORE_ROLL:
            state.has_rolled = True
            state.legal_codes = None
            state.ask(MAIN)
            if self.wishful and state.turn == self.seat:
                grant_wishes(state, self.seat)

    def moves(self, state: CatanState) -> vec[i64]:
        """The moves looked at: no offers to others, and development cards of the searching seat alone."""
        found = vec[i64](capacity=16)
        is_own = state.turn == self.seat
        for code in state.codes():
            if code >= OFFER:
                break
            if is_own or code <= BUY_DEV or code >= BANK_TRADE:
                found = append(found, code)
        return found


def is_reaction(phase: i64) -> bool:
    """Does the seat whose turn it is decide what belongs to its last move?"""
    return phase == ROBBER or phase == VICTIM or phase == FREE_ROADS or phase == PLACE_ROADS


def most_likely(state: CatanState) -> i64:
    """The likeliest outcome, of equals the first."""
    chosen: i64 = 0
    best = 0.0
    for outcome, odds in state.chance_odds():
        if odds > best:
            best = odds
            chosen = outcome
    return chosen


def grant_wishes(state: CatanState, seat: i64) -> None:
    """Half as many cards as there are seats, rounded down, of each resource that the seat's buildings touch.

    As far as the bank has them: the dice would have been rolled until the seat's turn came.
    """
    wishes = state.options.seats // 2
    for resource in range(i64(RESOURCES)):
        if yields(state, seat, resource):
            move_to_bank(state, seat, resource, -min(wishes, i64(state.cells[BANK + resource])))


def yields(position: Position, seat: i64, resource: i64) -> bool:
    """Does any building of the seat touch a hex of that terrain?"""
    for vertex in range(i64(VERTICES)):
        if position.owner_at(vertex) != seat:
            continue
        for i in range(3 * vertex, 3 * vertex + 3):
            place = i64(VERTEX_HEXES[i])
            if place != NOWHERE and i64(position.board.terrain[place]) == resource:
                return True
    return False
