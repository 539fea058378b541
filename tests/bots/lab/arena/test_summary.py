"""Figures by bot and by seat, recomputed by hand and by SciPy."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from infoset_bots.lab.arena.export import COLUMNS, csv_text
from infoset_bots.lab.arena.intervals import mean_interval
from infoset_bots.lab.arena.record import Thinking, rank_points
from infoset_bots.lab.arena.summary import gain_of, summarize
from infoset_bots.lab.arena.text import short, summary_text, table
from infoset_games.placing import returns_of

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakeRecord


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3, 4], [1, 2 / 3, 1 / 3, 0]),
        ([2, 1], [0, 1]),
        ([1, 1], [0.5, 0.5]),
        ([1, 2, 2, 4], [1, 0.5, 0.5, 0]),
        ([1], [0]),
        ([], []),
    ],
)
def test_places_become_points_from_one_to_zero(places: list[int], points: list[float]) -> None:
    assert rank_points(places) == pytest.approx(points)
    if len(places) > 1:
        assert [2 * point - 1 for point in rank_points(places)] == pytest.approx(returns_of(places))


def test_the_figures_of_a_small_run_are_those_counted_by_hand(make_record: "MakeRecord") -> None:
    records = [
        make_record(0, "ab", [1, 2], misses=[0, 1]),
        make_record(1, "ba", [1, 2], exceptions=[0, 2]),
        make_record(2, "ab", [1, 1], illegal=[3, 0]),
        make_record(3, "ba", [2, 1], crashes=[1, 0]),
    ]
    a, b = summarize(records, ["a", "b"], by_deal=False).bots
    assert (a.matches, a.seats, a.wins, a.losses) == (4, 4, 2.5, 1)
    assert (b.wins, b.losses) == (1.5, 2)
    assert a.place.mean == 5 / 4
    assert (a.misses, a.illegal, a.exceptions, a.crashes) == (0, 3, 2, 0)
    assert (b.misses, b.illegal, b.exceptions, b.crashes) == (1, 0, 0, 1)
    assert (a.rounds, a.mean_ms, a.max_ms, a.decisions) == (3, 1.0, 2.0, 16)
    assert a.points is not None
    assert a.points == mean_interval([9, 8, 9, 9], least=0)


def test_figures_stay_inside_what_is_possible(make_record: "MakeRecord") -> None:
    """Student's interval of these begins before the first place and below no point."""
    records = [make_record(number, "abcd", [1, 2, 3, 4]) for number in range(3)]
    records.append(make_record(3, "abcd", [4, 3, 2, 1]))
    for row in summarize(records, ["a", "b", "c", "d"], by_deal=False).bots:
        assert row.points is not None
        for figure, least, most in ((row.place, 1, 4), (row.rank, 0, 1), (row.points, 0, 99)):
            assert figure.low is not None
            assert figure.high is not None
            assert least <= figure.low <= figure.mean <= figure.high <= most


def test_each_bot_has_a_row_for_each_of_its_seats(make_record: "MakeRecord") -> None:
    records = [make_record(0, "ab", [1, 2]), make_record(1, "ba", [1, 2])]
    rows = summarize(records, ["a", "b"], by_deal=False).seats
    assert [(row.bot, row.seat, row.wins) for row in rows] == [
        ("a", 0, 1),
        ("a", 1, 0),
        ("b", 0, 1),
        ("b", 1, 0),
    ]


def test_seats_of_one_match_are_one_unit(make_record: "MakeRecord") -> None:
    records = [make_record(number, "aabb", [1, 2, 3, 4]) for number in range(5)]
    a, b = summarize(records, ["a", "b"], by_deal=False).bots
    assert (a.seats, a.place.units, a.place.mean) == (10, 5, 1.5)
    assert (a.share.mean, b.share.mean) == (1.0, 0.0)  # it won every match, with one seat of two


def test_matches_of_one_deal_are_one_unit(make_record: "MakeRecord") -> None:
    records = [make_record(number, "ab", [1, 2], deal=number // 2) for number in range(6)]
    summary = summarize(records, ["a", "b"], by_deal=True)
    assert summary.deals == 3
    assert summary.bots[0].place.units == 3


def test_broken_matches_are_left_out_and_counted(make_record: "MakeRecord") -> None:
    records = [
        make_record(0, "ab", [1, 2]),
        make_record(1, "ab", [], scores=[], reason="error"),
        make_record(2, "ab", [1, 2], scores=[], reason="crashed"),
    ]
    summary = summarize(records, ["a", "b"], by_deal=False)
    assert (summary.matches, summary.not_counted) == (2, 1)
    assert summary.bots[0].points is not None
    assert summary.bots[0].points.units == 1
    assert "1 more without a result, not counted" in summary_text(summary)


def test_it_is_said_where_points_are_of_fewer_matches_than_places(
    make_record: "MakeRecord",
) -> None:
    """A match that a process ended has places, but nobody knows what points it would have had."""
    whole = [make_record(number, "ab", [1, 2], scores=[4, 2]) for number in range(3)]
    crashed = make_record(3, "ab", [2, 1], scores=[], reason="crashed")
    summary = summarize([*whole, crashed], ["a", "b"], by_deal=False)
    note = "points and rounds of 3 of the 4 matches; in the others a process ended, and win % and place count them"
    assert note in summary_text(summary).splitlines()
    assert "points and rounds of" not in summary_text(summarize(whole, ["a", "b"], by_deal=False))
    assert "points and rounds of" not in summary_text(
        summarize([crashed], ["a", "b"], by_deal=False)
    )  # there are no points in the table


def test_the_gain_of_equal_deals_is_the_saving_in_matches() -> None:
    # Half of the variance is the deal's luck, which turns its sign with the seats.
    rng = np.random.default_rng(3)
    luck, noise = rng.normal(size=4000), rng.normal(size=(4000, 2))
    blocks = [[d + n[0], -d + n[1]] for d, n in zip(luck, noise, strict=True)]
    assert gain_of([[float(v) for v in block] for block in blocks]) == pytest.approx(2, rel=0.1)


def test_the_gain_cannot_be_told_from_a_few_deals() -> None:
    assert gain_of([[1.0, 0.0]]) is None
    assert gain_of([[1.0, 0.0]] * 30) is None  # no luck at all
    assert gain_of([[1.0, 0.0], [0.0, 0.0]] * 5) is None


def test_nothing_played_has_a_summary_too() -> None:
    assert summary_text(summarize([], ["a"], by_deal=False)) == "no match was played to its end\n"


def test_of_a_bot_that_was_only_late_it_is_told_how_late_and_what_helps(
    make_record: "MakeRecord",
) -> None:
    slow = Thinking([120.0, 1.0], [340.0, 2.0])
    late = {"misses": [3, 0], "fallbacks": [3, 0], "thinking": slow}
    (told,) = summary_text(
        summarize([make_record(0, "ab", [2, 1], **late)], ["a", "b"], by_deal=False)
    ).splitlines()
    assert "NO RESULT: a" in told
    assert "3 late" in told
    assert "took it 120.0 ms on average, and at most 340.0 ms" in told
    assert "--move-ms" in told
    assert "--processes" in told
    assert "said" not in told  # there is nothing to look at
    broken = late | {"exceptions": [1, 0]}
    summary = summarize([make_record(0, "ab", [2, 1], **broken)], ["a", "b"], by_deal=False)
    assert "What it said is in bots.log of the run" in summary_text(summary)


def test_columns_stand_below_each_other() -> None:
    assert table([("a", "bb"), ("ccc", "d")]) == "a    bb\nccc   d"


def test_a_long_name_keeps_its_end_and_steers_no_terminal() -> None:
    text = short("cmd:/a/very/long/path/to/python my_bot.py \x1b[31m--fast")
    assert len(text) == 32
    assert text.startswith("cmd:/a/v...")
    assert text.endswith("--fast")
    assert "\x1b" not in text


def test_csv_has_a_line_for_each_seat_and_empty_cells_without_a_result(
    make_record: "MakeRecord",
) -> None:
    records = [
        make_record(1, "ab", [], scores=[], reason="error"),
        make_record(0, "ab", [2, 1], rounds=None),
    ]
    lines = [line.split(",") for line in csv_text(records).splitlines()]
    assert lines[0] == list(COLUMNS)
    cells = [dict(zip(COLUMNS, line, strict=True)) for line in lines[1:]]
    assert [(cell["match"], cell["seat"], cell["place"]) for cell in cells] == [
        ("0", "0", "2"),
        ("0", "1", "1"),
        ("1", "0", ""),
        ("1", "1", ""),
    ]
    assert (cells[0]["rank_points"], cells[0]["rounds"], cells[0]["score"]) == ("0.0", "", "8.0")
    assert (cells[2]["rank_points"], cells[2]["score"]) == ("", "")
