"""Lists that are data: what is drawn of them, what of it reacts, and that nothing in them is unreadable."""

import pygame
import pytest
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.audit import Audit
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import (
    Badge,
    Bar,
    Button,
    Cells,
    Column,
    Empty,
    Heading,
    Item,
    Link,
    Listing,
    Marked,
    Note,
    Row,
    Rows,
    Search,
    Span,
    Tabs,
)
from infoset_gui.kit.regions import find, named
from infoset_gui.kit.theme import DARK
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.kit.widgets import SPINNER_S

SIZES = ((1024, 640), (1920, 1080), (3840, 2160))


def nothing() -> None:
    """For what is not pressed here."""


def draw(listing: Listing, size: tuple[int, int] = SIZES[0], memory: Memory | None = None) -> Ui:
    """The list alone on a panel."""
    pygame.font.init()
    surface = Surface(size)
    audit = Audit(surface.get_rect())
    ui = Ui(surface, DARK, Typesetter(), Art(), memory or Memory(), 0.0, audit=audit)
    surface.fill(ui.theme.ground)
    draw_list(ui, ui.panel(ui.window.inflate(-20, -20)), listing)
    return ui


def texts(ui: Ui) -> list[str]:
    assert ui._audit is not None
    return [one.text for one in ui._audit.drawn]


def faults(ui: Ui) -> list[str]:
    assert ui._audit is not None
    return ui._audit.faults()


def everything() -> Listing:
    """A list with one of each kind."""
    rows: list[Item] = [
        Heading("Those who play"),
        Row(
            title="Ada and Lin",
            cover="catan",
            facts=["Catan", Link("Ada", "who ada", nothing, "About Ada"), Link("Lin")],
            aside="strong",
            badges=[Badge("2 free", "good"), Badge("late", "bad"), Badge("rated", "accent")],
            buttons=[
                Button(name="watch", label="Watch", press=nothing, is_on=True),
                Button(name="enter", label="Enter", press=nothing, reason="it is full"),
            ],
        ),
        Row(title="The whole row", sign="robot", name="row", label="take it", press=nothing),
        Note("Said of it"),
        Note("More of that", 2),
        Cells(
            [
                "1",
                Marked("person", "Ada"),
                Span("range", 1400, 1500, 1600, "between"),
            ],
            is_own=True,
        ),
        Cells(["2", "Lin", Span("wide", 1000, 1200, 1400, "between")]),
        Button(name="more", label="More", press=nothing),
    ]
    tabs = Tabs("tab", [("", "All"), ("catan", "Catan")], "", lambda value: None)
    search = Search("search", "", lambda value: None, "what to look for")
    return Listing(
        name="all",
        rows=rows,
        bars=[Bar(tabs=tabs, search=search), Bar(title="Rooms", about="many of them")],
        columns=[Column("Rank", 40, is_strong=True), Column("Name", 0), Column("Between", 200)],
    )


@pytest.mark.parametrize("size", SIZES)
def test_every_kind_of_row_is_readable_in_every_size(size: tuple[int, int]) -> None:
    ui = draw(everything(), size)
    assert faults(ui) == []
    assert {"Those who play", "Ada and Lin", "2 free", "Said of it", "Rank", "Rooms"} <= set(
        texts(ui)
    )
    names = [region.name for region in ui.regions]
    assert len(names) == len(set(names))
    assert {"who ada", "watch", "enter", "row", "range", "more", "tab/catan", "search"} <= set(
        names
    )


def test_a_button_that_cannot_be_pressed_says_why_and_a_row_is_pressed_beside_its_buttons() -> None:
    ui = draw(everything())
    enter, row = named(ui.regions, "enter"), named(ui.regions, "row")
    assert enter is not None
    assert not enter.can_press
    assert enter.tooltip == "it is full"
    assert row is not None
    assert find(ui.regions, *row.shape.box.center) is row


def test_names_among_facts_lead_on_where_they_are_drawn() -> None:
    ui = draw(everything())
    ada = named(ui.regions, "who ada")
    assert ada is not None
    assert ada.tooltip == "About Ada"
    assert "  ·  Ada" in texts(ui)
    assert ", Lin" in texts(ui)  # who leads nowhere is named all the same
    assert not any(region.label == "Lin" for region in ui.regions)


def test_facts_without_room_are_cut_and_lead_nowhere() -> None:
    facts: list[str | Link] = ["w" * 300, Link("Ada", "who ada", nothing)]
    ui = draw(Listing(name="one", rows=[Row(title="x", facts=facts)]))
    assert faults(ui) == []
    assert named(ui.regions, "who ada") is None


def numbered(number: int) -> Row:
    button = Button(name=f"take {number}", label="Take", press=nothing)
    return Row(title=f"Room {number}", facts=["here"], buttons=[button])


def test_of_thousands_of_rows_only_those_are_made_that_are_seen() -> None:
    made: list[int] = []

    def make(number: int) -> Row:
        made.append(number)
        return numbered(number)

    listing = Listing(name="rooms", rows=Rows(range(5_000), make))
    memory = Memory()
    ui = draw(listing, memory=memory)
    assert len(made) < 30
    assert named(ui.regions, "take 0") is not None
    memory.scrolled["rooms"] = memory.scroll_most["rooms"]
    made.clear()
    ui = draw(listing, memory=memory)
    assert "Room 4999" in texts(ui)
    assert len(made) < 30


def test_the_keyboard_reaches_a_row_beyond_what_is_seen() -> None:
    ui = draw(Listing(name="rooms", rows=[numbered(number) for number in range(40)]))
    area = ui.scrolls[0].rect
    boxes: list[Rect] = [one.shape.box for one in ui.regions if one.name.startswith("take ")]
    assert any(box.top >= area.bottom for box in boxes)
    assert len(boxes) < 15


def test_where_there_is_nothing_it_says_so_and_while_loading_it_turns() -> None:
    empty = Empty("dice", "No game", "Begin one in the lobby.")
    ui = draw(Listing(name="mine", rows=[], empty=empty))
    assert {"No game", "Begin one in the lobby."} <= set(texts(ui))
    assert not ui.is_moving
    ui = draw(Listing(name="mine", rows=[], empty=empty, is_loading=True))
    assert texts(ui) == []
    assert ui.again_s == SPINNER_S


def test_rows_stay_while_others_load() -> None:
    bars = [Bar(title="Rooms")]
    ui = draw(Listing(name="rooms", rows=[numbered(1)], bars=bars, is_loading=True))
    assert "Room 1" in texts(ui)
    assert ui.is_moving


def test_more_tabs_than_find_room_are_gone_through_step_by_step() -> None:
    chosen: list[str] = []
    options = [(str(at), f"A ladder with the number {at}") for at in range(9)]
    tabs = Tabs("ladder", options, "0", chosen.append)
    ui = draw(Listing(name="table", rows=[numbered(1)], bars=[Bar(tabs=tabs)]))
    assert faults(ui) == []
    more = named(ui.regions, "ladder/more")
    assert more is not None
    assert more.press is not None
    more.press()
    assert chosen == ["1"]


def test_a_column_is_never_narrower_than_its_title() -> None:
    columns = [Column("A title that is rather long", 20), Column("Name", 0)]
    ui = draw(Listing(name="table", rows=[Cells(["1", "Ada"])], columns=columns))
    assert faults(ui) == []
