"""Draws an analysis with matplotlib, without a display; equal analyses give equal files."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from infoset_bots.lab.arena.intervals import Estimate
from infoset_bots.lab.arena.summary import Row
from infoset_bots.lab.arena.text import short
from infoset_bots.lab.experiments.analysis import Analysis, Spread
from infoset_bots.lab.experiments.saving import save_figures
from infoset_bots.lab.experiments.style import BAND, FAINT, INK, LEGEND_COLUMNS, WIDTH, Mark, marks

PERCENT: Final = 100.0
BOT_GAP: Final = 0.16  # between the marks of two bots over one tick
LANE: Final = 0.85  # inches for one bot, where each has a panel
MARGINS: Final = 1.15  # inches of title and labels around panels
MAX_BARS: Final = 40  # of a histogram; more values share bars

Draw = Callable[[Analysis], Figure]


def write_figures(folder: Path, analysis: Analysis) -> list[Path]:
    """Writes every figure that the analysis has something for, as PNG and as SVG."""
    found = drawings(analysis)
    return save_figures(folder, {name: partial(draw, analysis) for name, draw in found.items()})


def drawings(analysis: Analysis) -> dict[str, Draw]:
    """The figures by the name of their files."""
    found: dict[str, Draw] = {}
    if analysis.summary.bots:
        found["wins"] = draw_wins
    if analysis.points and analysis.rounds:
        found["points"] = draw_points
    if analysis.batches:
        found["batches"] = draw_batches
    return found


def draw_wins(analysis: Analysis) -> Figure:
    """Wins per seat taken: of each bot in all, and on each seat."""
    figure = start(analysis, height=3.4, bars="bars: 95 % intervals")
    axes = figure.add_subplot()
    seats = sorted({row.seat for row in analysis.seats if row.seat is not None})
    several = len(analysis.bots) > 1
    ticks = [f"seat {seat}" for seat in seats] + (["all seats"] if several else [])
    fair = PERCENT / len(seats)
    axes.axhline(fair, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    drawn = marks(list(analysis.bots))
    for number, (label, mark) in enumerate(drawn.items()):
        rows = [row for row in analysis.summary.seats if row.bot == label]
        if several:
            rows += [row for row in analysis.summary.bots if row.bot == label]
        offset = (number - (len(drawn) - 1) / 2) * BOT_GAP
        at = [offset + (len(seats) if row.seat is None else row.seat) for row in rows]
        draw_estimates(axes, at, [per_seat(row) for row in rows], mark, short(label))
    axes.set_xticks(range(len(ticks)), ticks)
    axes.set_xlim(-0.5, len(ticks) - 0.5)
    axes.set_ylabel("matches won per seat taken (%)")
    axes.set_ylim(bottom=0)
    if several:
        axes.axvline(len(seats) - 0.5, color=FAINT, linewidth=0.8)
        figure.legend(loc="outside lower center", ncols=LEGEND_COLUMNS)
    note(axes, f"{fair:.0f} %: equal\nchances", fair)
    return figure


def draw_points(analysis: Analysis) -> Figure:
    """How points spread, a panel for each bot, and how long the matches last."""
    lanes = len(analysis.points)
    figure = start(analysis, height=MARGINS + max(2, lanes) * LANE)
    grid = figure.add_gridspec(lanes, 2, width_ratios=(1.7, 1))
    drawn = marks(list(analysis.bots))
    first: Axes | None = None
    for lane, (label, points) in enumerate(analysis.points.items()):
        axes = figure.add_subplot(grid[lane, 0], sharex=first)
        first = first or axes
        width = draw_bars(axes, points, drawn[label].colour, least_width=2)
        axes.set_title(f"{short(label)}: {points.mean.mean:.1f} points on average")
        axes.tick_params(labelbottom=lane == lanes - 1)
        if lane == lanes - 1:
            axes.set_xlabel(f"points at the end ({width} to a bar)")
    figure.supylabel("share (%)", fontsize=9, color=INK)
    assert analysis.rounds is not None  # or `drawings` had not asked for this
    axes = figure.add_subplot(grid[:, 1])
    draw_bars(axes, analysis.rounds, FAINT, least_width=1)
    axes.set_title(f"length: {analysis.rounds.mean.mean:.1f} rounds on average")
    axes.set_xlabel("rounds in a match")
    return figure


def draw_batches(analysis: Analysis) -> Figure:
    """Every repetition of the published experiment beside what all of them say together."""
    drawn = marks(list(analysis.bots))
    rows = {row.bot: row for row in analysis.summary.bots}
    # Of two bots each wins what the other does not: one panel says both.
    shown = list(drawn)[-1:] if len(drawn) == 2 else list(drawn)
    height = MARGINS + max(2.1, len(shown) * 1.1)
    figure = start(analysis, height, bars="bars: 95 % intervals; band: that of all matches")
    panels = figure.subplots(len(shown), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    at = [number + 1.0 for number in range(len(analysis.batches))]
    for axes, label in zip(panels, shown, strict=True):
        whole = percent(rows[label].share)
        if whole.low is not None and whole.high is not None:
            axes.axhspan(whole.low, whole.high, color=BAND, zorder=0)
        axes.axhline(whole.mean, color=INK, linewidth=1, zorder=1)
        estimates = [percent(batch.shares[label]) for batch in analysis.batches]
        draw_estimates(axes, at, estimates, drawn[label], short(label))
        note(axes, f"{whole.mean:.0f} % of\nall {analysis.summary.matches:,}", whole.mean)
        axes.set_title(f"{short(label)}: matches won (%)")
        axes.set_xlim(0.4, len(at) + 0.6)
    panels[-1].set_xticks(at)
    panels[-1].set_xlabel(f"repetition, of {analysis.batches[0].matches} matches each")
    return figure


def start(analysis: Analysis, height: float, bars: str = "") -> Figure:
    """An empty figure with its title, which says what `bars` are."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    name = f"Experiment {analysis.experiment}{' as published' if analysis.legacy else ''}"
    summary = analysis.summary
    how = (
        f"{summary.matches:,} matches, each on a deal of its own"
        if analysis.block == 1
        else f"{summary.deals:,} deals, each under all {analysis.block} seatings"
    )
    figure.suptitle(
        "\n".join((f"{name}: {analysis.title}", "; ".join(filter(None, (how, bars))))),
        x=0.012,
        ha="left",
        fontsize=10,
        color=INK,
    )
    return figure


def draw_estimates(
    axes: Axes, at: Sequence[float], estimates: Sequence[Estimate], mark: Mark, label: str
) -> None:
    """Means as markers, their intervals as lines."""
    middles = [estimate.mean for estimate in estimates]
    # Where nothing or all was won an end is the mean itself, but for the rounding.
    low = [0.0 if one.low is None else max(0.0, one.mean - one.low) for one in estimates]
    high = [0.0 if one.high is None else max(0.0, one.high - one.mean) for one in estimates]
    axes.errorbar(
        at,
        middles,
        yerr=(low, high),
        fmt=mark.marker,
        color=mark.colour,
        markersize=4.5,
        elinewidth=1.3,
        capsize=2.5,
        label=label,
        zorder=3,
        clip_on=False,  # what is at the edge is whole
    )


def draw_bars(axes: Axes, spread: Spread, colour: str, least_width: int) -> int:
    """A histogram as shares of all, with the mean as a line. Returns how wide its bars are."""
    lowest, highest = spread.times[0][0], spread.times[-1][0]
    width = least_width
    while (highest - lowest) / width > MAX_BARS:
        width *= 2
    total = sum(times for _, times in spread.times)
    bars: dict[float, float] = {}
    for value, times in spread.times:
        left = value // width * width
        bars[left] = bars.get(left, 0.0) + PERCENT * times / total
    middle = (width - 1) / 2  # of the whole numbers in a bar
    axes.bar(
        [left + middle for left in bars], list(bars.values()), width=0.86 * width, color=colour
    )
    axes.axvline(spread.mean.mean, color="white", linewidth=2.2)  # seen on dark bars, too
    axes.axvline(spread.mean.mean, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    return width


def note(axes: Axes, text: str, height: float) -> None:
    """A few words at the right end of a horizontal line, beside the panel."""
    axes.annotate(
        text,
        (1.0, height),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        ha="left",
        va="center",
        fontsize=8,
        color=INK,
    )


def per_seat(row: Row) -> Estimate:
    """A bot's wins by the seats it took, in percent: comparable for bots with more seats and with less."""
    return percent(row.share, row.matches / row.seats)


def percent(estimate: Estimate, scale: float = 1.0) -> Estimate:
    """The estimate in percent."""
    factor = PERCENT * scale
    return Estimate(
        estimate.mean * factor,
        None if estimate.low is None else estimate.low * factor,
        None if estimate.high is None else estimate.high * factor,
        estimate.units,
    )
