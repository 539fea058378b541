"""What leaves the page as a file, and comes back as one."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person


@pytest.fixture
def person(chrome: object, page_url: str, tmp_path: Path) -> Iterator[Person]:
    """Somebody who has not come yet, and whose browser saves files into `tmp_path`."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    behave = "Browser.setDownloadBehavior"
    someone.driver.execute_cdp_cmd(behave, {"behavior": "allow", "downloadPath": str(tmp_path)})
    yield someone
    someone.driver.execute_cdp_cmd(behave, {"behavior": "default"})


def saved(person: Person, folder: Path, name: str) -> Path:
    """A file that the browser saves, once it is whole."""
    path = folder / name
    person.until(path.exists, f"{name} was saved")
    return path


def play_one(person: Person, name: str) -> str:
    """A guest plays a short match against bots; its id."""
    person.enter(name)
    person.open_room("colonizers", {"colony": 1})
    person.play()
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    return person.place().split("/")[2]


def test_own_results_are_saved_as_a_table(person: Person, tmp_path: Path) -> None:
    match_id = play_one(person, "=Tabby")
    person.go("/replays")
    person.click("label.check", "only mine")
    person.say("tbody tr", match_id)
    person.press("CSV")
    with saved(person, tmp_path, "results.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["match"] for row in rows] == [match_id] * 4
    (mine,) = (row for row in rows if row["mine"] == "1")
    assert mine["player"] == "'=Tabby"
    assert sorted(int(row["seat"]) for row in rows) == [1, 2, 3, 4]
    assert person.faults() == []
