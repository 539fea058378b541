"""The ladder of a class on the page: for its pupils, and for nobody else."""

import json
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.integration.uploads import bot
from tests.page.browser import Person
from tests.page.documents import (
    command,
    enter_account,
    fresh,
    pretend,
    token_of,
    upload_in_page,
)


def new_class(url: str, root: str, ladder: str) -> tuple[str, str]:
    """The tokens of a teacher and of the one pupil of their class, which has a ladder; its title is its name in capitals."""
    room, pupil = fresh("class"), fresh("Otter")
    teacher = token_of(url, root, fresh("Teacher"), role="organiser")
    command(url, teacher, "add-class", name=room, names=[pupil])
    asked = {
        "game": "crossfire",
        "options": {"preset": "mini"},
        "hosted": ["random"],
        "seasons": "fresh",
    }
    command(
        url, teacher, "class-ladder", ladder=ladder, classroom=room, title=ladder.upper(), **asked
    )
    (one,) = command(url, teacher, "pupils", name=room)["rows"]
    return teacher, str(command(url, teacher, "add-token", user=one["id"])["secret"])


def test_a_pupil_finds_the_ladder_of_their_class_and_no_other(
    chrome: object, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs, other = fresh("ours"), fresh("others")
    teacher, token = new_class(page_url, root, theirs)
    new_class(page_url, root, other)
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    person.go("/ladder")
    person.say("h2", "No ladder here yet")  # a guest is told of neither
    enter_account(person, token)
    person.go("/ladder")
    card = person.say(".cards a.panel", theirs.upper())
    assert "Crossfire" in card.text
    assert other.upper() not in person.see("main").text
    person.click(".cards a.panel", theirs.upper())
    person.say("tbody tr", "random")
    for tab in ("History", "Who beats whom", "Newest results"):
        person.press(tab)
        person.see("main [role=tab][aria-selected=true]")
    person.press("Table")
    assert person.unreadable() == []
    assert person.unspoken() == []
    person.press("Play a rated match")
    person.say("button", "Leave the queue")
    person.press("Leave the queue")
    person.say("button", "Play a rated match")
    person.click("tbody tr a", "random")
    person.say("h1", "random")
    assert person.unspoken() == []
    assert person.faults() == []
    person.go(f"/ladder/{theirs}")
    command(page_url, teacher, "end-season", ladder=theirs)
    person.press("Seasons")
    person.say("main select", "1")
    person.say("tbody tr", "random")
    assert person.unspoken() == []
    person.go(f"/ladder/{other}")
    person.say("main", "There is nothing here (yet).")


def test_the_teacher_looks_at_the_ladder_of_their_class_and_keeps_its_table(
    chrome: object, page_url: str, page_data: Path, tmp_path: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs, other = fresh("ours"), fresh("others")
    teacher, _ = new_class(page_url, root, theirs)
    new_class(page_url, root, other)
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    enter_account(person, teacher)
    person.go("/ladder")
    person.click(".cards a.panel", theirs.upper())
    person.say("tbody tr", "random")
    assert other.upper() not in person.see("main").text
    assert "Play a rated match" not in person.see("main").text  # the class plays among itself
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path)}
    person.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    person.press("CSV")
    file = tmp_path / f"{theirs}.csv"
    person.until(file.exists, "the table was saved")
    assert "random" in file.read_text()
    assert person.faults() == []


def test_a_teacher_asks_in_the_form_for_bots_that_their_class_uploads(
    chrome: object, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs = fresh("ours")
    teacher, _ = new_class(page_url, root, theirs)
    (room,) = command(page_url, teacher, "classes")["rows"]
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    enter_account(person, teacher)
    person.click(".frame-nav a", "Console")
    person.press("Ladders")
    person.click("form.panel summary", "New ladder of a class")
    person.see("form.panel input[name=classroom]").send_keys(str(room["id"]))
    person.see("form.panel input[name=title]").send_keys(f"{theirs} of bots")
    person.click("form.panel label.check", "Bots that members of the class have uploaded play, too")
    assert person.see("form.panel input[name=uploads]").is_selected()
    assert person.unreadable() + person.unspoken() == []
    person.press("Make it")
    person.say(".answers .panel", "is open to")
    asked = urllib.request.Request(
        f"{page_url}ladder", headers={"Authorization": f"Bearer {teacher}"}
    )
    with urllib.request.urlopen(asked) as answer:
        made = {one["title"]: one["open_to"] for one in json.load(answer)["ladders"]}
    assert made[f"{theirs} of bots"] == ["human", "bot", "hosted"]  # though no bot of the server is
    assert person.faults() == []


def test_a_teacher_ticks_their_own_bot_as_an_opponent_for_their_class(
    chrome: object, page_url: str, page_data: Path, tmp_path: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs, own = fresh("ours"), fresh("ferris")
    teacher, _ = new_class(page_url, root, theirs)
    archive = tmp_path / "ferris.tar.gz"
    archive.write_bytes(bot(own, "table_bot.py", "first"))
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    enter_account(person, teacher)
    upload_in_page(person, archive)
    person.click(".frame-nav a", "Console")
    person.press("Ladders")
    person.click("form.panel summary", "Change a ladder of a class")
    person.choose("form.panel select[name=ladder]", 1)
    person.click("form.panel label.check", "uploaded by you")
    assert person.unreadable() + person.unspoken() == []
    person.press("Change it")
    person.say(".answers .panel", "has changed: hosted")
    person.go(f"/ladder/{theirs}")
    person.say("tbody tr", own)
    assert person.faults() == []


def test_a_teacher_changes_the_ladder_of_their_class_in_a_form_that_shows_what_is_now(
    chrome: object, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs = fresh("ours")
    teacher, _ = new_class(page_url, root, theirs)
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    enter_account(person, teacher)
    person.click(".frame-nav a", "Console")
    person.press("Ladders")
    person.click("form.panel summary", "Change a ladder of a class")
    person.choose("form.panel select[name=ladder]", 1)
    title = person.see("form.panel details[open] input[name=title]")
    assert title.get_attribute("value") == theirs.upper()
    assert person.see("form.panel details[open] input[name=random]").is_selected()
    assert (
        person.see("form.panel details[open] select[name=seasons]").get_attribute("value")
        == "fresh"
    )
    assert not person.see("form.panel details[open] input[name=uploads]").is_selected()
    rules = "form.panel details[open] select[name=preset]"
    assert person.see(f"{rules} option:checked").text.startswith("mini")
    assert person.unreadable() + person.unspoken() + person.too_wide() == []
    person.choose(rules, 2)
    title.send_keys(" of bots")
    person.choose("form.panel details[open] select[name=seasons]", 0)
    person.press("Change it")
    question = person.asked()
    assert "never ends; the tables of past seasons stay" in question.text
    question.dismiss()
    assert not command(page_url, teacher, "ladder-file", ladder=theirs)["rows"][0][
        "value"
    ].endswith("bots")
    person.press("Change it")
    person.asked().accept()
    person.say(".answers .panel", f"ladder {theirs} has changed: title, seasons, options")
    rows = command(page_url, teacher, "ladder-file", ladder=theirs)["rows"]
    now = {one["field"]: one["value"] for one in rows}
    assert (now["title"], now["seasons"]) == (f"{theirs.upper()} of bots", "off")
    assert now["options"] == {"preset": "large"}
    own = {"preset": "large", "symmetry": "half_turn"}  # none of the sets that the page knows
    command(page_url, teacher, "change-ladder", ladder=theirs, options=own)
    person.choose("form.panel select[name=ladder]", 0)
    person.choose("form.panel select[name=ladder]", 1)
    person.until(
        lambda: person.see(f"{rules} option:checked").text.count(": ") >= 2,
        "the form tells options of its own",
    )
    assert person.faults() == []


def test_a_class_is_deleted_once_its_teacher_has_read_what_goes_with_it(
    chrome: object, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    teacher, _ = new_class(page_url, root, fresh("ours"))
    (room,) = command(page_url, teacher, "classes")["rows"]
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("to be replaced")
    enter_account(person, teacher)
    person.click(".frame-nav a", "Console")
    person.press("Classes")
    person.click("form.panel summary", "Remove a class")
    person.see("form.panel details[open] button.danger")
    person.look("form.panel details[open] input")[-1].send_keys(str(room["name"]))
    for is_meant in (False, True):
        person.click("form.panel details[open] button.danger")
        question = person.asked()
        assert "pupil," in question.text
        assert "ladder" in question.text
        assert len(command(page_url, teacher, "classes")["rows"]) == 1
        question.accept() if is_meant else question.dismiss()
    person.say(".answers .panel", "is deleted with 1 pupil")
    assert command(page_url, teacher, "ladders").get("rows", []) == []
    assert person.faults() == []


def test_who_beats_whom_can_be_read_for_a_class_of_which_most_pairs_have_not_met(
    chrome: object, page_url: str
) -> None:
    names = [f"Daring Jackdaw {number}" for number in range(24)]
    cells = [[None if i == j else [0, 0, 0] for j in range(24)] for i in range(24)]
    cells[0][1], cells[1][0] = [3, 0, 0], [0, 0, 3]
    crosstable = {
        "entries": [{"entry": name, "name": name} for name in names],
        "cells": cells,
        "differences": [[None] * 24] * 24,
    }
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("Heron")
    pretend(person, {"ladder/sprint/crosstable": crosstable})
    person.go("/ladder/sprint")
    person.press("Who beats whom")
    person.see("table.cross")
    told = [cell.text for cell in person.look(".cross td.n") if cell.get_attribute("style")]
    assert told == ["100 %", "0 %"]  # nobody has lost whom they have not met
    cut = "return [...document.querySelectorAll('.cross :is(th, td)')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert person.driver.execute_script(cut) == 0
