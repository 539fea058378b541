"""What the matches of an experiment say: tables, differences, tests, distributions. Pure.

A *unit* is what is independent of all else: a deal with its whole block of matches where the plan
plays equal deals, else a match.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from infoset_bots.lab.arena.intervals import (
    CONFIDENCE,
    Estimate,
    is_apart,
    least_possible,
    mean_interval,
    mean_of_more,
    unit_means,
    wilson,
)
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.arena.record import Record, rounds_to
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.arena.store import ordered
from infoset_bots.lab.arena.summary import Row, Summary, summarize
from infoset_bots.lab.experiments.chisquare import ChiSquare, compare_rates
from infoset_bots.lab.experiments.setup import TURNS, Published, Setup, seating_of
from infoset_games.core import Json

FORMAT: Final = 1  # of the JSON form; another number is not read
EVERYBODY: Final = "all bots"
MIN_BATCHES: Final = 4  # fewer show no spread

Unit = Sequence[Record]


@dataclass(frozen=True)
class Test:
    """One chi-square test and the question it answers; no result where there were too few matches."""

    question: str
    categories: list[str]
    result: ChiSquare | None


@dataclass(frozen=True)
class Contrast:
    """Two bots of the same matches: the first less the second, the mean over its seats each.

    The intervals of all contrasts of one experiment hold together with 95 % (Bonferroni). A better
    bot has the lower place. `points` is None where not every match has scores.
    """

    first: str
    second: str
    place: Estimate
    points: Estimate | None


@dataclass(frozen=True)
class Spread:
    """How often each value came up, as [value, times] in ascending order, and their mean."""

    mean: Estimate
    times: list[tuple[float, int]]

    def quantile(self, share: float) -> float:
        """The least value that `share` of all do not exceed."""
        wanted = share * sum(times for _, times in self.times)
        seen = 0
        for value, times in self.times:
            seen += times
            if seen >= wanted:
                return value
        return self.times[-1][0]


@dataclass(frozen=True)
class Batch:
    """A run of matches as long as the published experiment: what that would have reported.

    `shares` are the parts of the matches that each bot won, `sittings` how often it sat on each seat.
    """

    matches: int
    shares: dict[str, Estimate]
    sittings: dict[str, list[int]]


@dataclass(frozen=True)
class Beside:
    """A published figure of the first bot and ours. `agrees` allows for the luck of both."""

    figure: str
    published: Estimate
    here: Estimate
    agrees: bool


@dataclass(frozen=True)
class Analysis:
    """Everything that is reported of one experiment.

    `bots` says what stands behind each label. `summary` is the arena's: by bot, and by bot and seat;
    `seats` are the same figures for all bots together. `undecided` matches have no single winner and
    are left out of the tests. `batches` is empty except in a long legacy run. `turns` are rounds to
    the points that win, by bot, for games that have such points (statistics/series.py). `beside`
    compares with what was published, of `published_games`. With `in_turn` every match has a deal of its
    own and the seatings take turns.
    """

    game: str
    rules: str
    options: dict[str, Json]
    experiment: str
    title: str
    legacy: bool
    seed: str
    block: int
    bots: dict[str, str]
    summary: Summary
    seats: list[Row]
    contrasts: list[Contrast]
    tests: list[Test]
    undecided: int
    rounds: Spread | None
    points: dict[str, Spread]
    batches: list[Batch]
    in_turn: bool = False
    turns: dict[str, Estimate] = field(default_factory=dict)
    published_games: int = 0
    beside: list[Beside] = field(default_factory=list)
    format: int = FORMAT


def analyse(setup: Setup, plan: Plan, records: Iterable[Record]) -> Analysis:
    """The analysis of a plan's results, in whatever order they came."""
    results = ordered(records)
    block = Schedule(plan, plan.make_game().seats).block
    units = whole_units(results, block)
    whole = [record for unit in units for record in unit]
    summary = summarize(results, plan.labels, by_deal=plan.duplicate)
    target = plan.options.get("target")
    turns = {
        label: found
        for label in plan.labels
        if isinstance(target, int) and (found := turns_of(units, label, target))
    }
    return Analysis(
        game=plan.game,
        rules=plan.rules,
        options=dict(plan.options),
        experiment=setup.key,
        title=setup.title,
        legacy=setup.is_legacy(plan),
        seed=plan.seed,
        block=block,
        bots={label: plan.find(label).spec for label in plan.labels},
        summary=summary,
        seats=seat_rows(results, by_deal=plan.duplicate),
        contrasts=contrasts(units, plan.labels),
        tests=chi_square_tests(units, plan.labels),
        undecided=sum(winner_of(record) is None for record in whole),
        rounds=spread(units, rounds_of),
        points={label: made for label in plan.labels if (made := points_spread(units, label))},
        batches=batches_of(results, plan, setup),
        in_turn=seating_of(plan) == TURNS,
        turns={label: mean_interval(values, least=0) for label, values in turns.items()},
        published_games=setup.published.games if setup.published else 0,
        beside=beside(setup.published, units, summary.bots[0], turns) if summary.bots else [],
    )


def whole_units(results: Sequence[Record], block: int) -> list[Unit]:
    """The matches by deal, of those deals whose every match was played and counts."""
    deals: dict[int, list[Record]] = defaultdict(list)
    for record in results:
        if record.is_counted:
            deals[record.deal].append(record)
    return [deal for deal in deals.values() if len(deal) == block]


def seat_rows(results: Sequence[Record], *, by_deal: bool) -> list[Row]:
    """The table by seat, for all bots together."""
    anybody = [replace(record, bots=[EVERYBODY] * len(record.bots)) for record in results]
    return summarize(anybody, [EVERYBODY], by_deal=by_deal).seats


def winner_of(record: Record) -> int | None:
    """The seat that won alone."""
    return record.places.index(1) if record.places.count(1) == 1 else None


def chi_square_tests(units: Sequence[Unit], labels: Sequence[str]) -> list[Test]:
    """Does the bot matter, does the seat, and does the seat to each bot?"""
    seats = len(units[0][0].bots) if units else 0
    names = [f"seat {seat}" for seat in range(seats)]
    tests = [rate_test("all seats win alike", names, units, lambda bot, seat: seat)]
    if len(labels) == 1:
        return tests
    column = {label: number for number, label in enumerate(labels)}
    by_bot = rate_test("all bots win alike", labels, units, lambda bot, seat: column[bot])
    own = [
        rate_test(f"{label} wins alike on all seats", names, units, only(label)) for label in labels
    ]
    return [by_bot, *tests, *own]


Sort = Callable[[str, int], int | None]


def only(label: str) -> Sort:
    """Sorts one bot's sittings by seat and leaves out all others."""
    return lambda bot, seat: seat if bot == label else None


def rate_test(question: str, categories: Sequence[str], units: Sequence[Unit], sort: Sort) -> Test:
    """Tests wins per sitting between categories; `sort` gives the category of a bot on a seat."""
    wins, chances = [], []
    for unit in units:
        won, had = [0.0] * len(categories), [0.0] * len(categories)
        for record in unit:
            winner = winner_of(record)
            if winner is None:
                continue
            for seat, bot in enumerate(record.bots):
                category = sort(bot, seat)
                if category is not None:
                    had[category] += 1
                    won[category] += seat == winner
        wins.append(won)
        chances.append(had)
    return Test(question, list(categories), compare_rates(wins, chances))


def contrasts(units: Sequence[Unit], labels: Sequence[str]) -> list[Contrast]:
    """Every pair of bots, the later named against the earlier."""
    pairs = [(late, early) for at, late in enumerate(labels) for early in labels[:at]]
    if not units or not pairs:
        return []
    confidence = 1 - (1 - CONFIDENCE) / len(pairs)
    scored = all(record.scores for unit in units for record in unit)
    farthest = len(units[0][0].bots) - 1  # places apart

    def compare(
        first: str,
        second: str,
        values: Callable[[Record], Sequence[float]],
        most: float = math.inf,
    ) -> Estimate:
        return mean_interval(
            [mean_of(unit, first, values) - mean_of(unit, second, values) for unit in units],
            confidence,
            least=-most,
            most=most,
        )

    return [
        Contrast(
            first,
            second,
            compare(first, second, lambda record: record.places, farthest),
            compare(first, second, lambda record: record.scores) if scored else None,
        )
        for first, second in pairs
    ]


def mean_of(unit: Unit, label: str, values: Callable[[Record], Sequence[float]]) -> float:
    """The mean of a bot's values over its seats in a unit."""
    own = [
        value
        for record in unit
        for bot, value in zip(record.bots, values(record), strict=True)
        if bot == label
    ]
    return sum(own) / len(own)


def rounds_of(record: Record) -> list[float]:
    """The length of a match, if its game counts rounds."""
    return [] if record.rounds is None else [float(record.rounds)]


def points_spread(units: Sequence[Unit], label: str) -> Spread | None:
    """The points of one bot."""
    return spread(
        units,
        lambda record: [
            score for bot, score in zip(record.bots, record.scores, strict=False) if bot == label
        ],
    )


def spread(units: Sequence[Unit], values: Callable[[Record], Sequence[float]]) -> Spread | None:
    """How a value spreads over all matches; its mean has one value per unit. None without values."""
    by_unit = [[value for record in unit for value in values(record)] for unit in units]
    counted: Mapping[float, int] = Counter(value for own in by_unit for value in own)
    if not counted:
        return None
    means = [sum(own) / len(own) for own in by_unit if own]
    return Spread(mean_interval(means, least=least_possible(counted)), sorted(counted.items()))


def turns_of(units: Sequence[Unit], label: str, target: int) -> list[float]:
    """The mean turns to win of a bot in each unit that tells them."""
    return unit_means(
        (number, found)
        for number, unit in enumerate(units)
        for record in unit
        for seat, bot in enumerate(record.bots)
        if bot == label and (found := rounds_to(target, record, seat)) is not None
    )


def beside(
    published: Published | None,
    units: Sequence[Unit],
    first: Row,
    turns: Mapping[str, Sequence[float]],
) -> list[Beside]:
    """The published figures of the first bot, each beside the one that was found."""
    if published is None:
        return []
    low, high = wilson(published.share, published.games)
    share = Estimate(published.share, low, high, published.games)
    compared = [Beside("win %", share, first.share, not is_apart(share, first.share))]
    points = [mean_of(unit, first.bot, lambda record: record.scores) for unit in units]
    for name, said, values in (
        ("points", published.points, points),
        ("turns to win", published.turns, turns.get(first.bot, [])),
    ):
        if values:
            compared.append(beside_mean(name, said, published.games, values))
    return compared


def beside_mean(name: str, said: float, games: int, values: Sequence[float]) -> Beside:
    """Compares a published mean: it agrees if the mean of as many of our games could be as far off."""
    further = mean_of_more(values, games, least=0)
    agrees = further.low is None or further.high is None or further.low <= said <= further.high
    return Beside(name, Estimate(said, None, None, games), mean_interval(values, least=0), agrees)


def batches_of(results: Sequence[Record], plan: Plan, setup: Setup) -> list[Batch]:
    """A long legacy run in pieces, each as long as the published experiment; a rest is left out."""
    if setup.legacy is None or not setup.is_legacy(plan):
        return []
    size = setup.legacy.games
    pieces = [results[at : at + size] for at in range(0, len(results) - size + 1, size)]
    if len(pieces) < MIN_BATCHES:
        return []
    return [make_batch(piece, plan.labels) for piece in pieces]


def make_batch(piece: Sequence[Record], labels: Sequence[str]) -> Batch:
    """One repetition."""
    rows = summarize(piece, labels, by_deal=False).bots
    columns = list(zip(*(record.bots for record in piece), strict=True))
    return Batch(
        matches=len(piece),
        shares={row.bot: row.share for row in rows},
        sittings={label: [column.count(label) for column in columns] for label in labels},
    )
