"""How long somebody who has read only the README needs: `infoset play` on a real X display, by mouse or by keys alone.

    python benchmarks/newcomer.py [--game catan ...] [--hands mouse ...] [--clone [SOURCE]]

Needs Xvfb and xdotool. The window gets real X events; its only help is a file in which it says what can be pressed and
where, in place of eyes. Settings are those of the first start. Presses a server of one's own, *Play now*, reads the lesson
(a person takes some ten seconds a step for that), plays anything, and has others' turns shown at once after twelve
presses (`--patient`: never). The times are seconds since the command was started; the last column is the machine's load.

With `--clone` everything begins with `git clone` and `make play`, in an environment of its own. The first match waits for all
that is installed and compiled; the others show how long the second start takes.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = ("colonizers", "catan", "crossfire")
HANDS: Final = ("mouse", "keys")
SCREEN: Final = "1366x768x24"
EYES: Final = "INFOSET_EYES"  # where the window says what is seen
PATIENCE_S: Final = 240.0
INSTALL_S: Final = 1_800.0
STOP_S: Final = 30.0
MOST_WORDS: Final = 2_000  # of the window's own, where it does not come
MATCH_S: Final = 1_500.0
MEANT: Final = "do it"  # answers the question whether a press was meant
SLOW_PRESSES: Final = 12
LOOK_S: Final = 0.01
SETTLE_S: Final = 0.15  # before the next press: nobody is faster
PRESS_S: Final = 2.0  # until a press is seen to do something, else it is tried again
COLONIZERS: Final = ("pick ", "steal", "swap ", "keep ", "build ", "extract", "draw mod", "skip")
CATAN: Final = ("vertex ", "edge ", "hex ", "rob ", "lose ", "claim ", "take ", "deal with ")
Seen = Mapping[str, Any]


EYE_OPENER: Final = """
import os, sys
if sys.orig_argv[-1:] == ["play"]:  # not pip before it, and not the server that it starts
    sys.path.insert(0, os.path.dirname(os.environ["{eyes}"]))
    from newcomer import open_eyes
    open_eyes(os.environ["{eyes}"])
"""  # Python runs it at its start where it is the module `sitecustomize`


def open_eyes(place: str) -> None:
    """Has `infoset play` write what is seen into a file after every picture, and begin as on the first day."""
    file = Path(place)
    for name, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data")):
        os.environ[name] = str(file.parent / folder)
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
            if name != MEANT:  # Enter alone says that
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
    if MEANT in names:
        return MEANT
    match game:
        case "colonizers":
            wanted = [name for name in names if name.startswith("build ")]
            wanted = wanted or [name for name in names if name.startswith(COLONIZERS)]
        case "catan":
            wanted = [name for name in names if name.startswith(CATAN)]
            for name in ("city", "settlement", "reject", "withdraw", "roll", "put aside"):
                if name in names and not any(one.startswith("vertex ") for one in names):
                    return name
            if not wanted and "road" in names and rng.random() < 0.6:
                return "road"
            wanted = wanted or [name for name in names if name == "end turn"]
            wanted = wanted or [name for name in names if name.startswith("close ")]  # a slip
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
def window(screen: str, home: Path, clone: Path | None) -> Iterator[None]:
    """The window of a new person: of this checkout, or as the README has it in a clone."""
    shutil.copy(__file__, home)
    (home / "sitecustomize.py").write_text(EYE_OPENER.format(eyes=EYES), "utf-8")
    env = {
        **{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"},
        "DISPLAY": screen,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": str(home),
        EYES: str(home / "eyes.json"),
    }
    command = [sys.executable, "-m", "infoset", "play"] if clone is None else ["make", "play"]
    with (home / "log.txt").open("w") as log:
        process = subprocess.Popen(
            command, cwd=clone, env=env, stdout=log, stderr=log, start_new_session=True
        )
        try:
            yield
        except NotSeenError as missing:
            words = (home / "log.txt").read_text("utf-8", "replace")
            raise SystemExit(f"{missing}\n{words[-MOST_WORDS:]}") from missing
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(STOP_S)


def play(game: str, kind: str, way: "Way") -> Iterator[tuple[str, float]]:
    """Plays from the first start to the end of a match; gives the steps with their times."""
    rng = random.Random(5)
    with display() as screen, tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()

        def mark(what: str) -> tuple[str, float]:
            return what, time.monotonic() - began

        if way.clone is not None and not way.clone.exists():
            subprocess.run(["git", "clone", "-q", str(way.source), str(way.clone)], check=True)
            yield mark("clone")
        with window(screen, Path(folder), way.clone):
            hands = Hands(kind, screen, Path(folder) / "eyes.json")
            hands.wait(lambda seen: "play here" in seen["spots"], "the window", way.patience_s)
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
            presses, give_up = 0, time.monotonic() + MATCH_S
            while (pressed := press_once(hands, game, rng)) is not None:
                presses += pressed
                if presses == 1 and pressed:
                    yield mark("first move")
                if presses == way.slow_presses and pressed:
                    hands.press("speed")
                    hands.press("speed")
                if time.monotonic() > give_up:
                    raise SystemExit(f"{game}: the match does not end")
            yield mark(f"over, after {presses} presses")


@dataclass(frozen=True)
class Way:
    """How one comes to the window. `clone` is where the `source` goes, None: this checkout is used as it is."""

    source: Path
    clone: Path | None
    slow_presses: int

    @property
    def patience_s(self) -> float:
        """As long as the window may take."""
        return PATIENCE_S if self.clone is None else INSTALL_S


def press_once(hands: Hands, game: str, rng: random.Random) -> bool | None:
    """Presses anything that answers the question; has that been done? None: the match is over."""
    seen = hands.wait(lambda seen: bool(seen.get("asked") or seen.get("over")), "a question")
    if seen["over"]:
        return None
    name = choose(game, list(seen["spots"]), rng)
    if name is None:
        time.sleep(LOOK_S)
        return False
    try:
        hands.press(name)
    except NotSeenError:  # the question was answered a moment ago
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--hands", action="append", choices=HANDS)
    parser.add_argument(
        "--clone", nargs="?", type=Path, const=ROOT, metavar="SOURCE", help="of what, else this"
    )
    parser.add_argument("--patient", action="store_true", help="leave the speed as it is")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "infoset" if args.clone else None
        slow = -1 if args.patient else SLOW_PRESSES
        way = Way(args.clone or ROOT, clone, slow)
        for game in args.game or GAMES:
            for kind in args.hands or HANDS:
                for step, seconds in play(game, kind, way):
                    load = os.getloadavg()[0]
                    sys.stdout.write(f"{game:12}{kind:8}{step:24}{seconds:8.1f} s{load:8.1f}\n")
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
