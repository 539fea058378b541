"""One match played by a child process: starts it, carries lines both ways, outlives whatever it does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from infoset.asking import Reply
from infoset.botseat import Faults
from infoset.bridge.child import Child, Grace
from infoset.bridge.dialects import Dialect, Said, write_fallback
from infoset.bridge.lines import MAX_LINE_BYTES
from infoset.bridge.traced import BridgeTrace
from infoset.client import Incoming
from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.turn import Match, MatchResult

logger = logging.getLogger(__name__)

STARTS: Final = 2  # of a child in one match
MAX_OPEN: Final = 8  # messages of the child on their way; then its lines wait
MAX_SURPLUS: Final = 1000  # lines without a meaning, then the child is ended
SHOWN_SURPLUS: Final = 10  # of them shown in the log
LINE_TOO_LONG: Final = Said(complaint=f"a line over the limit of {MAX_LINE_BYTES} bytes")

Ask = Callable[[Mapping[str, Any]], Awaitable[Reply]]


class BridgeSeat:
    """A seat for `playing.Host`. The child is restarted once; without one, fallbacks are played."""

    def __init__(
        self,
        match: Match,
        dialect: Dialect,
        argv: Sequence[str],
        ask: Ask,
        grace: Grace | None = None,
        on_complaint: Callable[[], None] | None = None,
        trace: BridgeTrace | None = None,
    ) -> None:
        """`ask` is `ask_plain` of the client. `on_complaint` is called for every line of the child that means nothing.
        What happens is written to the `trace`.
        """
        self.match = match
        self.faults = Faults()  # exceptions: the child ended in the match; wrong answers: its noise
        self._on_complaint = on_complaint
        self._trace = trace
        self._dialect = dialect
        self._argv = argv
        self._ask = ask
        self._grace = grace or Grace()
        self._child: Child | None = None
        self._held: list[bytes] | None = []  # said before the first child could hear it
        self._tasks: asyncio.TaskGroup | None = None
        self._sends: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(MAX_OPEN)
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._surplus = 0
        self.is_deserted = False  # the child is gone for good, and fallbacks are played

    @property
    def result(self) -> MatchResult | None:
        """How the match ended, None while it runs."""
        return self._dialect.result

    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match. Never raises, never waits."""
        if self._trace is not None:
            self._trace.take(incoming)
        told = self._dialect.take(incoming)
        self._tell(told.lines)
        for said in told.answers:
            self._spawn(self._send(said))
        self._news.set()
        if self.result is not None:
            self._over.set()

    async def play(self) -> None:
        """Runs the child until the match is over. Raises CommandError if it cannot be started, or the trace not be written."""
        try:
            await self._play()
        finally:
            if self._trace is not None:
                self._trace.close()

    async def _play(self) -> None:
        async with asyncio.TaskGroup() as self._tasks:
            if self._trace is not None:
                self._spawn(self._trace.write())
            for _ in range(STARTS):
                await self._run_child()
                if self.result is not None:
                    break
            else:
                logger.warning("%s: the child is gone for good; the fallback plays", self)
                self.is_deserted = True
                await self._play_fallbacks()
            for task in tuple(self._sends):  # nobody waits for the answers any more
                task.cancel()
        self._tasks = None

    async def _run_child(self) -> None:
        """One child, from start to end, whichever ends first: the child or the match."""
        child = await Child.start(self._argv, str(self))
        opening = self._opening()
        self._child = child
        self._tell(opening)
        listen = asyncio.create_task(self._listen(child), name=f"stdout of {self}")
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait([listen, over], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._child = None
            listen.cancel()
            over.cancel()
            # Nothing may be awaited before this: it ends the child even if we are cancelled again.
            await child.stop(self._dialect.farewell(), self._grace)
        if not listen.cancelled():
            listen.result()
        if self.result is None:
            self.faults.exceptions += 1
            logger.warning("%s: the child ended during the match (%s)", self, child.ending)

    def _opening(self) -> list[bytes]:
        held, self._held = self._held, None
        return self._dialect.again() if held is None else [*self._dialect.greeting(), *held]

    async def _listen(self, child: Child) -> None:
        self._surplus = 0
        async for line in child.lines():
            said = LINE_TOO_LONG if line is None else self._dialect.hear(line)
            self._tell(said.back)
            if said.complaint is not None:
                self._complain(said.complaint)
                if self._surplus > MAX_SURPLUS:
                    logger.warning("%s: the child only makes noise; ended", self)
                    return
            if said.plain is not None:
                await self._slots.acquire()
                self._spawn(self._send_one(said))

    def _complain(self, complaint: str) -> None:
        self._surplus += 1
        self.faults.wrong_answers += 1
        if self._on_complaint is not None:
            self._on_complaint()
        if self._surplus <= SHOWN_SURPLUS:
            logger.warning("%s: %s", self, complaint)
        if self._surplus == SHOWN_SURPLUS:
            logger.warning("%s: more of this is not shown", self)

    async def _send_one(self, said: Said) -> None:
        try:
            await self._send(said)
        finally:
            self._slots.release()

    async def _send(self, said: Said) -> None:
        assert said.plain is not None
        try:
            reply = await self._ask(said.plain)
        except RequestError as error:
            logger.warning("%s: %s was refused: %s", self, said.plain["type"], error)
            self._tell(self._dialect.refused(said, error))
        except (ConnectionLostError, ReplyTimeoutError) as error:
            # A snapshot will ask again for what is still open.
            logger.info("%s: %s was lost: %s", self, said.plain["type"], error)
        else:
            if self._trace is not None:
                self._trace.replied(said.plain, reply)
            self._tell(self._dialect.replied(said, reply))

    async def _play_fallbacks(self) -> None:
        while not self._over.is_set():
            self._news.clear()
            for turn in self._dialect.open_turns():
                await self._send(Said(write_fallback(turn, "the program has ended")))
            await self._news.wait()

    def _tell(self, lines: Sequence[bytes]) -> None:
        """To the child if there is one. What a dead one missed, its successor hears in short."""
        if self._child is not None:
            for line in lines:
                self._child.tell(line)
        elif self._held is not None:
            self._held.extend(lines)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._tasks is not None
        task = self._tasks.create_task(work)
        self._sends.add(task)
        task.add_done_callback(self._sends.discard)

    def __str__(self) -> str:
        return f"{self.match.game} {self.match.match_id} seat {self.match.seat}"
