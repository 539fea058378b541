"""Observations as a server tells them: what wire.py makes of them as plain values, written piece by piece. Compiled."""

from typing import Final

from mypy_extensions import i64

from infoset_games.colonizers.actions import DISCARD, PHASE_NAMES
from infoset_games.colonizers.cards import COLONISTS, NOBODY, SEATS
from infoset_games.colonizers.cells import (
    COLONY,
    COLONY_CELLS,
    COLONY_SIZE,
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    POINTS,
    ROLE,
    SEEN,
    seen_by,
)
from infoset_games.colonizers.observation import HIDDEN, Observation
from infoset_games.colonizers.wire import FIELDS, PLAYER_FIELDS, first_seen
from infoset_games.writing import ValueWriter, word

PHASES: Final = [int(word(name)) for name in PHASE_NAMES]

SEAT: Final[i64] = word("seat")
ROUND: Final[i64] = word("round")
PHASE: Final[i64] = word("phase")
TURN: Final[i64] = word("turn")
PLAYERS: Final[i64] = word("players")
DECK_N: Final[i64] = word("deck_n")
BOTTOM: Final[i64] = word("bottom")
DRAWN_CARDS: Final[i64] = word("drawn")
GONE_CARDS: Final[i64] = word("gone")
OFFER: Final[i64] = word("offered")
OUT: Final[i64] = word("out")
REVEALED: Final[i64] = word("revealed")
DRAW: Final[i64] = word("draw")

OMNIUM: Final[i64] = word("omnium")
VICTORY: Final[i64] = word("points")
COLONIST: Final[i64] = word("role")
POSSIBLE: Final[i64] = word("possible")
CARDS: Final[i64] = word("hand")
SEEN_BY: Final[i64] = word("seen")
BUILT: Final[i64] = word("colony")


def put_observation(observation: Observation, out: ValueWriter) -> None:
    deck_end: i64 = DECK + observation.deck_count
    drawn: i64 = 2 if observation.phase_code == DISCARD else 0
    out.begin_object(i64(len(FIELDS)))
    out.key(SEAT)
    out.number(observation.seat_code)
    out.key(ROUND)
    out.number(observation.round_code)
    out.key(PHASE)
    out.text(i64(PHASES[observation.phase_code]))
    out.key(TURN)
    out.number(observation.turn_code)
    out.key(PLAYERS)
    out.begin_list(SEATS)
    for seat in range(i64(SEATS)):
        put_player(observation, seat, out)
    out.end_list()
    out.key(DECK_N)
    out.number(observation.deck_count)
    out.key(BOTTOM)
    put_cards(observation, DECK + first_seen(observation), deck_end, out)
    out.key(DRAWN_CARDS)
    put_cards(observation, DRAWN, DRAWN + drawn, out)
    out.key(GONE_CARDS)
    put_cards(observation, GONE, GONE + observation.gone_count, out)
    out.key(OFFER)
    put_cells(
        observation,
        OFFERED,
        COLONISTS - 1 - observation.seat_code if observation.has_seen_offer() else 0,
        out,
    )
    out.key(OUT)
    put_members(observation.out_mask, out)
    out.key(REVEALED)
    put_members(observation.revealed, out)
    out.key(DRAW)
    out.number(1 if observation.is_draw else 0)
    out.end_object()


def put_player(view: Observation, seat: i64, out: ValueWriter) -> None:
    cells = view.cells
    role = i64(cells[ROLE + seat])
    out.begin_object(i64(len(PLAYER_FIELDS)))
    out.key(OMNIUM)
    out.number(view.omnium_cells[seat])
    out.key(VICTORY)
    out.number(i64(cells[POINTS + seat]))
    out.key(COLONIST)
    out.number(i64(HIDDEN) if role == NOBODY else role)
    out.key(POSSIBLE)
    put_members(view.possible_mask(seat), out)
    put_hand(view, seat, out)
    out.key(BUILT)
    put_cells(view, COLONY + COLONY_CELLS * seat, i64(cells[COLONY_SIZE + seat]), out)
    out.end_object()


def put_hand(view: Observation, seat: i64, out: ValueWriter) -> None:
    """The cards by slot, and which of them others than their owner have seen."""
    cells = view.cells
    bit = seen_by(view.seat_code)
    owner_only: i64 = 1 << seat
    first: i64 = HAND + HAND_CELLS * seat
    size = i64(cells[HAND_SIZE + seat])
    seen: i64 = 0
    out.key(CARDS)
    out.begin_list(size)
    for slot in range(size):
        card = i64(cells[first + slot])
        out.number(card & KIND if card & bit else i64(HIDDEN))
        if card >> SEEN != owner_only:
            seen += 1
    out.end_list()
    out.key(SEEN_BY)
    out.begin_list(seen)
    if seen:
        for slot in range(size):
            card = i64(cells[first + slot])
            if card >> SEEN != owner_only:
                put_pair(slot, card >> SEEN, out)
    out.end_list()


def put_cards(view: Observation, first: i64, end: i64, out: ValueWriter) -> None:
    """The cards in these cells as `[module or HIDDEN, mask]`."""
    cells = view.cells
    bit = seen_by(view.seat_code)
    out.begin_list(end - first)
    for i in range(first, end):
        card = i64(cells[i])
        put_pair(card & KIND if card & bit else i64(HIDDEN), card >> SEEN, out)
    out.end_list()


def put_pair(one: i64, other: i64, out: ValueWriter) -> None:
    out.begin_list(2)
    out.number(one)
    out.number(other)
    out.end_list()


def put_cells(view: Observation, first: i64, count: i64, out: ValueWriter) -> None:
    """The numbers in these cells."""
    cells = view.cells
    out.begin_list(count)
    for i in range(first, first + count):
        out.number(i64(cells[i]))
    out.end_list()


def put_members(mask: i64, out: ValueWriter) -> None:
    """The numbers of the bits of a mask, ascending."""
    size: i64 = 0
    left = mask
    while left:
        left &= left - 1
        size += 1
    out.begin_list(size)
    number: i64 = 0
    while mask >> number:
        if mask >> number & 1:
            out.number(number)
        number += 1
    out.end_list()
