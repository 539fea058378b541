"""What is known of a room besides its seats, in words: time, helpers, onlookers, and the rules that were chosen."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.screens.bar import clock_text
from infoset_gui.screens.options import label_of, text_of
from infoset_protocol.messages import RoomInfo

ASSIST: Final = {
    "off": "No assistants",
    "advice": "Assistants may give advice",
    "confirm": "Assistants propose, people confirm",
    "auto": "Assistants may play",
}
TALK: Final = {
    "off": "Nobody talks during a match",
    "all": "Programs may talk, too",
}
LATE: Final = {
    "fallback": "Who is late makes a harmless move",
    "random": "Who is late makes a random move",
    "forfeit": "Who is late loses the seat",
}
NO_WATCHING: Final = "Nobody may watch"
ROW: Final = 24  # units of one rule


def facts_of(room: RoomInfo) -> list[tuple[str, str]]:
    """Signs and sentences."""
    facts = [("clock", clock_text(room.clock))]
    if room.clock.kind != "none" and room.on_timeout in LATE:
        facts.append(("warning", LATE[room.on_timeout]))
    facts.append(("robot", ASSIST.get(room.assist, f"Assistants: {room.assist}")))
    watching = "Nobody watches" if not room.watchers else f"{room.watchers} watching"
    later = delay_words(room)
    watching = f"{watching}, {later}" if later else watching
    facts.append(("eye", NO_WATCHING if room.watch == "off" else watching))
    if room.talk in TALK:
        facts.append(("chat", TALK[room.talk]))
    if room.rated:
        facts.append(("trophy", "The result counts"))
    return facts


def delay_words(room: RoomInfo) -> str:
    """How far behind those who watch are: `30 s later`; empty where they are not."""
    if room.watch != "delayed":
        return ""
    delay = room.watch_delay
    if delay is None:
        return "later"
    return f"{delay.versions} moves later" if delay.ms is None else f"{delay.ms / 1000:g} s later"


def draw_facts(ui: Ui, box: Box, facts: Sequence[tuple[str, str]]) -> None:
    """One below the other."""
    for sign, words in facts:
        row = Box(box.top(ui.u(ROW)), ui.u(8))
        ui.icon(sign, row.left(ui.u(18)).center, 15, ui.theme.muted)
        ui.text(words, row.rest, "caption", may_cut=True)


def rules_of(specs: Mapping[str, Any], options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every option of the game with its value; drawn maps and the like are only said to be there."""
    found = []
    for name, spec in specs.items():
        if isinstance(spec, dict):
            value = options.get(name, spec.get("default"))
            is_drawn = isinstance(value, str) and "\n" in value
            found.append((label_of(name), "Drawn" if is_drawn else label_of(text_of(value))))
    return found


def draw_rules(ui: Ui, rect: Rect, rules: Sequence[tuple[str, str]]) -> None:
    """The rules in two columns, as many as find room."""
    box = Box(rect, ui.u(4))
    if not rules or rect.height < ui.u(28 + 2 * ROW):
        return
    ui.text("Rules", box.top(ui.u(28)), "title")
    lines = box.rest.height // ui.u(ROW)
    for half, column in enumerate(columns(box.rest, 2, ui.u(24))):
        rows = Box(column)
        for name, value in rules[half::2][:lines]:
            row = rows.top(ui.u(ROW))
            place = ui.text(name, row, "caption", ui.theme.muted, may_cut=True)
            rest = Rect(place.right + ui.u(8), row.y, row.right - place.right - ui.u(8), row.height)
            ui.text(value, rest, "label", align="right", may_cut=True)
