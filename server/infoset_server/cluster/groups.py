"""Groups of lines at one edge that are told the same: the end that speaks, and the end that hears.

A match that a thousand people watch at an edge is told there once. A line joins a group behind what it was told by
itself, and leaves it before its session leaves the edge, so that each message reaches it once and in order.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from infoset_protocol.codec import Encoded, Encoding, Prepared
from infoset_protocol.session.parked import about
from infoset_server.cluster.far_line import MOST_BYTES, FarLine
from infoset_server.cluster.frames import Frame, LeaveGroup, ToldGroup
from infoset_server.network.audience import Audience, Listener
from infoset_server.network.line import Line
from infoset_server.network.outbox import Delivery
from infoset_server.network.parked import CLASSES, PLACES


class FarGroups:
    """As Groups, of one edge. `put` sends it a frame, in order."""

    def __init__(self, put: Callable[[Frame], None]) -> None:
        self._put = put
        self._last = 0

    def begin(self) -> "FarGroup":
        """As Groups."""
        self._last += 1
        return FarGroup(self._last, self._put)


class FarGroup:
    """As Group: the end that speaks."""

    def __init__(self, number: int, put: Callable[[Frame], None]) -> None:
        self._number: Final = number
        self._put = put
        self._lines: dict[FarLine, Callable[[], None]] = {}
        self._encodings: dict[Encoding, int] = {}  # how many lines each has

    def __len__(self) -> int:
        return len(self._lines)

    def join(self, line: Line, on_left: Callable[[], None]) -> None:
        """As Group."""
        assert isinstance(line, FarLine), "others have no groups"
        self._lines[line] = on_left
        self._encodings[line.encoding] = self._encodings.get(line.encoding, 0) + 1
        line.joined(self, self._number)

    def leave(self, line: Line) -> None:
        """As Group."""
        assert isinstance(line, FarLine), "others have no groups"
        self._drop(line)

    def expel(self, line: FarLine) -> None:
        """The line says that it cannot stay."""
        self._drop(line)()

    def _drop(self, line: FarLine) -> Callable[[], None]:
        line.left(self)
        self._encodings[line.encoding] -= 1
        if line.is_open:
            self._put(LeaveGroup(line.number, self._number))
        return self._lines.pop(line)

    def send(self, message: Prepared, delivery: Delivery, key: str | None) -> None:
        """As Group. What is too large to travel is each line's own matter."""
        spoken = [encoding for encoding, lines in self._encodings.items() if lines]
        bodies = [(str(one), message.encoded(one)) for one in spoken]
        if sum(body.size for _, body in bodies) > MOST_BYTES:
            for line in list(self._lines):
                line.send(message, delivery, key)
            return
        packed = tuple((name, body.head, body.tail, body.fields) for name, body in bodies)
        self._put(ToldGroup(self._number, about(message), packed, PLACES[delivery], key))


ListenerT = TypeVar("ListenerT", bound=Listener)


class HeardGroups(Generic[ListenerT]):
    """The end that hears: passes on to the listeners here, whoever they are, what the other end says to their groups."""

    def __init__(self) -> None:
        self._audiences: dict[int, Audience[ListenerT]] = {}
        self._joined: dict[ListenerT, set[int]] = {}

    def join(self, listener: ListenerT, number: int) -> None:
        """They are in this group from now on."""
        self._audiences.setdefault(number, Audience()).add(listener)
        self._joined.setdefault(listener, set()).add(number)

    def leave(self, listener: ListenerT, number: int) -> None:
        """They are in it no more."""
        joined = self._joined.get(listener)
        if joined is None or number not in joined:
            return
        joined.discard(number)
        if not joined:
            del self._joined[listener]
        audience = self._audiences[number]
        audience.discard(listener)
        if not len(audience):
            del self._audiences[number]

    def forget(self, listener: ListenerT) -> None:
        """They are gone."""
        for number in list(self._joined.get(listener, ())):
            self.leave(listener, number)

    def clear(self) -> None:
        """The other end is gone."""
        for listener in list(self._joined):
            self.forget(listener)

    def tell(self, told: ToldGroup) -> None:
        """Something is said to a group."""
        audience = self._audiences.get(told.group)
        if audience is not None:
            bodies = (
                (Encoding(name), Encoded(head, tail, fields))
                for name, head, tail, fields in told.bodies
            )
            message = Prepared.forwarded(told.about, *bodies)
            audience.send(message, CLASSES[told.delivery], told.key)
