"""How plots look: one colour and one marker per bot in all plots, told apart in grey as well."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
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
    Mark("#7a1f3d", "X"),
    Mark("#4f7d2a", "p"),
    Mark("#4aa3d8", "<"),
    Mark("#d98cb3", ">"),
    Mark("#6e5a3b", "h"),
    Mark("#b8d08a", "*"),
)
LEGEND_COLUMNS: Final = 3  # names are long: more beside one another would be cut off
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
    """A mark for each label, in order; labels beyond the marks have their colours with other markers."""
    given: dict[str, Mark] = {}
    for label in labels:
        name = next((usual for usual in USUAL if label.startswith(usual)), None)
        wanted = None if name is None else MARKS[USUAL.index(name)]
        if wanted is None or wanted in given.values():
            wanted = next(mark for mark in _further() if mark not in given.values())
        given[label] = wanted
    return given


def _further() -> Iterator[Mark]:
    """The marks that are not of usual bots, those of usual bots, then each colour with every other marker."""
    yield from MARKS[len(USUAL) :]
    yield from MARKS[: len(USUAL)]
    for shift in count(1):
        for place, mark in enumerate(MARKS):
            yield Mark(mark.colour, MARKS[(place + shift) % len(MARKS)].marker)
