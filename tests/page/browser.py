"""A person at the page: a headless Chromium, and what people do with it. Knows the page's labels, no rules."""

import json
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import psutil  # type: ignore[import-untyped]
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.alert import Alert
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import alert_is_present
from selenium.webdriver.support.ui import Select, WebDriverWait
from tests.faults.servers import begin

# The shell is the same engine without what draws windows, and takes half the CPU.
CHROMIUM: Final = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
DRIVER: Final = shutil.which("chromedriver")
PATIENCE_S: Final = 60.0
POLL_S: Final = 0.05
SCRIPT_S: Final = 100.0  # selenium waits 120 s for any answer of the browser
MATCH_S: Final = 280.0
MOST_CLICKS: Final = 10_000
NO_CLOCK: Final = {"kind": "none"}
PHONE: Final = 700  # narrower windows are phones
# Everything in view that ends beyond the window (where words run from right to left, at its left side, too), outside of
# boxes that scroll or cut off on purpose.
TOO_WIDE: Final = """
const isLeft = document.documentElement.dir === 'rtl';
const isOut = ({ left, right, width }) =>
  width > 0 && (right > document.documentElement.clientWidth + 1 || (isLeft && left < -1));
const scrolls = (one) => one && (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement));
return [...document.querySelectorAll('#page *')]
  .filter((one) => isOut(one.getBoundingClientRect()))
  .filter((one) => !one.closest('svg') && !scrolls(one.parentElement))
  .map((one) => `${one.tagName}.${one.className}`);
"""
# What of a board one would have to scroll to, or lies behind the bar with what is to be decided.
COVERED: Final = """
const area = document.querySelector('.board-area').getBoundingClientRect();
const bar = document.querySelector('.action-bar').getBoundingClientRect();
const bottom = Math.min(area.bottom, bar.top, innerHeight) + 1;
return [...document.querySelectorAll('.board-area :is(.hex, .harbour, .square, .colony, .catan-player, .own-hand, .strip)')]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { top, bottom: end, left, right }]) =>
    top < area.top - 1 || end > bottom || left < area.left - 1 || right > area.right + 1)
  .map(([one, { top, bottom: end }]) => `${one.className.baseVal ?? one.className} ${top | 0} to ${end | 0} of ${bottom | 0}`);
"""
# Of all that a selector finds, what may say a text: what is drawn differs from what is written by case and white space
# at most. The driver takes milliseconds to read what one element draws, and most do not say it.
MAY_SAY: Final = r"""
const bare = (text) => text.replace(/[\s\u00AD\u200B-\u200F\u2060-\u2069\uFEFF]/g, '').toLowerCase();
const [selector, text] = arguments;
return [...document.querySelectorAll(selector)].filter((one) => bare(one.textContent).includes(bare(text)));
"""
FONTS: Final = "return document.fonts.status"  # texts move when they come
# A frame that begins now has drawn what is known now, and the one after it what that has set in motion.
DRAWN: Final = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
CHOICE: Final = Path(__file__).with_name("choice.js").read_text()
LOOKS: Final = Path(__file__).with_name("looks.js").read_text()
SPOKEN: Final = Path(__file__).with_name("spoken.js").read_text()
READABLE: Final = Path(__file__).with_name("readable.js").read_text()
PLAYER: Final = CHOICE + Path(__file__).with_name("player.js").read_text()


@contextmanager
def open_server(data: Path, *settings: str, port: int = 0) -> Iterator[str]:
    """A server of its own with the page; yields the page's address."""
    # What stands back behind others would have no turn beside as many tests as there are processors, and more.
    quick = ("rooms.fill_ms=50", "times.shutdown_grace_s=0", "know.nice=0")
    given = (*quick, "beacon_port=0", *settings)
    options = [word for setting in given for word in ("--set", setting)]
    command = [sys.executable, "-m", "infoset", "serve", "--attended", "--port", str(port)]
    command += ["--data", str(data)]
    log = data / "server.log"
    server = begin([*command, *options], log)
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        said = [server.stdout.readline() for _ in range(2)]
        assert said[1].startswith("the page is at "), f"the server said {said}\n{log.read_text()}"
        yield said[1].split()[-1]
    finally:
        server.send_signal(signal.SIGTERM)
        with server.stdin, server.stdout:
            server.wait(timeout=PATIENCE_S)


@contextmanager
def open_browser(width: int = 1440, height: int = 900) -> Iterator[webdriver.Chrome]:
    """A Chromium without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.add_argument("--hide-scrollbars")
    # One process draws all pages: the browser else starts another for each page of a test, and one more for the next.
    for word in ("--renderer-process-limit=1", "--disable-site-isolation-trials"):
        options.add_argument(word)
    options.add_argument("--disable-features=BackForwardCache")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    try:
        driver.set_script_timeout(SCRIPT_S)
        resize(driver, width, height)
        yield driver
    finally:
        started = psutil.Process(driver.service.process.pid).children(recursive=True)
        driver.quit()
        for one in started:  # where a script has started Chromium, the driver ends the script alone
            with suppress(psutil.NoSuchProcess):
                one.kill()


def resize(driver: webdriver.Chrome, width: int, height: int) -> None:
    """A window of this size, or a phone."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < PHONE}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@dataclass(slots=True)
class Played:
    """How often something was clicked, and how often at which question."""

    count: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


# As somebody scrolls: so far that it is seen, also behind the end of a dialog; not at all where it is.
INTO_VIEW: Final = "arguments[0].scrollIntoView({block: 'nearest'})"


class Person:
    """Somebody at the page at `url`. Waits for what must come; never sleeps."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver = driver
        self.url = url

    def enter(
        self, name: str, theme: str = "light", pace: str = "instant", language: str = "en"
    ) -> None:
        """Comes to the page as a new guest, who wants to see every move at once if nothing else is said."""
        # Of the same origin, and no page: quickly there, and nothing writes to what is cleared.
        self.driver.get(urljoin(self.url, "/health"))
        chosen = {"theme": theme, "pace": pace, "text": "normal", "language": language}
        settings = json.dumps(chosen)
        self.driver.execute_script(
            "localStorage.clear(); localStorage.setItem('infoset.settings', arguments[0])", settings
        )
        self.driver.get(self.url)
        field = self.see("input[name=name]")
        self.until(lambda: self.driver.execute_script(FONTS) == "loaded", "the fonts were there")
        self.faults()  # those of whoever was here before, and was cut off
        self.driver.execute_script("arguments[0].focus(); arguments[0].select()", field)
        self.driver.execute_cdp_cmd("Input.insertText", {"text": name})  # as pasted: one event
        self.click(".door-form button.primary")
        self.see(".game-card")

    def look(self, selector: str) -> list[WebElement]:
        """What is there now."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def see(self, selector: str) -> WebElement:
        """Waits for something; returns the first of it."""
        found: WebElement = self.until(
            lambda: next(iter(self.look(selector)), None), f"{selector} came"
        )
        return found

    def say(self, selector: str, text: str) -> WebElement:
        """The first with this text in it."""
        found: WebElement = self.until(
            lambda: next((one for one in self._saying(selector, text) if text in one.text), None),
            f"{selector} said {text!r}",
        )
        return found

    def _saying(self, selector: str, text: str) -> list[WebElement]:
        """What is there now, without what cannot say the text."""
        if not text:
            return self.look(selector)
        found: list[WebElement] = self.driver.execute_script(MAY_SAY, selector, text)
        return found

    def click(self, selector: str, text: str = "") -> None:
        """The first with this text in it, with the mouse, once it can be clicked: where something else lies above, that is an error."""

        def is_meant(one: WebElement) -> bool:
            return not text or text in one.text

        self._click(selector, text, is_meant, f"{selector} with {text!r} was there")

    def click_nth(self, selector: str, number: int) -> None:
        """That of this number, from 0, of all that there are when it can be clicked."""

        def click() -> bool:
            self.look(selector)[number].click()  # one drawn anew by now is looked for again
            return True

        self.until(click, f"{selector} number {number} was there")

    def press(self, text: str) -> None:
        """A button with exactly this text."""

        def is_meant(one: WebElement) -> bool:
            return bool(one.text.split("\n")[0] == text)

        self._click("button", text, is_meant, f"there was a button {text!r}")

    def _click(
        self, selector: str, text: str, is_meant: Callable[[WebElement], bool], what: str
    ) -> None:
        def click() -> bool:
            for one in self._saying(selector, text):
                if is_meant(one) and one.is_enabled():
                    self.driver.execute_script(INTO_VIEW, one)
                    one.click()  # what has vanished by now is looked for again
                    return True
            return False

        self.until(click, what)

    def choose(self, selector: str, index: int) -> None:
        """One of a list, once it can be chosen."""

        def choose() -> bool:
            box = next((one for one in self.look(selector) if one.is_enabled()), None)
            if box is not None:
                Select(box).select_by_index(index)
            return box is not None

        self.until(choose, f"something could be chosen of {selector}")

    def go(self, place: str) -> None:
        """To another view of the page."""
        self.driver.execute_script("location.hash = arguments[0]", place)

    def place(self) -> str:
        """Which view of the page this is."""
        return str(self.driver.execute_script("return location.hash.slice(1)"))

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """Waits until `look` finds something; elements that vanish meanwhile are looked for again."""
        wait = WebDriverWait(self.driver, PATIENCE_S, POLL_S)
        return wait.until(lambda _: quietly(look), f"waited in vain until {what}")

    def asked(self) -> Alert:
        """The question that the page asks before it does something; waits for it."""
        wait = WebDriverWait(self.driver, PATIENCE_S, POLL_S)
        return wait.until(alert_is_present(), "waited in vain until something was asked")

    def module(self, name: str, expression: str, *arguments: Any) -> Any:
        """The value of an expression over what a script of the page exports, as `page`. What it throws fails the test."""
        script = (
            "const [name, ...rest] = arguments; const done = rest.pop();"
            "const root = document.querySelector('script[src]').src.replace(/[^/]+$/, '');"
            f"import(root + 'built/page.js').then(({{ modules: {{ [name]: page }} }}) => ({expression}))"
            ".then((value) => done({ value }), (fault) => done({ fault: String(fault) }))"
        )
        found = self.driver.execute_async_script(script, name, *arguments)
        assert "fault" not in found, f"{expression}: {found['fault']}"
        return found.get("value")

    def open_room(
        self,
        game: str,
        options: dict[str, Any],
        bot: str = "random",
        clock: Mapping[str, Any] = NO_CLOCK,
    ) -> str:
        """A room as the dialog would open it, bots on the other seats; it begins."""
        expression = (
            "(async () => { const { room } = await page.ask({ type: 'create_room', game: rest[0],"
            " options: rest[1], clock: rest[3] });"
            " await page.ask({ type: 'sit', room: room.room, seat: 0 });"
            " for (const { seat } of room.seats.slice(1))"
            " await page.ask({ type: 'add_bot', room: room.room, seat, bot: rest[2] });"
            " await page.ask({ type: 'start', room: room.room }); return room.room; })()"
        )
        before = self.place()
        room = self.module("net/app.js", expression, game, options, bot, dict(clock))
        assert isinstance(room, str)
        self.until(lambda: self.place() not in ("", before, f"/room/{room}"), "the match began")
        self.see(".action-bar")
        return room

    def play(self, clicks: int = MOST_CLICKS) -> Played:
        """Clicks what can be clicked until the match is over, or so often; tells what was done."""
        played = Played()
        ends_at = time.monotonic() + MATCH_S
        while True:
            part = self.driver.execute_async_script(PLAYER, clicks - played.count, played.count)
            played.count += part["count"]
            played.kinds.update(part["kinds"])
            if "goesOn" not in part:
                return played
            assert time.monotonic() < ends_at, f"not over after {played}: {part['goesOn']}"

    def too_wide(self) -> list[str]:
        """What sticks out of the window at its right side, though nobody can scroll there."""
        return self._found(TOO_WIDE)

    def unreadable(self) -> list[str]:
        """Text in the view that is too faint for its ground in one of the themes, tiny, cut off, or covered."""
        return self._found(LOOKS)

    def unspoken(self) -> list[str]:
        """What of the view a screen reader cannot tell."""
        return self._found(SPOKEN)

    def readable(self, data: Iterable[str]) -> list[str]:
        """What of the view is in plain letters, besides `data`: with a pseudo-language, what no catalogue has said."""
        self.driver.execute_async_script(DRAWN)
        found: list[str] = self.driver.execute_script(READABLE, list(data))
        return found

    def covered(self) -> list[str]:
        """What of the board at hand is not in view, though nobody has scrolled."""
        return self._found(COVERED)

    def _found(self, script: str) -> list[str]:
        """What a script finds in the page as it is drawn now, with its own fonts."""
        self.until(lambda: self.driver.execute_script(FONTS) == "loaded", "the fonts were there")
        self.driver.execute_async_script(DRAWN)
        found: list[str] = self.driver.execute_script(script)
        return found

    def faults(self) -> list[str]:
        """What the browser complained about since it was asked last."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")  # type: ignore[no-untyped-call]  # theirs
            if entry["level"] in ("SEVERE", "WARNING")
        ]


def quietly(look: Callable[[], Any]) -> Any:
    """What `look` finds; nothing where an element has vanished while it was looked at."""
    try:
        return look()
    except StaleElementReferenceException:
        return None


@contextmanager
def touch(person: Person) -> Iterator[None]:
    """The device has no mouse meanwhile."""
    emulate = "Emulation.setTouchEmulationEnabled"
    person.driver.execute_cdp_cmd(emulate, {"enabled": True})
    try:
        yield
    finally:
        person.driver.execute_cdp_cmd(emulate, {"enabled": False})
