"""Going through a replay: position, speed, whose eyes; and the picture. Pure: keys and time in, lines out.

typing --digits, Enter--> a version           any other key ends it
  ^
  |  g
still  --space-->  running (one frame after the other, until the end)  --space-->  still
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from infoset.replaying.film import Film, Reel
from infoset.watching.scene import Scene
from infoset.watching.text import Style, clip
from infoset.wording import say
from infoset_games.views import ALL, PUBLIC, View

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # frames in a second
NORMAL: Final = 1.0
LEAP: Final = 10  # frames at once
MAX_TYPED: Final = 9  # digits


def view_name(view: View) -> str:
    """Whose eyes these are, for people."""
    if isinstance(view, int):
        return say("match-seat", seat=view)
    return say("terminal-view-public") if view == PUBLIC else say("terminal-view-all")


def speed_near(wanted: float) -> int:
    """The position among SPEEDS of the one nearest to `wanted`."""
    return min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - wanted))


@dataclass
class Showing:
    """What is on the screen: a film, played up to a frame."""

    film: Film
    scene: Scene
    position: int = -1


class Player:
    """One person going through one match."""

    def __init__(self, reel: Reel, view: View, style: Style, speed: float = NORMAL) -> None:
        """`view` must be one of the reel's."""
        self.view: View = view
        self.is_running = False
        self.is_over = False
        self.typed: str | None = None  # a version being typed
        self._reel = reel
        self._style = style
        self._speed = speed_near(speed)
        self._showing = self._open(reel.film(view), 0)
        self._keys: Mapping[str, Callable[[], None]] = {
            "q": self._quit,
            " ": self._run,
            "right": lambda: self._step(1),
            "left": lambda: self._step(-1),
            "n": lambda: self._step(1),
            "b": lambda: self._step(-1),
            "pagedown": lambda: self._step(LEAP),
            "pageup": lambda: self._step(-LEAP),
            "home": lambda: self.go(0),
            "end": lambda: self.go(self.last),
            "+": lambda: self._change_speed(1),
            "-": lambda: self._change_speed(-1),
            "p": lambda: self.look(PUBLIC),
            "a": lambda: self.look(ALL),
            "g": self._type,
        }

    @property
    def position(self) -> int:
        """The frame that is shown."""
        return self._showing.position

    @property
    def last(self) -> int:
        """The position of the last frame."""
        return len(self._showing.film.frames) - 1

    @property
    def version(self) -> int:
        """The version of the match that is shown."""
        return self._showing.film.frames[self.position].version

    @property
    def interval_s(self) -> float | None:
        """How long until `tick`, None while nothing runs."""
        return 1 / SPEEDS[self._speed] if self.is_running else None

    def press(self, key: str) -> None:
        """A key, by its character or name; one without a meaning does nothing."""
        if self.typed is not None:
            self._take_typed(key)
        elif key.isdigit():
            self.look(int(key))
        elif key in self._keys:
            self._keys[key]()

    def tick(self) -> None:
        """The time of a frame is over."""
        if self.is_running:
            self._move(1)
            self.is_running = self.position < self.last

    def go(self, position: int) -> None:
        """Shows a frame, the nearest there is; nothing runs then."""
        self.is_running = False
        self._move(position - self.position)

    def go_to_version(self, version: int) -> None:
        """Shows the first frame of this version."""
        self.go(self._showing.film.find(version))

    def look(self, view: View) -> None:
        """Sees the same version through other eyes, if these are to be had."""
        if view in self._reel.views:
            version = self.version
            film = self._reel.film(view)
            self.view = view
            self._showing = self._open(film, film.find(version))

    def lines(self, width: int, height: int) -> list[str]:
        """The picture for a terminal of this size."""
        picture = self._showing.scene.screen(width, max(0, height - 2))
        if self.position == self.last and self._showing.scene.result is not None:
            table = self._showing.scene.final_table()
            picture = [*picture[: max(0, height - 2 - len(table))], *table]
        picture += [""] * (height - 2 - len(picture))
        return [*picture, *(clip(line, width) for line in (self._status(), self._help()))]

    def _status(self) -> str:
        state = say("terminal-running") if self.is_running else say("terminal-still")
        last = self._showing.film.frames[-1].version
        version = say("terminal-version", version=str(self.version), last=str(last))
        text = f"{version}  {view_name(self.view)}  {SPEEDS[self._speed]:g}/s  {state}"
        if self.typed is not None:
            text = say("terminal-go-to", typed=f"{self.typed}_")
        return self._style.paint(text, "bold")

    def _help(self) -> str:
        return self._style.paint(say("terminal-keys"), "dim")

    def _open(self, film: Film, position: int) -> Showing:
        showing = Showing(film, Scene(film.start, self._style))
        play_to(showing, position)
        return showing

    def _move(self, by: int) -> None:
        target = min(max(self.position + by, 0), self.last)
        if target < self.position:
            self._showing = self._open(self._showing.film, target)
        else:
            play_to(self._showing, target)

    def _step(self, by: int) -> None:
        self.go(self.position + by)

    def _run(self) -> None:
        if not self.is_running and self.position == self.last:
            self.go(0)
        self.is_running = not self.is_running

    def _change_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)

    def _quit(self) -> None:
        self.is_over = True

    def _type(self) -> None:
        self.is_running = False
        self.typed = ""

    def _take_typed(self, key: str) -> None:
        typed, self.typed = self.typed or "", None
        if key.isdigit():
            self.typed = (typed + key)[:MAX_TYPED]
        elif key == "backspace":
            self.typed = typed[:-1]
        elif key == "enter" and typed:
            self.go_to_version(int(typed))


def play_to(showing: Showing, position: int) -> None:
    """Shows the scene what it has not been shown yet."""
    for frame in showing.film.frames[showing.position + 1 : position + 1]:
        for message in frame.messages:
            showing.scene.take(message)
    showing.position = position
