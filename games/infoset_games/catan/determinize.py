"""Draws a complete position that one seat holds possible, with its probability. Compiled.

Two independent parts: the hands, from the weighted deals of the observation (beliefs.py), and the
development cards (dev_odds.py). The bank and the deck are what remains. While seats put cards aside to
be discarded, what others have put aside is drawn, too: every choice they had counts alike.
"""

from mypy_extensions import i64, u8

from infoset_games.catan.actions import DISCARDS, FINISHED
from infoset_games.catan.beliefs import Belief, Origin, held
from infoset_games.catan.cards import DEV_COUNTS, DEV_KINDS, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.cells import BANK, DECK, FRESH, HAND, PENDING, PLAYED, USABLE
from infoset_games.catan.dev_odds import fresh_in, unpack, usable_in
from infoset_games.catan.observation import Observation
from infoset_games.catan.state import CatanState, own
from infoset_games.rng import Rng


def sample_state(view: Observation, rng: Rng) -> CatanState:
    """A world of the observation."""
    state = own(view.veiled.copy())
    deal = draw_deal(view, rng)
    fill_hands(state, deal)
    if state.phase == DISCARDS:
        fill_pending(state, view, deal, rng)
    if state.phase != FINISHED:
        fill_devs(state, view, rng)
    belief = Belief(view.viewer, dict(view.deals), view.histories, None)
    state.origin = Origin(belief, deal)
    return state


def draw_deal(view: Observation, rng: Rng) -> int:
    draws = view.draws
    if draws is None:
        draws = [(deal, n * ways_aside(view, deal)) for deal, n in view.deals]
        view.draws = draws
    if len(draws) == 1:
        return draws[0][0]
    point = rng.large_below(sum([n for _, n in draws]))
    for deal, n in draws:
        if point < n:
            return deal
        point -= n
    raise AssertionError("a point below the weight lies in some deal")


def fill_hands(state: CatanState, deal: int) -> None:
    cells = state.cells
    for resource in range(i64(RESOURCES)):
        stock: i64 = RESOURCE_CARDS
        for seat in range(state.options.seats):
            count = held(deal, seat, resource)
            cells[HAND + RESOURCES * seat + resource] = u8(count)
            stock -= count
        cells[BANK + resource] = u8(stock)


def fill_devs(state: CatanState, view: Observation, rng: Rng) -> None:
    """Gives the others their development cards; the rest is the deck."""
    cells = state.cells
    hidden = view.hidden_seats()
    for seat, holding in zip(hidden, view.odds().draw(rng), strict=True):
        put_row(state, USABLE + DEV_KINDS * seat, unpack(usable_in(holding)))
        if seat == state.turn:
            put_row(state, FRESH, unpack(fresh_in(holding)))
    for kind in range(i64(DEV_KINDS)):
        left = i64(DEV_COUNTS[kind]) - i64(cells[FRESH + kind])
        for seat in range(state.options.seats):
            left -= i64(cells[USABLE + DEV_KINDS * seat + kind])
            left -= i64(cells[PLAYED + DEV_KINDS * seat + kind])
        cells[DECK + kind] = u8(left)


def put_row(state: CatanState, first: i64, counts: list[int]) -> None:
    for i in range(i64(len(counts))):
        state.cells[first + i] = u8(counts[i])


# Cards put aside by others.


def ways_aside(view: Observation, deal: int) -> int:
    """In how many ways the others can have put aside what they have, if these are the hands."""
    ways = 1
    if view.veiled.phase == DISCARDS:
        for seat in range(view.seats):
            if seat != view.viewer and view.put_aside(seat):
                ways *= len(asides(view, deal, seat))
    return ways


def fill_pending(state: CatanState, view: Observation, deal: int, rng: Rng) -> None:
    for seat in range(view.seats):
        if seat != view.viewer and view.put_aside(seat):
            ways = asides(view, deal, seat)
            put_row(state, PENDING + RESOURCES * seat, ways[rng.below(len(ways))])


def asides(view: Observation, deal: int, seat: int) -> list[list[int]]:
    """Everything that a seat can have put aside by now, by resource."""
    hand = [int(held(deal, seat, resource)) for resource in range(RESOURCES)]
    found: list[list[int]] = []
    extend_asides(found, hand, [0] * RESOURCES, 0, view.put_aside(seat), view.due(seat))
    return found


def extend_asides(
    found: list[list[int]], hand: list[int], aside: list[int], first: int, count: int, due: int
) -> None:
    """Adds every way to put `count` more cards from resource `first` on that leaves `due` behind them."""
    if count == 0:
        last = 0
        for resource in range(RESOURCES):
            if aside[resource]:
                last = resource
        left = sum([hand[resource] - aside[resource] for resource in range(last, RESOURCES)])
        if left >= due:
            found.append(list(aside))
        return
    for resource in range(first, RESOURCES):
        if aside[resource] < hand[resource]:
            aside[resource] += 1
            extend_asides(found, hand, aside, resource, count - 1, due)
            aside[resource] -= 1
