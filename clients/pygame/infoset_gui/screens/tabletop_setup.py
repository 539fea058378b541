"""Before an evening at a real board: who sits there, which programs play along, which board."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import platformdirs
from pygame import Rect

from infoset.errors import CommandError
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, number, segments, stepper
from infoset_gui.screens.bar import draw_bar, margins
from infoset_gui.screens.tabletop import TabletopScreen
from infoset_gui.stage import Screen, Stage

KINDS: Final = (("person", "Person"), ("player", "Program"), ("", "Nobody"))
PROGRAMS: Final = (
    ("heuristic", "Quick"),
    ("trader", "Trades"),
    ("minimax", "Strong, slower"),
)
LAYOUTS: Final = (
    ("random", "Drawn"),
    ("beginner", "Beginners'"),
    ("fully_random", "Wild"),
    ("enter", "As it lies"),
)
TARGET: Final = 10  # points that win, as in the box
LEAST, MOST = 3, 20
MAX_NAME: Final = 24
SEATS: Final = 4
FILE: Final = "tabletop-%Y%m%d-%H%M%S.jsonl"


class Place:
    """A seat as it is filled in."""

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name
        self.program = PROGRAMS[0][0]

    def options(self) -> list[str]:
        """As the command takes it."""
        if self.kind == "player":
            return ["--player", f"{self.name}={self.program}"]
        return ["--person", self.name] if self.kind else []


class TabletopSetup(Screen):
    """Leads to a table, a new one or the last one."""

    def __init__(self, stage: Stage, folder: Path | None = None) -> None:
        """`folder` is where tables are kept, None: the usual place of this person."""
        self._stage = stage
        self._folder = folder or Path(platformdirs.user_data_dir("infoset")) / "tables"
        own = "".join(stage.preferences.name.split())[:MAX_NAME]
        self._places = [
            Place("person", own or "Ann"),
            Place("player", "Blue"),
            Place("person", "Ben" if own != "Ben" else "Cleo"),
            Place("", "Dora"),
        ]
        self._layout = LAYOUTS[0][0]
        self._target = TARGET

    @property
    def _last(self) -> Path | None:
        """The newest table that is kept here and not over."""
        kept = sorted(self._folder.glob("tabletop-*.jsonl"), reverse=True)
        whole = [file for file in kept if not file.name.endswith(".record.jsonl")]
        return next((one for one in whole if not one.with_suffix(".record.jsonl").exists()), None)

    def _start(self) -> None:
        options = [word for place in self._places for word in place.options()]
        file = self._folder / datetime.now().astimezone().strftime(FILE)
        rules = ["--layout", self._layout, "--option", f"target={self._target}"]
        self._open([*options, *rules, "--file", str(file)])

    def _go_on(self, file: Path) -> None:
        self._open(["--resume", str(file)])

    def _open(self, options: list[str]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            screen = TabletopScreen(self._stage, options)
        except (CommandError, OSError) as error:
            self._stage.say(f"the table cannot be opened: {error}", "bad")
            return
        self._stage.push(screen)

    # The picture.

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, "At a real board", "Catan", self._stage.pop, [])
        box = Box(ui.panel(centred(margins(ui, rest), ui.u(720), ui.u(480))), ui.u(10))
        words = (
            "You play on your own board; the window keeps the books by what you point at, and programs play along. "
            "Seats are in the order of turns, clockwise."
        )
        ui.paragraph(words, box.top(ui.line() * 2 + ui.u(4)), "body", ui.theme.muted)
        for at, place in enumerate(self._places):
            self._draw_place(ui, Box(box.top(ui.u(44)), ui.u(10)), at, place)
        row = Box(box.top(ui.u(42)), ui.u(10))
        ui.text("Board", row.left(ui.u(64)), "strong")
        segments(ui, "layout", row.left(ui.u(460)), LAYOUTS, self._layout, self._set_layout)
        row = Box(box.top(ui.u(42)), ui.u(10))
        ui.text("Points", row.left(ui.u(64)), "strong")
        spot = row.left(ui.u(180))
        number(ui, "target", spot, self._target, LEAST, MOST, self._set_target)
        foot = Box(box.bottom(ui.u(46)), ui.u(10))
        width = button_width(ui, "Start", icon="forward")
        press = self._start
        button(
            ui,
            "start",
            foot.right(width),
            "Start",
            press,
            kind="primary",
            icon="forward",
            reason=self._why_not(),
        )
        last = self._last
        if last is not None:
            label = "Go on with the last table"
            spot = foot.left(button_width(ui, label, icon="again"))
            button(ui, "go on", spot, label, partial(self._go_on, last), icon="again")

    def _why_not(self) -> str:
        """Why nobody could play like that; empty where they could."""
        seated = [place for place in self._places if place.kind]
        names = [place.name.lower() for place in seated]
        if len(seated) < 2:
            return "at least two play"
        if not any(place.kind == "person" for place in seated):
            return "at least one is a person: programs alone need no table"
        for name in names:
            if not name or name.isdecimal() or len(name.split()) > 1 or "=" in name:
                return "every seat needs a name without blanks that is no number"
        return "" if len(set(names)) == len(names) else "two seats have the same name"

    def _draw_place(self, ui: Ui, row: Box, at: int, place: Place) -> None:
        mark = row.left(ui.u(28))
        ui.fill(Rect(mark.x, mark.centery - ui.u(13), ui.u(26), ui.u(26)), ui.theme.seat(at), 7)
        spot = Rect(mark.x, mark.y, ui.u(26), mark.height)
        ui.text(str(at + 1), spot, "label", ui.ink_on(ui.theme.seat(at)), align="center")
        cell = row.left(ui.u(250)).inflate(0, -ui.u(4))
        segments(ui, f"kind {at}", cell, KINDS, place.kind, self._set(place, "kind"), style="label")
        if not place.kind:
            return
        cell = row.left(ui.u(150)).inflate(0, -ui.u(4))
        field(ui, f"name {at}", cell, place.name, self._set(place, "name"), max_length=MAX_NAME)
        if place.kind == "player":
            names = [name for name, _ in PROGRAMS]
            now = names.index(place.program)
            step = self._set(place, "program")
            stepper(
                ui,
                f"program {at}",
                row.rest.inflate(0, -ui.u(4)),
                PROGRAMS[now][1],
                lambda: step(names[(now - 1) % len(names)]),
                lambda: step(names[(now + 1) % len(names)]),
            )

    def _set(self, place: Place, name: str) -> Callable[[str], None]:
        return partial(setattr, place, name)

    def _set_target(self, value: int) -> None:
        self._target = value

    def _set_layout(self, value: str) -> None:
        self._layout = value
