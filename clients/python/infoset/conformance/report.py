"""The report about a client: a table for people, an object for programs. Runs nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from infoset.conformance.cases import LEVELS
from infoset.conformance.findings import Outcome
from infoset.conformance.testee import VectorMiss
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR


@dataclass(slots=True)
class Report:
    """What came of everything that was tried at `levels`."""

    client: Sequence[str]
    seed: str
    levels: Sequence[int]
    outcomes: list[Outcome] = field(default_factory=list)
    vectors: dict[int, int] = field(default_factory=dict)  # level -> vectors tried
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
        return "\n".join([*self._table(), *self._misses(), *self._verdict()]) + "\n"

    def _table(self) -> Iterator[str]:
        yield f"{'level':<12} {'passed':>8} {'of':>6}"
        for level in self.levels:
            passed, tried = self.score(level)
            note = "" if passed == tried else "  <-- see below"
            yield f"{level} {LEVELS[level]:<10} {passed:>8} {tried:>6}{note}"

    def _misses(self) -> Iterator[str]:
        for outcome in self.outcomes:
            case = outcome.case
            title = f"level {case.level} {case.name}, {case.game}, {case.transport} ({case.about})"
            if outcome.verdict != "passed":
                yield f"\n{title}: {outcome.verdict}"
            for miss in outcome.misses:
                yield f"  {miss.what}"
                yield f"    expected: {miss.expected}"
                yield f"    see: {miss.where}"
        for found in self.vector_misses:
            yield f"\nlevel {found.level} vector {found.name}: missed"
            yield f"  {found.what}"
            yield f"    expected: {found.expected}"
            yield "    see: protocol/vectors/README.md"

    def _verdict(self) -> Iterator[str]:
        yield ""
        claimed = ", ".join(f"{level} `{LEVELS[level]}`" for level in self.levels)
        yield f"conforms at level {claimed}" if self.is_clean else "DOES NOT CONFORM: see above"

    def to_plain(self) -> dict[str, Any]:
        """For the report file."""
        return {
            "client": list(self.client),
            "protocol": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
            "seed": self.seed,
            "conforms": self.is_clean,
            "levels": {
                LEVELS[level]: dict(zip(("passed", "of"), self.score(level), strict=True))
                for level in self.levels
            },
            "cases": [outcome.to_plain() for outcome in self.outcomes],
            "vectors": [miss.to_plain() for miss in self.vector_misses],
        }
