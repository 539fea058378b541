"""Tells what happened in a ply, to each seat what it may know. Reads two positions, changes none. Compiled.

Kinds and fields are listed in README.md.
"""

from collections.abc import Mapping

from infoset_games.catan.actions import (
    ANSWERS,
    BANK_TRADE,
    BUY_DEV,
    CITY,
    CONFIRM,
    COUNTER_OFFER,
    DEAL,
    DICE,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    END_TURN,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    OFFER,
    PLACE_ROAD,
    PLACE_ROADS,
    PLACE_SETTLEMENT,
    PLACE_SETTLEMENTS,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROAD_BUILDING,
    REJECT,
    ROAD,
    ROBBER,
    ROLL,
    SETTLEMENT,
    STEAL,
    STOLEN,
    THEFT,
    VICTIM,
    WITHDRAW,
)
from infoset_games.catan.cards import (
    KNIGHT,
    MONOPOLY,
    PLENTY,
    RESOURCES,
    ROAD_BUILDING,
    SEVEN,
)
from infoset_games.catan.cells import ANSWER, COUNTER, PENDING
from infoset_games.catan.notation import seats_of
from infoset_games.catan.position import Position
from infoset_games.catan.state import CatanState
from infoset_games.catan.trades import ACCEPTED, TRADES, given, taken
from infoset_games.core import Json
from infoset_games.events import Event


def narrate(before: CatanState, joint: Mapping[int, int], after: CatanState) -> list[Event]:
    """The events of the ply `joint` that led from `before` to `after`."""
    phase = before.phase
    if phase == DISCARDS:
        events = tell_discards(before, joint, after)
    elif phase == ANSWERS:
        events = tell_answers(before, joint)
    else:
        events = tell_single(before, joint[int(before.actor)], after)
    return events + tell_passage(before, after)


def tell_single(before: CatanState, action: int, after: CatanState) -> list[Event]:
    """A ply of one seat, or of chance."""
    phase = before.phase
    seat = int(before.turn)
    if phase == MAIN:
        return tell_act(before, action, after)
    if phase == DICE:
        return tell_roll(before, after)
    if phase == PLACE_SETTLEMENTS:
        return tell_settling(before, action - PLACE_SETTLEMENT, after)
    if phase == PLACE_ROADS:
        return [Event("road", {"by": seat, "edge": action - PLACE_ROAD})]
    if phase == FREE_ROADS:
        return [Event("road", {"by": seat, "edge": action - FREE_ROAD})]
    if phase == ROBBER:
        return [Event("robber", {"by": seat, "hex": action - MOVE_ROBBER})]
    if phase == THEFT:
        victim = int(before.victim)
        facts = {"by": seat, "from": victim}
        return [Event("theft", facts, {"resource": action - STOLEN}, [seat, victim])]
    if phase == DRAW:
        return [Event("bought", {"by": seat}, {"card": action - DRAWN}, [seat])]
    if phase == DEAL:
        return tell_deal(before, action)
    if phase == VICTIM:
        return [Event("victim", {"by": seat, "from": action - STEAL})]
    return [] if action == ROLL else tell_card(before, action, after)


def tell_act(before: CatanState, action: int, after: CatanState) -> list[Event]:
    """An action of the main phase."""
    seat = int(before.turn)
    if action == END_TURN:
        return [Event("end_turn", {"by": seat})]
    if action == BUY_DEV:
        return [Event("buy", {"by": seat})]
    if action < BANK_TRADE:
        return tell_card(before, action, after)
    if action < MOVE_ROBBER:
        gains = changes(before, after, seat)
        give = [max(0, -count) for count in gains]
        take = [max(0, count) for count in gains]
        return [Event("bank", {"by": seat, "give": give, "take": take})]
    if action < SETTLEMENT:
        return [Event("city", {"by": seat, "vertex": action - CITY})]
    if action < ROAD:
        return [Event("settlement", {"by": seat, "vertex": action - SETTLEMENT})]
    if action < OFFER:
        return [Event("road", {"by": seat, "edge": action - ROAD})]
    trade = (action - OFFER) % TRADES
    asked = sorted(seats_of(before, (action - OFFER) // TRADES))
    facts: dict[str, Json] = {"by": seat, "give": given(trade), "take": taken(trade), "to": asked}
    return [Event("offer", facts)]


def tell_settling(before: CatanState, vertex: int, after: CatanState) -> list[Event]:
    """A settlement placed before the first turn; the second one yields cards."""
    seat = int(before.turn)
    events = [Event("settlement", {"by": seat, "vertex": vertex})]
    if sum(changes(before, after, seat)):
        events.append(Event("yield", {"by": seat, "cards": changes(before, after, seat)}))
    return events


def tell_roll(before: CatanState, after: CatanState) -> list[Event]:
    """The dice, and what they yield."""
    dice = [int(after.first_die), int(after.second_die)]
    events = [Event("dice", {"by": int(before.turn), "dice": dice})]
    if sum(dice) != SEVEN:
        for seat in range(int(before.options.seats)):
            gains = changes(before, after, seat)
            if any(gains):
                events.append(Event("yield", {"by": seat, "cards": gains}))
    return events


def tell_card(before: CatanState, action: int, after: CatanState) -> list[Event]:
    """A development card played, with what it does at once."""
    seat = int(before.turn)
    if action == PLAY_KNIGHT:
        return [Event("play", {"by": seat, "card": KNIGHT})]
    if action == PLAY_ROAD_BUILDING:
        return [Event("play", {"by": seat, "card": ROAD_BUILDING})]
    if action < DISCARD:
        resource = action - PLAY_MONOPOLY
        lost = [
            -changes(before, after, other)[resource] if other != seat else 0
            for other in range(int(before.options.seats))
        ]
        return [
            Event("play", {"by": seat, "card": MONOPOLY}),
            Event("monopoly", {"by": seat, "resource": resource, "from": lost}),
        ]
    return [
        Event("play", {"by": seat, "card": PLENTY}),
        Event("plenty", {"by": seat, "cards": changes(before, after, seat)}),
    ]


def tell_discards(before: CatanState, joint: Mapping[int, int], after: CatanState) -> list[Event]:
    """Who put a card aside; when all have done, what goes to the bank, as far as it is shown."""
    events = [
        Event("put_aside", {"by": seat}, {"resource": action - DISCARD}, [seat])
        for seat, action in sorted(joint.items())
    ]
    if after.phase != DISCARDS:
        for seat in range(int(before.options.seats)):
            cards = aside(before, seat)
            if seat in joint:
                cards[joint[seat] - DISCARD] += 1
            if any(cards):
                events.append(discard_event(before, seat, cards))
    return events


def discard_event(before: Position, seat: int, cards: list[int]) -> Event:
    facts: dict[str, Json] = {"by": seat, "count": sum(cards)}
    if before.options.public_discards:
        return Event("discard", {**facts, "cards": cards})
    return Event("discard", facts, {"cards": cards}, [seat])


def aside(position: Position, seat: int) -> list[int]:
    """The cards a seat has put aside, by resource."""
    first = PENDING + RESOURCES * seat
    return [int(position.cells[first + resource]) for resource in range(RESOURCES)]


def tell_answers(before: CatanState, joint: Mapping[int, int]) -> list[Event]:
    """What those asked say, all at once; that nobody wants the trade closes it."""
    events: list[Event] = []
    for seat, action in sorted(joint.items()):
        if action == REJECT:
            events.append(Event("reject", {"by": seat}))
        elif action >= COUNTER_OFFER:
            trade = action - COUNTER_OFFER
            events.append(
                Event("counter", {"by": seat, "give": given(trade), "take": taken(trade)})
            )
        else:
            events.append(Event("accept", {"by": seat}))
    return events


def tell_deal(before: CatanState, action: int) -> list[Event]:
    seat = int(before.turn)
    if action == WITHDRAW:
        return [Event("withdraw", {"by": seat})]
    partner = action - CONFIRM
    if before.cells[ANSWER + partner] == ACCEPTED:
        give, take = given(before.offer), taken(before.offer)
    else:
        trade = before.masks[COUNTER + partner]
        give, take = taken(trade), given(trade)
    return [Event("trade", {"by": seat, "with": partner, "give": give, "take": take})]


def tell_passage(before: CatanState, after: CatanState) -> list[Event]:
    """Special cards that change hands; whose turn begins; that the game is over."""
    events: list[Event] = []
    if after.longest != before.longest:
        events.append(Event("longest_road", {"by": int(after.longest)}))
    if after.army != before.army:
        events.append(Event("largest_army", {"by": int(after.army)}))
    result = after.result()
    if result is not None:
        facts: dict[str, Json] = {
            "ending": result.ending,
            "scores": [int(score) for score in result.scores],
        }
        events.append(Event("over", facts))
    elif is_new_turn(before, after):
        events.append(Event("turn", {"by": int(after.turn), "round": int(after.round)}))
    return events


def is_new_turn(before: CatanState, after: CatanState) -> bool:
    if before.round == 0 and after.round == 1:
        return True
    return after.round > 0 and (before.turn != after.turn or before.round != after.round)


def changes(before: Position, after: Position, seat: int) -> list[int]:
    """By resource what the seat has more."""
    return [
        int(after.hand(seat, resource) - before.hand(seat, resource))
        for resource in range(RESOURCES)
    ]
