"""Tables follow from results: bit for bit, whenever and however often they are asked for."""

import math
import random
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import orjson
import pytest
from tests.server.contests.ladder.made import TERMS_PERIOD_MS, result, season

from infoset_server.contests.ladder import rating_process
from infoset_server.contests.ladder.calculation import TableCalculation, milestones
from infoset_server.contests.ladder.rating_process import serve
from infoset_server.contests.ladder.rating_worker import MAX_LINE, RatingWorker, RatingWorkerError
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.statistics import Statistics
from infoset_server.contests.ladder.tables import RatingTable, RatingTerms, read_table

TERMS = RatingTerms((2, 4), 1.5, 0.25, 0.3, TERMS_PERIOD_MS)


def reckoned(
    results: list[RawResult], terms: RatingTerms = TERMS
) -> tuple[list[RatingTable], RatingTable]:
    calculation = TableCalculation(terms)
    for one in results:
        calculation.add(one)
    return calculation.due(), calculation.table()


def test_tables_asked_for_in_between_change_no_bit_of_later_ones() -> None:
    results = season(120, 12, 4)
    at_once, table = reckoned(results)
    rng = random.Random(7)
    calculation, in_between = TableCalculation(TERMS), []
    for one in results:
        calculation.add(one)
        if rng.random() < 0.1:
            in_between += calculation.due()
            calculation.table()
    in_between += calculation.due()
    assert in_between == at_once
    assert calculation.table() == table
    assert [one.outcomes for one in at_once][:3] == [10, 20, 30]


def test_a_process_whose_server_is_killed_while_it_calculates_says_nothing() -> None:
    command = (sys.executable, "-P", "-m", rating_process.__name__)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(orjson.dumps({"ladder": "x", "terms": TERMS.to_plain()}) + b"\n")
        process.stdin.write(orjson.dumps({"ladder": "x", "reckon": True}) + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == -signal.SIGPIPE


def test_milestones_are_a_tenth_apart() -> None:
    steps = milestones()
    found = [next(steps) for _ in range(60)]
    assert found[:11] == [*range(10, 110, 10), 110]
    assert all(
        10 <= later - earlier <= max(10, earlier // 10) for earlier, later in pairwise(found)
    )


def test_a_table_survives_being_written_down() -> None:
    _, table = reckoned(season(40, 5, 2))
    assert read_table(orjson.loads(orjson.dumps(table.to_plain()))) == table
    with pytest.raises(ValueError, match="a table"):
        read_table({"rows": []})


def test_a_table_counts_games_places_and_faults() -> None:
    results = [
        result(1, ("a", "b"), (1, 2)),
        result(2, ("b", "a"), (2, 1), faults=("timeout", "")),
        result(3, ("a", "b"), (1, 1), reason="aborted"),
        result(4, ("a", "b"), (1, 1)),
    ]
    _, table = reckoned(results)
    rows = {row.entry: row for row in table.rows}
    assert (rows["a"].games, rows["a"].places, rows["a"].faults) == (3, (3, 0), 0)
    assert (rows["b"].games, rows["b"].places, rows["b"].faults) == (3, (1, 2), 1)
    assert (table.outcomes, table.results, table.last, table.at_ms) == (3, 3, 4, 4000)
    assert table.rows[0].entry == "a"
    assert 0.5 < (table.rows[0].above_next or 0) < 1
    assert table.rows[1].above_next is None


def test_a_series_counts_once_when_it_is_over_by_its_points() -> None:
    series = [
        result(1, ("a", "b"), (1, 2), meeting="x", ends_meeting=False),
        result(2, ("c", "d"), (1, 2)),
        result(3, ("b", "a"), (1, 2), meeting="x", ends_meeting=False),
        result(4, ("a", "b"), (1, 2), meeting="x"),
    ]
    _, table = reckoned(series)
    rows = {row.entry: row for row in table.rows}
    assert (table.outcomes, table.results, table.last) == (2, 4, 4)
    assert (rows["a"].places, rows["b"].places) == ((1, 0), (0, 1))
    _, unfinished = reckoned(series[:3])
    assert (unfinished.outcomes, unfinished.last) == (1, 2)
    assert {row.entry for row in unfinished.rows} == {"c", "d"}
    _, none = reckoned(series[:1])
    assert (none.outcomes, none.last, none.rows) == (0, 0, ())


def test_an_anchor_keeps_its_rating() -> None:
    _, table = reckoned(season(60, 4, 2), replace(TERMS, anchors={"e1": 1.0}))
    row = next(row for row in table.rows if row.entry == "e1")
    assert (round(row.rating, 6), row.sigma) == (round(1500 + 173.7177927613007, 6), 0.0)


def duels(rng: random.Random, names: list[str], count: int, first: int = 1) -> list[RawResult]:
    """Matches of two between bots whose strength is the number in their name, in tenths of a logit."""
    found = []
    for number in range(first, first + count):
        one, other = rng.sample(names, 2)
        gap = (int(one[1:]) - int(other[1:])) / 10
        places = (1, 2) if rng.random() < 1 / (1 + math.exp(-gap)) else (2, 1)
        found.append(result(number, (one, other), places))
    return found


def test_newcomers_neither_move_nor_blur_those_who_are_established() -> None:
    rng = random.Random(5)
    old = [f"e{strength}" for strength in range(30, 36)]
    before = duels(rng, old, 300)
    settled = {row.entry: row for row in reckoned(before)[1].rows}
    weak = [f"e{strength}" for strength in range(10)]
    visits = [
        result(301 + number, (old[number % 6], name), (1, 2)) for number, name in enumerate(weak)
    ]
    visited = {row.entry: row for row in reckoned([*before, *visits])[1].rows}
    for entry in old:
        assert visited[entry].sigma == pytest.approx(settled[entry].sigma, rel=0.1)
        assert visited[entry].rating == pytest.approx(settled[entry].rating, abs=15)
    later = duels(rng, [*old, *weak], 800, first=311)
    after = {row.entry: row for row in reckoned([*before, *visits, *later])[1].rows}
    mean = [sum(table[entry].rating for entry in old) / 6 for table in (settled, after)]
    assert mean[1] == pytest.approx(mean[0], abs=2 * max(row.sigma for row in settled.values()))
    assert max(after[entry].rating for entry in weak) < mean[1] - 200


def test_somebody_whom_opponents_suit_is_told_and_others_are_not() -> None:
    """Rock, paper and scissors are as good as all others, and win seven of ten against one another."""
    rng = random.Random(6)
    names = [f"e{number}" for number in range(8)]
    results = []
    for number in range(1, 1201):
        one, other = rng.sample(range(8), 2)
        chance = 0.5 if max(one, other) > 2 else (0.75 if (other - one) % 3 == 1 else 0.25)
        places = (1, 2) if rng.random() < chance else (2, 1)
        results.append(result(number, (names[one], names[other]), places))
    _, table = reckoned(results)
    assert {row.entry for row in table.rows if table.is_misfit(row)} == {"e0", "e1", "e2"}
    found = table.compare("e0", "e1")
    assert found is not None
    assert (found.odd or 0) > 4
    back = table.compare("e1", "e0")
    assert back is not None
    assert (back.odd, back.points) == (-(found.odd or 0), -found.points)
    _, fair = reckoned(duels(random.Random(8), names, 1200))
    assert not any(fair.is_misfit(row) for row in fair.rows)


def test_a_table_of_an_earlier_version_can_be_read() -> None:
    _, table = reckoned(season(40, 5, 2))
    values = orjson.loads(orjson.dumps(table.to_plain()))
    earlier = {name: values[name] for name in ("outcomes", "results", "last", "at_ms", "seats")}
    found = read_table({**earlier, "rows": [row[:7] for row in values["rows"]]})
    assert (found.model, found.pairs, found.rows[0].fit) == (1, (), None)
    assert [row.rating for row in found.rows] == [row.rating for row in table.rows]


def test_a_person_may_change_from_one_period_to_the_next_and_a_program_may_not() -> None:
    def life(are_people: bool) -> list[RawResult]:
        """A loses all of the first period, and wins all of the second."""
        return [
            result(
                number,
                ("a", "b"),
                (2, 1) if number <= 20 else (1, 2),
                people=(are_people, False),
                at_ms=(number > 20) * TERMS_PERIOD_MS + number,
            )
            for number in range(1, 41)
        ]

    ratings = {
        are_people: {row.entry: row.rating for row in reckoned(life(are_people))[1].rows}
        for are_people in (True, False)
    }
    assert ratings[False]["a"] == pytest.approx(ratings[False]["b"], abs=1)
    assert ratings[True]["a"] > ratings[True]["b"] + 20
    assert len(ratings[True]) == 2  # one row, whatever the periods


def test_a_clock_that_goes_back_does_not_bring_an_earlier_self_back() -> None:
    results = [
        result(1, ("a", "b"), (1, 2), people=(True, True), at_ms=3 * TERMS_PERIOD_MS),
        result(2, ("a", "b"), (1, 2), people=(True, True), at_ms=TERMS_PERIOD_MS),
    ]
    assert reckoned(results)[1].outcomes == 2


async def test_two_processes_get_the_same_bits_and_one_that_dies_is_started_anew() -> None:
    """Bits are compared between processes: with another number of threads they differ from ours."""
    results = season(60, 8, 4)
    one, other = RatingWorker(), RatingWorker()
    try:
        first = await one.reckon("open", TERMS, results[:25])
        assert one._process is not None
        one._process.kill()
        await one._process.wait()
        with pytest.raises(RatingWorkerError, match="the table of open did not come"):
            await one.reckon("open", TERMS, results)
        again = await one.reckon("open", TERMS, results)
        assert again == await other.reckon("open", TERMS, results)
        assert first.milestones == again.milestones[: len(first.milestones)]
        ratings = {row.entry: row.rating for row in reckoned(results)[1].rows}
        assert {row.entry: row.rating for row in again.table.rows} == pytest.approx(ratings)
    finally:
        await one.close()
        await other.close()


def test_the_process_begins_anew_where_what_is_assumed_changes() -> None:
    results = season(30, 4, 2)
    bodies = {one.match_id: one.to_plain() for one in results}
    terms = replace(TERMS, anchors={"e0": 0.0})
    lines = [
        orjson.dumps({"ladder": "open", "terms": TERMS.to_plain()}),
        orjson.dumps({"ladder": "open", "results": bodies}),
        orjson.dumps({"ladder": "open", "terms": terms.to_plain()}),
        orjson.dumps({"ladder": "open", "reckon": True}),
    ]
    (answer,) = serve(lines)
    assert read_table(orjson.loads(answer)["table"]) == reckoned(results, terms)[1]
    assert len(answer) < MAX_LINE


def test_copies_at_a_table_count_for_their_entry_and_not_against_each_other() -> None:
    """The order of a table in which an entry has two seats is fitted as any other."""
    calculation = TableCalculation(RatingTerms((4,), 1.5, 0.25, 0.3, TERMS_PERIOD_MS, {}))
    for number in range(1, 41):
        calculation.add(result(number, ("a", "b", "a", "c"), (1, 3, 2, 4)))
    calculation.due()
    table = calculation.table()
    assert [row.entry for row in table.rows] == ["a", "b", "c"]
    assert table.rows[0].games == 80
    statistics = Statistics()
    statistics.add(result(1, ("a", "b", "a", "c"), (1, 3, 2, 4)))
    assert [one["entry"] for one in statistics.opponents_of("a")] == ["b", "c"]
