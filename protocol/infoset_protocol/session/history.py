"""What a session has told lately, kept for a client that may have missed it. Knows no connection."""

from collections import deque
from typing import Final

from infoset_protocol.session.items import Outgoing


class History:
    """The last numbered frames of a session, at most `max_messages` of them and `max_bytes`.

    Numbers are gapless, so that the number of the last frame and how many there are tell all others.
    """

    def __init__(self, max_bytes: int, max_messages: int) -> None:
        self._max_bytes: Final = max_bytes
        self._max_messages: Final = max_messages
        self._kept: deque[tuple[bytes, Outgoing | None]] = deque()
        self._bytes = 0
        self._last = 0

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, frame: bytes, answer: Outgoing | None = None) -> None:
        """Keeps the frame with the next number; the oldest ones make way. `answer`: it is a reply."""
        self._last += 1
        self._kept.append((frame, answer))
        self._bytes += len(frame)
        while self._bytes > self._max_bytes or len(self._kept) > self._max_messages:
            self._forget_one()

    def forget(self, seq: int) -> None:
        """The client has everything up to `seq`."""
        while self._kept and self._last - len(self._kept) < seq:
            self._forget_one()

    def since(self, seq: int) -> list[bytes] | None:
        """The frames behind `seq`, or None where not all of them are here (or `seq` never was)."""
        missed = self._last - seq
        if not 0 <= missed <= len(self._kept):
            return None
        return [frame for frame, _ in self._kept][len(self._kept) - missed :]

    def answers_to(self, number: int) -> list[Outgoing]:
        """What was replied to a request, as far as it is kept."""
        return [answer for _, answer in self._kept if answer is not None and answer.re == number]

    def _forget_one(self) -> None:
        frame, _ = self._kept.popleft()
        self._bytes -= len(frame)
