"""Tables and sentences about a run, for a terminal. Pure."""

from collections.abc import Sequence
from typing import Final

from infoset.printing import clean
from infoset.tally import count_text
from infoset_bots.lab.arena.abtest import AbReport
from infoset_bots.lab.arena.intervals import Estimate
from infoset_bots.lab.arena.summary import Row, Summary
from infoset_games.contests.sequential import Verdict

MAX_NAME: Final = 32
HEAD_OF_NAME: Final = 8  # of a longer one; its end tells more
HEAD: Final = (
    "bot", "seats", "wins", "losses", "win %", "place", "points", "rounds", "ms", "max ms",
    "late", "illegal", "raised", "crashed",
)  # fmt: skip
NOTE: Final = (
    "win %, place and points with 95 % intervals; ms per decision; late, illegal, raised, crashed: "
    "missed decisions, answers that were none, exceptions, ended processes"
)


MODEL_HEAD: Final = (
    "model", "rank", "decisions", "illegal %", "retries", "unanswered", "tokens in", "tokens out",
    "cost", "s a decision",
)  # fmt: skip
MODEL_NOTE: Final = (
    "rank from 0 (last) to 1 (first) with its 95 % interval; illegal %: of the answers; unanswered: decisions for "
    "which the fallback was played; what was said is in transcripts/ of the run"
)


def summary_text(summary: Summary) -> str:
    """The whole summary: by bot, by bot and seat, and what was left out."""
    if not summary.bots:
        return "no match was played to its end\n"
    if summary.absent:
        return "".join(f"{absence_text(row)}\n" for row in summary.absent)
    head = (
        f"{count_text(summary.matches, 'match', 'matches')} on {count_text(summary.deals, 'deal')}"
    )
    if summary.not_counted:
        head += f"; {summary.not_counted} more without a result, not counted"
    parts = [
        head,
        table([HEAD, *(row_cells(row) for row in summary.bots)]),
        NOTE,
        scored_text(summary),
        gain_text(summary),
        models_text(summary),
    ]
    seats: list[tuple[str, ...]] = [("bot", "seat", *HEAD[1:7])]
    seats += [(short(row.bot), str(row.seat), *row_cells(row)[1:7]) for row in summary.seats]
    parts += ["", "by seat", table(seats)]
    return "\n".join(part for part in parts if part is not None) + "\n"


def absence_text(row: Row) -> str:
    """What is said instead of a result where most of a bot's play was not its own."""
    troubles = (
        f"{row.misses} late, {row.illegal} illegal, {row.exceptions} raised, {row.crashes} crashed"
    )
    head = (
        f"NO RESULT: {short(row.bot)} has not really played. It was asked {row.decisions} times, and "
        f"{row.fallbacks} times the fallback was played for it ({troubles})"
    )
    if row.illegal or row.exceptions or row.crashes or not row.misses:
        return f"{head}. What it said is in bots.log of the run"
    return (
        f"{head}. It was only late: a decision took it {row.mean_ms:.1f} ms on average, "
        f"and at most {row.max_ms:.1f} ms. If there is no loop without an end in it, give it more time "
        "(--move-ms, --bank-ms, without a clock --patience-s), or play fewer matches at once (--processes)"
    )


def row_cells(row: Row) -> tuple[str, ...]:
    """One line of the table by bot."""
    return (
        short(row.bot),
        str(row.seats),
        f"{row.wins:.4g}",
        f"{row.losses:.4g}",
        estimate_text(row.share, 1, 100),
        estimate_text(row.place, 2),
        "-" if row.points is None else estimate_text(row.points, 2),
        "-" if row.rounds is None else f"{row.rounds:.1f}",
        f"{row.mean_ms:.2f}",
        f"{row.max_ms:.1f}",
        str(row.misses),
        str(row.illegal),
        str(row.exceptions),
        str(row.crashes),
    )


def scored_text(summary: Summary) -> str | None:
    """That points are of fewer matches than places, where they are."""
    if not summary.scored or summary.scored == summary.matches:
        return None
    return (
        f"points and rounds of {summary.scored} of the {summary.matches} matches; in the others a process ended, "
        "and win % and place count them"
    )


def gain_text(summary: Summary) -> str | None:
    """What equal deals saved, if there were any."""
    gains = [f"{row.deal_gain:.2f} for {short(row.bot)}" for row in summary.bots if row.deal_gain]
    if not gains:
        return None
    return f"one match on equal deals is worth this many on deals of their own: {', '.join(gains)}"


def models_text(summary: Summary) -> str | None:
    """What language models have used and done, if there were any."""
    rows = [
        (
            short(row.bot),
            f"{estimate_text(row.rank, 3)}",
            str(use.decisions),
            f"{use.illegal_share * 100:.1f}",
            str(use.retries),
            str(use.unanswered),
            str(use.tokens_in),
            str(use.tokens_out),
            f"{use.cost:.4f}",
            f"{use.seconds_a_decision:.2f}",
        )
        for row in summary.bots
        if (use := row.use) is not None
    ]
    return f"\nlanguage models\n{table([MODEL_HEAD, *rows])}\n{MODEL_NOTE}" if rows else None


def estimate_text(estimate: Estimate, digits: int, scale: float = 1.0) -> str:
    """`52.1 [48.0, 56.1]`."""
    text = f"{estimate.mean * scale:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return text
    low, high = estimate.low * scale, estimate.high * scale
    return f"{text} [{low:.{digits}f}, {high:.{digits}f}]"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns side by side, the first to the left, the others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *others = (
            cell.ljust(width) if number == 0 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join(lines)


def short(label: str) -> str:
    """A label that fits a table, fit for a terminal."""
    text = clean(label)
    if len(text) <= MAX_NAME:
        return text
    return f"{text[:HEAD_OF_NAME]}...{text[HEAD_OF_NAME + 3 - MAX_NAME :]}"


def llr_text(llr: float, lower: float, upper: float) -> str:
    """`LLR 1.20 (-3.00 to 3.00)`."""
    return f"LLR {llr:.2f} ({lower:.2f} to {upper:.2f})"


def ab_text(report: AbReport, a: str, b: str) -> str:
    """What a sequential test found, in sentences."""
    lines = [found_text(report, a, b), bounds_text(report), used_text(report)]
    if report.blocks:
        lines.append(mean_text(report, a, b))
        lines += interval_lines(report)
    if report.deal_gain is not None:
        gain = f"{report.deal_gain:.2f}"
        lines.append(f"one match on equal deals was worth {gain} on deals of their own")
    return "\n".join(lines) + "\n"


def found_text(report: AbReport, a: str, b: str) -> str:
    """The verdict."""
    settings = report.settings
    match report.verdict:
        case Verdict.PASS:
            return f"PASS: {a} is better than {b} (effect above {settings.null:g})"
        case Verdict.FAIL:
            return f"FAIL: {a} is not better than {b} by an effect of {settings.alternative:g}"
        case Verdict.OPEN:
            return f"UNDECIDED: more blocks are needed to tell {a} from {b}"


def interval_lines(report: AbReport) -> list[str]:
    """Why the interval may hold 0 where the verdict rules 0 out: they answer two questions."""
    settings = report.settings
    if report.verdict is Verdict.OPEN or not report.low <= 0 <= report.high:
        return []
    bound, says, rate = settings.null, "PASS says that the effect is above 0", settings.alpha
    if report.verdict is Verdict.FAIL:
        bound, rate = settings.alternative, settings.beta
        says = "FAIL says that the effect is below 0"
    if bound != 0:
        return []
    verdict = f"{says}, comes from the LLR alone, and is wrong in at most {100 * rate:g} % of tests"
    interval = "the interval says how large the mean is, on both sides, which takes more blocks"
    return [f"the interval holds 0 and does not contradict the verdict: {verdict}; {interval}"]


def bounds_text(report: AbReport) -> str:
    """Where the statistic stands, and what it was asked."""
    settings = report.settings
    llr = llr_text(report.llr, report.lower, report.upper)
    bounds = f"bounds {settings.null:g} and {settings.alternative:g} deviations of a block"
    return f"{llr}; {bounds}; alpha {settings.alpha:g}, beta {settings.beta:g}"


def used_text(report: AbReport) -> str:
    """What the verdict rests on."""
    matches = count_text(report.matches, "match", "matches")
    text = f"{count_text(report.blocks, 'block')} used ({matches}, {report.block_size} per deal)"
    if report.spoilt:
        text += f"; {report.spoilt} left out, spoilt by no bot's fault"
    return text


def mean_text(report: AbReport, a: str, b: str) -> str:
    """The mean score in rank points, and in deviations."""
    text = (
        f"rank points of {a} less {b}: {report.mean:+.4f}, 95 % interval [{report.low:+.3f}, {report.high:+.3f}], "
        "which stopping early leaves valid (the mean itself it pulls away from 0)"
    )
    if report.deviation > 0:
        text += f"; {report.mean / report.deviation:+.3f} deviations of a block"
    return text
