"""A series as tables for a terminal. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from infoset_bots.lab.arena.text import estimate_text, short, summary_text, table
from infoset_bots.lab.statistics.habits import Habits, KindRow, OpeningRow
from infoset_bots.lab.statistics.island_sums import IslandSums
from infoset_bots.lab.statistics.series import BotRow, Series
from infoset_games.catan.cards import RESOURCE_NAMES

ROBBER = ("robber moves", "stolen", "lost", "blocked", "discarded")
TRADES = ("offers", "deals", "bank trades", "cards bought", "knights", "other cards")
EXTRAPOLATED = (
    "turns to win: rounds played where the points that win were reached, else extrapolated: "
    "rounds / points * {target}"
)
SHOWN_MOST: Final = 5  # openings of a bot, places of its actions; all of them are in the JSON
MOST_OPENING: Final = 60  # characters of an opening

Row = TypeVar("Row")


def series_text(series: Series) -> str:
    """All tables."""
    parts = [summary_text(series.summary).rstrip("\n")]
    if not series.summary.bots:
        return parts[0] + "\n"
    if any(row.turns_to_win is not None or row.turn_ms is not None for row in series.bots):
        parts += ["", _pace_text(series)]
    if series.told < series.matches:
        parts.append(
            f"{series.matches - series.told} matches without a replay (see `arena --keep`)"
        )
    parts += habit_parts(series.habits)
    if series.island is not None:
        parts += ["", _island_text(series.island)]
    return "\n".join(parts) + "\n"


def habit_parts(habits: Habits) -> list[str]:
    """Openings, time by kind of decision, and what was pointed at most, each after an empty line."""
    found = (_openings(habits), _kinds(habits), _targets(habits))
    return [part for rows in found if len(rows) > 1 for part in ("", table(rows))]


def _openings(habits: Habits) -> list[tuple[str, ...]]:
    shown = most(habits.openings, lambda row: (row.bot, ""))
    return [("bot", "opening", "seats", "win %", "rank"), *map(_opening_cells, shown)]


def _opening_cells(row: OpeningRow) -> tuple[str, ...]:
    opening = " ".join(row.actions) or "any other"
    name = opening if len(opening) <= MOST_OPENING else f"{opening[: MOST_OPENING - 3]}..."
    return (
        short(row.bot),
        name,
        str(row.seats),
        estimate_text(row.win, 1, 100),
        estimate_text(row.rank, 3),
    )


def _kinds(habits: Habits) -> list[tuple[str, ...]]:
    head = ("bot", "kind", "decisions", "ms", "max ms", "time %")
    return [head, *map(_kind_cells, habits.kinds)]


def _kind_cells(row: KindRow) -> tuple[str, ...]:
    mean_ms, share = f"{row.mean_ms:.1f}", f"{100 * row.share:.1f}"
    return (short(row.bot), row.kind, str(row.decisions), mean_ms, str(row.max_ms), share)


def _targets(habits: Habits) -> list[tuple[str, ...]]:
    shown = most(habits.targets, lambda row: (row.bot, row.verb))
    rows = [(short(row.bot), row.verb, row.anchor, str(row.count)) for row in shown]
    return [("bot", "action", "most at", "times"), *rows]


def most(rows: Iterable[Row], group: Callable[[Row], tuple[str, str]]) -> list[Row]:
    """The first few rows of each group; they stand in order, the most frequent first."""
    seen: Counter[tuple[str, str]] = Counter()
    shown = []
    for row in rows:
        seen[group(row)] += 1
        if seen[group(row)] <= SHOWN_MOST:
            shown.append(row)
    return shown


def _pace_text(series: Series) -> str:
    rows = [("bot", "turns to win", "reached", "extrapolated", "ms a turn")]
    rows += [_pace_cells(row) for row in series.bots]
    lines = [table(rows)]
    if series.target is not None:
        lines.append(EXTRAPOLATED.format(target=series.target))
    return "\n".join(lines)


def _pace_cells(row: BotRow) -> tuple[str, str, str, str, str]:
    return (
        short(row.bot),
        "-" if row.turns_to_win is None else estimate_text(row.turns_to_win, 1),
        str(row.reached),
        str(row.extrapolated),
        "-" if row.turn_ms is None else f"{row.turn_ms:.1f}",
    )


def _island_text(island: IslandSums) -> str:
    dice = island.dice
    sums = [("dice", *(str(number) for number in range(2, 13)))]
    sums.append(("fell", *(str(count) for count in dice.observed)))
    sums.append(("expected", *(f"{count:.1f}" for count in dice.expected)))
    judged = "too few rolls for a test" if dice.p is None else f"fair dice: p = {dice.p:.3f}"
    groups = (("produced", RESOURCE_NAMES), ("robber", ROBBER), ("trades and cards", TRADES))
    parts = [table(sums), judged]
    for title, names in groups:
        rows = [(f"{title} per match", *names)]
        rows += [
            (short(row.bot), *(f"{row.means[name]:.2f}" for name in names)) for row in island.bots
        ]
        parts += ["", table(rows)]
    rows = [("share of turns with", "longest road", "largest army")]
    rows += [
        (short(row.bot), f"{100 * row.held_road:.1f} %", f"{100 * row.held_army:.1f} %")
        for row in island.bots
    ]
    return "\n".join([*parts, "", table(rows)])
