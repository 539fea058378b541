"""Crossfire for learners: decisions spelled unit by unit with 24 numbers, and what a seat knows as small ones.

The same for all options, up to the largest board with eight units a seat. The tensor shows what was seen
in the last round, and what all earlier ones have left of where each enemy unit may be; the observation
itself has every round.
"""

from typing import Final

from infoset_bots.adapters import crossfire_cells
from infoset_bots.adapters.encoding import Encoding, Options, Parts
from infoset_bots.adapters.menu import menu_alone
from infoset_games.core import State
from infoset_games.crossfire.commands import COMMANDS, VERBS
from infoset_games.crossfire.geometry import DIRECTION_NAMES, MOST_SIZE, SYMMETRY_NAMES
from infoset_games.crossfire.observation import PHASE_NAMES, Observation
from infoset_games.crossfire.state import own
from infoset_games.crossfire.units import SIDE
from infoset_games.spaces import ProductSpace

SLOTS: Final = SIDE + 1  # the setup has one for each unit and one for the king
SINGLE_NAMES: Final = (
    "round",
    "reduction in",
    "size",
    "units",
    "laser stop",
    "mirror",
    "names the king next",
)
UNIT_NAMES: Final = (
    "lives",
    "king",
    "recharge",
    "row",
    "column",
    "wait",
    "moved",
    "decides next",
    "recharge given",
)
PLANE_NAMES: Final = ("terrain", "in view", "own", "enemy", "may be enemies", "fallen", "light")
COMMAND_NAMES: Final = tuple(f"{verb} {way}" for verb in VERBS for way in DIRECTION_NAMES)


class CrossfireEncoding(Encoding):
    """Decisions slot by slot; cells in 0..255, most of them 0 or 1."""

    actions = crossfire_cells.ACTIONS
    row = (COMMANDS,) * SLOTS
    cells = crossfire_cells.CELLS
    low = 0.0
    high = float(crossfire_cells.MOST)

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        menu = menu_alone(self.actions)
        crossfire_cells.list_numbers(own(state), seat, parts, menu)
        return menu.options()

    def spell(self, state: State, seat: int, action: int) -> Parts:
        space = state.legal(seat)
        assert isinstance(space, ProductSpace)
        parts: Parts = ()
        for pick in space.split(action):  # the options of a slot are listed in its order
            parts = (*parts, list(self.options(state, seat, parts))[pick])
        return parts

    def tensor(self, observation: Observation, parts: Parts = ()) -> bytes:
        """Shared facts, own units, enemy units, then planes. Takes no spectator's observation."""
        return crossfire_cells.cells_of(observation, parts)

    def coder(self) -> crossfire_cells.CrossfireCoder:
        return crossfire_cells.CrossfireCoder()

    def cell_names(self) -> list[str]:
        """As crossfire_cells.py lays them out."""
        return [
            *("view of seat 0", "view of seat 1"),
            *(f"phase {phase}" for phase in PHASE_NAMES),
            *("own seat decides", "enemy decides"),
            *(f"symmetry {name}" for name in SYMMETRY_NAMES),
            *SINGLE_NAMES,
            *(f"recharge time {at}" for at in range(SIDE)),
            *(f"unit {unit}: {name}" for unit in range(SIDE) for name in unit_names()),
            *(f"enemy unit {unit}: squares" for unit in range(SIDE)),
            *(
                f"({row}, {column}): {plane}"
                for plane in PLANE_NAMES
                for row in range(MOST_SIZE)
                for column in range(MOST_SIZE)
            ),
        ]

    def action_names(self) -> list[str]:
        """As crossfire_cells.py numbers them."""
        return [
            *COMMAND_NAMES,
            *(f"recharge time {at} of those left" for at in range(SIDE)),
            *(f"king is unit {unit}" for unit in range(SIDE)),
        ]


def unit_names() -> list[str]:
    """The cells of an own unit."""
    return [
        *UNIT_NAMES,
        *(f"slides {way}" for way in DIRECTION_NAMES),
        *(f"told to {command}" for command in COMMAND_NAMES),
    ]
