"""One match of a case: the client on a seat, simple players on the others, troubles in between.

Knows no connections: what it says goes to `say`, where it wants one cut or closed it asks its host.
"""

import asyncio
from collections import deque
from functools import partial
from typing import Any, Final

from infoset.conformance.cases import Trouble
from infoset.conformance.chapters import Chapter
from infoset.conformance.compute import Thinking
from infoset.conformance.differences import Differences
from infoset.conformance.findings import Outcome
from infoset.conformance.hearing import Hearer
from infoset.conformance.words import Message, Words
from infoset_games.clocks import Clock
from infoset_games.decision import Choice, Decision
from infoset_games.match import Match
from infoset_games.notices import (
    Accepted,
    AlreadySealed,
    Asked,
    Closed,
    Ended,
    Notice,
    Refused,
    SeatLost,
    Stale,
    TimedOut,
    Told,
)
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.terms import Terms
from infoset_protocol.errors import ErrorCode
from infoset_protocol.messages import Act, ClientMessage

RETURN_S: Final = 10.0  # a client that hangs up by itself may be back by then, or its program end, on a crowded machine, too
BUSY_MS: Final = 40  # the `retry_ms` of a refusal,
FIRST_BUSY_MS: Final = (
    400  # of the first one: whoever comes back at once does so before we are back, too
)
FROZEN_S: Final = 0.5  # a timer that is so late tells of the machine, not of the client
EARLY_MS: Final = 5  # a timer may be so much too early
PATIENT: Final = 10**6  # misses, tries: the judge counts them, not the rules of the match
WATCHED_PLIES: Final = 120
WATCHED_S: Final = 0.002  # between two plies of a match that is only looked at
MAX_ADVISED: Final = 5  # questions at which the owner of a seat waits for its assistant, if need be
MAX_TROUBLES: Final = 8  # of one match: more would only take time
REFUSALS: Final = {Trouble.BUSY: "busy", Trouble.LATER: "too_sunny"}
HANG_UPS: Final = frozenset({Trouble.DROP, Trouble.RESTART, Trouble.REPLACED})


class Table:
    """One match with one client; made by the host, which carries the client's requests here."""

    def __init__(
        self, outcome: Outcome, match_id: str, seed: str, patience_s: float, hearer: Hearer
    ) -> None:
        """`seed` decides deal, luck, the other players and where troubles strike."""
        case = outcome.case
        game = make_game(case.game)
        plies = case.plies if case.role == "player" else WATCHED_PLIES
        clock = self._clock(case.clock, case.trouble, patience_s)
        terms = Terms(clock=clock, max_timeouts=PATIENT, max_illegal=PATIENT, max_plies=plies)
        self.outcome: Final = outcome
        self.match_id: Final = match_id
        self.match: Final = Match(game, terms, seed)
        self.seat: Final = int(Rng(seed, "seat").below(game.seats))
        self.plays: Final = case.role == "player"
        viewer = None if case.role == "watcher" else self.seat
        role = {"player": "player", "watcher": "watcher", "assistant": "assist"}[case.role]
        self.words: Final = Words(match_id, self.match, role, viewer)
        self.thinking: Final = Thinking(self, hearer)
        self.differences: Final = Differences(outcome)
        self._is_helped = False  # an assistant has drawn or suggested something
        self._owner: asyncio.TimerHandle | None = (
            None  # plays the assisted seat, when it has waited
        )
        self.hearer: Final = hearer
        self._case: Final = case
        self._patience_s: Final = patience_s
        self._players = Rng(seed, "players")
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._due_s = 0.0
        self._skew_ms = 0  # we have let time pass to close a decision
        self._troubled = -1  # the last decision at which there was trouble
        self._troubles = 0
        self._questions = 0
        self._closed_by_us: set[int] = set()
        self._wait_until_ms = 0
        self._refused: object = None
        self._asked_seq = self._answered_seq = 0
        self._lagging = 0
        self._untold: deque[Notice] = deque()
        self._is_telling = False

    @staticmethod
    def _clock(clock: Clock, trouble: Trouble | None, patience_s: float) -> Clock:
        """A decision can only be closed early where there is a clock."""
        if trouble is Trouble.CLOSED and clock.kind == "none":
            return Clock("per_move", move_ms=int(patience_s * 1000))
        return clock

    @property
    def asked_seq_if_answered(self) -> int:
        """The `seq` of the question that was answered last: whoever answered has processed it."""
        return self._answered_seq

    def now_ms(self) -> int:
        """The clock of the match."""
        return int(self._loop.time() * 1000) + self._skew_ms

    # The life of the match.

    def start(self) -> None:
        """Deals and asks the first seats."""
        self.outcome.has_begun = True
        self.differences.judge_wish(self.hearer.has_delta)
        self.hearer.say(self.words.start())
        if not self.plays:
            self.hearer.say(self.words.snapshot(self.now_ms()))
        self._tell(self.match.start(self.now_ms()))

    def attach(self) -> None:
        """Tells the match to a client that has logged in anew."""
        self._answered_seq = 0  # of a session that is gone
        self.hearer.say(self.words.start())
        self._asked_seq = self._show_all()

    def _show_all(self, re: int | None = None) -> int:
        """Says `snapshot`; returns its `seq`."""
        self.differences.begin_anew()
        return self.hearer.say(self.words.snapshot(self.now_ms()), re)

    def abandon(self) -> None:
        """Ends the match without a result, because there is nothing more to learn from it."""
        if self.match.over is None:
            self._tell(self.match.abort("abandoned"))

    def wait_for_return(self) -> None:
        """The client has hung up by itself: it may come back, or its end tells why."""
        self._loop.call_later(RETURN_S, self._judge_absence)

    def _judge_absence(self) -> None:
        if self.match.over is None and not self.hearer.is_here:
            self.outcome.miss(
                "it hung up in the middle of the match", "to play to the end", Chapter.LEAVING
            )
            self.abandon()

    def open_decision(self) -> Decision | None:
        """What the seat has to decide now."""
        asked = self.match.open.get(self.seat)
        return None if asked is None or asked.sealed is not None else asked

    # What the client asks.

    def act(self, request: Act) -> None:
        """An answer of the client, right or wrong."""
        self.differences.judge_act(request.decision)
        if not self.plays:
            self._refuse_foreign(request)
        elif not self._is_trouble(request):
            self._take(request)

    def _refuse_foreign(self, request: Act) -> None:
        who = (
            "a watcher" if self._case.role == "watcher" else "an assistant without the right `act`"
        )
        code = ErrorCode.NOT_YOUR_SEAT if who == "a watcher" else ErrorCode.RIGHT_MISSING
        self.outcome.miss(f"{who} sent `act`", "nobody to act but the player", Chapter.ERROR_CODES)
        self.refuse(request, code, "you control no seat in this match", right="act")

    def _is_trouble(self, request: Act) -> bool:
        """Whether this act met with trouble instead of being taken."""
        asked = self.open_decision()
        if asked is None or asked.number != request.decision:
            return False
        if self.now_ms() + EARLY_MS < self._wait_until_ms:
            early = self._wait_until_ms - self.now_ms()
            self.outcome.miss(
                f"it repeated a refused request {early} ms too early",
                f"to wait for the `retry_ms` of {self._retry_ms}",
                Chapter.ERROR_CODES,
            )
        self._wait_until_ms = 0
        trouble = self._case.trouble
        if trouble is Trouble.ILLEGAL:
            return self._is_refused_again(request, asked)
        if trouble is None or trouble not in REFUSALS or not self._is_due(asked):
            return False
        self._note_trouble(asked)
        self._wait_until_ms = self.now_ms() + self._retry_ms
        self.refuse(request, REFUSALS[trouble], "not now", retry_ms=self._retry_ms)
        return True

    @property
    def _retry_ms(self) -> int:
        """Of the last refusal."""
        return FIRST_BUSY_MS if self._troubles == 1 else BUSY_MS

    def _is_refused_again(self, request: Act, asked: Decision) -> bool:
        """Refuses a choice that is not the fallback as illegal, and again if it comes again."""
        choice = (request.index, request.picks, request.action)
        if self._troubled == asked.number:
            if choice == self._refused:
                self.outcome.miss(
                    f"it sent the action that was refused again in decision {asked.number}",
                    "another action after `illegal_action`",
                )
                self.abandon()
                return True
            return False
        if not self._is_due(asked) or request.index == asked.fallback or asked.space.size < 2:
            return False
        self._note_trouble(asked)
        self._refused = choice
        self.refuse(request, "illegal_action", "refused by the case", why="not today", left=2)
        return True

    def _take(self, request: Act) -> None:
        choice = Choice(request.index, request.picks, request.action)
        notices = self.match.submit(
            self.seat,
            request.decision,
            choice,
            self.now_ms(),
            replace=bool(request.replace),
            may_repeat=self.hearer.is_back,
        )
        self.hearer.is_back = False
        match notices[0]:
            case Accepted():
                self.outcome.answered(request.note)
                self._answered_seq = self._asked_seq
                self.outcome.actions.append([request.decision, request.index, request.picks])
                if self._case.trouble is Trouble.LOSE_REPLY and self.is_due_now():
                    self._troubles += 1
                    self.hearer.hang_up(Trouble.LOSE_REPLY)
                self._confirm(notices[0], request)
                self._tell(notices[1:])
            case Stale(_, decision, still_open):
                self._judge_stale(decision)
                self.refuse(
                    request, "stale_decision", "the decision is closed", open=list(still_open)
                )
            case Refused(_, decision, why, left):
                self.outcome.miss(
                    f"illegal in decision {decision}: {why}", "a legal action", Chapter.DECIDING
                )
                self.refuse(request, "illegal_action", why, why=why, left=left)
            case AlreadySealed(_, decision):
                self.outcome.miss(
                    f"it answered decision {decision} again, differently, without `replace`",
                    "one answer to a decision",
                    Chapter.DECIDING,
                )
                self.refuse(request, "already_sealed", "a choice is sealed")
            case _:
                self._tell(notices)

    def _judge_stale(self, decision: int) -> None:
        if decision in self._closed_by_us:
            return
        last = self.outcome.actions[-1][0] if self.outcome.actions else 0
        if decision <= last:
            self.outcome.miss(
                f"it answered decision {decision} again",
                "one answer to a decision",
                Chapter.DECIDING,
            )
        else:
            self.outcome.miss(
                f"it answered decision {decision}, which was never asked",
                "the `decision` of the last `your_turn`",
                Chapter.DECIDING,
            )

    def _confirm(self, accepted: Accepted, request: Act) -> None:
        if request.id is None:
            return
        if self._case.trouble is Trouble.STRANGE_REPLY and self.is_due_now():
            self.hearer.say({"type": "noted", "mood": "good"}, request.id)
        else:
            self.hearer.say(self.words.act_ok(accepted), request.id)

    def refuse(
        self,
        request: ClientMessage,
        code: str,
        msg: str,
        retry_ms: int | None = None,
        **data: Any,
    ) -> None:
        """Says `error` about a request of this match."""
        plain: Message = {"type": "error", "code": str(code), "msg": msg}
        if retry_ms is not None:
            plain["retry_ms"] = retry_ms
        plain["match_id"] = self.match_id
        if isinstance(request, Act):
            plain["decision"] = request.decision
        if data:
            plain["data"] = data
        self.hearer.say(plain, request.id)

    def resign(self, request: ClientMessage) -> None:
        """The client gives up, which no case asks for."""
        self.outcome.miss("it resigned", "to play to the end", Chapter.END)
        if request.id is not None:
            self.hearer.say({"type": "ok"}, request.id)
        self._tell(self.match.forfeit(self.seat, "resign", self.now_ms()))

    def sync(self, request: ClientMessage) -> None:
        """The whole view again."""
        self._show_all(request.id)

    # What happens.

    def _tell(self, notices: list[Notice]) -> None:
        """Tells the client, judges what the clock says, and lets the others play until it is its turn."""
        self._untold.extend(notices)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._untold:
                self._tell_one(self._untold.popleft())
        finally:
            self._is_telling = False

    def _tell_one(self, notice: Notice) -> None:
        match notice:
            case Told():
                self._tell_events(notice)
            case Asked() if notice.seat == self.words.seat:
                self._ask(self.match.open[notice.seat])
            case Asked():
                self._let_play(notice.seat)
            case TimedOut() if notice.seat == self.words.seat:
                self._judge_miss(notice)
            case Closed(seat, decision, why) if seat == self.words.seat:
                self.hearer.say(self.words.turn_closed(decision, why))
            case Ended():
                self._end(notice)
            case TimedOut() | Closed() | SeatLost() | Accepted():
                pass
            case Stale() | AlreadySealed() | Refused():
                raise AssertionError(f"a player of the table was refused: {notice}")

    def _tell_events(self, told: Told) -> None:
        if self._case.trouble is Trouble.LAG:
            self._lagging += 1
            if self._lagging % 10 in (7, 8, 9):
                return  # left out, because the client is taken to be slow
            if self._lagging % 10 == 0 and self._lagging:
                lagged = {"type": "lagged", "dropped": 4, "match_id": self.match_id}
                self.hearer.say(lagged)
                self._show_all()
                return
        self.hearer.say(self.words.events(told, self.hearer.has_obs))

    def _ask(self, asked: Decision) -> None:
        self._questions += 1
        trouble = self._case.trouble
        question = self.words.your_turn(asked, self.now_ms())
        if self.plays and self.hearer.has_delta:
            is_gap = trouble is Trouble.GAP and self._is_due(asked)
            question = self.differences.shorten(question, is_gap)
        self._asked_seq = self.hearer.say(question)
        if not self.plays:
            self._let_play(asked.seat)
            return
        self._set_timer()
        if trouble is None or not self._is_due(asked):
            return
        if trouble in HANG_UPS:
            self._note_trouble(asked)
            self.hearer.hang_up(trouble)
        elif trouble is Trouble.CLOSED:
            self._note_trouble(asked)
            self._loop.call_soon(partial(self._close_early, asked))
        elif trouble is Trouble.GAP:
            self._note_trouble(asked)

    def _close_early(self, asked: Decision) -> None:
        """Lets the time of a decision pass at once; the fallback is played."""
        deadline = asked.deadline_ms()
        if self.match.open.get(asked.seat) is not asked or deadline is None:
            return
        self._closed_by_us.add(asked.number)
        self._skew_ms += max(0, deadline + 1 - self.now_ms())
        self._tell(self.match.tick(self.now_ms()))

    def _is_due(self, asked: Decision) -> bool:
        """Is it time for trouble, at this question?"""
        return asked.number != self._troubled and self.is_due_now()

    def is_new_trouble(self, asked: Decision) -> bool:
        """Notes that there is trouble at this question; False where there was before."""
        is_new = asked.number != self._troubled
        self._note_trouble(asked)
        return is_new

    def _note_trouble(self, asked: Decision) -> None:
        self._troubled = asked.number
        self._troubles += 1

    def is_due_now(self) -> bool:
        """Is it time for trouble, at the question that was asked last?"""
        return self._troubles < MAX_TROUBLES and self._questions % self._case.every == 0

    def _judge_miss(self, missed: TimedOut) -> None:
        self.hearer.say(self.words.timeout(missed))
        if missed.decision not in self._closed_by_us:
            self.outcome.miss(
                f"no answer to decision {missed.decision} in time",
                "an answer before the deadline",
                Chapter.NOT_ANSWERING,
            )

    def _let_play(self, seat: int) -> None:
        """Another seat answers at random: at once, or where somebody looks on, a moment later."""
        is_assisted = seat == self.seat and self._case.role == "assistant"
        if self.plays:
            self._play(seat)
        elif is_assisted and not self._is_helped and self._questions <= MAX_ADVISED:
            wait_s = self._patience_s / MAX_ADVISED
            self._owner = self._loop.call_later(wait_s, self._play, seat)
        else:
            self._loop.call_later(WATCHED_S, self._play, seat)

    def take_help(self) -> None:
        """The assistant has drawn or suggested something: its owner need not wait any longer."""
        self._is_helped = True
        if self._owner is not None:
            self._owner.cancel()
            self._owner = None
            self._loop.call_soon(self._play, self.seat)

    def _play(self, seat: int) -> None:
        asked = self.match.open.get(seat)
        if seat == self.seat:
            self._owner = None
        if self.match.over is None and asked is not None and asked.sealed is None:
            index = asked.space.index(asked.space.draw(self._players))
            self._tell(self.match.submit(seat, asked.number, Choice(index), self.now_ms()))

    def _end(self, ended: Ended) -> None:
        self._stop_timer()
        self._untold.clear()
        self.hearer.say(self.words.over(ended))
        self.outcome.is_over = True
        self.outcome.result = list(ended.result.places)
        if self._case.role == "assistant" and not self._is_helped:
            self.outcome.miss(
                "it neither drew nor suggested anything",
                "`overlay` or `suggest`",
                Chapter.ASSISTING,
            )
        if self._case.trouble is None:
            self.outcome.judge_fallbacks()
        self.thinking.judge()
        self.hearer.leave_table()

    # Time.

    def _set_timer(self) -> None:
        """Wakes us at the deadline, or when our patience ends."""
        self._stop_timer()
        deadline = self.match.next_deadline_ms()
        wait_s = self._patience_s
        if deadline is not None and self._case.clock.kind != "none":
            wait_s = min(wait_s, (deadline - self.now_ms()) / 1000)
        self._due_s = self._loop.time() + max(0.0, wait_s) + 0.001
        self._timer = self._loop.call_at(self._due_s, self._wake)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        asked = self.open_decision()
        if self.match.over is not None or asked is None or not self.plays:
            return
        if self._loop.time() - self._due_s > FROZEN_S:
            self._skew_ms -= int((self._loop.time() - self._due_s) * 1000)
            self._set_timer()  # the machine stood still, and perhaps the client with it
            return
        deadline = asked.deadline_ms()
        if deadline is not None and deadline <= self.now_ms():
            self._tell(self.match.tick(self.now_ms()))
            return
        if self.hearer.is_here:
            what = f"no answer to decision {asked.number} within {self._patience_s:g} s"
            self.outcome.miss(what, "an answer", Chapter.NOT_ANSWERING)
        else:
            what = f"it did not come back within {self._patience_s:g} s"
            self.outcome.miss(what, "a new connection and the same `auth`", Chapter.COMING_BACK)
        self.abandon()
