"""The review of a match: pieces that anybody can do again, and errors that follow from what a seat knew alone."""

from dataclasses import asdict
from typing import Any

import pytest
from tests.bots.lab.reviewing.test_judging import folded, record

from infoset_bots.lab.reviewing.budget import choose_settings
from infoset_bots.lab.reviewing.judging import Judgement
from infoset_bots.lab.reviewing.match_review import MatchReview, ReviewSettings, UnfinishedError
from infoset_bots.lab.reviewing.results import LuckSettings
from infoset_bots.lab.reviewing.reviewer import Reviewer
from infoset_games.record import write_record

SETTINGS = ReviewSettings(
    Judgement("monte_carlo:worlds=10", "", 0, 20, 0, 0.05, "seed"),
    LuckSettings(10, "", 0, 0, "seed"),
    chances=30,
)

Entry = dict[str, Any]


def lines_of(other: int = 0) -> list[str]:
    """A play that ends when seat 0 folds a good card, against another."""
    return list(write_record(record(folded(), other)))


def reviewed(lines: list[str], settings: ReviewSettings = SETTINGS) -> list[Entry]:
    review = MatchReview(lines, settings)
    entries: list[Entry] = []
    for number in range(len(review.pieces)):
        entries += review.do(number, entries)
    return entries


def of_kind(entries: list[Entry], kind: str) -> list[Entry]:
    return [one for one in entries if one["kind"] == kind]


def test_twins_give_a_seat_the_same_errors_and_the_match_other_chances() -> None:
    """Plays that look the same to seat 0, whatever the other seat holds."""
    first, *others = [reviewed(lines_of(other)) for other in (0, 1, 2, 3, 5)]

    def judged(entries: list[Entry]) -> list[Entry]:
        return [one for one in of_kind(entries, "judged") if one["seat"] == 0]

    assert any(one["blunder"] for one in judged(first))
    assert all(judged(other) == judged(first) for other in others)
    assert any(of_kind(other, "chances") != of_kind(first, "chances") for other in others)


def test_each_piece_is_the_same_done_alone_in_any_order() -> None:
    lines, reviewer = lines_of(), Reviewer()
    plain = asdict(SETTINGS)
    whole = reviewed(lines)
    count = reviewer.pieces(lines, plain)
    found = {
        number: Reviewer().piece(lines, plain, number, whole[:-2])
        for number in reversed(range(count))
    }
    assert [entry for number in range(count) for entry in found[number]] == whole


def test_the_end_of_the_curve_is_the_result_and_the_rest_says_how_sure_it_is() -> None:
    curve = of_kind(reviewed(lines_of()), "chances")
    assert (curve[-1]["win"], curve[-1]["errors"]) == ([0.0, 1.0], [0.0, 0.0])
    assert all(error > 0 for point in curve[:-1] for error in point["errors"])


def test_a_match_without_a_result_has_no_review() -> None:
    unfinished = list(write_record(record(folded()[:2])))
    with pytest.raises(UnfinishedError):
        MatchReview(unfinished, SETTINGS)


def test_settings_follow_from_the_budget() -> None:
    """Of a clock that says how much was done, not how quick a processor is."""
    lines = lines_of()
    small, large = (choose_settings(lines, "seed", budget_s, ticking()) for budget_s in (0.5, 5.0))
    assert small.luck.playouts < large.luck.playouts
    assert small.judgement.worlds <= large.judgement.worlds
    assert small.judgement.confirm <= large.judgement.confirm
    assert small.judgement.threshold == large.judgement.threshold
    assert small.judgement.confirm > small.judgement.worlds


def ticking() -> Any:
    """A clock on which every look takes a millisecond."""
    now_s = 0.0

    def look() -> float:
        nonlocal now_s
        now_s += 0.001
        return now_s

    return look
