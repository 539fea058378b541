"""The seats that have asked for compute: what each has asked, spent and drawn."""

import asyncio
import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.compute.budget import SeatBudget
from infoset_server.compute.process import Ticket
from infoset_server.compute.tasks.task import Position, Task, TaskContext
from infoset_server.compute.worlds import WorldStore
from infoset_server.config import ComputeLimits
from infoset_server.matches.runner import MatchRunner

Request = wire.Determinize | wire.Simulate | wire.Rollout


@dataclass(eq=False)
class Pending:
    """A request that has not been answered yet."""

    client: Client
    request: Request
    task: Task
    context: TaskContext
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    tickets: list[Ticket] = field(default_factory=list)  # of the slices that are under way
    timer: asyncio.TimerHandle | None = None
    told_s: float = 0.0  # when the last `progress` went out
    waited_s: float = 0.0  # for a free worker, in all
    label: str = field(init=False)  # what it is alike to in what it costs

    def __post_init__(self) -> None:
        self.label = f"{self.task.kind} {self.context.position.game}"


@dataclass(eq=False)
class Thinker:
    """A seat that has asked for compute in its match."""

    live: MatchRunner
    seat: int
    budget: SeatBudget
    session: str
    worlds: WorldStore
    assistant: str  # the session of the assistant that it is, "" for who plays on the seat
    decision: int | None  # the open one, if one is
    queue: deque[Pending] = field(default_factory=deque)
    current: Pending | None = None
    asked: int = 0  # requests so far
    _position: Position | None = None  # of the last of them

    @property
    def position(self) -> Position:
        """What its seat knows now. Requests of one moment share it."""
        match = self.live.match
        observation = match.observation(self.seat)
        known = self._position
        if known is None or known.observation is not observation or known.ver != match.ver:
            known = self._position = position_of(self.live, self.seat)
        return known

    @property
    def home(self) -> str:
        """The seat's name for the workers."""
        return f"{self.live.id}/{self.seat}" + (f"/{self.assistant}" if self.assistant else "")

    @property
    def is_on_the_clock(self) -> bool:
        """Does the match wait for this seat?"""
        asked = self.live.match.open.get(self.seat)
        return asked is not None and asked.sealed is None

    def pendings(self) -> Iterator[Pending]:
        """Everything unanswered, the one being served first."""
        if self.current is not None:
            yield self.current
        yield from self.queue


class Thinkers:
    """All seats that think, by match; a seat's assistants think beside it, each for itself."""

    def __init__(self, limits: ComputeLimits, secret: bytes | None = None) -> None:
        """All handles, and the streams of requests without a seed, follow from `secret`."""
        self._limits = limits
        # To be copied: to begin with a key takes twice as long as all the rest.
        self._keyed = hmac.new(secret or secrets.token_bytes(32), digestmod=hashlib.sha256)
        self._by_match: dict[MatchId, dict[tuple[int, str], Thinker]] = {}  # by seat and aide
        self._life = secrets.token_hex(4)  # workers of other servers know roots of several of us
        self._roots = 0

    def __iter__(self) -> Iterator[Thinker]:
        """Everybody, in all matches."""
        return (thinker for seats in self._by_match.values() for thinker in seats.values())

    def __contains__(self, match_id: MatchId) -> bool:
        """Has anybody asked for compute in this match?"""
        return match_id in self._by_match

    def of_match(self, match_id: MatchId) -> list[Thinker]:
        """Everybody in one match."""
        return list(self._by_match.get(match_id, {}).values())

    def find(self, client: Client, match_id: MatchId, seat: int) -> Thinker | None:
        """Who thinks for `client` on a seat, if it has asked for anything yet."""
        return self._by_match.get(match_id, {}).get((seat, assistant_of(client, match_id)))

    def settle(self, client: Client, live: MatchRunner, seat: int) -> Thinker:
        """Who thinks for `client`. Another session of its user starts with no worlds, but the same budget.

        An assistant has worlds of its own; it spends what its seat has.
        """
        thinkers = self._by_match.setdefault(live.id, {})
        session = client.line.session_id
        assistant = assistant_of(client, live.id)
        if (seat, "") not in thinkers:
            budget = SeatBudget(self._limits.per_decision, self._limits.per_game)
            thinkers[seat, ""] = self._new_thinker(live, seat, budget, session, "")
        if (seat, assistant) not in thinkers:
            budget = thinkers[seat, ""].budget
            thinkers[seat, assistant] = self._new_thinker(live, seat, budget, session, assistant)
        thinker = thinkers[seat, assistant]
        if thinker.session != session:
            thinker.session = session
            thinker.worlds = self._world_store(live, seat, session)
        return thinker

    def forget_match(self, match_id: MatchId) -> None:
        """Nobody thinks in a match any more, so far."""
        self._by_match.pop(match_id, None)

    def forget_assistant(self, client: Client, match_id: MatchId) -> None:
        """`client` assists in that match no more: its worlds are gone."""
        place = client.aiding.get(match_id, -1), assistant_of(client, match_id)
        self._by_match.get(match_id, {}).pop(place, None)

    def context(
        self, thinker: Thinker, client: Client, request: Request, now_s: float
    ) -> TaskContext:
        """What the task may know: the view of its seat at this moment, nothing of the position."""
        thinker.asked += 1
        self._roots += 1
        stream = str(request.seed)  # whoever knows the seed can draw the same worlds elsewhere
        if request.seed is None:
            who = (thinker.assistant,) if thinker.assistant else ()
            labels = (thinker.live.id, str(thinker.seat), str(thinker.asked), *who)
            stream = self._derive("stream", *labels).hex()
        return TaskContext(
            position=thinker.position,
            worlds=thinker.worlds,
            budget=thinker.budget,
            limits=self._limits,
            stream=stream,
            root_id=f"{self._life}.{self._roots}",
            now_s=now_s,
            max_frame=client.line.max_frame_out,
        )

    def _new_thinker(
        self, live: MatchRunner, seat: int, budget: SeatBudget, session: str, assistant: str
    ) -> Thinker:
        asked = live.match.open.get(seat)
        return Thinker(
            live=live,
            seat=seat,
            assistant=assistant,
            budget=budget,
            session=session,
            worlds=self._world_store(live, seat, session),
            decision=None if asked is None else asked.number,
        )

    def _world_store(self, live: MatchRunner, seat: int, session: str) -> WorldStore:
        limits = self._limits
        return WorldStore(
            names=self._derive("names", live.id, str(seat), session),
            max_count=limits.max_worlds,
            max_bytes=limits.max_worlds_bytes,
            ttl_s=limits.ttl_ms / 1000,
        )

    def _derive(self, *labels: str) -> bytes:
        derived = self._keyed.copy()
        derived.update("\x1f".join(labels).encode())
        return derived.digest()


def position_of(live: MatchRunner, seat: int) -> Position:
    """What is known of a match: the seat's own view at this moment, and nothing else."""
    match = live.match
    return Position(
        match_id=live.id,
        seat=seat,
        seats=match.game.seats,
        game=match.game.name,
        options=match.game.options(),
        ver=match.ver,
        observation=match.observation(seat),
    )


def assistant_of(client: Client, match_id: MatchId) -> str:
    """The session of an assistant, "" for a client that plays on a seat itself."""
    return client.line.session_id if match_id in client.aiding else ""
