"""What a room says of itself in words, and what its rules are."""

from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.forms import Choice, Fact, Item, Line, Switch, draw_rows, form_height
from infoset_gui.kit.theme import LIGHT
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.screens.options import OptionRows
from infoset_gui.screens.room_facts import facts_of, rules_of
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
    assert words(a_room(assist="off")) == ["No clock", "No assistants", "Nobody watches"]
    quick = a_room(clock=ClockSpec(kind="per_move", move_ms=10_000), on_timeout="forfeit")
    assert words(quick)[:2] == ["10 s a move", "Who is late loses the seat"]


def test_a_room_says_who_may_watch_and_who_does() -> None:
    assert words(a_room(watchers=3))[-1] == "3 watching"
    assert words(a_room(watch="off", watchers=0))[-1] == "Nobody may watch"
    assert words(a_room(rated=True))[-1] == "The result counts"


def test_a_room_says_who_may_talk_where_that_is_not_as_usual() -> None:
    usual = words(a_room())
    assert words(a_room(talk="people")) == usual
    assert words(a_room(talk="all")) == [*usual, "Programs may talk, too"]
    assert words(a_room(talk="off")) == [*usual, "Nobody talks during a match"]


def test_rules_are_those_that_were_chosen_and_the_usual_ones_else() -> None:
    options = {"preset": "mini", "map": "none\nGG\nGG"}
    rules = rules_of("hexes", SPECS, options)
    assert rules == [("Preset", "Mini"), ("Mirror", "No"), ("Map", "One of its own")]
    assert rules_of("hexes", SPECS, {})[2] == ("Map", "None")


def test_rules_are_in_the_words_of_their_game_where_it_has_some() -> None:
    specs = {"symmetry": {"type": "string", "enum": ["any"], "default": "any"}}
    assert rules_of("crossfire", specs, {}) == [("Map", "Any symmetry")]
    assert rules_of("hexes", specs, {}) == [("Symmetry", "Any")]


def test_options_are_items_of_a_form_by_their_kind() -> None:
    specs = SPECS | {"big": {"type": "integer", "default": 7}}
    rows = OptionRows("hexes", specs, {})
    items = {item.name: item for item in rows.items()}
    assert [type(item) for item in items.values()] == [Line, Switch, Line, Line]
    plain = items["option big"]
    assert isinstance(plain, Line)
    plain.change("many")
    assert rows.faults == {"big"}
    assert rows.items()[3].fault == "Expected JSON, like [1,2,3]"
    plain.change("9")
    assert rows.values == {"big": 9}
    assert not rows.faults
    plain.change("7")
    assert rows.values == {}, "what is as usual is not sent"
    assert {type(item) for item in rows.items(can_change=False)} == {Fact}


def a_picture() -> Ui:
    pygame.font.init()
    return Ui(Surface((1024, 640)), LIGHT, Typesetter(), Art(), Memory(), 0.0)


def test_a_row_is_as_high_as_what_is_said_of_it_within_reason() -> None:
    ui = a_picture()
    items = OptionRows("hexes", SPECS, {}).items()
    short, long, _ = (form_height(ui, 480, [item]) for item in items)
    assert short < long < 3 * short
    draw_rows(ui, Rect(0, 0, 480, form_height(ui, 480, items)), items)
    assert [region.name for region in ui.regions if region.is_hint] == ["about Mirror"]


def test_an_item_of_an_unknown_kind_is_not_drawn_as_nothing() -> None:
    item = Item(name="x", label="X")
    with pytest.raises(TypeError, match="Item: no control"):
        draw_rows(a_picture(), Rect(0, 0, 480, 60), [item])


def test_a_value_too_long_for_one_line_is_told_whole() -> None:
    ui = a_picture()
    options = [
        ("a", "a value of many words that goes on and on, and on, and on, and on"),
        ("b", "b"),
    ]
    item = Choice(name="c", label="C", options=options, value="a", change=lambda _: None)
    draw_rows(ui, Rect(0, 0, 300, 60), [item])
    (hint,) = [region for region in ui.regions if region.is_hint]
    assert hint.tooltip == options[0][1]
