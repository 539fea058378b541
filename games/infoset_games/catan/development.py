"""Development cards: buying, playing, the largest army. Compiled."""

from mypy_extensions import i64

from infoset_games.catan.bank import can_pay, take, watch_stock
from infoset_games.catan.beliefs import NO_CAP
from infoset_games.catan.building import has_road_place
from infoset_games.catan.cards import (
    DEV_KINDS,
    DEV_PRICE,
    KNIGHT,
    LEAST_ARMY,
    NOBODY,
    RESOURCES,
    SPECIAL_POINTS,
)
from infoset_games.catan.cells import (
    BANK,
    CAP,
    DECK,
    DEVS,
    FRESH,
    HAND,
    HELD,
    PLAYED,
    POINTS,
    ROADS_LEFT,
    USABLE,
    add,
)
from infoset_games.catan.journal import (
    BUY,
    COUNTED,
    GAIN,
    PAY,
    PLAY,
    REST,
    entry_of,
    with_amount,
)
from infoset_games.catan.position import Position


def deck_size(position: Position) -> i64:
    """How many development cards can still be bought."""
    count: i64 = 0
    for kind in range(i64(DEV_KINDS)):
        count += i64(position.cells[DECK + kind])
    return count


def can_buy(position: Position, seat: i64) -> bool:
    return can_pay(position, seat, DEV_PRICE) and deck_size(position) > 0


def buy(position: Position, seat: i64, kind: i64) -> None:
    """The seat has paid and draws `kind`."""
    cells = position.cells
    cells[DECK + kind] -= 1
    cells[FRESH + kind] += 1
    cells[DEVS + seat] += 1
    cells[CAP + seat] = NO_CAP
    position.write_down(entry_of(BUY, seat, kind))


def rest(position: Position) -> None:
    """The turn ends: what was bought in it can be played from now on."""
    cells = position.cells
    is_bought = False
    for kind in range(i64(DEV_KINDS)):
        if cells[FRESH + kind] != 0:
            cells[USABLE + DEV_KINDS * position.turn + kind] += cells[FRESH + kind]
            cells[FRESH + kind] = 0
            is_bought = True
    if is_bought:
        position.write_down(entry_of(REST, position.turn))


def may_play(position: Position, kind: i64) -> bool:
    """Has the seat whose turn it is such a card to play, and has it played none in this turn?"""
    return not position.has_played and (
        position.cells[USABLE + DEV_KINDS * position.turn + kind] != 0
    )


def may_build_free(position: Position, seat: i64) -> bool:
    """Is there a piece and a place for another road?"""
    return position.cells[ROADS_LEFT + seat] != 0 and has_road_place(position, seat)


def spend(position: Position, kind: i64) -> None:
    """Puts the card on the table, or out of the game."""
    seat = position.turn
    cells = position.cells
    cells[USABLE + DEV_KINDS * seat + kind] -= 1
    cells[PLAYED + DEV_KINDS * seat + kind] += 1
    cells[DEVS + seat] -= 1
    position.has_played = True
    position.write_down(entry_of(PLAY, seat, kind))
    if kind == KNIGHT:
        award_army(position, seat)


def award_army(position: Position, seat: i64) -> None:
    """Three knights take the card first; later only more than the holder's."""
    cells = position.cells
    holder = position.army
    knights = cells[PLAYED + DEV_KINDS * seat + KNIGHT]
    if holder == seat or knights < LEAST_ARMY:
        return
    if holder != NOBODY:
        if knights <= cells[PLAYED + DEV_KINDS * holder + KNIGHT]:
            return
        cells[POINTS + holder] -= SPECIAL_POINTS
    cells[POINTS + seat] += SPECIAL_POINTS
    position.army = seat


def take_plenty(position: Position, first: i64, second: i64) -> None:
    """Two cards from the bank; `second` is NOBODY where the bank has only one in all."""
    take(position, position.turn, first, 1)
    if second != NOBODY:
        take(position, position.turn, second, 1)
    watch_stock(position)


def bank_size(position: Position) -> i64:
    count: i64 = 0
    for resource in range(i64(RESOURCES)):
        count += i64(position.cells[BANK + resource])
    return count


def monopolize(position: Position, resource: i64) -> None:
    """All others hand over all they have of a resource, before everybody's eyes."""
    cells = position.cells
    taker = position.turn
    total: i64 = 0
    for seat in range(position.options.seats):
        if seat == taker:
            continue
        count = i64(cells[HAND + RESOURCES * seat + resource])
        position.write_down(with_amount(entry_of(COUNTED, seat, resource), 0, count))
        if count == 0:
            continue
        cells[HAND + RESOURCES * seat + resource] = 0
        add(cells, HELD + seat, -count)
        position.write_down(with_amount(entry_of(PAY, seat), resource, count))
        total += count
    if total > 0:
        add(cells, HAND + RESOURCES * taker + resource, total)
        add(cells, HELD + taker, total)
        position.write_down(with_amount(entry_of(GAIN, taker), resource, total))
