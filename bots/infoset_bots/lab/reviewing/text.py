"""Reviews as tables for a terminal. Pure."""

import json
from collections.abc import Sequence
from typing import Final

from infoset.knowing.wording import KnownWords
from infoset.tally import count_text
from infoset_bots.lab.arena.text import estimate_text, short, table
from infoset_bots.lab.reviewing.blunders import LossRow, Review
from infoset_bots.lab.reviewing.judging import Judged
from infoset_bots.lab.reviewing.results import AdjustedResults, AdjustedRow
from infoset_bots.lab.reviewing.worlds import ChanceRow, ThingRow, WorldRow, WorldsReport

SHOWN_WORST: Final = 5
HEAD: Final = ("judged", "as reference %", "loss", "in a match", "blunders %")
NOTE: Final = (
    "loss of a decision beside the reference's, in parts of the way from last place to first; with 95 % "
    "intervals. Blunders: surely (2 sigma) more than {threshold:g}"
)
LUCK_HEAD: Final = ("bot", "measure", "plain", "+-", "without luck", "+-", "worth", "deal", "play")
LUCK_NOTE: Final = (
    "means over {units} with 95 % intervals; +-: standard errors; worth: so many matches say as much as one "
    "without luck; deal, play: coefficients of luck"
)

WORLD_HEAD: Final = ("facts", "bits", "surprise", "left", "missed (due)")
WORLD_NOTE: Final = (
    "of a fact that was open: bits that it hides by the worlds; surprise: by how much more the truth surprises; left: what "
    "worlds would win, at least, with weights by other matches; missed: no world had what was true; with 95 % intervals"
)
CHANCE_HEAD: Final = ("kind", "said %", "facts", "mean %", "true %", "difference")
SHOWN_THINGS: Final = 8


def review_text(review: Review) -> str:
    """All tables of decisions."""
    if not review.bots:
        return "no decision with a choice was found\n"
    judgement = review.judgement
    judged = sum(row.judged for row in review.bots)
    head = (
        f"{count_text(judged, 'decision')} in {count_text(review.matches, 'match', 'matches')} of "
        f"{review.game}, judged by {judgement.reference} in {judgement.worlds} worlds each, seed "
        f"{judgement.seed}"
    )
    parts = [
        head,
        table([("bot", *HEAD), *((short(row.bot), *loss_cells(row)) for row in review.bots)]),
        NOTE.format(threshold=judgement.threshold),
        "",
        table(
            [
                ("bot", "kind", *HEAD),
                *((short(row.bot), str(row.kind), *loss_cells(row)) for row in review.kinds),
            ]
        ),
        "",
        table(
            [
                ("bot", "seat", *HEAD),
                *((short(row.bot), str(row.seat), *loss_cells(row)) for row in review.seats),
            ]
        ),
    ]
    if review.worst:
        parts += ["", "the worst", *map(worst_text, review.worst[:SHOWN_WORST])]
    return "\n".join(parts) + "\n"


def loss_cells(row: LossRow) -> tuple[str, ...]:
    """The figures of a row."""
    judged = str(row.judged) if row.judged == row.decisions else f"{row.judged} of {row.decisions}"
    return (
        judged,
        f"{100 * row.agreed:.1f}",
        estimate_text(row.loss, 4),
        f"{row.in_match:.3f}",
        estimate_text(row.blunders, 1, 100),
    )


def worst_text(judged: Judged) -> str:
    """One blunder in a line."""
    played, better = (
        json.dumps(one, separators=(",", ":")) for one in (judged.played, judged.better)
    )
    return (
        f"  match {judged.match} seat {judged.seat} ({short(judged.bot)}), decision {judged.decision}: "
        f"{played}, better {better}: {judged.cost.mean:.3f} +- {2 * judged.cost.error:.3f}"
    )


def luck_text(results: AdjustedResults) -> str:
    """The table of results, and for few matches the luck in each."""
    if not results.matches:
        return "no match was played to its end\n"
    units = len({match.unit for match in results.matches})
    matches = count_text(len(results.matches), "match", "matches")
    parts = [
        f"{matches} of {results.game}, seed {results.settings.seed}",
        table([LUCK_HEAD, *map(luck_cells, results.rows)]),
        LUCK_NOTE.format(units=count_text(units, "unit")),
    ]
    if all(row.result.adjusted is None for row in results.rows):
        parts += ["too few to take luck out of results; by match:", match_table(results)]
    return "\n".join(parts) + "\n"


def luck_cells(row: AdjustedRow) -> tuple[str, ...]:
    """One line."""
    result = row.result
    plain_error, error = result.errors
    factors = [f"{one:.3g}" for one in result.coefficients] or ["-", "-"]
    return (
        short(row.bot),
        row.measure,
        estimate_text(result.plain, 3),
        error_text(plain_error),
        "-" if result.adjusted is None else estimate_text(result.adjusted, 3),
        error_text(error),
        "-" if result.gain is None else f"{result.gain:.2f}",
        *factors,
    )


def worlds_text(report: WorldsReport, words: KnownWords) -> str:
    """All tables of worlds, in the words of the game."""
    if not report.looks:
        return "no decision with a choice, and worlds, was found\n"
    if not report.kinds:
        return "nothing was hidden from anybody\n"
    sampling = report.sampling
    weighed = ", weighed by habits" if sampling.habits else ""
    head = (
        f"{count_text(report.looks, 'decision')} in {count_text(report.matches, 'match', 'matches')} of "
        f"{report.game}, {sampling.worlds} worlds each{weighed}, seed {sampling.seed}"
    )
    assert report.truth is not None, "there are looks"
    parts = [
        head,
        f"what is true takes {estimate_text(report.truth, 2)} bits at a decision",
        table([("kind", *WORLD_HEAD), *((row.kind, *world_cells(row)) for row in report.kinds)]),
        WORLD_NOTE,
        "",
        table(
            [
                ("kind", "of", *WORLD_HEAD),
                *((row.kind, short(str(row.holder)), *world_cells(row)) for row in report.holders),
            ]
        ),
        "",
        table(
            [
                ("kind", "quarter", *WORLD_HEAD),
                *((row.kind, str(1 + (row.part or 0)), *world_cells(row)) for row in report.parts),
            ]
        ),
        "",
        "at least one of something: how often it was so, by the share of worlds that said so",
        table([CHANCE_HEAD, *map(chance_cells, report.chances)]),
        "",
        "furthest from what worlds said",
        table(
            [
                ("what", *CHANCE_HEAD[2:]),
                *((words.what(row.what), *said_cells(row)) for row in report.things[:SHOWN_THINGS]),
            ]
        ),
    ]
    return "\n".join(parts) + "\n"


def world_cells(row: WorldRow) -> tuple[str, ...]:
    """The figures of a row."""
    return (
        str(row.facts),
        estimate_text(row.bits, 3),
        estimate_text(row.surprise, 3),
        estimate_text(row.left, 3),
        f"{row.missed} ({row.due:.1f})",
    )


def chance_cells(row: ChanceRow) -> tuple[str, ...]:
    """One line."""
    return (row.kind, f"{100 * row.low:.0f} to {100 * row.high:.0f}", *said_cells(row))


def said_cells(row: ChanceRow | ThingRow) -> tuple[str, ...]:
    """What was said, and came true."""
    return (
        str(row.facts),
        f"{100 * row.said:.1f}",
        f"{100 * row.true:.1f}",
        estimate_text(row.excess, 1, 100),
    )


def error_text(error: float | None) -> str:
    """A standard error, where there is one."""
    return "-" if error is None else f"{error:.4f}"


def match_table(results: AdjustedResults) -> str:
    """Who was how lucky in each match, in the units of the values."""
    rows: list[Sequence[str]] = [("match", "seat", "bot", "place", "deal", "play")]
    for match in results.matches:
        for seat, bot in enumerate(match.bots):
            luck = (match.luck.deal[seat], match.luck.play[seat])
            cells = [f"{one:+.3f}" for one in luck]
            rows.append((str(match.match), str(seat), short(bot), str(match.places[seat]), *cells))
    return table(rows)
