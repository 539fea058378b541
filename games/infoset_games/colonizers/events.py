"""Tells what happened in a ply, to each seat what it may know. Reads two positions, changes none.

The secrets of an event are shown to exactly the seats that have seen the card or hold the colonist,
which is what the observation shows them too. Kinds and fields are listed in README.md.
"""

from collections.abc import Mapping

from infoset_games.colonizers.actions import (
    BUILD_FIRST,
    DISCARD,
    DRAW,
    KEEP_FIRST,
    NAME_FIRST,
    PICK,
    POWER,
    SHUFFLE,
    SKIP_BUILD,
    SKIP_POWER,
    TAKE_OMNIUM,
)
from infoset_games.colonizers.cards import (
    COST,
    HAND_LIMIT,
    OPPORTUNIST,
    SEATS,
    VISIONARY,
)
from infoset_games.colonizers.cells import KIND, SEEN
from infoset_games.colonizers.state import OMNIUM_TAKEN, ColonizersState, own
from infoset_games.core import State
from infoset_games.events import Event


def narrate(before: State, joint: Mapping[int, int], after: State) -> list[Event]:
    """The events of the ply `joint` that led from the one position to the other."""
    old, new = own(before), own(after)
    action = joint[int(old.mover())]
    phase = old.phase
    if phase == SHUFFLE:
        return [Event("shuffle", {"round": int(old.round)})]
    if phase == PICK:
        events = tell_pick(old, action)
    elif phase == DRAW:
        events = tell_draw(old, action, new)
    elif phase == DISCARD:
        events = tell_keep(old, action)
    elif phase == POWER:
        events = tell_power(old, action, new)
    else:
        events = tell_build(old, action)
    return events + tell_passage(old, new)


def is_reversible(before: State, seat: int, action: int, after: State) -> bool:
    """Not where a card or a colonist was seen: keeping one of two drawn cards shows neither."""
    was = own(before)
    if was.phase == DRAW:
        return action == TAKE_OMNIUM and len(own(after).hand(seat)) == len(was.hand(seat))
    return was.phase == DISCARD or action == SKIP_POWER


def tell_pick(before: ColonizersState, action: int) -> list[Event]:
    seat = int(before.turn)
    return [Event("pick", {"by": seat}, {"role": before.offered()[action]}, [seat])]


def tell_draw(before: ColonizersState, action: int, after: ColonizersState) -> list[Event]:
    seat = int(before.turn)
    events: list[Event] = []
    gain = int(after.omnium[seat] - before.omnium[seat])
    taken = OMNIUM_TAKEN if action == TAKE_OMNIUM else 0
    if gain > taken:
        events.append(Event("income", {"by": seat, "amount": gain - taken}))
    if before.role(seat) == VISIONARY and len(after.hand(seat)) > len(before.hand(seat)):
        events.append(card_event("bonus", {"by": seat}, after.hand_cards(seat)[-1]))
    if action == TAKE_OMNIUM:
        events.append(Event("omnium", {"by": seat, "amount": taken}))
    for position, card in enumerate(after.drawn_cards()):
        events.append(card_event("draw", {"by": seat, "pos": position}, card))
    return events


def tell_keep(before: ColonizersState, action: int) -> list[Event]:
    seat = int(before.turn)
    position = action - KEEP_FIRST
    kind = "keep" if len(before.hand(seat)) < HAND_LIMIT else "gone"
    kept = before.drawn_cards()[position]
    return [card_event(kind, {"by": seat, "pos": position}, kept)]


def tell_power(before: ColonizersState, action: int, after: ColonizersState) -> list[Event]:
    seat = int(before.turn)
    if action == SKIP_POWER:
        return [Event("skip", {"by": seat, "phase": "power"})]
    named = action - NAME_FIRST
    holder = int(before.holder(named))
    if before.role(seat) == OPPORTUNIST:
        amount = int(after.omnium[seat] - before.omnium[seat])
        return [Event("steal", {"by": seat, "role": named, "from": holder, "amount": amount})]
    facts = {"by": seat, "role": named, "with": holder}
    if holder < 0:
        return [Event("swap", facts)]
    hands = {"given": before.hand(seat), "taken": before.hand(holder)}
    return [Event("swap", facts, hands, [seat, holder])]


def tell_build(before: ColonizersState, action: int) -> list[Event]:
    seat = int(before.turn)
    if action == SKIP_BUILD:
        return [Event("skip", {"by": seat, "phase": "build"})]
    slot = action - BUILD_FIRST
    module = before.hand(seat)[slot]
    return [Event("build", {"by": seat, "slot": slot, "module": module, "cost": COST[module]})]


def tell_passage(before: ColonizersState, after: ColonizersState) -> list[Event]:
    """Whose turn begins, with whom; that the round or the game is over."""
    if after.phase == DRAW:
        seat = int(after.turn)
        return [Event("turn", {"by": seat, "role": after.role(seat)})]
    if after.phase == SHUFFLE:
        return [Event("round", {"round": int(before.round)})]
    result = after.result()
    if result is None:
        return []
    return [Event("over", {"ending": result.ending, "scores": list(result.scores)})]


def card_event(kind: str, facts: dict[str, int], card: int) -> Event:
    """An event about one face-down card, told to the seats that have seen it."""
    seen_by = [seat for seat in range(SEATS) if card >> SEEN >> seat & 1]
    return Event(kind, facts, {"module": card & KIND}, seen_by)
