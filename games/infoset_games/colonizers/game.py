"""Colonizers as the server and the bots meet it: options, deal, notation. The rules are in state.py."""

from typing import Any

from infoset_games.colonizers import events, plain, wire, writing
from infoset_games.colonizers.cards import (
    COLONIST_ABOUT,
    COLONIST_NAMES,
    COLOUR,
    COLOUR_NAMES,
    COPIES,
    COST,
    HAND_LIMIT,
    LETTERS,
    MODULE_NAMES,
    MODULES,
    MOST_CARDS,
    MOST_COLONY,
    SEATS,
    VALUE,
)
from infoset_games.colonizers.determinize import Supply, sample_state
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import FIRST_BONUS, ColonizersState, first_state, own
from infoset_games.core import Json, State
from infoset_games.game import Game, OptionError
from infoset_games.rng import Rng

LATER_BONUS = 2


class Colonizers(Game):
    """The rules of Colonizers under fixed options; see README.md next to this file."""

    name = "colonizers"
    rules = "colonizers/1.0"
    seats = SEATS
    seat_range = (SEATS, SEATS)
    simultaneous = False

    def __init__(
        self, *, legacy: Json = False, colony: Json = MOST_COLONY, copies: Json = COPIES
    ) -> None:
        """Raises OptionError. `copies` counts the cards of each module, `colony` fills a colony."""
        if not isinstance(legacy, bool):
            raise OptionError("legacy", "true or false")
        if not is_count(colony, 1, MOST_COLONY):
            raise OptionError("colony", f"an integer, 1..{MOST_COLONY}")
        if not isinstance(copies, list | tuple) or len(copies) != MODULES:
            raise OptionError("copies", f"{MODULES} integers, one per module")
        for module, count in enumerate(copies):
            if not is_count(count, 0, MOST_CARDS):
                raise OptionError(f"copies[{module}]", f"an integer, 0..{MOST_CARDS}")
        if not 1 <= sum(copies) <= MOST_CARDS:
            raise OptionError("copies", f"1..{MOST_CARDS} cards in all")
        self.legacy = legacy
        self.colony = int(colony)
        self.copies = tuple(int(count) for count in copies)
        self.later_bonus = FIRST_BONUS if legacy else LATER_BONUS
        self.supply = Supply(self.copies)
        self.deck = self.sorted_deck()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """For pickle, which has no `supply` where an earlier version has written it."""
        vars(self).update(state)
        self.supply = Supply(self.copies)

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return {
            "legacy": {
                "type": "boolean",
                "default": False,
                "about": "every full colony earns 4 points, not only the first (the others 2)",
            },
            "colony": {
                "type": "integer",
                "default": MOST_COLONY,
                "minimum": 1,
                "maximum": MOST_COLONY,
                "about": "modules that fill a colony and end the game with the round",
            },
            "copies": {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": MOST_CARDS},
                "length": MODULES,
                "default": list(COPIES),
                "about": f"cards of each module, 1..{MOST_CARDS} in all: reduced decks for teaching",
            },
        }

    def options(self) -> dict[str, Json]:
        return {"legacy": self.legacy, "colony": self.colony, "copies": list(self.copies)}

    def deal(self, rng: Rng) -> list[int]:
        """The deck from the top, as modules."""
        return rng.shuffled(self.deck)

    def begin(self, rng: Rng) -> ColonizersState:
        return first_state(rng.shuffled(self.deck), self.colony, self.later_bonus)

    def start(self, deal: Json) -> ColonizersState:
        is_deck = isinstance(deal, list) and all(is_count(card, 0, MODULES - 1) for card in deal)
        if not is_deck or sorted(deal) != self.deck:
            raise ValueError(
                f"deal: expected the {sum(self.copies)} cards of the game in any order"
            )
        return first_state(deal, self.colony, self.later_bonus)

    def deal_anew(self, deal: Json, state: State, rng: Rng) -> list[int]:
        """The cards that nobody has drawn yet, in another order."""
        drawn = own(state).drawn_of(len(deal))
        return [*deal[:drawn], *rng.shuffled(sorted(deal[drawn:]))]

    def sorted_deck(self) -> list[int]:
        return [module for module in range(MODULES) for _ in range(self.copies[module])]

    def from_plain(self, value: Json) -> ColonizersState:
        """The position that `State.to_plain` wrote, perhaps edited. Raises ValueError naming the field."""
        return plain.read_state(value, self.copies, self.colony, self.later_bonus)

    def determinize(self, observation: Observation, rng: Rng) -> ColonizersState:
        return sample_state(observation, self.supply, self.colony, self.later_bonus, rng)

    # What every ply needs is the compiled function itself, without a method around it.
    narrate = staticmethod(events.narrate)  # pyright: ignore[reportAssignmentType]
    is_reversible = staticmethod(events.is_reversible)  # pyright: ignore[reportAssignmentType]
    write_action = staticmethod(wire.write_action)  # pyright: ignore[reportAssignmentType]
    write_observation = staticmethod(wire.write_observation)  # pyright: ignore[reportAssignmentType]
    put_observation = staticmethod(writing.put_observation)  # pyright: ignore[reportAssignmentType]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        return wire.read_action(own(state), seat, value)

    def read_observation(self, value: Json) -> Observation:
        return wire.read_observation(value, self.copies, self.colony, self.later_bonus)

    def consts(self) -> dict[str, Json]:
        return {
            "hand_limit": HAND_LIMIT,
            "colony": self.colony,
            "bonus": [FIRST_BONUS] + [self.later_bonus] * (SEATS - 1),
            "modules": [
                {
                    "letter": LETTERS[module],
                    "name": MODULE_NAMES[module],
                    "cost": COST[module],
                    "value": VALUE[module],
                    "colour": COLOUR_NAMES[COLOUR[module]],
                    "copies": self.copies[module],
                }
                for module in range(MODULES)
            ],
            "colonists": [
                {"name": name, "about": about}
                for name, about in zip(COLONIST_NAMES, COLONIST_ABOUT, strict=True)
            ],
        }


def is_count(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
