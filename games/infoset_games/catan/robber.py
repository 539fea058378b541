"""The robber: discards on a seven, where it may go, whom it may rob, the theft. Compiled."""

from typing import Final

from mypy_extensions import i64, u8

from infoset_games.bits import bit
from infoset_games.catan.bank import show_bank
from infoset_games.catan.cards import HAND_LIMIT, NOBODY, RESOURCES
from infoset_games.catan.cells import BANK, DUE, HAND, HELD, PENDING, POINTS
from infoset_games.catan.journal import DISCARD, PAY, RETURN, STEAL, entry_of, with_amount
from infoset_games.catan.position import Position
from infoset_games.catan.topology import HEX_VERTICES, HEXES

SPARED: Final = 3  # public points below which a friendly robber leaves a seat alone


# Discards. Cards are put aside one by one in ascending order of resources, so that every choice has
# exactly one way; they stay hidden until all seats have done.


def open_discards(position: Position) -> bool:
    """Notes what each seat has to discard; is there anything?"""
    cells = position.cells
    is_due = False
    for seat in range(position.options.seats):
        held = i64(cells[HELD + seat])
        if held > HAND_LIMIT:
            cells[DUE + seat] = u8(held // 2)
            is_due = True
    return is_due


def may_discard(position: Position, seat: i64, resource: i64) -> bool:
    """Has the seat the card, in order, and enough for the rest from there on?"""
    cells = position.cells
    due = i64(cells[DUE + seat])
    first = HAND + RESOURCES * seat
    aside = PENDING + RESOURCES * seat
    if due == 0 or cells[first + resource] <= cells[aside + resource]:
        return False
    left: i64 = 0
    for later in range(resource, i64(RESOURCES)):
        left += i64(cells[first + later]) - i64(cells[aside + later])
        if later > resource and cells[aside + later] != 0:
            return False
    return left >= due


def put_aside(position: Position, seat: i64, resource: i64) -> None:
    position.cells[PENDING + RESOURCES * seat + resource] += 1
    position.cells[DUE + seat] -= 1


def is_discard_due(position: Position) -> bool:
    """Has any seat yet to put cards aside?"""
    for seat in range(position.options.seats):
        if position.cells[DUE + seat] != 0:
            return True
    return False


def close_discards(position: Position) -> None:
    """The cards put aside go to the bank."""
    cells = position.cells
    options = position.options
    if options.bank_public and not options.public_discards:
        announce_return(position)
    for seat in range(options.seats):
        entry = entry_of(PAY if options.public_discards else DISCARD, seat)
        is_empty = True
        for resource in range(i64(RESOURCES)):
            count = cells[PENDING + RESOURCES * seat + resource]
            if count != 0:
                cells[PENDING + RESOURCES * seat + resource] = 0
                cells[HAND + RESOURCES * seat + resource] -= count
                cells[HELD + seat] -= count
                cells[BANK + resource] += count
                entry = with_amount(entry, resource, i64(count))
                is_empty = False
        if not is_empty:
            position.write_down(entry)
    if not options.public_discards:
        show_bank(position)


def announce_return(position: Position) -> None:
    """Writes down what an open bank will hold: that leaves few ways to share hidden discards out."""
    entry = entry_of(RETURN, 0)
    for resource in range(i64(RESOURCES)):
        count = i64(position.cells[BANK + resource])
        for seat in range(position.options.seats):
            count += i64(position.cells[PENDING + RESOURCES * seat + resource])
        entry = with_amount(entry, resource, count)
    position.write_down(entry)


# The robber's way.


def robber_places(position: Position) -> i64:
    """The set of hexes the robber may move to."""
    others = (bit(HEXES) - 1) & ~bit(position.robber)
    if not position.options.friendly_robber:
        return others
    kind = others
    for place in range(i64(HEXES)):
        if is_spared(position, place):
            kind &= ~bit(place)
    return others if kind == 0 else kind


def is_spared(position: Position, place: i64) -> bool:
    """Does somebody else with few points live at the hex?"""
    for i in range(6 * place, 6 * place + 6):
        owner = position.owner_at(i64(HEX_VERTICES[i]))
        is_other = owner != NOBODY and owner != position.turn
        if is_other and position.cells[POINTS + owner] < SPARED:
            return True
    return False


def victims(position: Position) -> i64:
    """The set of seats that may be robbed where the robber stands."""
    found: i64 = 0
    for i in range(6 * position.robber, 6 * position.robber + 6):
        owner = position.owner_at(i64(HEX_VERTICES[i]))
        if owner == NOBODY or owner == position.turn:
            continue
        if position.cells[HELD + owner] != 0 or position.options.rob_empty:
            found |= bit(owner)
    return found


def steal(position: Position, thief: i64, victim: i64, resource: i64) -> None:
    """One card changes hands; only the two see which."""
    cells = position.cells
    cells[HAND + RESOURCES * victim + resource] -= 1
    cells[HELD + victim] -= 1
    cells[HAND + RESOURCES * thief + resource] += 1
    cells[HELD + thief] += 1
    position.write_down(with_amount(entry_of(STEAL, thief, victim), 0, resource))
