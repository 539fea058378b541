"""One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes."""

import asyncio
import dataclasses
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from infoset.bot import Bot, BotFactory
from infoset.catching_up import catch_up
from infoset.client import Incoming
from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError, WrongChoiceError
from infoset.fitting import Fitting
from infoset.remote import Remote
from infoset.tracing import Trace
from infoset.tracking import (
    AWAY,
    WITHDRAWN,
    Asked,
    Behind,
    Happened,
    Happening,
    MatchTracker,
    Missed,
    Over,
    Talked,
)
from infoset.turn import ILLEGAL, WRONG_ANSWER, Choice, Match, MatchResult, Turn
from infoset.worker import Worker
from infoset_protocol.messages import Act, ActOk, Chat, ClientMessage, ServerMessage, Unknown

logger = logging.getLogger(__name__)

MAX_WAITING_EVENTS: Final = 10_000  # told to a bot that is busy thinking; later ones are dropped
LAST_WORDS_S: Final = 10.0  # for what a bot still has to do when its match is over
MAX_TRIES: Final = 5  # of one request that the server is too busy for
BUSY_WAIT_S: Final = 0.2  # between such tries, where the server names no wait
CLOSED: Final = frozenset({"stale_decision", "wrong_state", "not_found", "not_your_seat"})

Ask = Callable[[ClientMessage], Awaitable[Incoming]]


@dataclass
class Faults:
    """What went wrong on one seat: exceptions, answers that are none, decisions missed."""

    exceptions: int = 0
    wrong_answers: int = 0
    missed: int = 0

    def add(self, other: "Faults") -> None:
        """Counts the faults of another seat in."""
        self.exceptions += other.exceptions
        self.wrong_answers += other.wrong_answers
        self.missed += other.missed


class BotSeat:
    """Plays a bot on a seat: messages go in through `take`, acts go out through `ask` (that of Client).

    `take` only notes what happened, so closed decisions are known at once; `play` calls the bot for
    each happening in order, so the bot never has to expect two calls at the same time.
    """

    def __init__(
        self,
        match: Match,
        factory: BotFactory,
        ask: Ask,
        trace: Trace | None = None,
        fitting: Fitting | None = None,
    ) -> None:
        """What happens is written to the `trace`; `fitting` is what the factory's bots have said so far."""
        self.match = match
        self._trace = trace
        self._fitting = fitting or Fitting()
        self.faults = Faults()
        self.result: MatchResult | None = None
        self._factory = factory
        self._ask = ask
        self._tracker = MatchTracker(match)
        self._waiting: deque[Happening] = deque()
        self._news = asyncio.Event()
        self._patience: asyncio.Timeout | None = None
        self._choices: dict[int, Choice | None] = {}
        self._worker: Worker | None = None

    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match. Never raises, never waits."""
        for happening in self._tracker.take(incoming.message, incoming.arrival):
            is_news = isinstance(happening, Happened | Talked)
            if is_news and len(self._waiting) >= MAX_WAITING_EVENTS:
                logger.warning("%s: too busy for more events, one dropped", self)
                continue
            self._waiting.append(happening)
            if isinstance(happening, Over):
                self.result = happening.result
                self._hurry()
        self._news.set()

    async def play(self) -> None:
        """Calls the bot until the match is over. Never raises for what the bot does.

        A bot that still thinks `LAST_WORDS_S` after the end is left behind on its thread.
        """
        try:
            async with asyncio.timeout(None) as self._patience:
                self._hurry()
                await self._work()
        except TimeoutError:
            logger.warning("%s: the match is over, but the bot does not return; left behind", self)
        finally:
            if self._worker is not None:
                self._worker.stop()
            if self._trace is not None:
                self._trace.close()

    def _hurry(self) -> None:
        """Once the match is over, a bot has little time left."""
        if self.result is not None and self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time() + LAST_WORDS_S)

    async def _work(self) -> None:
        bot = await self._make_bot()
        await self._call(bot, "on_start", self.match)
        happening: Happening | None = None
        while not isinstance(happening, Over):
            happening = await self._next()
            await self._handle(bot, happening)

    async def _next(self) -> Happening:
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    async def _handle(self, bot: Bot | None, happening: Happening) -> None:
        match happening:
            case Asked(turn):
                if self._tracker.is_open(turn.decision):
                    await self._answer(bot, turn)
            case Happened():
                await self._tell(bot, happening)
            case Behind():
                await self._catch_up(bot, happening)
            case Talked(name, text):
                await self._call(bot, "on_talk", self.match, name, text)
            case Missed(decision, why):
                if self._choices.pop(decision, None) is not None and why == AWAY:
                    return  # the answer was taken, only the word of it was lost
                if why == WITHDRAWN:
                    return  # nobody waits for it: somebody took a step back
                self.faults.missed += 1
                logger.warning("%s: decision %d was missed (%s)", self, decision, why)
            case Over(result):
                await self._call(bot, "on_over", self.match, result)
                if self._trace is not None:
                    self._trace.over(result)

    async def _tell(self, bot: Bot | None, happened: Happened) -> None:
        if self._trace is not None:
            self._trace.events(happened.events, happened.ver)
        await self._call(bot, "on_events", self.match, happened.events)

    async def _catch_up(self, bot: Bot | None, behind: Behind) -> None:
        """Tells what happened while nobody here was told, where somebody wants to hear it."""
        if self._trace is None and not hears(bot, "on_events"):
            return
        try:
            async for happened in catch_up(self._think, self.match, behind):
                await self._tell(bot, happened)
        except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
            logger.warning(
                "%s: what happened up to version %d is not told: %s", self, behind.ver, error
            )

    # Calling the bot.

    async def _make_bot(self) -> Bot | None:
        """The bot for this match; None where it cannot be made, or says that it cannot play it (the fallback plays)."""
        try:
            bot = self._factory()
            if not isinstance(bot, Bot):
                raise TypeError(f"expected an infoset.Bot, got {type(bot).__name__}")
        except Exception:
            self.faults.exceptions += 1
            logger.exception("%s: the bot could not be made; the fallback plays", self)
            return None
        if not bot.quick:
            self._worker = Worker(f"bot {self.match.match_id}")
        return bot if await self._can_play(bot) else None

    async def _can_play(self, bot: Bot) -> bool:
        """One sentence for a game that the bot cannot play, not a traceback for each decision."""
        engine = self.match.engine
        if engine is None:
            return True
        said = await self._run(lambda: self._fitting.complaint(bot, engine))
        if said is None:
            return True
        self.faults.exceptions += 1
        logger.error("%s: the bot cannot play this, so the fallback plays: %s", self, said)
        return False

    async def _call(self, bot: Bot | None, method: str, *arguments: Any) -> None:
        """Calls a hook; an exception in it is reported and forgotten."""
        if bot is None or not hears(bot, method):
            return
        try:
            await self._run(lambda: getattr(bot, method)(*arguments))
        except Exception:
            self.faults.exceptions += 1
            logger.exception("%s: %s raised", self, method)

    async def _run(self, function: Callable[[], Any]) -> Any:
        return function() if self._worker is None else await self._worker.call(function)

    async def _decide(self, bot: Bot | None, turn: Turn) -> Choice | None:
        """The bot's choice, or the fallback if it has none; None leaves an optional turn open."""
        if bot is None:
            return turn.fallback_choice("there is no bot that can play")
        if not bot.quick:
            loop = asyncio.get_running_loop()
            remote = Remote(self._think, loop, turn.match.match_id, turn.decision)
            turn = dataclasses.replace(turn, remote=remote)
        try:
            answer = await self._run(lambda: bot.decide(turn))
        except Exception as error:
            self.faults.exceptions += 1
            logger.exception("%s: decide raised in %s; the fallback is played", self, _name(turn))
            return turn.fallback_choice(f"decide raised {type(error).__name__}")
        if answer is None and turn.optional:
            return None
        try:
            return turn.with_remark(turn.read_answer(answer))
        except WrongChoiceError as error:
            self.faults.wrong_answers += 1
            logger.warning(
                "%s: wrong answer in %s; the fallback is played: %s", self, _name(turn), error
            )
            return turn.fallback_choice(WRONG_ANSWER)

    async def _decide_and_trace(self, bot: Bot | None, turn: Turn) -> Choice | None:
        begun_s = time.perf_counter()
        choice = await self._decide(bot, turn)
        if self._trace is not None:
            self._trace.decided(turn, choice, time.perf_counter() - begun_s)
        return choice

    # Telling the server.

    async def _answer(self, bot: Bot | None, turn: Turn) -> None:
        if turn.decision not in self._choices:
            self._choices[turn.decision] = await self._decide_and_trace(bot, turn)
            await self._say(turn)
        choice = self._choices[turn.decision]
        # While the bot was thinking the decision may have been closed, or the match ended.
        if choice is not None and self._tracker.is_open(turn.decision):
            await self._act(turn, choice)

    async def _say(self, turn: Turn) -> None:
        for text in turn.remark_made.said:
            try:
                await self._ask(Chat(match_id=turn.match.match_id, text=text))
            except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
                logger.info("%s: not said in %s: %s", self, _name(turn), error)

    async def _act(self, turn: Turn, choice: Choice) -> None:
        try:
            reply = await self._patiently(write_act(turn, choice))
        except RequestError as error:
            if error.code == "illegal_action" and not is_fallback(turn, choice):
                self.faults.wrong_answers += 1
                logger.warning(
                    "%s: illegal in %s; the fallback is played: %s", self, _name(turn), error
                )
                await self._act(turn, turn.fallback_choice(ILLEGAL))
            elif error.code in CLOSED:
                logger.debug("%s: too late in %s: %s", self, _name(turn), error)
                self._close(turn)
            else:
                logger.warning("%s: not accepted in %s: %s", self, _name(turn), error)
        except (ConnectionLostError, ReplyTimeoutError) as error:
            # A snapshot will ask again; the choice is kept for that.
            logger.info("%s: not sent in %s: %s", self, _name(turn), error)
        else:
            self._accept(turn, reply)

    def _accept(self, turn: Turn, reply: Incoming) -> None:
        """What was asked before is settled, even what waits to be looked at, here or in the inbox."""
        self._tracker.settle(turn.decision, reply.arrival)
        self._waiting = deque(
            waiting for waiting in self._waiting if not is_question(waiting, turn.decision)
        )
        taken = reply.message if isinstance(reply.message, ActOk) else None
        if taken is not None:
            logger.debug("%s: %s: %s", self, _name(turn), price(taken))
        # A sealed choice is kept: the server, started anew before all are in, asks again.
        if taken is None or not taken.sealed:
            self._close(turn)

    async def _think(self, message: ClientMessage) -> ServerMessage | Unknown:
        """As `_patiently`, for the bot itself."""
        return (await self._patiently(message)).message

    async def _patiently(self, message: ClientMessage) -> Incoming:
        """Sends a request, again and again where the server is too busy for it."""
        for _ in range(MAX_TRIES - 1):
            try:
                return await self._ask(message)
            except RequestError as error:
                if not error.may_pass:
                    raise
                await asyncio.sleep(
                    BUSY_WAIT_S if error.retry_ms is None else error.retry_ms / 1000
                )
        return await self._ask(message)

    def _close(self, turn: Turn) -> None:
        self._tracker.close(turn.decision)
        self._choices.pop(turn.decision, None)

    def __str__(self) -> str:
        return f"{self.match.game} {self.match.match_id} seat {self.match.seat}"


def hears(bot: Bot | None, method: str) -> bool:
    """Has the bot a hook of its own?"""
    return bot is not None and getattr(type(bot), method) is not getattr(Bot, method)


def is_question(happening: Happening, decision: int) -> bool:
    """Does it ask for this decision?"""
    return isinstance(happening, Asked) and happening.turn.decision == decision


def price(taken: ActOk) -> str:
    """What a decision cost, as the server measured it."""
    received_ms = taken.elapsed_ms if taken.received_ms is None else taken.received_ms
    return (
        f"answered after {received_ms} ms, charged {taken.elapsed_ms} ms, "
        f"forgiven {taken.forgiven_ms or 0} ms for the network"
    )


def is_fallback(turn: Turn, choice: Choice) -> bool:
    """Is it what a missed deadline would play, whoever has chosen it?"""
    return choice == turn.fallback_choice()


def write_act(turn: Turn, choice: Choice) -> Act:
    """The message that answers `turn`."""
    return Act(
        match_id=turn.match.match_id,
        decision=turn.decision,
        index=choice.index,
        picks=None if choice.picks is None else list(choice.picks),
        action=choice.action,
        note=choice.note,
        value=None if choice.value is None else list(choice.value),
    )


def _name(turn: Turn) -> str:
    return f"decision {turn.decision} ({turn.kind})"
