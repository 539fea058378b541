"""What a model has used and done in one match."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self


@dataclass
class Use:
    """Counts of one match, or sums of several.

    `answers` came whole, `illegal` of them named no legal action or none at all; `retries` are requests beyond the
    first of a decision, tools not counted; `failures` are requests that brought no whole answer; `unanswered`
    decisions got none within the budget. `cost` is in whatever the prices are in.
    """

    decisions: int = 0
    answers: int = 0
    illegal: int = 0
    retries: int = 0
    failures: int = 0
    unanswered: int = 0
    tools: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def add(self, other: "Use") -> None:
        """Counts what another match has used in."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    @property
    def illegal_share(self) -> float:
        """The part of the answers that was not legal."""
        return self.illegal / self.answers if self.answers else 0.0

    @property
    def seconds_a_decision(self) -> float:
        """The mean, 0 without a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    def to_plain(self) -> dict[str, Any]:
        """For a record."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """What `to_plain` wrote; what is not known is passed over."""
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in plain.items() if name in known})


def total(uses: Iterable[Use]) -> Use:
    """The sum."""
    summed = Use()
    for use in uses:
        summed.add(use)
    return summed
