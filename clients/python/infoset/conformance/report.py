"""The report about a client: a table for people, an object for programs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from infoset.conformance.cases import LEVELS, Transport
from infoset.conformance.chapters import Chapter
from infoset.conformance.findings import Miss, Outcome
from infoset.conformance.testee import VectorMiss
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR


@dataclass(slots=True)
class Report:
    """What came of everything that was tried at `levels`."""

    client: Sequence[str]
    seed: str
    levels: Sequence[int]
    transport: Transport | None = None  # the only one that was tried
    outcomes: list[Outcome] = field(default_factory=list)
    vectors: dict[int, int] = field(default_factory=dict)  # level -> vectors and dialogues tried
    vector_misses: list[VectorMiss] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Nothing missed, and nothing left out that was asked for."""
        return not self.vector_misses and all(o.verdict == "passed" for o in self.outcomes)

    def score(self, level: int) -> tuple[int, int]:
        """Cases and vectors passed, and tried or to be tried, at a level."""
        mine = [o for o in self.outcomes if o.case.level == level]
        missed = sum(miss.level == level for miss in self.vector_misses)
        vectors = self.vectors.get(level, 0)
        passed = sum(o.verdict == "passed" for o in mine) + vectors - missed
        return passed, len(mine) + vectors

    def text(self) -> str:
        """The table and every miss, in words."""
        parts = (self._table(), self._misses(), self._fallbacks(), self._verdict())
        return "\n".join(chain.from_iterable(parts)) + "\n"

    def _table(self) -> Iterator[str]:
        yield f"{'level':<12} {'passed':>8} {'of':>6}"
        for level in self.levels:
            passed, tried = self.score(level)
            note = "" if passed == tried else "  <-- see below"
            yield f"{level} {LEVELS[level]:<10} {passed:>8} {tried:>6}{note}"

    def _misses(self) -> Iterator[str]:
        for cause in find_causes(self.outcomes):
            yield f"\n{cause.first.what}"
            yield f"  expected: {cause.first.expected}"
            yield from (f"  at {place}" for place in places(cause.outcomes))
            yield from (f"  see: {one.reference}" for one in cause.chapters)
        idle = [outcome for outcome in self.outcomes if outcome.verdict == "not run"]
        if idle:
            yield "\nnot run"
            yield from (f"  {place}" for place in places(idle))
        for found in self.vector_misses:
            yield f"\n{found.what}"
            yield f"  expected: {found.expected}"
            yield f"  at level {found.level}, {found.kind} {found.name}"
            yield f"  see: {Chapter.VECTORS.reference}"

    def _fallbacks(self) -> Iterator[str]:
        """What the client has left to the fallback here and there, where nothing kept it from deciding. No word of that
        where it has left most to it in some match, which is a miss.
        """
        misses = (miss for outcome in self.outcomes for miss in outcome.misses)
        is_missed = any(miss.where is Chapter.OWN_CHOICES for miss in misses)
        played = [o for o in self.outcomes if o.case.trouble is None]
        fallbacks = sum(outcome.fallbacks for outcome in played)
        if fallbacks and not is_missed:
            why = next(outcome.why_fallback for outcome in played if outcome.fallbacks)
            decisions = sum(outcome.decisions for outcome in played)
            yield f"\n{fallbacks} of {decisions} decisions were left to the fallback; the first time: {why}"

    def _verdict(self) -> Iterator[str]:
        yield ""
        claimed = ", ".join(f"{level} `{LEVELS[level]}`" for level in self.levels)
        over = "" if self.transport is None else f" over {self.transport}"
        yield (
            f"conforms at level {claimed}{over}" if self.is_clean else "DOES NOT CONFORM: see above"
        )

    def to_plain(self) -> dict[str, Any]:
        """For the report file."""
        return {
            "client": list(self.client),
            "protocol": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
            "seed": self.seed,
            "conforms": self.is_clean,
            **({} if self.transport is None else {"transport": self.transport}),
            "levels": {
                LEVELS[level]: dict(zip(("passed", "of"), self.score(level), strict=True))
                for level in self.levels
            },
            "cases": [outcome.to_plain() for outcome in self.outcomes],
            "vectors": [miss.to_plain() for miss in self.vector_misses],
        }


NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Cause:
    """What was missed in the same way in all of these cases."""

    first: Miss
    outcomes: list[Outcome]
    chapters: list[Chapter]


def find_causes(outcomes: Sequence[Outcome]) -> list[Cause]:
    """Every miss once, but for numbers (of decisions, of bytes) in it, in the order in which they were found."""
    found: dict[tuple[str, str], Cause] = {}
    for outcome in outcomes:
        for miss in outcome.misses:
            key = NUMBER.sub("", miss.what), miss.expected
            cause = found.setdefault(key, Cause(miss, [], []))
            if outcome not in cause.outcomes:
                cause.outcomes.append(outcome)
            if miss.where not in cause.chapters:
                cause.chapters.append(miss.where)
    return list(found.values())


def places(outcomes: Sequence[Outcome]) -> list[str]:
    """`level 0 pieces, tcp json (every byte arrives by itself): catan, crossfire`, one line for each case."""
    games: dict[str, list[str]] = {}
    for outcome in outcomes:
        case = outcome.case
        title = f"level {case.level} {case.name}, {case.transport} ({case.about})"
        played = games.setdefault(title, [])
        if case.game not in played:
            played.append(case.game)
    return [f"{title}: {', '.join(found)}" for title, found in games.items()]
