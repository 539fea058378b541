"""Colonizers by rules of thumb: what a seat does, as a function of what it knows. Compiled.

From D. Crha, "Board game with artificial intelligence" (Charles University, 2020), section 4.2. In
each phase the rules are tried in order and the first that yields an action decides; if none does,
chance decides over all legal positions. There are two readings. The text lets a player with five
modules in the *colony* prefer cheap value, and here it also uses all it can know about colonists.
The *legacy* reading is the original program: it looks for five cards in the *hand*, and it takes
the colonists passed on at the pick for possible even where a later event has ruled one out.

The original's playouts let everybody know every colonist; `sees_all` plays like that.
"""

from typing import Final, final

from mypy_extensions import i64

from infoset_games.colonizers.actions import (
    BUILD_FIRST,
    DISCARD,
    DRAW,
    DRAW_TWO,
    KEEP_FIRST,
    NAME_FIRST,
    PICK,
    PICK_FIRST,
    POWER,
    SKIP_POWER,
    TAKE_OMNIUM,
)
from infoset_games.colonizers.cards import (
    COLONISTS,
    COLOUR,
    COST,
    OPPORTUNIST,
    SEATS,
    VALUE,
    VISIONARY,
)
from infoset_games.colonizers.cells import (
    COLONY_SIZE,
    COLOUR_CELLS,
    COLOURS,
    DRAWN,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    ROLE,
)
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

GREEN: Final = 0
RED: Final = 1
BLUE: Final = 2
ANY_COLOUR: Final = -1

LOYAL: Final = 3  # modules of one colour that make its colonist the first wish
FEW_CARDS: Final = 1  # a hand that makes the Visionary the second wish
MANY_CARDS: Final = 4  # a hand that draws no more
LATE: Final = 7  # modules in anybody's colony: points are what is left to play for
GROWN: Final = 5  # modules in the own colony (legacy: cards in the hand): cheap value comes first

NOTHING: Final = -1  # no rule yields an action


@final
class RulesOfThumb(Policy):
    """The heuristic player, in one of its readings."""

    def __init__(self, legacy: bool = False, sees_all: bool = False) -> None:
        self.legacy: bool = legacy
        self.sees_all: bool = sees_all

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        assert isinstance(state, ColonizersState)
        phase = state.phase
        if phase == PICK:
            action = pick(state, seat)
        elif phase == DRAW:
            action = take_or_draw(state, seat)
        elif phase == POWER:
            action = self.use_power(state, seat, rng)
        else:
            action = self.best_card(state, seat)
        if action == NOTHING:
            action = state.legal_item(rng.below(state.choices))
        return int(action)

    def use_power(self, state: ColonizersState, seat: i64, rng: Rng) -> i64:
        """Steals or swaps where most is to be had, less a little for each colonist it might not be."""
        if state.choices == 1:
            return SKIP_POWER
        cells = state.cells
        is_thief = cells[ROLE + seat] == OPPORTUNIST
        most: i64 = 0
        named: i64 = 0
        for other in range(i64(SEATS)):
            if other == seat:
                continue
            suspects = self.suspects(state, seat, other)
            if is_thief:
                gain = state.omnium[other]
            else:
                gain = 2 * (i64(cells[HAND_SIZE + other]) - i64(cells[HAND_SIZE + seat]))
            worth = gain + 1 - count_of(suspects)
            if named == 0 or worth > most:
                most = worth
                named = suspects
        if not is_thief and most <= 0:
            return SKIP_POWER
        return NAME_FIRST + any_of(named, rng)

    def suspects(self, state: ColonizersState, seat: i64, other: i64) -> i64:
        """The mask of the colonists `other` may have, as `seat` sees it in its own turn."""
        cells = state.cells
        own = i64(1) << i64(cells[ROLE + other])
        if other < seat or self.sees_all:
            return own  # whoever has had a turn is known
        passed_on = i64(1) << i64(cells[OFFERED])  # the one left over
        for later in range(seat + 1, i64(SEATS)):
            passed_on |= i64(1) << i64(cells[ROLE + later])
        if self.legacy:
            return passed_on
        if state.revealed >> other & 1:
            return own
        for later in range(seat + 1, i64(SEATS)):
            if state.revealed >> later & 1:
                passed_on &= ~(i64(1) << i64(cells[ROLE + later]))
        return passed_on & ~state.out

    def best_card(self, state: ColonizersState, seat: i64) -> i64:
        """The card to keep or to build; only cards that could be paid for count."""
        cells = state.cells
        is_discard = state.phase == DISCARD
        late = is_late(state)
        colour: i64 = ANY_COLOUR
        if not late and not self.is_grown(state, seat):
            colour = top_colour(state, seat)
        first: i64 = DRAWN if is_discard else HAND + HAND_CELLS * seat
        count: i64 = 2 if is_discard else i64(cells[HAND_SIZE + seat])
        omnium = state.omnium[seat]
        best: i64 = NOTHING
        most: i64 = 0
        for i in range(count):
            module = i64(cells[first + i] & KIND)
            cost = i64(COST[module])
            if cost > omnium or (colour != ANY_COLOUR and COLOUR[module] != colour):
                continue
            worth = i64(VALUE[module])
            if not late:
                worth -= cost
            if best == NOTHING or worth > most:
                most = worth
                best = i
        if best == NOTHING:
            return NOTHING
        return best + (KEEP_FIRST if is_discard else BUILD_FIRST)

    def is_grown(self, state: ColonizersState, seat: i64) -> bool:
        """Does cheap value come before colour?"""
        size: i64 = HAND_SIZE if self.legacy else COLONY_SIZE
        return state.cells[size + seat] >= GROWN


def pick(state: ColonizersState, seat: i64) -> i64:
    """The colonist of a colour built three times, else the Visionary for an empty hand."""
    top = top_colour(state, seat)
    if state.cells[COLOURS + COLOUR_CELLS * seat + top] >= LOYAL:
        loyal = offer_of(state, top)  # a colonist that lives on a colour has the colour's number
        if loyal != NOTHING:
            return loyal
    if state.cells[HAND_SIZE + seat] <= FEW_CARDS:
        return offer_of(state, VISIONARY)
    return NOTHING


def offer_of(state: ColonizersState, colonist: i64) -> i64:
    """The action that picks `colonist`, or NOTHING if it is not on offer."""
    for i in range(state.choices):
        if state.cells[OFFERED + i] == colonist:
            return PICK_FIRST + i
    return NOTHING


def take_or_draw(state: ColonizersState, seat: i64) -> i64:
    """Omnium for the poor and for a hand that is nearly full, cards for an empty hand.

    What the colonist will bring comes after this choice, so it is not counted.
    """
    cards = state.cells[HAND_SIZE + seat]
    if state.omnium[seat] == 0 or cards >= MANY_CARDS:
        return TAKE_OMNIUM
    return DRAW_TWO if cards == 0 else NOTHING


def is_late(state: ColonizersState) -> bool:
    """Is any colony, the own included, about to be full?"""
    for seat in range(i64(SEATS)):
        if state.cells[COLONY_SIZE + seat] >= LATE:
            return True
    return False


def top_colour(state: ColonizersState, seat: i64) -> i64:
    """The colour `seat` built most; red before green before blue."""
    counts = COLOURS + COLOUR_CELLS * seat
    cells = state.cells
    top: i64 = RED
    if cells[counts + GREEN] > cells[counts + top]:
        top = GREEN
    if cells[counts + BLUE] > cells[counts + top]:
        top = BLUE
    return top


def count_of(colonists: i64) -> i64:
    """How many colonists a mask has."""
    count: i64 = 0
    for colonist in range(i64(COLONISTS)):
        count += colonists >> colonist & 1
    return count


def any_of(colonists: i64, rng: Rng) -> i64:
    """One colonist of a mask, each equally often."""
    index = rng.below(count_of(colonists))
    for colonist in range(i64(COLONISTS)):
        if colonists >> colonist & 1:
            if index == 0:
                return colonist
            index -= 1
    raise AssertionError("an empty mask has no colonist")


def heuristic() -> Policy:
    """The text's reading, with all that can be known of colonists and nothing more."""
    return RulesOfThumb()


def heuristic_legacy() -> Policy:
    """The original program's reading, as it plays at the table."""
    return RulesOfThumb(legacy=True)


def heuristic_open() -> Policy:
    """The text's reading with all colonists open."""
    return RulesOfThumb(sees_all=True)


def heuristic_legacy_open() -> Policy:
    """The original program's playouts: its reading, with all colonists open."""
    return RulesOfThumb(legacy=True, sees_all=True)
