"""The report in words."""

import re
from dataclasses import replace

import pytest
from tests.bots.lab.experiments.matches import b_first, make_deals, make_match

from infoset_bots.catan.experiments import SERIES
from infoset_bots.lab.arena.plan import Plan
from infoset_bots.lab.experiments.analysis import analyse
from infoset_bots.lab.experiments.catalogue import find_setup
from infoset_bots.lab.experiments.play import make_plan
from infoset_bots.lab.experiments.report import p_text, report_text
from infoset_bots.lab.experiments.setup import Setup


def test_the_report_tells_what_was_played_and_what_came_out(
    pair_setup: Setup, pair_plan: Plan
) -> None:
    text = report_text(analyse(pair_setup, pair_plan, make_deals(40, places=b_first)))
    assert "experiment 7 on colonizers/1.0: two a, two b" in text
    assert "each deal under all its seatings (6), seed s; a unit of the intervals is a deal" in text
    assert re.search(r"^b - a +-2\.000 \[-2\.088, -1\.562\] +20\.00$", text, re.MULTILINE)
    assert re.search(
        r"^b wins alike on all seats +\d+\.\d +\d\.\d\d +< 0\.0001", text, re.MULTILINE
    )
    assert re.search(r"^a wins alike on all seats +- +- +- +-$", text, re.MULTILINE)
    assert "-: no test can be made; one takes at least 8 units that differ, and wins" in text
    assert re.search(r"^by seat, all bots", text, re.MULTILINE)
    assert re.search(
        r"^length in rounds: 1\d\.\d\d \[.*\]; 90 % from 10 to 14, all from 10 to 14$",
        text,
        re.MULTILINE,
    )
    assert "as published" not in text


def test_a_legacy_report_begins_with_counts_and_means(pair_setup: Setup, pair_plan: Plan) -> None:
    plan = replace(pair_plan, duplicate=False, seatings="random", matches=20)
    records = [make_match(number, number, "abab") for number in range(20)]
    text = report_text(analyse(pair_setup, plan, records))
    assert "experiment 7 as published on colonizers/1.0" in text
    assert "every match dealt and seated anew" in text
    won = sum(record.bots[record.places.index(1)] == "a" for record in records)
    assert re.search(rf"^a +all +40 +{won} +\d\.\d\d +\d\d\.\d$", text, re.MULTILINE)
    assert "4 repetitions of 5 matches each" in text
    assert re.search(r"^b +\d+ % +\d+ % +\d+ % +0 +0$", text, re.MULTILINE), "seats 1 and 3 only"
    assert text.index("counts and means, as published") < text.index("the same with intervals")


def test_published_figures_stand_beside_ours() -> None:
    """What agrees and what does not is said row by row."""
    setup = find_setup(SERIES, "15")
    plan = make_plan(SERIES, setup, legacy=False, games=8, seed="s")
    seats = [
        (*["random_by_kind"] * at, "text_expansion", *["random_by_kind"] * (3 - at))
        for at in range(4)
    ]
    records = [make_match(number, number, seats[number % 4]) for number in range(40)]
    text = report_text(analyse(setup, plan, records))
    assert (
        "every match dealt anew, the seatings in turn, seed s; a unit of the intervals is a match"
        in text
    )
    assert re.search(r"^bot +turns to win$", text, re.MULTILINE)
    assert re.search(r"^text_expansion +50 published games +here +agree$", text, re.MULTILINE)
    assert re.search(r"^win % +100\.0 \[92\.9, 100\.0\] +\d+\.\d \[.*\] +NO$", text, re.MULTILINE)
    assert re.search(r"^turns to win +44\.5 +\d+\.\d \[.*\] +(yes|NO)$", text, re.MULTILINE)


def test_matches_without_a_winner_are_mentioned(pair_setup: Setup, pair_plan: Plan) -> None:
    records = make_deals(10)
    drawn = [replace(records[0], places=[1, 1, 1, 1]), *records[1:]]
    text = report_text(analyse(pair_setup, pair_plan, drawn))
    assert "1 match without a single winner, left out of the tests" in text


def test_a_run_without_results_says_so(pair_setup: Setup, pair_plan: Plan) -> None:
    text = report_text(analyse(pair_setup, pair_plan, []))
    assert "no match was played to its end" in text


@pytest.mark.parametrize(
    ("p", "text"), [(0.5, "0.5000"), (0.00012, "0.0001"), (0.00009, "< 0.0001"), (0.0, "< 0.0001")]
)
def test_tiny_p_values_are_bounded(p: float, text: str) -> None:
    assert p_text(p) == text
