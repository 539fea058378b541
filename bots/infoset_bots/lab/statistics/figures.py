"""Draws a series with matplotlib, without a display; equal series give equal files."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from infoset_bots.lab.arena.text import short
from infoset_bots.lab.experiments.saving import save_figures
from infoset_bots.lab.experiments.style import BAND, FAINT, INK, LEGEND_COLUMNS, WIDTH, Mark, marks
from infoset_bots.lab.statistics.series import Curve, Ledger, Series

Draw = Callable[[Series], Figure]
SHADE: Final = 0.15  # opacity of an interval behind its line
MANY: Final = 60  # matches from which on no marker is drawn for each


def write_figures(folder: Path, series: Series) -> list[Path]:
    """Writes every figure that the series has something for, as PNG and as SVG."""
    found = drawings(series)
    return save_figures(folder, {name: partial(draw, series) for name, draw in found.items()})


def drawings(series: Series) -> dict[str, Draw]:
    """The figures by the name of their files."""
    found: dict[str, Draw] = {}
    if series.curves:
        found["points_over_rounds"] = draw_curves
    if series.ledgers and series.matches > 1:
        found["points_by_match"] = draw_ledgers
    if series.island is not None:
        found["dice"] = draw_dice
    return found


def start(series: Series, height: float, what: str) -> Figure:
    """An empty figure with its title."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    matches = "1 match" if series.matches == 1 else f"{series.matches:,} matches"
    title = f"{series.game.capitalize()}: {what}\n{matches}"
    figure.suptitle(title, x=0.012, ha="left", fontsize=10, color=INK)
    return figure


def draw_curves(series: Series) -> Figure:
    """Points over rounds; the shade is the 95 % interval of the mean."""
    figure = start(series, 3.6, "points over rounds, shade: 95 % interval of the mean")
    axes = figure.add_subplot()
    drawn = marks([curve.bot for curve in series.curves])
    for curve in series.curves:
        draw_curve(axes, curve, drawn[curve.bot])
    draw_target(axes, series)
    axes.set_xlabel("round")
    axes.set_ylabel("points when the round ended")
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    axes.set_xlim(0, max(len(curve.points) for curve in series.curves) - 1)
    axes.set_ylim(bottom=0)
    figure.legend(loc="outside lower center", ncols=LEGEND_COLUMNS)
    return figure


def draw_curve(axes: Axes, curve: Curve, mark: Mark) -> None:
    """One bot's line with its interval."""
    rounds = range(len(curve.points))
    middle = [estimate.mean for estimate in curve.points]
    low = [estimate.mean if estimate.low is None else estimate.low for estimate in curve.points]
    high = [estimate.mean if estimate.high is None else estimate.high for estimate in curve.points]
    axes.fill_between(rounds, low, high, color=mark.colour, alpha=SHADE, linewidth=0)
    every = max(1, len(middle) // 12)
    axes.plot(
        rounds, middle, color=mark.colour, marker=mark.marker, markevery=every, markersize=4, clip_on=False,
        linewidth=1.5, label=short(curve.bot),
    )  # fmt: skip


def draw_target(axes: Axes, series: Series) -> None:
    """The points that win."""
    if series.target is not None:
        axes.axhline(series.target, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)


def draw_ledgers(series: Series) -> Figure:
    """Points match by match, and summed up."""
    figure = start(series, 4.8, "points match by match, and summed up")
    above, below = figure.subplots(2, 1, sharex=True)
    drawn = marks([ledger.bot for ledger in series.ledgers])
    for ledger in series.ledgers:
        draw_ledger(above, below, ledger, drawn[ledger.bot])
    draw_target(above, series)
    above.set_ylabel("points")
    above.set_ylim(bottom=0)
    below.set_ylabel("points, cumulative")
    below.set_ylim(bottom=0)
    below.set_xlabel("match")
    below.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    figure.legend(
        *above.get_legend_handles_labels(), loc="outside lower center", ncols=LEGEND_COLUMNS
    )
    return figure


def draw_ledger(above: Axes, below: Axes, ledger: Ledger, mark: Mark) -> None:
    """One bot's line in both panels; a match without it is a gap above and adds nothing below."""
    matches = range(1, len(ledger.points) + 1)
    marker = mark.marker if len(ledger.points) < MANY else ""
    single = [float("nan") if value is None else value for value in ledger.points]
    label = short(ledger.bot)
    above.plot(
        matches, single, color=mark.colour, marker=marker, markersize=4, label=label, clip_on=False
    )
    summed = list(accumulate(value or 0.0 for value in ledger.points))
    below.plot(matches, summed, color=mark.colour, label=label)


def draw_dice(series: Series) -> Figure:
    """How often each sum fell, and how often two fair dice bring it."""
    assert series.island is not None  # or `drawings` had not asked for this
    dice = series.island.dice
    judged = "" if dice.p is None else f", fair dice: p = {dice.p:.3f}"
    figure = start(series, 3.2, f"the dice, {sum(dice.observed):,} rolls{judged}")
    axes = figure.add_subplot()
    sums = range(2, 13)
    axes.bar(sums, dice.observed, color=FAINT, width=0.8, edgecolor=BAND, label="fell")
    axes.plot(
        sums, dice.expected, color=INK, marker="_", markersize=22, linestyle="", markeredgewidth=1.6,
        label="expected",
    )  # fmt: skip
    axes.set_xticks(list(sums))
    axes.set_xlabel("sum of two dice")
    axes.set_ylabel("rolls")
    figure.legend(loc="outside lower center", ncols=2)
    return figure
