"""Results as files for everybody: read back as they were, a file for each day, and nothing but ids of entries."""

import csv
import os
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from msgspec.structs import replace
from tests.server.contests.ladder.made import enter, make_ladder, result, season

from infoset_server.contests.ladder.annulling import annul
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.result_files import (
    ABOUT,
    COLUMNS,
    ResultFileError,
    read_published,
    write_results,
)
from infoset_server.contests.ladder.results import VOID, RawResult, Seating, walkover

DAY_MS = 86_400_000
NAMES = ("ann", "=HYPERLINK(1)")


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with every kind of result, on three days."""
    made = make_ladder()
    one, other = (enter(made, name).id for name in NAMES)
    pair = (one, other)
    played: list[RawResult] = [
        result(1, pair, (1, 2), scores=(0.1, -1e-17)),
        result(2, pair, (1, 1), people=(True, False), undecided=(3, 0), at_ms=DAY_MS - 1),
        result(3, pair, (1, 1), reason=VOID, at_ms=DAY_MS),
        result(4, pair, (2, 1), faults=('a "fault", with\nmuch in it', ""), at_ms=DAY_MS + 5),
        result(5, pair, (2, 1), ends_meeting=False, meeting="x_long", at_ms=DAY_MS + 6),
        walkover(6, Seating(pair, (False, False), "x_long"), [True, False], 2 * DAY_MS),
    ]
    for each in played:
        made.count(each)
    return made


def test_what_is_written_is_read_as_the_same_results(ladder: Ladder, tmp_path: Path) -> None:
    write_results(ladder, tmp_path / "out")
    found = read_published(tmp_path / "out")
    assert list(found.results) == ladder.results
    assert (found.name, found.terms, found.tables) == ("open", ladder.terms(), {})
    days = ["1970-01-01", "1970-01-02", "1970-01-03"]
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert files == [*(f"{day}.csv" for day in days), ABOUT]


def test_only_what_is_new_is_written_again(ladder: Ladder, tmp_path: Path) -> None:
    assert len(write_results(ladder, tmp_path)) == 4
    assert write_results(ladder, tmp_path) == []
    ladder.count(replace(ladder.results[0], number=7, match_id="m_7", at_ms=3 * DAY_MS))
    assert sorted(path.name for path in write_results(ladder, tmp_path)) == [
        "1970-01-04.csv",
        ABOUT,
    ]
    assert list(read_published(tmp_path).results) == ladder.results


def test_what_is_annulled_says_so_and_the_tables_follow_without_it(
    ladder: Ladder, tmp_path: Path
) -> None:
    write_results(ladder, tmp_path)
    annul(ladder, "m_2", "a power cut", 1)
    assert [path.name for path in write_results(ladder, tmp_path)] == ["1970-01-01.csv", ABOUT]
    with (tmp_path / "1970-01-01.csv").open(newline="", encoding="utf-8") as file:
        told = {line["match_id"]: line["annulled"] for line in csv.DictReader(file)}
    assert told == {"m_1": "0", "m_2": "1"}
    found = read_published(tmp_path)
    assert found.terms.annulled == ("m_2",)
    assert (list(found.results), found.terms) == (ladder.results, ladder.terms())


def test_results_of_a_clock_that_was_set_back_are_in_the_order_in_which_they_count(
    tmp_path: Path,
) -> None:
    made = make_ladder()
    for number, day in enumerate((1, 0, 1), 1):
        made.count(result(number, ("a", "b"), (1, 2), at_ms=day * DAY_MS))
    write_results(made, tmp_path)
    assert list(read_published(tmp_path).results) == made.results


def test_a_season_of_four_seats_is_the_same_again(tmp_path: Path) -> None:
    made = make_ladder()
    for each in season(300, 9, 4):
        made.count(each)
    write_results(made, tmp_path)
    assert list(read_published(tmp_path).results) == made.results


def test_what_strangers_have_chosen_stands_in_no_table_for_spreadsheets(
    ladder: Ladder, tmp_path: Path
) -> None:
    write_results(ladder, tmp_path)
    for path in tmp_path.glob("*.csv"):
        assert "HYPERLINK" not in path.read_text("utf-8")
    about = orjson.loads((tmp_path / ABOUT).read_bytes())
    assert [one["name"] for one in about["entries"].values()] == list(NAMES)
    assert "owner" not in (tmp_path / ABOUT).read_text("utf-8")


def rewrite(path: Path, change: Callable[[list[dict[str, str]]], object]) -> None:
    with path.open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    change(lines)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(lines)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[0].update(place="first"), "match m_1: invalid literal"),
        (lambda lines: lines.pop(1), "seat: expected all seats of a match in order"),
        (lambda lines: lines.reverse(), "seat: expected all seats of a match in order"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_file(
    ladder: Ladder,
    tmp_path: Path,
    change: Callable[[list[dict[str, str]]], object],
    reason: str,
) -> None:
    write_results(ladder, tmp_path)
    rewrite(tmp_path / "1970-01-01.csv", change)
    with pytest.raises(ResultFileError, match=reason) as refused:
        read_published(tmp_path)
    assert str(refused.value).startswith(str(tmp_path / "1970-01-01.csv"))


def test_another_form_and_missing_columns_are_refused(ladder: Ladder, tmp_path: Path) -> None:
    write_results(ladder, tmp_path)
    about = orjson.loads((tmp_path / ABOUT).read_bytes())
    (tmp_path / ABOUT).write_bytes(orjson.dumps(about | {"form": 2}))
    with pytest.raises(ResultFileError, match="form: expected 1, got 2"):
        read_published(tmp_path)
    (tmp_path / ABOUT).write_bytes(orjson.dumps(about))
    (tmp_path / "1970-01-02.csv").write_text("number,match_id\n", "utf-8")
    with pytest.raises(ResultFileError, match="expected the columns at_ms"):
        read_published(tmp_path)
    os.unlink(tmp_path / "1970-01-02.csv")
    with pytest.raises(OSError, match=r"1970-01-02\.csv"):
        read_published(tmp_path)
