"""A short night of a ladder, and that the look at it afterwards sees what it shall see. The long one is a command."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.faults.ladder_audit import read_journal, read_store, wrongs_of
from tests.faults.ladder_night import NAME, Night, Report, play_night

Plain = dict[str, Any]
Damage = Callable[[sqlite3.Connection], None]

RESULTS = f"ladder_result:{NAME}"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    folder = tmp_path_factory.mktemp("night")
    report = asyncio.run(
        play_night(
            folder,
            seconds=400.0,
            results=60,
            happenings={"kill": 1, "bot": 1, "edit": 2, "batch": 1, "end-season": 1},
            season_s=86_400.0,
            disk_mb=200.0,
        )
    )
    return folder, report


def test_nothing_is_lost_doubled_or_mixed_up(night: tuple[Path, Report]) -> None:
    _, report = night
    assert report.wrongs == []
    assert report.results >= 60
    assert report.done["kill"] == report.done["edit"] - 1 == 1
    assert report.seasons >= 1
    assert report.refused >= 1  # of those that crash at once


def change(store: sqlite3.Connection, kind: str, key: str, body: Plain) -> None:
    text = json.dumps(body).encode()
    store.execute("UPDATE documents SET body = ? WHERE kind = ? AND key = ?", (text, kind, key))


def rated_results(store: sqlite3.Connection) -> list[tuple[str, Plain]]:
    rows = store.execute("SELECT key, body FROM documents WHERE kind = ?", (RESULTS,))
    found = [(key, json.loads(body)) for key, body in rows]
    counted = [one for one in found if not one[1]["unrated"] and one[1]["places"] != [1, 1]]
    return sorted(counted, key=lambda one: int(one[1]["number"]))


def lose_a_result(store: sqlite3.Connection) -> None:
    key, _ = rated_results(store)[0]
    store.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (RESULTS, key))


def double_a_result(store: sqlite3.Connection) -> None:
    _, body = rated_results(store)[0]
    row = (RESULTS, "m_again", json.dumps(body).encode(), 0)
    store.execute("INSERT INTO documents (kind, key, body, crc) VALUES (?, ?, ?, ?)", row)


def turn_a_result_round(store: sqlite3.Connection) -> None:
    key, body = rated_results(store)[0]
    change(store, RESULTS, key, body | {"places": body["places"][::-1]})


def count_a_match_less(store: sqlite3.Connection) -> None:
    (body,) = store.execute("SELECT body FROM documents WHERE kind = 'ladder_season'").fetchone()
    season = json.loads(body)
    season["table"]["rows"][0][3] -= 1
    change(store, "ladder_season", f"{NAME}:{season['number']}", season)


def raise_a_rating(store: sqlite3.Connection) -> None:
    (body,) = store.execute("SELECT body FROM documents WHERE kind = 'ladder_season'").fetchone()
    season = json.loads(body)
    often_beaten = max(season["table"]["rows"], key=lambda row: int(row[4][1]))
    often_beaten[1] += 3_000
    change(store, "ladder_season", f"{NAME}:{season['number']}", season)


def ask_for_less(store: sqlite3.Connection) -> None:
    rows = store.execute("SELECT key, body FROM documents WHERE kind = 'ladder_batch'").fetchall()
    for key, body in rows:
        change(store, "ladder_batch", key, json.loads(body) | {"matches": 0})


def show_a_log_to_others(store: sqlite3.Connection) -> None:
    rows = store.execute("SELECT key, body FROM documents WHERE kind = 'ladder_entry'").fetchall()
    entries = {key: json.loads(body) for key, body in rows}
    key, failed = next((key, one) for key, one in entries.items() if one["alerts"])
    other = next(one["name"] for one in entries.values() if one["name"] != failed["name"])
    failed["alerts"][0]["log"] += f"\n{other} revision 1 starts"
    change(store, "ladder_entry", key, failed)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lose_a_result, "its result is lost"),
        (double_a_result, "has 2 results"),
        (turn_a_result_round, "ended otherwise than its result says"),
        (count_a_match_less, "season 1 counts"),
        (raise_a_rating, "more than its rating says"),
        (ask_for_less, "0 were asked for"),
        (show_a_log_to_others, "has a line of another bot"),
    ],
)
def test_the_look_afterwards_sees_what_is_wrong(
    night: tuple[Path, Report], tmp_path: Path, damage: Damage, told: str
) -> None:
    folder, _ = night
    for path in (folder / "data").glob("infoset.sqlite*"):
        shutil.copy(path, tmp_path)
    with closing(sqlite3.connect(tmp_path / "infoset.sqlite")) as store, store:
        damage(store)
    journal = read_journal(folder / "journal")
    wrongs = wrongs_of(read_store(tmp_path, NAME), journal)
    assert any(told in wrong for wrong in wrongs), wrongs


def test_two_programs_in_one_row_are_told(night: tuple[Path, Report]) -> None:
    folder, _ = night
    stored, journal = read_store(folder / "data", NAME), read_journal(folder / "journal")
    (match_id, name), _ = next(one for one in journal.hashes.items() if one[0][0] in stored.results)
    journal.hashes[match_id, name].add("another program")
    wrongs = wrongs_of(stored, journal)
    assert len(wrongs) == 1
    assert wrongs[0].endswith("is 2 programs")


def test_more_on_disk_than_the_budget_is_told(tmp_path: Path) -> None:
    night = Night(tmp_path, 1, 60.0, 1)
    (night.data / "log").write_bytes(b"x" * 2_000_000)
    night.weigh(disk_mb=3.0)
    assert night.report.wrongs == []
    (night.data / "log").write_bytes(b"x" * 4_000_000)
    night.weigh(disk_mb=3.0)
    night.weigh(disk_mb=3.0)
    assert night.report.wrongs == ["4 MB on disk: 3 MB are the budget"]
