"""What can be done in a game, declared as types; from them follow codes and notation.

    class Bid(Action, frozen=True):
        count: Annotated[int, Meta(ge=1, le=20)]
        face: Annotated[int, Meta(ge=1, le=6)]

is `["bid", 3, 5]` on the wire, and takes 120 codes: one for each action, in the order of its fields. A field is a whole
number between two bounds, a bool, or a `Literal`. Plays nothing.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, inspect, to_builtins

from infoset_games.core import IllegalActionError, Json

MAX_CODES: Final = 65_536  # actions of one game, all together


class DeclarationError(TypeError):
    """A game is declared wrongly; the message names the class, the field and what was expected."""


def verb_of(name: str) -> str:
    """The verb of a class: `BuildRoad` is `build_road`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Action(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=verb_of):
    """Something that can be done. Equal actions are equal, and can be keys."""


Kind = type[Action]


class Actions:
    """All that can be done in a game: `kinds` by its seats, `chance` by chance. An action's code is its place in `all`."""

    def __init__(self, kinds: Sequence[Kind], chance: Sequence[Kind]) -> None:
        """Raises DeclarationError."""
        self._key: Final = (tuple(kinds), tuple(chance))
        verbs = [verb_of(kind.__name__) for kind in (*kinds, *chance)]
        if not kinds or len(set(verbs)) < len(verbs):
            raise DeclarationError(f"actions: expected some, of different names, got {verbs}")
        count = sum(prod(len(values) for _, values in _fields(kind)) for kind in (*kinds, *chance))
        if count > MAX_CODES:
            raise DeclarationError(f"actions: expected at most {MAX_CODES}, got {count}")
        every = [action for kind in (*kinds, *chance) for action in _each(kind)]
        self.all: Final[tuple[Action, ...]] = tuple(every)
        self._codes: Final = {action: code for code, action in enumerate(every)}
        self._forms: Final = tuple(map(_form, kinds))
        self._kinds: Final = _union(kinds)
        self._chance: Final = _union(chance)
        self.bounds: Final[dict[str, Json]] = {
            verb_of(kind.__name__): dict(_told(kind)) for kind in kinds
        }

    def __reduce__(self) -> tuple[object, ...]:
        return actions_of, self._key

    def code(self, action: Action) -> int:
        """The code of an action. Raises KeyError for one that is out of its bounds."""
        return self._codes[action]

    def write(self, code: int) -> list[Json]:
        """The action as `[verb, argument, ...]`."""
        written: list[Json] = to_builtins(self.all[code])
        return written

    def read(self, value: Json, of_chance: bool) -> int:
        """The code of a written action, legal or not. Raises IllegalActionError."""
        kinds = self._chance if of_chance else self._kinds
        try:
            return self._codes[convert(value, kinds)]
        except ValidationError:
            raise IllegalActionError(f"expected {' or '.join(self._forms)}") from None


@cache
def actions_of(kinds: tuple[Kind, ...], chance: tuple[Kind, ...]) -> Actions:
    """The actions of a game, made once. Raises DeclarationError."""
    return Actions(kinds, chance)


def verb(action: Action) -> str:
    """Its verb."""
    return verb_of(type(action).__name__)


def facts_of(action: Action) -> dict[str, Json]:
    """Its arguments by name."""
    return {name: getattr(action, name) for name in action.__struct_fields__}


def _each(kind: Kind) -> Iterator[Action]:
    """All actions of a kind."""
    for arguments in product(*(values for _, values in _fields(kind))):
        yield kind(*arguments)


def _fields(kind: Kind) -> list[tuple[str, Sequence[Any]]]:
    """The fields of a kind of actions, each with its values. Raises DeclarationError."""
    if not (isinstance(kind, type) and issubclass(kind, Action)):
        raise DeclarationError(f"actions: expected subclasses of Action, got {kind!r}")
    about: Any = inspect.type_info(kind)
    return [
        (field.name, _values(f"{kind.__name__}.{field.name}", field.type)) for field in about.fields
    ]


def _values(name: str, about: Any) -> Sequence[Any]:
    if isinstance(about, inspect.Metadata):
        about = about.type
    if isinstance(about, inspect.BoolType):
        return (False, True)
    if isinstance(about, inspect.LiteralType):
        return tuple(about.values)
    if isinstance(about, inspect.IntType) and about.ge is not None and about.le is not None:
        return range(about.ge, about.le + 1)
    raise DeclarationError(
        f"{name}: expected Annotated[int, Meta(ge=..., le=...)], bool or a Literal"
    )


def _told(kind: Kind) -> Iterator[tuple[str, Json]]:
    """The bounds of each field: the least and the most of a number, otherwise all values."""
    for name, values in _fields(kind):
        yield name, [values[0], values[-1]] if isinstance(values, range) else list(values)


def _form(kind: Kind) -> str:
    """How such an action is written: `["bid", count, face]`."""
    said = f'"{verb_of(kind.__name__)}"'
    return f"[{', '.join([said, *kind.__struct_fields__])}]"


def _union(kinds: Sequence[Kind]) -> Any:
    if not kinds:
        return Action
    found: Any = kinds[0]
    for kind in kinds[1:]:
        found = found | kind
    return found
