"""Actions as lists of plain values, `["road", 17]`, and back. Compiled; judges nothing but the form.

Resources, development cards, hexes, vertices, edges and seats are numbers; a side of a trade is five
counts. An offer names its addressees unless it goes to all.
"""

from typing import Final

from infoset_games.catan.actions import (
    ACCEPT,
    BANK_TRADE,
    BUY_DEV,
    CITY,
    CONFIRM,
    COUNTER_OFFER,
    DICE_ROLL,
    DISCARD,
    DRAWN,
    END_TURN,
    FREE_ROAD,
    MOVE_ROBBER,
    OFFER,
    PAIR_COUNT,
    PAIRS,
    PLACE_ROAD,
    PLACE_SETTLEMENT,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    REJECT,
    ROAD,
    ROLL,
    SETTLEMENT,
    STEAL,
    STOLEN,
    WITHDRAW,
)
from infoset_games.catan.cards import DEV_KINDS, MOST_SEATS, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.position import Position
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.catan.trades import TRADES, given, taken, trade_of
from infoset_games.catan.trading import everybody
from infoset_games.core import IllegalActionError, Json
from infoset_games.fields import is_int

BARE: Final = {
    "roll": ROLL,
    "end_turn": END_TURN,
    "reject": REJECT,
    "withdraw": WITHDRAW,
    "accept": ACCEPT,
    "buy_dev": BUY_DEV,
    "play_knight": PLAY_KNIGHT,
    "play_road_building": PLAY_ROAD_BUILDING,
}
# Verbs with one number: the first code, how many there are, and what they count.
NUMBERED: Final = {
    "confirm": (CONFIRM, MOST_SEATS, "a seat"),
    "steal": (STEAL, MOST_SEATS, "a seat"),
    "play_monopoly": (PLAY_MONOPOLY, RESOURCES, "a resource"),
    "discard": (DISCARD, RESOURCES, "a resource"),
    "move_robber": (MOVE_ROBBER, HEXES, "a hex"),
    "city": (CITY, VERTICES, "a vertex"),
    "settlement": (SETTLEMENT, VERTICES, "a vertex"),
    "road": (ROAD, EDGES, "an edge"),
    "free_road": (FREE_ROAD, EDGES, "an edge"),
    "place_settlement": (PLACE_SETTLEMENT, VERTICES, "a vertex"),
    "place_road": (PLACE_ROAD, EDGES, "an edge"),
    "stolen": (STOLEN, RESOURCES, "a resource"),
    "drawn": (DRAWN, DEV_KINDS, "a development card"),
}
BARE_VERBS: Final = {code: verb for verb, code in BARE.items()}
NUMBERED_VERBS: Final = {
    first + number: (verb, number)
    for verb, (first, count, _) in NUMBERED.items()
    for number in range(count)
}


def write_action(position: Position, action: int) -> list[Json]:
    """The action in written form."""
    if action in BARE_VERBS:
        return [BARE_VERBS[action]]
    if action in NUMBERED_VERBS:
        verb, number = NUMBERED_VERBS[action]
        return [verb, number]
    if action >= COUNTER_OFFER:
        trade = action - COUNTER_OFFER
        return ["counter", given(trade), taken(trade)]
    if action >= OFFER:
        return write_offer(position, action)
    if action >= DICE_ROLL:
        roll = action - DICE_ROLL
        return ["dice", roll // 6 + 1, roll % 6 + 1]
    if action >= BANK_TRADE:
        pair = action - BANK_TRADE
        return ["bank", pair // RESOURCES, pair % RESOURCES]
    pair = action - PLAY_PLENTY
    if pair < PAIR_COUNT:
        return ["play_plenty", *PAIRS[pair]]
    return ["play_plenty", pair - PAIR_COUNT]


def write_offer(position: Position, action: int) -> list[Json]:
    trade = (action - OFFER) % TRADES
    addressees = (action - OFFER) // TRADES
    written: list[Json] = ["offer", given(trade), taken(trade)]
    if addressees != everybody(position):
        written.append(sorted(seats_of(position, addressees)))
    return written


def seats_of(position: Position, addressees: int) -> list[int]:
    """The seats that three bits of addressees stand for, in the order of turns."""
    seats = int(position.options.seats)
    turn = int(position.turn)
    return [(turn + steps) % seats for steps in range(1, seats) if addressees >> (steps - 1) & 1]


def parse_action(position: Position, value: Json) -> int:
    """The code of a written action, legal or not. Raises IllegalActionError naming what is wrong."""
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise IllegalActionError('expected a list that opens with a verb, like ["road", 17]')
    verb = value[0]
    arguments = value[1:]
    if verb in BARE:
        expect_count(verb, arguments, 0)
        return BARE[verb]
    if verb in NUMBERED:
        expect_count(verb, arguments, 1)
        first, count, what = NUMBERED[verb]
        return first + number(verb, arguments[0], count, what)
    if verb == "bank":
        expect_count(verb, arguments, 2)
        return (
            BANK_TRADE
            + RESOURCES * number(verb, arguments[0], RESOURCES, "a resource")
            + number(verb, arguments[1], RESOURCES, "a resource")
        )
    if verb == "play_plenty":
        return parse_plenty(arguments)
    if verb == "counter":
        expect_count(verb, arguments, 2)
        return COUNTER_OFFER + parse_trade(verb, arguments)
    if verb == "offer":
        return parse_offer(position, arguments)
    if verb == "dice":
        expect_count(verb, arguments, 2)
        first = number(verb, arguments[0], 7, "a die")
        second = number(verb, arguments[1], 7, "a die")
        if not first or not second:
            raise IllegalActionError("dice: expected two numbers in 1..6")
        return DICE_ROLL + 6 * (first - 1) + second - 1
    raise IllegalActionError(f"{verb}: no such action")


def expect_count(verb: str, arguments: list[Json], count: int) -> None:
    if len(arguments) != count:
        raise IllegalActionError(
            f"{verb}: expected {count} arguments behind it, got {len(arguments)}"
        )


def number(verb: str, value: Json, count: int, what: str) -> int:
    if not is_int(value, 0, count - 1):
        raise IllegalActionError(f"{verb}: expected {what}, 0..{count - 1}, got {value!r}")
    return int(value)


def parse_plenty(arguments: list[Json]) -> int:
    """One or two resources, the lower first."""
    if not 1 <= len(arguments) <= 2:
        raise IllegalActionError("play_plenty: expected two resources, or the bank's last card")
    chosen = [number("play_plenty", argument, RESOURCES, "a resource") for argument in arguments]
    if len(chosen) == 1:
        return PLAY_PLENTY + PAIR_COUNT + chosen[0]
    if chosen[0] > chosen[1]:
        raise IllegalActionError("play_plenty: expected the lower resource first")
    return PLAY_PLENTY + PAIRS.index((chosen[0], chosen[1]))


def parse_trade(verb: str, sides: list[Json]) -> int:
    """The trade of two lists of five counts."""
    counted: list[list[int]] = []
    for name, side in zip(("give", "take"), sides, strict=True):
        is_side = isinstance(side, list) and len(side) == RESOURCES
        if not is_side or not all(is_int(count, 0, RESOURCE_CARDS) for count in side):
            raise IllegalActionError(
                f"{verb}: {name}: expected {RESOURCES} counts in 0..{RESOURCE_CARDS}"
            )
        counted.append([int(count) for count in side])
    for resource in range(RESOURCES):
        if counted[0][resource] and counted[1][resource]:
            raise IllegalActionError(f"{verb}: resource {resource} is on both sides")
    return trade_of(counted[0], counted[1])


def parse_offer(position: Position, arguments: list[Json]) -> int:
    if not 2 <= len(arguments) <= 3:
        raise IllegalActionError("offer: expected what you give, what you take, perhaps to whom")
    trade = parse_trade("offer", arguments[:2])
    addressees = int(everybody(position))
    if len(arguments) == 3:
        addressees = parse_addressees(position, arguments[2])
    return OFFER + TRADES * addressees + trade


def parse_addressees(position: Position, value: Json) -> int:
    seats = int(position.options.seats)
    turn = int(position.turn)
    if not isinstance(value, list) or not all(is_int(seat, 0, seats - 1) for seat in value):
        raise IllegalActionError(f"offer: to: expected a list of seats, 0..{seats - 1}")
    if not value or value != sorted(set(value)) or turn in value:
        raise IllegalActionError("offer: to: expected other seats, ascending, none twice")
    addressees = sum([1 << ((seat - turn) % seats - 1) for seat in value])
    if addressees == everybody(position):
        raise IllegalActionError("offer: to: leave the seats out to ask everybody")
    return int(addressees)
