"""The `Game` of declared actions, options and positions: all that can be derived from them is."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, cast

from msgspec import to_builtins

from infoset_games.core import CHANCE, Json, State
from infoset_games.declared.actions import (
    Action,
    Actions,
    DeclarationError,
    actions_of,
    facts_of,
    verb,
)
from infoset_games.declared.options import O, describe, read_options
from infoset_games.declared.payloads import payloads_of
from infoset_games.declared.position import P, copied
from infoset_games.declared.reading import read_as
from infoset_games.declared.state import SPECTATOR, DeclaredState, Seen
from infoset_games.game import Event, Game
from infoset_games.rng import Rng


class DeclaredGame(Game, Generic[O, P]):
    """A game whose seats decide one after the other. Give it `name`, `rules`, the types, `set_up` and `guess`.

    Raises DeclarationError, when the class is made, for types that cannot be.
    """

    options_type: ClassVar[Any]  # a subclass of Options, O
    position_type: ClassVar[Any]  # a subclass of Position, P
    actions: ClassVar[tuple[type[Action], ...]]  # what seats do
    chance: ClassVar[tuple[type[Action], ...]] = ()  # what chance does

    simultaneous = False
    _every: ClassVar[Actions]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in ("name", "rules", "options_type", "position_type", "actions"):
            if not hasattr(cls, name):
                raise DeclarationError(f"{cls.__name__}.{name}: expected it to be given")
        if "seat" in cls.position_type.__struct_fields__:
            raise DeclarationError(f"{cls.position_type.__name__}.seat: expected another name")
        cls._every = actions_of(tuple(cls.actions), tuple(cls.chance))
        seats = describe(cls.options_type).get("seats")
        if seats is not None:
            cls.seat_range = (seats["minimum"], seats["maximum"])
        elif not hasattr(cls, "seat_range"):
            raise DeclarationError(f"{cls.__name__}.seat_range: expected it, or an option `seats`")

    def __init__(self, **given: Json) -> None:
        self.given: O = read_options(self.options_type, given)
        self.seats = getattr(self.given, "seats", self.seat_range[1])

    def set_up(self, rng: Rng) -> P:
        """The first position, with what is random before the first decision."""
        raise NotImplementedError(f"{self.name} needs a set_up()")

    def check(self, position: P) -> None:
        """Raises ValueError, naming the field, for a position from outside that cannot be under these options."""

    def guess(self, seen: P, seat: int, rng: Rng) -> P:
        """A complete position, drawn uniformly from all that `seat` may take for the true one.

        `seen` may be changed and returned. As it stands, nothing is hidden.
        """
        return seen

    def tell(self, before: P, seat: int, action: Action, after: P) -> list[Event]:
        """What happened: as it stands, everybody is told who did what, and what chance did."""
        by = {} if seat == CHANCE else {"by": seat}
        return [Event(verb(action), {**by, **facts_of(action)})]

    def may_take_back(self, before: P, action: Action) -> bool:
        """May a seat take this back, see `is_reversible`?"""
        return False

    # All that follows from it.

    @classmethod
    def describe_options(cls) -> dict[str, dict[str, Json]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return describe(cls.options_type)

    @classmethod
    def payloads(cls) -> dict[str, Json]:
        return payloads_of((*cls.actions, *cls.chance), cls.options_type, cls.position_type)

    def options(self) -> dict[str, Json]:
        plain: dict[str, Json] = to_builtins(self.given)
        return plain

    def consts(self) -> dict[str, Json]:
        """The options, and the bounds of the arguments of each action."""
        return {**self.options(), "actions": self._every.bounds}

    def deal(self, rng: Rng) -> Json:
        return to_builtins(self.set_up(rng))

    def start(self, deal: Json) -> State:
        return DeclaredState(self._read_position(deal), self._every)

    def determinize(self, observation: Any, rng: Rng) -> State:
        seen: Seen = observation
        known = cast("P", copied(seen.position))
        return DeclaredState(self.guess(known, seen.seat, rng), self._every)

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        assert isinstance(before, DeclaredState)
        assert isinstance(after, DeclaredState)
        ((seat, code),) = joint.items()
        return self.tell(before.position, seat, self._every.all[code], after.position)

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        assert isinstance(before, DeclaredState)
        return self.may_take_back(before.position, self._every.all[action])

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return self._every.write(action)

    def read_action(self, state: State, seat: int, value: Json) -> int:
        action = self._every.read(value, of_chance=seat == CHANCE)
        state.verify(seat, action)
        return action

    def write_observation(self, observation: Any) -> dict[str, Json]:
        seen: Seen = observation
        return {"seat": seen.seat, **to_builtins(seen.position)}

    def read_observation(self, value: Json) -> Any:
        if not isinstance(value, dict):
            raise ValueError("observation: expected an object")  # noqa: TRY004 (one error for bad input)
        rest = dict(value)
        seat = rest.pop("seat", None)
        if type(seat) is not int or not SPECTATOR <= seat < self.seats:
            raise ValueError(f"seat: expected an integer in {SPECTATOR}..{self.seats - 1}")
        return Seen(seat, self._read_position(rest))

    def _read_position(self, value: Json) -> P:
        position = read_as(value, self.position_type)
        self.check(position)
        return cast("P", position)
