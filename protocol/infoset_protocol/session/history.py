"""What a session has told lately, kept for a client that may have missed it. Knows no connection."""

from collections.abc import Sequence
from typing import Final

from infoset_protocol.codec import Encoded, Prepared
from infoset_protocol.session.items import Outgoing
from infoset_protocol.session.parked import KeptMessage


class History:
    """The last numbered messages of a session, at most `max_messages` of them and `max_bytes`.

    They are kept as they are shared with others who have the same view, so that a thousand silent
    clients do not hold a thousand copies; the bytes count for each all the same. Numbers are gapless:
    the number of the last message and how many there are tell all others.
    """

    def __init__(self, max_bytes: int, max_messages: int) -> None:
        self._max_bytes: Final = max_bytes
        self._max_messages: Final = max_messages
        self._kept: list[Encoded] = []  # few enough that the first may leave a list
        self._replies: dict[int, int] = {}  # which of them answer which request, by their numbers
        self._bytes = 0
        self._last = 0

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, message: Encoded, re: int | None = None) -> None:
        """Keeps the message with the next number; the oldest ones make way. `re`: it is the reply to that."""
        self._last += 1
        self._kept.append(message)
        if re is not None:
            self._replies[self._last] = re
        self._bytes += message.size
        while self._bytes > self._max_bytes or len(self._kept) > self._max_messages:
            self._drop(1)

    def forget(self, seq: int) -> None:
        """The client has everything up to `seq`."""
        first = self._last - len(self._kept)
        if seq > first:
            self._drop(min(seq - first, len(self._kept)))

    def since(self, seq: int) -> list[bytes] | None:
        """The frames behind `seq`, or None where not all of them are here (or `seq` never was)."""
        missed = self._last - seq
        if not 0 <= missed <= len(self._kept):
            return None
        kept = self._kept[len(self._kept) - missed :]
        numbers = range(seq + 1, self._last + 1)
        return [
            message.frame(number, self._replies.get(number))
            for number, message in zip(numbers, kept, strict=True)
        ]

    def park(self) -> tuple[KeptMessage, ...]:
        """What is kept, to be taken to another server."""
        first = self._last - len(self._kept) + 1
        return tuple(
            KeptMessage(message.head, message.tail, message.fields, self._replies.get(number))
            for number, message in enumerate(self._kept, first)
        )

    def adopt(self, kept: Sequence[KeptMessage], last: int) -> None:
        """Goes on with what another server has kept; `last` is the number of the last of them."""
        self._last = last - len(kept)
        for one in kept:
            self.keep(Encoded(one.head, one.tail, one.fields), one.re)

    def answers_to(self, number: int) -> list[Outgoing]:
        """What was replied to a request, as far as it is kept."""
        first = self._last - len(self._kept) + 1
        return [
            Outgoing(Prepared(self._kept[seq - first].plain()), re)
            for seq, re in self._replies.items()
            if re == number
        ]

    def _drop(self, count: int) -> None:
        """The oldest go."""
        for message in self._kept[:count]:
            self._bytes -= message.size
        del self._kept[:count]
        last_gone = self._last - len(self._kept)
        while self._replies:
            number = next(iter(self._replies))  # they stand in their order
            if number > last_gone:
                break
            del self._replies[number]
