"""A-B tests as people and programs see them. Neither seeds nor what programs have written are for everybody."""

from typing import Any

from infoset_server.contests.abtests.abtest import AbTest
from infoset_server.contests.abtests.definition import AbState, Conduct, Figures
from infoset_server.contests.abtests.queue import AbTests, Order


def summary(queue: AbTests, one: AbTest) -> dict[str, Any]:
    """A line of the list."""
    stored, figures = one.stored, one.figures()
    return {
        "test": stored.id,
        "title": stored.terms.title,
        "game": stored.terms.game,
        "state": stored.state.value,
        "a": stored.terms.a.label,
        "b": stored.terms.b.label,
        "owner": stored.owner_name,
        "priority": stored.priority,
        "blocks": figures.blocks,
        "matches": figures.matches,
        "llr": round(figures.llr, 3),
        "mean": round(figures.mean, 4),
        "games_per_hour": round(queue.rate(one)),
        "workers": len({lease.worker for lease in one.leases.values()}),
        "created_ms": stored.created_ms,
    }


def details(queue: AbTests, one: AbTest) -> dict[str, Any]:
    """Everything about a test that is for everybody who may see it."""
    stored, figures = one.stored, one.figures()
    terms = stored.terms
    return {
        **summary(queue, one),
        "options": terms.options,
        "rules": terms.rules,
        "package": terms.package,
        "programs": {"a": terms.a.program or "", "b": terms.b.program or ""},
        "bounds": [terms.settings.null, terms.settings.alternative],
        "alpha": terms.settings.alpha,
        "beta": terms.settings.beta,
        "lower": round(figures.lower, 3),
        "upper": round(figures.upper, 3),
        "max_blocks": terms.max_blocks,
        "block_size": one.block_size,
        "spoilt": figures.spoilt,
        "low": round(figures.low, 3),
        "high": round(figures.high, 3),
        "pace": vars(terms.pace),
        "conduct": {"a": conduct(figures.a), "b": conduct(figures.b)},
        "course": figures.course,
        "ended_ms": stored.ended_ms,
        "why": stored.why,
    }


def rows(queue: AbTests, one: AbTest) -> list[dict[str, Any]]:
    """The same for the command line: a name and a value in each row."""
    figures, terms = one.figures(), one.stored.terms
    told = {
        "state": f"{one.stored.state.value} {one.stored.why}".strip(),
        "llr": llr_words(figures),
        "score": score_words(figures, ruled_out(one)),
        "blocks": f"{figures.blocks} of at most {terms.max_blocks}, {figures.matches} matches",
        "games an hour": f"{queue.rate(one):.0f}",
        terms.a.label: conduct_words(figures.a),
        f"{terms.b.label} ": conduct_words(figures.b),
    }
    found = [{"figure": name.strip(), "value": value} for name, value in told.items()]
    refused = {why: worker for worker, why in one.refusals.items()}
    return found + [
        {"figure": "not played", "value": f"by {worker.partition('/')[2]}: {why}"}
        for why, worker in refused.items()
    ]


def llr_words(figures: Figures) -> str:
    """The statistic and where it leads to a verdict."""
    return f"{figures.llr:+.2f} ({figures.lower:.2f} fails, {figures.upper:+.2f} passes)"


def score_words(figures: Figures, ruled_out: float | None) -> str:
    """The mean, with its interval; why that may hold 0 where the verdict rules 0 out."""
    words = f"{figures.mean:+.4f}, 95 % interval [{figures.low:+.3f}, {figures.high:+.3f}]"
    if ruled_out == 0 and figures.low <= 0 <= figures.high:
        words += "; it holds 0 because it bounds the mean on both sides, the verdict comes from the llr alone"
    return words


def ruled_out(one: AbTest) -> float | None:
    """The bound at which the effect is not, by the verdict of a test; None without one."""
    settings = one.stored.terms.settings
    return {AbState.PASSED: settings.null, AbState.FAILED: settings.alternative}.get(
        one.stored.state
    )


def conduct(of: Conduct) -> dict[str, int]:
    """What went wrong with a program; `misses` are its time losses."""
    return dict(vars(of))


def conduct_words(of: Conduct) -> str:
    """The same in words."""
    return (
        f"{of.crashes} crashes, {of.misses} time losses, {of.exceptions} exceptions, "
        f"{of.illegal} illegal answers in {of.decisions} decisions"
    )


def order(found: Order) -> dict[str, Any]:
    """What a worker needs to play: for its eyes alone, with the seed of the deals."""
    stored = found.test.stored
    terms = stored.terms
    return {
        "test": stored.id,
        "blocks": found.blocks,
        "game": terms.game,
        "rules": terms.rules,
        "options": terms.options,
        "a": vars(terms.a),
        "b": vars(terms.b),
        "seed": stored.seed,
        "max_blocks": terms.max_blocks,
        "pace": vars(terms.pace),
        "game_files": terms.game_files,
    }
