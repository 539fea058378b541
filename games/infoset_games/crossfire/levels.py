"""Levels of test rooms as data: a drawn map, and what the enemy does in each round. Not compiled.

A level is a game with the options `options()` in which `Scripted` plays the other seat. Its map is
written for the person on seat 0.
"""

from dataclasses import dataclass
from typing import Final

from infoset_games.core import Json, State
from infoset_games.crossfire.commands import UNIT
from infoset_games.crossfire.setups import join_setup
from infoset_games.crossfire.state import CrossfireState
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.spaces import ProductSpace

LETTERS: Final = "urdlURDL"  # MOVE up, right, down, left, and FIRE likewise
SILENT: Final = "."  # no command: what chance has drawn


@dataclass(frozen=True)
class Level:
    """A lesson. `script` has a text for each round from 1, and in it a letter for each enemy unit.

    Every unit recharges in `recharge` rounds; `king` is the number of the enemy king. A letter that
    is no command now (the unit is in motion, dead or discharged) is passed over.
    """

    name: str
    about: str
    map: str
    recharge: int
    king: int
    script: tuple[str, ...]

    def options(self) -> dict[str, Json]:
        """The options of the game it is played as."""
        return {"map": self.map, "recharge_min": self.recharge, "recharge_max": self.recharge}


class Scripted(Policy):
    """Plays a level's script; after its end, and where it is silent, as chance has drawn."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, CrossfireState)
        if state.now is None:
            recharge = state.deal.recharge
            return join_setup(recharge, self.level.king, recharge)
        number = state.round()
        script = self.level.script
        letters = script[number - 1] if number <= len(script) else ""
        space = state.legal(seat)
        assert isinstance(space, ProductSpace)
        orders = list(space.split(space.item(state.fallback(seat))))
        for slot, name in enumerate(space.names):
            unit = int(name.removeprefix(UNIT))
            order = LETTERS.find(letters[unit]) if unit < len(letters) else -1
            if 0 <= order < space.sizes[slot]:
                orders[slot] = order
        return space.join(orders)


LEVELS: Final = (
    Level(
        "target",
        "The enemy stands still between its walls. Line up, wait for the charge, and fire.",
        """half_turn
DDDDDDDDD
DDMaMDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
DDDDM0MDD
DDDDDDDDD""",
        2,
        0,
        ("l",) * 9,
    ),
    Level(
        "slides",
        "Ice everywhere: a command lasts until something stops the unit. Leave the ring in time.",
        """half_turn
GGGGGGGGG
GaGGMGGGG
GGGGGGGWG
GGMGGGGGG
GGGGDGGGG
GGGGGGMGG
GWGGGGGGG
GGGGMGG0G
GGGGGGGGG""",
        3,
        0,
        ("d", "r", "d", "l"),
    ),
    Level(
        "crossing",
        "Two against two. Their beams cross the middle every fourth round: count.",
        """left_right
DDDDDDDDD
DDDDMDDDD
D0DDMDDaD
DDDDDDDDD
DDDDDDDDD
DDDDDDDDD
D1DDMDDbD
DDDDMDDDD
DDDDDDDDD""",
        3,
        1,
        ("dd", "uu", "du", "DU", "dd", "uu", "du", "DU"),
    ),
)


def find_level(name: str) -> Level:
    """The level of that name. Raises LookupError, which lists the known ones."""
    for level in LEVELS:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise LookupError(f"level {name!r}: known are {known}")


def level_of_map(text: str) -> Level | None:
    """The level that is played on this map, in text form; None where there is none."""
    return next((level for level in LEVELS if level.map == text), None)
