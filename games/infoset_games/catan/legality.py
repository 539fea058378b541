"""What a seat may do now, as codes in ascending order. Compiled; the sets behind it are kept by the rules."""

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_games.catan.actions import (
    ACCEPT,
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    CONFIRM,
    COUNTER_OFFER,
    DEAL,
    DISCARD,
    DISCARDS,
    END_TURN,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    OFFER,
    PAIR_COUNT,
    PAIR_FIRST,
    PAIR_SECOND,
    PLACE_ROAD,
    PLACE_ROADS,
    PLACE_SETTLEMENT,
    PLACE_SETTLEMENTS,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    REJECT,
    ROAD,
    ROBBER,
    ROLL,
    SETTLEMENT,
    STEAL,
    VICTIM,
    WITHDRAW,
)
from infoset_games.catan.bank import can_pay
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import (
    CITY_PRICE,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
)
from infoset_games.catan.cells import (
    ANSWER,
    BANK,
    CITIES_LEFT,
    EDGE,
    HALF,
    HAND,
    NEXT_HIGH,
    NEXT_LOW,
    OPEN,
    RATE,
    ROADS_LEFT,
    SETTLED,
    SETTLEMENTS_LEFT,
    lowest_bit,
)
from infoset_games.catan.development import bank_size, can_buy, may_build_free, may_play
from infoset_games.catan.options import MENU_NONE, MENU_SINGLE
from infoset_games.catan.position import Position
from infoset_games.catan.robber import may_discard, robber_places, victims
from infoset_games.catan.topology import NOWHERE, VERTEX_EDGES
from infoset_games.catan.trades import (
    MENUS,
    SINGLE_MASKS,
    TRADES,
    WAITED_FOR,
    given_in,
    has_both_sides,
    turned,
)
from infoset_games.catan.trading import (
    can_give,
    can_take,
    everybody,
    is_repeated,
    may_confirm,
    may_offer,
)

CLASS_STEPS = bytes((1, 3, 9, 27, 81))


def legal_codes(position: Position, seat: i64) -> vec[i64]:
    """The listed actions of a seat that is to act."""
    codes = plain_codes(position, seat)
    if position.options.trade_menu == MENU_NONE:
        return codes
    if position.phase == MAIN and may_offer(position):
        return list_offers(position, codes)
    if position.phase == ANSWERS:
        return list_counters(position, seat, codes)
    return codes


def plain_codes(position: Position, seat: i64) -> vec[i64]:
    """The same without trades that the seat would propose."""
    codes = vec[i64](capacity=16)
    phase = position.phase
    if phase == MAIN:
        return list_main(position, codes)
    if phase == BEFORE_ROLL:
        return list_cards(position, append(codes, ROLL))
    if phase == ANSWERS:
        return list_answers(position, seat, codes)
    if phase == DISCARDS:
        for resource in range(i64(RESOURCES)):
            if may_discard(position, seat, resource):
                codes = append(codes, DISCARD + resource)
        return codes
    if phase == ROBBER:
        return list_set(codes, robber_places(position), MOVE_ROBBER)
    if phase == VICTIM:
        return list_set(codes, victims(position), STEAL)
    if phase == FREE_ROADS:
        return list_edges(position, codes, FREE_ROAD)
    if phase == DEAL:
        codes = append(codes, WITHDRAW)
        for partner in range(position.options.seats):
            if may_confirm(position, partner):
                codes = append(codes, CONFIRM + partner)
        return codes
    if phase == PLACE_SETTLEMENTS:
        return list_set(codes, position.masks[OPEN], PLACE_SETTLEMENT)
    if phase == PLACE_ROADS:
        return list_first_roads(position, codes)
    return codes


def list_set(codes: vec[i64], places: i64, code: i64) -> vec[i64]:
    """Adds `code` + place for each place of a set."""
    while places != 0:
        codes = append(codes, code + lowest_bit(places))
        places &= places - 1
    return codes


def list_edges(position: Position, codes: vec[i64], code: i64) -> vec[i64]:
    """Adds `code` + edge wherever the mover's network can grow."""
    codes = list_set(codes, position.masks[NEXT_LOW + position.turn], code)
    return list_set(codes, position.masks[NEXT_HIGH + position.turn], code + HALF)


def list_first_roads(position: Position, codes: vec[i64]) -> vec[i64]:
    """The free edges at the settlement placed last."""
    for i in range(3 * position.placed, 3 * position.placed + 3):
        edge = i64(VERTEX_EDGES[i])
        if edge != NOWHERE and position.cells[EDGE + edge] == 0:
            codes = append(codes, PLACE_ROAD + edge)
    return codes


def list_cards(position: Position, codes: vec[i64]) -> vec[i64]:
    """Adds the development cards that can be played."""
    if position.has_played:
        return codes
    if may_play(position, KNIGHT):
        codes = append(codes, PLAY_KNIGHT)
    if may_play(position, ROAD_BUILDING) and may_build_free(position, position.turn):
        codes = append(codes, PLAY_ROAD_BUILDING)
    if may_play(position, MONOPOLY):
        for resource in range(i64(RESOURCES)):
            codes = append(codes, PLAY_MONOPOLY + resource)
    if may_play(position, PLENTY):
        codes = list_plenty(position, codes)
    return codes


def list_plenty(position: Position, codes: vec[i64]) -> vec[i64]:
    """Adds the pairs the bank has; single cards where that is all it has."""
    cells = position.cells
    for i in range(i64(PAIR_COUNT)):
        first = i64(PAIR_FIRST[i])
        second = i64(PAIR_SECOND[i])
        least = 2 if first == second else 1
        if cells[BANK + first] >= least and cells[BANK + second] != 0:
            codes = append(codes, PLAY_PLENTY + i)
    if bank_size(position) == 1:
        for resource in range(i64(RESOURCES)):
            if cells[BANK + resource] != 0:
                codes = append(codes, PLAY_PLENTY + PAIR_COUNT + resource)
    return codes


def list_main(position: Position, codes: vec[i64]) -> vec[i64]:
    cells = position.cells
    seat = position.turn
    codes = append(codes, END_TURN)
    if can_buy(position, seat):
        codes = append(codes, BUY_DEV)
    codes = list_cards(position, codes)
    codes = list_bank_trades(position, codes)
    if cells[CITIES_LEFT + seat] != 0 and can_pay(position, seat, CITY_PRICE):
        codes = list_set(codes, position.masks[SETTLED + seat], CITY)
    if cells[SETTLEMENTS_LEFT + seat] != 0 and can_pay(position, seat, SETTLEMENT_PRICE):
        codes = list_set(codes, settlement_places(position, seat), SETTLEMENT)
    if cells[ROADS_LEFT + seat] != 0 and can_pay(position, seat, ROAD_PRICE):
        codes = list_edges(position, codes, ROAD)
    return codes


def list_bank_trades(position: Position, codes: vec[i64]) -> vec[i64]:
    cells = position.cells
    hand = HAND + RESOURCES * position.turn
    rate = RATE + RESOURCES * position.turn
    for given in range(i64(RESOURCES)):
        if cells[hand + given] < cells[rate + given]:
            continue
        for taken in range(i64(RESOURCES)):
            if taken != given and cells[BANK + taken] != 0:
                codes = append(codes, BANK_TRADE + RESOURCES * given + taken)
    return codes


def list_offers(position: Position, codes: vec[i64]) -> vec[i64]:
    """Adds the menu's trades that the hand allows, to everybody, but for those made in this turn."""
    kind: i64 = 0
    for resource in range(i64(RESOURCES)):
        kind += min(position.hand(position.turn, resource), 2) * i64(CLASS_STEPS[resource])
    code = OFFER + TRADES * everybody(position)
    is_first = position.offers == 0
    for trade in MENUS[position.options.trade_menu][kind]:
        if is_first or not is_repeated(position, trade):
            codes = append(codes, code + trade)
    return codes


def list_answers(position: Position, seat: i64, codes: vec[i64]) -> vec[i64]:
    """No, and yes if the seat can give it."""
    codes = append(codes, REJECT)
    if can_take(position, seat, position.offer):
        codes = append(codes, ACCEPT)
    return codes


def list_counters(position: Position, seat: i64, codes: vec[i64]) -> vec[i64]:
    """Adds single cards for one of those on offer."""
    kind: i64 = 0
    for resource in range(i64(RESOURCES)):
        kind += min(position.hand(seat, resource), 1) * i64(CLASS_STEPS[resource])
    offered = given_in(position.offer)
    accepted = turned(position.offer)  # which is no counter-offer
    trades, masks = MENUS[MENU_SINGLE][kind], SINGLE_MASKS[kind]
    for at in range(i64(len(trades))):
        if masks[at] >> RESOURCES & offered and not masks[at] & offered and trades[at] != accepted:
            codes = append(codes, COUNTER_OFFER + trades[at])
    return codes


# Trades beside the menu.


def is_open_offer(position: Position, seat: i64, action: i64) -> bool:
    """Is `action` an offer that the seat may make, listed or not?"""
    if position.phase != MAIN or seat != position.turn or not OFFER <= action < COUNTER_OFFER:
        return False
    trade = (action - OFFER) % TRADES
    addressees = (action - OFFER) // TRADES
    return (
        may_offer(position)
        and 1 <= addressees <= everybody(position)
        and has_both_sides(trade)
        and can_give(position, seat, trade)
        and not is_repeated(position, trade)
    )


def is_open_counter(position: Position, seat: i64, action: i64) -> bool:
    """Is `action` a counter-offer that the seat may make, listed or not?"""
    if position.phase != ANSWERS or position.cells[ANSWER + seat] != WAITED_FOR:
        return False
    trade = action - COUNTER_OFFER
    return 0 <= trade < TRADES and has_both_sides(trade) and can_give(position, seat, trade)
