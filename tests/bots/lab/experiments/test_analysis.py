"""What is made of records: differences, tests, distributions, repetitions."""

from collections import Counter
from dataclasses import replace

import pytest
from scipy.stats import t
from tests.bots.lab.experiments.matches import at_random, b_first, make_deals, make_match

from infoset_bots.lab.arena.intervals import Estimate, mean_interval, wilson
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.experiments.analysis import EVERYBODY, Spread, analyse, contrasts, whole_units
from infoset_bots.lab.experiments.chisquare import compare_rates
from infoset_bots.lab.experiments.play import make_plan
from infoset_bots.lab.experiments.setup import TURNS, Published, Series, Setup, Table


def by_deal(records: list[Record]) -> list[list[Record]]:
    return [list(unit) for unit in whole_units(records, 6)]


def mean_gap(block: list[Record]) -> float:
    """The mean place of b less that of a, in a block of six matches."""
    places = Counter[str]()
    for record in block:
        for bot, place in zip(record.bots, record.places, strict=True):
            places[bot] += place
    return (places["b"] - places["a"]) / 12


def test_the_difference_of_two_bots_is_taken_deal_by_deal(
    pair_setup: Setup, pair_plan: Plan
) -> None:
    records = make_deals(10)
    (contrast,) = analyse(pair_setup, pair_plan, records).contrasts
    gaps = [mean_gap(block) for block in by_deal(records)]
    known = mean_interval(gaps, least=-3, most=3)  # no two of four seats are more places apart
    assert (contrast.first, contrast.second) == ("b", "a")
    assert contrast.place.mean == pytest.approx(sum(gaps) / 10)
    assert contrast.place.low == pytest.approx(known.low)
    assert contrast.place.high == pytest.approx(known.high)
    assert contrast.points is not None
    assert contrast.points.mean == pytest.approx(-10 * contrast.place.mean)


def test_three_differences_are_wider_so_that_they_hold_together() -> None:
    units = [
        [make_match(number, number, "abcd"[number % 2 :] + "abcd"[: number % 2])]
        for number in range(9)
    ]
    alone = contrasts(units, ["a", "b"])
    found = contrasts(units, ["a", "b", "c"])
    assert [(pair.first, pair.second) for pair in found] == [("b", "a"), ("c", "a"), ("c", "b")]
    widened = t.ppf(1 - 0.05 / 6, 8) / t.ppf(1 - 0.05 / 2, 8)
    assert alone[0].points is not None
    assert found[0].points is not None
    assert width(found[0].points) == pytest.approx(width(alone[0].points) * widened)
    assert width(alone[0].place) < width(found[0].place) < 6


def test_differences_of_places_are_possible_ones() -> None:
    """Two seats are at most three places apart, however few deals say so."""
    units = [[make_match(number, number, "abcd")] for number in range(3)]
    for pair in contrasts(units, ["a", "b", "c", "d"]):
        assert pair.place.low is not None
        assert pair.place.high is not None
        assert -3 <= pair.place.low <= pair.place.high <= 3


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_the_tests_ask_for_bots_seats_and_each_bot_on_its_seats(
    pair_setup: Setup, pair_plan: Plan
) -> None:
    bots, seats, a, b = analyse(pair_setup, pair_plan, make_deals(40, places=b_first)).tests
    assert (bots.question, bots.categories) == ("all bots win alike", ["a", "b"])
    assert bots.result is None, "every deal went the same way"
    assert seats.categories == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert a.question == "a wins alike on all seats"
    assert a.result is None, "it never won"
    assert b.result is not None
    assert b.result.observed[3] > 2 * b.result.observed[0]
    assert b.result.expected == pytest.approx([60.0] * 4)
    assert b.result.p < 0.001


def test_a_table_of_one_bot_is_only_asked_for_its_seats(pair_setup: Setup, pair_plan: Plan) -> None:
    plan = replace(pair_plan, entries=pair_plan.entries[:1] * 4)
    records = [make_match(number, number, "aaaa") for number in range(40)]
    analysis = analyse(pair_setup, plan, records)
    assert [test.question for test in analysis.tests] == ["all seats win alike"]
    assert analysis.contrasts == []


def test_the_order_of_the_results_does_not_matter(pair_setup: Setup, pair_plan: Plan) -> None:
    records = make_deals(10)
    assert analyse(pair_setup, pair_plan, records[::-1]) == analyse(pair_setup, pair_plan, records)


def test_a_deal_that_was_not_played_whole_is_in_no_test(pair_setup: Setup, pair_plan: Plan) -> None:
    records = make_deals(11)
    broken = [*records[:65], replace(records[65], reason="error", places=[])]
    analysis = analyse(pair_setup, pair_plan, broken)
    assert analysis.tests == analyse(pair_setup, pair_plan, records[:60]).tests
    assert analysis.summary.not_counted == 1


def test_matches_without_a_single_winner_are_counted_and_left_out(
    pair_setup: Setup, pair_plan: Plan
) -> None:
    records = make_deals(10)
    drawn = [replace(records[0], places=[1, 1, 1, 1]), *records[1:]]
    analysis = analyse(pair_setup, pair_plan, drawn)
    assert analysis.undecided == 1
    wins = [[0.0] * 4 for _ in range(10)]
    for record in drawn[1:]:
        winner = record.places.index(1)
        wins[record.deal][winner] += record.bots[winner] == "a"
    chances = [[2.0, 2.0, 3.0, 3.0]] + [[3.0] * 4] * 9  # aabb was drawn
    assert analysis.tests[2].result == compare_rates(wins, chances)


def test_seats_are_counted_whoever_sits_there(pair_setup: Setup, pair_plan: Plan) -> None:
    records = make_deals(10, places=b_first)
    rows = analyse(pair_setup, pair_plan, records).seats
    assert [(row.bot, row.seat, row.seats) for row in rows] == [
        (EVERYBODY, seat, 60) for seat in range(4)
    ]
    won = Counter(record.places.index(1) for record in records)
    assert [row.wins for row in rows] == [won[seat] for seat in range(4)]


def test_lengths_and_points_are_kept_value_by_value(pair_setup: Setup, pair_plan: Plan) -> None:
    records = make_deals(10)
    analysis = analyse(pair_setup, pair_plan, records)
    assert analysis.rounds is not None
    assert dict(analysis.rounds.times) == Counter(float(record.rounds or 0) for record in records)
    points = analysis.points["a"]
    assert sum(times for _, times in points.times) == 120
    assert points.mean.units == 10
    silent = [replace(record, rounds=None, scores=[]) for record in records]
    without = analyse(pair_setup, pair_plan, silent)
    assert without.rounds is None
    assert without.points == {}
    assert without.contrasts[0].points is None


def test_a_quantile_is_the_least_value_that_enough_do_not_exceed() -> None:
    spread = Spread(Estimate(2.0, None, None, 1), [(1.0, 5), (2.0, 90), (7.0, 5)])
    assert [spread.quantile(share) for share in (0.05, 0.06, 0.95, 0.96, 1.0)] == [1, 2, 2, 7, 7]


def test_a_long_legacy_run_is_cut_into_repetitions(pair_setup: Setup, pair_plan: Plan) -> None:
    plan = replace(pair_plan, duplicate=False, seatings="random", matches=23)
    records = [make_match(number, number, "abab", at_random) for number in range(23)]
    analysis = analyse(pair_setup, plan, records)
    assert [batch.matches for batch in analysis.batches] == [5] * 4
    first = sum(record.bots[record.places.index(1)] == "a" for record in records[:5]) / 5
    assert analysis.batches[0].shares["a"].mean == pytest.approx(first)
    assert analysis.batches[0].sittings == {"a": [5, 0, 5, 0], "b": [0, 5, 0, 5]}
    assert analyse(pair_setup, plan, records[:19]).batches == []
    assert analyse(pair_setup, pair_plan, make_deals(10)).batches == []


# A game with points that win, and figures that were published.


@pytest.fixture
def catan_setup() -> Setup:
    table = Table((Entry("a", "minimax"), *[Entry("b", "random")] * 3), 8, TURNS)
    return Setup("9", "a against three b", table, table, Published(10, 0.5, 20.0, 9.0))


@pytest.fixture
def catan_plan(catan_setup: Setup) -> Plan:
    series = Series("catan", (catan_setup,), options={"target": 30})
    return make_plan(series, catan_setup, legacy=False, games=8, seed="s")


def test_turns_to_win_are_rounds_or_extrapolated(catan_setup: Setup, catan_plan: Plan) -> None:
    """Places give 30, 20, 10 and 0 points, and 30 win; nobody can tell from none."""
    records = [make_match(number, number, "abbb") for number in range(8)]
    analysis = analyse(catan_setup, catan_plan, records)
    told = [
        (record.rounds or 0) * 30 / record.scores[0] for record in records if record.scores[0] > 0
    ]
    assert 0 < len(told) < 8
    assert analysis.turns["a"] == mean_interval(told, least=0)
    assert analysis.turns["b"].units == 8
    assert analysis.in_turn
    assert not analysis.legacy


def test_a_game_without_such_points_has_no_turns_to_win(pair_setup: Setup, pair_plan: Plan) -> None:
    analysis = analyse(pair_setup, pair_plan, make_deals(2))
    assert (analysis.turns, analysis.beside, analysis.in_turn) == ({}, [], False)


def test_what_was_published_stands_beside_what_was_found(
    catan_setup: Setup, catan_plan: Plan
) -> None:
    records = [make_match(number, number, "abbb") for number in range(8)]
    share, points, turns = analyse(catan_setup, catan_plan, records).beside
    assert [row.figure for row in (share, points, turns)] == ["win %", "points", "turns to win"]
    assert (share.published.low, share.published.high) == wilson(0.5, 10)
    assert points.published == Estimate(20.0, None, None, 10)
    assert points.here == mean_interval([record.scores[0] for record in records], least=0)
    assert share.agrees
    assert points.agrees
    far = replace(catan_setup, published=Published(1000, 1.0, 29.9, 500.0))
    assert [row.agrees for row in analyse(far, catan_plan, records).beside] == [False] * 3


def test_without_a_match_nothing_stands_beside_it(catan_setup: Setup, catan_plan: Plan) -> None:
    assert analyse(catan_setup, catan_plan, []).beside == []
