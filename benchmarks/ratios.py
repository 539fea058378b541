"""Ratios with their intervals, the table of those that are kept, and what has become worse beside it.

`ratios.json` holds the table: one entry for each promise about speed, with its target, what was measured, when,
where and by which command. The table of README.md is made of it.
"""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Final, Literal

FOLDER: Final = Path(__file__).parent
KEPT: Final = FOLDER / "ratios.json"
README: Final = FOLDER / "README.md"
BEGIN: Final = "<!-- ratios.json -->"
END: Final = "<!-- end of ratios.json -->"
CONFIDENCE: Final = 0.95


@dataclass(frozen=True)
class Measured:
    """A median over rounds (or another quantile), and between what it lies at 95 %."""

    median: float
    low: float
    high: float


def measured(values: Sequence[float], share: float = 0.5) -> Measured:
    """The value that a `share` of rounds does not exceed, with its interval by order statistics.

    The interval needs no assumption about how values are spread: so many of n values lie below a quantile as a
    binomial distribution says. Raises ValueError where there are too few values for 95 % (six for a median).
    """
    ordered = sorted(values)
    n = len(ordered)
    below = [
        comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)
    ]  # exactly k below
    outside = (1 - CONFIDENCE) / 2
    low = max((k for k in range(n) if sum(below[: k + 1]) <= outside), default=None)
    high = min((k for k in range(n) if sum(below[k + 1 :]) <= outside), default=None)
    if low is None or high is None:
        raise ValueError(f"{n} values are too few for an interval of 95 %")
    middle = statistics.median(ordered) if share == 0.5 else ordered[min(n - 1, int(share * n))]
    return Measured(middle, ordered[low], ordered[high])


@dataclass(frozen=True)
class Promise:
    """An entry of the table, measured by quick.py or by the program that its command names."""

    what: str
    better: Literal["more", "less"]
    target: float
    unit: str  # empty for a ratio
    median: float
    low: float
    high: float
    date: str
    machine: str
    command: str

    def is_met(self, found: Measured) -> bool:
        """Whether the target is reached."""
        return found.median >= self.target if self.better == "more" else found.median <= self.target

    def is_worse(self, found: Measured) -> bool:
        """Whether it is worse than what was kept, by more than the noise of both: the intervals do not meet."""
        return found.high < self.low if self.better == "more" else found.low > self.high


def read_kept() -> dict[str, Promise]:
    """The table, by what is promised."""
    entries = [Promise(**entry) for entry in json.loads(KEPT.read_text("utf-8"))]
    return {entry.what: entry for entry in entries}


def keep(promises: Sequence[Promise]) -> None:
    """Writes the table, and that of README.md."""
    entries = [asdict(promise) for promise in promises]
    KEPT.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
    README.write_text(in_readme(README.read_text("utf-8"), promises), "utf-8")


def in_readme(text: str, promises: Sequence[Promise]) -> str:
    """The README with the table of these promises."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(promises)}{END}{tail}"


def table(promises: Sequence[Promise]) -> str:
    """In Markdown: each promise with its figure, and where that comes from."""
    lines = [
        "| what | target | measured | 95 % | date | command |",
        "| --- | --: | --: | --: | --- | --- |",
    ]
    for one in promises:
        sign = "≥" if one.better == "more" else "≤"
        lines.append(
            f"| {one.what} | {sign} {one.target:g}{one.unit} | {figure(one.median)}{one.unit} | "
            f"{figure(one.low)} to {figure(one.high)} | {one.date} | `{one.command}` |"
        )
    machines = sorted({one.machine for one in promises})
    return "\n".join([*lines, "", f"Machines: {'; '.join(machines)}.", ""])


def figure(value: float) -> str:
    """With three digits that mean something, at most."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"
