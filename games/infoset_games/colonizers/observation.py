"""What one seat knows of a position (`Observation`), ready to be read. Compiled; the wire form is in wire.py."""

from collections.abc import Iterable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.colonizers.actions import DISCARD, PHASE_NAMES, PICK, SHUFFLE
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
from infoset_games.pickling import all_but

HIDDEN: Final = -1
ALL_COLONISTS: Final = 63
MEMBERS: Final = [  # by mask of colonists
    [colonist for colonist in range(COLONISTS) if mask >> colonist & 1]
    for mask in range(1 << COLONISTS)
]


@final
class Observation:
    """Everything a seat knows now, memory included; seat -1 is an uninvolved spectator.

    Read the properties. Modules and colonists are numbers (cards.py), HIDDEN (-1) what the seat
    does not know. A `mask` of a card holds the bits `1 << seat` of the seats that have seen its face.
    The other fields are the packed position with all secrets wiped, for `determinize`.
    """

    def __init__(self, seat: i64, cells: vec[u8], omnium: vec[i64]) -> None:
        self.seat_code: i64 = seat
        self.cells = cells  # cells.py, hidden kinds and unused cells 0, the deck at its first cell
        self.omnium_cells = omnium
        self.round_code: i64 = 1
        self.phase_code: i64 = SHUFFLE
        self.turn_code: i64 = 0
        self.deck_count: i64 = 0
        self.gone_count: i64 = 0
        self.revealed: i64 = 0  # mask of the seats whose colonist is public
        self.out_mask: i64 = 0  # mask of the colonists publicly out of play
        self.is_draw: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        made = (int(self.seat_code), bytes(self.cells), list(self.omnium_cells))
        return unpickled, made, all_but(self, "cells", "omnium_cells")

    # What everybody knows.

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
        return int(self.seat_code)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self.round_code)

    @property
    def phase(self) -> str:
        """shuffle, pick, draw, discard, power, build or over."""
        return PHASE_NAMES[self.phase_code]

    @property
    def turn(self) -> int:
        """The seat that picks or plays."""
        return int(self.turn_code)

    @property
    def deck_size(self) -> int:
        return int(self.deck_count)

    @property
    def omnium(self) -> list[int]:
        """By seat."""
        return [int(self.omnium_cells[seat]) for seat in range(SEATS)]

    @property
    def points(self) -> list[int]:
        """By seat: values of the colony, with the bonus for a full one."""
        return [int(self.cells[POINTS + seat]) for seat in range(SEATS)]

    @property
    def colonies(self) -> list[list[int]]:
        """By seat: modules in the order they were built."""
        return [
            [
                int(self.cells[COLONY + COLONY_CELLS * seat + i])
                for i in range(self.colony_size(seat))
            ]
            for seat in range(SEATS)
        ]

    def colony_size(self, seat: int) -> int:
        return int(self.cells[COLONY_SIZE + seat])

    @property
    def hand_sizes(self) -> list[int]:
        """By seat."""
        return [int(self.cells[HAND_SIZE + seat]) for seat in range(SEATS)]

    @property
    def out(self) -> list[int]:
        """Colonists that were named and turned out to be in nobody's hands, ascending."""
        return members(self.out_mask)

    # Cards: known modules or HIDDEN, and who has seen them.

    @property
    def hand(self) -> list[int]:
        """The own hand by slot; nothing for a spectator."""
        return self.hands[self.seat_code] if self.seat_code >= 0 else []

    @property
    def hands(self) -> list[list[int]]:
        """By seat and slot."""
        return [[card[0] for card in self.hand_cards(seat)] for seat in range(SEATS)]

    def hand_cards(self, seat: int) -> list[tuple[int, int]]:
        """The hand of `seat` by slot as (module, mask)."""
        return self.span(HAND + HAND_CELLS * seat, int(self.cells[HAND_SIZE + seat]))

    @property
    def drawn(self) -> list[tuple[int, int]]:
        """The two cards on offer in the discard phase as (module, mask), else nothing."""
        return self.span(DRAWN, 2) if self.phase_code == DISCARD else []

    @property
    def deck(self) -> list[tuple[int, int]]:
        """The deck from the top as (module, mask)."""
        return self.span(DECK, int(self.deck_count))

    @property
    def gone(self) -> list[tuple[int, int]]:
        """The cards out of the game in the order they went, as (module, mask)."""
        return self.span(GONE, int(self.gone_count))

    def span(self, first: int, count: int) -> list[tuple[int, int]]:
        bit = seen_by(self.seat_code)
        cards: list[tuple[int, int]] = []
        for i in range(first, first + count):
            card: int = self.cells[i]
            cards.append((card & KIND if card & int(bit) else HIDDEN, card >> SEEN))
        return cards

    # Colonists.

    @property
    def roles(self) -> list[int]:
        """By seat: its colonist if revealed, named or the own one; HIDDEN also where none is picked."""
        return [self.role(seat) for seat in range(SEATS)]

    def role(self, seat: int) -> int:
        role = int(self.cells[ROLE + seat])
        return HIDDEN if role == NOBODY else role

    @property
    def offered(self) -> list[int]:
        """The colonists this seat was offered this round, in order; nothing before its pick."""
        if not self.has_seen_offer():
            return []
        count = int(COLONISTS - 1 - self.seat_code)
        return [int(self.cells[OFFERED + i]) for i in range(count)]

    @property
    def possible(self) -> list[list[int]]:
        """By seat: exactly the colonists it may have, ascending; nothing where none is picked."""
        return [members(self.possible_mask(seat)) for seat in range(SEATS)]

    def possible_mask(self, seat: i64) -> i64:
        """`possible` of one seat as a mask of colonists."""
        role = i64(self.cells[ROLE + seat])
        if role != NOBODY:
            return 1 << role
        if not self.has_picked(seat):
            return 0
        if not self.has_seen_offer():
            return self.unplaced()
        if seat < self.seat_code:
            return self.unplaced() & ~self.offered_mask()
        return self.unplaced() & self.offered_mask()

    def has_picked(self, seat: i64) -> bool:
        """Has `seat` a colonist this round?"""
        if self.phase_code == PICK:
            return seat < self.turn_code
        return self.phase_code != SHUFFLE

    def has_seen_offer(self) -> bool:
        """Has this seat been offered colonists this round?"""
        if self.seat_code < 0:
            return False
        if self.phase_code == PICK:
            return self.turn_code >= self.seat_code
        return self.phase_code != SHUFFLE

    def offered_mask(self) -> i64:
        """The colonists this seat was offered; only if it `has_seen_offer`."""
        mask: i64 = 0
        for i in range(COLONISTS - 1 - self.seat_code):
            mask |= 1 << i64(self.cells[OFFERED + i])
        return mask

    def unplaced(self) -> i64:
        """The colonists of which this seat does not know the one place where they are."""
        mask: i64 = ALL_COLONISTS & ~self.out_mask
        for seat in range(i64(SEATS)):
            role = i64(self.cells[ROLE + seat])
            if role != NOBODY:
                mask &= ~(1 << role)
        return mask

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """All fields as one comparable value."""
        return (
            int(self.seat_code),
            int(self.round_code),
            int(self.phase_code),
            int(self.turn_code),
            int(self.deck_count),
            int(self.gone_count),
            int(self.revealed),
            int(self.out_mask),
            self.is_draw,
            bytes(self.cells),
            tuple(self.omnium),
        )


def unpickled(seat: i64, cells: Iterable[int], omnium: Iterable[i64]) -> Observation:
    """An observation of these vectors, for pickle; see pickling.py."""
    return Observation(seat, vec[u8](cells), vec[i64](omnium))


def members(mask: i64) -> list[int]:
    """The numbers of the bits of a mask of colonists, ascending."""
    return MEMBERS[mask][:]
