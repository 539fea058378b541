"""The page in languages: the browser's, one that was chosen, and ones that show what has not come from a catalogue."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.support.ui import Select
from tests.page.browser import Person

AGENT = "return navigator.userAgent"
TONGUE = "return [document.documentElement.lang, document.documentElement.dir]"


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has come."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("traveller")
    return someone


@pytest.fixture
def browser_of(chrome: object) -> Iterator[object]:
    """Sets which languages the browser wants; English afterwards."""

    def want(languages: str) -> None:
        agent = chrome.execute_script(AGENT)  # type: ignore[attr-defined]
        asked = {"userAgent": agent, "acceptLanguage": languages}
        chrome.execute_cdp_cmd("Emulation.setUserAgentOverride", asked)  # type: ignore[attr-defined]

    yield want
    want("en-US,en")


def test_the_page_speaks_the_browsers_language(person: Person, browser_of: object) -> None:
    browser_of("fr-FR,sk-SK,en")  # type: ignore[operator]
    person.driver.refresh()
    person.say("nav a", "Herňa")
    assert person.driver.execute_script(TONGUE) == ["sk", "ltr"]
    browser_of("fr-FR")  # type: ignore[operator]
    person.driver.refresh()
    person.say("nav a", "Lobby")
    assert person.driver.execute_script(TONGUE) == ["en", "ltr"]
    assert person.faults() == []


def test_a_language_is_chosen_at_once_and_kept(person: Person) -> None:
    person.click(".frame-state button.round")
    Select(person.see("select[name=language]")).select_by_value("de")
    person.say("nav a", "Rangliste")
    person.driver.refresh()
    person.say("nav a", "Rangliste")
    assert person.driver.execute_script(TONGUE) == ["de", "ltr"]
    person.click(".frame-state button.round")
    names = [one.text for one in Select(person.see("select[name=language]")).options]
    assert names == ["wie der Browser", "Čeština", "Deutsch", "English", "Slovenčina"]
    assert person.faults() == []
