"""A position, declared as a type: its fields are plain data, its methods are the rules."""

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from msgspec import Struct

from infoset_games.core import Result
from infoset_games.declared.actions import Action, verb
from infoset_games.placing import returns_of


class Position(Struct, forbid_unknown_fields=True):
    """Everything about one moment of a play, secrets included; changed in place by `play`.

    Fields hold whole numbers, texts, bools, actions, and lists of these. What a field may be is checked for whatever
    comes from outside, so give numbers their bounds: `Annotated[int, Meta(ge=0, le=6)]`.
    """

    def mover(self) -> int:
        """The seat to decide, or `core.CHANCE`, or `core.OVER`."""
        raise NotImplementedError(f"{type(self).__name__} needs a mover()")

    def choices(self) -> Sequence[Action]:
        """What the mover can do, at least one. The first is also what a missed deadline plays."""
        raise NotImplementedError(f"{type(self).__name__} needs choices()")

    def play(self, action: Action) -> None:
        """What comes of an action of the mover. Trusts that it is one of the choices."""
        raise NotImplementedError(f"{type(self).__name__} needs a play()")

    def seen(self, seat: int | None) -> "Position":
        """What a seat, or a spectator (None), knows: a position of the same form with the rest covered.

        As it stands, everything is seen.
        """
        return self

    def weights(self) -> Sequence[int]:
        """How often each of the `choices` comes, where chance is to move; () where all are equally likely."""
        return ()

    def scores(self) -> Sequence[float]:
        """Points by seat, as they stand now."""
        raise NotImplementedError(f"{type(self).__name__} needs scores()")

    def result(self) -> Result:
        """How the play ended: as it stands, the higher score has the better place."""
        scores = tuple(self.scores())
        places = [1 + sum(other > own for other in scores) for own in scores]
        return Result(places, scores, returns_of(places), "finished")

    def kind(self) -> str:
        """What the mover decides, in one word: as it stands, the verbs that it has, `bid_or_liar`."""
        return "_or_".join(dict.fromkeys(map(verb, self.choices())))

    def refusal(self) -> str:
        """What to say of an action that is none of the choices. Must not tell what the mover cannot know."""
        return f"expected {' or '.join(dict.fromkeys(map(verb, self.choices())))}, as the rules allow it now"


P = TypeVar("P", bound=Position)


def copied(position: P) -> P:
    """An independent equal position."""
    made = copy(position)
    for name in position.__struct_fields__:
        value = getattr(position, name)
        if isinstance(value, list | dict | Position):
            setattr(made, name, _fresh(value))
    return made


def _fresh(value: Any) -> Any:
    if isinstance(value, list):
        return [_fresh(one) for one in value]
    if isinstance(value, dict):
        return {name: _fresh(one) for name, one in value.items()}
    return copied(value) if isinstance(value, Position) else value
