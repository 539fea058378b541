"""What is kept of one match: one JSON object on one line. Knows no files."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Self

ABORTED: Final = frozenset({"aborted", "error"})  # reasons of matches without places


@dataclass(frozen=True)
class Thinking:
    """Time one seat took for its decisions, in milliseconds. Not the same twice, so kept apart."""

    mean_ms: list[float] = field(default_factory=list)
    max_ms: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """One match. Lists go by seat; `bots` are labels. Without a result `places` and `scores` are empty.

    `reason` is how the match ended (`finished`, `forfeit`, `crashed`, `aborted`, `error`), `ending`
    what the rules, or the fault, say more about it. `misses` are decisions not made in time,
    `illegal` answers that were none, `exceptions` raised by bots, `crashes` ends of their processes,
    `fallbacks` decisions that were made for them, for whichever of these reasons (empty in old records).
    `uses` are what language models have used and done (infoset_bots.llm.use), None for other bots.
    """

    match: int
    deal: int
    seating: int
    seed: str
    deal_hash: str
    bots: list[str]
    places: list[int]
    scores: list[float]
    returns: list[float]
    reason: str
    ending: str
    plies: int
    rounds: int | None
    decisions: list[int]
    misses: list[int]
    illegal: list[int]
    exceptions: list[int]
    crashes: list[int]
    thinking: Thinking = field(default_factory=Thinking)
    fallbacks: list[int] = field(default_factory=list)
    uses: list[dict[str, Any] | None] = field(default_factory=list)

    @property
    def is_counted(self) -> bool:
        """Has the match places that say something about its bots?"""
        return self.reason not in ABORTED and bool(self.places)

    @property
    def faults(self) -> int:
        """Everything that went wrong, over all seats."""
        return sum(map(sum, (self.misses, self.illegal, self.exceptions, self.crashes)))

    def without_times(self) -> dict[str, Any]:
        """All that must be equal when the same match is played again."""
        plain = asdict(self)
        del plain["thinking"], plain["uses"]
        return plain

    def to_json(self) -> str:
        """The record on one line, without its end."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Self:
        """The record of such a line. Raises ValueError if it is none."""
        try:
            plain = json.loads(line)
            plain["thinking"] = Thinking(**plain["thinking"])
            return cls(**plain)
        except (TypeError, KeyError) as error:
            raise ValueError(f"not a record of a match: {error}") from error


def rank_points(places: list[int]) -> list[float]:
    """Places as points from 0 (last) to 1 (first), evenly spaced; seats that tie share their mean."""
    count = len(places)
    if count < 2:
        return [0.0] * count
    return [(count - place - (places.count(place) - 1) / 2) / (count - 1) for place in places]


def rounds_to(target: int | None, record: Record, seat: int) -> float | None:
    """Rounds to the points that win, where they were not reached rounds / points * target; None where nothing tells."""
    if target is None or record.rounds is None or not record.scores:
        return None
    points = record.scores[seat]
    if points >= target:
        return float(record.rounds)
    return record.rounds / points * target if points > 0 else None
