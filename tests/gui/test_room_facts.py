"""What a room says of itself in words, and what its rules are."""

from typing import Any

import pygame
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.theme import LIGHT
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.screens.options import ROW, OptionRows
from infoset_gui.screens.room_facts import NO_WATCHING, facts_of, rules_of
from infoset_protocol.messages import ClockSpec, RoomInfo

SPECS: dict[str, Any] = {
    "preset": {"type": "string", "default": "standard", "about": "how large it is"},
    "mirror": {"type": "boolean", "default": False, "about": "long " * 60},
    "map": {"type": "string", "default": ""},
    "strange": "no specification",
}


def a_room(**changes: Any) -> RoomInfo:
    usual = RoomInfo(
        room="R",
        game="crossfire",
        rules="crossfire/1.0",
        title="t",
        host="u_1",
        status="open",
        clock=ClockSpec(kind="none"),
        options={},
        seats=[],
    )
    return usual.model_copy(update=changes)


def words(room: RoomInfo) -> list[str]:
    return [text for _, text in facts_of(room)]


def test_a_room_says_what_becomes_of_the_late_only_where_there_is_a_clock() -> None:
    assert words(a_room(assist="off")) == ["Without a clock", "No assistants", "Nobody watches"]
    quick = a_room(clock=ClockSpec(kind="per_move", move_ms=10_000), on_timeout="forfeit")
    assert words(quick)[:2] == ["10 s for each move", "Who is late loses the seat"]


def test_a_room_says_who_may_watch_and_who_does() -> None:
    assert words(a_room(watchers=3))[-1] == "3 watching"
    assert words(a_room(watch="off", watchers=0))[-1] == NO_WATCHING
    assert words(a_room(rated=True))[-1] == "The result counts"


def test_a_room_says_who_may_talk_where_that_is_not_as_usual() -> None:
    usual = words(a_room())
    assert words(a_room(talk="people")) == usual
    assert words(a_room(talk="all")) == [*usual, "Programs may talk, too"]
    assert words(a_room(talk="off")) == [*usual, "Nobody talks during a match"]


def test_rules_are_those_that_were_chosen_and_the_usual_ones_else() -> None:
    options = {"preset": "mini", "map": "none\nGG\nGG"}
    assert rules_of(SPECS, options) == [("Preset", "Mini"), ("Mirror", "Off"), ("Map", "Drawn")]
    assert rules_of(SPECS, {})[2] == ("Map", "None")


def test_a_row_is_as_high_as_what_is_said_of_it_within_reason() -> None:
    pygame.font.init()
    ui = Ui(Surface((1024, 640)), LIGHT, Typesetter(), Art(), Memory(), 0.0)
    rows = OptionRows(SPECS, {})
    usual = len(rows.specs) * ui.u(ROW)
    assert usual < rows.height(ui, 480) < usual + ui.u(ROW)
    rows.draw(ui, Rect(0, 0, 480, rows.height(ui, 480)))
    assert [region.name for region in ui.regions if region.is_hint] == ["about Mirror"]
