"""My games at the page: the list, the badge, and a word in time for whoever looks at another tab."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, resize
from tests.page.documents import command, enter_account, fresh, tables, token_of
from tests.page.program import Program, a_program

OPTIONS = {"seats": 2, "layout": "beginner"}
HIDDEN = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });"
# What the page asks of the browser is written down instead of shown and heard.
LISTEN = """
const isNew = window.alerts === undefined;
window.alerts = { notices: [], notes: 0 };
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body, tag }) { window.alerts.notices.push([title, body, tag]); }
  close() {}
};
const create = AudioContext.prototype.createOscillator;
if (isNew) AudioContext.prototype.createOscillator = function (...rest) {
  window.alerts.notes += 1;
  return create.apply(this, rest);
};
"""


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody on the first seat."""
    with a_program(page_url, "rival") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody at the page."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def sit_down(person: Person, rival: Program, **settings: object) -> str:
    """A match of Catan that the rival begins; returns its room."""
    settings = {"game": "catan", "options": OPTIONS, "title": "Two of us", **settings}
    room = rival.ask("create_room", **settings)["room"]["room"]
    rival.ask("sit", room=room, seat=0)
    rival.ask("ready", room=room, ready=True)
    person.go(f"/room/{room}")
    person.press("Sit here")
    person.press("I am ready")
    person.see(".action-bar.idle")
    return str(room)


def play(rival: Program) -> None:
    """The rival takes the first of its actions."""
    turn = rival.hear("your_turn")
    rival.ask("act", match_id=turn["match_id"], decision=turn["decision"], index=0)


def test_the_list_leads_everywhere_and_the_title_says_when(person: Person, rival: Program) -> None:
    person.enter("busy")
    room = sit_down(person, rival, clock={"kind": "correspondence", "move_days": 3})
    person.go("/mine")
    person.say(".mine-game.waiting", "Catan with rival")
    person.say(".mine-game.waiting", "3 days a move")
    assert person.driver.title == "Infoset"
    play(rival)
    play(rival)
    person.say(".mine-game.turn", " h left")
    person.until(lambda: person.driver.title == "● Your turn · Infoset", "the title said so")
    assert person.see(".frame-nav .badge").text == "1"
    assert person.unspoken() == []
    assert person.unreadable() == []
    resize(person.driver, 390, 800)
    try:
        assert person.too_wide() == []
        assert person.unreadable() == []
    finally:
        resize(person.driver, 1440, 900)
    person.driver.refresh()
    person.say(".mine-game.turn", "Catan with rival")
    person.click(".mine-game.turn a", "Play")
    person.see(".action-bar.mine")
    person.driver.back()
    person.see(".mine-game.turn")
    match_id = rival.ask("my_games")["items"][0]["match_id"]
    rival.ask("resign", match_id=match_id)
    person.say(".mine-game.over", "place 1 of 2")
    person.say(".mine-game.room", room)
    person.until(lambda: person.driver.title == "Infoset", "nothing waited any more")
    person.click(".mine-game.over a", "Replay")
    person.until(lambda: person.place() == f"/replay/{match_id}", "the replay opened")
    assert person.faults() == []


def test_a_seek_stands_in_the_list_until_it_is_taken_back(person: Person) -> None:
    person.enter("seeker")
    person.click(".game-card button", "Find opponents")
    person.go("/mine")
    person.press("Stop looking")
    person.say("p", "Nothing runs or waits")
    assert person.faults() == []


@contextmanager
def looking_elsewhere(person: Person) -> Iterator[None]:
    """Nobody looks at the page meanwhile, also when it is loaded again; what it shows and plays is written down."""
    run = "Page.addScriptToEvaluateOnNewDocument"
    script = person.driver.execute_cdp_cmd(run, {"source": HIDDEN + LISTEN})
    person.driver.execute_script(HIDDEN + LISTEN)
    try:
        yield
    finally:
        person.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def alerts(person: Person) -> dict[str, object]:
    """What the page has shown and played since it is listened to."""
    found: dict[str, object] = person.driver.execute_script("return window.alerts")
    return found


def choose(person: Person, words: str) -> None:
    """Changes a setting of the alerts."""
    person.click(".frame-state button[aria-label=Settings]")
    person.click(".alerts label", words)
    person.click("dialog button")


def test_who_looks_elsewhere_is_told_once_for_each_decision(person: Person, rival: Program) -> None:
    person.enter("elsewhere")
    person.driver.execute_script(LISTEN)
    choose(person, "a notice")
    sit_down(person, rival)
    play(rival)
    assert alerts(person)["notices"] == []
    with looking_elsewhere(person):
        play(rival)
        person.until(lambda: alerts(person)["notes"] == 2, "two notes were played")
        notice = person.driver.execute_script("return window.alerts.notices[0]")
        assert notice[:2] == ["Your turn", "Catan"]
        person.driver.refresh()
        person.until(lambda: person.driver.title == "● Your turn · Infoset", "it was asked again")
        person.see(".action-bar.mine")
        assert alerts(person) == {"notices": [], "notes": 0}
        person.play(1)
        person.until(lambda: alerts(person)["notices"], "the next decision was announced")
    assert person.faults() == []


def test_who_looks_elsewhere_is_told_that_a_table_is_called(
    person: Person, page_url: str, page_data: Path
) -> None:
    root = (page_data / "admin.token").read_text().strip()
    name, cup = fresh("ms_reed"), fresh("elsewhere")
    person.enter("to be replaced")
    enter_account(person, token_of(page_url, root, name))
    person.driver.execute_script(LISTEN)
    choose(person, "a notice")
    command(page_url, root, "tournament-create", file=tables(cup, name))
    with looking_elsewhere(person):
        command(page_url, root, "tournament-start", tournament=cup)
        person.until(
            lambda: person.driver.title == "● Your table is called · Infoset", "the title said so"
        )
        person.until(lambda: alerts(person)["notes"] == 2, "two notes were played")
        (notice,) = person.driver.execute_script("return window.alerts.notices")
        assert notice[0] == "Your table is called"
        assert "A game at tables" in notice[1]
        person.driver.refresh()
        person.until(lambda: person.driver.title.startswith("● Your table"), "it still waited")
        assert alerts(person) == {"notices": [], "notes": 0}
    person.click(".call-bar a")
    person.press("I am ready")
    person.see(".action-bar")
    person.until(lambda: "table" not in person.driver.title, "nobody waited any more")
    assert person.faults() == []


def test_the_sound_can_be_switched_off(person: Person, rival: Program) -> None:
    person.enter("quiet")
    person.click("button[aria-label='Sounds'][aria-pressed='true']")
    person.see("button[aria-label='Sounds'][aria-pressed='false']")
    person.driver.execute_script(LISTEN)
    sit_down(person, rival)
    play(rival)
    play(rival)
    person.see(".action-bar.mine")
    assert alerts(person) == {"notices": [], "notes": 0}
    with looking_elsewhere(person):
        person.play(1)
        person.until(lambda: person.driver.title == "● Your turn · Infoset", "it was asked again")
        assert alerts(person) == {"notices": [], "notes": 0}


def test_several_bots_of_one_name_are_counted(person: Person) -> None:
    person.enter("among bots")
    person.open_room("catan", {"seats": 4, "layout": "beginner"}, "heuristic_trader")
    person.go("/mine")
    person.say(".mine-game .title", "Catan with 3\u00d7 heuristic trader")
