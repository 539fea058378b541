"""Why an action is refused, in words fit for the player's eyes. Compiled; decides nothing itself."""

from typing import Final

from mypy_extensions import i64

from infoset_games.catan.actions import (
    ACCEPT,
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    CODES,
    CONFIRM,
    COUNTER_OFFER,
    DEAL,
    DICE_ROLL,
    DISCARD,
    DISCARDS,
    END_TURN,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    OFFER,
    PHASE_NAMES,
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
from infoset_games.catan.building import may_build_road
from infoset_games.catan.cards import (
    CITY_PRICE,
    DEV_PRICE,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    RESOURCE_NAMES,
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
    OPEN,
    RATE,
    ROADS_LEFT,
    SETTLED,
    SETTLEMENTS_LEFT,
    TOUCHED,
)
from infoset_games.catan.development import deck_size, may_build_free, may_play
from infoset_games.catan.position import Position
from infoset_games.catan.trades import COUNTERED, TRADES, change, has_both_sides
from infoset_games.catan.trading import everybody, is_repeated, may_offer

# In which phases an action has its place: the first code of each kind, in order.
PLACES: Final[tuple[tuple[int, str, tuple[int, ...]], ...]] = (
    (ROLL, "roll", (BEFORE_ROLL,)),
    (END_TURN, "end_turn", (MAIN,)),
    (REJECT, "reject", (ANSWERS,)),
    (WITHDRAW, "withdraw", (DEAL,)),
    (ACCEPT, "accept", (ANSWERS,)),
    (BUY_DEV, "buy_dev", (MAIN,)),
    (PLAY_KNIGHT, "play_knight", (BEFORE_ROLL, MAIN)),
    (PLAY_ROAD_BUILDING, "play_road_building", (BEFORE_ROLL, MAIN)),
    (CONFIRM, "confirm", (DEAL,)),
    (STEAL, "steal", (VICTIM,)),
    (PLAY_MONOPOLY, "play_monopoly", (BEFORE_ROLL, MAIN)),
    (DISCARD, "discard", (DISCARDS,)),
    (PLAY_PLENTY, "play_plenty", (BEFORE_ROLL, MAIN)),
    (BANK_TRADE, "bank", (MAIN,)),
    (MOVE_ROBBER, "move_robber", (ROBBER,)),
    (CITY, "city", (MAIN,)),
    (SETTLEMENT, "settlement", (MAIN,)),
    (ROAD, "road", (MAIN,)),
    (FREE_ROAD, "free_road", (FREE_ROADS,)),
    (PLACE_SETTLEMENT, "place_settlement", (PLACE_SETTLEMENTS,)),
    (PLACE_ROAD, "place_road", (PLACE_ROADS,)),
    (DICE_ROLL, "chance", ()),
    (OFFER, "offer", (MAIN,)),
    (COUNTER_OFFER, "counter", (ANSWERS,)),
)


def reason(position: Position, seat: i64, action: i64) -> str:
    """Why the seat, which is to act, may not take `action`. Says nothing of other seats' secrets."""
    if not 0 <= action < CODES:
        return f"expected the number of an action, 0..{CODES - 1}"
    verb, phases = place_of(action)
    if position.phase not in phases:
        return f"{verb}: not in the {PHASE_NAMES[position.phase]} phase"
    return f"{verb}: {objection(position, seat, action)}"


def place_of(action: i64) -> tuple[str, tuple[int, ...]]:
    """The verb of an action and the phases it belongs to."""
    verb = ""
    phases: tuple[int, ...] = ()
    for first, name, allowed in PLACES:
        if action >= first:
            verb = name
            phases = allowed
    return verb, phases


def objection(position: Position, seat: i64, action: i64) -> str:
    if action >= COUNTER_OFFER:
        return about_trade(position, seat, action - COUNTER_OFFER)
    if action >= OFFER:
        return about_offer(position, seat, action)
    if action >= PLACE_ROAD:
        return "expected a free edge at the settlement just placed"
    if action >= PLACE_SETTLEMENT:
        return "too close to another building"
    if action >= FREE_ROAD:
        return about_road(position, seat, action - FREE_ROAD)
    if action >= ROAD:
        if not can_pay(position, seat, ROAD_PRICE):
            return price_of(position, seat, ROAD_PRICE)
        return about_road(position, seat, action - ROAD)
    if action >= SETTLEMENT:
        return about_settlement(position, seat, action - SETTLEMENT)
    if action >= CITY:
        return about_city(position, seat, action - CITY)
    if action >= MOVE_ROBBER:
        if action - MOVE_ROBBER == position.robber:
            return "the robber must go to another hex"
        return "a friendly robber spares whoever has less than 3 points"
    if action >= BANK_TRADE:
        return about_bank(position, seat, action - BANK_TRADE)
    if action >= PLAY_PLENTY:
        return about_card(position, PLENTY, "the bank does not have these cards")
    if action >= DISCARD:
        return "expected a card you have, no earlier resource than the last, and enough behind it"
    if action >= PLAY_MONOPOLY:
        return about_card(position, MONOPOLY, "")
    if action >= STEAL:
        return "expected a seat with a building at the robber's hex and with cards"
    if action >= CONFIRM:
        if position.cells[ANSWER + (action - CONFIRM)] == COUNTERED:
            return "you do not hold what that seat asks for"
        return "that seat has not agreed"
    if action == PLAY_ROAD_BUILDING:
        return about_card(position, ROAD_BUILDING, "there is no road left, or no place for one")
    if action == PLAY_KNIGHT:
        return about_card(position, KNIGHT, "")
    if action == BUY_DEV:
        if deck_size(position) == 0:
            return "no development cards are left"
        return price_of(position, seat, DEV_PRICE)
    return "you do not hold what is asked for"


def price_of(position: Position, seat: i64, price: bytes) -> str:
    """What it costs, and what there is."""
    costs = cards([int(price[resource]) for resource in range(RESOURCES)])
    have = cards([int(position.hand(seat, resource)) for resource in range(i64(RESOURCES))])
    return f"costs {costs}, at hand are {have}"


def cards(counts: list[int]) -> str:
    """Counted cards in words."""
    named = [f"{count} {RESOURCE_NAMES[kind]}" for kind, count in enumerate(counts) if count]
    return ", ".join(named) if named else "no cards"


def about_road(position: Position, seat: i64, edge: i64) -> str:
    if position.cells[ROADS_LEFT + seat] == 0:
        return "no road is left in your stock"
    if position.cells[EDGE + edge] != 0:
        return "there is a road already"
    assert not may_build_road(position, seat, edge)
    return "none of your roads or buildings leads there"


def about_settlement(position: Position, seat: i64, vertex: i64) -> str:
    if not can_pay(position, seat, SETTLEMENT_PRICE):
        return price_of(position, seat, SETTLEMENT_PRICE)
    if position.cells[SETTLEMENTS_LEFT + seat] == 0:
        return "no settlement is left in your stock"
    if (position.masks[OPEN] >> vertex) & 1 == 0:
        return "too close to another building"
    assert (position.masks[TOUCHED + seat] >> vertex) & 1 == 0
    return "none of your roads leads there"


def about_city(position: Position, seat: i64, vertex: i64) -> str:
    if not can_pay(position, seat, CITY_PRICE):
        return price_of(position, seat, CITY_PRICE)
    if position.cells[CITIES_LEFT + seat] == 0:
        return "no city is left in your stock"
    assert (position.masks[SETTLED + seat] >> vertex) & 1 == 0
    return "you have no settlement there"


def about_bank(position: Position, seat: i64, pair: i64) -> str:
    given, wanted = pair // RESOURCES, pair % RESOURCES
    if given == wanted:
        return "expected two different resources"
    if position.cells[BANK + wanted] == 0:
        return f"the bank has no {RESOURCE_NAMES[wanted]}"
    rate = int(position.cells[RATE + RESOURCES * seat + given])
    have = int(position.hand(seat, given))
    return f"takes {rate} {RESOURCE_NAMES[given]}, at hand are {have}"


def about_card(position: Position, kind: i64, otherwise: str) -> str:
    if position.has_played:
        return "one development card a turn"
    if not may_play(position, kind):
        return "you have none that was bought in an earlier turn"
    assert kind != ROAD_BUILDING or not may_build_free(position, position.turn)
    return otherwise


def about_offer(position: Position, seat: i64, action: i64) -> str:
    trade = (action - OFFER) % TRADES
    if not may_offer(position):
        return f"no more than {position.options.max_offers} offers a turn"
    if not 1 <= (action - OFFER) // TRADES <= everybody(position):
        return "expected at least one other seat"
    if is_repeated(position, trade):
        return "you have offered just that in this turn"
    return about_trade(position, seat, trade)


def about_trade(position: Position, seat: i64, trade: i64) -> str:
    if not has_both_sides(trade):
        return "expected cards on both sides: no gifts"
    for resource in range(i64(RESOURCES)):
        less = -change(trade, resource)
        have = position.hand(seat, resource)
        if less > have:
            return f"you do not hold {less} {RESOURCE_NAMES[resource]}, only {have}"
    return "it cannot be made now"
