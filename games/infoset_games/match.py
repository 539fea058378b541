"""One play of a game from deal to result: who owes an action, whose clock runs, what each audience sees.

Pure: time and randomness are arguments, nothing is sent. Every method returns notices in the order
they must be told; bad input is a notice too, never an exception, and changes nothing but the count
of illegal tries. Whatever else changes a match is a `Step`: `redo` of its steps gives the same match.
"""

from collections.abc import Sequence
from typing import Final

from infoset_games.choices import resolve
from infoset_games.clocks import SeatClock
from infoset_games.core import CHANCE, IllegalActionError, Json, Result, State
from infoset_games.decision import Choice, Decision, Taken
from infoset_games.events import Event, views_of
from infoset_games.game import Game
from infoset_games.luck import LuckSource
from infoset_games.notices import (
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
from infoset_games.placing import place_with_leavers
from infoset_games.steps import (
    ABORT,
    ACT,
    BRANCH,
    FORGIVE,
    KINDS,
    LEAVE,
    MISS,
    REPLACE,
    START,
    UNDO,
    RecordError,
    Step,
)
from infoset_games.terms import Terms

UNDONE: Final = "undone"  # the event that tells of a step taken back
BRANCHED: Final = "branched"  # the event that tells that from here another match is played anew
MOST_UNDONE: Final = 64  # steps in a row that can be taken back


class Match:
    """The authoritative play. Owned by one room; everything that leaves it is a notice or a view.

    Every view gets exactly one `Told` per state change, also an empty one, so `ver` is the same
    number for everybody and tells nothing; decisions are numbered per seat.
    """

    def __init__(self, game: Game, terms: Terms, seed: str, deal: Json = None) -> None:
        """Deals from `seed`, or as `deal` says. Raises ValueError for a bad deal.

        Each draw of chance and each random fallback has a stream of its own, named and not continued: equal
        seeds bring equal luck however the seats play, and a match that was restored draws what it would have
        drawn.
        """
        self.game = game
        self.terms = terms
        self.seed = seed
        self._luck = LuckSource(seed)
        self.deal = game.deal(self._luck.deal()) if deal is None else deal
        self.state: State = game.start(self.deal)
        self.steps: list[Step] = []  # with the deal: the record
        self.log: list[
            dict[int, int]
        ] = []  # joint actions, chance included: with the deal, the replay
        self.ver = 0
        self.open: dict[int, Decision] = {}
        self.over: Ended | None = None
        self.timeouts = [0] * game.seats
        self.illegal = [0] * game.seats
        self._chances = 0
        self._redrawn = 0  # how much of the last step's chance has happened
        self._is_redo = False
        self._asked = [0] * game.seats
        self._missed_in_row = [0] * game.seats
        self._held_ms = [0] * game.seats  # before this, the seat's clock stands still
        self._clocks = [SeatClock(terms.clock_of(seat), terms.lag) for seat in range(game.seats)]
        self._leavers: list[int] = []
        self._closed: dict[
            int, tuple[Decision, State]
        ] = {}  # by seat: the last one, and its position
        self._taken: list[Taken] = []  # the newest plies, all of one seat, oldest first
        self._undone = 0  # plies taken back
        self.taken_over = 0  # plies of another match, from which this one goes on
        self._untold: list[Notice] = []  # of decisions missed while other seats still decide
        self._observed: dict[int | None, dict[str, Json]] = {}

    # What the owner calls.

    def start(self, now_ms: int) -> list[Notice]:
        """Plays the opening chance plies and asks the first seats."""
        return self._run(Step(START), now_ms)

    def begin_with(self, steps: Sequence[Step], now_ms: int) -> list[Notice]:
        """Begins with the steps of another match, as far as they go, and is played anew from there.

        The deal must be one under which they lead there (`Game.deal_anew`). Clocks and misses count from here.
        Raises RecordError where the steps do not fit, or lead to the end.
        """
        for step in steps:
            self.redo(step, now_ms)
        branch = Step(BRANCH)
        self._verify(branch)
        return self._run(branch, now_ms)

    def redo(self, step: Step, now_ms: int) -> list[Notice]:
        """Takes a recorded step, the next after those taken. Raises RecordError, then do not go on.

        Decisions that stay open were opened `now_ms`: nobody is charged for the time in between.
        """
        self._is_redo = True
        try:
            self._verify(step)
            notices = self._run(step, now_ms)
            if self._redrawn < len(step.chance):
                raise RecordError(f"step {len(self.steps)}: more chance than the rules ask for")
        finally:
            self._is_redo = False
        return notices

    def submit(
        self,
        seat: int,
        decision: int,
        choice: Choice,
        now_ms: int,
        replace: bool = False,
        may_repeat: bool = False,
    ) -> list[Notice]:
        """`seat` answers `decision`. Refusals are the first and only notice, but for a third illegal try.

        `may_repeat` is for who cannot know whether the seat's last answer arrived: sent again it is
        accepted again, and changes nothing.
        """
        asked = self.open.get(seat)
        if asked is None or asked.number != decision:
            if may_repeat and self._is_repeated(seat, decision, choice):
                return [self._closed[seat][0].accepted(is_sealed=False)]
            return [Stale(seat, decision, self._open_numbers(seat))]
        try:
            action = self._resolve(self.state, seat, choice)
        except IllegalActionError as refusal:
            return self._refuse(asked, str(refusal), now_ms)
        if asked.sealed is not None and not replace:
            if asked.sealed == action:
                return [asked.accepted(is_sealed=True)]
            return [AlreadySealed(seat, decision)]
        if asked.sealed is not None:
            return self._run(Step(REPLACE, seat, decision, action), now_ms)
        return self._run(self._booked(ACT, asked, action, now_ms), now_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Closes every decision whose deadline has passed. Call it at `next_deadline_ms` or later."""
        notices: list[Notice] = []
        for asked in list(self.open.values()):
            deadline = asked.deadline_ms()
            if deadline is None or deadline > now_ms or asked.sealed is not None:
                continue
            if self.open.get(asked.seat) is asked:
                notices += self._give_up(asked, now_ms)
        return notices

    def forfeit(self, seat: int, reason: str, now_ms: int) -> list[Notice]:
        """`seat` gives up (`forfeit` or `resign`): fallbacks are played for it and it ends behind all others."""
        if self.over is not None or seat in self._leavers:
            return []
        return self._run(Step(LEAVE, seat, reason=reason), now_ms)

    def undo(self, seat: int, now_ms: int) -> list[Notice]:
        """`seat` takes back its `undoable` decision, which is then asked anew under another number.

        What is open now is withdrawn. The time that the seat has used by now stays used: where none would be left,
        nothing changes and there are no notices. Whether others had to agree is for the caller to know.
        """
        again = self._taken[-1].asked
        asked = self.open.get(seat)
        elapsed = again.elapsed_ms + (0 if asked is None else asked.elapsed_by(now_ms))
        if again.budget_ms is not None and elapsed >= again.budget_ms:
            return []
        return self._run(Step(UNDO, seat, again.number, elapsed_ms=elapsed), now_ms)

    def forgive(self, seat: int) -> None:
        """Somebody else decides for `seat` from now on: misses in a row count anew."""
        self._run(Step(FORGIVE, seat), 0)

    def credit(self, seat: int, ms: int, now_ms: int) -> None:
        """Gives back time that `seat` has lost through no fault of its own, at most all it has used."""
        asked = self.open.get(seat)
        if asked is not None and asked.sealed is None:
            asked.opened_ms = min(now_ms, asked.opened_ms + ms)

    def start_clock(self, seat: int, now_ms: int) -> None:
        """The question leaves for `seat` only now: what lay between is not the seat's time."""
        asked = self.open.get(seat)
        if asked is not None and asked.sealed is None:
            asked.opened_ms = max(asked.opened_ms, now_ms)

    def go_on_from(self, seat: int, decision: int, used_ms: int) -> None:
        """`seat` had used so much of its open decision when the match was interrupted."""
        asked = self.open.get(seat)
        if asked is not None and asked.number == decision and asked.sealed is None:
            asked.opened_ms -= used_ms

    def is_costly(self, seat: int, now_ms: int) -> bool:
        """Would it matter for what `seat` pays now how slow its network is? Then `note_lag` first."""
        asked = self.open.get(seat)
        return asked is not None and self._clocks[seat].is_costly(asked.elapsed_by(now_ms))

    def note_lag(self, seat: int, typical_ms: int, worst_ms: int) -> None:
        """What a round trip to `seat` takes usually, and what one answer may take."""
        clock = self._clocks[seat]
        clock.typical_ms, clock.worst_ms = typical_ms, worst_ms
        asked = self.open.get(seat)
        if asked is not None:
            asked.patience_ms = clock.patience_ms()

    def hold(self, seat: int, until_ms: int) -> None:
        """The clock of `seat` stands still until then, or until `release`: it cannot be here yet."""
        self._held_ms[seat] = until_ms
        asked = self.open.get(seat)
        if asked is not None and asked.sealed is None:
            asked.opened_ms = max(asked.opened_ms, until_ms)

    def release(self, seat: int, now_ms: int) -> None:
        """`seat` is here: its clock runs."""
        if self._held_ms[seat] > now_ms:
            self._held_ms[seat] = now_ms
            self.credit(seat, 0, now_ms)

    def abort(self, ending: str) -> list[Notice]:
        """Ends the match without a winner: everybody shares the first place."""
        if self.over is not None:
            return []
        return self._run(Step(ABORT, reason=ending), 0)

    # What the owner may ask.

    def next_deadline_ms(self) -> int | None:
        """The earliest deadline of an unanswered decision, or None."""
        earliest: int | None = None
        for asked in self.open.values():
            deadline = asked.deadline_ms()
            if asked.sealed is None and deadline is not None:
                earliest = deadline if earliest is None else min(earliest, deadline)
        return earliest

    def unanswered(self) -> dict[int, int]:
        """The numbers of the open decisions that have no answer, by seat."""
        return {seat: asked.number for seat, asked in self.open.items() if asked.sealed is None}

    def observation(self, seat: int | None) -> dict[str, Json]:
        """What `seat` (None = spectators) knows now, as plain values; one object per ply, do not change it."""
        observed = self._observed.get(seat)
        if observed is None:
            observed = self.game.write_observation(self.state.observe(seat))
            self._observed[seat] = observed
        return observed

    def banks_ms(self, seat: int | None = None) -> list[int] | None:
        """The time left in each bank as `seat` (None = spectators) may know it, or None without banks.

        Until all who were asked have chosen, their banks are those of the question: a bank that has
        been charged would tell that its seat has chosen, and how soon. A seat is told its own as it is.
        """
        if self.terms.clock.kind != "bank":
            return None
        banks = [clock.bank_ms for clock in self._clocks]
        for other, asked in self.open.items():
            if other != seat:
                banks[other] = asked.bank_ms
        return banks

    def has_left(self, seat: int) -> bool:
        """Has `seat` forfeited or resigned?"""
        return seat in self._leavers

    def undoable(self, seat: int) -> int | None:
        """The number of the decision that `seat` could take back now, or None.

        The newest ply must be its own choice, not a simultaneous one and not one that was played for it; nobody
        may have answered, and nobody may have learned anything hidden. `undo_asks` says whose consent it needs.
        """
        if not self._taken or self.over is not None or len(self.open) != 1:
            return None
        taken = self._taken[-1]
        asked = taken.asked
        if asked.seat != seat or seat in self._leavers:
            return None
        if taken.is_reversible is None:
            assert asked.sealed is not None
            taken.is_reversible = self.game.is_reversible(
                taken.before, seat, asked.sealed, self.state
            )
        return asked.number if taken.is_reversible else None

    def undo_asks(self, seat: int) -> list[int]:
        """Who has to agree before `seat` takes back what is `undoable`: nobody while it is still its turn."""
        if seat in self.open:
            return []
        return [
            other
            for other in range(self.game.seats)
            if other != seat and other not in self._leavers
        ]

    # Steps.

    def _run(self, step: Step, now_ms: int) -> list[Notice]:
        """Does what the step says, and what follows from it by rules and terms."""
        self.steps.append(step)
        self._redrawn = 0
        kind = step.kind
        if kind in (ACT, REPLACE):
            return self._take(step, now_ms)
        if kind == MISS:
            return self._miss(step, now_ms)
        if kind == UNDO:
            return self._take_back(step, now_ms)
        if kind == LEAVE:
            return self._leave(step.seat, step.reason, now_ms)
        if kind == FORGIVE:
            self._missed_in_row[step.seat] = 0
            return []
        if kind == ABORT:
            return self._abort(step.reason)
        if kind == BRANCH:
            return self._branch(now_ms)
        self._draw_chance()
        return self._go_on(now_ms)

    def _booked(self, kind: str, asked: Decision, action: int, now_ms: int) -> Step:
        """The step that closes a decision now, and what it costs."""
        elapsed = asked.elapsed_by(now_ms)
        forgiven = self._clocks[asked.seat].forgiven_ms(elapsed)
        charged = self._clocks[asked.seat].cost(elapsed, forgiven)
        return Step(
            kind,
            asked.seat,
            asked.number,
            action,
            elapsed_ms=elapsed,
            charged_ms=charged,
            forgiven_ms=forgiven,
            tries=asked.illegal,
        )

    def _verify(self, step: Step) -> None:
        """Raises RecordError where a recorded step cannot be the next one."""
        number = len(self.steps) + 1
        if step.kind not in KINDS:
            raise RecordError(f"step {number}: no kind of step: {step.kind!r}")
        if self.over is not None:
            raise RecordError(f"step {number}: the match is over")
        if (step.kind == START) != (number == 1):
            raise RecordError(f"step {number}: {START!r} is the first step and no other")
        if step.kind not in (START, BRANCH, ABORT) and not 0 <= step.seat < self.game.seats:
            raise RecordError(f"step {number}: seat {step.seat}: expected 0..{self.game.seats - 1}")
        if step.kind == LEAVE and step.seat in self._leavers:
            raise RecordError(f"step {number}: seat {step.seat} has left before")
        if step.kind in (ACT, REPLACE, MISS):
            self._verify_action(step, number)
        if step.kind == UNDO and self.undoable(step.seat) != step.decision:
            raise RecordError(
                f"step {number}: decision {step.decision} of seat {step.seat} cannot be taken back"
            )

    def _verify_action(self, step: Step, number: int) -> None:
        asked = self.open.get(step.seat)
        if asked is None or asked.number != step.decision:
            raise RecordError(
                f"step {number}: decision {step.decision} of seat {step.seat} is not open"
            )
        if (asked.sealed is not None) != (step.kind == REPLACE):
            raise RecordError(
                f"step {number}: {step.kind!r} of a decision that is {'not ' * (asked.sealed is None)}sealed"
            )
        try:
            self.state.verify(step.seat, step.action)
        except IllegalActionError as refusal:
            raise RecordError(f"step {number}: {refusal}") from None

    # The life of a decision.

    def _is_repeated(self, seat: int, decision: int, choice: Choice) -> bool:
        """Is this answer to a closed decision the one that closed it?"""
        if seat not in self._closed:
            return False
        asked, position = self._closed[seat]
        if asked.number != decision or not asked.is_own:
            return False
        try:
            return self._resolve(position, seat, choice) == asked.sealed
        except IllegalActionError:
            return False

    def _open_numbers(self, seat: int) -> tuple[int, ...]:
        asked = self.open.get(seat)
        return () if asked is None else (asked.number,)

    def _resolve(self, state: State, seat: int, choice: Choice) -> int:
        return resolve(
            self.game,
            state,
            seat,
            index=choice.index,
            picks=choice.picks,
            action=choice.action,
        )

    def _refuse(self, asked: Decision, why: str, now_ms: int) -> list[Notice]:
        self.illegal[asked.seat] += 1
        if asked.sealed is not None:  # the choice made before stands
            return [Refused(asked.seat, asked.number, why, self.terms.max_illegal - asked.illegal)]
        asked.illegal += 1
        left = self.terms.max_illegal - asked.illegal
        refused = Refused(asked.seat, asked.number, why, max(0, left))
        if left > 0:
            return [refused]
        return [refused, *self._give_up(asked, now_ms)]

    def _give_up(self, asked: Decision, now_ms: int) -> list[Notice]:
        """The seat has missed the decision."""
        if self.terms.on_timeout == "random":
            action = asked.space.draw(self._luck.miss(asked.seat, asked.number))
        else:
            action = asked.space.item(asked.fallback)
        return self._run(self._booked(MISS, asked, action, now_ms), now_ms)

    def _miss(self, step: Step, now_ms: int) -> list[Notice]:
        seat = step.seat
        asked = self.open[seat]
        if self._is_redo:
            self.illegal[seat] += step.tries
        self.timeouts[seat] += 1
        self._missed_in_row[seat] += 1
        misses = self._missed_in_row[seat]
        applied = self.terms.on_timeout
        lost = misses >= self.terms.max_timeouts
        leaves = applied == "forfeit" or (lost and self.terms.absent == "forfeit")
        self._untold.append(TimedOut(seat, asked.number, applied, misses))
        told = self._tell_if_last(asked)
        told.append(Closed(seat, asked.number, "timeout"))
        if leaves:
            return told + self._leave(seat, "forfeit", now_ms)
        if lost:
            self._untold.append(SeatLost(seat))
        self._book(asked, step)
        return told + self._resolve_if_complete(now_ms)

    def _tell_if_last(self, asked: Decision) -> list[Notice]:
        """What was missed, unless other seats still decide: they must not hear who is ready."""
        others = [other for other in self.open.values() if other is not asked]
        if all(other.sealed is not None for other in others):
            return self._tell_missed()
        return []

    def _tell_missed(self) -> list[Notice]:
        """What was missed, which everybody may hear now."""
        told, self._untold = self._untold, []
        return told

    def _take(self, step: Step, now_ms: int) -> list[Notice]:
        seat = step.seat
        asked = self.open[seat]
        self._missed_in_row[seat] = 0
        if self._is_redo:
            self.illegal[seat] += step.tries
        is_alone = len(self.open) == 1
        taken = Taken(asked, self.state, self._clocks[seat].marks())
        earlier, plies = self._taken, len(self.log)
        self._book(asked, step)
        asked.is_own = True
        accepted = asked.accepted(is_sealed=not is_alone)
        notices: list[Notice] = [accepted]
        notices += self._resolve_if_complete(now_ms)
        if is_alone and len(self.log) == plies + 1:  # neither chance nor anybody else has followed
            self._remember(earlier, taken)
        return notices

    def _remember(self, earlier: list[Taken], taken: Taken) -> None:
        """`taken` is the newest ply, and can be taken back before the `earlier` ones of its seat."""
        if earlier and earlier[-1].asked.seat == taken.asked.seat:
            self._taken = earlier[1 - MOST_UNDONE :]
        self._taken.append(taken)

    def _branch(self, now_ms: int) -> list[Notice]:
        """What is open is asked anew, on fresh clocks, of players who have missed nothing yet."""
        seats = self.game.seats
        self._clocks = [
            SeatClock(self.terms.clock_of(seat), self.terms.lag) for seat in range(seats)
        ]
        self.timeouts = [0] * seats
        self.illegal = [0] * seats
        self._missed_in_row = [0] * seats
        self._closed = {}
        self._taken = []
        self.taken_over = len(self.log)
        self._untold = []
        self.open = {}
        self.ver += 1
        told = Told(self.ver, views_of([Event(BRANCHED, {})], seats), is_undo=True)
        return [told, *self._go_on(now_ms)]

    def _take_back(self, step: Step, now_ms: int) -> list[Notice]:
        taken = self._taken.pop()
        closed = [Closed(asked.seat, asked.number, "withdrawn") for asked in self.open.values()]
        seat = taken.asked.seat
        self.state = taken.before
        self.log.pop()
        self._undone += 1
        self._observed.clear()
        self._closed.pop(seat, None)  # its answer, sent again, is not accepted again
        self._clocks[seat].go_back(taken.marks)
        self.ver += 1
        events = [Event(UNDONE, {"by": seat})]
        told = Told(self.ver, views_of(events, self.game.seats), is_undo=True)
        asked = self._go_on(now_ms)
        if seat in self.open:
            self.open[seat].used_ms = step.elapsed_ms
        return [*closed, told, *asked]

    def _book(self, asked: Decision, step: Step) -> None:
        """The choice is made and its time charged; of a choice made anew only the action counts."""
        if asked.sealed is None:
            asked.elapsed_ms = step.elapsed_ms
            asked.charged_ms = step.charged_ms
            asked.forgiven_ms = step.forgiven_ms
            self._clocks[asked.seat].book(step.charged_ms, step.forgiven_ms)
        asked.sealed = step.action

    def _leave(self, seat: int, reason: str, now_ms: int) -> list[Notice]:
        self._leavers.append(seat)
        if len(self._leavers) >= self.game.seats - 1:
            return self._end_early(reason)
        asked = self.open.get(seat)
        if asked is None or asked.sealed is not None:
            return []
        asked.sealed = asked.space.item(asked.fallback)
        closed = Closed(seat, asked.number, "withdrawn")
        return [closed, *self._resolve_if_complete(now_ms)]

    def _resolve_if_complete(self, now_ms: int) -> list[Notice]:
        complete: dict[int, int] = {}
        for seat, asked in self.open.items():
            if asked.sealed is None:
                return []
            complete[seat] = asked.sealed
        for seat, asked in self.open.items():
            self._closed[seat] = (asked, self.state)
        self.open = {}
        notices = self._tell_missed()
        notices.append(self._ply(complete))
        notices += self._go_on(now_ms)
        return notices

    # The life of a ply.

    def _ply(self, joint: dict[int, int]) -> Told:
        """Applies a joint action and the chance plies behind it: one state change, told once."""
        self._taken = []
        events = self._apply(joint) + self._draw_chance()
        self.ver += 1
        return Told(self.ver, views_of(events, self.game.seats))

    def _apply(self, joint: dict[int, int]) -> list[Event]:
        before = self.state
        self.state = before.copy()
        self.state.apply(joint)
        self.log.append(joint)
        self._observed.clear()
        return self.game.narrate(before, joint, self.state)

    def _draw_chance(self) -> list[Event]:
        events: list[Event] = []
        while self.state.mover() == CHANCE:
            events += self._apply({CHANCE: self._drawn()})
        return events

    def _drawn(self) -> int:
        """What chance brings next: drawn and recorded, or read from the record."""
        step = self.steps[-1]
        if not self._is_redo:
            stream = self._luck.chance(self._chances)
            step.chance = [*step.chance, int(self.state.sample_chance(stream))]
        elif self._redrawn == len(step.chance):
            raise RecordError(f"step {len(self.steps)}: less chance than the rules ask for")
        elif not self.state.legal(CHANCE).contains(step.chance[self._redrawn]):
            drawn = step.chance[self._redrawn]
            raise RecordError(f"step {len(self.steps)}: no such chance: {drawn}")
        self._redrawn += 1
        self._chances += 1
        return step.chance[self._redrawn - 1]

    def _go_on(self, now_ms: int) -> list[Notice]:
        """Asks whoever is to act next, playing for seats that left; or ends the match."""
        notices: list[Notice] = []
        while True:
            to_act = self.state.to_act()
            if not to_act:
                return notices + self._end_by_rules()
            if len(self.log) + self._undone >= self.terms.max_plies:
                return notices + self._abort("too_long")
            self.open = {seat: self._ask(seat, now_ms) for seat in to_act}
            left = [seat for seat in to_act if seat in self._leavers]
            for seat in left:
                self.open[seat].sealed = self.open[seat].space.item(self.open[seat].fallback)
            if len(left) < len(to_act):
                asked = [Asked(seat, self.open[seat].number) for seat in to_act if seat not in left]
                return notices + list(asked)
            joint = {seat: asked.sealed for seat, asked in self.open.items()}
            self.open = {}
            notices.append(self._ply({seat: a for seat, a in joint.items() if a is not None}))

    def _ask(self, seat: int, now_ms: int) -> Decision:
        self._asked[seat] += 1
        clock = self._clocks[seat]
        asked = Decision(
            seat=seat,
            number=self._asked[seat],
            kind=self.state.kind(seat),
            space=self.state.legal(seat),
            fallback=self.state.fallback(seat),
            opened_ms=max(now_ms, self._held_ms[seat]),
            budget_ms=clock.budget_ms(),
            grace_ms=self.terms.clock.grace_ms,
            bank_ms=clock.bank_ms,
        )
        asked.patience_ms = clock.patience_ms()
        return asked

    # The end.

    def _abort(self, ending: str) -> list[Notice]:
        """Ends without a winner, whatever the rules do: they may have failed halfway through a ply."""
        try:
            scores = self._scores()
        except Exception:  # noqa: BLE001  # a position that is half changed has none
            scores = (0.0,) * self.game.seats
        level = Result([1] * self.game.seats, scores, [0.0] * self.game.seats, ending)
        return self._end("aborted", level)

    def _end_by_rules(self) -> list[Notice]:
        result = self.state.result()
        assert result is not None, "the rules ask nobody but give no result"
        if self._leavers:
            result = place_with_leavers(result.places, result.scores, self._leavers, result.ending)
        return self._end("finished", result)

    def _end_early(self, reason: str) -> list[Notice]:
        level = [1] * self.game.seats
        return self._end(reason, place_with_leavers(level, self._scores(), self._leavers, reason))

    def _end(self, reason: str, result: Result) -> list[Notice]:
        closed: list[Notice] = [
            Closed(asked.seat, asked.number, "match_over")
            for asked in self.open.values()
            if asked.seat not in self._leavers
        ]
        self.open = {}
        self.over = Ended(reason, result)
        return [*self._tell_missed(), *closed, self.over]

    def _scores(self) -> tuple[float, ...]:
        return self.state.scores() or (0.0,) * self.game.seats
