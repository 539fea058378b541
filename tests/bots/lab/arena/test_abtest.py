"""Blocks of an A-B test, and what its report says."""

import dataclasses
import random
from typing import TYPE_CHECKING

import pytest

from infoset_bots.lab.arena.abtest import AbTest, match_score
from infoset_bots.lab.arena.text import ab_text
from infoset_games.contests.sequential import AbSettings, Verdict

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import MakeRecord

    from infoset_bots.lab.arena.record import Record

SETTINGS = AbSettings(0.0, 0.5)


def test_a_match_scores_the_difference_of_mean_rank_points(make_record: "MakeRecord") -> None:
    assert match_score(make_record(0, "abab", [1, 2, 3, 4]), "a", "b") == pytest.approx(1 / 3)
    assert match_score(make_record(0, "aabb", [1, 2, 3, 4]), "a", "b") == pytest.approx(2 / 3)
    assert match_score(make_record(0, "aaab", [1, 1, 1, 1]), "a", "b") == 0


def run_of(make_record: "MakeRecord", deals: int, chance: float) -> "list[Record]":
    """Matches of two seats, two to a deal, that A wins with this chance."""
    rng = random.Random(4)
    records = []
    for number in range(2 * deals):
        a_wins = rng.random() < chance
        bots = "ab" if number % 2 == 0 else "ba"
        places = [1, 2] if a_wins == (bots == "ab") else [2, 1]
        records.append(make_record(number, bots, places, deal=number // 2, seating=number % 2))
    return records


@pytest.mark.parametrize(
    ("chance", "verdict"), [(0.9, Verdict.PASS), (0.5, Verdict.FAIL), (0.2, Verdict.FAIL)]
)
def test_the_verdict_does_not_depend_on_the_order_of_arrival(
    make_record: "MakeRecord", chance: float, verdict: Verdict
) -> None:
    records = run_of(make_record, 200, chance)
    tests = [AbTest(SETTINGS, "a", "b", 2) for _ in range(3)]
    shuffled = list(records)
    random.Random(9).shuffle(shuffled)
    tests[0].add(records)
    tests[1].add(shuffled)
    for record in reversed(records):
        tests[2].add([record])
    reports = [test.report() for test in tests]
    assert reports[0] == reports[1] == reports[2]
    assert reports[0].verdict is verdict
    assert 5 <= reports[0].blocks < 200
    assert reports[0].matches == 2 * reports[0].blocks


def test_a_block_is_tested_when_all_its_matches_are_there(make_record: "MakeRecord") -> None:
    test = AbTest(SETTINGS, "a", "b", 2)
    records = run_of(make_record, 3, 0.5)
    test.add([records[0], *records[2:]])
    assert test.test.blocks == 0
    test.add([records[1]])
    assert test.test.blocks == 3


def test_a_block_spoilt_by_no_bot_is_left_out(make_record: "MakeRecord") -> None:
    test = AbTest(SETTINGS, "a", "b", 2)
    records = run_of(make_record, 3, 0.5)
    records[2] = make_record(2, "ab", [], deal=1, reason="error")
    test.add(records)
    report = test.report()
    assert (report.blocks, report.spoilt) == (2, 1)
    assert "1 left out" in ab_text(report, "a", "b")


def test_the_report_is_in_plain_words(make_record: "MakeRecord") -> None:
    test = AbTest(SETTINGS, "a", "b", 2)
    test.add(run_of(make_record, 200, 0.7))
    text = ab_text(test.report(), "new", "old")
    assert text.startswith("PASS: new is better than old")
    assert "which stopping early leaves valid" in text
    assert "2 per deal)" in text
    assert "one match on equal deals was worth" in text


def test_an_unfinished_test_says_so(make_record: "MakeRecord") -> None:
    test = AbTest(SETTINGS, "a", "b", 2)
    assert "UNDECIDED" in ab_text(test.report(), "a", "b")
    test.add(run_of(make_record, 10, 1.0))
    assert "rank points of a less b: +1.0000" in ab_text(test.report(), "a", "b")


def test_a_failed_test_names_the_effect_that_is_missing(make_record: "MakeRecord") -> None:
    test = AbTest(SETTINGS, "a", "b", 2)
    test.add(run_of(make_record, 200, 0.4))
    assert "FAIL: a is not better than b by an effect of 0.5" in ab_text(test.report(), "a", "b")


@pytest.mark.parametrize(
    ("settings", "chance", "says"),
    [
        (AbSettings(0, 0.3), 0.59, "PASS says that the effect is above 0"),
        (AbSettings(-0.3, 0), 0.41, "FAIL says that the effect is below 0"),
    ],
)
def test_an_interval_that_holds_0_beside_a_verdict_is_explained(
    make_record: "MakeRecord", settings: AbSettings, chance: float, says: str
) -> None:
    test = AbTest(settings, "a", "b", 2)
    test.add(run_of(make_record, 2000, chance))
    report = test.report()
    assert test.is_over
    assert report.low <= 0 <= report.high
    text = ab_text(report, "a", "b")
    assert f"the interval holds 0 and does not contradict the verdict: {says}" in text
    assert "wrong in at most 5 % of tests" in text
    clear = ab_text(dataclasses.replace(report, low=0.01, high=0.2), "a", "b")
    assert "contradict" not in clear
