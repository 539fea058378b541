"""Tables about a tuning run, for a terminal. Pure."""

from collections.abc import Sequence
from typing import Any, Final

from infoset_bots.lab.arena.intervals import Estimate
from infoset_bots.lab.arena.text import estimate_text, table
from infoset_bots.lab.tuning.optimiser import Candidate
from infoset_bots.lab.tuning.settings import Settings
from infoset_bots.lab.tuning.space import ENTRY, Value, key_of, parameters

SHOWN: Final = 10  # candidates
DIGITS: Final = 4


def search_text(settings: Settings, candidates: Sequence[Candidate]) -> str:
    """The best candidates of a genetic search; of another one how its generations scored."""
    scored = [one for one in candidates if one.score is not None]
    if not scored:
        return "no candidate has a score yet\n"
    return best_text(settings, scored) if settings.is_genetic else generations_text(scored)


def generations_text(scored: Sequence[Candidate]) -> str:
    """Mean and best score by generation: they are on different deals, so only the trend says something."""
    rows = [("generation", "candidates", "mean", "best")]
    for number in sorted({one.generation for one in scored}):
        scores = [one.score or 0.0 for one in scored if one.generation == number]
        mean = sum(scores) / len(scores)
        rows.append((str(number), str(len(scores)), f"{mean:+.3f}", f"{max(scores):+.3f}"))
    return table(rows) + "\n"


def best_text(settings: Settings, scored: Sequence[Candidate]) -> str:
    """The best different candidates, all on the same deals."""
    ranked = sorted(scored, key=lambda one: (-(one.score or 0.0), one.number))
    different = {key_of(one.values): one for one in reversed(ranked)}
    kept = [one for one in ranked if different[key_of(one.values)] is one]
    rows = [("candidate", "score", "generation")]
    rows += [
        (values_text(settings, one), f"{one.score or 0.0:+.3f}", str(one.generation))
        for one in kept[:SHOWN]
    ]
    more = f"{len(kept)} different candidates in all\n"
    return table(rows) + "\n" + more


def values_text(settings: Settings, candidate: Candidate) -> str:
    """`modifiers=a+b, depth=2`."""
    shown = parameters(settings.dimensions, candidate.values)
    texts = [f"{name}={value_text(value)}" for name, value in shown.items()]
    weights = sum(name.startswith(ENTRY) for name in candidate.values)
    if weights:
        texts.append(f"{weights} weights")
    return ", ".join(texts)


def value_text(value: Value) -> str:
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value) or "-"


def changes_text(best: dict[str, Any]) -> str:
    """Every value at the start and now."""
    rows = [("parameter", "start", "best")]
    for name, value in best["values"].items():
        rows.append((name, value_text(best["start"][name]), value_text(value)))
    return table(rows) + "\n"


def check_text(best: dict[str, Any]) -> str:
    """What the fresh deals say, and how to play it."""
    rank = Estimate(**best["check"]["rank"])
    wins = Estimate(**best["check"]["wins"])
    return (
        f"on {rank.units} fresh deals, best against start, with 95 % intervals:\n"
        f"rank points, best less start: {estimate_text(rank, 3)}: {verdict(rank)}\n"
        f"matches won by the best: {estimate_text(wins, 1, 100)} %\n"
        f"play it: {best['bot']}\n"
    )


def verdict(rank: Estimate) -> str:
    """What an interval allows to say."""
    if rank.low is not None and rank.low > 0:
        return "better"
    if rank.high is not None and rank.high < 0:
        return "worse"
    return "no difference shown"
