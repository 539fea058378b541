"""The trace of a program behind the bridge, made of what it is asked and what the server takes from it."""

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from infoset.asking import Reply
from infoset.client import Incoming
from infoset.tracing import Trace
from infoset.tracking import Asked, Happened, MatchTracker, Missed, Over
from infoset.turn import Choice, Match, Turn


@dataclass
class Question:
    """What the program was asked, and what has come of that once it `is_closed`."""

    turn: Turn
    asked_s: float
    choice: Choice | None = None
    took_s: float = 0.0
    is_closed: bool = False

    def close(self, choice: Choice | None) -> None:
        """It was answered, or (None) is left open."""
        self.choice, self.took_s, self.is_closed = choice, time.perf_counter() - self.asked_s, True


class BridgeTrace:
    """Has a question written together with its answer, and behind them what has happened in between.

    Of the actions it tells no values: only a bot itself has those.
    """

    def __init__(self, match: Match, trace: Trace) -> None:
        self._trace = trace
        self._tracker = MatchTracker(match)
        self._questions: dict[int, Question] = {}
        self._waiting: deque[Question | Happened | Over] = deque()
        self._news = asyncio.Event()

    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match. Never raises, never waits."""
        for happening in self._tracker.take(incoming.message, incoming.arrival):
            match happening:
                case Asked(turn):
                    self._ask(turn)
                case Missed(decision):
                    self._close(decision, None)
                case Happened():
                    self._waiting.append(happening)
                case Over():
                    for decision in list(self._questions):
                        self._close(decision, None)
                    self._waiting.append(happening)
        self._news.set()

    def _ask(self, turn: Turn) -> None:
        """The same is asked again after a reconnect."""
        if turn.decision not in self._questions:
            question = self._questions[turn.decision] = Question(turn, time.perf_counter())
            self._waiting.append(question)

    def _close(self, decision: int, choice: Choice | None) -> None:
        question = self._questions.get(decision)
        if question is not None and not question.is_closed:
            question.close(choice)

    def replied(self, plain: Mapping[str, Any], reply: Reply) -> None:
        """The server has taken what the program has sent."""
        if reply.plain.get("type") == "act_ok":
            decision = plain["decision"]
            self._tracker.settle(decision, reply.arrival)
            if not reply.plain.get("sealed"):
                self._tracker.close(decision)
            self._close(decision, read_choice(plain))
            self._news.set()

    async def write(self) -> None:
        """Writes what is there, as it comes, until it is cancelled. Raises CommandError."""
        while True:
            await self._news.wait()
            self._news.clear()
            self._flush()

    def close(self) -> None:
        """Writes the rest, and closes the file. Raises CommandError."""
        self._flush()
        self._trace.close()

    def _flush(self) -> None:
        while self._waiting:
            match self._waiting[0]:
                case Question(is_closed=False):
                    return
                case first:
                    self._waiting.popleft()  # also where it fails: then nothing is written any more
                    self._write(first)

    def _write(self, what: Question | Happened | Over) -> None:
        match what:
            case Question():
                self._trace.decided(what.turn, what.choice, what.took_s)
            case Happened(events, ver):
                self._trace.events(events, ver)
            case Over(result):
                self._trace.over(result)


def read_choice(plain: Mapping[str, Any]) -> Choice:
    """The choice that an `act` names."""
    picks = plain.get("picks")
    return Choice(
        plain.get("index"),
        None if picks is None else tuple(picks),
        plain.get("action"),
        plain.get("note"),
    )
