"""What sits on a seat for one match (`Seat`), and the kind that holds a bot class (`ClassSeat`).

A seat is asked and answers; it knows nothing of other seats and never raises for what its bot does.
"""

import logging
import random
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from infoset.bot import Bot, BotFactory
from infoset.errors import WrongChoiceError
from infoset.remote import Remote
from infoset.turn import Choice, Match, MatchResult, Slot, Turn
from infoset_bots.lab.arena.alarm import Alarm, TooLateError
from infoset_bots.lab.arena.thinking import LocalRemote, Thinking
from infoset_bots.llm.transcript import Transcript
from infoset_bots.llm.use import Use
from infoset_games.choices import count, write_decision
from infoset_games.core import Result, State
from infoset_games.decision import Decision
from infoset_games.game import Game
from infoset_games.notices import Closed, TimedOut, Told
from infoset_games.spaces import ProductSpace

logger = logging.getLogger(__name__)

MILLI: Final = 1000.0

Clock = Callable[[], float]  # monotonic seconds


@dataclass
class Faults:
    """What went wrong on one seat of one match, but for time."""

    illegal: int = 0
    exceptions: int = 0
    crashes: int = 0


@dataclass(frozen=True)
class Question:
    """A decision as a seat is asked it, in version `ver` of the match.

    `limit_s` is when the asking ends, None for never.
    """

    game: Game
    state: State
    asked: Decision
    ver: int
    deadline_ms: int | None
    banks_ms: tuple[int, ...]
    limit_s: float | None

    def write_observation(self) -> dict[str, Any]:
        """What the seat knows, in plain values."""
        return self.game.write_observation(self.state.observe(self.asked.seat))

    def fallback(self) -> Choice:
        """What a missed deadline would play."""
        space = self.asked.space
        if isinstance(space, ProductSpace) and count(space) is None:
            return Choice(picks=(0,) * len(space.sizes))
        return Choice(index=self.asked.fallback)


@dataclass(frozen=True)
class Reply:
    """What a seat answered, None for nothing, and how long that took.

    `is_fallback`: the bot has failed, and this is played for it.
    """

    choice: Choice | None
    took_ms: float
    is_fallback: bool = False


class Seat(Protocol):
    """What plays on one seat of one match. Calls come one after another."""

    @property
    @abstractmethod
    def faults(self) -> Faults:
        """What went wrong so far."""

    @property
    @abstractmethod
    def use(self) -> Use | None:
        """What a language model has used and done so far, None for any other bot."""

    @property
    @abstractmethod
    def transcript(self) -> Sequence[str]:
        """What was said with a language model, line by line."""

    @abstractmethod
    def start(self) -> None:
        """The match begins."""

    @abstractmethod
    def tell(self, told: Told) -> None:
        """Something happened."""

    @abstractmethod
    def ask(self, question: Question) -> Reply:
        """Answers a decision within its limit. An answer is legal, but for written actions."""

    @abstractmethod
    def missed(self, notice: TimedOut | Closed) -> None:
        """A decision was closed without the seat's answer."""

    @abstractmethod
    def over(self, reason: str, result: Result) -> None:
        """The match is over."""

    @abstractmethod
    def leave(self) -> None:
        """Frees what the seat holds. Nothing is called afterwards."""


class LocalTurn(Turn):
    """A turn from the rules themselves: its observation is there, its plain form is made when asked for."""

    def __getattr__(self, name: str) -> Any:
        if name != "plain_observation":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        engine = self.match.engine
        assert engine is not None
        plain = engine.write_observation(self.observation)
        self.__dict__[name] = plain
        return plain


def make_turn(match: Match, question: Question, remote: Remote | None = None) -> Turn:
    """The question as a bot is shown it."""
    asked = question.asked
    written = write_decision(question.game, question.state, asked.seat)
    legal = written["legal"]
    turn = LocalTurn(
        match=match,
        decision=asked.number,
        kind=asked.kind,
        n=written.get("n"),
        actions=legal.get("actions", []),
        slots=[Slot(slot["slot"], slot["options"]) for slot in legal.get("slots", [])],
        params=legal.get("params", []),
        fallback=asked.fallback,
        deadline_ms=question.deadline_ms,
        clock_ms=question.banks_ms,
        ver=question.ver,
        remote=remote,
    )
    del turn.__dict__["plain_observation"]
    turn.__dict__["observation"] = question.state.observe(asked.seat)  # its own, not the state's
    return turn


class ClassSeat:
    """A bot class that plays in this process."""

    def __init__(
        self,
        match: Match,
        make: BotFactory,
        seed: str,
        alarm: Alarm | None = None,
        clock: Clock = time.perf_counter,
        thinking: Thinking | None = None,
    ) -> None:
        """`seed` opens the bot's own random numbers; without an `alarm` nothing is interrupted.

        Without `thinking` its turns have no `remote`.
        """
        self._faults = Faults()
        self._match = match
        self._make = make
        self._seed = seed
        self._alarm = alarm or Alarm()
        self._clock = clock
        self._thinking = thinking
        self._bot: Bot | None = None

    @property
    def faults(self) -> Faults:
        return self._faults

    @property
    def use(self) -> Use | None:
        found = getattr(self._bot, "use", None)
        return found if isinstance(found, Use) else None

    @property
    def transcript(self) -> Sequence[str]:
        found = getattr(self._bot, "transcript", None)
        return found.lines if isinstance(found, Transcript) else ()

    def start(self) -> None:
        try:
            self._bot = self._make()
            self._bot.rng = random.Random(self._seed)
        except (Exception, SystemExit):  # noqa: BLE001 (a stranger's code raises anything)
            self._failed("could not be made; the fallback plays")
            self._bot = None
        self._call("on_start", self._match)

    def reseed(self, seed: str) -> None:
        """Opens the bot's own random numbers anew."""
        if self._bot is not None:
            self._bot.rng = random.Random(seed)

    def tell(self, told: Told) -> None:
        events = told.views.get(self._match.seat)
        if events:
            self._call("on_events", self._match, events)

    def ask(self, question: Question) -> Reply:
        bot = self._bot
        if bot is None:
            return Reply(question.fallback(), 0.0, is_fallback=True)
        turn = make_turn(self._match, question, self._remote(question))
        start_s = self._clock()
        choice: Choice | None
        is_fallback = False
        try:
            answer = self._alarm.call(lambda: bot.decide(turn), question.limit_s)
            took_ms = (self._clock() - start_s) * MILLI
            choice = turn.read_answer(answer)
        except TooLateError:
            took_ms = (self._clock() - start_s) * MILLI
            choice = None
        except WrongChoiceError as error:
            took_ms = (self._clock() - start_s) * MILLI
            self._faults.illegal += 1
            logger.warning("%s, %s: the fallback is played: %s", self, turn.kind, error)
            choice, is_fallback = question.fallback(), True
        except (Exception, SystemExit):  # noqa: BLE001 (a stranger's code raises anything)
            took_ms = (self._clock() - start_s) * MILLI
            self._failed(f"decide raised in {turn.kind}; the fallback is played")
            choice, is_fallback = question.fallback(), True
        if self._thinking is not None:
            self._thinking.close()
        return Reply(choice, took_ms, is_fallback)

    def _remote(self, question: Question) -> Remote | None:
        """What thinks for the bot on this decision."""
        if self._thinking is None:
            return None
        self._thinking.open(question.asked.number, question.write_observation)
        return LocalRemote(self._thinking, self._match.match_id, question.asked.number)

    def missed(self, notice: TimedOut | Closed) -> None:
        """A bot class is not told; its next turn shows what became of it."""

    def over(self, reason: str, result: Result) -> None:
        ended = MatchResult(reason, result.places, result.scores, result.returns, self._match.seat)
        self._call("on_over", self._match, ended)

    def leave(self) -> None:
        """The bot stays, for what it has used and said."""

    def _call(self, method: str, *arguments: Any) -> None:
        """Calls a hook, where the bot has one; an exception in it is reported and forgotten."""
        bot = self._bot
        if bot is None or getattr(type(bot), method) is getattr(Bot, method):
            return
        try:
            getattr(bot, method)(*arguments)
        except (Exception, SystemExit):  # noqa: BLE001 (a stranger's code raises anything)
            self._failed(f"{method} raised")

    def _failed(self, what: str) -> None:
        self._faults.exceptions += 1
        logger.exception("%s: %s", self, what)

    def __str__(self) -> str:
        seat = self._match.seat
        return f"{self._match.match_id} seat {seat} ({self._match.players[seat].name})"
