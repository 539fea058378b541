"""The ladder of a class on the page: for its pupils, and for nobody else."""

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.documents import command, enter_account, fresh


def pupil_of_a_new_class(url: str, root: str, ladder: str) -> str:
    """The token of a pupil in a class of their own, which has a ladder; its title is its name in capitals."""
    room, pupil = fresh("class"), fresh("Otter")
    command(url, root, "add-class", name=room, names=[pupil])
    asked = {
        "game": "crossfire",
        "options": {"preset": "mini"},
        "hosted": ["random"],
        "seasons": "fresh",
    }
    command(url, root, "class-ladder", ladder=ladder, classroom=room, title=ladder.upper(), **asked)
    (one,) = command(url, root, "pupils", name=room)["rows"]
    return str(command(url, root, "add-token", user=one["id"])["secret"])


def test_a_pupil_finds_the_ladder_of_their_class_and_no_other(
    chrome: object, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    theirs, other = fresh("ours"), fresh("others")
    token = pupil_of_a_new_class(page_url, root, theirs)
    pupil_of_a_new_class(page_url, root, other)
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
    row = person.say("tbody tr", "random")
    assert not row.find_elements("css selector", "a")  # there is no document of an entry
    assert not person.look("main [role=tab], main a[download]")
    assert person.unreadable() == []
    assert person.unspoken() == []
    person.press("Play a rated match")
    person.say("button", "Leave the queue")
    person.press("Leave the queue")
    person.say("button", "Play a rated match")
    (fault,) = person.faults()
    assert f"/ladder/{theirs}" in fault  # there is no document
    person.go(f"/ladder/{theirs}/entry/e_1")  # where a profile leads
    person.say("tbody tr", "random")
    command(page_url, root, "end-season", ladder=theirs)
    person.press("Seasons")
    person.say("main select", "1")
    person.say("tbody tr", "random")
    assert person.unspoken() == []
    person.go(f"/ladder/{other}")
    person.say("main", "There is nothing here (yet).")
