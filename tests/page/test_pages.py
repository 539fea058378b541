"""What is looked at rather than played: replays, lessons, ladders, tournaments, the wire, the organiser's console."""

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person

POINTS = [
    {
        "outcomes": 10 * n,
        "at_ms": n,
        "rank": 1,
        "rating": 1500 + 30 * n,
        "rd": 90 - 20 * n,
        "games": n,
    }
    for n in range(1, 4)
]
ROW: dict[str, Any] = {
    "rank": 1,
    "entry": "e_1",
    "name": "crab",
    "version": "1",
    "kind": "bot",
    "rating": 1590,
    "rd": 30,
    "provisional": False,
    "games": 3,
    "wins": 2,
    "places": [2, 1],
    "state": "queued",
    "above_next": 0.93,
}
LADDER = {
    "ladder": "sprint",
    "title": "The sprint",
    "state": "open",
    "game": "colonizers",
    "clock": {"kind": "per_move", "move_ms": 5000},
    "open_to": ["bot"],
    "games": 3,
    "rows": [ROW, {**ROW, "rank": 2, "entry": "e_2", "name": "otter", "rating": 1410}],
}
CUP = {
    "tournament": "cup",
    "title": "Winter Cup",
    "game": "crossfire",
    "format": "single_elimination",
    "state": "running",
    "released": 1,
    "tie_breaks": [],
    "entrants": [
        {"entrant": n, "name": name} for n, name in enumerate(("Ada", "Bea", "Cleo", "Dan"))
    ],
    "standings": [
        {"place": 1, "entrant": 0, "score": 1, "tie_breaks": [], "tables": 1, "won": 1, "tied": 0}
    ],
    "tables": [
        {
            "table": "1.1",
            "round": 1,
            "entrants": [0, 1],
            "status": "decided",
            "places": [1, 2],
            "points": [1, 0],
        }
    ],
    "bracket": [
        {"table": "1.1", "round": 1, "sides": [{"entrant": 0}, {"entrant": 1}], "winner": 0},
        {"table": "1.2", "round": 1, "sides": [{"entrant": 2}, {"entrant": 3}]},
        {"table": "2.1", "round": 2, "sides": [{"entrant": 0}, {"from": "winner of 1.2"}]},
    ],
}
BOTS = {
    "message": "1 bots",
    "rows": [
        {
            "bot": "crab",
            "version": 2,
            "state": "failed",
            "current": False,
            "result": "it did not build",
        }
    ],
}
DOCUMENTS = {
    "bots/list": BOTS,
    "bots/log": {"file": "== crab@2\nTraceback: oops"},
    "ladder": {"ladders": [{**LADDER, "entries": 2}]},
    "ladder/sprint": LADDER,
    "ladder/sprint/history": {"lines": [{"entry": "e_1", "name": "crab", "points": POINTS}]},
    "tournaments.json": {"tournaments": [{**CUP, "entrants": 4}]},
    "tournaments/cup.json": CUP,
}
CANNED = """
const documents = arguments[0];
const real = window.fetch;
window.fetch = async (path, ...rest) => documents[path]
  ? new Response(JSON.stringify(documents[path]), { headers: { "Content-Type": "application/json" } })
  : real(path, ...rest);
"""


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


def test_a_first_match_is_explained_while_it_is_played(person: Person) -> None:
    person.enter("new here")
    person.go("/learn/game/colonizers")
    person.press("Begin")
    person.say(".guide-now h3", "Pick a colonist")
    person.click(".action-bar.mine .colonist")
    person.until(
        lambda: "Pick a colonist" not in person.see(".guide-now h3").text, "the lesson went on"
    )
    assert person.say(".guide li", "Pick a colonist").text.startswith("✓")
    assert person.faults() == []


def test_a_ladder_shows_how_sure_its_numbers_are(person: Person) -> None:
    person.enter("ladders")
    person.driver.execute_script(CANNED, DOCUMENTS)
    person.go("/ladder")
    person.say("h3", "The sprint").click()
    first = person.say("tbody tr", "crab").text
    assert "1590" in first
    assert "±60" in first
    assert "93 %" in first
    assert person.see(".interval").get_attribute("aria-label") == "1530 to 1650"
    person.press("History")
    assert person.see(".plot .stroke").get_attribute("d")
    assert person.faults() == []


def test_a_tournament_fills_a_hall(person: Person) -> None:
    person.enter("hall")
    person.driver.execute_script(CANNED, DOCUMENTS)
    person.go("/tournaments")
    person.say("h3", "Winter Cup").click()
    assert "results up to round 1" in person.see("main .eyebrow").text.lower()
    person.press("Bracket")
    assert person.see(".bracket .winner").text.startswith("Ada")
    person.say(".pairing", "winner of 1.2")
    person.click("a[href$=projector]")
    person.say(".projector h1", "Winter Cup")
    ActionChains(person.driver).send_keys(Keys.ESCAPE).perform()
    person.until(lambda: not person.look(".projector"), "the hall was left")


def test_an_owner_reads_the_logs_of_an_uploaded_bot(person: Person) -> None:
    person.enter("owner")
    person.driver.execute_script(CANNED, DOCUMENTS)
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


def command(url: str, token: str, verb: str, **arguments: Any) -> dict[str, Any]:
    """A command of the console, from outside the page."""
    request = urllib.request.Request(
        f"{url}admin/{verb}",
        json.dumps(arguments).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


def test_an_organiser_speaks_to_everybody(person: Person, page_url: str, page_data: Path) -> None:
    root = (page_data / "admin.token").read_text().strip()
    command(page_url, root, "add-user", name="Ms Hill", role="admin")
    token = command(page_url, root, "add-token", user="Ms Hill")["secret"]
    person.enter("to be replaced")
    person.module("net/app.js", "page.logOut()")
    person.press("With a token")
    person.see("input[name=token]").send_keys(token)
    person.press("Enter")
    person.say(".frame-nav a", "Console").click()
    form = person.say("form.panel", "announce")
    form.find_element("css selector", "input").send_keys("ten minutes left")
    form.find_element("css selector", "button").click()
    person.say(".announcement", "ten minutes left")
    person.press("Audit")
    person.say("form.panel", "audit").find_element("css selector", "button").click()
    person.say("td", "announce")
