"""One play of a game from deal to result: who owes an action, whose clock runs, what each audience sees.

Pure: time and randomness are arguments, nothing is sent. Every method returns notices in the order
they must be told; bad input is a notice too, never an exception, and changes nothing but the count
of illegal tries.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, final

from infoset_games.choices import resolve
from infoset_games.clocks import Clock, SeatClock
from infoset_games.core import CHANCE, IllegalActionError, Json, Result, State
from infoset_games.events import Event, views_of
from infoset_games.game import Game
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
from infoset_games.placing import place_with_leavers
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

UNTIMED = Clock()
OnTimeout = Literal["fallback", "random", "forfeit"]
OnAbsence = Literal["takeover", "forfeit"]


@dataclass(frozen=True)
class Terms:
    """What the players agreed on besides the rules.

    `on_timeout` is played when a deadline passes; `max_timeouts` misses in a row lose the seat, which
    then goes to a bot (`takeover`) or forfeits; the `max_illegal`-th illegal try of one decision is a miss.
    A match longer than `max_plies` is aborted: not every game forbids to play on for ever.
    """

    clock: Clock = UNTIMED
    on_timeout: OnTimeout = "fallback"
    max_timeouts: int = 3
    absent: OnAbsence = "takeover"
    max_illegal: int = 3
    max_plies: int = 20_000


@final
class Choice:
    """One of three ways to name an action: position, one option per slot, or written form."""

    def __init__(
        self, index: int | None = None, picks: list[int] | None = None, action: Json = None
    ) -> None:
        self.index = index
        self.picks = picks
        self.action = action


@final
class Decision:
    """An open question to one seat. `number` counts that seat's own decisions from 1.

    `fallback` is an index in `space`; without `budget_ms` the question is untimed.
    """

    def __init__(
        self,
        seat: int,
        number: int,
        kind: str,
        space: ActionSpace,
        fallback: int,
        opened_ms: int,
        budget_ms: int | None,
        grace_ms: int,
    ) -> None:
        self.seat = seat
        self.number = number
        self.kind = kind
        self.space = space
        self.fallback = fallback
        self.opened_ms = opened_ms
        self.budget_ms = budget_ms
        self.grace_ms = grace_ms
        self.illegal = 0
        self.sealed: int | None = None  # action code
        self.charged_ms = 0

    def left_ms(self, now_ms: int) -> int | None:
        """Time left without the grace, or None when untimed."""
        if self.budget_ms is None:
            return None
        return max(0, self.opened_ms + self.budget_ms - now_ms)

    def deadline_ms(self) -> int | None:
        """When the decision is missed, grace included."""
        if self.budget_ms is None:
            return None
        return self.opened_ms + self.budget_ms + self.grace_ms


class Match:
    """The authoritative play. Owned by one room; everything that leaves it is a notice or a view.

    Every view gets exactly one `Told` per state change, also an empty one, so `ver` is the same
    number for everybody and tells nothing; decisions are numbered per seat.
    """

    def __init__(self, game: Game, terms: Terms, seed: str) -> None:
        """Deals from `seed`; the streams for deal, chance and random fallbacks are independent."""
        self.game = game
        self.terms = terms
        self.seed = seed
        self.deal = game.deal(Rng(seed, "deal"))
        self.state: State = game.start(self.deal)
        self.log: list[
            dict[int, int]
        ] = []  # joint actions, chance included: with the deal, the replay
        self.ver = 0
        self.open: dict[int, Decision] = {}
        self.over: Ended | None = None
        self.timeouts = [0] * game.seats
        self.illegal = [0] * game.seats
        self._chance = Rng(seed, "chance")
        self._random = Rng(seed, "timeout")
        self._asked = [0] * game.seats
        self._missed_in_row = [0] * game.seats
        self._clocks = [SeatClock(terms.clock) for _ in range(game.seats)]
        self._leavers: list[int] = []
        self._observed: dict[int | None, dict[str, Json]] = {}

    # What the owner calls.

    def start(self, now_ms: int) -> list[Notice]:
        """Plays the opening chance plies and asks the first seats."""
        self._draw_chance()
        return self._go_on(now_ms)

    def submit(
        self, seat: int, decision: int, choice: Choice, now_ms: int, replace: bool = False
    ) -> list[Notice]:
        """`seat` answers `decision`. Refusals are the first and only notice, but for a third illegal try."""
        asked = self.open.get(seat)
        if asked is None or asked.number != decision:
            return [Stale(seat, decision, self._open_numbers(seat))]
        try:
            action = self._resolve(seat, choice)
        except IllegalActionError as refusal:
            return self._refuse(asked, str(refusal), now_ms)
        if asked.sealed is not None and not replace:
            if asked.sealed == action:
                return [Accepted(seat, decision, asked.charged_ms, sealed=True)]
            return [AlreadySealed(seat, decision)]
        self._missed_in_row[seat] = 0
        return self._take(asked, action, now_ms)

    def tick(self, now_ms: int) -> list[Notice]:
        """Closes every decision whose deadline has passed. Call it at `next_deadline_ms` or later."""
        notices: list[Notice] = []
        for asked in list(self.open.values()):
            deadline = asked.deadline_ms()
            if deadline is None or deadline > now_ms or asked.sealed is not None:
                continue
            if self.open.get(asked.seat) is asked:
                notices += self._miss(asked, now_ms)
        return notices

    def forfeit(self, seat: int, reason: str, now_ms: int) -> list[Notice]:
        """`seat` gives up (`forfeit` or `resign`): fallbacks are played for it and it ends behind all others."""
        if self.over is not None or seat in self._leavers:
            return []
        self._leavers.append(seat)
        if len(self._leavers) >= self.game.seats - 1:
            return self._end_early(reason)
        asked = self.open.get(seat)
        if asked is None or asked.sealed is not None:
            return []
        closed = Closed(seat, asked.number, "withdrawn")
        return [closed, *self._seal(asked, asked.space.item(asked.fallback), now_ms)]

    def forgive(self, seat: int) -> None:
        """Somebody else decides for `seat` from now on: misses in a row count anew."""
        self._missed_in_row[seat] = 0

    def credit(self, seat: int, ms: int, now_ms: int) -> None:
        """Gives back time that `seat` has lost through no fault of its own, at most all it has used."""
        asked = self.open.get(seat)
        if asked is not None and asked.sealed is None:
            asked.opened_ms = min(now_ms, asked.opened_ms + ms)

    def abort(self, ending: str) -> list[Notice]:
        """Ends the match without a winner: everybody shares the first place."""
        if self.over is not None:
            return []
        level = Result([1] * self.game.seats, self._scores(), [0.0] * self.game.seats, ending)
        return self._end("aborted", level)

    # What the owner may ask.

    def next_deadline_ms(self) -> int | None:
        """The earliest deadline of an unanswered decision, or None."""
        earliest: int | None = None
        for asked in self.open.values():
            deadline = asked.deadline_ms()
            if asked.sealed is None and deadline is not None:
                earliest = deadline if earliest is None else min(earliest, deadline)
        return earliest

    def observation(self, seat: int | None) -> dict[str, Json]:
        """What `seat` (None = spectators) knows now, as plain values; one object per ply, do not change it."""
        observed = self._observed.get(seat)
        if observed is None:
            observed = self.game.write_observation(self.state.observe(seat))
            self._observed[seat] = observed
        return observed

    def banks_ms(self) -> list[int] | None:
        """The time left in each bank, or None without banks."""
        if self.terms.clock.kind != "bank":
            return None
        return [clock.bank_ms for clock in self._clocks]

    def has_left(self, seat: int) -> bool:
        """Has `seat` forfeited or resigned?"""
        return seat in self._leavers

    # The life of a decision.

    def _open_numbers(self, seat: int) -> tuple[int, ...]:
        asked = self.open.get(seat)
        return () if asked is None else (asked.number,)

    def _resolve(self, seat: int, choice: Choice) -> int:
        return resolve(
            self.game,
            self.state,
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
        return [refused, *self._miss(asked, now_ms)]

    def _miss(self, asked: Decision, now_ms: int) -> list[Notice]:
        seat = asked.seat
        self.timeouts[seat] += 1
        self._missed_in_row[seat] += 1
        misses = self._missed_in_row[seat]
        applied = self.terms.on_timeout
        told: list[Notice] = [
            TimedOut(seat, asked.number, applied, misses),
            Closed(seat, asked.number, "timeout"),
        ]
        lost = misses >= self.terms.max_timeouts
        if applied == "forfeit" or (lost and self.terms.absent == "forfeit"):
            return told + self.forfeit(seat, "forfeit", now_ms)
        if lost:
            told.append(SeatLost(seat))
        if applied == "random":
            action = asked.space.draw(self._random)
        else:
            action = asked.space.item(asked.fallback)
        return told + self._seal(asked, action, now_ms)

    def _take(self, asked: Decision, action: int, now_ms: int) -> list[Notice]:
        if asked.sealed is None:
            asked.charged_ms = self._clocks[asked.seat].charge(now_ms - asked.opened_ms)
        sealed = len(self.open) > 1
        accepted = Accepted(asked.seat, asked.number, asked.charged_ms, sealed)
        asked.sealed = action
        return [accepted, *self._resolve_if_complete(now_ms)]

    def _seal(self, asked: Decision, action: int, now_ms: int) -> list[Notice]:
        """Books an answer that is not the seat's own."""
        asked.charged_ms = self._clocks[asked.seat].charge(now_ms - asked.opened_ms)
        asked.sealed = action
        return self._resolve_if_complete(now_ms)

    def _resolve_if_complete(self, now_ms: int) -> list[Notice]:
        joint = {seat: asked.sealed for seat, asked in self.open.items()}
        complete = {seat: action for seat, action in joint.items() if action is not None}
        if len(complete) < len(joint):
            return []
        self.open = {}
        return [self._ply(complete), *self._go_on(now_ms)]

    # The life of a ply.

    def _ply(self, joint: dict[int, int]) -> Told:
        """Applies a joint action and the chance plies behind it: one state change, told once."""
        events = self._apply(joint) + self._draw_chance()
        self.ver += 1
        return Told(self.ver, views_of(events, self.game.seats))

    def _apply(self, joint: Mapping[int, int]) -> list[Event]:
        before = self.state.copy()
        self.state.apply(joint)
        self.log.append(dict(joint))
        self._observed.clear()
        return self.game.narrate(before, joint, self.state)

    def _draw_chance(self) -> list[Event]:
        events: list[Event] = []
        while self.state.mover() == CHANCE:
            events += self._apply({CHANCE: int(self.state.sample_chance(self._chance))})
        return events

    def _go_on(self, now_ms: int) -> list[Notice]:
        """Asks whoever is to act next, playing for seats that left; or ends the match."""
        notices: list[Notice] = []
        while True:
            to_act = self.state.to_act()
            if not to_act:
                return notices + self._end_by_rules()
            if len(self.log) >= self.terms.max_plies:
                return notices + self.abort("too_long")
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
        return Decision(
            seat=seat,
            number=self._asked[seat],
            kind=self.state.kind(seat),
            space=self.state.legal(seat),
            fallback=self.state.fallback(seat),
            opened_ms=now_ms,
            budget_ms=self._clocks[seat].budget_ms(),
            grace_ms=self.terms.clock.grace_ms,
        )

    # The end.

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
        return [*closed, self.over]

    def _scores(self) -> tuple[float, ...]:
        return self.state.scores() or (0.0,) * self.game.seats
