"""A connection's session on its way to another server of the cluster: as bytes, with what waited for its client."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from infoset_protocol.codec import Encoded, Encoding, Prepared
from infoset_protocol.session import Parked
from infoset_protocol.session.parked import about
from infoset_server.network.outbox import Delivery, Loss, WaitingMessage

CLASSES: Final = tuple(Delivery)  # a message has the place of one in this list
PLACES: Final = {delivery: place for place, delivery in enumerate(CLASSES)}
PART_BYTES: Final = 128 * 1024  # of a session that travel at once


class Waiting(msgspec.Struct, array_like=True, frozen=True):
    """A message that its client has not been sent, as `cluster.frames.Told`."""

    about: dict[str, object]
    head: bytes
    tail: bytes
    fields: int
    re: int | None = None
    delivery: int = 0
    key: str | None = None


class ParkedLine(msgspec.Struct, frozen=True):
    """Fields are only ever added, with a default."""

    session: Parked
    waiting: tuple[Waiting, ...] = ()
    losses: tuple[tuple[str | None, int], ...] = ()

    def messages(self, encoding: Encoding) -> Iterator[WaitingMessage]:
        """What waits for the client, in order."""
        for one in self.waiting:
            encoded = Encoded(one.head, one.tail, one.fields)
            message = Prepared.forwarded(dict(one.about), (encoding, encoded))
            yield WaitingMessage(message, one.re, CLASSES[one.delivery], one.key, encoded.size)

    def with_more(
        self, waiting: Iterable[WaitingMessage], losses: Iterable[Loss], encoding: Encoding
    ) -> "ParkedLine":
        """The same, and what was said behind it."""
        more = tuple(_packed(one, encoding) for one in waiting)
        lost = tuple((loss.key, loss.dropped) for loss in losses)
        return ParkedLine(self.session, self.waiting + more, self.losses + lost)


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(ParkedLine)


def write_parked(parked: ParkedLine) -> bytes:
    """The bytes that `read_parked` reads."""
    return _ENCODER.encode(parked)


def read_parked(data: bytes) -> ParkedLine:
    """A session from elsewhere. Raises ValueError for what is none."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"no session of ours: {error}") from None


def in_parts(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """Pieces small enough to travel, each with whether there are more."""
    for first in range(0, max(1, len(data)), PART_BYTES):
        yield data[first : first + PART_BYTES], first + PART_BYTES < len(data)


def _packed(one: WaitingMessage, encoding: Encoding) -> Waiting:
    encoded = one.message.encoded(encoding)
    return Waiting(
        about(one.message),
        encoded.head,
        encoded.tail,
        encoded.fields,
        one.re,
        PLACES[one.delivery],
        one.key,
    )
