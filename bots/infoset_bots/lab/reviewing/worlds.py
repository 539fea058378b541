"""What looks into matches say of the worlds that a game draws: how often what was likely came true. Pure.

As long as the truth is a draw like the others, a fact whose values v were drawn c_v times in all, truth included, has the value v
in the truth with the chance c_v / sum(c). So on average *surprise* and the difference between *said* and *true* are 0 whatever the
number of worlds, and `left` is not above it. What players do shifts them: who plays what they hold holds what they have not played.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_bots.lab.arena.intervals import Estimate, mean_interval
from infoset_bots.lab.reviewing.blunders import grouped
from infoset_bots.lab.reviewing.sampling import Look, OpenFact, Sampling
from infoset_games.core import Json
from infoset_games.knowledge import What

FORMAT: Final = 1  # of the JSON form; another number is not read
BINS: Final = 10  # of chances
HALF: Final = 0.5  # what is added to a count, so that a value of which there is no other draw has a chance (Jeffreys)
RARE: Final = 10.0  # what comes less often than that, or stays away, has no interval that holds
PRIOR: Final = 2.0  # facts that are thought to have come as said, when weights are fitted

Seen = tuple[Look, OpenFact]
Name = tuple[What, int]


@dataclass(frozen=True)
class WorldRow:
    """Open facts of one kind: of all, about one `holder`, or in one `part` (0..3) of matches.

    `looks` are the decisions at which any was open, `facts` how many were. Of a fact on average: `bits` are what the
    worlds call unknown, `surprise` by how many bits more the truth surprises than that, and `left` how many bits worlds would
    win that had weights by what else came true in other matches: at least so much can be known of these players.
    `missed` is how often no world had what was true, `due` how often that had to be expected.
    """

    kind: str
    holder: str | None
    part: int | None
    looks: int
    facts: int
    bits: Estimate
    surprise: Estimate
    left: Estimate
    missed: int
    due: float


@dataclass(frozen=True)
class ChanceRow:
    """Facts of one kind that the worlds gave a chance from `low` to `high`: what was said, and came true.

    A fact is that a seat has at least one of something. `excess` is `true` less `said`, with its interval by matches where that
    many are enough for one.
    """

    kind: str
    low: float
    high: float
    facts: int
    said: float
    true: float
    excess: Estimate


@dataclass(frozen=True)
class ThingRow:
    """One thing that a seat may have at least one of: how often the worlds said so, and it was."""

    what: list[Json]
    facts: int
    said: float
    true: float
    excess: Estimate


@dataclass(frozen=True)
class WorldsReport:
    """Everything that is reported. `things` are those furthest from what was said first.

    `truth` is how many bits all facts take at a decision for whoever believes the worlds: the fewer, the better they are drawn.
    """

    game: str
    matches: int
    looks: int
    sampling: Sampling
    truth: Estimate | None  # None without looks
    kinds: list[WorldRow]
    holders: list[WorldRow]
    parts: list[WorldRow]
    chances: list[ChanceRow]
    things: list[ThingRow]
    format: int = FORMAT


def held_against_truth(
    game: str, matches: int, sampling: Sampling, looks: Sequence[Look]
) -> WorldsReport:
    """All figures of some looks."""
    seen = [(look, fact) for look in looks for fact in look.facts]

    def rows(key: Callable[[Seen], tuple[str, str | None, int | None]]) -> list[WorldRow]:
        groups = grouped(seen, key)
        order = sorted(groups, key=lambda one: (one[0], one[1] or "", one[2] or 0))
        return [make_row(*one, groups[one]) for one in order]

    return WorldsReport(
        game=game,
        matches=matches,
        looks=len(looks),
        sampling=sampling,
        truth=mean_of((look.unit, truth_of(look)) for look in looks) if looks else None,
        kinds=rows(lambda one: (kind_of(one[1]), None, None)),
        holders=rows(lambda one: (kind_of(one[1]), one[1].holder, None)),
        parts=rows(lambda one: (kind_of(one[1]), None, one[0].part)),
        chances=chance_rows(seen),
        things=sorted(thing_rows(seen), key=lambda row: errors_off(row.excess), reverse=True),
    )


def kind_of(fact: OpenFact) -> str:
    """The first word of its name."""
    return str(fact.what[0])


def make_row(kind: str, holder: str | None, part: int | None, seen: Sequence[Seen]) -> WorldRow:
    """The figures of a group."""
    return WorldRow(
        kind=kind,
        holder=holder,
        part=part,
        looks=len({(look.match, look.seat, look.decision) for look, _ in seen}),
        facts=len(seen),
        bits=mean_of((look.unit, expected_bits(fact)) for look, fact in seen),
        surprise=mean_of(
            (look.unit, bits_of(fact, fact.true) - expected_bits(fact)) for look, fact in seen
        ),
        left=mean_of(gains(seen)),
        missed=sum(fact.counts[fact.true] == 1 for _, fact in seen),
        due=math.fsum(
            share(fact, value) for _, fact in seen for value, n in fact.counts.items() if n == 1
        ),
    )


def mean_of(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean of all values, from the unit and the value of each, with its interval by units."""
    sums: dict[int, float] = defaultdict(float)
    count = 0
    for unit, value in values:
        sums[unit] += value
        count += 1
    return mean_interval([one * len(sums) / count for one in sums.values()])


# One fact.


def draws_of(fact: OpenFact) -> int:
    """How many worlds there were, and the truth."""
    return sum(fact.counts.values())


def share(fact: OpenFact, value: int) -> float:
    """The chance that the truth has this value, if it is a draw like the others."""
    return fact.counts[value] / draws_of(fact)


def bits_of(fact: OpenFact, value: int) -> float:
    """How much a draw with this value surprises whoever knows all other draws."""
    others = draws_of(fact) - 1 + HALF * len(fact.counts)
    return -math.log2((fact.counts[value] - HALF) / others)


def truth_of(look: Look) -> float:
    """How much all that was true surprises at a decision."""
    return math.fsum(bits_of(fact, fact.true) for fact in look.facts)


def expected_bits(fact: OpenFact) -> float:
    """How much a draw surprises on average."""
    return math.fsum(share(fact, value) * bits_of(fact, value) for value in fact.counts)


def chance_of_any(fact: OpenFact) -> float:
    """How likely it is that the seat has at least one."""
    return 1.0 - fact.counts.get(0, 0) / draws_of(fact)


# What is left to win.


def gains(seen: Sequence[Seen]) -> Iterable[tuple[int, float]]:
    """Of each fact its unit, and the bits that weights by what came true in all other units win."""
    said, true = counted(seen)
    for look, fact in seen:
        weights = {}
        for value in fact.counts:
            name = name_of(fact, value)
            weights[value] = weight_of(
                true.elsewhere(look.unit, name), said.elsewhere(look.unit, name)
            )
        whole = math.fsum(share(fact, value) * weight for value, weight in weights.items())
        yield look.unit, math.log2(weights[fact.true] / whole)


def learnt(looks: Sequence[Look]) -> dict[Name, float]:
    """By what a seat has and how many, the weight of that in a world by all these looks."""
    said, true = counted([(look, fact) for look in looks for fact in look.facts])
    return {name: weight_of(true.whole(name), came) for name, came in said.items()}


def weight_of(true: float, said: float) -> float:
    """What came true beside what was said."""
    return (true + PRIOR) / (said + PRIOR)


def counted(seen: Iterable[Seen]) -> tuple["Sums", "Sums"]:
    """By unit and name how often worlds said so, and how often it was."""
    said, true = Sums(), Sums()
    for look, fact in seen:
        for value in fact.counts:
            said.add(look.unit, name_of(fact, value), share(fact, value))
        true.add(look.unit, name_of(fact, fact.true), 1.0)
    return said, true


def name_of(fact: OpenFact, value: int) -> Name:
    """What is weighed: that somebody has so many of something."""
    return tuple(fact.what), value


class Sums:
    """Sums by name, of all units and of each."""

    def __init__(self) -> None:
        self._all: dict[Name, float] = defaultdict(float)
        self._of: dict[tuple[int, Name], float] = defaultdict(float)

    def add(self, unit: int, name: Name, value: float) -> None:
        """Counts a value in."""
        self._all[name] += value
        self._of[unit, name] += value

    def items(self) -> Iterable[tuple[Name, float]]:
        """All names with the sums of all units."""
        return self._all.items()

    def whole(self, name: Name) -> float:
        """The sum of all units."""
        return self._all.get(name, 0.0)

    def elsewhere(self, unit: int, name: Name) -> float:
        """The sum of all units but one."""
        return self._all[name] - self._of.get((unit, name), 0.0)


# How often what was said came true.


def chance_rows(seen: Iterable[Seen]) -> list[ChanceRow]:
    """By kind and chance, what was said and came true."""
    groups = grouped(
        undecided(seen),
        lambda one: (kind_of(one[1]), min(BINS - 1, int(BINS * chance_of_any(one[1])))),
    )
    return [
        ChanceRow(kind, place / BINS, (place + 1) / BINS, len(group), *said_and_true(group))
        for (kind, place), group in sorted(groups.items())
    ]


def thing_rows(seen: Iterable[Seen]) -> list[ThingRow]:
    """By thing, what was said and came true."""
    groups = grouped(undecided(seen), lambda one: tuple(one[1].what))
    return [
        ThingRow(list(what), len(group), *said_and_true(group)) for what, group in groups.items()
    ]


def undecided(seen: Iterable[Seen]) -> Iterable[Seen]:
    """Those of which it is open whether there is any."""
    return (one for one in seen if 0 in one[1].counts)


def said_and_true(group: Sequence[Seen]) -> tuple[float, float, Estimate]:
    """The mean chance, the share that came true, and the difference: without an interval where either is too rare for one."""
    due = math.fsum(chance_of_any(fact) for _, fact in group)
    came = sum(fact.true > 0 for _, fact in group)
    excess = mean_of((look.unit, (fact.true > 0) - chance_of_any(fact)) for look, fact in group)
    if min(due, len(group) - due) < RARE:
        excess = Estimate(excess.mean, None, None, excess.units)
    return due / len(group), came / len(group), excess


def errors_off(excess: Estimate) -> float:
    """How far from 0 in halves of the interval; 0 where there is none."""
    if excess.low is None or excess.high is None or excess.high <= excess.low:
        return 0.0
    return 2 * abs(excess.mean) / (excess.high - excess.low)
