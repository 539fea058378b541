"""Domestic trade: one offer on the table, answers from those asked, one deal or none. Compiled.

Only the seat whose turn it is offers; those asked answer at the same time and may offer something
else in return; then it confirms one of them or withdraws.
"""

from mypy_extensions import i64

from infoset_games.bits import bit
from infoset_games.catan.actions import ACCEPT, COUNTER_OFFER, OFFER, REJECT
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import ANSWER, COUNTER, HAND, HELD, MADE, add
from infoset_games.catan.journal import GAIN, HOLDS, PAY, entry_of, with_amount
from infoset_games.catan.position import Position
from infoset_games.catan.trades import (
    ACCEPTED,
    COUNTERED,
    NO_TRADE,
    NOT_ASKED,
    REJECTED,
    TRADES,
    WAITED_FOR,
    change,
)


def may_offer(position: Position) -> bool:
    """Has the seat an offer left in this turn?"""
    return position.offers < position.options.max_offers


def is_repeated(position: Position, trade: i64) -> bool:
    """Has this trade been offered in this turn already?"""
    for i in range(position.offers):
        if position.masks[MADE + i] == trade:
            return True
    return False


def can_give(position: Position, seat: i64, trade: i64) -> bool:
    """Does the seat, as proposer, hold what it would give?"""
    for resource in range(i64(RESOURCES)):
        if position.hand(seat, resource) < -change(trade, resource):
            return False
    return True


def can_take(position: Position, seat: i64, trade: i64) -> bool:
    """Does the seat hold what the proposer would get?"""
    for resource in range(i64(RESOURCES)):
        if position.hand(seat, resource) < change(trade, resource):
            return False
    return True


def seat_after(position: Position, steps: i64) -> i64:
    """The seat `steps` places behind the one whose turn it is."""
    return (position.turn + steps) % position.options.seats


def everybody(position: Position) -> i64:
    """The addressees of an offer to all."""
    return bit(position.options.seats - 1) - 1


def put_offer(position: Position, action: i64) -> None:
    """Lays an offer on the table; its maker has shown what it would give."""
    trade = (action - OFFER) % TRADES
    addressees = (action - OFFER) // TRADES
    position.offer = trade
    position.masks[MADE + position.offers] = trade
    position.offers += 1
    for steps in range(i64(1), position.options.seats):
        if (addressees >> (steps - 1)) & 1:
            position.cells[ANSWER + seat_after(position, steps)] = WAITED_FOR
    show_giving(position, position.turn, trade)


def put_answer(position: Position, seat: i64, action: i64) -> None:
    """Writes down what a seat says; whoever agrees to give shows that it can."""
    if action == ACCEPT:
        position.cells[ANSWER + seat] = ACCEPTED
        show_taking(position, seat, position.offer)
    elif action == REJECT:
        position.cells[ANSWER + seat] = REJECTED
    else:
        position.cells[ANSWER + seat] = COUNTERED
        trade = action - COUNTER_OFFER
        position.masks[COUNTER + seat] = trade
        show_giving(position, seat, trade)


def has_partner(position: Position) -> bool:
    """Has anybody accepted, or offered something in return?"""
    for seat in range(position.options.seats):
        answer = position.cells[ANSWER + seat]
        if answer == ACCEPTED or answer == COUNTERED:
            return True
    return False


def may_confirm(position: Position, seat: i64) -> bool:
    """Has `seat` said something that the seat whose turn it is can agree to?"""
    answer = position.cells[ANSWER + seat]
    if answer == COUNTERED:
        return can_take(position, position.turn, position.masks[COUNTER + seat])
    return answer == ACCEPTED


def close_deal(position: Position, seat: i64) -> None:
    """Exchanges the cards with the chosen partner."""
    if position.cells[ANSWER + seat] == ACCEPTED:
        exchange(position, position.turn, seat, position.offer)
    else:
        exchange(position, seat, position.turn, position.masks[COUNTER + seat])


def exchange(position: Position, proposer: i64, partner: i64, trade: i64) -> None:
    cells = position.cells
    given = entry_of(PAY, proposer)
    got = entry_of(GAIN, proposer)
    paid = entry_of(PAY, partner)
    received = entry_of(GAIN, partner)
    for resource in range(i64(RESOURCES)):
        more = change(trade, resource)
        if more == 0:
            continue
        add(cells, HAND + RESOURCES * proposer + resource, more)
        add(cells, HELD + proposer, more)
        add(cells, HAND + RESOURCES * partner + resource, -more)
        add(cells, HELD + partner, -more)
        if more > 0:
            got = with_amount(got, resource, more)
            paid = with_amount(paid, resource, more)
        else:
            given = with_amount(given, resource, -more)
            received = with_amount(received, resource, -more)
    position.write_down(given)
    position.write_down(paid)
    position.write_down(got)
    position.write_down(received)


def clear_table(position: Position) -> None:
    """The offer is over."""
    position.offer = NO_TRADE
    for seat in range(position.options.seats):
        position.cells[ANSWER + seat] = NOT_ASKED
        position.masks[COUNTER + seat] = 0


def show_giving(position: Position, seat: i64, trade: i64) -> None:
    entry = entry_of(HOLDS, seat)
    for resource in range(i64(RESOURCES)):
        more = change(trade, resource)
        if more < 0:
            entry = with_amount(entry, resource, -more)
    position.write_down(entry)


def show_taking(position: Position, seat: i64, trade: i64) -> None:
    entry = entry_of(HOLDS, seat)
    for resource in range(i64(RESOURCES)):
        more = change(trade, resource)
        if more > 0:
            entry = with_amount(entry, resource, more)
    position.write_down(entry)
