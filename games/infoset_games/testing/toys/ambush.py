"""Ambush: secret traps, then simultaneous moves; two or three seats, every decision a product of slots.

Each seat secretly hides two traps on a row of fields (both may lie on one field). Then in every
round each seat sends two units at once. A unit on somebody else's trap loses a point, and the trap
is public from then on; any other unit that stands alone on its field wins one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from infoset_games.core import OVER, SEVERAL, IllegalActionError, Json, Result, State
from infoset_games.fields import is_int, read_int, read_int_rows, read_ints
from infoset_games.game import Event, Game, OptionError
from infoset_games.placing import returns_of
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace

NOBODY: Final = -1
UNKNOWN: Final = -1
HIDDEN: Final = (UNKNOWN, UNKNOWN)

Pair = tuple[int, int]


@dataclass(frozen=True)
class Watch:
    """What one seat knows. `sprung` and `safe` are bit sets of fields, by owner of the traps.

    A field is safe of an owner's traps when somebody else's unit stood there and nothing happened:
    all that the play so far tells about traps that did not spring.
    """

    seat: int  # NOBODY for a spectator
    round: int  # 0 while the traps are hidden
    traps: tuple[Pair, ...]  # by owner, HIDDEN where unknown; empty in round 0
    sprung: tuple[int, ...]
    safe: tuple[int, ...]
    points: tuple[int, ...]


class AmbushState(State):
    """Round 0 hides the traps; the play is over after the last round."""

    def __init__(self, seats: int, fields: int, rounds: int) -> None:
        self.seats = seats
        self.fields = fields
        self.rounds = rounds
        self.round = 0
        self.traps: list[Pair] = []
        self.sprung = [0] * seats
        self.safe = [0] * seats
        self.points = [0] * seats

    def mover(self) -> int:
        return OVER if self.round > self.rounds else SEVERAL

    def to_act(self) -> tuple[int, ...]:
        return () if self.round > self.rounds else tuple(range(self.seats))

    def legal(self, seat: int) -> ActionSpace:
        if seat not in self.to_act():
            return ListSpace(())
        names = ("trap 0", "trap 1") if self.round == 0 else ("unit 0", "unit 1")
        return ProductSpace(names, (self.fields, self.fields))

    def verify(self, seat: int, action: int) -> None:
        if seat not in self.to_act():
            raise IllegalActionError("the play is over")
        if not self.legal(seat).contains(action):
            raise IllegalActionError(f"expected two fields in 0..{self.fields - 1}")

    def apply(self, joint: Mapping[int, int]) -> None:
        chosen = [self.split(joint[seat]) for seat in range(self.seats)]
        if self.round == 0:
            self.traps = chosen
        else:
            self.meet(chosen)
        self.round += 1

    def sample_chance(self, rng: Rng) -> int:
        raise AssertionError("Ambush has no chance nodes")

    def kind(self, seat: int) -> str:
        return "hide" if self.round == 0 else "move"

    def seen_key(self, action: int, viewer: int) -> int:
        """Nothing while traps are hidden."""
        return 0 if self.round == 0 else action

    def observe(self, seat: int | None) -> Watch:
        return Watch(
            NOBODY if seat is None else seat,
            self.round,
            tuple(pair if owner == seat else HIDDEN for owner, pair in enumerate(self.traps)),
            tuple(self.sprung),
            tuple(self.safe),
            tuple(self.points),
        )

    def copy(self) -> "AmbushState":
        twin = type(self)(self.seats, self.fields, self.rounds)
        twin.round = self.round
        twin.traps = self.traps.copy()
        twin.sprung = self.sprung.copy()
        twin.safe = self.safe.copy()
        twin.points = self.points.copy()
        return twin

    def result(self) -> Result | None:
        if self.mover() != OVER:
            return None
        places = [1 + sum(other > own for other in self.points) for own in self.points]
        return Result(places, self.points, returns_of(places), "finished")

    def scores(self) -> tuple[float, ...]:
        return tuple(self.points)

    def to_plain(self) -> dict[str, Json]:
        return {
            "round": self.round,
            "traps": [list(pair) for pair in self.traps],
            "sprung": list(self.sprung),
            "safe": list(self.safe),
            "points": list(self.points),
        }

    # What the rules ask themselves.

    def split(self, action: int) -> Pair:
        """The two fields of a code."""
        return (action % self.fields, action // self.fields)

    def meet(self, chosen: list[Pair]) -> None:
        """Resolves one round: traps first, then who stands alone."""
        units = [field for pair in chosen for field in pair]
        for seat, pair in enumerate(chosen):
            for field in pair:
                hit = self.trappers(seat, field)
                for owner in range(self.seats):
                    if owner in hit:
                        self.sprung[owner] |= 1 << field
                    elif owner != seat:
                        self.safe[owner] |= 1 << field
                if hit:
                    self.points[seat] -= 1
                elif units.count(field) == 1:
                    self.points[seat] += 1

    def trappers(self, seat: int, field: int) -> list[int]:
        """Whose traps a unit of `seat` meets on `field`."""
        return [owner for owner, pair in enumerate(self.traps) if owner != seat and field in pair]


class Ambush(Game):
    """`seats` 2 or 3; `fields` in the row; `rounds` of moves after the traps are hidden."""

    name = "ambush"
    rules = "ambush/1.0"
    seat_range = (2, 3)
    simultaneous = True
    state_class = AmbushState  # variants of the game derive from both classes

    def __init__(self, seats: int = 2, fields: int = 5, rounds: int = 3) -> None:
        given = {"seats": seats, "fields": fields, "rounds": rounds}
        for option, described in self.describe_options().items():
            if not is_int(given[option], described["min"], described["max"]):
                raise OptionError(option, f"an integer in {described['min']}..{described['max']}")
        self.seats = seats
        self.fields = fields
        self.rounds = rounds

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return {
            "seats": {"type": "int", "default": 2, "min": 2, "max": 3, "about": "seats"},
            "fields": {
                "type": "int",
                "default": 5,
                "min": 2,
                "max": 30,
                "about": "fields in the row",
            },
            "rounds": {
                "type": "int",
                "default": 3,
                "min": 1,
                "max": 20,
                "about": "rounds of moves",
            },
        }

    def options(self) -> dict[str, Json]:
        return {"seats": self.seats, "fields": self.fields, "rounds": self.rounds}

    def deal(self, rng: Rng) -> Json:
        return {}  # nothing is random before the first decision

    def start(self, deal: Json) -> State:
        if deal != {}:
            raise ValueError("deal: expected an empty object")
        return self.state_class(self.seats, self.fields, self.rounds)

    def determinize(self, observation: Any, rng: Rng) -> State:
        watch: Watch = observation
        world = self.state_class(self.seats, self.fields, self.rounds)
        world.round = watch.round
        for owner, pair in enumerate(watch.traps):
            if pair == HIDDEN:
                possible = list(self.possible(watch.sprung[owner], watch.safe[owner]))
                pair = possible[int(rng.below(len(possible)))]
            world.traps.append(pair)
        world.sprung = list(watch.sprung)
        world.safe = list(watch.safe)
        world.points = list(watch.points)
        return world

    def possible(self, sprung: int, safe: int) -> Iterator[Pair]:
        """Where two traps may lie, given the fields known to hold one and those known to hold none."""
        for left, right in product(range(self.fields), repeat=2):
            held = 1 << left | 1 << right
            if held & sprung == sprung and not held & safe:
                yield (left, right)

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        assert isinstance(before, AmbushState)
        chosen = {seat: before.split(action) for seat, action in sorted(joint.items())}
        if before.round == 0:
            return [
                Event("hidden", {"by": seat}, {"fields": list(pair)}, seen_by=(seat,))
                for seat, pair in chosen.items()
            ]
        events = [Event("moved", {"by": seat, "fields": list(p)}) for seat, p in chosen.items()]
        events += [
            Event("sprung", {"by": seat, "field": field, "owner": owner})
            for seat, pair in chosen.items()
            for field in pair
            for owner in before.trappers(seat, field)
        ]
        return events

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return [state.kind(seat), action % self.fields, action // self.fields]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        match value:
            case [verb, left, right] if verb == state.kind(seat):
                if is_int(left, 0, self.fields - 1) and is_int(right, 0, self.fields - 1):
                    action = int(left) + self.fields * int(right)
                    state.verify(seat, action)
                    return action
        fields = f"0..{self.fields - 1}"
        raise IllegalActionError(
            f'expected ["{state.kind(seat)}", field, field], fields in {fields}'
        )

    def write_option(self, state: State, seat: int, slot: int, option: int) -> list[Json]:
        return ["field", option]

    def write_observation(self, observation: Any) -> dict[str, Json]:
        watch: Watch = observation
        return {
            "seat": watch.seat,
            "round": watch.round,
            "traps": [list(pair) for pair in watch.traps],
            "sprung": list(watch.sprung),
            "safe": list(watch.safe),
            "points": list(watch.points),
        }

    def read_observation(self, value: Json) -> Any:
        last = self.fields - 1
        every = (1 << self.fields) - 1
        most = 2 * self.rounds
        round_number = read_int(value, "round", 0, self.rounds + 1)
        owners = self.seats if round_number else 0
        pairs = read_int_rows(value, "traps", owners, range(2, 3), UNKNOWN, last)
        watch = Watch(
            read_int(value, "seat", NOBODY, self.seats - 1),
            round_number,
            tuple((left, right) for left, right in pairs),
            read_ints(value, "sprung", self.seats, 0, every),
            read_ints(value, "safe", self.seats, 0, every),
            read_ints(value, "points", self.seats, -most, most),
        )
        for owner in range(owners):
            if not any(self.possible(watch.sprung[owner], watch.safe[owner])):
                raise ValueError(f"safe: seat {owner}: expected room for two traps")
        return watch

    def consts(self) -> dict[str, Json]:
        return {"fields": self.fields, "rounds": self.rounds, "traps": 2, "units": 2}
