"""From results to a table: a function of the results and nothing else, bit for bit. Reads and stores nothing.

A fit begins where an earlier one ended, because that saves most of the work; and a fit from another beginning
differs in the last bits. So where it begins is a function of the results, too: the fit of the first n outcomes
begins with that of the first m, where m is the last milestone below n. Milestones are fixed numbers, each a
tenth above the one before; they are also the points of the rating history.

Strengths have no zero of their own. Where there is no anchor they are measured from the mean of all that were
established at the last milestone, which keeps the rating it had there: so newcomers, however weak, move nobody.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Contestant, Field, Vector
from infoset_server.contests.ladder.rating.fit import Fit, fit
from infoset_server.contests.ladder.rating.outcomes import Outcome
from infoset_server.contests.ladder.rating.shown import chance_stronger, difference
from infoset_server.contests.ladder.rating.transitivity import Oddities, oddities_of
from infoset_server.contests.ladder.results import RawResult, points_of
from infoset_server.contests.ladder.tables import (
    COMPARED,
    MIDDLE,
    SCALE,
    RatingTable,
    RatingTerms,
    Row,
)

LEAST_STEP: Final = 10  # outcomes from one milestone to the next
SHARE: Final = 10  # ... or this part of those before
ESTABLISHED: Final = (
    30  # outcomes after which a strength belongs to those from whom all are measured
)
LEAST_ESTABLISHED: Final = 2


def milestones() -> Iterator[int]:
    """The numbers of outcomes at which fits are kept, ascending and without end."""
    milestone = LEAST_STEP
    while True:
        yield milestone
        milestone += max(LEAST_STEP, milestone // SHARE)


class TableCalculation:
    """The outcomes of a ladder in order, and the fits at its milestones."""

    def __init__(self, terms: RatingTerms) -> None:
        self._terms = terms
        self._annulled = frozenset(terms.annulled)
        self._outcomes: list[Outcome] = []
        self._met: list[tuple[RawResult, ...]] = []  # the matches of each
        self._counted: list[int] = []  # matches in the outcomes up to each
        self._known: list[int] = []  # contestants there are after each
        self._contestants: list[Contestant] = []
        self._places: dict[tuple[str, int], int] = {}  # of contestants, by entry and period
        self._periods: dict[str, int] = {}  # the newest of each entry
        self._meetings: dict[str, tuple[RawResult, ...]] = {}  # that are not over
        self._reached = 0  # the newest milestone with a fit
        self._unknowns: Vector = np.zeros(0)  # of that
        self._spread: float | None = None  # of that
        self._reference: tuple[int, ...] = ()  # contestants from whose mean all are measured
        self._height = 0.0  # the strength of that mean, as it is shown
        self._ahead = milestones()
        self._next = next(self._ahead)

    @property
    def outcomes(self) -> int:
        """How many there are."""
        return len(self._outcomes)

    def add(self, result: RawResult) -> None:
        """Takes in the next result."""
        if not result.counts or result.match_id in self._annulled:
            return
        met = (*self._meetings.pop(result.meeting, ()), result)
        if not result.ends_meeting:
            self._meetings[result.meeting] = met
            return
        if result.number <= self._terms.since:
            return
        pairs = zip(result.entries, result.people, strict=True)
        seated = tuple(
            self._contestant(entry, is_person, result.at_ms) for entry, is_person in pairs
        )
        self._outcomes.append(Outcome(seated, places_of(met)))
        self._met.append(met)
        self._counted.append((self._counted[-1] if self._counted else 0) + len(met))
        self._known.append(len(self._contestants))

    def due(self) -> list[RatingTable]:
        """The tables of all milestones that were reached since the last call."""
        tables = []
        while self._next <= self.outcomes:
            fitted = self._fit(self._next)
            self._reached = self._next
            self._unknowns, self._spread = fitted.unknowns, fitted.spread
            tables.append(self._table(self._next, fitted))
            self._establish(fitted)
            self._next = next(self._ahead)
        return tables

    def table(self) -> RatingTable:
        """The standings by all outcomes. Call `due` before."""
        assert self._next > self.outcomes, "the milestones come first"
        return self._table(self.outcomes, self._fit(self.outcomes))

    def _contestant(self, entry: str, is_person: bool, at_ms: int) -> int:
        """The position of a strength. That of a person goes from one period to the next, never back."""
        period = at_ms // self._terms.period_ms if is_person else 0
        last = self._periods.get(entry)
        period = period if last is None else max(period, last)
        key = entry, period
        if key not in self._places:
            self._places[key] = len(self._contestants)
            before = None if last is None else self._places[entry, last]
            bins = 1 if last is None else period - last
            anchor = self._terms.anchors.get(entry)
            self._contestants.append(Contestant(entry, before, bins, anchor))
            self._periods[entry] = period
        return self._places[key]

    def _fit(self, count: int) -> Fit:
        """The strengths by the first `count` outcomes, from the newest milestone on."""
        terms = self._terms
        known = self._known[count - 1] if count else 0
        contestants = Field(
            self._contestants[:known],
            terms.sizes,
            spread=terms.spread,
            seat_spread=terms.seat_spread,
            drift=terms.drift,
        )
        outcomes = self._outcomes[:count]
        return fit(contestants, outcomes, self._begin(contestants), self._spread)

    def _shown(self, fitted: Fit) -> Fit:
        """Measured from those who are established; as long as nobody is, from all."""
        if fitted.field.fixed.any():
            return fitted
        return fitted.measured_from(self._reference or range(fitted.field.size), self._height)

    def _establish(self, fitted: Fit) -> None:
        """From now on all are measured from those who have played enough, wherever they stand now."""
        played = Counter(
            one for outcome in self._outcomes[: self._reached] for one in outcome.contestants
        )
        established = [place for place in range(fitted.field.size) if played[place] >= ESTABLISHED]
        if len(established) >= LEAST_ESTABLISHED:
            self._height = float(self._shown(fitted).strengths[established].mean())
            self._reference = tuple(established)

    def _begin(self, contestants: Field) -> Vector | None:
        """Where to look first: the milestone's strengths; an entry that is new, where it was before, or in the middle."""
        if not self._reached:
            return None
        before = self._known[self._reached - 1]
        begin = contestants.start.copy()
        begin[:before] = self._unknowns[:before]
        for position in range(before, contestants.size):
            earlier = contestants.contestants[position].before
            if earlier is not None:
                begin[position] = begin[earlier]
        begin[contestants.size :] = self._unknowns[before:]
        return begin

    def _table(self, count: int, fitted: Fit) -> RatingTable:
        shown = self._shown(fitted)
        newest = {one.name: place for place, one in enumerate(shown.field.contestants)}
        outcomes = self._outcomes[:count]
        counters = _Tally()
        for outcome, met in zip(outcomes, self._met[:count], strict=True):
            counters.add(outcome, met)
        oddities = oddities_of(fitted, outcomes)
        sigmas = shown.sigmas
        rows = [
            Row(
                entry,
                MIDDLE + SCALE * float(shown.strengths[place]),
                SCALE * float(sigmas[place]),
                counters.games[entry],
                tuple(counters.places[entry]),
                counters.faults[entry],
                fit=oddities.chance(place),
            )
            for entry, place in newest.items()
        ]
        rows.sort(key=lambda row: (-row.low, row.entry))
        last = self._met[count - 1][-1] if count else None
        return RatingTable(
            count,
            self._counted[count - 1] if count else 0,
            0 if last is None else last.number,
            0 if last is None else last.at_ms,
            tuple(_with_differences(rows, fitted, newest)),
            {
                str(size): tuple(SCALE * float(one) for one in shown.seat_advantages(size))
                for size in sorted(set(self._terms.sizes))
            },
            _pairs([newest[row.entry] for row in rows[:COMPARED]], fitted, oddities),
            _newcomer(shown),
        )


def places_of(met: Sequence[RawResult]) -> tuple[int, ...]:
    """The places of a meeting, by seat of its last match: those of its match, or by the points of several."""
    last = met[-1]
    if len(met) == 1:
        return last.places
    points = points_of(met)
    made = [points[entry] for entry in last.entries]
    return tuple(1 + sum(other > mine for other in made) for mine in made)


class _Tally:
    """Counts by entry."""

    def __init__(self) -> None:
        self.games: dict[str, int] = {}
        self.places: dict[str, list[int]] = {}
        self.faults: dict[str, int] = {}

    def add(self, outcome: Outcome, met: Sequence[RawResult]) -> None:
        """One outcome, of these matches."""
        faulty = {
            entry
            for result in met
            for entry, fault in zip(result.entries, result.faults, strict=True)
            if fault
        }
        entries = met[-1].entries
        for entry, place in zip(entries, outcome.places, strict=True):
            self.games[entry] = self.games.get(entry, 0) + 1
            self.faults[entry] = self.faults.get(entry, 0) + (entry in faulty)
            places = self.places.setdefault(entry, [])
            places += [0] * (len(entries) - len(places))
            places[place - 1] += 1


def _with_differences(rows: Sequence[Row], fitted: Fit, newest: Mapping[str, int]) -> Iterator[Row]:
    """The rows, each but the last compared with the next."""
    for row, behind in pairwise(rows):
        pair = newest[row.entry], newest[behind.entry]
        sigma = SCALE * difference(fitted, *pair)[1]
        yield replace(row, above_next=chance_stronger(fitted, *pair), next_sigma=sigma)
    yield from rows[-1:]


def _pairs(
    places: Sequence[int], fitted: Fit, oddities: Oddities
) -> tuple[tuple[tuple[float, float | None], ...], ...]:
    """For each contestant and each before it: what is not known of their difference, and how odd their results are."""

    def pair(upper: int, lower: int) -> tuple[float, float | None]:
        odd = float(oddities.deviations[upper, lower])
        sigma = SCALE * difference(fitted, upper, lower)[1]
        return round(sigma, 1), None if math.isnan(odd) else round(odd, 1)

    return tuple(
        tuple(pair(upper, lower) for upper in places[:row]) for row, lower in enumerate(places)
    )


def _newcomer(shown: Fit) -> tuple[float, float]:
    """Rating and sigma of who has no results: about the mean of all."""
    if not shown.field.size:
        return MIDDLE, SCALE * shown.spread
    return MIDDLE + SCALE * float(shown.strengths.mean()), SCALE * shown.spread
