"""Before an evening at a real board: who sits there, which programs play along, which board."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import platformdirs
from pygame import Rect

from infoset.errors import CommandError
from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.kit.forms import Choice, Count, Item, Line, draw_control, draw_form
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.tabletop import TabletopScreen
from infoset_gui.stage import Screen, Stage

# Values of the command with the messages that say them.
KINDS: Final = (
    ("person", "room-kind-human"),
    ("player", "window-board-program"),
    ("", "room-talk-off"),
)
PROGRAMS: Final = (
    ("heuristic", "window-board-quick"),
    ("trader", "window-board-trades"),
    ("minimax", "window-board-strong"),
)
LAYOUTS: Final = (
    ("random", "window-board-drawn"),
    ("beginner", "window-board-beginners"),
    ("fully_random", "window-board-wild"),
    ("enter", "window-board-enter"),
)
GAME: Final = "catan"
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

    def items(self, at: int) -> list[Item]:
        """As it can be filled in at this place: who, and the name and the program if there is one."""
        items: list[Item] = [self._choice(f"kind {at}", "kind", KINDS)]
        if self.kind:
            items.append(
                Line(
                    name=f"name {at}",
                    label="",
                    value=self.name,
                    change=partial(setattr, self, "name"),
                    max_length=MAX_NAME,
                )
            )
        if self.kind == "player":
            items.append(self._choice(f"program {at}", "program", PROGRAMS))
        return items

    def _choice(self, region: str, name: str, options: Sequence[tuple[str, str]]) -> Item:
        return Choice(
            name=region,
            label="",
            options=worded(options),
            value=getattr(self, name),
            change=partial(setattr, self, name),
        )


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
            self._stage.say(say("window-board-cannot", why=str(error)), "bad")
            return
        self._stage.push(screen)

    # The picture.

    def draw(self, ui: Ui) -> None:
        title = say("window-board-title")
        rest = draw_bar(ui, title, game_title(GAME), self._stage.pop, [])
        box = Box(ui.panel(centred(margins(ui, rest), ui.u(820), ui.u(500))), ui.u(10))
        words = say("window-board-about")
        height = ui.paragraph_height(words, box.rest.width)
        ui.paragraph(words, box.top(height + ui.u(4)), "body", ui.theme.muted)
        for at, place in enumerate(self._places):
            self._draw_place(ui, Box(box.top(ui.u(44)), ui.u(10)), at, place)
        self._draw_foot(ui, Box(box.bottom(ui.u(46)), ui.u(10)))
        draw_form(ui, "board", box.rest, self._items())

    def _items(self) -> list[Item]:
        """The board, as a form."""
        return [
            Choice(
                name="layout",
                label=say("match-board"),
                options=worded(LAYOUTS),
                value=self._layout,
                change=partial(setattr, self, "_layout"),
            ),
            Count(
                name="target",
                label=say("window-board-points"),
                value=self._target,
                least=LEAST,
                most=MOST,
                change=partial(setattr, self, "_target"),
            ),
        ]

    def _draw_foot(self, ui: Ui, foot: Box) -> None:
        label = say("room-start")
        button(
            ui,
            "start",
            foot.right(button_width(ui, label, icon="forward")),
            label,
            self._start,
            kind="primary",
            icon="forward",
            reason=self._why_not(),
        )
        last = self._last
        if last is not None:
            label = say("window-board-go-on")
            spot = foot.left(button_width(ui, label, icon="again"))
            button(ui, "go on", spot, label, partial(self._go_on, last), icon="again")

    def _why_not(self) -> str:
        """Why nobody could play like that; empty where they could."""
        seated = [place for place in self._places if place.kind]
        names = [place.name.lower() for place in seated]
        if len(seated) < 2:
            return say("window-board-why-two")
        if not any(place.kind == "person" for place in seated):
            return say("window-board-why-person")
        for name in names:
            if not name or name.isdecimal() or len(name.split()) > 1 or "=" in name:
                return say("window-board-why-name")
        return "" if len(set(names)) == len(names) else say("window-board-why-same")

    def _draw_place(self, ui: Ui, row: Box, at: int, place: Place) -> None:
        mark = row.left(ui.u(28))
        ui.fill(Rect(mark.x, mark.centery - ui.u(13), ui.u(26), ui.u(26)), ui.theme.seat(at), 7)
        spot = Rect(mark.x, mark.y, ui.u(26), mark.height)
        ui.text(str(at + 1), spot, "label", ui.ink_on(ui.theme.seat(at)), align="center")
        kind, *others = place.items(at)
        draw_control(ui, row.left(ui.u(270)).inflate(0, -ui.u(4)), kind)
        width = (row.rest.width - ui.u(10)) // 2
        for item in others:
            draw_control(ui, row.left(width).inflate(0, -ui.u(4)), item)


def worded(options: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Values with the words of their messages."""
    return [(value, sentence(say(key))) for value, key in options]
