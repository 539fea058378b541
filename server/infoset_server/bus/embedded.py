"""The bus within one process: a bounded queue for each subscriber, and patterns of subjects.

A subject is words with dots between them: `view.m_7.public`. In a pattern `*` stands for any one word, and
`>` at the end for one or more. Whatever exceeds the bound of a subscriber is dropped, and the subscriber is told.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from infoset_server.bus.port import (
    Form,
    NoOwnerError,
    OwnerFailedError,
    RequestTimeoutError,
    Service,
    SubjectTakenError,
    Topic,
)

logger = logging.getLogger(__name__)

ANY_WORD: Final = "*"
THE_REST: Final = ">"

T = TypeVar("T")
Q = TypeVar("Q")
A = TypeVar("A")

MAX_AT_ONCE: Final = 64  # messages handled in one loop turn
UNKNOWN_LOSS: Final = object()  # waits in the place of what was lost


def is_pattern(text: str) -> bool:
    """May it stand for several subjects?"""
    return any(word in (ANY_WORD, THE_REST) for word in text.split("."))


@lru_cache(maxsize=1024)  # the same few are published on again and again
def check_subject(text: str) -> str:
    """`text`, which is one subject. Raises ValueError otherwise."""
    if is_pattern(check_words(text)):
        raise ValueError(f"subject {text!r}: expected no {ANY_WORD} and {THE_REST}")
    return text


def check_pattern(text: str) -> str:
    """`text`, which is a pattern or a subject. Raises ValueError otherwise."""
    if THE_REST in check_words(text).split(".")[:-1]:
        raise ValueError(f"pattern {text!r}: expected {THE_REST} only at its end")
    return text


def check_words(text: str) -> str:
    """`text`, in which every word is one. Raises ValueError otherwise."""
    if not all(text.split(".")) or any(letter.isspace() for letter in text):
        raise ValueError(f"subject {text!r}: expected words with dots between them")
    return text


@lru_cache(maxsize=4096)  # as above
def fits(pattern: str, subject: str) -> bool:
    """Does the pattern stand for this subject, among others?"""
    wanted, words = pattern.split("."), subject.split(".")
    if wanted[-1] == THE_REST:
        if len(words) < len(wanted):
            return False
        wanted, words = wanted[:-1], words[: len(wanted) - 1]
    return len(wanted) == len(words) and all(
        want in (ANY_WORD, word) for want, word in zip(wanted, words, strict=True)
    )


class EmbeddedBus:
    """See `Bus`. Loses messages only where a subscriber's queue is full."""

    def __init__(self, max_at_once: int = MAX_AT_ONCE) -> None:
        self._lost = 0
        self._max_at_once = max_at_once
        self._loop = asyncio.get_running_loop()
        self._by_subject: dict[str, list[Inbox]] = {}
        self._by_pattern: dict[str, list[Inbox]] = {}
        self._owners: dict[str, Callable[[Any], Awaitable[Any]]] = {}
        self._due: deque[Inbox] = deque()  # one entry for each message that waits
        self._delivery: asyncio.Handle | None = None
        self._at_end: list[Callable[[], None]] = []

    @property
    def lost(self) -> int:
        """As Bus."""
        return self._lost

    @property
    def unread(self) -> int:
        """As Bus: here messages are objects, and nobody reads them."""
        return 0

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        """As Bus."""
        whole = check_subject(topic.subject(subject))
        for inbox in self._listeners(whole):
            self._put(inbox, subject, self.carry(topic.form, body))

    def carry(self, form: Form[T], body: T) -> T:
        """A body on its way: here it arrives as it is."""
        return body

    def at_end_of_turn(self, call: Callable[[], None]) -> None:
        """As Bus."""
        if not self._at_end:
            self._loop.call_soon(self._end_turn)
        self._at_end.append(call)

    def _end_turn(self) -> None:
        calls, self._at_end = self._at_end, []
        for call in calls:
            try:
                call()
            except Exception:
                logger.exception("what was to be done at the end of a turn failed")

    def subscribe(
        self,
        topic: Topic[T],
        pattern: str,
        take: Callable[[str, T], None],
        *,
        on_gap: Callable[[int], None],
        max_pending: int,
    ) -> "Inbox":
        """As Bus."""
        whole = check_pattern(topic.subject(pattern))
        routes = self._by_pattern if is_pattern(whole) else self._by_subject
        inbox = Inbox(whole, take, on_gap, max_pending, routes)
        routes.setdefault(whole, []).append(inbox)
        return inbox

    def serve(
        self, service: Service[Q, A], subject: str, answer: Callable[[Q], Awaitable[A]]
    ) -> "Ownership":
        """As Bus."""
        whole = check_subject(service.subject(subject))
        if whole in self._owners:
            raise SubjectTakenError(whole)
        self._owners[whole] = answer
        return Ownership(whole, self._owners)

    async def request(
        self, service: Service[Q, A], subject: str, question: Q, timeout_s: float
    ) -> A:
        """As Bus."""
        whole = check_subject(service.subject(subject))
        answer: Callable[[Q], Awaitable[A]] | None = self._owners.get(whole)
        if answer is None:
            raise NoOwnerError(whole)
        expiry = asyncio.timeout(timeout_s)
        try:
            async with expiry:
                answered = await answer(self.carry(service.question, question))
        except Exception as error:
            if expiry.expired():
                raise RequestTimeoutError(whole, timeout_s) from None
            logger.exception("a request about %s failed", whole)
            raise OwnerFailedError(whole) from error
        return self.carry(service.answer, answered)

    def _put(self, inbox: "Inbox", subject: str, body: object) -> None:
        """Queues a message for one subscriber, if there is room for it, and has it handled in a later turn."""
        self._queue(inbox, subject, body)
        self._deliver_soon()

    def _queue(self, inbox: "Inbox", subject: str, body: object) -> None:
        if inbox.put(subject, body):
            self._due.append(inbox)
        else:
            self._lost += 1

    def _deliver_soon(self) -> None:
        if self._delivery is None:
            self._delivery = self._loop.call_soon(self._deliver)

    def _listeners(self, subject: str) -> list["Inbox"]:
        """Who is to get a message on this subject, in the order of their subscriptions to it."""
        found = list(self._by_subject.get(subject, ()))
        for pattern, inboxes in self._by_pattern.items():
            if fits(pattern, subject):
                found += inboxes
        return found

    def _deliver(self) -> None:
        """Handles what waits, as much as one loop turn may take; what is published meanwhile comes later."""
        self._delivery = None
        waiting, handled = len(self._due), 0
        while waiting and handled < self._max_at_once:
            waiting -= 1
            handled += self._due.popleft().handle_next()
        if self._due:
            self._deliver_soon()


class Inbox:
    """The queue of one subscriber."""

    def __init__(
        self,
        pattern: str,
        take: Callable[[str, Any], None],
        on_gap: Callable[[int], None],
        max_pending: int,
        routes: dict[str, list["Inbox"]],
    ) -> None:
        """`routes` is where it stands among others."""
        self._pattern = pattern
        self._take = take
        self._on_gap = on_gap
        self._max_pending = max_pending
        self._routes = routes
        self.on_close: list[Callable[[], object]] = []
        self.is_closed = False
        self._waiting: deque[tuple[int, str, Any]] = deque()  # lost before it; subject; body
        self._lost = 0  # behind what waits

    @property
    def pending(self) -> int:
        """As Subscription."""
        return len(self._waiting)

    def put(self, subject: str, body: object) -> bool:
        """Queues a message; False where there is no room for it."""
        if len(self._waiting) >= self._max_pending:
            self._lost += 1
            return False
        self._waiting.append((self._lost, subject, body))
        self._lost = 0
        return True

    def put_gap(self) -> None:
        """Queues the news that something was lost here, nobody knows how much."""
        self._waiting.append((self._lost, "", UNKNOWN_LOSS))
        self._lost = 0

    def handle_next(self) -> int:
        """Handles the oldest message; returns how many there were to handle, 1 or 0."""
        if not self._waiting:
            return 0  # it was drained, or is closed
        lost, subject, body = self._waiting.popleft()
        self._tell_gap(lost)
        if body is UNKNOWN_LOSS:
            self._call(self._on_gap, 0)
        elif not self.is_closed:
            self._call(self._take, subject, body)
        if not self._waiting:
            lost, self._lost = self._lost, 0
            self._tell_gap(lost)
        return 1

    def drain(self) -> None:
        """As Subscription."""
        for _ in range(len(self._waiting)):
            self.handle_next()

    def close(self) -> None:
        """As Subscription."""
        if self.is_closed:
            return
        self.is_closed = True
        self._waiting.clear()
        self._lost = 0
        neighbours = self._routes[self._pattern]
        neighbours.remove(self)
        if not neighbours:
            del self._routes[self._pattern]
        for call in self.on_close:
            call()

    def _tell_gap(self, lost: int) -> None:
        if lost and not self.is_closed:
            self._call(self._on_gap, lost)

    def _call(self, handler: Callable[..., None], *arguments: object) -> None:
        try:
            handler(*arguments)
        except Exception:
            logger.exception("a message on %s could not be handled", self._pattern)


class Ownership:
    """One subject on which somebody answers requests."""

    def __init__(self, subject: str, owners: dict[str, Callable[[Any], Awaitable[Any]]]) -> None:
        self.on_close: list[Callable[[], object]] = []
        self._subject = subject
        self._owners = owners
        self._is_closed = False

    def close(self) -> None:
        """As Registration."""
        if self._is_closed:
            return
        self._is_closed = True
        del self._owners[self._subject]
        for call in self.on_close:
            call()
