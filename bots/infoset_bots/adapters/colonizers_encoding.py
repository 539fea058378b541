"""Colonizers for learners: the 48 meanings of its actions, and what a seat knows as 242 small numbers.

The own seat comes first, the others follow in order of seats, so that one network can play any
seat. Cards are counted by module. The tensor leaves out who else has seen a card and the order of
the deck's known cards; the observation itself has both.
"""

from infoset_bots.adapters import colonizers_cells
from infoset_bots.adapters.encoding import Encoding, Options, Parts, named
from infoset_bots.adapters.menu import menu_alone
from infoset_games.colonizers.actions import KEY_SKIP_BUILD, PHASE_NAMES
from infoset_games.colonizers.cards import COLONIST_NAMES, MODULE_NAMES, SEATS
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import State


class ColonizersEncoding(Encoding):
    """Actions by `State.key`; cells in 0..255, most of them 0 or 1."""

    actions = KEY_SKIP_BUILD + 1
    row = (actions,)
    cells = colonizers_cells.CELLS
    low = 0.0
    high = float(colonizers_cells.MOST)

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        assert isinstance(state, ColonizersState)
        menu = menu_alone(self.actions)
        if seat == state.actor:
            colonizers_cells.list_numbers(state, menu)
        return menu.options()

    def tensor(self, observation: Observation, parts: Parts = ()) -> bytes:
        """Shared facts, then every seat from the own one on. Takes no spectator's observation."""
        return colonizers_cells.cells_of(observation)

    def coder(self) -> colonizers_cells.ColonizersCoder:
        return colonizers_cells.ColonizersCoder()

    def cell_names(self) -> list[str]:
        """As colonizers_cells.py lays them out."""
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
