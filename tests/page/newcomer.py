"""How long somebody takes who has read the README only: `python -m tests.page.newcomer`, from a clone to the end of a match.

Clones, runs `make serve` in the clone with an environment of its own, opens the page in Chromium and plays a match of
each game against house bots to its end, at the page's own pace. It knows the rules no better than choice.js, and clicks with the pointer on
what is in view. Prints the seconds of each step, and what could not be clicked because something lay above it.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from selenium import webdriver
from selenium.webdriver.support.ui import Select
from tests.page.browser import CHOICE, PATIENCE_S, Person, open_browser, quietly

ROOT: Final = Path(__file__).parents[2]
GLANCE: Final = CHOICE + Path(__file__).with_name("newcomer.js").read_text()
GAMES: Final = ("Colonizers", "Catan", "Crossfire")
MOST_INSTALL_S: Final = 1800.0
MOST_MATCH_S: Final = 900.0
LOOK_S: Final = 0.05


class Stopwatch:
    """Tells what took how long since the last word."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = self._last = clock()

    def tell(self, what: str) -> None:
        """One line of the report."""
        now = self._clock()
        sys.stdout.write(
            f"{what:<58}{now - self._last:>8.1f} s{now - self._began:>9.1f} s in all\n"
        )
        sys.stdout.flush()
        self._last = now


class Newcomer:
    """Somebody who plays what is shown."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.covered: list[str] = []
        self.clicks = 0
        self._same = 0
        self._asked = ""

    def step(self) -> str | None:
        """Clicks once, where there is something to do; returns the result when the match is over."""
        seen: dict[str, Any] | None = quietly(
            lambda: self.person.driver.execute_script(GLANCE, self.clicks, self._same)
        )
        if seen is None:
            time.sleep(LOOK_S)  # as long as it takes to look again
            return None
        if "over" in seen:
            return str(seen["over"])
        self._same = self._same + 1 if seen["asked"] == self._asked else 0
        self._asked = seen["asked"]
        self.clicks += 1
        if seen["isCovered"]:
            self.covered.append(f"{seen['asked']} {seen['label']}")
        else:
            self._click(seen["x"], seen["y"])
        return None

    def play(self) -> str:
        """To the end of the match; returns how it ended. Raises TimeoutError for one that has none."""
        until = time.monotonic() + MOST_MATCH_S
        while (result := self.step()) is None:
            if time.monotonic() > until:
                raise TimeoutError(f"the match was not over after {MOST_MATCH_S:.0f} s")
        return result

    def _click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.person.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """`make serve` as the README has it; yields the page's address when it is told."""
    command = ["make", "serve", f"PORT={free_port()}"]
    own = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    with (folder / "serve.log").open("wb") as log:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env=own,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
    assert server.stdout is not None
    try:
        said = (line for line in server.stdout if line.startswith("the page is at "))
        address = next(said, None)
        if address is None:
            raise RuntimeError(f"make serve ended; see {folder / 'serve.log'}")
        yield address.split()[-1]
    finally:
        os.killpg(server.pid, signal.SIGINT)
        with server.stdout:
            server.wait(timeout=10 * PATIENCE_S)


def enter(person: Person) -> None:
    """Opens the page and comes in under the name that is there already."""
    person.driver.get(person.url)
    person.click(".door-form button.primary")
    person.see(".game-card")


def play(person: Person, game: str, pace: str, watch: Stopwatch) -> Newcomer:
    """A match of a game, from the lobby and back."""
    card = person.say(".game-card", game)
    newcomer = Newcomer(person)
    card.find_element("css selector", "button.primary").click()
    person.see(".action-bar.mine")
    watch.tell(f"{game}: the table, and the first question")
    if pace:
        Select(person.see("select.pace")).select_by_value(pace)
    while newcomer.clicks == 0:
        newcomer.step()
    watch.tell(f"{game}: the first move")
    result = newcomer.play()
    watch.tell(f"{game}: {newcomer.clicks} clicks, {' '.join(result.split())[:40]}")
    person.press("Lobby")
    person.see(".game-card")
    return newcomer


def meet(driver: webdriver.Chrome, url: str, pace: str, watch: Stopwatch) -> int:
    """Plays everything; returns 0 where nothing stood in the way."""
    person = Person(driver, url)
    enter(person)
    watch.tell("the page, from its address to the lobby")
    covered = [one for game in GAMES for one in play(person, game, pace, watch).covered]
    faults = person.faults()
    for one in (*covered, *faults):
        sys.stdout.write(f"in the way: {one}\n")
    return 1 if covered or faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT, help="what is cloned")
    parser.add_argument("--url", help="the page of a server that runs; nothing is installed")
    parser.add_argument(
        "--pace", default="", help="another than the page's at which moves are shown"
    )
    args = parser.parse_args()
    watch = Stopwatch()
    if args.url:
        with open_browser() as driver:
            return meet(driver, args.url, args.pace, watch)
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch) / "infoset"
        subprocess.run(["git", "clone", "-q", str(args.source), str(clone)], check=True)
        watch.tell("git clone")
        with served(clone) as url:
            watch.tell("make serve, until the page has an address")
            with open_browser() as driver:
                return meet(driver, url, args.pace, watch)


if __name__ == "__main__":
    raise SystemExit(main())
