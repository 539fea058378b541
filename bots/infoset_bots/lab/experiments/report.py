"""An analysis in words and tables, for a terminal. Pure."""

from collections.abc import Sequence
from statistics import median
from typing import Final

from infoset.tally import count_text
from infoset_bots.lab.arena.summary import Row
from infoset_bots.lab.arena.text import estimate_text, row_cells, short, summary_text, table
from infoset_bots.lab.experiments.analysis import Analysis, Batch, Beside, Contrast, Spread, Test
from infoset_bots.lab.experiments.chisquare import MIN_UNITS

LEAST_P: Final = 0.0001  # smaller ones depend on tails that nobody knows


def report_text(analysis: Analysis) -> str:
    """Everything: heading, tables by bot and by seat, differences, tests, length."""
    parts = [heading(analysis)]
    if analysis.legacy:
        parts.append(published_text(analysis))
    parts.append(summary_text(analysis.summary))
    if analysis.turns:
        parts.append(turns_text(analysis))
    if analysis.beside:
        parts.append(beside_text(analysis))
    if len(analysis.bots) > 1:  # else the table by bot and seat says it already
        parts.append(seats_text(analysis))
    if analysis.contrasts:
        parts.append(contrasts_text(analysis.contrasts))
    parts.append(tests_text(analysis))
    if analysis.rounds is not None:
        parts.append(f"length in rounds: {spread_text(analysis.rounds)}\n")
    if analysis.batches:
        parts.append(batches_text(analysis))
    return "\n".join(parts)


def heading(analysis: Analysis) -> str:
    """What was played."""
    name = f"experiment {analysis.experiment}{' as published' if analysis.legacy else ''}"
    return (
        f"{name} on {analysis.rules}: {analysis.title}\n{seating_text(analysis)}, seed {analysis.seed}; "
        f"a unit of the intervals is {unit_name(analysis)}\n"
    )


def seating_text(analysis: Analysis) -> str:
    """How bots were seated."""
    if analysis.in_turn:
        return "every match dealt anew, the seatings in turn"
    if analysis.legacy:
        return "every match dealt and seated anew"
    return f"each deal under all its seatings ({analysis.block})"


def unit_name(analysis: Analysis) -> str:
    """`a deal`, or `a match` where each has its own."""
    return "a match" if analysis.legacy or analysis.in_turn else "a deal"


def published_text(analysis: Analysis) -> str:
    """The kind of table that was published: counts and means, of how much they may be off no word."""
    head = ("bot", "seat", "seats", "wins", "mean place", "mean points")
    rows = [
        (
            short(row.bot),
            "all" if row.seat is None else str(row.seat),
            str(row.seats),
            f"{row.wins:.4g}",
            f"{row.place.mean:.2f}",
            "-" if row.points is None else f"{row.points.mean:.1f}",
        )
        for row in (*analysis.summary.bots, *analysis.summary.seats)
    ]
    return f"counts and means, as published\n{table([head, *rows])}\n\nthe same with intervals\n"


def turns_text(analysis: Analysis) -> str:
    """How long it takes each bot to get the points that win."""
    rows = [(short(bot), estimate_text(turns, 1)) for bot, turns in analysis.turns.items()]
    note = "rounds to the points that win; where they were not reached rounds / points x those that win"
    return f"{table([('bot', 'turns to win'), *rows])}\n{note}\n"


def beside_text(analysis: Analysis) -> str:
    """Our figures of the first bot and the published ones."""
    games = count_text(analysis.published_games, "published game")
    head = (short(next(iter(analysis.bots))), games, "here", "agree")
    rows = [
        (
            row.figure,
            estimate_text(row.published, 1, scale_of(row)),
            estimate_text(row.here, 1, scale_of(row)),
            "yes" if row.agrees else "NO",
        )
        for row in analysis.beside
    ]
    note = "agree: as far apart as luck makes two such runs in 95 of 100 cases, or less"
    return f"{table([head, *rows])}\n{note}\n"


def scale_of(row: Beside) -> float:
    return 100.0 if row.figure.endswith("%") else 1.0


def seats_text(analysis: Analysis) -> str:
    """The table by seat, whoever sits there."""
    head = ("by seat, all bots", "seats", "wins", "losses", "win %", "place", "points")
    return table([head, *(seat_cells(row) for row in analysis.seats)]) + "\n"


def seat_cells(row: Row) -> tuple[str, ...]:
    """One line of that table."""
    return (f"seat {row.seat}", *row_cells(row)[1:7])


def contrasts_text(contrasts: Sequence[Contrast]) -> str:
    """Every pair of bots."""
    head = ("difference", "place (lower is better)", "points")
    rows = [
        (
            f"{short(pair.first)} - {short(pair.second)}",
            estimate_text(pair.place, 3),
            "-" if pair.points is None else estimate_text(pair.points, 2),
        )
        for pair in contrasts
    ]
    note = "" if len(contrasts) == 1 else f"; all {len(contrasts)} hold together with 95 %"
    return f"{table([head, *rows])}\ndifferences within a unit, with 95 % intervals{note}\n"


def tests_text(analysis: Analysis) -> str:
    """The chi-square tests, and what was left out of them."""
    head = ("chi-square test", "X2", "df", "p", "p if all matches were independent")
    lines = [table([head, *(test_cells(test) for test in analysis.tests)])]
    if any(test.result is None for test in analysis.tests):
        lines.append(
            f"-: no test can be made; one takes at least {MIN_UNITS} units that differ, and wins"
        )
    if analysis.undecided:
        matches = count_text(analysis.undecided, "match", "matches")
        lines.append(f"{matches} without a single winner, left out of the tests")
    return "\n".join(lines) + "\n"


def test_cells(test: Test) -> tuple[str, ...]:
    """One line of that table."""
    found = test.result
    if found is None:
        return (test.question, "-", "-", "-", "-")
    return (
        test.question,
        f"{found.statistic:.1f}",
        f"{found.degrees:.2f}",
        p_text(found.p),
        p_text(found.naive_p),
    )


def p_text(p: float) -> str:
    """`0.0312`, `< 0.0001`."""
    return f"< {LEAST_P:.4f}" if p < LEAST_P else f"{p:.4f}"


def spread_text(spread: Spread) -> str:
    """`12.91 [12.80, 13.02]; 90 % from 9 to 18, all from 6 to 31`."""
    low, high = spread.quantile(0.05), spread.quantile(0.95)
    ends = f"{spread.times[0][0]:g} to {spread.times[-1][0]:g}"
    return f"{estimate_text(spread.mean, 2)}; 90 % from {low:g} to {high:g}, all from {ends}"


def batches_text(analysis: Analysis) -> str:
    """What repeating the published experiment would have said, and how evenly it would have seated."""
    batches = analysis.batches
    head = ("bot", "least wins", "median", "most wins", "least on seat 0", "most on seat 0")
    rows = [batch_cells(batches, bot) for bot in batches[0].shares]
    title = f"{len(batches)} repetitions of {batches[0].matches} matches each"
    return f"{title}\n{table([head, *rows])}\n"


def batch_cells(batches: Sequence[Batch], bot: str) -> tuple[str, ...]:
    """One line of that table."""
    shares = sorted(batch.shares[bot].mean * 100 for batch in batches)
    sittings = [batch.sittings[bot][0] for batch in batches]
    wins = (f"{share:.0f} %" for share in (shares[0], median(shares), shares[-1]))
    return (short(bot), *wins, str(min(sittings)), str(max(sittings)))
