"""Colonizers by rules of thumb: a decision as a function of what one seat knows. No network, no search.

From D. Crha, "Board game with artificial intelligence" (Charles University, 2020), section 4.2. In
each phase the rules are tried in order and the first that yields an action decides; if none does,
chance decides over all legal positions. There are two readings. The text lets a player with five
modules in the *colony* prefer cheap value, and here it also uses all it can know about colonists.
The *legacy* reading is the original program: it looks for five cards in the *hand*, and it takes
the colonists passed on at the pick for possible even where a later event has ruled one out.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from infoset_games.colonizers.cards import (
    COLOUR,
    COST,
    SEATS,
    SPY,
    VALUE,
    VISIONARY,
)
from infoset_games.colonizers.observation import Observation

Action = list[Any]  # in notation: ["build", 5]

GREEN: Final = 0
RED: Final = 1
BLUE: Final = 2
COLOURS: Final = (RED, GREEN, BLUE)  # of equal counts, the first is the top colour

LOYAL: Final = 3  # modules of one colour that make its colonist the first wish
FEW_CARDS: Final = 1  # a hand that makes the Visionary the second wish
MANY_CARDS: Final = 4  # a hand that draws no more
LATE: Final = 7  # modules in anybody's colony: points are what is left to play for
GROWN: Final = 5  # modules in the own colony (legacy: cards in the hand): cheap value comes first


def choose(
    view: Observation, actions: Sequence[Action], rng: random.Random, *, legacy: bool = False
) -> int:
    """The position of the chosen action in `actions`, the legal list of `view.seat` in order.

    `rng` names a colonist of the victim, and decides where no rule does.
    """
    match view.phase:
        case "pick":
            action = pick(view, actions)
        case "draw":
            action = take_or_draw(view, actions)
        case "power":
            action = use_power(view, actions, rng, legacy=legacy)
        case _:
            return best_card(view, actions, rng, legacy=legacy)
    return rng.randrange(len(actions)) if action is None else index_of(actions, action)


def pick(view: Observation, actions: Sequence[Action]) -> Action | None:
    """The colonist of a colour built three times, else the Visionary for an empty hand."""
    counts = colour_counts(view)
    top = top_colour(counts)
    wishes = []
    if counts[top] >= LOYAL:
        wishes.append(["pick", top])  # a colonist that lives on a colour has the colour's number
    if len(view.hand) <= FEW_CARDS:
        wishes.append(["pick", VISIONARY])
    return next((wish for wish in wishes if wish in actions), None)


def take_or_draw(view: Observation, actions: Sequence[Action]) -> Action | None:
    """Omnium for the poor and for a hand that is nearly full, cards for an empty hand.

    What the colonist will bring comes after this choice, so it is not counted.
    """
    if view.omnium[view.seat] == 0 or len(view.hand) >= MANY_CARDS:
        return ["omnium"]
    return ["draw"] if not view.hand else None


def use_power(
    view: Observation, actions: Sequence[Action], rng: random.Random, *, legacy: bool
) -> Action | None:
    """Steals or swaps where most is to be had, less a little for each colonist it might not be."""
    if len(actions) == 1:
        return None
    suspects = suspected(view, legacy=legacy)
    is_spy = view.role(view.seat) == SPY

    def worth(seat: int) -> int:
        gain = 2 * (view.hand_sizes[seat] - len(view.hand)) if is_spy else view.omnium[seat]
        return gain - (len(suspects[seat]) - 1)

    victim = max((seat for seat in range(SEATS) if seat != view.seat), key=worth)
    if is_spy and worth(victim) <= 0:
        return ["skip"]
    return ["swap" if is_spy else "steal", rng.choice(suspects[victim])]


def best_card(
    view: Observation, actions: Sequence[Action], rng: random.Random, *, legacy: bool
) -> int:
    """The position of the card to keep or to build; only cards that could be paid for count."""
    omnium = view.omnium[view.seat]
    cards = [i for i, action in enumerate(actions) if len(action) > 1 and COST[action[1]] <= omnium]
    worth: Callable[[int], int] = bargain
    if is_late(view):
        worth = VALUE.__getitem__
    elif not is_grown(view, legacy=legacy):
        top = top_colour(colour_counts(view))
        cards = [i for i in cards if COLOUR[actions[i][1]] == top]
    if not cards:
        return rng.randrange(len(actions))
    return max(cards, key=lambda i: worth(actions[i][1]))


def bargain(module: int) -> int:
    """What a module brings beyond its cost."""
    return VALUE[module] - COST[module]


def is_late(view: Observation) -> bool:
    """Is any colony, the own included, about to be full?"""
    return max(view.colony_size(seat) for seat in range(SEATS)) >= LATE


def is_grown(view: Observation, *, legacy: bool) -> bool:
    """Does cheap value come before colour?"""
    return (len(view.hand) if legacy else view.colony_size(view.seat)) >= GROWN


def suspected(view: Observation, *, legacy: bool) -> list[list[int]]:
    """By seat, the colonists it may have as seen in the own turn, when earlier seats are known."""
    if not legacy:
        return view.possible
    roles = view.roles
    passed_on = [colonist for colonist in view.offered if colonist != roles[view.seat]]
    return [[roles[seat]] if seat <= view.seat else passed_on for seat in range(SEATS)]


def colour_counts(view: Observation) -> list[int]:
    """How many green, red and blue modules the own colony has, by the colours' numbers."""
    colours = [COLOUR[module] for module in view.colonies[view.seat]]
    return [colours.count(colour) for colour in (GREEN, RED, BLUE)]


def top_colour(counts: Sequence[int]) -> int:
    """The colour built most; red before green before blue."""
    return max(COLOURS, key=lambda colour: counts[colour])


def index_of(actions: Sequence[Action], action: Action) -> int:
    """The first position of `action`."""
    return list(actions).index(action)
