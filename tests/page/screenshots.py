"""Pictures of every view in both themes and several sizes, to be looked at: `make page-screenshots`.

Writes PNG files into a folder: `VIEW-THEME-SIZE.png`, each the whole of a view, also what one would scroll to.
"""

import argparse
import base64
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from tests.page.browser import Person, open_browser, open_server, resize
from tests.page.documents import command, enter_account, pretend, tables, token_of

SIZES: Final = {
    "least": (360, 640),  # of phones in use
    "phone": (390, 844),
    "small": (1024, 640),
    "desk": (1920, 1080),
    "4k": (3840, 2160),
}
THEMES: Final = ("light", "dark")
CLICKS: Final = 25  # into a match
MATCH: Final = "[...page.matches.value.values()].at(-1)"
# An offer that is being made, and half of a hand that is due.
OFFERING: Final = f"((match) => {{ match.draft.value = {{decision: match.decision.value.decision, trade: {{}}}}; return 1; }})({MATCH})"
DISCARDING: Final = (
    "((match) => { const obs = structuredClone(match.obs.value); obs.players[0].hand = [3, 5, 0, 0, 1];"
    " match.draft.value = {}; obs.players[0].due = 4; obs.pending = [0, 0, 0, 0, 0]; match.obs.value = obs;"
    " match.decision.value = {...match.decision.value, kind: 'discard',"
    f" legal: {{kind: 'list', actions: [['discard', 0], ['discard', 1], ['discard', 4]]}}}}; return 1; }})({MATCH})"
)
OPENED: Final = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
CLEARED: Final = (
    "localStorage.clear(); localStorage.setItem('infoset.settings', arguments[0])"  # nobody yet
)


def door(person: Person) -> Iterator[str]:
    """Before anybody has come in."""
    person.see(".door-form")
    yield "door"
    for way in ("card", "token"):
        person.press(f"With a {way}")
        person.see(f".door-form input[name={'code' if way == 'card' else way}]")
        yield f"door-{way}"


def come(person: Person, theme: str) -> Iterator[str]:
    """Comes in; there is nothing more to see of that."""
    person.enter("Heron 42", theme)
    yield from ()


def views(person: Person) -> Iterator[str]:
    """Goes from view to view; yields the name of each when it stands."""
    yield "lobby"
    person.click("button[aria-label=Settings]")
    person.see("dialog[open]")
    yield "settings"
    person.click("dialog button[aria-label=Close]")
    person.press("Join with a code")
    person.see("dialog[open]")
    yield "join-by-code"
    person.click("dialog button[aria-label=Close]")
    person.press("New room")
    person.see("dialog[open]")
    yield "new-room"
    person.press("Open the room")
    person.see(".seat-card.open")
    yield "room-open"
    person.click("[aria-label^='Add a bot']")
    person.see(".menu:popover-open")
    yield "room-bots"
    ActionChains(person.driver).send_keys(Keys.ESCAPE).perform()
    person.press("Leave")
    for game in ("colonizers", "catan", "crossfire"):
        options = {"preset": "standard"} if game == "crossfire" else {}
        person.open_room(game, options, "heuristic")
        person.see(".action-bar.mine")
        yield f"{game}-begin"
        person.play(CLICKS)
        yield game
        for toggle in shown(person, ".side-toggle"):
            toggle.click()
        person.press("You know")
        yield f"{game}-know"
        person.press("Talk")
        yield f"{game}-talk"
    yield from at_a_table(person)
    person.open_room("colonizers", {"colony": 1})
    person.play()
    yield "end"
    replay = person.see(".action-bar.end a[href^='#/replay']").get_attribute("href")
    person.click(".action-bar.end a[href^='#/room']")
    person.see(".seat-card")
    yield "room"
    person.go("/replays")
    person.see("td")
    yield "replays"
    person.go("/people")
    person.see(".people-game")
    yield "profile"
    person.go(str(replay).partition("#")[2])
    person.see(".action-bar.tape")
    ActionChains(person.driver).send_keys(Keys.PAGE_DOWN * 2).perform()
    yield "replay"
    for toggle in shown(person, ".side-toggle"):
        toggle.click()
    person.press("Trace")
    yield "replay-trace"
    yield from documents(person)
    yield from pretended(person)
    person.module("net/app.js", "page.phase.value = 'elsewhere'")
    person.say("h1", "another window")
    yield "continued-elsewhere"
    person.module("net/app.js", "page.phase.value = 'in'")


def shown(person: Person, selector: str) -> list[WebElement]:
    """What of it is seen: phones have buttons that others have not."""
    return [one for one in person.look(selector) if one.is_displayed()]


def at_a_table(person: Person) -> Iterator[str]:
    """What is seen at a table for moments only."""
    person.open_room("catan", {"seats": 4, "layout": "beginner"})
    person.see(".target")
    person.module("net/app.js", "page.change('confirm', 'always')")
    person.see(".target").click()
    person.see(".confirm")
    yield "confirm"
    person.press("Not yet")
    person.module("net/app.js", "page.change('confirm', 'slips')")
    person.module("net/app.js", OFFERING)
    person.see(".trade")
    yield "catan-offer"
    person.module("net/app.js", DISCARDING)
    person.see(".own-hand button")
    yield "catan-discard"
    person.click("button[aria-label='Give up']")
    person.see("dialog[open]")
    yield "give-up"
    person.press("Play on")


def documents(person: Person) -> Iterator[str]:
    """Views that are read more than played in."""
    for name in ("ladder", "tournaments", "learn", "learn/here", "learn/wire", "learn/games"):
        person.go(f"/{name}")
        person.see("main h1")
        yield name.replace("/", "-")
    person.go("/learn/game/crossfire")
    person.see("article")
    yield "lesson"
    person.press("Begin")
    person.see(".guide-now")
    yield "guided"


def pretended(person: Person) -> Iterator[str]:
    """Ladders and tournaments on which much has happened."""
    pretend(person)
    person.go("/ladder")
    person.say("h2", "The sprint")
    yield "ladders"
    person.click("a[href$=sprint]")
    person.see("tbody tr")
    yield "ladder-table"
    for tab, seen in (
        ("History", ".plot"),
        ("Who beats whom", ".cross"),
        ("Newest results", "td .button"),
    ):
        person.press(tab)
        person.see(seen)
        yield f"ladder-{tab.split()[-1].lower()}"
    person.go("/ladder/sprint/entry/e_1")
    person.see(".plot")
    yield "ladder-entry"
    person.go("/tournaments/cup")
    person.see("tbody tr")
    yield "cup-standings"
    for tab in ("Bracket", "Tables"):
        person.press(tab)
        person.see(".pairing")
        yield f"cup-{tab.lower()}"
    person.click("a[href$=projector]")
    person.say(".projector h2", "Standings")
    ActionChains(person.driver).send_keys(" ").perform()  # holds it
    person.say(".projector .chip", "held")
    yield "projector-standings"
    for part in ("Bracket", "Tables"):
        ActionChains(person.driver).send_keys(Keys.ARROW_RIGHT).perform()
        person.say(".projector h2", part)
        yield f"projector-{part.lower()}"


def organised(person: Person, root: str, name: str) -> Iterator[str]:
    """What the owner of an organiser's account sees: `name` gets one, with `root`'s token."""
    enter_account(person, token_of(person.url, root, name, role="admin"))
    person.go("/console")
    for tab, done in (("People", "Users"), ("Tournaments", "Tournaments"), ("Event", "Announce")):
        person.driver.execute_script("scrollTo(0, 0)")  # tabs may lie behind the head of the page
        person.press(tab)
        form = person.say("form.panel", done)
        for field in form.find_elements("css selector", "input[required]"):
            field.send_keys("Ten minutes left")
        form.find_element("css selector", "button").click()
        person.say(".answers b", done)
        yield f"console-{tab.lower()}"
    for tab in ("Classes", "Bots", "Ladders", "Tournaments", "Audit"):
        person.driver.execute_script("scrollTo(0, 0)")
        person.press(tab)
        person.driver.execute_script(OPENED)
        yield f"console-{tab.lower()}-forms"
    person.click(".announcement button")
    pretend(person)
    person.go("/learn/bots")
    person.press("Logs")
    person.see("pre")
    yield "bots"
    cup = name.lower().replace(" ", "_")
    command(person.url, root, "tournament-create", file=tables(cup, name))
    command(person.url, root, "tournament-start", tournament=cup)
    person.see(".call-bar")
    person.go("/lobby")
    person.see(".game-card")
    yield "called"


def shoot(person: Person, path: Path) -> None:
    """A picture of all there is, also below the window."""
    metrics = person.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
    clip = {**metrics, "scale": 1}
    found = person.driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
    )
    path.write_bytes(base64.b64decode(found["data"]))


def take(into: Path, themes: list[str], sizes: list[str], only: Callable[[str], bool]) -> int:
    """Takes all pictures; returns how many."""
    taken = 0
    rates = ("rates.rooms_per_min=6000", "rates.msgs_per_s=2000", "rates.queries_per_s=100")
    with (
        tempfile.TemporaryDirectory() as data,
        open_server(Path(data), *rates, "rooms.max_rooms_per_user=100") as url,
        open_browser() as driver,
    ):
        for theme in themes:
            for size in sizes:
                person = Person(driver, url)
                resize(driver, *SIZES[size])
                driver.get(url)
                driver.execute_script(CLEARED, json.dumps({"theme": theme}))
                driver.get(url)
                root = (Path(data) / "admin.token").read_text().strip()
                names = chain(door(person), come(person, theme), views(person))
                for name in chain(names, organised(person, root, f"Ms Hill {theme} {size}")):
                    if wide := person.too_wide():
                        sys.stdout.write(f"{name} {theme} {size}: too wide: {wide[:5]}\n")
                    if bad := person.unreadable() + person.unspoken():
                        sys.stdout.write(f"{name} {theme} {size}: {bad}\n")
                    if only(name):
                        shoot(person, into / f"{name}-{theme}-{size}.png")
                        taken += 1
                faults = person.faults()
                sys.stdout.write(f"{theme} {size}: {len(faults)} faults {faults}\n")
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("into", type=Path, help="folder for the pictures; it is made")
    parser.add_argument("--size", choices=sorted(SIZES), action="append", help="only this one")
    parser.add_argument("--theme", choices=THEMES, action="append", help="only this one")
    parser.add_argument("--view", action="append", help="only this one")
    args = parser.parse_args()
    args.into.mkdir(parents=True, exist_ok=True)
    wanted: list[str] | None = args.view
    taken = take(
        args.into,
        args.theme or list(THEMES),
        args.size or list(SIZES),
        lambda name: not wanted or name in wanted,
    )
    sys.stdout.write(f"{taken} pictures in {args.into}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
