"""What one seat knows of a position (`Observation`), ready to be read. Compiled; the wire form is in wire.py."""

from typing import final

from mypy_extensions import i64

from infoset_games.catan.actions import DISCARDS, FINISHED, PHASE_NAMES
from infoset_games.catan.bank import PLENTY_SEEN
from infoset_games.catan.beliefs import UNITS, Belief, Deals, held
from infoset_games.catan.cards import (
    DEV_CARDS,
    DEV_COUNTS,
    DEV_KINDS,
    HAND_LIMIT,
    KNIGHT,
    NOBODY,
    RESOURCES,
)
from infoset_games.catan.cells import (
    BANK,
    CITY,
    DECK,
    DEVS,
    DUE,
    EDGE,
    FRESH,
    HAND,
    HELD,
    LENGTH,
    PENDING,
    PLAYED,
    POINTS,
    USABLE,
    VERTEX,
)
from infoset_games.catan.dev_odds import DevOdds
from infoset_games.catan.position import Position
from infoset_games.catan.topology import EDGES, VERTICES


@final
class Observation:
    """Everything a seat knows now, memory included; seat -1 is an uninvolved spectator.

    Read the properties. Resources, development cards, hexes, vertices and edges are numbers (cards.py,
    topology.py). `deals` are all hands that the seat holds possible, in one number each (beliefs.py),
    with their weights, ascending; `histories` what is public about the seats' development cards.
    `veiled` is the position with all secrets wiped, for `determinize`.
    """

    def __init__(
        self, viewer: i64, veiled: Position, deals: Deals, histories: tuple[bytes, ...]
    ) -> None:
        self.viewer: i64 = viewer
        self.veiled = veiled
        self.deals: list[tuple[int, int]] = sorted(deals.items())
        self.histories = histories
        self.dev_odds: DevOdds | None = None  # worked out when first needed
        self.draws: list[tuple[int, int]] | None = None  # deals and weights to draw from, likewise

    # What everybody knows.

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
        return int(self.viewer)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return int(self.veiled.options.seats)

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 while the first pieces are placed."""
        return int(self.veiled.round)

    @property
    def phase(self) -> str:
        """One of PHASE_NAMES in actions.py."""
        return PHASE_NAMES[self.veiled.phase]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.veiled.turn)

    @property
    def dice(self) -> tuple[int, int]:
        """The last roll; (0, 0) before the first."""
        return int(self.veiled.first_die), int(self.veiled.second_die)

    @property
    def robber(self) -> int:
        """The hex where the robber stands."""
        return int(self.veiled.robber)

    @property
    def bank(self) -> list[int]:
        """By resource; where the bank is hidden, 2 means two or more."""
        return self.row(BANK, 0, RESOURCES)

    @property
    def deck_size(self) -> int:
        """Development cards that can still be bought."""
        bought = sum(self.row(DEVS, 0, self.seats))
        for seat in range(self.seats):
            bought += sum(self.played(seat))
        return DEV_CARDS - bought

    @property
    def army(self) -> int:
        """Who has the largest army, or NOBODY."""
        return int(self.veiled.army)

    @property
    def longest(self) -> int:
        """Who has the longest road, or NOBODY."""
        return int(self.veiled.longest)

    def roads(self, seat: int) -> list[int]:
        """The edges of the seat's roads, ascending."""
        return [edge for edge in range(EDGES) if self.veiled.cells[EDGE + edge] == seat + 1]

    def settlements(self, seat: int) -> list[int]:
        """The vertices of the seat's settlements, ascending."""
        cells = self.veiled.cells
        return [vertex for vertex in range(VERTICES) if cells[VERTEX + vertex] == seat + 1]

    def cities(self, seat: int) -> list[int]:
        """The vertices of the seat's cities, ascending."""
        cells = self.veiled.cells
        return [vertex for vertex in range(VERTICES) if cells[VERTEX + vertex] == seat + 1 + CITY]

    def points(self, seat: int) -> int:
        """Public points."""
        return int(self.veiled.cells[POINTS + seat])

    def road_length(self, seat: int) -> int:
        return int(self.veiled.cells[LENGTH + seat])

    def hand_size(self, seat: int) -> int:
        return int(self.veiled.cells[HELD + seat])

    def dev_count(self, seat: int) -> int:
        """Development cards in the seat's hand."""
        return int(self.veiled.cells[DEVS + seat])

    def played(self, seat: int) -> list[int]:
        """Development cards played, by kind."""
        return self.row(PLAYED, seat, DEV_KINDS)

    def knights(self, seat: int) -> int:
        return self.played(seat)[KNIGHT]

    def due(self, seat: int) -> int:
        """How many cards the seat has yet to discard."""
        return int(self.veiled.cells[DUE + seat])

    # What is the seat's own, or can be concluded.

    def hand(self, seat: int) -> list[int]:
        """By resource, where this seat is sure of it; else empty."""
        if not self.is_sure(seat):
            return []
        return [int(held(self.deals[0][0], seat, resource)) for resource in range(RESOURCES)]

    def is_sure(self, seat: int) -> bool:
        """Is there only one hand that `seat` can have?"""
        row = (1 << (8 * RESOURCES)) - 1 << (8 * RESOURCES * seat)
        first = self.deals[0][0] & row
        return all(deal & row == first for deal, _ in self.deals)

    def expected(self, seat: int) -> list[float]:
        """The mean number of cards the seat holds, by resource."""
        weight = sum([n for _, n in self.deals])
        return [
            sum([int(held(deal, seat, resource)) * n for deal, n in self.deals]) / weight
            for resource in range(RESOURCES)
        ]

    def has_open_cards(self, seat: int) -> bool:
        """Does this seat see the development cards of `seat`?"""
        return seat == self.viewer or self.veiled.phase == FINISHED

    def usable(self, seat: int) -> list[int]:
        """Development cards bought in earlier turns, by kind, where they are seen; else empty."""
        return self.row(USABLE, seat, DEV_KINDS) if self.has_open_cards(seat) else []

    def fresh(self) -> list[int]:
        """Development cards bought in this turn, where they are seen; else empty."""
        return self.row(FRESH, 0, DEV_KINDS) if self.has_open_cards(self.turn) else []

    def pending(self) -> list[int]:
        """Own cards put aside to be discarded, by resource; empty in other phases."""
        if self.viewer == NOBODY or self.veiled.phase != DISCARDS:
            return []
        return self.row(PENDING, int(self.viewer), RESOURCES)

    def row(self, first: int, seat: int, width: int) -> list[int]:
        start = first + width * seat
        return [int(self.veiled.cells[start + i]) for i in range(width)]

    def hidden_seats(self) -> list[int]:
        """The seats whose development cards this one does not see."""
        return [seat for seat in range(self.seats) if not self.has_open_cards(seat)]

    def own_devs(self) -> list[int]:
        """All development cards of those seats whose cards are seen, played ones included."""
        counts = [0] * DEV_KINDS
        for seat in range(self.seats):
            if self.has_open_cards(seat):
                seen = [self.usable(seat), self.played(seat)]
                if seat == self.turn:
                    seen.append(self.fresh())
                for row in seen:
                    for kind in range(DEV_KINDS):
                        counts[kind] += row[kind]
        return counts

    def odds(self) -> DevOdds:
        """The odds of the development cards of `hidden_seats`, in that order."""
        found = self.dev_odds
        if found is None:
            seen = self.own_devs()
            supply = [DEV_COUNTS[kind] - seen[kind] for kind in range(DEV_KINDS)]
            found = DevOdds([self.histories[seat] for seat in self.hidden_seats()], supply)
            self.dev_odds = found
        return found

    def put_aside(self, seat: int) -> int:
        """How many cards the seat has put aside so far."""
        size = self.hand_size(seat)
        if self.veiled.phase != DISCARDS or size <= HAND_LIMIT:
            return 0
        return size // 2 - self.due(seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: what was worked out is left behind."""
        return Observation, (int(self.viewer), self.veiled, dict(self.deals), self.histories)

    def facts(self) -> tuple[object, ...]:
        """All fields as one comparable value."""
        position = self.veiled
        return (
            int(self.viewer),
            tuple(self.deals),
            self.histories,
            position.board.facts(),
            bytes(position.cells),
            tuple([int(mask) for mask in position.masks]),
            scalars(position),
        )


def scalars(position: Position) -> tuple[int, ...]:
    """The single fields of a position."""
    return (
        int(position.phase),
        int(position.turn),
        int(position.actor),
        int(position.round),
        int(position.first_die),
        int(position.second_die),
        int(position.has_rolled),
        int(position.has_played),
        int(position.has_acted),
        int(position.robber),
        int(position.victim),
        int(position.free_roads),
        int(position.placed),
        int(position.placements),
        int(position.army),
        int(position.longest),
        int(position.offer),
        int(position.offers),
        int(position.is_stopped),
    )


def set_scalars(position: Position, single: tuple[int, ...]) -> None:
    """Gives a position the fields that `scalars` returned."""
    (
        position.phase,
        position.turn,
        position.actor,
        position.round,
        position.first_die,
        position.second_die,
        has_rolled,
        has_played,
        has_acted,
        position.robber,
        position.victim,
        position.free_roads,
        position.placed,
        position.placements,
        position.army,
        position.longest,
        position.offer,
        position.offers,
        is_stopped,
    ) = single
    position.has_rolled = bool(has_rolled)
    position.has_played = bool(has_played)
    position.has_acted = bool(has_acted)
    position.is_stopped = bool(is_stopped)


def true_deal(position: Position) -> int:
    """The hands of a position as they are."""
    deal = 0
    for place in range(i64(RESOURCES) * position.options.seats):
        deal += int(position.cells[HAND + place]) * UNITS[place]
    return deal


def observed(viewer: i64, copy: Position, belief: Belief) -> Observation:
    """The observation of a viewer; wipes from `copy`, which becomes part of it, what it may not see."""
    copy.legal_codes = None
    copy.journal = None
    copy.origin = None
    copy.beliefs = ()
    if copy.phase == FINISHED:
        return Observation(viewer, copy, {true_deal(copy): 1}, belief.histories)
    veil(copy, viewer)
    return Observation(viewer, copy, belief.deals, belief.histories)


def veil(position: Position, viewer: i64) -> None:
    """Wipes the cards that a viewer does not see."""
    cells = position.cells
    for seat in range(position.options.seats):
        if seat != viewer:
            for i in range(i64(RESOURCES)):
                cells[HAND + RESOURCES * seat + i] = 0
                cells[PENDING + RESOURCES * seat + i] = 0
                cells[USABLE + DEV_KINDS * seat + i] = 0
    for kind in range(i64(DEV_KINDS)):
        cells[DECK + kind] = 0
        if position.turn != viewer:
            cells[FRESH + kind] = 0
    if not position.options.bank_public:
        for resource in range(i64(RESOURCES)):
            cells[BANK + resource] = min(cells[BANK + resource], PLENTY_SEEN)
