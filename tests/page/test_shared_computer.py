"""Pupils who share a computer: each goes on as who they are, without a new card."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.documents import command, fresh

CODE = re.compile(r'class="code">([a-z0-9-]+)<')
TO_SETTINGS = "button[aria-label=Settings]"
KNOWN = ".door-form fieldset button"


@pytest.fixture
def computer(chrome: object, page_url: str) -> Person:
    """A browser that knows nobody, at the field for a card."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("nobody")
    someone.module("net/app.js", "page.logOut()")
    someone.click(".door-form [role=tab]:nth-of-type(2)")
    return someone


@pytest.fixture
def classroom(page_url: str, page_data: Path) -> Iterator["Classroom"]:
    one = Classroom(page_url, (page_data / "admin.token").read_text().strip())
    yield one
    command(one.url, one.root, "remove-class", name=one.name)


class Classroom:
    """A class of two, and the codes of its cards by name."""

    def __init__(self, url: str, root: str) -> None:
        self.url, self.root, self.name = url, root, fresh("7b")
        self.names = ("Otter", "Heron")
        command(url, root, "add-class", name=self.name, names=list(self.names))

    def card(self, pupil: str) -> str:
        """The code of a new card."""
        page = command(self.url, self.root, "cards", name=self.name, pupil=pupil)["file"]
        (code,) = CODE.findall(page)
        return str(code)


def use_card(computer: Person, code: str) -> None:
    computer.see("input[name=code]").send_keys(code)
    computer.click(".door-form form button.primary")


def plays(computer: Person, name: str) -> None:
    """Waits until a pupil is the one who is here."""
    computer.say(".who", name)


def test_two_pupils_take_turns_with_one_card_each(computer: Person, classroom: Classroom) -> None:
    for name in classroom.names:
        use_card(computer, classroom.card(name))
        plays(computer, name)
        computer.click(TO_SETTINGS)
        computer.press("Somebody else plays here")
        computer.see("input[name=code]")
    assert [one.text for one in computer.look(KNOWN)] == ["Heron", "Otter"]
    computer.driver.refresh()
    for name in classroom.names:
        computer.click(KNOWN, name)
        plays(computer, name)
        computer.click(TO_SETTINGS)
        computer.press("Somebody else plays here")
    assert computer.faults() == []


def test_who_logs_out_is_asked_and_forgotten(computer: Person, classroom: Classroom) -> None:
    use_card(computer, classroom.card("Otter"))
    plays(computer, "Otter")
    computer.click(TO_SETTINGS)
    computer.press("Log out")
    asked = computer.driver.switch_to.alert
    assert "new card" in asked.text
    asked.dismiss()
    plays(computer, "Otter")
    computer.press("Log out")
    computer.driver.switch_to.alert.accept()
    computer.see("input[name=name]")
    computer.click(".door-form [role=tab]:nth-of-type(2)")
    computer.see("input[name=code]")
    assert computer.look(KNOWN) == []


def test_who_has_got_a_new_card_is_not_offered_any_more(
    computer: Person, classroom: Classroom
) -> None:
    use_card(computer, classroom.card("Otter"))
    plays(computer, "Otter")
    computer.click(TO_SETTINGS)
    computer.press("Somebody else plays here")
    code = classroom.card("Otter")
    computer.click(KNOWN, "Otter")
    computer.say(".problem", "does not know")
    computer.until(lambda: computer.look(KNOWN) == [], "the name was gone")
    use_card(computer, code)
    plays(computer, "Otter")


def test_two_guests_of_one_name_are_two(computer: Person) -> None:
    def come_in(press: str) -> object:
        field = computer.see("input[name=name]")
        field.clear()
        field.send_keys("Anna")
        computer.press(press)
        computer.see(".who")
        return computer.module("net/app.js", "page.me.value.user")

    def go_out() -> None:
        computer.click(TO_SETTINGS)
        computer.press("Log out")

    computer.click(".door-form [role=tab]:nth-of-type(1)")
    first = come_in("Enter")
    go_out()
    computer.say(".door-form .hint", "Anna has played on this device before. Is that you?")
    second = come_in("No, I am Anna 2")
    assert second != first
    plays(computer, "Anna 2")
    go_out()
    assert come_in("Go on here as Anna") == first
    assert computer.faults() == []


def test_two_pupils_of_one_name_are_two(computer: Person, classroom: Classroom) -> None:
    other = Classroom(classroom.url, classroom.root)
    users = []
    for one in (classroom, other):
        use_card(computer, one.card("Otter"))
        plays(computer, "Otter")
        users.append(computer.module("net/app.js", "page.me.value.user"))
        computer.click(TO_SETTINGS)
        computer.press("Somebody else plays here")
        computer.see("input[name=code]")
    assert [one.text for one in computer.look(KNOWN)] == ["Otter 2", "Otter"]
    computer.click(KNOWN + ":last-of-type")
    plays(computer, "Otter")
    assert computer.module("net/app.js", "page.me.value.user") == users[0] != users[1]
    command(other.url, other.root, "remove-class", name=other.name)
    assert computer.faults() == []
