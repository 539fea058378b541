"""Draws a complete position that one seat holds possible, all with equal chance. Compiled.

Two independent parts. *Cards*: every place is public, so the cards a seat has not seen are put into
the places it has not seen in uniformly random order. *Colonists*: one joint assignment of the six to
removed, the four seats and left over, and the order they were offered in. The offered list a seat
saw splits the six in two: the others (removed, and picked before it) and the rest of the list (picked
after it, and left over). What is public fixes single colonists; the rest of each part is free.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.colonizers.actions import (
    BUILD,
    DISCARD,
    DRAW,
    FINISHED,
    PICK,
    POWER,
    SHUFFLE,
)
from infoset_games.colonizers.cards import COLONISTS, HAND_LIMIT, MODULES, NOBODY, SEATS
from infoset_games.colonizers.cells import (
    COLONY,
    COLONY_CELLS,
    COLONY_SIZE,
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    ORDER,
    ROLE,
    seen_by,
)
from infoset_games.colonizers.observation import ALL_COLONISTS, Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import CHANCE, OVER
from infoset_games.rng import Rng

# Places of colonists: 0 removed, 1..4 the seats, 5 left over.
REMOVED: Final = 0
SEAT_PLACE: Final = 1
LEFT_OVER: Final = 5
PLACES: Final = 6


@final
class Supply:
    """How many cards a game has of each module. Made by compiled code: mypyc 2.4 never frees a vector that other code hands over."""

    def __init__(self, copies: tuple[int, ...]) -> None:
        self.copies = vec[u8](copies)

    def __reduce__(self) -> tuple[object, ...]:
        return Supply, (tuple([int(count) for count in self.copies]),)


def sample_state(
    view: Observation, supply: Supply, full: i64, later_bonus: i64, rng: Rng
) -> ColonizersState:
    """A world of the observation; `supply` are the cards of the game."""
    state = ColonizersState(view.cells[:], view.omnium_cells[:], full, later_bonus)
    state.round = view.round_code
    state.phase = view.phase_code
    state.turn = view.turn_code
    state.tail = DECK + view.deck_count
    state.gone = view.gone_count
    state.revealed = view.revealed
    state.out = view.out_mask
    state.is_draw = view.is_draw
    fill_cards(state.cells, view, supply, rng)
    if view.phase_code != SHUFFLE:
        fill_colonists(state.cells, view, rng)
        write_offer(state, picked_seats(view))
    open_decision(state)
    return state


def open_decision(state: ColonizersState) -> None:
    """Sets who acts and the number of choices from phase, turn and cards."""
    phase = state.phase
    state.actor = state.turn
    if phase == PICK:
        state.choices = COLONISTS - 1 - state.turn
    elif phase == DRAW:
        state.choices = 2 if state.cells[HAND_SIZE + state.turn] < HAND_LIMIT else 1
    elif phase == DISCARD:
        state.choices = 2
    elif phase == POWER:
        state.begin_power()
    elif phase == BUILD:
        state.begin_build()
    elif phase == FINISHED:
        state.actor = OVER
    else:
        state.actor = CHANCE


# Cards.


def fill_cards(cells: vec[u8], view: Observation, supply: Supply, rng: Rng) -> None:
    """Puts the cards the seat has not seen into the places it has not seen."""
    bit = seen_by(view.seat_code)
    unseen = unseen_cards(view, supply)
    rng.shuffle(unseen)
    used = fill_places(cells, DECK, view.deck_count, bit, unseen, 0)
    used = fill_places(cells, GONE, view.gone_count, bit, unseen, used)
    for seat in range(i64(SEATS)):
        size = i64(cells[HAND_SIZE + seat])
        used = fill_places(cells, HAND + HAND_CELLS * seat, size, bit, unseen, used)
    if view.phase_code == DISCARD:
        fill_places(cells, DRAWN, 2, bit, unseen, used)


def fill_places(
    cells: vec[u8], first: i64, count: i64, bit: i64, unseen: vec[u8], used: i64
) -> i64:
    """Fills the unseen ones of `count` places from `unseen[used]` on; returns the new `used`."""
    for i in range(first, first + count):
        if not cells[i] & u8(bit):
            cells[i] |= unseen[used]
            used += 1
    return used


def unseen_cards(view: Observation, supply: Supply) -> vec[u8]:
    """The cards the seat has not seen, by kind, so that nothing of their true order can matter."""
    left = supply.copies[:]
    bit = seen_by(view.seat_code)
    strike_seen(left, view.cells, DECK, view.deck_count, bit)
    strike_seen(left, view.cells, GONE, view.gone_count, bit)
    strike_seen(left, view.cells, HAND, HAND_CELLS * SEATS, bit)
    strike_seen(left, view.cells, DRAWN, 2, bit)
    for seat in range(i64(SEATS)):
        first = COLONY + COLONY_CELLS * seat
        for i in range(first, first + i64(view.cells[COLONY_SIZE + seat])):
            left[i64(view.cells[i])] -= 1
    total: i64 = 0
    for module in range(i64(MODULES)):
        total += i64(left[module])
    unseen = vec[u8]([0] * total)
    at: i64 = 0
    for module in range(i64(MODULES)):
        end = at + i64(left[module])
        while at < end:
            unseen[at] = u8(module)
            at += 1
    return unseen


def strike_seen(left: vec[u8], cells: vec[u8], first: i64, count: i64, bit: i64) -> None:
    """Takes the seen cards of `count` places from the numbers `left` (an empty place is 0, never seen)."""
    for i in range(first, first + count):
        if cells[i] & u8(bit):
            left[i64(cells[i] & KIND)] -= 1


# Colonists.


def fill_colonists(cells: vec[u8], view: Observation, rng: Rng) -> None:
    """Draws who has what, and in which order it was offered."""
    places = known_places(view)
    if view.has_seen_offer():
        own = view.seat_code
        offered = view.offered_mask()
        place_freely(places, view.unplaced() & ~offered, REMOVED, SEAT_PLACE + own, rng)
        if view.has_picked(own):
            place_freely(places, view.unplaced() & offered, SEAT_PLACE + own + 1, PLACES, rng)
        write_order(cells, view, places, rng)
    else:
        place_out(places, view.out_mask, rng)
        place_freely(places, view.unplaced(), REMOVED, PLACES, rng)
        write_any_order(cells, places, rng)
    for seat in range(picked_seats(view)):
        cells[ROLE + seat] = places[SEAT_PLACE + seat]


def picked_seats(view: Observation) -> i64:
    """How many seats have picked this round."""
    return view.turn_code if view.phase_code == PICK else SEATS


def known_places(view: Observation) -> vec[u8]:
    """By place the colonist the seat knows to be there, or NOBODY."""
    places = vec[u8]([NOBODY] * PLACES)
    for seat in range(i64(SEATS)):
        places[SEAT_PLACE + seat] = view.cells[ROLE + seat]
    if view.has_seen_offer():
        offered = view.offered_mask()
        for colonist in range(i64(COLONISTS)):
            if view.out_mask >> colonist & 1:
                # Out of play, so removed or left over; the offered list tells which.
                place = LEFT_OVER if offered >> colonist & 1 else REMOVED
                places[place] = u8(colonist)
    return places


def place_freely(places: vec[u8], colonists: i64, first: i64, end: i64, rng: Rng) -> None:
    """Puts colonists in random order into the free places from `first` up to `end`, as far as they go."""
    order = shuffled(colonists, rng)
    used: i64 = 0
    for place in range(first, end):
        if places[place] == NOBODY and used < len(order):
            places[place] = order[used]
            used += 1


def place_out(places: vec[u8], out: i64, rng: Rng) -> None:
    """Puts the one or two colonists known to be out of play into `REMOVED` and `LEFT_OVER`, either way."""
    order = shuffled(out, rng)
    if len(order) == 2:
        places[REMOVED] = order[0]
        places[LEFT_OVER] = order[1]
    elif len(order) == 1:
        places[REMOVED if rng.below(2) == 0 else LEFT_OVER] = order[0]


def shuffled(colonists: i64, rng: Rng) -> vec[u8]:
    """The colonists of a mask in random order."""
    count: i64 = 0
    for colonist in range(i64(COLONISTS)):
        count += colonists >> colonist & 1
    order = vec[u8]([0] * count)
    at: i64 = 0
    for colonist in range(i64(COLONISTS)):
        if colonists >> colonist & 1:
            order[at] = u8(colonist)
            at += 1
    rng.shuffle(order)
    return order


def write_order(cells: vec[u8], view: Observation, places: vec[u8], rng: Rng) -> None:
    """The removed colonist and the list the seat saw, the earlier picks put back into it anywhere."""
    cells[ORDER] = places[REMOVED]
    count = COLONISTS - 1 - view.seat_code
    for i in range(count):
        cells[ORDER + 1 + i] = view.cells[OFFERED + i]
    seat = view.seat_code
    while seat > 0:
        seat -= 1
        position = ORDER + 1 + rng.below(count + 1)
        i = ORDER + 1 + count
        while i > position:
            cells[i] = cells[i - 1]
            i -= 1
        cells[position] = places[SEAT_PLACE + seat]
        count += 1


def write_any_order(cells: vec[u8], places: vec[u8], rng: Rng) -> None:
    """The removed colonist and the others in random order."""
    cells[ORDER] = places[REMOVED]
    offered = shuffled(ALL_COLONISTS & ~(1 << i64(places[REMOVED])), rng)
    for i in range(i64(COLONISTS - 1)):
        cells[ORDER + 1 + i] = offered[i]


def write_offer(state: ColonizersState, picked: i64) -> None:
    """What is left of the offered list after `picked` seats have taken theirs."""
    cells = state.cells
    at: i64 = OFFERED
    for i in range(i64(COLONISTS - 1)):
        cells[OFFERED + i] = 0
    for i in range(i64(1), i64(COLONISTS)):
        colonist = cells[ORDER + i]
        is_taken = False
        for seat in range(picked):
            if cells[ROLE + seat] == colonist:
                is_taken = True
        if not is_taken:
            cells[at] = colonist
            at += 1
