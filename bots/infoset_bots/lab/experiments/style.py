"""How plots look: one colour and one marker per bot in all plots, told apart in grey as well. Draws nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

INK: Final = "#22303c"
FAINT: Final = "#9aa5ae"
GRID: Final = "#e4e8eb"
BAND: Final = "#dfe5ea"
DPI: Final = 130
WIDTH: Final = 7.2  # inches


@dataclass(frozen=True)
class Mark:
    """How one bot is drawn."""

    colour: str
    marker: str


# From dark to light, so that their order survives a grey printer; markers differ besides.
MARKS: Final = (
    Mark("#12355b", "o"),
    Mark("#c2492f", "s"),
    Mark("#3f9a8c", "D"),
    Mark("#e0ac3b", "^"),
    Mark("#8a6fb0", "v"),
    Mark("#a9b7c0", "P"),
)
# The bots of most plots, by the beginning of their label, so that each keeps its colour everywhere.
USUAL: Final = ("ismcts", "heuristic", "maxn", "random")

SETTINGS: Final[dict[Any, Any]] = {  # matplotlib's type has one literal for each of its keys
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # comes with matplotlib, so text has one width everywhere
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "svg.hashsalt": "infoset",  # equal plots are equal files
    "text.color": INK,
    "xtick.color": INK,
    "xtick.labelsize": 8.5,
    "xtick.major.size": 0,
    "ytick.color": INK,
    "ytick.labelsize": 8.5,
    "ytick.major.size": 0,
}


def marks(labels: Sequence[str]) -> dict[str, Mark]:
    """A mark for each label, in order; labels beyond the marks share them in turn."""
    given: dict[str, Mark] = {}
    for label in labels:
        name = next((usual for usual in USUAL if label.startswith(usual)), None)
        wanted = None if name is None else MARKS[USUAL.index(name)]
        if wanted is None or wanted in given.values():
            free = [mark for mark in MARKS if mark not in given.values()]
            wanted = free[-1] if free else MARKS[len(given) % len(MARKS)]
        given[label] = wanted
    return given
