"""Plays one match between seats that answer when asked. Keeps the time; knows no processes, no files.

The clock of a match is virtual: it advances by what the seats took to answer and by nothing else, so
neither the arena's own work nor another seat's thinking costs a bot time. Seats that decide
simultaneously are asked one after another and charged as if they had thought side by side.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset.turn import Choice as SeatChoice
from infoset_bots.lab.arena.record import Record, Thinking
from infoset_bots.lab.arena.schedule import Job
from infoset_bots.lab.arena.seats import MILLI, Question, Reply, Seat
from infoset_games import match as rules
from infoset_games.core import Result
from infoset_games.decision import Choice, Decision
from infoset_games.game import Game
from infoset_games.luck import LuckSource
from infoset_games.notices import Closed, Ended, Notice, Refused, TimedOut, Told
from infoset_games.placing import place_with_leavers
from infoset_games.terms import Terms

logger = logging.getLogger(__name__)

MAX_HANGS: Final = 3  # untimed decisions in a row that ran out of patience; then nobody is asked
CHANCE_WORDS: Final = 8  # of the chance stream, in the hash of a deal
DIGITS: Final = 3  # of a millisecond, in results
NOBODY: Final = -1

Watch = Callable[[int], None]  # told the seat whose bot is called next, NOBODY when it is done


@dataclass
class Spent:
    """Time one seat took, and how often it was asked."""

    decisions: int = 0
    fallbacks: int = 0  # decisions that were made for it
    total_ms: float = 0.0
    max_ms: float = 0.0

    def add(self, took_ms: float, is_fallback: bool) -> None:
        """Books one decision."""
        self.decisions += 1
        self.fallbacks += is_fallback
        self.total_ms += took_ms
        self.max_ms = max(self.max_ms, took_ms)

    @property
    def mean_ms(self) -> float:
        """The mean, 0 for a seat that was never asked."""
        return self.total_ms / self.decisions if self.decisions else 0.0


class Table:
    """One match from deal to result: `Table(game, terms, job, seats, patience_s).play()`."""

    def __init__(
        self,
        game: Game,
        terms: Terms,
        job: Job,
        seats: Sequence[Seat],
        patience_s: float | None,
        watch: Watch | None = None,
    ) -> None:
        """`patience_s` bounds an untimed decision; None waits for ever. `watch` hears who thinks."""
        self.match = rules.Match(game, terms, job.seed)
        self._job = job
        self._seats = seats
        self._patience_s = patience_s
        self._watch = watch or (lambda seat: None)
        self._spent = [Spent() for _ in seats]
        self._hangs = [0] * len(seats)
        self._misses = [0] * len(seats)
        self._refused = [0] * len(seats)

    def play(self) -> Record:
        """Plays to the end. Raises only for faults of the rules."""
        try:
            for number, seat in enumerate(self._seats):
                self._watch(number)
                seat.start()
            self._watch(NOBODY)
            self._tell(self.match.start(0))
            while self.match.over is None:
                self._decide()
            for seat in self._seats:
                seat.over(self.match.over.reason, self.match.over.result)
        finally:
            for seat in self._seats:
                seat.leave()
        return self._record(self.match.over)

    def _decide(self) -> None:
        """Asks everybody who owes an action, then books the answers in the order of their time."""
        open_now = sorted(self.match.open.values(), key=lambda asked: asked.seat)
        replies = [(asked, self._ask(asked)) for asked in open_now]
        replies.sort(key=lambda pair: pair[1].took_ms)
        late = [asked for asked, reply in replies if reply.choice is None]
        for asked, reply in replies:
            if reply.choice is not None and self._is_open(asked):
                self._submit(asked, reply.choice, asked.opened_ms + int(reply.took_ms))
        for asked in late:
            deadline = asked.deadline_ms()
            if self._is_open(asked) and deadline is not None:
                self._tell(self.match.tick(deadline))

    def _ask(self, asked: Decision) -> Reply:
        """One seat's answer; without a choice if it missed its deadline."""
        if self._hangs[asked.seat] >= MAX_HANGS:
            self._spent[asked.seat].fallbacks += 1
            return Reply(self._question(asked).fallback(), 0.0)
        question = self._question(asked)
        self._watch(asked.seat)
        reply = self._seats[asked.seat].ask(question)
        self._watch(NOBODY)
        if asked.budget_ms is not None and reply.took_ms > asked.budget_ms + asked.grace_ms:
            reply = Reply(None, reply.took_ms)
        self._spent[asked.seat].add(reply.took_ms, reply.is_fallback or reply.choice is None)
        return self._judge_untimed(question, reply) if asked.budget_ms is None else reply

    def _judge_untimed(self, question: Question, reply: Reply) -> Reply:
        """Without a clock nobody is late; who hangs has its fallback played."""
        asked = question.asked
        if reply.choice is not None:
            self._hangs[asked.seat] = 0
            return reply
        self._hangs[asked.seat] += 1
        self._misses[asked.seat] += 1
        self._seats[asked.seat].missed(Closed(asked.seat, asked.number, "timeout"))
        logger.warning(
            "match %d seat %d: no answer in %s within %g s; the fallback is played",
            self._job.number, asked.seat, asked.kind, question.limit_s,
        )  # fmt: skip
        return Reply(question.fallback(), reply.took_ms)

    def _question(self, asked: Decision) -> Question:
        limit_s = self._patience_s
        if asked.budget_ms is not None:
            limit_s = (asked.budget_ms + asked.grace_ms) / MILLI
        return Question(
            self.match.game,
            self.match.state,
            asked,
            self.match.ver,
            asked.budget_ms,
            tuple(self.match.banks_ms(asked.seat) or ()),
            limit_s,
        )

    def _submit(self, asked: Decision, choice: SeatChoice, now_ms: int) -> None:
        notices = self.match.submit(asked.seat, asked.number, write_choice(choice), now_ms)
        if notices and isinstance(
            notices[0], Refused
        ):  # a written action, which only the rules know
            self._refused[asked.seat] += 1
            logger.warning("match %d seat %d: %s", self._job.number, asked.seat, notices[0].why)
            if self._is_open(asked):
                fallback = write_choice(self._question(asked).fallback())
                notices += self.match.submit(asked.seat, asked.number, fallback, now_ms)
        self._tell(notices)

    def _is_open(self, asked: Decision) -> bool:
        return self.match.open.get(asked.seat) is asked and asked.sealed is None

    def _tell(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            match notice:
                case Told():
                    for seat in self._seats:
                        seat.tell(notice)
                case TimedOut():
                    self._misses[notice.seat] += 1
                    self._seats[notice.seat].missed(notice)
                case Closed():
                    self._seats[notice.seat].missed(notice)
                case _:
                    pass  # the seat itself knows that it was asked and what it answered

    def said(self) -> tuple[str, ...]:
        """What was said with language models, seat by seat."""
        return tuple(line for seat in self._seats for line in seat.transcript)

    def _record(self, ended: Ended) -> Record:
        faults = [seat.faults for seat in self._seats]
        uses = [seat.use for seat in self._seats]
        return Record(
            match=self._job.number,
            deal=self._job.deal,
            seating=self._job.seating,
            seed=self._job.seed,
            deal_hash=deal_hash(self.match.game, self._job.seed),
            bots=list(self._job.seats),
            places=[] if ended.reason == "aborted" else list(ended.result.places),
            scores=list(ended.result.scores),
            returns=list(ended.result.returns),
            reason=ended.reason,
            ending=ended.result.ending,
            plies=len(self.match.log),
            rounds=rounds_of(self.match),
            decisions=[spent.decisions for spent in self._spent],
            misses=self._misses,
            illegal=[
                fault.illegal + more for fault, more in zip(faults, self._refused, strict=True)
            ],
            exceptions=[fault.exceptions for fault in faults],
            crashes=[fault.crashes for fault in faults],
            thinking=Thinking(
                [round(spent.mean_ms, DIGITS) for spent in self._spent],
                [round(spent.max_ms, DIGITS) for spent in self._spent],
            ),
            fallbacks=[spent.fallbacks for spent in self._spent],
            uses=[None if use is None else use.to_plain() for use in uses] if any(uses) else [],
        )


def broken_record(game: Game, job: Job, ending: str, culprit: int | None) -> Record:
    """A match that could not be played to its end.

    A `culprit` whose bot took the whole process down comes last and the others share the first
    place; without one there are no places.
    """
    seats = len(job.seats)
    zeros = [0] * seats
    places, returns, crashes = [], [0.0] * seats, list(zeros)
    if culprit is not None:
        level: Result = place_with_leavers([1] * seats, [0.0] * seats, [culprit], "crashed")
        places, returns = list(level.places), list(level.returns)
        crashes[culprit] = 1
    return Record(
        match=job.number,
        deal=job.deal,
        seating=job.seating,
        seed=job.seed,
        deal_hash=deal_hash(game, job.seed),
        bots=list(job.seats),
        places=places,
        scores=[],
        returns=returns,
        reason="error" if culprit is None else "crashed",
        ending=ending,
        plies=0,
        rounds=None,
        decisions=zeros,
        misses=zeros,
        illegal=zeros,
        exceptions=zeros,
        crashes=crashes,
        thinking=Thinking([0.0] * seats, [0.0] * seats),
        fallbacks=zeros,
    )


def write_choice(choice: SeatChoice) -> Choice:
    """A seat's choice as the match takes it."""
    picks = None if choice.picks is None else list(choice.picks)
    return Choice(choice.index, picks, choice.action)


def deal_hash(game: Game, seed: str) -> str:
    """A short name for everything chance has laid down before the first decision.

    Equal for all seatings of a deal: it covers rules, options, the deal itself and the first of the
    streams that later draws and rolls come from.
    """
    luck = LuckSource(seed)
    laid_down = {
        "rules": game.rules,
        "options": game.options(),
        "deal": game.deal(luck.deal()),
        "chance": [int(luck.chance(number).word()) for number in range(CHANCE_WORDS)],
    }
    text = json.dumps(laid_down, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rounds_of(match: rules.Match) -> int | None:
    """The round in which the match ended, where the game counts rounds and tells everybody."""
    number = match.observation(None).get("round")
    return number if isinstance(number, int) else None
