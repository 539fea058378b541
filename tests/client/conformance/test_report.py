"""What people read: each cause once, with its cases and games, and where the contract speaks of it."""

import re
from pathlib import Path

import pytest

from infoset.conformance.cases import make_cases
from infoset.conformance.chapters import Chapter, is_heading
from infoset.conformance.findings import Outcome
from infoset.conformance.report import Report

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("chapter", Chapter)
def test_every_chapter_is_there_and_its_line_is_told(chapter: Chapter) -> None:
    found = re.fullmatch(r"([^:]+):(\d+), (.+)", chapter.reference)
    assert found, chapter.reference
    line = (ROOT / found[1]).read_text("utf-8").splitlines()[int(found[2]) - 1]
    assert is_heading(line, found[3])


def outcomes() -> list[Outcome]:
    """Three cases of two games."""
    cases = make_cases([0], ["catan", "crossfire"], 1)
    return [Outcome(case) for case in cases if case.name in ("match", "pieces", "late")]


def test_one_cause_is_told_once_with_its_cases_and_games() -> None:
    report = Report(["./bot"], "1", [0], outcomes=outcomes())
    for number, outcome in enumerate(report.outcomes):
        outcome.is_over = True
        if outcome.case.name != "late":
            outcome.miss(f"it answered decision {number} twice", "one answer")
    text = report.text()
    assert re.findall("it answered decision . twice", text) == ["it answered decision 0 twice"]
    assert "at level 0 match, tcp json (an undisturbed match): catan, crossfire\n" in text
    assert "at level 0 pieces, tcp json (every byte arrives by itself): catan, crossfire\n" in text
    assert text.count("see: ") == 2
    assert f"see: {Chapter.READING.reference}\n" in text
    assert "DOES NOT CONFORM" in text
    wheres = [miss["where"] for case in report.to_plain()["cases"] for miss in case["misses"]]
    assert len(wheres) == 4
    assert all(re.search(r"\.md:\d+, ", where) for where in wheres)


def test_what_was_not_run_is_told_once_and_what_differs_apart() -> None:
    report = Report(["./bot"], "1", [0], outcomes=outcomes())
    report.outcomes[0].miss("it resigned", "to play to the end")
    report.outcomes[1].miss("it hung up", "to play to the end")
    text = report.text()
    assert text.count("expected: ") == 2
    assert text.count("not run") == 1
    assert "  level 0 late, tcp json" in text


def test_decisions_left_to_the_fallback_are_counted_and_most_are_a_miss() -> None:
    report = Report(["./bot"], "1", [0], outcomes=outcomes())
    for outcome in report.outcomes:
        outcome.is_over = True
        for note in (None, "a plan of mine", "fallback: decide raised KeyError", None):
            outcome.answered(note)
        outcome.judge_fallbacks()
    assert report.is_clean
    said = "decisions were left to the fallback; the first time: decide raised KeyError"
    assert f"\n6 of 24 {said}\n" in report.text()
    few = report.outcomes[0]
    few.answered("fallback: wrong answer")
    few.judge_fallbacks()
    few.answered("fallback: wrong answer")
    assert report.is_clean, "half is not most"
    few.answered("fallback: wrong answer")
    few.judge_fallbacks()
    assert not report.is_clean
    text = report.text()
    assert f"4 of 7 {said}\n  expected: choices of its own" in text
    assert text.count("left to the fallback") == 1
    assert [case["fallbacks"] for case in report.to_plain()["cases"]] == [4, 1, 1, 1, 1, 1]


def test_the_transport_of_a_claim_is_told() -> None:
    report = Report(["./bot"], "1", [0], "ws json", [])
    assert report.text().endswith("conforms at level 0 `play` over ws json\n")
    assert report.to_plain()["transport"] == "ws json"
