"""Reads a complete position from plain values, the inverse of `ColonizersState.to_plain`.

For tests and tools that set up a position. The legal actions, points and colours are worked out anew.
"""

from mypy_extensions import u8

from infoset_games.colonizers.actions import DISCARD, PHASE_NAMES, PICK, SHUFFLE
from infoset_games.colonizers.cards import (
    COLONISTS,
    HAND_LIMIT,
    MODULES,
    MOST_CARDS,
    NOBODY,
    SEATS,
)
from infoset_games.colonizers.cells import (
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    ORDER,
    ROLE,
    SEEN,
)
from infoset_games.colonizers.determinize import open_decision, write_offer
from infoset_games.colonizers.reachable import check_reachable
from infoset_games.colonizers.reading import (
    distinct_numbers,
    fields,
    flag,
    items,
    number,
    numbers,
    word,
)
from infoset_games.colonizers.state import ColonizersState, first_state
from infoset_games.core import Json

FIELDS = (
    "full",
    "later_bonus",
    "round",
    "phase",
    "turn",
    "draw",
    "deck",
    "drawn",
    "gone",
    "order",
    "revealed",
    "out",
    "seats",
)
SEAT_FIELDS = ("omnium", "role", "hand", "colony", "points")


def read_state(
    value: Json, copies: tuple[int, ...], full: int, later_bonus: int
) -> ColonizersState:
    """The position under the game's options. Raises ValueError naming the field that is wrong.

    What the rules cannot reach is refused as far as one position shows it (reachable.py).
    """
    state = assemble(value, copies, full, later_bonus)
    check_reachable(state)
    return state


def assemble(value: Json, copies: tuple[int, ...], full: int, later_bonus: int) -> ColonizersState:
    """The position of these fields, whether play leads there or not. Raises ValueError."""
    plain = fields(value, "", FIELDS)
    number(plain["full"], "full", full, full)
    number(plain["later_bonus"], "later_bonus", later_bonus, later_bonus)
    state = first_state([], full, later_bonus)
    state.round = number(plain["round"], "round", 1)
    state.phase = word(plain["phase"], "phase", PHASE_NAMES)
    state.turn = number(plain["turn"], "turn", 0, SEATS - 1)
    state.is_draw = flag(plain["draw"], "draw")
    read_piles(state, plain)
    for seat, entry in enumerate(items(plain["seats"], "seats", SEATS, SEATS)):
        read_seat(state, seat, entry)
    read_lineup(state, plain)
    check_cards(state, copies)
    open_decision(state)
    return state


def read_piles(state: ColonizersState, plain: dict[str, Json]) -> None:
    state.tail = DECK + read_cards(state, DECK, plain["deck"], "deck", MOST_CARDS)
    state.gone = read_cards(state, GONE, plain["gone"], "gone", MOST_CARDS)
    drawn = read_cards(state, DRAWN, plain["drawn"], "drawn", 2)
    if drawn != (2 if state.phase == DISCARD else 0):
        raise ValueError("drawn: expected two cards in the discard phase, else none")


def read_cards(state: ColonizersState, first: int, value: Json, path: str, most: int) -> int:
    """Puts `[kind, mask]` pairs into the cells from `first` on; returns their number."""
    cards = items(value, path, 0, most)
    for i, card in enumerate(cards):
        kind, mask = numbers(card, f"{path}[{i}]", 2, 2, 0, 15)
        state.cells[first + i] = u8(kind | mask << SEEN)
    return len(cards)


def read_seat(state: ColonizersState, seat: int, value: Json) -> None:
    path = f"seats[{seat}]"
    entry = fields(value, path, SEAT_FIELDS)
    state.omnium[seat] = number(entry["omnium"], f"{path}.omnium", 0, 1 << 40)
    role = number(entry["role"], f"{path}.role", -1, COLONISTS - 1)
    state.cells[ROLE + seat] = u8(NOBODY if role < 0 else role)
    first = HAND + HAND_CELLS * seat
    size = read_cards(state, first, entry["hand"], f"{path}.hand", HAND_LIMIT)
    state.cells[HAND_SIZE + seat] = u8(size)
    full = int(state.full)
    for module in numbers(entry["colony"], f"{path}.colony", 0, full, 0, MODULES - 1):
        state.add_to_colony(seat, module)
    number(entry["points"], f"{path}.points", state.points(seat), state.points(seat))


def read_lineup(state: ColonizersState, plain: dict[str, Json]) -> None:
    state.revealed = number(plain["revealed"], "revealed", 0, 15)
    state.out = number(plain["out"], "out", 0, 63)
    picked = int(state.turn) if state.phase == PICK else SEATS if state.phase != SHUFFLE else 0
    count = COLONISTS if state.phase != SHUFFLE else 0
    order = distinct_numbers(plain["order"], "order", count, count, 0, COLONISTS - 1)
    for i, colonist in enumerate(order):
        state.cells[ORDER + i] = u8(colonist)
    roles = [state.role(seat) for seat in range(SEATS)]
    if any((role != NOBODY) != (seat < picked) for seat, role in enumerate(roles)):
        raise ValueError("seats: expected a role exactly where one is picked")
    if len(set(roles[:picked])) < picked or (order and order[0] in roles[:picked]):
        raise ValueError("seats: expected different roles, none of them the removed colonist")
    if order:
        write_offer(state, picked)


def check_cards(state: ColonizersState, copies: tuple[int, ...]) -> None:
    """Exactly the cards of the game, each in one place."""
    counts = [0] * MODULES
    piles = [state.deck_cards(), state.drawn_cards(), state.gone_cards()]
    for seat in range(SEATS):
        piles += [state.hand(seat), state.colony(seat)]
    for pile in piles:
        for card in pile:
            counts[card & 15] += 1
    for module in range(MODULES):
        if counts[module] != copies[module]:
            raise ValueError(f"deck: expected {copies[module]} cards of module {module} in all")
