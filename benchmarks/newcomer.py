"""How long somebody who has read only the README needs: `infoset play` on a real X display, by mouse or by keys alone.

    python benchmarks/newcomer.py [--game catan ...] [--hands mouse ...]

Needs Xvfb and xdotool. The window gets real X events; its only help is a file in which it says what can be pressed and
where, in place of eyes. Settings are those of the first start. Presses a server of one's own, *Play now*, reads the lesson
(a person takes some ten seconds a step for that), plays anything, and has others' turns shown at once after twelve
presses. The times are seconds since the command was started.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

GAMES: Final = ("colonizers", "catan", "crossfire")
HANDS: Final = ("mouse", "keys")
SCREEN: Final = "1366x768x24"
EYES: Final = "INFOSET_EYES"  # where the window says what is seen
PATIENCE_S: Final = 240.0
MATCH_S: Final = 1_500.0
SLOW_PRESSES: Final = 12
LOOK_S: Final = 0.01
SETTLE_S: Final = 0.15  # before the next press: nobody is faster
PRESS_S: Final = 2.0  # until a press is seen to do something, else it is tried again
COLONIZERS: Final = ("pick ", "steal", "swap ", "keep ", "build ", "extract", "draw mod", "skip")
CATAN: Final = ("vertex ", "edge ", "hex ", "rob ", "lose ", "claim ", "take ", "deal with ")
Seen = Mapping[str, Any]


def watch_and_play(file: Path) -> None:
    """`infoset play`, which writes what is seen into a file after every picture."""
    from infoset.cli import main
    from infoset_gui.app import App
    from infoset_gui.driver import Driver
    from infoset_gui.kit.regions import stops
    from infoset_gui.screens.match import MatchScreen

    frame = App.frame

    def seen(app: App) -> Seen:
        driver, screen = Driver(app), app.stage.screen
        table = screen.table if isinstance(screen, MatchScreen) else None
        pressable = [one for one in app.ui.regions if one.can_press]
        return {
            "frame": app.frames,
            "spots": {one.name: driver.spot(one) for one in pressable},
            "stops": [one.name for one in stops(app.ui.regions)],
            "focus": app.stage.memory.focus,
            "at table": table is not None,
            "asked": table is not None and table.turn is not None,
            "over": table.result.reason if table is not None and table.result else None,
        }

    def frame_and_tell(app: App, events: list[Any]) -> bool:
        before = app.frames
        drawn = frame(app, events)
        if app.frames != before:  # a press has been drawn even where nothing else has changed
            scratch = file.with_suffix(".part")
            scratch.write_text(json.dumps(seen(app)), "utf-8")
            scratch.replace(file)
        return drawn

    App.frame = frame_and_tell  # type: ignore[method-assign,assignment]  # eyes
    sys.argv = ["infoset", "play"]
    sys.exit(main())


class NotSeenError(Exception):
    """What should be on the screen is not."""


class Hands:
    """A mouse or a keyboard on one display."""

    def __init__(self, kind: str, display: str, file: Path) -> None:
        self._kind = kind
        self._file = file
        self._env = {**os.environ, "DISPLAY": display}
        self._window = ""

    def see(self) -> Seen:
        """What is seen now."""
        try:
            found: Seen = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {"frame": -1, "spots": {}, "stops": [], "focus": None, "at table": False}
        return found

    def wait(self, test: Callable[[Seen], bool], what: str, patience_s: float = PATIENCE_S) -> Seen:
        """Looks until something is so. Raises NotSeenError."""
        give_up = time.monotonic() + patience_s
        while time.monotonic() < give_up:
            seen = self.see()
            if test(seen):
                return seen
            time.sleep(LOOK_S)
        raise NotSeenError(f"{what} did not come; seen: {', '.join(self.see()['spots'])}")

    def take_hold(self) -> None:
        """The only window of the display gets the keyboard and stands in the corner."""
        words = self._xdo("getmouselocation").split("window:")
        self._window = words[1].strip()
        self._xdo("windowmove", self._window, "0", "0")
        self._xdo("windowfocus", self._window)

    def press(self, name: str) -> None:
        """Clicks on something, or goes there with the tabulator and presses Enter. Raises NotSeenError."""
        before = self.wait(lambda seen: bool(seen["spots"].get(name)), name, PRESS_S)
        if self._kind == "mouse":
            x, y = before["spots"][name]
            self._xdo("mousemove", "--window", self._window, str(x), str(y), "click", "1")
        else:
            self._go_to(name)
            self._xdo("key", "Return")
        give_up = time.monotonic() + PRESS_S
        while self.see()["frame"] <= before["frame"] and time.monotonic() < give_up:
            time.sleep(LOOK_S)
        time.sleep(SETTLE_S)

    def _go_to(self, name: str) -> None:
        while True:
            seen = self.wait(lambda seen: name in seen["stops"], name, PRESS_S)
            order, focus = seen["stops"], seen["focus"]
            if focus == name:
                return
            way = order.index(name) - (order.index(focus) if focus in order else -1)
            self._xdo("key", "--delay", "4", *["Tab" if way > 0 else "shift+Tab"] * abs(way))
            give_up = time.monotonic() + PRESS_S
            while self.see()["focus"] != name and time.monotonic() < give_up:
                time.sleep(LOOK_S)

    def _xdo(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._env, capture_output=True, text=True, check=True
        )
        return done.stdout


def choose(game: str, names: Sequence[str], rng: random.Random) -> str | None:
    """What to press: builds where it can, else anything; None while there is nothing to press."""
    match game:
        case "colonizers":
            wanted = [name for name in names if name.startswith("build ")]
            wanted = wanted or [name for name in names if name.startswith(COLONIZERS)]
        case "catan":
            wanted = [name for name in names if name.startswith(CATAN)]
            for name in ("city", "settlement", "reject", "withdraw", "roll"):
                if name in names and not any(one.startswith("vertex ") for one in names):
                    return name
            if not wanted and "road" in names and rng.random() < 0.6:
                return "road"
            wanted = wanted or [name for name in names if name == "end turn"]
        case _:
            if "send orders" in names:
                return "send orders"
            ways = ("move ", "fire ")
            wanted = [name for name in names if name.startswith(ways) and "board" not in name]
    return rng.choice(wanted) if wanted else None


@contextmanager
def display() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    ready, said = os.pipe()
    words = ["Xvfb", "-displayfd", str(said), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[said], stderr=subprocess.DEVNULL) as server:
        os.close(said)
        with os.fdopen(ready) as lines:
            name = f":{lines.readline().strip()}"
        try:
            yield name
        finally:
            server.terminate()


@contextmanager
def window(screen: str, home: Path) -> Iterator[None]:
    """The window of a new person."""
    own = {"HOME": "", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", EYES: "eyes.json"}
    env = {
        **os.environ,
        "DISPLAY": screen,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        **{name: str(home / place) for name, place in own.items()},
    }
    with (home / "log.txt").open("w") as log:
        process = subprocess.Popen([sys.executable, __file__], env=env, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def play(game: str, kind: str) -> Iterator[tuple[str, float]]:
    """Plays from the first start to the end of a match; gives the steps with their times."""
    rng = random.Random(5)
    with display() as screen, tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()

        def mark(what: str) -> tuple[str, float]:
            return what, time.monotonic() - began

        with window(screen, Path(folder)):
            hands = Hands(kind, screen, Path(folder) / "eyes.json")
            hands.wait(lambda seen: "play here" in seen["spots"], "the window")
            hands.take_hold()
            yield mark("window")
            hands.press("play here")
            hands.wait(lambda seen: f"play {game}" in seen["spots"], "the lobby")
            yield mark("lobby")
            hands.press(f"play {game}")
            hands.wait(lambda seen: "lesson next" in seen["spots"], "the lesson")
            yield mark("table")
            while "lesson next" in hands.see()["spots"]:
                with suppress(NotSeenError):
                    hands.press("lesson next")
            yield mark("first move")
            presses = play_on(hands, game, rng)
            yield mark(f"over, after {presses} presses")


def play_on(hands: Hands, game: str, rng: random.Random) -> int:
    """Presses anything until the match is over; returns how often."""
    presses, give_up = 0, time.monotonic() + MATCH_S
    while time.monotonic() < give_up:
        seen = hands.wait(lambda seen: bool(seen.get("asked") or seen.get("over")), "a question")
        if seen["over"]:
            return presses
        if presses == SLOW_PRESSES:
            hands.press("speed")
            hands.press("speed")
        name = choose(game, list(seen["spots"]), rng)
        if name is None:
            time.sleep(LOOK_S)
            continue
        with suppress(NotSeenError):  # the question was answered a moment ago
            hands.press(name)
            presses += 1
    raise SystemExit(f"{game}: the match does not end")


def main() -> None:
    if EYES in os.environ:
        watch_and_play(Path(os.environ[EYES]))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--hands", action="append", choices=HANDS)
    args = parser.parse_args()
    for game in args.game or GAMES:
        for kind in args.hands or HANDS:
            for step, seconds in play(game, kind):
                sys.stdout.write(f"{game:12}{kind:8}{step:24}{seconds:8.1f} s\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
