"""A decision as slots, so that joint orders and plain lists are searched alike. Compiled; knows no rules."""

from typing import final

from mypy_extensions import i64

from infoset_games.core import State
from infoset_games.spaces import ActionSpace, ProductSpace


@final
class Slot:
    """One part of a decision. `keys` say by option what it means, whatever is hidden."""

    def __init__(self, name: str, keys: list[int]) -> None:
        self.name = name
        self.keys = keys


@final
class Form:
    """A decision in one world: a slot for each factor of a product, or one slot for a whole list.

    Of listed actions that mean the same only the first is an option.
    """

    def __init__(self, world: State, seat: int) -> None:
        self.space: ActionSpace = world.legal(seat)
        self.first: dict[int, int] = {}  # by key of a listed action: its first position
        space = self.space
        if isinstance(space, ProductSpace):
            self.slots = [
                Slot(name, list(range(size)))
                for name, size in zip(space.names, space.sizes, strict=True)
            ]
        else:
            for index in range(space.size):
                self.first.setdefault(int(world.key(i64(space.item(index)))), index)
            self.slots = [Slot("", list(self.first))]

    def action(self, keys: list[int]) -> int:
        """The action that has one option in each slot."""
        space = self.space
        if isinstance(space, ProductSpace):
            return space.join(keys)
        return space.item(self.first[keys[0]])

    def keys(self, world: State, action: int) -> list[int]:
        """The inverse of `action`."""
        space = self.space
        if isinstance(space, ProductSpace):
            return list(space.split(action))
        return [int(world.key(i64(action)))]

    def allows(self, keys: tuple[int, ...]) -> bool:
        """Is every one of these an option of its slot here?"""
        if len(keys) != len(self.slots):
            return False
        for key, slot in zip(keys, self.slots, strict=True):
            if key not in slot.keys:
                return False
        return True
