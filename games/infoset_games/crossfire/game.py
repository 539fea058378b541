"""Crossfire as the server and the bots meet it: options, deal, notation. The rules are in state.py."""

import re
from collections.abc import Mapping
from typing import Any, Final

from infoset_games.core import Json, State
from infoset_games.crossfire import events, notation, wire
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.chance import MASK32, SECRET_WORDS, Secret
from infoset_games.crossfire.determinize import sample_world
from infoset_games.crossfire.generator import random_map
from infoset_games.crossfire.geometry import DIRECTION_NAMES
from infoset_games.crossfire.history import Deal, Later
from infoset_games.crossfire.maps import Map, MapError, read_map
from infoset_games.crossfire.observation import Observation
from infoset_games.crossfire.options import (
    ANY,
    DESCRIBED,
    PRESETS,
    STANDARD,
    SYMMETRIES,
    read_choice,
    read_drawn,
    read_recharge,
    symmetry_of,
)
from infoset_games.crossfire.stage import PERIOD
from infoset_games.crossfire.state import CrossfireState, own
from infoset_games.crossfire.terrain import (
    CLEAR_SIGHT,
    DIM_SIGHT,
    LASER_STOP_NAMES,
    PASSABLE,
    SLIPPERY,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
    TERRAINS,
    TRANSPARENT,
)
from infoset_games.fields import read_ints
from infoset_games.game import Event, Game, OptionError
from infoset_games.rng import Rng

LATER: Final = "later"  # of a deal: the secrets that take the place of its own
MAX_BOARDS: Final = 64  # boards kept per game; a match needs one


class Crossfire(Game):
    """The rules of Crossfire under fixed options; see README.md next to this file."""

    name = "crossfire"
    rules = "crossfire/1.0"
    seats = 2
    seat_range = (1, 2)
    simultaneous = True

    def __init__(
        self,
        *,
        preset: Json = STANDARD,
        laser_stop: Json = LASER_STOP_NAMES[0],
        recharge_min: Json = 2,
        recharge_max: Json = 6,
        symmetry: Json = ANY,
        map: Json = "",
        mirror: Json = False,
    ) -> None:
        """Raises OptionError. options.py says what each option means."""
        self.preset = read_choice(preset, "preset", tuple(PRESETS))
        self.laser_stop = read_choice(laser_stop, "laser_stop", LASER_STOP_NAMES)
        self.recharge_min, self.recharge_max = read_recharge(recharge_min, recharge_max)
        self.symmetry = read_choice(symmetry, "symmetry", SYMMETRIES)
        self.drawn = read_drawn(map)
        if not isinstance(mirror, bool):
            raise OptionError("mirror", "true or false")
        self.mirror = mirror
        self.seats = 1 if mirror else 2
        self._boards: dict[str, Board] = {}

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return DESCRIBED

    def options(self) -> dict[str, Json]:
        return {
            "preset": self.preset,
            "laser_stop": self.laser_stop,
            "recharge_min": self.recharge_min,
            "recharge_max": self.recharge_max,
            "symmetry": self.symmetry,
            "map": "" if self.drawn is None else self.drawn.text(),
            "mirror": self.mirror,
        }

    @property
    def size(self) -> int:
        """Squares along an edge."""
        return PRESETS[self.preset].size if self.drawn is None else self.drawn.size

    @property
    def units(self) -> int:
        """Units of a seat."""
        return PRESETS[self.preset].units if self.drawn is None else len(self.drawn.spawns)

    def deal(self, rng: Rng) -> dict[str, Json]:
        """The map, the recharge times, and the secrets of chance.py."""
        return {
            "map": self.draw_map(rng).text().split("\n"),
            "recharge": self.draw_recharge(rng),
            "fill": [draw_secret(rng), draw_secret(rng)],
        }

    def draw_map(self, rng: Rng) -> Map:
        """A random map, unless there is one drawn by hand."""
        if self.drawn is not None:
            return self.drawn
        return random_map(self.size, self.units, symmetry_of(self.symmetry), rng)

    def begin(self, rng: Rng) -> CrossfireState:
        drawn = self.draw_map(rng)
        board = self.ready(drawn) if self.drawn is None else self.board(drawn)
        recharge = self.draw_recharge(rng)
        made = Deal(board, recharge, [draw_secret(rng), draw_secret(rng)], self.mirror)
        return CrossfireState(made, None)

    def draw_recharge(self, rng: Rng) -> list[int]:
        """Independent numbers, ascending, drawn again until two differ (where they can)."""
        span = self.recharge_max - self.recharge_min + 1
        while True:
            numbers = [self.recharge_min + int(rng.below(span)) for _ in range(self.units)]
            if len(set(numbers)) > 1 or span == 1 or self.units == 1:
                return sorted(numbers)

    def start(self, deal: Json) -> CrossfireState:
        if not isinstance(deal, dict) or set(deal) - {LATER} != {"map", "recharge", "fill"}:
            raise ValueError("deal: expected an object with map, recharge and fill")
        board = self.read_board(deal["map"], "map")
        least, most = self.recharge_min, self.recharge_max
        recharge = read_ints(deal, "recharge", self.units, least, most)
        if list(recharge) != sorted(recharge):
            raise ValueError("recharge: expected ascending numbers")
        fill, later = read_secrets(deal["fill"]), read_later(deal.get(LATER, []))
        return CrossfireState(Deal(board, list(recharge), fill, self.mirror, later), None)

    def deal_anew(self, deal: Json, state: State, rng: Rng) -> dict[str, Json]:
        """Other secrets from the next round on; who is asked now has seen the number of this one."""
        now = own(state).now
        since = 1 if now is None else int(now.number) + 2
        past = [later for later in deal.get(LATER, []) if later["since"] < since]
        drawn = {"since": since, "fill": [draw_secret(rng), draw_secret(rng)]}
        return {**deal, LATER: [*past, drawn]}

    def read_board(self, value: Json, field: str) -> Board:
        """The board of the lines of a map. Raises ValueError naming the field and the square."""
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise ValueError(f"{field}: expected the lines of a map")
        try:
            drawn = read_map("\n".join(value))
        except MapError as error:
            raise ValueError(f"{field}: {error}") from None
        if (drawn.size, len(drawn.spawns)) != (self.size, self.units):
            raise ValueError(f"{field}: expected {self.size} rows and {self.units} spawns a seat")
        return self.board(drawn)

    def board(self, drawn: Map) -> Board:
        """The map ready to play on; equal maps share one."""
        text = drawn.text()
        found = self._boards.get(text)
        if found is None:
            found = self.ready(drawn)
            self._boards[text] = found
            while len(self._boards) > MAX_BOARDS:
                del self._boards[next(iter(self._boards))]
        return found

    def ready(self, drawn: Map) -> Board:
        """The map ready to play on, shared with nobody."""
        return Board(drawn, LASER_STOP_NAMES.index(self.laser_stop))

    def determinize(self, observation: Observation, rng: Rng) -> CrossfireState:
        """A world that explains everything the seat has seen; see determinize.py for its weights."""
        return sample_world(observation, rng)

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        return events.narrate(own(before), joint, own(after))

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return notation.write_action(own(state), seat, action)

    def read_action(self, state: State, seat: int, value: Json) -> int:
        return notation.read_action(own(state), seat, value)

    def write_option(self, state: State, seat: int, slot: int, option: int) -> list[Json]:
        return notation.write_option(own(state), seat, slot, option)

    def write_observation(self, observation: Any) -> dict[str, Json]:
        return wire.write_observation(observation)

    def read_observation(self, value: Json) -> Observation:
        return wire.read_observation(value, self.seats, self.mirror, self.read_board)

    def consts(self) -> dict[str, Json]:
        return {
            "size": self.size,
            "units": self.units,
            "laser_stop": self.laser_stop,
            "period": PERIOD,
            "last_round": PERIOD * (self.size // 2),
            "sight": {"transparent": CLEAR_SIGHT, "opaque": DIM_SIGHT},
            "directions": list(DIRECTION_NAMES),
            "terrain": [
                {
                    "letter": TERRAIN_LETTERS[code],
                    "name": TERRAIN_NAMES[code],
                    "passable": PASSABLE[code],
                    "transparent": TRANSPARENT[code],
                    "slippery": SLIPPERY[code],
                }
                for code in range(TERRAINS)
            ],
        }


def draw_secret(rng: Rng) -> str:
    """A secret of chance.py."""
    return "".join([f"{int(rng.word()):08x}" for _ in range(SECRET_WORDS)])


def read_secrets(value: Json) -> list[Secret]:
    """The secrets of both seats. Raises ValueError."""
    if not isinstance(value, list) or len(value) != 2 or not all(is_secret(one) for one in value):
        raise ValueError("fill: expected two secrets of 32 hexadecimal digits")
    return list(value)


def read_later(value: Json) -> list[Later]:
    """The secrets that take their place later. Raises ValueError."""
    if not isinstance(value, list) or not all(is_later(one) for one in value):
        raise ValueError(
            "later: expected objects with the round `since` which there is another `fill`"
        )
    return [Later(one["since"], read_secrets(one["fill"])) for one in value]


def is_later(value: Json) -> bool:
    """Is it of that form? Its secrets are read next."""
    is_form = isinstance(value, dict) and set(value) == {"since", "fill"}
    return is_form and type(value["since"]) is int and value["since"] >= 1


def is_secret(value: Json) -> bool:
    """Could a deal have had it? Those recorded before had numbers of 32 bits."""
    if isinstance(value, str):
        return re.fullmatch(f"[0-9a-f]{{{8 * SECRET_WORDS}}}", value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MASK32
