"""What is known of a room besides its seats, in words: time, helpers, onlookers, and the rules that were chosen."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.wording import is_said, say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.phrases import clock_words, option_title, value_words
from infoset_protocol.messages import RoomInfo

TALK: Final = {  # where it is not as usual
    "off": "window-room-silent",
    "all": "window-room-programs-talk",
}
ROW: Final = 24  # units of one rule


def facts_of(room: RoomInfo) -> list[tuple[str, str]]:
    """Signs and sentences."""
    facts = [("clock", sentence(clock_words(room.clock)))]
    if room.clock.kind != "none" and is_said(f"window-room-late-{room.on_timeout}"):
        facts.append(("warning", say(f"window-room-late-{room.on_timeout}")))
    if is_said(f"window-room-assist-{room.assist}"):
        facts.append(("robot", say(f"window-room-assist-{room.assist}")))
    facts.append(("eye", watching_words(room)))
    if room.talk in TALK:
        facts.append(("chat", say(TALK[room.talk])))
    if room.rated:
        facts.append(("trophy", say("window-room-counts")))
    return facts


def watching_words(room: RoomInfo) -> str:
    """How many watch, and how far behind; that nobody may."""
    if room.watch == "off":
        return say("window-room-no-watching")
    words, later = say("window-room-watching", count=room.watchers or 0), delay_words(room)
    return f"{words}, {later}" if later else words


def delay_words(room: RoomInfo) -> str:
    """How far behind those who watch are: `30 s later`; empty where they are not."""
    if room.watch != "delayed":
        return ""
    delay = room.watch_delay
    if delay is None:
        return say("window-room-later")
    if delay.ms is None:
        return say("window-room-later-moves", count=delay.versions or 0)
    return say("window-room-later-seconds", seconds=f"{delay.ms / 1000:g}")


def draw_facts(ui: Ui, box: Box, facts: Sequence[tuple[str, str]]) -> None:
    """One below the other."""
    for sign, words in facts:
        row = Box(box.top(ui.u(ROW)), ui.u(8))
        ui.icon(sign, row.left(ui.u(18)).center, 15, ui.theme.muted)
        ui.text(words, row.rest, "caption", may_cut=True)


def rules_of(
    game: str, specs: Mapping[str, Any], options: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """Every option of the game with its value; drawn maps and the like are only said to be there."""
    return [
        (option_title(game, name), value_words(game, name, options.get(name, spec.get("default"))))
        for name, spec in specs.items()
        if isinstance(spec, dict)
    ]


def draw_rules(ui: Ui, rect: Rect, rules: Sequence[tuple[str, str]]) -> None:
    """The rules in two columns, as many as find room."""
    box = Box(rect, ui.u(4))
    if not rules or rect.height < ui.u(28 + 2 * ROW):
        return
    ui.text(say("window-room-rules"), box.top(ui.u(28)), "title")
    lines = box.rest.height // ui.u(ROW)
    for half, column in enumerate(columns(box.rest, 2, ui.u(24))):
        rows = Box(column)
        for name, value in rules[half::2][:lines]:
            row = rows.top(ui.u(ROW))
            place = ui.text(name, row, "caption", ui.theme.muted, may_cut=True)
            rest = Rect(place.right + ui.u(8), row.y, row.right - place.right - ui.u(8), row.height)
            ui.text(value, rest, "label", align="right", may_cut=True)
