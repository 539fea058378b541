"""Colonizers for learners: the 48 meanings of its actions, and what a seat knows as 242 small numbers.

The own seat comes first, the others follow in order of seats, so that one network can play any
seat. Cards are counted by module. The tensor leaves out who else has seen a card and the order of
the deck's known cards; the observation itself has both.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from infoset_bots.adapters.encoding import Encoding, Parts, named
from infoset_games.colonizers.actions import KEY_SKIP_BUILD, PHASE_NAMES
from infoset_games.colonizers.cards import (
    COLONIST_NAMES,
    COLONISTS,
    MODULE_NAMES,
    MODULES,
    SEATS,
)
from infoset_games.colonizers.observation import Observation

MOST: Final = 255  # rounds and omnium have no bound by the rules; more is written as this
SEAT_CELLS: Final = 3 + COLONISTS + 2 * MODULES
SHARED_CELLS: Final = 2 * SEATS + len(PHASE_NAMES) + 3 + 2 * COLONISTS + 3 * MODULES


class ColonizersEncoding(Encoding):
    """Actions by `State.key`; cells in 0..255, most of them 0 or 1."""

    actions = KEY_SKIP_BUILD + 1
    row = (actions,)
    cells = SHARED_CELLS + SEATS * SEAT_CELLS
    low = 0.0
    high = float(MOST)

    def tensor(self, observation: Observation, parts: Parts = ()) -> Sequence[float]:
        """Shared facts, then every seat from the own one on. Takes no spectator's observation."""
        row = shared_cells(observation)
        for distance in range(SEATS):
            row += seat_cells(observation, (observation.seat + distance) % SEATS)
        return row

    def cell_names(self) -> list[str]:
        """As `shared_cells` and `seat_cells` write them."""
        seats = ["own seat", *(f"seat +{distance}" for distance in range(1, SEATS))]
        return [
            *(f"view of seat {seat}" for seat in range(SEATS)),
            *named("turn of", seats),
            *named("phase", PHASE_NAMES),
            *("round", "deck", "is draw"),
            *named("offered", COLONIST_NAMES),
            *named("out", COLONIST_NAMES),
            *named("drawn", MODULE_NAMES),
            *named("known in the deck", MODULE_NAMES),
            *named("known to be gone", MODULE_NAMES),
            *(
                f"{seat}: {name}"
                for seat in seats
                for name in (
                    *("omnium", "points", "hand"),
                    *named("may be", COLONIST_NAMES),
                    *named("holds", MODULE_NAMES),
                    *named("has built", MODULE_NAMES),
                )
            ),
        ]

    def action_names(self) -> list[str]:
        """The meanings of `State.key`."""
        return [
            *named("pick", COLONIST_NAMES),
            *("take omnium", "draw two"),
            *named("keep", MODULE_NAMES),
            *named("name", COLONIST_NAMES),
            "use no power",
            *named("build", MODULE_NAMES),
            "build nothing",
        ]


def shared_cells(view: Observation) -> list[float]:
    """Whose view, whose turn (as distance from the own seat), when, and the piles."""
    return [
        *marks([view.seat], SEATS),
        *marks([(view.turn - view.seat) % SEATS], SEATS),
        *marks([PHASE_NAMES.index(view.phase)], len(PHASE_NAMES)),
        min(view.round, MOST),
        view.deck_size,
        int(view.is_draw),
        *marks(view.offered, COLONISTS),
        *marks(view.out, COLONISTS),
        *counts(module for module, _ in view.drawn),
        *counts(module for module, _ in view.deck),
        *counts(module for module, _ in view.gone),
    ]


def seat_cells(view: Observation, seat: int) -> list[float]:
    """What is known of one seat."""
    hand = view.hands[seat]
    return [
        min(view.omnium[seat], MOST),
        view.points[seat],
        len(hand),
        *marks(view.possible[seat], COLONISTS),
        *counts(hand),
        *counts(view.colonies[seat]),
    ]


def marks(members: Iterable[int], size: int) -> list[float]:
    """1 at the members, else 0."""
    row = [0.0] * size
    for member in members:
        row[member] = 1.0
    return row


def counts(modules: Iterable[int]) -> list[float]:
    """How many of each module; hidden ones are not counted."""
    row = [0.0] * MODULES
    for module in modules:
        if module >= 0:
            row[module] += 1.0
    return row
