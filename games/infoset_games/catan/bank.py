"""Cards between hands and the bank: prices, production, maritime trade. Compiled.

Whatever moves is written down in the journal. Where discards are hidden the bank's stock tells
something of its own; then what is seen of it is written down, too.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.catan.cards import NOBODY, RESOURCE_CARDS, RESOURCES
from infoset_games.catan.cells import BANK, CITY, HAND, HELD, RATE, VERTEX, add
from infoset_games.catan.journal import GAIN, PAY, STOCK, entry_of, with_amount
from infoset_games.catan.position import Position
from infoset_games.catan.topology import HEX_VERTICES, NOWHERE

PLENTY_SEEN: Final = 2  # of a hidden stock one sees whether it holds none, one, or more


def can_pay(position: Position, seat: i64, price: bytes) -> bool:
    """Does the seat hold what something costs?"""
    first = HAND + RESOURCES * seat
    for resource in range(i64(RESOURCES)):
        if i64(position.cells[first + resource]) < price[resource]:
            return False
    return True


def pay(position: Position, seat: i64, price: bytes) -> None:
    """Pays a price to the bank."""
    entry = entry_of(PAY, seat)
    for resource in range(i64(RESOURCES)):
        count = i64(price[resource])
        if count != 0:
            move_to_bank(position, seat, resource, count)
            entry = with_amount(entry, resource, count)
    position.write_down(entry)
    watch_stock(position)


def take(position: Position, seat: i64, resource: i64, count: i64) -> None:
    """The seat takes cards from the bank before everybody's eyes."""
    move_to_bank(position, seat, resource, -count)
    position.write_down(with_amount(entry_of(GAIN, seat), resource, count))


def move_to_bank(position: Position, seat: i64, resource: i64, count: i64) -> None:
    """Moves cards (negative: from the bank) without writing it down."""
    cells = position.cells
    add(cells, HAND + RESOURCES * seat + resource, -count)
    add(cells, HELD + seat, -count)
    add(cells, BANK + resource, count)


def trade_with_bank(position: Position, seat: i64, given: i64, taken: i64) -> None:
    """Maritime trade at the seat's best rate."""
    rate = i64(position.cells[RATE + RESOURCES * seat + given])
    move_to_bank(position, seat, given, rate)
    position.write_down(with_amount(entry_of(PAY, seat), given, rate))
    take(position, seat, taken, 1)
    watch_stock(position)


def produce(position: Position, number: i64) -> None:
    """Every hex with `number` yields to the buildings around it, but for the robber's.

    Where the bank has too few cards of a resource nobody gets any, unless only one seat is due some:
    that one takes what there is.
    """
    due = dues(position, number)
    seats = position.options.seats
    for resource in range(i64(RESOURCES)):
        total: i64 = 0
        claimants: i64 = 0
        claimant: i64 = NOBODY
        for seat in range(seats):
            share = due[RESOURCES * seat + resource]
            if share > 0:
                total += share
                claimants += 1
                claimant = seat
        if total == 0:
            continue
        stock = i64(position.cells[BANK + resource])
        if stock >= total:
            see_stock(position, resource, total, RESOURCE_CARDS)
            continue
        for seat in range(seats):
            due[RESOURCES * seat + resource] = 0
        if claimants == 1:
            due[RESOURCES * claimant + resource] = stock
            see_stock(position, resource, stock, stock)
        else:
            see_stock(position, resource, 0, total - 1)
    hand_out(position, due)
    watch_stock(position)


def dues(position: Position, number: i64) -> vec[i64]:
    """By seat and resource what a roll of `number` yields."""
    board = position.board
    cells = position.cells
    due = vec[i64]([0] * 20)
    for i in range(2 * number, 2 * number + 2):
        place = i64(board.yields[i])
        if place == NOWHERE or place == position.robber:
            continue
        resource = i64(board.terrain[place])
        for j in range(6 * place, 6 * place + 6):
            building = i64(cells[VERTEX + i64(HEX_VERTICES[j])])
            if building > CITY:
                due[RESOURCES * (building - CITY - 1) + resource] += 2
            elif building > 0:
                due[RESOURCES * (building - 1) + resource] += 1
    return due


def hand_out(position: Position, due: vec[i64]) -> None:
    for seat in range(position.options.seats):
        entry = entry_of(GAIN, seat)
        gained = False
        for resource in range(i64(RESOURCES)):
            count = due[RESOURCES * seat + resource]
            if count > 0:
                move_to_bank(position, seat, resource, -count)
                entry = with_amount(entry, resource, count)
                gained = True
        if gained:
            position.write_down(entry)


# What is seen of the bank where it is not known anyway.


def see_stock(position: Position, resource: i64, least: i64, most: i64) -> None:
    """The bank has been seen to hold from `least` to `most` cards of a resource."""
    if position.options.public_discards or position.options.bank_public:
        return
    write_stock(position, resource, least, most)


def watch_stock(position: Position) -> None:
    """Writes down what everybody sees of a bank that is not open: none, one, or more of a resource."""
    if position.options.public_discards or position.options.bank_public:
        return
    for resource in range(i64(RESOURCES)):
        stock = i64(position.cells[BANK + resource])
        if stock < PLENTY_SEEN:
            write_stock(position, resource, stock, stock)
        else:
            write_stock(position, resource, PLENTY_SEEN, RESOURCE_CARDS)


def show_bank(position: Position) -> None:
    """Writes down the bank's stock after hidden discards, as far as it is seen."""
    if not position.options.bank_public:
        watch_stock(position)
        return
    for resource in range(i64(RESOURCES)):
        stock = i64(position.cells[BANK + resource])
        write_stock(position, resource, stock, stock)


def write_stock(position: Position, resource: i64, least: i64, most: i64) -> None:
    entry = with_amount(entry_of(STOCK, resource), 0, least)
    position.write_down(with_amount(entry, 1, most))
