"""Draws where the actions of bots pointed: a map where places lie in the plane, bars where they do not."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from infoset_bots.lab.arena.text import short
from infoset_bots.lab.experiments.saving import save_figures
from infoset_bots.lab.experiments.style import FAINT, INK
from infoset_bots.lab.statistics.figures import start
from infoset_bots.lab.statistics.series import Series
from infoset_games.places import Spot

COLUMNS: Final = 2
MOST_BOTS: Final = 6
MOST_BARS: Final = 24  # places in a row; the most frequent ones
PANEL: Final = 3.3  # inches of height
COLOURS: Final = "viridis_r"  # dark is much, in print too
GROUND_PT2: Final = 14_000  # area of all dots of a panel together

Counts = dict[str, Counter[str]]  # by bot and anchor


def write_heat(folder: Path, series: Series) -> list[Path]:
    """One figure for each kind of place that was pointed at, as PNG and as SVG."""
    found = counts_by_kind(series)
    return save_figures(
        folder,
        {f"places_{kind}": partial(draw_heat, series, kind, found[kind]) for kind in sorted(found)},
    )


def counts_by_kind(series: Series) -> dict[str, Counts]:
    """How often each bot pointed at each anchor, by the kind of anchor."""
    found: dict[str, Counts] = {}
    for row in series.habits.targets:
        kind = row.anchor.partition(":")[0]
        found.setdefault(kind, {}).setdefault(row.bot, Counter())[row.anchor] += row.count
    return found


def draw_heat(series: Series, kind: str, counts: Counts) -> Figure:
    """A panel for each bot; colours are shares of what that bot pointed at."""
    bots = list(counts)[:MOST_BOTS]
    rows = -(-len(bots) // COLUMNS)
    figure = start(series, PANEL * rows + 0.6, f"where actions pointed, {kind}, % of each bot's")
    spots = {name: spot for name, spot in series.spots.items() if name.startswith(f"{kind}:")}
    panels = figure.subplots(rows, COLUMNS, squeeze=False, sharey=not spots).flat
    most = max(100 * max(counts[bot].values()) / counts[bot].total() for bot in bots)
    drawn: PathCollection | None = None
    for axes, bot in zip(panels, bots, strict=False):
        axes.set_title(f"{short(bot)}: {counts[bot].total():,}")
        shares = {name: 100 * count / counts[bot].total() for name, count in counts[bot].items()}
        if spots:
            drawn = draw_map(axes, spots, shares, most)
        else:
            draw_bars(axes, shares)
    for axes in list(panels):
        axes.set_axis_off()
    if drawn is not None:
        figure.colorbar(drawn, ax=figure.axes, shrink=0.6)
    return figure


def draw_map(
    axes: Axes, spots: dict[str, Spot], shares: dict[str, float], most: float
) -> PathCollection:
    """A dot for each place, the never chosen ones faint."""
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.invert_yaxis()  # spots count downwards
    area = GROUND_PT2 / len(spots)
    right, down = zip(*spots.values(), strict=True)
    axes.scatter(right, down, s=area / 6, color=FAINT, linewidth=0, clip_on=False)
    named = [name for name in spots if name in shares]
    return axes.scatter(
        [spots[name][0] for name in named],
        [spots[name][1] for name in named],
        s=area,
        c=[shares[name] for name in named],
        cmap=COLOURS,
        clip_on=False,  # what is at the edge is whole
        norm=Normalize(0, most),
        linewidth=0,
    )


def draw_bars(axes: Axes, shares: dict[str, float]) -> None:
    """The most frequent places, in their order."""
    frequent = sorted(shares, key=lambda name: -shares[name])[:MOST_BARS]
    names = sorted(frequent, key=place_order)
    axes.bar(range(len(names)), [shares[name] for name in names], color=INK)
    axes.set_xticks(range(len(names)), [name.partition(":")[2] for name in names])


def place_order(anchor: str) -> tuple[int, str]:
    """Numbers by size, all else as text."""
    place = anchor.partition(":")[2]
    return (int(place) if place.isdigit() else 0, place)
