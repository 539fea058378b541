"""Every number that a ladder publishes of its results, asked once more in SQL of the documents as they are stored.

Nothing of the code that counts is used here: the documents go into SQLite, and its JSON functions read them.
Ratings are not counted but fitted; `test_reckoning.py` and `rating/` look after them.
"""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest
from tests.server.contests.ladder.made import Notepad, ladder_page, make_ladder, result, user

from infoset_server.contests.ladder.calculation import TableCalculation
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated
from infoset_server.contests.ladder.results import VOID, result_kind
from infoset_server.http.ladders import MOST_RESULTS

MATCHES = 300
BOTS = 9
ROUNDING = 0.00051  # means are shown with three digits
SEATINGS = """
CREATE VIEW seating AS
SELECT match_id, json_extract(body, '$.number') AS number, key AS seat, value AS entry,
       json_array_length(body, '$.entries') AS seats,
       json_extract(body, '$.places[' || key || ']') AS place,
       json_extract(body, '$.scores[' || key || ']') AS score,
       json_extract(body, '$.decisions[' || key || ']') AS decisions,
       json_extract(body, '$.took_ms[' || key || ']') AS took_ms,
       json_extract(body, '$.faults[' || key || ']') AS fault
FROM result, json_each(body, '$.entries') WHERE json_extract(body, '$.reason') <> 'aborted'
"""
MEETINGS = """
CREATE VIEW met AS
SELECT one.entry AS entry, other.entry AS opponent,
       one.place < other.place AS ahead, one.place = other.place AS level,
       one.place > other.place AS behind
FROM seating AS one JOIN seating AS other ON one.match_id = other.match_id AND one.seat <> other.seat
"""


class Books:
    """Documents of results in SQLite."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def value(self, query: str, *values: Any) -> Any:
        return self.rows(query, *values)[0][0]


def draw_places(rng: random.Random, seats: int) -> list[int]:
    """Places with ties."""
    points = [rng.randrange(seats) for _ in range(seats)]
    return [1 + sum(other > mine for other in points) for mine in points]


@pytest.fixture(scope="module")
def ladder_and_notes() -> tuple[Ladder, Notepad]:
    """A ladder of tables of two to four, with ties, faults, void matches, and rating."""
    notes = Notepad()
    ladder = make_ladder(notes, max_entries_each=BOTS)
    ids = [ladder.register(user(f"u{n}"), f"bot{n}", "1", "bot", {}).id for n in range(BOTS)]
    rng = random.Random(3)
    calculation = TableCalculation(ladder.terms())
    for number in range(1, MATCHES + 1):
        seats = rng.choice((2, 2, 3, 4))
        one = result(
            number,
            rng.sample(ids, seats),
            draw_places(rng, seats),
            scores=tuple(rng.randrange(40) / 2 for _ in range(seats)),
            reason=VOID if rng.random() < 0.1 else "finished",
            faults=tuple("timeout" if rng.random() < 0.05 else "" for _ in range(seats)),
            decisions=tuple(rng.randrange(60) for _ in range(seats)),
            took_ms=tuple(rng.randrange(9000) for _ in range(seats)),
        )
        ladder.count(one)
        if seats == 2:  # the sizes that this ladder rates
            calculation.add(one)
    ladder.standings.publish(Calculated(tuple(calculation.due()), calculation.table()), MATCHES)
    return ladder, notes


@pytest.fixture(scope="module")
def ladder(ladder_and_notes: tuple[Ladder, Notepad]) -> Ladder:
    return ladder_and_notes[0]


@pytest.fixture(scope="module")
def books(ladder_and_notes: tuple[Ladder, Notepad]) -> Iterator[Books]:
    """What was stored of the results."""
    ladder, notes = ladder_and_notes
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE result (match_id TEXT, body TEXT)")
        documents = notes.of(result_kind(ladder.name))
        rows = [(match_id, body.decode()) for match_id, body in documents.items()]
        connection.executemany("INSERT INTO result VALUES (?, ?)", rows)
        connection.execute(SEATINGS)
        connection.execute(MEETINGS)
        yield Books(connection)


def page(ladder: Ladder, path: str) -> dict[str, Any]:
    found = ladder_page(f"/ladder/{path}", ladder)
    assert found is not None
    return found


def same_numbers(shown: Sequence[Sequence[Any]], counted: Sequence[Sequence[Any]]) -> bool:
    """Are they equal, but for what is rounded to be shown?"""
    return len(shown) == len(counted) > 0 and all(
        mine == pytest.approx(theirs, abs=ROUNDING) if isinstance(theirs, float) else mine == theirs
        for line, other in zip(shown, counted, strict=True)
        for mine, theirs in zip(line, other, strict=True)
    )


def test_the_table_counts_what_is_stored(ladder: Ladder, books: Books) -> None:
    table = page(ladder, "open")
    assert table["results"] == books.value("SELECT count(*) FROM result")
    assert table["void"] == books.value(
        "SELECT count(*) FROM result WHERE json_extract(body, '$.reason') = 'aborted'"
    )
    assert table["void"] > 0
    assert table["games"] == books.value(
        "SELECT count(DISTINCT match_id) FROM seating WHERE seats = 2"
    )
    assert table["as_of_ms"] == books.value(
        "SELECT max(1000 * number) FROM seating WHERE seats = 2"
    )
    for row in table["rows"]:
        counted = books.rows(
            "SELECT count(*), sum(place = 1), sum(place = 2) FROM seating WHERE entry = ? AND seats = 2",
            row["entry"],
        )
        assert (row["games"], row["wins"], *row["places"][1:]) == counted[0]


def test_the_crosstable_counts_what_is_stored(ladder: Ladder, books: Books) -> None:
    table = page(ladder, "open/crosstable")
    assert len(table["entries"]) == BOTS
    query = "SELECT sum(ahead), sum(level), sum(behind) FROM met WHERE entry = ? AND opponent = ?"
    for one, row in zip(table["entries"], table["cells"], strict=True):
        for other, cell in zip(table["entries"], row, strict=True):
            if one != other:
                assert tuple(cell) == books.rows(query, one["entry"], other["entry"])[0]


def test_the_page_of_an_entry_counts_what_is_stored(ladder: Ladder, books: Books) -> None:
    for entry in ladder.entries:
        found = page(ladder, f"open/entry/{entry}")
        seats = books.rows(
            "SELECT seats, seat, count(*), sum(place = 1), avg(place), avg(score)"
            " FROM seating WHERE entry = ? GROUP BY seats, seat ORDER BY seats, seat",
            entry,
        )
        keys = ("seats", "seat", "games", "wins", "mean_place", "mean_score")
        assert same_numbers([[one[key] for key in keys] for one in found["seats"]], seats)
        opponents = books.rows(
            "SELECT opponent, count(*), sum(ahead), sum(level), sum(behind),"
            " avg(ahead + level / 2.0) FROM met WHERE entry = ?"
            " GROUP BY opponent ORDER BY count(*) DESC, opponent",
            entry,
        )
        keys = ("entry", "games", "ahead", "level", "behind", "share")
        assert same_numbers([[one[key] for key in keys] for one in found["opponents"]], opponents)
        decisions, mean_ms = books.rows(
            "SELECT sum(decisions), 1.0 * sum(took_ms) / sum(decisions)"
            " FROM seating WHERE entry = ?",
            entry,
        )[0]
        assert found["conduct"]["decisions"] == decisions
        assert found["conduct"]["mean_ms"] == pytest.approx(mean_ms, abs=0.051)


def test_the_newest_results_are_those_that_are_stored(ladder: Ladder, books: Books) -> None:
    newest = (
        "SELECT match_id, json_extract(body, '$.places'), json_extract(body, '$.scores') FROM result {where}"
        " ORDER BY json_extract(body, '$.number') DESC LIMIT ?"
    )
    entry = next(iter(ladder.entries))
    mine = "WHERE EXISTS (SELECT 1 FROM json_each(body, '$.entries') WHERE value = ?)"
    for path, where, values in (
        ("open/results", "", (MOST_RESULTS,)),
        (f"open/entry/{entry}", mine, (entry, MOST_RESULTS)),
    ):
        stored = books.rows(newest.format(where=where), *values)
        shown = page(ladder, path)["results"]
        assert [one["match_id"] for one in shown] == [row[0] for row in stored]
        assert [one["places"] for one in shown] == [
            [int(place) for place in row[1].strip("[]").split(",")] for row in stored
        ]


def test_the_history_counts_what_was_stored_by_then(ladder: Ladder, books: Books) -> None:
    for line in page(ladder, "open/history")["lines"]:
        for point in line["points"]:
            by_then = books.value(
                "SELECT number FROM seating WHERE seats = 2 AND seat = 0 ORDER BY number LIMIT 1 OFFSET ?",
                point["outcomes"] - 1,
            )
            assert point["games"] == books.value(
                "SELECT count(*) FROM seating WHERE seats = 2 AND entry = ? AND number <= ?",
                line["entry"],
                by_then,
            )
            assert point["at_ms"] == 1000 * by_then
