"""Feeds the stream of a recorded seat to a bot, and compares its answers with what was played there.

The bot is asked what the seat was asked, in the same positions, whatever it answers. No network, no clock
of the match: only how long the bot takes is measured.
"""

import json
import random
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from infoset.bot import Bot, BotFactory
from infoset.errors import WrongChoiceError
from infoset.replaying.film import UNNAMED, start_of
from infoset.tracing import Trace
from infoset.tracking import find_engine, read_match, read_result, read_turn
from infoset.turn import Answer, Choice, Turn
from infoset.turn import Match as PlayedMatch
from infoset_games.choices import resolve, write_decision
from infoset_games.core import IllegalActionError
from infoset_games.match import Match
from infoset_games.notices import Asked, Ended, Notice, Told
from infoset_games.record import Record
from infoset_games.spaces import ProductSpace
from infoset_games.steps import ACT, REPLACE
from infoset_protocol.messages import (
    MatchOver,
    MatchStart,
    YourTurn,
    read_server_message,
)

MAX_STORIES: Final = 5  # exceptions and wrong answers told in full


@dataclass(frozen=True)
class Place:
    """Where in the match something happened."""

    decision: int
    kind: str
    version: int

    def __str__(self) -> str:
        return f"decision {self.decision} ({self.kind}), version {self.version}"


@dataclass
class FeedReport:
    """What came out. `divergence` is the first: where, what was played, what the bot answers."""

    decisions: int = 0
    equal: int = 0
    diverged: int = 0
    missed: int = 0  # decisions that the seat itself did not answer: nothing to compare
    divergence: tuple[Place, Any, Any] | None = None
    exceptions: int = 0
    illegal: int = 0
    stories: list[str] = field(default_factory=list)  # of exceptions and wrong answers
    slow: list[tuple[Place, float]] = field(default_factory=list)  # and seconds

    @property
    def faults(self) -> int:
        """How often there was no answer that could be played."""
        return self.exceptions + self.illegal


class Feed:
    """One bot on one recorded seat."""

    def __init__(
        self,
        record: Record,
        seat: int,
        slow_s: float,
        seed: str | None = None,
        clock_s: Callable[[], float] = time.perf_counter,
        trace_to: Path | None = None,
    ) -> None:
        """`slow_s` is how long a turn may take; `seed` makes `bot.rng` repeatable. What happens is traced in a folder."""
        self._trace_to = trace_to
        self._trace: Trace | None = None
        self._has_bot = True
        self.report = FeedReport()
        self._record = record
        self._seat = seat
        self._slow_s = slow_s
        self._seed = seed
        self._clock_s = clock_s
        self._answers = {
            step.decision: step
            for step in record.steps
            if step.seat == seat and step.kind in (ACT, REPLACE)
        }
        self._place: Place | None = None

    def run(self, factory: BotFactory | None) -> FeedReport:
        """Plays the record before the bot; without one, it is decided as recorded.

        Raises RecordError for a record that cannot be played, CommandError for a trace that cannot be written.
        """
        played = self._match()
        bot = Bot() if factory is None else self._make(factory)
        if bot is None:
            return self.report
        self._has_bot = factory is not None
        self._call(lambda: bot.on_start(played))
        for _, match, notices in self._record.play():
            for notice in notices:
                self._tell(bot, played, match, notice)
        return self.report

    def _make(self, factory: BotFactory) -> Bot | None:
        made: list[Bot] = []
        self._call(lambda: made.append(factory()))
        if not made:
            return None
        if self._seed is not None:
            made[0].rng = random.Random(self._seed)
        return made[0]

    def _match(self) -> PlayedMatch:
        """The match as its player knew it."""
        plain = start_of(self._record, self._seat) | {
            "role": "player",
            "match_id": str(self._record.about.get("match_id", UNNAMED)),
        }
        if self._trace_to is not None:
            self._trace = Trace(self._trace_to, plain)
        start = read_server_message(plain)
        assert isinstance(start, MatchStart)
        return read_match(start, find_engine)

    def _tell(self, bot: Bot, played: PlayedMatch, match: Match, notice: Notice) -> None:
        match notice:
            case Told():
                items = notice.views[self._seat]
                if items:
                    if self._trace is not None:
                        self._trace.events(items, notice.ver)
                    self._call(lambda: bot.on_events(played, items))
            case Asked() if notice.seat == self._seat:
                self._ask(bot, self._turn(played, match), match)
            case Ended():
                result = read_result(over_of(played.match_id, notice), self._seat)
                self._call(lambda: bot.on_over(played, result))
                if self._trace is not None:
                    self._trace.over(result)
            case _:
                pass

    def _turn(self, played: PlayedMatch, match: Match) -> Turn:
        """The open decision as the bot of that seat saw it."""
        asked = match.open[self._seat]
        plain = {
            "type": "your_turn",
            "match_id": played.match_id,
            "seat": self._seat,
            "ver": match.ver,
            "decision": asked.number,
            **write_decision(match.game, match.state, self._seat),
            "deadline_ms": asked.budget_ms,
        }
        self._place = Place(asked.number, asked.kind, match.ver)
        message = read_server_message(plain)
        assert isinstance(message, YourTurn)
        banks_ms = match.banks_ms(self._seat)
        return read_turn(played, message, match.observation(self._seat), banks_ms, match.ver)

    def _ask(self, bot: Bot, turn: Turn, match: Match) -> None:
        report, place = self.report, self._place
        assert place is not None
        report.decisions += 1
        began_s = self._clock_s()
        answers: list[Any] = []
        is_done = self._call(lambda: answers.append(self._decide(bot, turn, match)))
        took_s = self._clock_s() - began_s
        if self._trace is not None:
            self._trace.decided(turn, chosen(turn, answers), took_s)
        if took_s > self._slow_s:
            report.slow.append((place, took_s))
        if is_done and self._has_bot:
            self._compare(turn, match, place, answers[0])

    def _decide(self, bot: Bot, turn: Turn, match: Match) -> Answer:
        if self._has_bot:
            return bot.decide(turn)
        recorded = self._answers.get(turn.decision)
        if recorded is None or recorded.action is None:
            return None
        space = match.open[self._seat].space
        if isinstance(space, ProductSpace):
            return list(space.split(recorded.action))
        return self._written(match, recorded.action)

    def _compare(self, turn: Turn, match: Match, place: Place, answer: Any) -> None:
        recorded = self._answers.get(turn.decision)
        try:
            action = self._action(turn, match, answer)
        except (WrongChoiceError, IllegalActionError) as error:
            self.report.illegal += 1
            self._note(f"illegal answer, {place}: {error}")
            return
        if recorded is None:
            self.report.missed += 1
        elif action == recorded.action:
            self.report.equal += 1
        else:
            self.report.diverged += 1
            if self.report.divergence is None:
                played = self._written(match, recorded.action)
                self.report.divergence = (place, played, self._written(match, action))

    def _action(self, turn: Turn, match: Match, answer: Any) -> int | None:
        """The code of an answer, None for a turn left open. Raises WrongChoice- or IllegalActionError."""
        if answer is None and turn.optional:
            return None
        choice = turn.read_answer(answer)
        picks = None if choice.picks is None else list(choice.picks)
        return resolve(
            match.game,
            match.state,
            self._seat,
            index=choice.index,
            picks=picks,
            action=choice.action,
        )

    def _written(self, match: Match, action: int | None) -> Any:
        if action is None:
            return None
        return match.game.write_action(match.state, self._seat, action)

    def _call(self, work: Callable[[], object]) -> bool:
        """Calls the bot; an exception is noted with its traceback. Did it return?"""
        try:
            work()
        except Exception as error:  # noqa: BLE001 (a bot's author may raise anything)
            self.report.exceptions += 1
            where = "before the first decision" if self._place is None else f"at {self._place}"
            self._note(f"exception {where}:\n{''.join(own_traceback(error))}".rstrip())
            return False
        return True

    def _note(self, story: str) -> None:
        if len(self.report.stories) < MAX_STORIES:
            self.report.stories.append(story)


def chosen(turn: Turn, answers: list[Any]) -> Choice | None:
    """What an answer chooses, None where there is none or it is not legal."""
    try:
        return None if not answers or answers[0] is None else turn.read_answer(answers[0])
    except WrongChoiceError:
        return None


def over_of(match_id: str, ended: Ended) -> MatchOver:
    """The end as a message."""
    return MatchOver(
        match_id=match_id,
        reason=ended.reason,
        places=list(ended.result.places),
        scores=list(ended.result.scores),
        returns=list(ended.result.returns),
    )


def own_traceback(error: BaseException) -> list[str]:
    """The traceback from the bot's own first line on."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return traceback.format_exception(type(error), error, frames)


def report_lines(report: FeedReport, seat: str, bot: str) -> Iterator[str]:
    """The report in words."""
    yield (
        f"{bot} on the seat of {seat}: {report.decisions} decisions, {report.equal} as recorded, "
        f"{report.diverged} others, {report.exceptions} exceptions, {report.illegal} illegal"
    )
    if report.missed:
        yield f"not compared: {report.missed}, which the seat itself did not answer"
    if report.divergence is not None:
        place, recorded, answer = report.divergence
        yield f"first divergence: {place}: recorded {text(recorded)}, the bot answers {text(answer)}"
    yield from report.stories
    if report.faults > len(report.stories):
        yield f"and {report.faults - len(report.stories)} more"
    for place, seconds in report.slow:
        yield f"slow: {place}: {seconds:.3f} s"


def text(action: Any) -> str:
    """An action as it stands in a record."""
    return json.dumps(action, separators=(",", ":"))
