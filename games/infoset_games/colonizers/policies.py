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

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.colonizers.actions import (
    BUILD,
    BUILD_FIRST,
    DISCARD,
    DRAW,
    DRAW_TWO,
    FINISHED,
    KEEP_FIRST,
    NAME_FIRST,
    PICK,
    PICK_FIRST,
    POWER,
    SHUFFLE,
    SKIP_POWER,
    TAKE_OMNIUM,
)
from infoset_games.colonizers.cards import (
    COLONISTS,
    COLOUR,
    COST,
    MODULES,
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
from infoset_games.colonizers.observation import MEMBERS
from infoset_games.colonizers.state import STRETCH, ColonizersState
from infoset_games.core import State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

GREEN: Final = 0
RED: Final = 1
BLUE: Final = 2
ALL_COLOURS: Final = 15  # as a mask

LOYAL: Final = 3  # modules of one colour that make its colonist the first wish
FEW_CARDS: Final = 1  # a hand that makes the Visionary the second wish
MANY_CARDS: Final = 4  # a hand that draws no more
LATE: Final = 7  # modules in anybody's colony: points are what is left to play for
GROWN: Final = 5  # modules in the own colony (legacy: cards in the hand): cheap value comes first

NOTHING: Final = -1  # no rule yields an action
LEAST: Final = -1  # is worth less than any card

GAIN: Final = bytes(VALUE[module] - COST[module] for module in range(MODULES))
# By mask of colonists: how many it has, and in a row of six which.
COUNT: Final = bytes(len(members) for members in MEMBERS)
MEMBER: Final = b"".join(bytes(members).ljust(COLONISTS, b"\0") for members in MEMBERS)


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
            return int(pick(state, seat, rng))
        if phase == DRAW:
            return int(take_or_draw(state, seat, rng))
        if phase == POWER:
            return int(self.use_power(state, seat, rng))
        if phase == DISCARD:
            return int(self.keep(state, seat, rng))
        return int(self.build(state, seat, rng))

    def play_out(self, state: State, rng: Rng, horizon: i64) -> i64:
        # In the order of the phases, as `ColonizersState.play_randomly`.
        assert isinstance(state, ColonizersState)
        plies: i64 = 0
        while state.phase != FINISHED and plies <= horizon - STRETCH:
            if state.phase == SHUFFLE:
                state.open_round(state.sample_chance(rng))
                plies += 1
            while state.phase == PICK:
                state.pick(pick(state, state.turn, rng) - PICK_FIRST)
                plies += 1
            if state.phase == DRAW:
                state.take_or_draw(take_or_draw(state, state.turn, rng))
                plies += 1
            if state.phase == DISCARD:
                state.keep(self.keep(state, state.turn, rng) - KEEP_FIRST)
                plies += 1
            if state.phase == POWER:
                state.use_power(self.use_power(state, state.turn, rng))
                plies += 1
            if state.phase == BUILD:
                state.build(self.build(state, state.turn, rng))
                plies += 1
        return plies + super().play_out(state, rng, horizon - plies)

    def use_power(self, state: ColonizersState, seat: i64, rng: Rng) -> i64:
        """Steals or swaps where most is to be had, less a little for each colonist it might not be."""
        if state.choices == 1:
            return SKIP_POWER
        cells = state.cells
        is_thief = cells[ROLE + seat] == OPPORTUNIST
        hidden = self.hidden(state, seat)
        most: i64 = 0
        named: i64 = 0
        for other in range(i64(SEATS)):
            if other == seat:
                continue
            suspects = self.suspects(state, seat, other, hidden)
            if is_thief:
                gain = state.omnium[other]
            else:
                gain = 2 * (i64(cells[HAND_SIZE + other]) - i64(cells[HAND_SIZE + seat]))
            worth = gain + 1 - i64(COUNT[suspects])
            if named == 0 or worth > most:
                most = worth
                named = suspects
        if not is_thief and most <= 0:
            return SKIP_POWER
        return NAME_FIRST + any_of(named, rng)

    def suspects(self, state: ColonizersState, seat: i64, other: i64, hidden: i64) -> i64:
        """The mask of the colonists `other` may have, as `seat` sees it in its own turn."""
        # Players who have had a turn are known, and else those who were named.
        if other < seat or self.sees_all or (state.revealed >> other & 1 and not self.legacy):
            return i64(1) << i64(state.cells[ROLE + other])
        return hidden

    def hidden(self, state: ColonizersState, seat: i64) -> i64:
        """The mask of the colonists that `seat` passed on at the pick and has not seen in its own turn."""
        cells = state.cells
        passed_on = i64(1) << i64(cells[OFFERED])  # the one left over
        known = state.out
        for later in range(seat + 1, i64(SEATS)):
            colonist = i64(1) << i64(cells[ROLE + later])
            passed_on |= colonist
            if state.revealed >> later & 1:
                known |= colonist
        return passed_on if self.legacy else passed_on & ~known

    def keep(self, state: ColonizersState, seat: i64, rng: Rng) -> i64:
        best = self.best_card(state, seat, DRAWN, 2)
        return KEEP_FIRST + (rng.below(2) if best == NOTHING else best)

    def build(self, state: ColonizersState, seat: i64, rng: Rng) -> i64:
        count = i64(state.cells[HAND_SIZE + seat])
        best = self.best_card(state, seat, HAND + HAND_CELLS * seat, count)
        if best == NOTHING:
            return state.build_item(rng.below(state.choices))
        return BUILD_FIRST + best

    def best_card(self, state: ColonizersState, seat: i64, first: i64, count: i64) -> i64:
        """Which of `count` cards to keep or to build; only those that could be paid for count."""
        cells = state.cells
        late = is_late(cells)
        colours: i64 = ALL_COLOURS
        if not late and not self.is_grown(cells, seat):
            colours = i64(1) << top_colour(cells, seat)
        worths = VALUE if late else GAIN
        omnium = state.omnium[seat]
        best: i64 = NOTHING
        most: i64 = LEAST
        for i in range(count):
            module = i64(cells[first + i] & KIND)
            is_fit = i64(i64(COST[module]) <= omnium) & (colours >> i64(COLOUR[module]))
            worth = i64(worths[module])
            if is_fit & i64(worth > most):  # one question for all, which is hard to foresee
                most = worth
                best = i
        return best

    def is_grown(self, cells: vec[u8], seat: i64) -> bool:
        """Does cheap value come before colour?"""
        size: i64 = HAND_SIZE if self.legacy else COLONY_SIZE
        return cells[size + seat] >= GROWN


def pick(state: ColonizersState, seat: i64, rng: Rng) -> i64:
    """The colonist of a colour built three times, else the Visionary for an empty hand."""
    cells = state.cells
    choices = state.choices
    wish: i64 = NOTHING
    top = top_colour(cells, seat)
    if cells[COLOURS + COLOUR_CELLS * seat + top] >= LOYAL:
        wish = offer_of(cells, choices, top)  # whoever lives on a colour has its number
    if wish == NOTHING and cells[HAND_SIZE + seat] <= FEW_CARDS:
        wish = offer_of(cells, choices, VISIONARY)
    return PICK_FIRST + (rng.below(choices) if wish == NOTHING else wish)


def offer_of(cells: vec[u8], choices: i64, colonist: i64) -> i64:
    """The place of `colonist` in the offered list, or NOTHING if it is not on offer."""
    for i in range(choices):
        if cells[OFFERED + i] == colonist:
            return i
    return NOTHING


def take_or_draw(state: ColonizersState, seat: i64, rng: Rng) -> i64:
    """Omnium for the poor and for a hand that is nearly full, cards for an empty hand.

    What the colonist will bring comes after this choice, so it is not counted.
    """
    cards = state.cells[HAND_SIZE + seat]
    if state.omnium[seat] == 0 or cards >= MANY_CARDS:
        return TAKE_OMNIUM
    if cards == 0:
        return DRAW_TWO
    return TAKE_OMNIUM + rng.below(state.choices)


def is_late(cells: vec[u8]) -> bool:
    """Is any colony, the own included, about to be full?"""
    for seat in range(i64(SEATS)):
        if cells[COLONY_SIZE + seat] >= LATE:
            return True
    return False


def top_colour(cells: vec[u8], seat: i64) -> i64:
    """The colour `seat` built most; red before green before blue."""
    counts = COLOURS + COLOUR_CELLS * seat
    top: i64 = RED
    if cells[counts + GREEN] > cells[counts + top]:
        top = GREEN
    if cells[counts + BLUE] > cells[counts + top]:
        top = BLUE
    return top


def any_of(colonists: i64, rng: Rng) -> i64:
    """One colonist of a mask, each equally often."""
    assert colonists != 0
    return i64(MEMBER[COLONISTS * colonists + rng.below(i64(COUNT[colonists]))])


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
