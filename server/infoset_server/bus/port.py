"""What every bus promises, whatever it is made of; what is sent over one, and how a request fails.

Streams are numbered: `StreamPosition` tells what is next in one, old, or behind a gap.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, Protocol, TypeVar

T = TypeVar("T")
Q = TypeVar("Q")
A = TypeVar("A")


class BusError(Exception):
    """A request was not answered. `subject` is what it was about."""

    def __init__(self, subject: str, why: str) -> None:
        super().__init__(f"{subject}: {why}")
        self.subject = subject


class NoOwnerError(BusError):
    """Nobody answers requests on this subject: what it is about is not here any more, or not yet."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "nobody answers requests about it")


class RequestTimeoutError(BusError):
    """No answer came in time. Whether the owner has heard the request is unknown."""

    def __init__(self, subject: str, timeout_s: float) -> None:
        super().__init__(subject, f"no answer within {timeout_s:g} s")


class OwnerFailedError(BusError):
    """The owner could not answer; its log knows why."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "its owner could not answer")


class SubjectTakenError(BusError):
    """Requests on this subject are answered by somebody else already."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject, "it has an owner already")


@dataclass(frozen=True)
class Form(Generic[T]):
    """A kind of body as bytes. `read` raises ValueError for what `write` never makes.

    Bodies must not change once they are published: several receivers may hold the same one.
    """

    write: Callable[[T], bytes]
    read: Callable[[bytes], T]


TEXT: Final[Form[str]] = Form(str.encode, bytes.decode)


@dataclass(frozen=True)
class Topic(Generic[T]):
    """What may be published: the first word of its subjects, and the form of its bodies.

    Where it `is_addressed`, the next word is the node for which a message is: nobody else listens to it.
    """

    name: str
    form: Form[T]
    is_addressed: bool = False

    def subject(self, rest: str) -> str:
        """The whole subject, or pattern."""
        return f"{self.name}.{rest}"


@dataclass(frozen=True)
class Service(Generic[Q, A]):
    """What may be requested: the first word of its subjects, the forms of questions and answers."""

    name: str
    question: Form[Q]
    answer: Form[A]

    def subject(self, rest: str) -> str:
        """The whole subject."""
        return f"{self.name}.{rest}"


class Registration(Protocol):
    """What is done on a bus until its owner closes it."""

    def close(self) -> None:
        """Nothing more arrives, not even what waits. May be repeated."""
        ...


class Subscription(Registration, Protocol):
    """The messages of one subscriber that have arrived and are not handled yet: a bounded queue."""

    @property
    def pending(self) -> int:
        """How many wait."""
        ...

    def drain(self) -> None:
        """Handles at once what has arrived so far, instead of when its turn comes."""
        ...


class Bus(Protocol):
    """At most once; in order for each publisher and subject; may lose anything.

    Everything is called on one event loop, and handlers are called there, never from within `publish`.
    What a handler raises is logged and stays with it. Subjects and patterns are as in `embedded.py`,
    without their first word, which the topic has; ValueError for what is none.
    """

    @property
    def lost(self) -> int:
        """Messages that it knows to have lost so far, counted for each subscriber."""
        ...

    @property
    def unread(self) -> int:
        """Messages of others that could not be read here, and were dropped: of another version, or nonsense."""
        ...

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        """Sends `body` to whoever subscribes. Never waits and never fails: what cannot be sent is lost."""
        ...

    def at_end_of_turn(self, call: Callable[[], None]) -> None:
        """Calls it when this turn of the event loop is over. What all who wait for that publish leaves together."""
        ...

    def subscribe(
        self,
        topic: Topic[T],
        pattern: str,
        take: Callable[[str, T], None],
        *,
        on_gap: Callable[[int], None],
        max_pending: int,
    ) -> Subscription:
        """Calls `take(subject, body)` for what is published from now on on subjects that fit.

        Where more than `max_pending` wait, the newest are lost. `on_gap(lost)` is called in their place,
        between what came before and what comes after; so is it where the bus itself lost something, with
        0 where it does not know how much.
        """
        ...

    def serve(
        self, service: Service[Q, A], subject: str, answer: Callable[[Q], Awaitable[A]]
    ) -> Registration:
        """Answers all requests on one subject. Raises SubjectTakenError where somebody is known to."""
        ...

    async def request(
        self, service: Service[Q, A], subject: str, question: Q, timeout_s: float
    ) -> A:
        """The answer of whoever owns the subject.

        Raises NoOwnerError where nobody does, RequestTimeoutError, OwnerFailedError. May be repeated only
        where what is asked for may be done twice.
        """
        ...


class Seen(Enum):
    """What a message is to somebody who has come to a certain place."""

    NEXT = auto()
    OLD = auto()
    GAP = auto()


class StreamPosition:
    """The newest of a stream that somebody knows."""

    __slots__ = ("epoch", "version")

    def __init__(self, epoch: int, version: int) -> None:
        self.epoch = epoch
        self.version = version

    def see(self, epoch: int, version: int) -> Seen:
        """What a message with this number is. One that is next is taken for known from now on."""
        if epoch == self.epoch and version == self.version + 1:
            self.version = version
            return Seen.NEXT
        if epoch < self.epoch or (epoch == self.epoch and version <= self.version):
            return Seen.OLD
        return Seen.GAP

    def move(self, epoch: int, version: int) -> None:
        """The truth was read: as of this number everything is known."""
        self.epoch, self.version = epoch, version
