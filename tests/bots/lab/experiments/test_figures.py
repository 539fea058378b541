"""The plots: what is drawn, in which colours, and that equal analyses give equal files."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib import rc_context
from matplotlib.colors import to_rgb
from matplotlib.container import ErrorbarContainer
from tests.bots.lab.experiments.matches import b_first, make_deals, make_match

from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.experiments.analysis import Analysis, analyse
from infoset_bots.lab.experiments.figures import draw_wins, drawings, write_figures
from infoset_bots.lab.experiments.setup import Setup
from infoset_bots.lab.experiments.style import MARKS, SETTINGS, USUAL, marks

MAX_BYTES = 100_000


@pytest.fixture
def analysis(pair_setup: Setup, pair_plan: Plan) -> Analysis:
    return analyse(pair_setup, pair_plan, make_deals(10))


@pytest.fixture
def repeated(pair_setup: Setup, pair_plan: Plan) -> Analysis:
    """A legacy run of several repetitions."""
    plan = replace(pair_plan, duplicate=False, seatings="random", matches=20)
    records = [make_match(number, number, "abab") for number in range(20)]
    return analyse(pair_setup, plan, records)


def test_equal_analyses_give_equal_files_of_both_kinds(repeated: Analysis, tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        written.append(write_figures(tmp_path / name, repeated))
    names = [path.name for path in written[0]]
    assert names == [
        "wins.png",
        "wins.svg",
        "points.png",
        "points.svg",
        "batches.png",
        "batches.svg",
    ]
    for one, two in zip(*written, strict=True):
        assert one.read_bytes() == two.read_bytes()
        assert one.stat().st_size < MAX_BYTES
        assert one.read_bytes().startswith(b"\x89PNG" if one.suffix == ".png" else b"<?xml")
        assert b"<dc:date>" not in one.read_bytes()


def test_every_seat_and_every_bot_has_its_mark_and_interval(analysis: Analysis) -> None:
    with rc_context(SETTINGS):
        axes = draw_wins(analysis).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        *(f"seat {seat}" for seat in range(4)),
        "all seats",
    ]
    assert axes.get_ylabel() == "matches won per seat taken (%)"
    assert [bars.get_label() for bars in axes.containers] == ["a", "b"]
    for bars, row in zip(axes.containers, analysis.summary.bots, strict=True):
        assert isinstance(bars, ErrorbarContainer)
        points = np.asarray(bars.lines[0].get_xydata())
        assert len(points) == 5
        assert points[-1, 1] == pytest.approx(100 * row.share.mean / 2)  # it has two seats
        ends = bars.lines[2][0].get_segments()[-1]
        assert row.share.low is not None
        assert ends[0][1] == pytest.approx(50 * row.share.low)


@pytest.mark.parametrize("matches", [3, 7, 40])
def test_a_bot_that_never_wins_can_be_drawn(
    pair_setup: Setup, pair_plan: Plan, matches: int
) -> None:
    plan = replace(pair_plan, duplicate=False, seatings="random", matches=matches)
    records = [make_match(number, number, "aabb", b_first) for number in range(matches)]
    with rc_context(SETTINGS):
        axes = draw_wins(analyse(pair_setup, plan, records)).axes[0]
    assert len(axes.containers) == 2


def test_nothing_is_drawn_of_nothing(pair_setup: Setup, pair_plan: Plan) -> None:
    assert drawings(analyse(pair_setup, pair_plan, [])) == {}


def test_a_game_without_points_has_no_plot_of_them(analysis: Analysis) -> None:
    assert list(drawings(replace(analysis, points={}))) == ["wins"]


def test_a_bot_keeps_its_mark_in_every_plot() -> None:
    assert marks(["heuristic", "maxn"])["maxn"] == marks(["maxn_legacy", "random"])["maxn_legacy"]


def test_all_bots_of_a_plot_differ_as_long_as_there_are_marks() -> None:
    labels = ["ismcts", "ismcts:c=1", "mine", "heuristic", "yours", "random"]
    labels += [f"other{number}" for number in range(len(MARKS) - len(labels))]
    given = marks(labels)
    assert len({mark.colour for mark in given.values()}) == len(labels) == len(MARKS)
    more = marks([*labels, *(f"more{number}" for number in range(20))])
    assert len(set(more.values())) == len(MARKS) + 20  # by their markers


def test_the_usual_bots_differ_in_grey_as_well() -> None:
    def grey(colour: str) -> float:
        red, green, blue = to_rgb(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    shades = [grey(mark.colour) for mark in marks(USUAL).values()]
    assert all(darker + 0.1 < lighter for darker, lighter in pairwise(shades))
    assert len({mark.marker for mark in marks(USUAL).values()}) == len(USUAL)
