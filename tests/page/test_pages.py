"""What is looked at rather than played: replays, lessons, ladders, tournaments, the wire, the organiser's console."""

import itertools
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tests.page.browser import DRAWN, Person, resize
from tests.page.documents import (
    AB_TEST,
    CUP,
    command,
    enter_account,
    fresh,
    pretend,
    tables,
    token_of,
)

HALL: tuple[str, ...] = (
    "Standings",
    "Bracket",
    "Tables",
    "Entrants",
)  # what a hall is shown, over and over
OPEN_CUP = """
id = "{cup}"
title = "{cup}"
game = "crossfire"
options = {{ preset = "mini" }}
open_to = ["human"]

[format]
kind = "round_robin"

[clock]
kind = "per_move"
move_ms = 60_000
"""

# By how much the page can be pushed sideways.
WIDER = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_a_replay_is_seen_through_any_seats_eyes(person: Person) -> None:
    person.enter("again")
    person.open_room("colonizers", {"colony": 1})
    person.play()
    person.click(".action-bar.end a[href^='#/replay']")
    person.see(".action-bar.tape")
    ActionChains(person.driver).send_keys(Keys.END).perform()
    person.say(".turn-word", "over")
    ActionChains(person.driver).send_keys("2").perform()
    person.until(lambda: "/seat:1/" in person.place(), "it was the second seat's view")
    person.until(
        lambda: "You" not in person.see(".colony.seat-1.mine .seat-name").text,
        "its colony is marked",
    )
    version = person.place().rpartition("/")[2]
    ActionChains(person.driver).send_keys(Keys.ARROW_LEFT).perform()
    person.until(lambda: person.place().rpartition("/")[2] != version, "it went back")
    assert person.faults() == []


# Presses keys in the same turn of the browser's loop in which the tape is drawn, before anything else can run.
PRESSED_AT_ONCE = """
const keys = arguments[0];
const watch = new MutationObserver(() => {
  if (!document.querySelector(".action-bar.tape")) return;
  watch.disconnect();
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
});
watch.observe(document.body, { childList: true, subtree: true });
"""


def test_keys_pressed_the_moment_the_tape_is_there_all_count(person: Person) -> None:
    person.enter("quick")
    person.open_room("colonizers", {"colony": 1})
    person.play()
    keys = ["End", "ArrowLeft", "ArrowLeft", "ArrowLeft"]
    person.driver.execute_script(PRESSED_AT_ONCE, keys)
    person.click(".action-bar.end a[href^='#/replay']")
    slider = person.see(".action-bar.tape input[type=range]")
    end = int(slider.get_attribute("max") or 0)
    person.until(
        lambda: person.see(".action-bar.tape .number").text == f"{end - 3} / {end}",
        "the tape stood three places before its end",
    )


def test_a_first_match_is_explained_while_it_is_played(person: Person) -> None:
    person.enter("new here")
    person.go("/learn/game/colonizers")
    person.press("Begin")
    person.say(".guide-now h2", "Pick a colonist")
    person.click(".action-bar.mine .colonist")
    person.until(
        lambda: "Pick a colonist" not in person.see(".guide-now h2").text, "the lesson went on"
    )
    assert person.say(".guide li", "Pick a colonist").text.startswith("✓")
    assert person.faults() == []


def test_a_ladder_shows_how_sure_its_numbers_are(person: Person) -> None:
    person.enter("ladders")
    pretend(person)
    person.go("/ladder")
    person.click("a.panel", "The sprint")
    first = person.say("tbody tr", "crab").text
    assert "1590" in first
    assert "±60" in first
    assert "93 %" in first
    assert person.see(".interval").get_attribute("aria-label") == "1530 to 1650"
    assert person.unreadable() == []
    person.press("History")
    assert person.see(".plot .stroke").get_attribute("d")
    assert person.faults() == []


def test_an_ab_test_shows_how_far_its_evidence_has_come(person: Person) -> None:
    person.enter("tests")
    pretend(person)
    person.go("/abtests")
    assert "20 min ago" in person.say("tbody tr", "Deeper search").text
    person.click("tbody a", "Deeper search")
    assert "LLR +1.83" in person.say("p", "LLR").text
    figures = person.say("tbody tr", "interval").text
    assert "+0.1425, 95 % interval [\u22120.035, +0.305]" in figures
    assert "5200 games an hour, 3 workers" in person.say("tbody tr", "an hour").text
    assert str(person.see(".plot .stroke").get_attribute("d")).count("L") == 60
    label = str(person.see(".plot").get_attribute("aria-label"))
    assert label.startswith("LLR +1.83 after 60 blocks")
    row = person.say("tr", "crab@2").text
    assert "0 3 0 1 4200" in row
    assert person.unreadable() == []
    resize(person.driver, 390, 844)
    try:
        assert person.driver.execute_script(WIDER) == 0
    finally:
        resize(person.driver, 1440, 900)
    assert person.faults() == []


def test_an_interval_that_holds_0_beside_the_verdict_of_an_ab_test_is_explained(
    person: Person,
) -> None:
    person.enter("tests")
    pretend(person, {"abtests/ab_1": {**AB_TEST, "state": "passed"}})
    person.go("/abtests/ab_1")
    assert "does not contradict the verdict" in person.say("p", "The interval holds 0").text
    pretend(person, {"abtests/ab_1": {**AB_TEST, "state": "passed", "low": 0.01}})
    figures = person.say("tbody tr", "[+0.010, +0.305]").text
    assert "95 % interval" in figures
    assert "contradict" not in person.see("main").text


def test_a_tournament_fills_a_hall(person: Person) -> None:
    person.enter("hall")
    pretend(person)
    person.go("/tournaments")
    person.click("a.panel", "Winter Cup")
    assert "results up to round 1" in person.see("main .eyebrow").text.lower()
    person.press("Bracket")
    assert person.see(".bracket .winner").text.startswith("Ada")
    person.say(".bracket .pairing", "winner of 2.1")
    person.say(".third .pairing", "loser of 2.2")
    assert person.see(".bracket").get_attribute("class") == "bracket halves", (
        "lines lead to the final"
    )
    person.click("a[href$=projector]")
    person.say(".projector h1", "Winter Cup")
    ActionChains(person.driver).send_keys(" ").perform()
    person.say(".projector .chip", "held")  # or it goes on by itself
    assert person.unreadable() == []
    shown = person.see(".projector h2").text
    following: dict[str, str] = dict(itertools.pairwise((*HALL, HALL[0])))
    ActionChains(person.driver).send_keys(Keys.ARROW_RIGHT).perform()
    person.say(".projector h2", following[shown])
    ActionChains(person.driver).send_keys(Keys.ESCAPE).perform()
    person.until(lambda: not person.look(".projector"), "the hall was left")
    assert person.place() == "/tournaments/cup"


def test_a_hall_sees_the_whole_of_a_long_table(person: Person) -> None:
    person.enter("long table")
    entrants = [{"entrant": number, "name": f"Entrant {number}"} for number in range(40)]
    rows = [{**CUP["standings"][0], "place": 1 + number, "entrant": number} for number in range(40)]
    pretend(person, {"tournaments/cup.json": {**CUP, "entrants": entrants, "standings": rows}})
    person.go("/tournaments/cup/projector")
    person.say(".projector td", "Entrant 39")
    hall = "const hall = document.querySelector('.projector'); hall.scrollTop = 1e6;"
    last = "[...hall.querySelectorAll('tr')].at(-1).getBoundingClientRect().bottom"
    assert person.driver.execute_script(f"{hall} return {last} <= innerHeight")
    assert person.driver.execute_script(f"{hall} return hall.scrollTop > innerHeight")


def test_an_account_enters_an_open_tournament_and_leaves_it(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    name, cup = fresh("ms_ford"), fresh("for_all")
    command(page_url, root, "tournament-create", file=OPEN_CUP.format(cup=cup))
    command(page_url, root, "tournament-open", tournament=cup)
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, name))
    person.go("/tournaments")
    person.until(
        lambda: any(
            cup in one.text and "you may enter" in one.text for one in person.look("a.panel")
        ),
        "she was told that she may enter",
    )
    person.click("a.panel", cup)
    person.press("Enter it")
    person.say("main .chip", "you are in")
    person.say(".entrants li", name)
    person.driver.execute_script("window.confirm = () => true")
    person.press("Leave it")
    person.until(lambda: not person.look(".entrants li"), "she was out of it")
    person.press("Enter it")
    assert person.faults() == []


def test_berserk_is_said_and_taken_back_with_a_button(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    name, cup = fresh("ms_fury"), fresh("arena")
    file = OPEN_CUP.replace('"round_robin"', '"arena"\nminutes = 5\nberserk = true')
    file = file.replace('"per_move"\nmove_ms', '"bank"\nmain_ms')
    command(page_url, root, "tournament-create", file=file.format(cup=cup))
    command(page_url, root, "tournament-open", tournament=cup)
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, name))
    person.go(f"/tournaments/{cup}")
    person.press("Enter it")
    for pressed in ("true", "false"):
        person.press("Berserk in the next match")
        person.see(f"button[aria-pressed='{pressed}']")
    assert person.faults() == []


def test_the_hall_of_a_class_is_left_to_where_it_was(person: Person) -> None:
    person.enter("class")
    pretend(person)
    person.go("/tournaments/cup.KEY/projector")
    person.click(".projector a", "Leave")
    person.say("h1", "Winter Cup")
    assert person.place() == "/tournaments/cup.KEY"


def test_an_owner_reads_the_logs_of_an_uploaded_bot(person: Person) -> None:
    person.enter("owner")
    pretend(person)
    person.go("/learn/bots")
    person.say("main", "belong to an account")
    person.go("/lobby")
    person.see(".game-card")
    person.module("net/app.js", "page.account.value = {kind: 'token', token: 'secret'}")
    person.go("/learn/bots")
    assert "it did not build" in person.say("tbody tr", "crab").text
    person.press("Logs")
    person.say("pre", "Traceback: oops")


def test_the_wire_is_shown_without_secrets(person: Person) -> None:
    person.enter("wire")
    secret = person.driver.execute_script(
        "return JSON.parse(localStorage.getItem('infoset.account')).token"
    )
    person.go("/learn/wire")
    person.say(".wire-log", "welcome")
    shown = person.see(".wire-log").text
    assert '"type":"hello"' in shown
    assert secret not in shown
    assert '"resume_token":"…"' in shown


def test_an_organiser_speaks_to_everybody(person: Person, page_url: str, page_data: Path) -> None:
    root = (page_data / "admin.token").read_text().strip()
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, fresh("ms_hill"), role="admin"))
    person.click(".frame-nav a", "Console")
    form = person.say("form.panel", "Announce")
    form.find_element("css selector", "input").send_keys("ten minutes left", Keys.ENTER)
    person.say(".announcement", "ten minutes left")
    person.press("Audit")
    person.say("form.panel", "Audit").find_element("css selector", "button").click()
    person.say("td", "announce")
    person.press("People")
    person.say("form.panel", "Users").find_element("css selector", "button").click()
    users = person.say(".answers .panel", "Users")
    seen_at = users.find_element("css selector", "td:last-child").text
    assert ":" in seen_at
    assert person.unreadable() == []


def test_an_organiser_fills_a_tournament_in_as_a_form(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    cup = fresh("form_cup")
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, fresh("ms_form"), role="admin"))
    person.click(".frame-nav a", "Console")
    person.press("Tournaments")
    person.click("form.panel summary", "New tournament")
    person.see("form.panel input[name=title]").send_keys(cup)
    Select(person.see("form.panel select[name=game]")).select_by_value("crossfire")
    Select(person.see("form.panel select[name=preset]")).select_by_value("mini")
    Select(person.see("form.panel select[name=format]")).select_by_value("round_robin")
    assert person.unreadable() + person.unspoken() == []
    person.press("Make it")
    person.say(".answers b", "Create a tournament")
    command(page_url, root, "tournament-open", tournament=cup)
    person.go("/tournaments")
    person.say("a.panel h2", cup)
    assert person.faults() == []


def test_what_is_said_to_everybody_stays_in_sight_on_a_phone(person: Person) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("scrolling")
        person.module("net/app.js", "page.announcement.value = 'Ten minutes left'")
        person.see(".announcement")
        person.driver.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
        person.until(lambda: person.driver.execute_script("return scrollY") > 100, "it scrolled")
        person.driver.execute_async_script(DRAWN)
        said = person.driver.execute_script(
            "return document.querySelector('.announcement').getBoundingClientRect().top"
        )
        assert said >= 0
        assert person.unreadable() == []
        person.click(".announcement button")
        person.until(lambda: not person.look(".announcement"), "it was put away")
    finally:
        resize(person.driver, 1440, 900)


def test_who_is_called_to_a_table_is_led_there(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    name, cup = fresh("mr_dale"), fresh("tables")
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, name))
    command(page_url, root, "tournament-create", file=tables(cup, name))
    command(page_url, root, "tournament-start", tournament=cup)
    called = "A game at tables, round 1: you are called to your table, against random."
    person.say(".call-bar", called)
    assert not person.look(".announcement")
    person.driver.refresh()  # the server greets nobody twice at a table
    person.say(".call-bar", called)
    person.click(".call-bar a")
    person.say("button", "I am ready")
    assert "Stand up" not in person.see("main").text  # who sits where is settled at a table
    person.press("I am ready")
    person.see(".action-bar.mine")
    assert not person.look(".call-bar")
    assert not person.look(".announcement")
    assert person.faults() == []
