"""Draws a ladder with matplotlib, without a display: how ratings went, who was ahead of whom."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from infoset_server.contests.ladder.tables import SIGMAS

INK: Final = "#22303c"
FAINT: Final = "#9aa5ae"
WIDTH: Final = 7.2  # inches
DPI: Final = 130
CELL: Final = 0.42  # inches of one cell of the crosstable
DARK: Final = (
    15  # percent from either end of the scale, where colours are too dark for dark figures
)
COLOURS: Final = (
    *("#12355b", "#c2492f", "#3f9a8c", "#e0ac3b", "#8a6fb0"),
    *("#a9b7c0", "#7a1f3d", "#4f7d2a", "#4aa3d8", "#d98cb3"),
)
MOST_LINES: Final = len(COLOURS)
SETTINGS: Final[dict[Any, Any]] = {
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "figure.constrained_layout.use": True,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # comes with matplotlib, so text has one width everywhere
    "font.size": 9,
    "svg.hashsalt": "infoset",  # equal plots are equal files
    "text.color": INK,
}


def write_plots(folder: Path, name: str, documents: dict[str, Any]) -> list[Path]:
    """Writes PNG and SVG of the documents of `http/ladders.py`: `table`, `crosstable`, `history`. Raises OSError."""
    drawings: dict[str, Callable[[], Figure]] = {
        "ratings": lambda: draw_ratings(documents["table"]),
        "history": lambda: draw_history(documents["history"]),
        "crosstable": lambda: draw_crosstable(documents["crosstable"]),
    }
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with rc_context(SETTINGS):
        for kind, draw in drawings.items():
            figure = draw()
            for suffix, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
                path = folder / f"{name}-{kind}.{suffix}"
                figure.savefig(path, dpi=DPI, metadata=metadata)
                written.append(path)
    return written


def draw_ratings(table: dict[str, Any]) -> Figure:
    """The table: a dot for each entry with its interval, best on top."""
    rows = [row for row in table["rows"] if row["games"]]
    figure = Figure(figsize=(WIDTH, 1.2 + 0.28 * max(2, len(rows))))
    axes = figure.add_subplot()
    axes.set_title(f"{table['title']}: ratings, bars of {SIGMAS:.0f} sigma")
    axes.grid(visible=True, axis="x", color="#e4e8eb")
    axes.errorbar(
        [row["rating"] for row in rows],
        range(len(rows)),
        xerr=[row["margin"] for row in rows],
        fmt="o",
        color=COLOURS[0],
        ecolor=FAINT,
    )
    axes.set_yticks(range(len(rows)), _labels(rows))
    axes.invert_yaxis()
    axes.set_xlabel("rating")
    return figure


def draw_history(history: dict[str, Any]) -> Figure:
    """How the ratings of the best went, by results counted, with their intervals."""
    figure = Figure(figsize=(WIDTH, 3.6))
    axes = figure.add_subplot()
    axes.set_title("how ratings went")
    axes.grid(visible=True, color="#e4e8eb")
    lines = history["lines"][:MOST_LINES]
    for colour, line, name in zip(COLOURS, lines, _labels(lines), strict=False):
        points = line["points"]
        at = [point["outcomes"] for point in points]
        axes.plot(at, [point["rating"] for point in points], color=colour, label=name)
        low = [point["rating"] - SIGMAS * point["rd"] for point in points]
        high = [point["rating"] + SIGMAS * point["rd"] for point in points]
        axes.fill_between(at, low, high, color=colour, alpha=0.12, linewidth=0)
    axes.set_xlabel("results counted")
    axes.set_ylabel("rating")
    if history["lines"]:
        figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure


def draw_crosstable(crosstable: dict[str, Any]) -> Figure:
    """The share of matches in which the row was ahead of the column."""
    names = _labels(crosstable["entries"])
    shares = [[_share(cell) for cell in row] for row in crosstable["cells"]]
    side = 2.2 + CELL * max(3, len(names))
    figure = Figure(figsize=(side, side - 0.6))
    axes = figure.add_subplot()
    axes.set_title("ahead of the column, in % of their matches")
    if names:
        axes.imshow(shares, cmap="RdYlBu", vmin=0, vmax=100)
    for row, line in enumerate(shares):
        for column, share in enumerate(line):
            if not math.isnan(share):  # they have met
                ink = INK if DARK < share < 100 - DARK else "white"
                text = f"{share:.0f}"
                axes.text(column, row, text, color=ink, ha="center", va="center", fontsize=7)
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set_yticks(range(len(names)), names)
    return figure


def _share(cell: Sequence[int] | None) -> float:
    """In percent; NaN for entries that have not met."""
    games = sum(cell or ())
    if cell is None or not games:
        return math.nan
    return 100 * (cell[0] + cell[1] / 2) / games


def _labels(entries: Sequence[dict[str, Any]]) -> list[str]:
    """Names, with the version where there are several of a name."""
    count = Counter(entry["name"] for entry in entries)
    return [
        f"{one['name']} {one['version']}" if count[one["name"]] > 1 else str(one["name"])
        for one in entries
    ]
