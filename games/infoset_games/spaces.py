"""What a seat may do: an enumerated list, or a product of slots that is never enumerated."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import final

from mypy_extensions import mypyc_attr

from infoset_games.pickling import reduced
from infoset_games.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class ActionSpace:
    """An ordered set of action codes; the position is the `index` of the wire."""

    size: int  # number of indexable actions

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)

    @abstractmethod
    def item(self, index: int) -> int:
        """The action at `index`. Raises IndexError outside 0..size-1."""

    @abstractmethod
    def index(self, action: int) -> int:
        """The first position of `action`. Raises ValueError if it is not here."""

    @abstractmethod
    def contains(self, action: int) -> bool:
        """Is `action` one of these?"""

    def draw(self, rng: Rng) -> int:
        """An action drawn uniformly by position."""
        return self.item(rng.large_below(self.size))


@final
class ListSpace(ActionSpace):
    """An enumerated list. An action may stand in it twice (two equal cards in a hand)."""

    def __init__(self, actions: Sequence[int]) -> None:
        self.actions = tuple(actions)
        self.size = len(self.actions)

    def __reduce__(self) -> tuple[object, ...]:
        return ListSpace, (self.actions,)

    def item(self, index: int) -> int:
        if not 0 <= index < self.size:
            raise IndexError(f"index {index}: expected 0..{self.size - 1}")
        return self.actions[index]

    def index(self, action: int) -> int:
        return self.actions.index(action)

    def contains(self, action: int) -> bool:
        return action in self.actions


@final
class ProductSpace(ActionSpace):
    """One option for each slot, every combination allowed.

    The action code *is* the mixed-radix number `i0 + s0*(i1 + s1*(i2 + ...))` over the slot sizes
    (docs/protocol, "Acting"), so `item` and `index` are the identity.
    """

    def __init__(self, names: Sequence[str], sizes: Sequence[int]) -> None:
        """`names` label the slots, `sizes` count their options; every slot has at least one."""
        self.names = tuple(names)
        self.sizes = tuple(sizes)
        total = 1
        for count in self.sizes:
            total *= count
        self.size = total

    def __reduce__(self) -> tuple[object, ...]:
        return ProductSpace, (self.names, self.sizes)

    def item(self, index: int) -> int:
        if not 0 <= index < self.size:
            raise IndexError(f"index {index}: expected 0..{self.size - 1}")
        return index

    def index(self, action: int) -> int:
        if not 0 <= action < self.size:
            raise ValueError(f"action {action}: expected 0..{self.size - 1}")
        return action

    def contains(self, action: int) -> bool:
        return 0 <= action < self.size

    def join(self, picks: Sequence[int]) -> int:
        """The number of one option index per slot. Raises ValueError naming the slot that is wrong."""
        if len(picks) != len(self.sizes):
            raise ValueError(
                f"picks: expected {len(self.sizes)} entries, one per slot, got {len(picks)}"
            )
        number = 0
        for slot in range(len(self.sizes) - 1, -1, -1):
            if not 0 <= picks[slot] < self.sizes[slot]:
                raise ValueError(
                    f"picks[{slot}] ({self.names[slot]}): expected 0..{self.sizes[slot] - 1}, got {picks[slot]}"
                )
            number = number * self.sizes[slot] + picks[slot]
        return number

    def split(self, action: int) -> tuple[int, ...]:
        """One option index per slot; the inverse of `join`."""
        picks: list[int] = []
        for count in self.sizes:
            picks.append(action % count)
            action //= count
        return tuple(picks)
