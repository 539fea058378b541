"""What leaves the page as a file, and comes back as one."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person

from infoset.replaying.source import load_file


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


def choose_file(person: Person, path: Path) -> None:
    """As somebody chooses it in the dialog of their system."""
    person.see("input[type=file]").send_keys(str(path))


def test_a_saved_match_opens_without_the_server_and_says_the_same(
    person: Person, tmp_path: Path
) -> None:
    match_id = play_one(person, "keeper")
    person.click("button[aria-label='Save this match']")
    person.click("[role=menuitem]", "For this page")
    film = saved(person, tmp_path, f"{match_id}.film.json")
    ActionChains(person.driver).send_keys(Keys.END).perform()
    person.say(".turn-word", "over")
    board = person.see(".board-area").text
    person.go("/replays")
    person.driver.execute_script(
        "WebSocket.prototype.send = () => { throw new Error('asked the server') }"
    )
    choose_file(person, film)
    person.see(".action-bar.tape")
    assert person.place() == "/film"
    ActionChains(person.driver).send_keys(Keys.END).perform()
    person.say(".turn-word", "over")
    assert person.see(".board-area").text == board
    ActionChains(person.driver).send_keys("2").perform()
    person.until(
        lambda: "You" not in person.see(".colony.seat-1.mine").text, "its colony is marked"
    )
    assert "Review" not in person.see("[role=tablist]").text
    person.driver.refresh()
    person.say("main", "No file is open here")
    person.faults()


def test_a_saved_record_is_what_the_terminal_reads(person: Person, tmp_path: Path) -> None:
    match_id = play_one(person, "scribe")
    person.click("button[aria-label='Save this match']")
    person.click("[role=menuitem]", "For the window")
    path = saved(person, tmp_path, f"{match_id}.jsonl")
    record = load_file(path)
    assert record.about["match_id"] == match_id
    assert record.players[0]["name"] == "scribe"
    person.go("/replays")
    choose_file(person, path)
    person.until(lambda: person.place().startswith(f"/replay/{match_id}"), "the match was shown")
    head, *steps = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(head.replace(match_id, "m_elsewhere") + "".join(steps), "utf-8")
    person.go("/replays")
    choose_file(person, path)
    assert "infoset replay FILE" in person.see("[role=alert]").text
    assert person.faults() == []


HOSTILE = {
    "nothing": "",
    "no film": '{"form": "infoset-film/1"}',
    "no match": '{"form": "infoset-film/1", "replay": "m_1", "views": {"all": [{"type": "snapshot"}]}}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_holds_something_else_is_refused_in_words(
    person: Person, tmp_path: Path, name: str
) -> None:
    person.enter("victim")
    person.go("/replays")
    (tmp_path / "bad.json").write_text(HOSTILE[name], "utf-8")
    choose_file(person, tmp_path / "bad.json")
    assert "This file cannot be opened" in person.see("[role=alert]").text
    assert person.place() == "/replays"
    assert person.faults() == []


def test_a_film_of_nonsense_is_told_and_runs_nothing(person: Person, tmp_path: Path) -> None:
    """It is as a film should be, and its positions are no game's; names try to be more than names."""
    person.enter("victim")
    person.go("/replays")
    evil = "<img src=x onerror='window.hurt=1'>"
    entries: list[dict[str, Any]] = [
        {"type": "match_start", "game": "catan", "players": [{"name": evil}, {"name": evil}]},
        {"type": "snapshot", "ver": 0, "obs": {"players": evil, "__proto__": {"hurt": 1}}},
    ]
    film = {"form": "infoset-film/1", "replay": "m_1", "views": {"all": entries}}
    (tmp_path / "evil.json").write_text(json.dumps(film), "utf-8")
    choose_file(person, tmp_path / "evil.json")
    person.say("[role=alert]", "cannot be shown")
    entries[0]["game"] = "unheard_of"
    (tmp_path / "evil.json").write_text(json.dumps(film), "utf-8")
    choose_file(person, tmp_path / "evil.json")
    person.say("select.eyes", evil)
    assert person.driver.execute_script("return window.hurt ?? {}.hurt ?? null") is None
    person.go("/lobby")
    person.see(".game-card")
