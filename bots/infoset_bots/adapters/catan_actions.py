"""The 286 numbers that decisions of Catan are spelled with. Compiled; named in catan_encoding.py.

Every action but a trade between seats is one number: its code (actions.py), where road, free road and
first road share the numbers of edges, settlement and first settlement those of vertices, and seats are
counted from the own one. A trade is several: that it is offered, or offered in return; the cards given and
the cards taken, each ascending; to whom, if not to everybody; and its end. Whatever the rules allow can
be said, on the menu or not, and every beginning can be ended.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_bots.adapters.menu import MORE, Menu
from infoset_games.bits import bit
from infoset_games.catan.actions import (
    ANSWERS,
    CONFIRM,
    COUNTER_OFFER,
    DICE_ROLL,
    FREE_ROAD,
    MAIN,
    OFFER,
    PLACE_ROAD,
    PLACE_SETTLEMENT,
    PLAY_MONOPOLY,
    ROAD,
    SETTLEMENT,
    STEAL,
)
from infoset_games.catan.cards import MOST_SEATS, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.cells import HELD
from infoset_games.catan.legality import plain_codes
from infoset_games.catan.position import Position
from infoset_games.catan.state import CatanState
from infoset_games.catan.trades import NOTHING, STEPS, TRADES
from infoset_games.catan.trading import everybody, is_repeated, may_offer

OFFER_TRADE: Final = FREE_ROAD  # the first number that is no code
COUNTER_TRADE: Final = OFFER_TRADE + 1
GIVE_CARD: Final = COUNTER_TRADE + 1  # by resource
TAKE_CARD: Final = GIVE_CARD + RESOURCES  # by resource
TO_SEAT: Final = TAKE_CARD + RESOURCES  # by distance from the own seat, from 1
PROPOSE: Final = TO_SEAT + MOST_SEATS - 1
ACTIONS: Final = PROPOSE + 1

CARDS: Final = vec[i64](list(STEPS))  # by resource: what one more card of it adds to a trade


def number_of(position: Position, seat: i64, code: i64) -> i64:
    """The number of an action that is no trade between seats."""
    assert code < DICE_ROLL
    if code >= PLACE_ROAD:
        return code - PLACE_ROAD + ROAD
    if code >= PLACE_SETTLEMENT:
        return code - PLACE_SETTLEMENT + SETTLEMENT
    if code >= FREE_ROAD:
        return code - FREE_ROAD + ROAD
    if CONFIRM <= code < PLAY_MONOPOLY:
        first: i64 = CONFIRM if code < STEAL else STEAL
        seats = position.options.seats
        return first + (code - first - seat + seats) % seats
    return code


def list_numbers(state: CatanState, seat: i64, parts: tuple[int, ...], menu: Menu) -> None:
    """The numbers that `seat`, which is asked, may say after `parts`."""
    if parts:
        list_trade(state, seat, parts, menu)
        return
    for code in plain_codes(state, seat):
        menu.add(number_of(state, seat, code), code)
    if state.cells[HELD + seat] != 0:
        if state.phase == MAIN and may_offer(state):
            menu.add(OFFER_TRADE, MORE)
        elif state.phase == ANSWERS:
            menu.add(COUNTER_TRADE, MORE)


def list_trade(state: CatanState, seat: i64, parts: tuple[int, ...], menu: Menu) -> None:
    """What may follow the beginning of a trade."""
    give: i64 = 0  # cards by resource, in eight bits each
    take: i64 = 0
    trade: i64 = NOTHING
    addressees: i64 = 0
    last: i64 = GIVE_CARD  # numbers ascend
    for at in range(1, len(parts)):
        last = parts[at]
        if last >= TO_SEAT:
            addressees |= bit(last - TO_SEAT)
        elif last >= TAKE_CARD:
            take += bit(8 * (last - TAKE_CARD))
            trade += CARDS[last - TAKE_CARD]
        else:
            give += bit(8 * (last - GIVE_CARD))
            trade -= CARDS[last - GIVE_CARD]
    is_offer = parts[0] == OFFER_TRADE
    if last < TAKE_CARD:
        add_gifts(menu, state, seat, give, last)
    if last < TO_SEAT and give != 0:
        add_wishes(menu, state, give, take, trade, max(last, TAKE_CARD), is_offer)
    if take != 0:
        if not is_offer:
            menu.add(PROPOSE, COUNTER_OFFER + trade)
        elif not is_repeated(state, trade):
            add_addressees(menu, state, addressees, last)
            whom = addressees if addressees else everybody(state)
            menu.add(PROPOSE, OFFER + TRADES * whom + trade)


def count_in(cards: i64, resource: i64) -> i64:
    """How many cards of a resource there are among `cards`, eight bits for each resource."""
    return cards >> 8 * resource & 255


def add_gifts(menu: Menu, state: CatanState, seat: i64, give: i64, last: i64) -> None:
    """Cards that the seat holds; not all five resources, for one must be left to be taken."""
    kinds: i64 = 0
    for resource in range(i64(RESOURCES)):
        if count_in(give, resource):
            kinds += 1
    for resource in range(last - GIVE_CARD, i64(RESOURCES)):
        count = count_in(give, resource)
        if count < state.hand(seat, resource) and (count != 0 or kinds < RESOURCES - 1):
            menu.add(GIVE_CARD + resource, MORE)


def add_wishes(
    menu: Menu, state: CatanState, give: i64, take: i64, trade: i64, last: i64, is_offer: bool
) -> None:
    """Cards that are not given, unless nothing that begins so can be offered any more."""
    for resource in range(last - TAKE_CARD, i64(RESOURCES)):
        if count_in(give, resource) != 0 or count_in(take, resource) >= RESOURCE_CARDS:
            continue
        more = take + bit(8 * resource)
        if not is_offer or can_end(state, give, more, trade + CARDS[resource]):
            menu.add(TAKE_CARD + resource, MORE)


def can_end(state: CatanState, give: i64, take: i64, trade: i64) -> bool:
    """Is this trade, or this with more of the last resource that can be taken, not offered yet?"""
    last: i64 = RESOURCES - 1
    while count_in(give, last) != 0:
        last -= 1
    count = count_in(take, last)
    while count <= RESOURCE_CARDS:
        if not is_repeated(state, trade):
            return True
        trade += CARDS[last]
        count += 1
    return False


def add_addressees(menu: Menu, state: CatanState, addressees: i64, last: i64) -> None:
    """Seats behind those named, as long as not all are: nobody named is everybody."""
    others = state.options.seats - 1
    named: i64 = 0
    for place in range(others):
        named += (addressees >> place) & 1
    if named + 1 >= others:
        return
    first: i64 = last - TO_SEAT + 1 if last >= TO_SEAT else 0
    for place in range(first, others):
        menu.add(TO_SEAT + place, MORE)
