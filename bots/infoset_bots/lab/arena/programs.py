"""A seat whose player is a program over stdio: the SDK's bridge, with a match of our own behind it."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset import asking
from infoset.bridge.child import Grace
from infoset.bridge.dialects import Dialect, JsonLines, Words
from infoset.bridge.seat import BridgeSeat
from infoset.client import Incoming
from infoset.errors import CommandError, RequestError
from infoset.printing import clean
from infoset.turn import ILLEGAL, NOT_DECIDED, WRONG_ANSWER, Choice, Match
from infoset_bots.lab.arena.players import Mode
from infoset_bots.lab.arena.seats import MILLI, Clock, Faults, Question, Reply
from infoset_bots.lab.arena.thinking import Thinking, Thought
from infoset_games.choices import resolve, write_decision
from infoset_games.clocks import Clock as TimeControl
from infoset_games.core import IllegalActionError, Result
from infoset_games.notices import Closed, TimedOut, Told
from infoset_protocol.messages import read_client_message, read_server_message

logger = logging.getLogger(__name__)

MAX_TRIES: Final = 10  # lines that are no answer to one decision; then the fallback is played
LEAVE_S: Final = 15.0  # longer than the bridge needs to end any child


class ProgramSeat:
    """A child process, started for the match. Messages go in, acts come out.

    All waiting is done inside `ask` and `leave`, on the loop given.
    """

    def __init__(
        self,
        match: Match,
        argv: Sequence[str],
        mode: Mode,
        loop: asyncio.AbstractEventLoop,
        grace: Grace | None = None,
        clock: Clock = time.perf_counter,
        thinking: Thinking | None = None,
    ) -> None:
        """Without `thinking` the child's requests for compute are refused."""
        self._match = match
        self._thinking = thinking
        self._loop = loop
        self._clock = clock
        self._tries = 0
        self._is_given_up = False  # the open decision: the child does not make it itself
        self._question: Question | None = None
        self._asked_s = 0.0
        self._answer: asyncio.Future[Choice | None] | None = None
        self._start = write_match_start(match)
        self._bridge = BridgeSeat(
            match,
            make_dialect(mode, match, self._start),
            argv,
            self._hear,
            grace,
            on_complaint=self._try_failed,
        )
        self._play: asyncio.Task[None] | None = None
        self._own = Faults()

    @property
    def use(self) -> None:
        """A program keeps to itself what it uses."""
        return None

    @property
    def transcript(self) -> Sequence[str]:
        return ()

    @property
    def faults(self) -> Faults:
        """What went wrong so far, as the bridge and this seat saw it."""
        seen = self._bridge.faults
        return Faults(
            seen.wrong_answers + self._own.illegal,
            self._own.exceptions,
            seen.exceptions + self._own.crashes,
        )

    def start(self) -> None:
        self._play = self._loop.create_task(self._bridge.play())
        self._loop.run_until_complete(asyncio.sleep(0))  # it must be running before it is told
        self._take(self._start)

    def tell(self, told: Told) -> None:
        items = told.views.get(self._match.seat, [])
        self._take({"type": "events", **self._head(), "ver": told.ver, "items": items})

    def ask(self, question: Question) -> Reply:
        asked = question.asked
        self._question = question
        self._tries = 0
        self._is_given_up = False
        self._answer = self._loop.create_future()
        message: dict[str, Any] = {
            "type": "your_turn",
            **self._head(),
            "seat": asked.seat,
            "ver": question.ver,
            "decision": asked.number,
            **write_decision(question.game, question.state, asked.seat),
            "obs": question.write_observation(),
        }
        if question.deadline_ms is not None:
            message["deadline_ms"] = question.deadline_ms
        if question.banks_ms:
            message["clock"] = list(question.banks_ms)
        if self._thinking is not None:
            self._thinking.open(asked.number, lambda: message["obs"])
        self._asked_s = self._clock()
        self._take(message)
        choice = self._loop.run_until_complete(self._wait(question.limit_s))
        took_ms = (self._clock() - self._asked_s) * MILLI
        self._question = self._answer = None
        if self._thinking is not None:
            self._thinking.close()
        return Reply(choice, took_ms, self._is_given_up or self._bridge.is_deserted)

    def missed(self, notice: TimedOut | Closed) -> None:
        match notice:
            case TimedOut(seat, decision, applied, misses):
                self._take(
                    {"type": "timeout", **self._head(), "seat": seat, "decision": decision,
                     "applied": applied, "misses": misses}
                )  # fmt: skip
            case Closed(_, decision, why):
                self._take(
                    {"type": "turn_closed", **self._head(), "decision": decision, "why": why}
                )

    def over(self, reason: str, result: Result) -> None:
        self._take(
            {
                "type": "match_over",
                **self._head(),
                "reason": reason,
                "places": list(result.places),
                "scores": list(result.scores),
                "returns": list(result.returns),
            }
        )

    def leave(self) -> None:
        if self._play is None:
            return
        if self._bridge.result is None:  # the match was broken off
            self._play.cancel()
        self._loop.run_until_complete(asyncio.wait([self._play], timeout=LEAVE_S))
        if not self._play.cancelled():
            self._note_end(self._play)

    async def _wait(self, limit_s: float | None) -> Choice | None:
        """The answer; None where there is none within the limit or the child is gone for good."""
        assert self._answer is not None
        assert self._play is not None
        assert self._question is not None
        either: set[asyncio.Future[Any]] = {self._answer, self._play}
        await asyncio.wait(either, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        if self._answer.done():
            return self._answer.result()
        if self._play.done():
            self._note_end(self._play)
            self._is_given_up = True
            return self._question.fallback()
        return None

    def _note_end(self, play: asyncio.Task[None]) -> None:
        """The bridge has ended, by itself or because the program cannot be started."""
        error = play.exception() if play.done() else None
        if error is not None and self._own.crashes == 0:
            self._own.crashes += 1
            logger.error("%s: %s", self._bridge, reason_of(error))

    async def _hear(self, plain: Mapping[str, Any]) -> asking.Reply:
        """Takes what the child sends as a server would. Raises RequestError where one would refuse."""
        request = read_client_message(dict(plain))
        if isinstance(request, Thought) and self._thinking is not None:
            return asking.Reply(self._thinking.answer(request), arrival=0)
        if plain["type"] != "act":
            raise RequestError("unsupported", f"the local arena answers no {plain['type']!r}")
        question, answer = self._question, self._answer
        if (
            question is None
            or answer is None
            or answer.done()
            or plain.get("decision") != question.asked.number
        ):
            raise RequestError("stale_decision", "that decision is not open")
        choice = read_choice(plain)
        try:
            verify(question, choice)
        except IllegalActionError as error:
            self._own.illegal += 1
            self._try_failed()
            raise RequestError("illegal_action", str(error)) from None
        self._note_fallback(plain.get("note"))
        answer.set_result(choice)
        took_ms = int((self._clock() - self._asked_s) * MILLI)
        accepted = {"decision": question.asked.number, "elapsed_ms": took_ms}
        return asking.Reply({"type": "act_ok", **self._head(), **accepted}, arrival=0)

    def _note_fallback(self, note: str | None) -> None:
        """An SDK that plays the fallback for its bot says so, and why, in the note of the act."""
        if note is None or not note.startswith(NOT_DECIDED) or self._bridge.is_deserted:
            return  # of a program that is gone, the bridge says so itself, and has counted it
        self._is_given_up = True
        why = note.removeprefix(NOT_DECIDED)
        logger.warning("%s: the fallback is played: %s", self._bridge, clean(why))
        if why == WRONG_ANSWER:
            self._own.illegal += 1
        elif why != ILLEGAL:  # which was counted when it was refused
            self._own.exceptions += 1

    def _try_failed(self) -> None:
        """Something came that is no answer; after too much of it the decision is closed."""
        self._tries += 1
        question, answer = self._question, self._answer
        if question is None or answer is None or answer.done() or self._tries < MAX_TRIES:
            return
        number = question.asked.number
        self._take({"type": "turn_closed", **self._head(), "decision": number, "why": "withdrawn"})
        self._is_given_up = True
        answer.set_result(question.fallback())

    def _head(self) -> dict[str, Any]:
        return {"match_id": self._match.match_id}

    def _take(self, plain: dict[str, Any]) -> None:
        self._bridge.take(Incoming(plain, read_server_message(plain)))


def make_dialect(mode: Mode, match: Match, start: Mapping[str, Any]) -> Dialect:
    """The way of talking that `mode` names."""
    return JsonLines(match, start) if mode == "json" else Words(match, None)


def read_choice(plain: Mapping[str, Any]) -> Choice:
    """The choice in an act, which the bridge has checked for its form."""
    picks = plain.get("picks")
    return Choice(plain.get("index"), None if picks is None else tuple(picks), plain.get("action"))


def verify(question: Question, choice: Choice) -> None:
    """Raises IllegalActionError with the reason if the choice is not legal."""
    resolve(
        question.game,
        question.state,
        question.asked.seat,
        index=choice.index,
        picks=choice.picks,
        action=choice.action,
    )


def write_clock(clock: TimeControl) -> dict[str, Any]:
    """A time control as it stands in `match_start`."""
    values = {name: getattr(clock, name) for name in ("move_ms", "main_ms", "inc_ms", "first_ms")}
    return {"kind": clock.kind} | {name: value for name, value in values.items() if value}


def write_match_start(match: Match) -> dict[str, Any]:
    """The first message of a match."""
    consts = dict(match.consts)
    text = json.dumps(consts, sort_keys=True, separators=(",", ":"))
    return {
        "type": "match_start",
        "match_id": match.match_id,
        "game": match.game,
        "rules": match.rules,
        "role": "player",
        "seat": match.seat,
        "view": "seat",
        "players": [
            {"seat": player.seat, "kind": "bot", "name": player.name} for player in match.players
        ],
        "options": dict(match.options),
        "clock": dict(match.clock),
        "consts_hash": hashlib.sha256(text.encode()).hexdigest()[:16],
        "consts": consts,
        **({"compute": dict(match.compute)} if match.compute else {}),
    }


def reason_of(error: BaseException) -> str:
    """The first failure in a group of groups: one sentence is enough."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) if isinstance(error, CommandError) else f"{type(error).__name__}: {error}"
