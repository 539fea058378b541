"""The organisers' pages in languages: an organiser who fills every form finds no word that a catalogue has not said."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tests.page.browser import Person, resize
from tests.page.catalogues import LANGUAGES
from tests.page.documents import enter_account, fresh, pretend, token_of
from tests.page.test_languages import LEFT, LONG, WORD, data_of

# What is written the same in every language: JSON as an example, forms of files, figures.
SAME = "label new spec ismcts json trf csv JSON LLR SHA crab infoset crossfire Deeper search Mr Hill AM PM"
GROUPS = ("event", "people", "classes", "bots", "ladders", "tournaments", "abtests", "audit")
OPENED = "for (const one of document.querySelectorAll('form.command details')) one.open = true"
# What the server has answered stays in its words, and so do the names in its tables.
ANSWERED = "return [...document.querySelectorAll('.answers :is([lang=en], td)')].map((one) => one.textContent).join(' ')"
FIELDS = "input, textarea, select"
PLAIN = re.compile("[A-Za-z]{2,}")  # a word in letters of English
TONGUE = "return document.documentElement.lang"


class Organiser(Person):
    """Somebody at the console. Commands are named as on the wire: their words differ by language."""

    def open_group(self, group: str) -> None:
        """One of the groups of commands, with all of its forms open."""
        at = GROUPS.index(group) + 1
        self.click(f"main [role=tab]:nth-of-type({at})")
        self.see(f"main [role=tab]:nth-of-type({at})[aria-selected=true]")
        self.driver.execute_script(OPENED)

    def give(self, name: str, *written: str, is_grave: bool = False) -> str:
        """Fills the form of a command, field by field, and sends it; returns what was asked back, if anything was."""
        form = next(one for one in self.look("form.command") if self._is(one, name))
        for field, text in zip(form.find_elements("css selector", FIELDS), written, strict=False):
            if field.tag_name == "select":
                Select(field).select_by_value(text)
            elif text:
                field.clear()
                field.send_keys(text)
        before = len(self.look(".answers > .panel"))
        form.find_element("css selector", "button").click()
        asked = ""
        if is_grave:
            question = self.asked()
            asked = str(question.text)
            question.accept()
        self.until(
            lambda: (
                len(self.look(".answers > .panel")) > before
                or form.find_elements("css selector", ".problem")
            ),
            f"the server answered {name}",
        )
        return asked

    @staticmethod
    def _is(form: object, name: str) -> bool:
        names = form.find_elements("css selector", "summary code, .spread code")  # type: ignore[attr-defined]
        return name in [one.text for one in names]


@pytest.fixture
def organiser(chrome: object, page_url: str, page_data: Path) -> Iterator[Organiser]:
    """An administrator who reads letters that English lacks."""
    root = (page_data / "admin.token").read_text().strip()
    someone = Organiser(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("to be replaced", language=LONG)
    enter_account(someone, token_of(page_url, root, fresh("mr_hill"), role="admin"))
    someone.go("/console")
    someone.see(".answers")
    yield someone
    resize(someone.driver, 1440, 900)


def readable(person: Person) -> list[str]:
    """The words that no catalogue has said."""
    answered = str(person.driver.execute_script(ANSWERED))
    told = " ".join(one.text for one in person.look(".toast, .announcement, .problem"))
    ladders = ladders_of(person)
    plain = {word for text in (SAME, answered, told, ladders) for word in re.findall(WORD, text)}
    me = person.module("net/app.js", "page.me.value.name")
    found = person.readable(data_of(person) | plain | set(re.findall(WORD, str(me))))
    return found if ladders == ladders_of(person) else readable(person)  # they came meanwhile


def ladders_of(person: Person) -> str:
    """The names of ladders that a form offers, those of other tests, once the server has told them."""
    return " ".join(one.text for one in person.look("select[name=ladder]"))


def test_no_form_of_the_console_has_a_word_in_its_code(organiser: Organiser) -> None:
    for group in GROUPS:
        organiser.open_group(group)
        assert readable(organiser) == [], group
    assert organiser.faults() == []


def test_answers_are_headed_in_the_language_of_the_page(organiser: Organiser) -> None:
    organiser.give("announce", "ten minutes left")
    organiser.open_group("people")
    organiser.give("users")
    assert "admin" not in [
        one.text for one in organiser.look(".answers > .panel:nth-of-type(1) td")
    ]
    organiser.open_group("audit")
    organiser.give("audit", "")
    assert len(organiser.look(".answers th")) > 8
    assert readable(organiser) == []
    assert organiser.faults() == []


def test_a_refusal_and_a_question_are_in_the_language_of_the_page(organiser: Organiser) -> None:
    organiser.open_group("people")
    organiser.give("ban")
    told, _, reason = organiser.see("form.command .problem").text.partition(":")
    assert PLAIN.findall(told) == []
    assert "either a user or an address" in reason
    room = fresh("class")
    organiser.open_group("classes")
    organiser.give("add-class", room, "2")
    asked = organiser.give("remove-class", room, is_grave=True)
    assert asked
    assert PLAIN.findall(asked) == []
    organiser.open_group("abtests")
    organiser.give("ab-submit", "{label", "", "best", "catan")
    assert set(PLAIN.findall(organiser.see("form.command .problem").text)) <= set(SAME.split())
    assert readable(organiser) == []


def test_an_organiser_makes_a_class_a_ladder_and_a_tournament_in_any_language(
    organiser: Organiser,
) -> None:
    room, cup = fresh("class"), fresh("cup")
    organiser.open_group("classes")
    organiser.give("add-class", room, "2")
    organiser.open_group("ladders")
    organiser.see("form.command input[name=classroom]").send_keys(room)
    organiser.see("form.command input[name=title]").send_keys(fresh("ladder"))
    Select(organiser.see("form.command select[name=game]")).select_by_value("crossfire")
    organiser.click("form.command input[name=heuristic]")
    assert readable(organiser) == []
    send(organiser)
    organiser.open_group("tournaments")
    organiser.see("form.command input[name=title]").send_keys(cup)
    Select(organiser.see("form.command select[name=game]")).select_by_value("crossfire")
    Select(organiser.see("form.command select[name=preset]")).select_by_value("mini")
    Select(organiser.see("form.command select[name=format]")).select_by_value("round_robin")
    organiser.see("form.command textarea[name=bots]").send_keys("random", Keys.ENTER, "heuristic")
    assert readable(organiser) == []
    send(organiser)
    for name in (
        "tournament-open",
        "tournament-start",
        "tournament-schedule",
        "tournament-standings",
    ):
        organiser.give(name, cup)
    assert readable(organiser) == []
    assert organiser.faults() == []


def test_ab_tests_have_no_word_in_their_code(organiser: Organiser) -> None:
    pretend(organiser)
    for place, sign in (("/abtests", "tbody tr"), ("/abtests/ab_1", ".plot")):
        organiser.go(place)
        organiser.see(sign)
        assert readable(organiser) == [], place
    pretend(organiser, {"abtests": {"tests": []}})
    organiser.go("/abtests")
    organiser.see(".panel code")
    assert readable(organiser) == []


@pytest.mark.parametrize("language", [LONG, LEFT, *LANGUAGES])
def test_no_language_breaks_the_console(language: str, organiser: Organiser) -> None:
    organiser.module("net/app.js", "page.change('language', rest[0])", language)
    organiser.until(lambda: organiser.driver.execute_script(TONGUE) == language, "it is spoken")
    for width, height in ((1280, 800), (390, 844)):
        resize(organiser.driver, width, height)
        for group in GROUPS:
            organiser.open_group(group)
            assert organiser.too_wide() == [], (group, width)
    resize(organiser.driver, 1280, 800)
    organiser.open_group("people")
    organiser.give("users")
    assert organiser.unreadable() == []
    assert organiser.faults() == []


def send(organiser: Organiser) -> None:
    """Sends the form that stands first in its group, and waits for what comes of it."""
    before = len(organiser.look(".answers > .panel"))
    organiser.click("form.command button.primary")
    organiser.until(lambda: len(organiser.look(".answers > .panel")) > before, "it was made")
