"""What came of a case: the misses of a client, each with what was expected and where the contract says so."""

from dataclasses import dataclass, field
from typing import Any, Literal

from infoset.conformance.cases import Case
from infoset.conformance.chapters import Chapter
from infoset.turn import NOT_DECIDED

MAX_MISSES = 8  # kept of one case; more would tell nothing new
Verdict = Literal["passed", "missed", "not run"]


@dataclass(frozen=True, slots=True)
class Miss:
    """Something a client should not have done, or should have and did not."""

    what: str
    expected: str
    where: Chapter

    def text(self) -> str:
        """In one sentence for people."""
        return f"{self.what}; expected {self.expected} ({self.where.reference})"


@dataclass(slots=True)
class Outcome:
    """What is known about one case so far."""

    case: Case
    misses: list[Miss] = field(default_factory=list)
    has_begun: bool = False
    is_over: bool = False
    decisions: int = 0  # answered by the client
    fallbacks: int = 0  # of those, left to the fallback, as the client says
    why_fallback: str = ""  # the first time
    last_words: str = ""  # of the program that played it, or what its exception said
    result: list[int] = field(default_factory=list)  # places, as played
    actions: list[Any] = field(default_factory=list)  # what the client chose, by decision

    def miss(self, what: str, expected: str, where: Chapter | None = None) -> None:
        """Notes a miss, once; `where` is the chapter of the case unless given."""
        found = Miss(what, expected, where or self.case.where)
        if found not in self.misses and len(self.misses) < MAX_MISSES:
            self.misses.append(found)

    def answered(self, note: str | None) -> None:
        """An act was taken. With its `note` a client may say that it has not decided itself, and why."""
        self.decisions += 1
        if note is not None and note.startswith(NOT_DECIDED):
            self.fallbacks += 1
            self.why_fallback = self.why_fallback or note.removeprefix(NOT_DECIDED)

    def judge_fallbacks(self) -> None:
        """Nothing has kept the client from deciding: whoever left most to the fallback has not really played."""
        if 2 * self.fallbacks > self.decisions:
            self.miss(
                f"{self.fallbacks} of {self.decisions} decisions were left to the fallback; the first time: {self.why_fallback}",
                "choices of its own; what it logs says more",
                Chapter.OWN_CHOICES,
            )

    @property
    def verdict(self) -> Verdict:
        """`passed` only for a case that was played to its end without a miss."""
        if self.misses:
            return "missed"
        return "passed" if self.is_over else "not run"

    def to_plain(self) -> dict[str, Any]:
        """For the report file."""
        case = self.case
        return {
            "level": case.level,
            "case": case.name,
            "game": case.game,
            "number": case.number,
            "transport": case.transport,
            "about": case.about,
            "verdict": self.verdict,
            "decisions": self.decisions,
            "fallbacks": self.fallbacks,
            "misses": [
                {"what": miss.what, "expected": miss.expected, "where": miss.where.reference}
                for miss in self.misses
            ],
        }
