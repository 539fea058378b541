"""A shelf: keeps so many things, those used last. Makes none."""

from typing import Generic, TypeVar

KeptT = TypeVar("KeptT")


class Shelf(Generic[KeptT]):
    """Keeps the things used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[str, KeptT] = {}  # the one used last at the end

    def find(self, name: str) -> KeptT | None:
        """The thing of that name, which counts as used."""
        found = self._things.pop(name, None)
        if found is not None:
            self._things[name] = found
        return found

    def put(self, name: str, thing: KeptT) -> KeptT:
        """Keeps a thing."""
        self._things[name] = thing
        if len(self._things) > self._most:
            del self._things[next(iter(self._things))]
        return thing
