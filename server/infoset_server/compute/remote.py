"""Workers of other servers: who has some to spare, and jobs on their way there and back.

A server that lends its workers tells by beats how many it can spare (`lending.py`), and does one of our jobs after the
other with each. A job is a recipe: the observation of a seat, a stream derived for one request, numbers. Whoever does
it gets the same result, so a job that does not come back is done again at home. A job goes only where software and
rules are the same.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Annotated, Final, TypeVar

from pydantic import Field, TypeAdapter

from infoset_games.registry import find_game, known_games
from infoset_server.bus.port import Bus, BusError, Form, OwnerFailedError, Service, Topic
from infoset_server.common.task_set import TaskSet
from infoset_server.compute.checking import check_answer
from infoset_server.compute.jobs import Frame, pack_body, unpack
from infoset_server.compute.process import Ticket
from infoset_server.config import THINK

logger = logging.getLogger(__name__)

T = TypeVar("T")

SILENT_BEATS: Final = 8  # after so many beats that did not come, its jobs are done elsewhere
MAX_PENDING: Final = 1_000  # beats that wait to be read
MOST_S: Final = 3_600.0  # from beat to beat
NO_MORE_S: Final = 0.0  # until the next beat of a server that stops
BEATS: Final = 1  # the version of what is sent; others are not understood


def reading(read: Callable[[bytes], T]) -> Callable[[bytes], T]:
    """The same reader, which raises ValueError for whatever cannot be read."""

    def guarded(data: bytes) -> T:
        try:
            return read(data)
        except Exception as error:  # noqa: BLE001  # msgpack has several, and some of Python's own
            raise ValueError(f"no message of ours: {error}") from None

    return guarded


@dataclass(frozen=True)
class Software:
    """What must be the same here and there: the package, and the rules of each game as `name/major.minor`."""

    package: str
    rules: Mapping[str, str]

    @staticmethod
    def here() -> "Software":
        """Of this process."""
        rules = {name: find_game(name).rules for name in known_games()}
        return Software(version("infoset"), rules)

    def plays_as(self, other: "Software", game: str) -> bool:
        """Does a job of this game give the same result there?"""
        mine = self.rules.get(game)
        return self.package == other.package and mine is not None and mine == other.rules.get(game)


@dataclass(frozen=True)
class Beat:
    """What a server tells of itself. `life` is drawn anew at each start."""

    node: str
    life: str
    roles: tuple[str, ...]
    software: Software
    workers: Annotated[int, Field(ge=0)]
    free: Annotated[int, Field(ge=0)]  # workers that have no work of the server itself
    every_s: Annotated[float, Field(ge=NO_MORE_S, le=MOST_S)]  # until the next; NO_MORE_S: no more

    @property
    def is_last(self) -> bool:
        """Does the server stop?"""
        return self.every_s == NO_MORE_S


@dataclass(frozen=True)
class Errand:
    """A job for another server. `owner` and `number` name it when it is to be stopped."""

    owner: str  # its life
    number: int
    home: str
    urgent: bool
    may_take_s: float
    frame: Frame


@dataclass(frozen=True)
class Stop:
    """An errand whose answer is wanted now."""

    owner: str
    number: int


_BEAT: Final = TypeAdapter(Beat)
_ERRAND: Final = TypeAdapter(Errand)
_STOP: Final = TypeAdapter(Stop)


def write_beat(beat: Beat) -> bytes:
    """The bytes that `read_beat` reads."""
    return pack_body({"v": BEATS, **vars(beat), "software": vars(beat.software)})


def read_beat(data: bytes) -> Beat:
    """A beat. Raises ValueError for what is none, or one of another version."""
    plain = unpack(data)
    if plain.get("v") != BEATS:
        raise ValueError("a beat of another version")
    beat = _BEAT.validate_python(plain)
    if not "".join((beat.node, *beat.roles, beat.software.package)).isprintable():
        raise ValueError("expected text that can be printed: lists for people show it")
    return beat


def read_answer(data: bytes) -> Frame | None:
    """What a worker has answered; None where it had not begun. Raises ValueError for what is none."""
    plain = unpack(data)
    if plain and plain.keys().isdisjoint({"result", "refused", "failed"}):
        raise ValueError("no answer of a worker")
    return plain or None


BEAT: Final[Topic[Beat]] = Topic("beat", Form(write_beat, reading(read_beat)))
STOP: Final[Topic[Stop]] = Topic(
    "stop",
    Form(
        lambda stop: pack_body(vars(stop)),
        reading(lambda data: _STOP.validate_python(unpack(data))),
    ),
)
ERRAND: Final[Service[Errand, Frame | None]] = Service(
    "errand",
    Form(
        lambda errand: pack_body(vars(errand)),
        reading(lambda data: _ERRAND.validate_python(unpack(data))),
    ),
    Form(lambda frame: pack_body(frame or {}), reading(read_answer)),
)


@dataclass(eq=False)
class Lender:
    """Another server that lends workers: as many as its last beat told, unless a job has failed there since.

    It gets one job, and one more at a time for each answer: whoever claims a thousand workers and never answers holds
    up one job, not a thousand.
    """

    beat: Beat
    lends: int
    away: "set[Journey]" = field(default_factory=set)
    proven: int = 0  # jobs that were away together while answers came
    silent_beats: int = 0  # that should have come since it was heard
    watch: asyncio.TimerHandle | None = None  # for the next of them

    @property
    def free(self) -> int:
        """How many more jobs it gets now. Where several servers send it some, it does them in turn."""
        return max(0, min(self.lends, self.proven + 1) - len(self.away))

    def answers(self) -> None:
        """An answer has come, whose journey is still away."""
        self.proven = max(self.proven, len(self.away))

    def fails(self) -> None:
        """A job did not come back. It gets none until it is heard of again, and then begins anew."""
        self.lends = self.proven = 0


@dataclass(eq=False)
class Journey:
    """A job at another server. Whoever ends it first wins: an answer, or the loss of the server.

    One that `is_stopped` is not done again where it is lost: its answer was wanted at once.
    """

    number: int
    lender: Lender
    ticket: Ticket
    give_back: Callable[[Ticket], None]
    stop: Callable[[], None]
    is_stopped: bool = False

    def interrupt(self) -> None:
        """Makes the answer come now."""
        self.is_stopped = True
        self.stop()

    def arrive(self, frame: Frame | None) -> None:
        """It is done."""
        if self._end() and not self.ticket.answer.done():
            self.ticket.answer.set_result(frame)

    def fail(self) -> bool:
        """It did not come back; False where that, or its answer, is known."""
        if not self._end() or self.ticket.answer.done():
            return False
        if self.is_stopped:
            self.ticket.answer.set_result(None)
        else:
            self.ticket.worker = None
            self.ticket.may_travel = False
            self.give_back(self.ticket)
        return True

    def _end(self) -> bool:
        is_first = self in self.lender.away
        self.lender.away.discard(self)
        return is_first


class RemoteWorkers:
    """The workers of other servers, as a pool uses them when its own are busy."""

    def __init__(self, bus: Bus, node: str, life: str, stall_s: float) -> None:
        """`node` and `life` are this server's own, whose beats are not meant.

        A job that has not come back `stall_s` after the time it may compute is lost, as with a worker here.
        """
        self.on_free: list[Callable[[], object]] = []
        self.sent = 0  # jobs so far
        self.lost = 0  # of them, those that did not come back
        self._bus = bus
        self._node = node
        self._life = life
        self._stall_s = stall_s
        self._loop = asyncio.get_running_loop()
        self._lenders: dict[str, Lender] = {}
        self._errands = TaskSet()
        self._beats = bus.subscribe(
            BEAT, ">", self._heard, on_gap=lambda lost: None, max_pending=MAX_PENDING
        )

    @property
    def lenders(self) -> int:
        """How many servers lend workers now."""
        return len(self._lenders)

    @property
    def free(self) -> int:
        """How many of their workers are free, as far as is known."""
        return sum(lender.free for lender in self._lenders.values())

    @cached_property
    def _software(self) -> Software:
        return Software.here()

    def take(self, ticket: Ticket, *, urgent: bool, give_back: Callable[[Ticket], None]) -> bool:
        """Has a job done elsewhere; False where nobody can take it. One that does not come back is given back."""
        lender = self._find_lender(ticket.frame["game"])
        if lender is None:
            return False
        self.sent += 1
        errand = Errand(self._life, self.sent, ticket.home, urgent, ticket.may_take_s, ticket.frame)
        stop = Stop(self._life, errand.number)
        node = lender.beat.node
        journey = Journey(
            errand.number, lender, ticket, give_back, lambda: self._bus.publish(STOP, node, stop)
        )
        lender.away.add(journey)
        ticket.worker = journey
        ticket.begun_s = self._loop.time()
        self._errands.start(self._travel(journey, errand), f"job at {node}")
        return True

    async def close(self) -> None:
        """Nothing more is taken; what is away is given up."""
        self._beats.close()
        for lender in self._lenders.values():
            self._unwatch(lender)
        await self._errands.give_up()

    def _find_lender(self, game: str) -> Lender | None:
        fit = [
            lender
            for lender in self._lenders.values()
            if lender.free > 0 and self._software.plays_as(lender.beat.software, game)
        ]
        return max(fit, key=lambda lender: lender.free, default=None)

    async def _travel(self, journey: Journey, errand: Errand) -> None:
        """There and back.

        Whoever has the job ends a worker that computes too long, and one that is gone sends no more beats. So time only
        judges where a message was lost: on a crowded machine an honest job waits for a worker, and then for a processor.
        """
        node = journey.lender.beat.node
        may_be_away_s = errand.may_take_s + self._stall_s
        try:
            answer = await self._bus.request(ERRAND, node, errand, may_be_away_s)
            if answer is not None:
                check_answer(errand.frame, errand.may_take_s, answer)
                journey.lender.answers()
            journey.arrive(answer)
            self._tell_free()
        except (BusError, ValueError) as error:
            if isinstance(error, ValueError):
                logger.warning("an answer of %s is not taken: %s", node, error)
            if isinstance(error, OwnerFailedError):
                journey.ticket.attempts += 1  # it may have been the job's own fault
            journey.lender.fails()
            self._lose(journey)

    def _lose(self, journey: Journey) -> None:
        self.lost += journey.fail()

    # Who is there.

    def _heard(self, node: str, beat: Beat) -> None:
        if node == self._node or beat.node != node or THINK not in beat.roles:
            return
        known = self._lenders.get(node)
        if known is not None and (beat.is_last or known.beat.life != beat.life):
            self._forget(known)
            known = None
        if beat.is_last:
            return
        if known is None:
            known = self._lenders[node] = Lender(beat, beat.free)
        else:
            known.beat, known.lends = beat, beat.free
        known.silent_beats = 0
        self._watch(known)
        if beat.free > 0:
            self._tell_free()

    def _tell_free(self) -> None:
        for call in self.on_free:
            call()

    def _watch(self, lender: Lender) -> None:
        """Looks again when its next beat should have come."""
        self._unwatch(lender)
        lender.watch = self._loop.call_later(lender.beat.every_s, self._miss, lender)

    def _unwatch(self, lender: Lender) -> None:
        if lender.watch is not None:
            lender.watch.cancel()

    def _miss(self, lender: Lender) -> None:
        """A beat has not come. Who has missed many is there no more.

        They are counted rather than timed: where this process stood still, beats have come that it has not read yet.
        """
        lender.silent_beats += 1
        if lender.silent_beats > SILENT_BEATS:
            self._forget(lender)
        else:
            self._watch(lender)

    def _forget(self, lender: Lender) -> None:
        self._unwatch(lender)
        del self._lenders[lender.beat.node]
        for journey in list(lender.away):
            self._lose(journey)
