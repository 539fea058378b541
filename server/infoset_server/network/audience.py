"""Many clients that are told the same: in one message for each other machine, and by itself to each of the others."""

from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from infoset_protocol.codec import Prepared
from infoset_server.network.line import Group, Groups, Line
from infoset_server.network.outbox import Delivery


class Listener(Protocol):
    """Whoever has a line, now this one and later another."""

    @property
    def line(self) -> Line:
        """Where they are told things."""
        ...


ListenerT = TypeVar("ListenerT", bound=Listener)


class Audience(Generic[ListenerT]):
    """Who hears with others, and who alone, is found out anew with each message: lines change, and leave their machine."""

    def __init__(self) -> None:
        self._alone: Final[dict[ListenerT, None]] = {}
        self._together: Final[dict[ListenerT, tuple[Groups, Line]]] = {}
        self._groups: Final[dict[Groups, Group]] = {}

    def __len__(self) -> int:
        return len(self._alone) + len(self._together)

    def __contains__(self, listener: ListenerT) -> bool:
        return listener in self._alone or listener in self._together

    def add(self, listener: ListenerT) -> None:
        """They are told what comes from now on."""
        if listener not in self:
            self._alone[listener] = None
            self._join(listener)

    def discard(self, listener: ListenerT) -> None:
        """They are told nothing more; nothing happens where they were not."""
        self._alone.pop(listener, None)
        if listener in self._together:
            groups, line = self._together.pop(listener)
            self._groups[groups].leave(line)
            self._forget_empty(groups)

    def clear(self) -> None:
        """Nobody is told anything more."""
        for listener in [*self._alone, *self._together]:
            self.discard(listener)

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        """As `Line.send`, to everybody."""
        for group in list(self._groups.values()):
            group.send(message, delivery, key)
        for listener in list(self._alone):  # who cannot take it may leave meanwhile
            if listener in self._alone:
                listener.line.send(message, delivery, key)
                self._join(listener)

    def _join(self, listener: ListenerT) -> None:
        """Whoever can hears with others from now on."""
        line = listener.line
        groups = line.groups
        if groups is None or listener not in self._alone:
            return
        del self._alone[listener]
        self._together[listener] = groups, line
        if groups not in self._groups:
            self._groups[groups] = groups.begin()
        self._groups[groups].join(line, partial(self._left, listener))

    def _left(self, listener: ListenerT) -> None:
        """Their line cannot stay where it was: they hear alone until the next message can travel with those of others."""
        groups, _ = self._together.pop(listener)
        self._forget_empty(groups)
        self._alone[listener] = None

    def _forget_empty(self, groups: Groups) -> None:
        if not len(self._groups[groups]):
            del self._groups[groups]
