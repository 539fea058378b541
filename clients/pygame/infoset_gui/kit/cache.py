"""A cache of pictures that forgets what was not used for longest. Bounded by its weight."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

Value = TypeVar("Value")

MAX_WEIGHT: Final = 160 << 20  # bytes


class Cache(Generic[Value]):
    """Values by key, each with a weight."""

    def __init__(self, weigh: Callable[[Value], int], max_weight: int = MAX_WEIGHT) -> None:
        self._weigh = weigh
        self._max_weight = max_weight
        self._weight = 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made where there is none yet."""
        found = self._values.get(key)
        if found is not None:
            self._values.move_to_end(key)
            return found
        made = make()
        self._values[key] = made
        self._weight += self._weigh(made)
        while self._weight > self._max_weight and len(self._values) > 1:
            _, old = self._values.popitem(last=False)
            self._weight -= self._weigh(old)
        return made

    def clear(self) -> None:
        """Forgets everything."""
        self._values.clear()
        self._weight = 0

    @property
    def weight(self) -> int:
        """Of all values together."""
        return self._weight
