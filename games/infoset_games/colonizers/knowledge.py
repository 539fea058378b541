"""What a seat may conclude in Colonizers: colonists and modules of the others, and what a draw or a named colonist brings.

All of it is counted: the cards that a seat has not seen lie in the places it has not seen in any order, and whoever may
have one of several colonists has each of them with equal chance (determinize.py).
"""

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any, Final

from infoset_games.colonizers.actions import FINISHED
from infoset_games.colonizers.cards import COLONISTS, MODULES, NOBODY, OPPORTUNIST, SEATS, SPY
from infoset_games.colonizers.determinize import unseen_cards
from infoset_games.colonizers.game import Colonizers
from infoset_games.colonizers.observation import HIDDEN, Observation
from infoset_games.colonizers.state import own
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.knowledge import (
    Effect,
    Fact,
    Held,
    Knowledge,
    Outcome,
    SeatFacts,
    What,
    likeliest_first,
)

DRAWN: Final = 2  # cards that are looked at
MOST_STOLEN: Final = 2  # omnium


class ColonyKnowledge(Knowledge):
    """Knowledge of Colonizers."""

    def counted(self, game: Game, view: Any) -> list[SeatFacts]:
        """By other seat its colonist and its hand."""
        if view.phase_code == FINISHED:
            return []
        unseen = unseen_counts(game, view)
        return [
            SeatFacts(
                seat,
                tuple(
                    sorted(
                        [*role_facts(view, seat), *hand_facts(view, seat, unseen)],
                        key=likeliest_first,
                    )
                ),
            )
            for seat in range(SEATS)
            if seat != view.seat
        ]

    def held(self, game: Game, view: Any, world: State) -> Held:
        """By other seat its colonist and its hand."""
        state = own(world)
        found = {}
        for seat in range(SEATS):
            if seat != view.seat:
                modules = Counter[What](("module", module) for module in state.hand(seat))
                role = state.role(seat)
                found[seat] = modules if role == NOBODY else modules | {("role", role): 1}
        return found

    def effects(self, game: Game, view: Any) -> list[Effect]:
        """Drawing, and whom the own colonist would hit."""
        if view.phase_code == FINISHED or view.seat < 0:
            return []
        found = [draw(view, unseen_counts(game, view))] if view.deck_size else []
        verbs = {OPPORTUNIST: "steal", SPY: "swap"}
        role = view.role(view.seat)
        if role in verbs:
            found += naming(view, verbs[role])
        return found


def unseen_counts(game: Game, view: Observation) -> list[int]:
    """By module how many cards the seat has not seen."""
    assert isinstance(game, Colonizers)
    counts = [0] * MODULES
    for module in unseen_cards(view, game.supply):
        counts[int(module)] += 1
    return counts


def role_facts(view: Observation, seat: int) -> Iterator[Fact]:
    """Whom a seat may have."""
    possible = view.possible[seat]
    for colonist in possible:
        yield Fact(("role", colonist), 1 / len(possible), is_sure=len(possible) == 1)


def hand_facts(view: Observation, seat: int, unseen: list[int]) -> Iterator[Fact]:
    """What a seat may hold."""
    modules = [module for module, _ in view.hand_cards(seat)]
    hidden, total = modules.count(HIDDEN), sum(unseen)
    for module in range(MODULES):
        known = modules.count(module)
        chance = 1.0 if known else chance_among(hidden, unseen[module], total)
        if chance > 0:
            mean = known + (hidden * unseen[module] / total if total else 0)
            yield Fact(("module", module), chance, mean, is_sure=chance >= 1)


def chance_among(drawn: int, copies: int, total: int) -> float:
    """The chance of at least one of `copies` among `drawn` cards out of `total`."""
    return 1 - comb(total - copies, drawn) / comb(total, drawn)


def draw(view: Observation, unseen: list[int]) -> Effect:
    """How likely each module is among the cards that the next draw looks at."""
    top = [module for module, _ in view.deck[:DRAWN]]
    hidden, total = top.count(HIDDEN), sum(unseen)
    outcomes = []
    for module in range(MODULES):
        chance = 1.0 if module in top else chance_among(hidden, unseen[module], total)
        if chance > 0:
            outcomes.append(Outcome(("module", module), chance))
    return Effect(("draw",), tuple(sorted(outcomes, key=lambda one: -one.chance)))


def naming(view: Observation, verb: str) -> list[Effect]:
    """For each colonist that can be named who has it; what is stolen, where that is omnium."""
    possible = view.possible
    effects = []
    for colonist in range(COLONISTS):
        holders = [seat for seat in range(SEATS) if colonist in possible[seat]]
        if colonist == view.role(view.seat) or colonist in view.out or not holders:
            continue
        outcomes = [
            Outcome(
                ("seat", seat),
                1 / len(possible[seat]),
                stolen(view, seat) if verb == "steal" else (),
            )
            for seat in holders
        ]
        rest = 1 - sum(outcome.chance for outcome in outcomes)
        if rest > 1e-9:  # what is left by rounding is nobody
            outcomes.append(Outcome(("nobody",), rest))
        effects.append(Effect((verb, colonist), tuple(outcomes)))
    return effects


def stolen(view: Observation, victim: int) -> tuple[tuple[int, ...], ...]:
    """By seat how much omnium it gets or loses."""
    amount = min(MOST_STOLEN, view.omnium[victim])
    rows = [0] * SEATS
    rows[victim], rows[view.seat] = -amount, amount
    return tuple((row,) for row in rows)
