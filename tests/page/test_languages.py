"""The page in languages: the browser's, one that was chosen, and ones that show what has not come from a catalogue."""

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.support.ui import Select
from tests.page.browser import Person, resize
from tests.page.documents import NAMES as ENTRIES
from tests.page.documents import PLAYERS, pretend

AGENT = "return navigator.userAgent"
TONGUE = "return [document.documentElement.lang, document.documentElement.dir]"


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has come."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("traveller", language="auto")
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


# Words that no catalogue says: names of people, games, programs and places.
NAMES = (
    "traveller Infoset Catan Colonizers Crossfire OpenSpiel heuristic random ismcts rollout ms px"
)
WORD = r"[A-Za-z][A-Za-z'.]*"
LONG, LEFT = "en-XA", "ar-XB"  # pseudo-languages
GAMES = ("catan", "colonizers", "crossfire")


def data_of(person: Person) -> set[str]:
    """The words that the page shows as they came: names, those of bots and rooms among them."""
    expression = (
        "Promise.all([page.ask({ type: 'replays', count: 50 }), page.ask({ type: 'tournaments' })]).then("
        "([replays, cups]) => ["
        " ...replays.items.flatMap((item) => [item.replay, item.from ?? '', ...item.players]),"
        " ...cups.items.flatMap(({ title, organiser }) => [title, organiser ?? '']),"  # of other tests
        " ...page.bots.value.flatMap(({ bot, about }) => [bot.replaceAll('_', ' '), about ?? '']),"
        " ...page.rooms.value.keys(), page.me.value.server,"
        " ...[...page.rooms.value.values()].flatMap((room) =>"
        " [room.title, ...room.seats.map(({ name }) => (name ?? '').replaceAll('_', ' '))]),"
        " ...[...page.lobby.value.values()].flatMap((room) =>"
        " [room.title, room.room, ...room.seats.map(({ name }) => (name ?? '').replaceAll('_', ' '))]),"
        " ...page.matches.value.keys()])"
    )
    told = person.module("net/app.js", expression)
    return {word for text in [NAMES, *told] for word in re.findall(WORD, text)}


@pytest.fixture
def stranger(chrome: object, page_url: str) -> Person:
    """Somebody for whom every letter of a catalogue has an accent."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("traveller", language=LONG)
    return someone


def test_the_door_has_no_word_in_its_code(chrome: object, page_url: str) -> None:
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("traveller", language=LONG)
    someone.module("net/app.js", "page.logOut()")
    someone.see(".door-form form")
    for tab in range(len(someone.look(".door-form [role=tab]"))):
        someone.see(".door-form form")
        someone.click_nth(".door-form [role=tab]", tab)
        assert someone.readable([*NAMES.split(), "inf", "lusab", "babad", "gutih"]) == []


def test_the_lobby_and_its_dialogs_have_no_word_in_their_code(stranger: Person) -> None:
    assert stranger.readable(data_of(stranger)) == []
    stranger.click(".frame-state button.round")
    stranger.see("dialog[open] select[name=language]")
    assert stranger.readable(data_of(stranger)) == []
    stranger.click("dialog[open] button.round")
    for game in range(len(GAMES)):
        stranger.click_nth(".game-card .ways button:last-of-type", game)
        stranger.see("dialog[open] form")
        assert stranger.readable(data_of(stranger)) == []
        stranger.click("dialog[open] button.round")
    stranger.go("/replays")
    stranger.see("table")
    assert stranger.readable(data_of(stranger)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_match_has_no_word_in_its_code(game: str, stranger: Person) -> None:
    stranger.open_room(game, {})
    data = data_of(stranger)
    room = stranger.driver.execute_script(
        "return document.querySelector('.table-head a.chip').href"
    )
    assert stranger.readable(data) == []
    stranger.play(clicks=4)
    for tab in range(3):
        stranger.click_nth(".side [role=tab]", tab)
        assert stranger.readable(data) == []
    stranger.go(room.partition("#")[2])
    stranger.see(".seat-card")
    assert stranger.readable(data_of(stranger)) == []
    assert stranger.faults() == []


def test_a_replay_and_its_sides_have_no_word_in_their_code(stranger: Person) -> None:
    stranger.open_room("colonizers", {"colony": 2})
    stranger.play()
    stranger.click(".action-bar.end a[href^='#/review/']")
    stranger.see(".action-bar.tape")
    data = data_of(stranger)
    for tab in range(len(stranger.look(".side [role=tab]"))):
        stranger.click_nth(".side [role=tab]", tab)
        seeds = [one.text.partition("infoset-luck")[2] for one in stranger.look(".side .faint")]
        data |= {word for seed in seeds for word in re.findall(WORD, f"infoset luck {seed}")}
        assert stranger.readable(data) == [], tab
    assert stranger.faults() == []


PLACES = {
    "/ladder": "a.panel",
    "/ladder/sprint": "tbody tr",
    "/ladder/sprint/entry/e_1": ".plot",
    "/tournaments": "a.panel",
    "/tournaments/cup": "tbody tr",
    "/tournaments/cup/projector": ".projector h2",
    "/learn/bot": "pre",
    "/learn/wire": ".wire-log",
    "/learn/games": ".game-card",
    "/learn/game/crossfire": "article",
}
# Names in the documents that the page is shown.
DOCUMENTED = (
    *ENTRIES,
    *PLAYERS,
    "The sprint",
    "Winter Cup",
    "Buchholz Sonneborn Berger Python JavaScript Java Rust Shell Go",
)


def test_ladders_tournaments_and_first_steps_have_no_word_in_their_code(stranger: Person) -> None:
    pretend(stranger)
    data = data_of(stranger) | {word for text in DOCUMENTED for word in re.findall(WORD, text)}
    for place, sign in PLACES.items():
        stranger.go(place)
        stranger.see(sign)
        assert stranger.readable(data) == [], place
    for place in ("/ladder/sprint", "/tournaments/cup"):
        stranger.go(place)
        stranger.see("[role=tab]")
        for tab in range(len(stranger.look("main [role=tab]"))):
            stranger.click_nth("main [role=tab]", tab)
            assert stranger.readable(data) == [], (place, tab)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [LONG, LEFT])
def test_long_words_and_the_other_direction_do_not_break_the_frame(
    game: str, language: str, chrome: object, page_url: str
) -> None:
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("traveller", language=language)
    assert someone.driver.execute_script(TONGUE)[1] == ("rtl" if language == LEFT else "ltr")
    try:
        for width, height in ((1280, 800), (390, 844)):
            resize(someone.driver, width, height)
            someone.go("/lobby")
            someone.see(".game-card")
            assert someone.too_wide() == []
        someone.open_room(game, {})
        for width, height in ((1280, 800), (390, 844)):
            resize(someone.driver, width, height)
            someone.see(".action-bar")
            assert someone.too_wide() == []
    finally:
        resize(someone.driver, 1440, 900)
    assert someone.faults() == []


def test_words_in_code_are_found(stranger: Person) -> None:
    stranger.driver.execute_script(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        ' \'<p>forgotten</p><button title="overlooked">ä</button><input placeholder="missed">\')'
    )
    found = stranger.readable(data_of(stranger))
    assert found == ["p: forgotten", "title: overlooked", "placeholder: missed"]
    stranger.driver.refresh()
