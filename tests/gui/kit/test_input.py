"""Typing, scrolling, pressing: what hands do to a picture."""

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from infoset_gui.kit import typist
from infoset_gui.kit.art import Art
from infoset_gui.kit.fields import CARET_S, field
from infoset_gui.kit.input import Hands
from infoset_gui.kit.theme import DARK
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.kit.widgets import button


class Form:
    """A field and a button, drawn anew for every event."""

    def __init__(self) -> None:
        pygame.font.init()
        self.value = ""
        self.most = 8
        self.is_secret = False
        self.pressed: list[str] = []
        self.refused: list[str] = []
        self.memory = Memory()
        self.hands = Hands(self.memory, self.refused.append, lambda: self.pressed.append("escape"))

    def draw(self) -> Ui:
        ui = Ui(Surface((1024, 640)), DARK, Typesetter(), Art(), self.memory, 0.0)
        field(
            ui,
            "name",
            Rect(10, 10, 200, 40),
            self.value,
            self._set,
            max_length=self.most,
            is_secret=self.is_secret,
        )
        press = self.pressed.append
        button(ui, "go", Rect(10, 60, 100, 40), "Go", lambda: press("go"), key="g")
        button(ui, "ok", Rect(150, 60, 100, 40), "Ok", lambda: press("ok"), key="enter")
        button(ui, "no", Rect(10, 110, 100, 40), "No", lambda: press("no"), reason="not now")
        with ui.scroll("list", Rect(300, 10, 100, 100), 500) as place:
            for at in range(10):
                name = f"row {at}"
                button(ui, name, Rect(place.x, place.y + 50 * at, 90, 40), name, lambda: None)
        return ui

    def _set(self, value: str) -> None:
        self.value = value

    def key(self, key: int, mod: int = 0) -> None:
        self.hands.take(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""), self.draw(), 0.0)

    def type(self, text: str) -> None:
        self.hands.take(Event(pygame.TEXTINPUT, text=text), self.draw(), 0.0)

    def click(self, x: int, y: int, now_s: float = 0.0) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.hands.take(Event(kind, pos=(x, y), button=1), self.draw(), now_s)


@pytest.fixture
def form() -> Form:
    return Form()


def test_what_is_typed_goes_where_the_caret_is(form: Form) -> None:
    form.click(50, 30)
    form.type("Aa")
    form.key(pygame.K_LEFT)
    form.type("d")
    assert form.value == "Ada"
    form.key(pygame.K_BACKSPACE)
    form.key(pygame.K_DELETE)
    assert form.value == "A"
    form.key(pygame.K_HOME)
    form.type("xy")
    form.key(pygame.K_END)
    form.type("z")
    assert form.value == "xyAz"


def test_a_field_takes_no_more_than_it_holds_and_nothing_unprintable(form: Form) -> None:
    form.click(50, 30)
    form.type("a\x1bb\n" + "c" * 20)
    assert form.value == "ab ccccc"


def test_a_shortcut_is_a_letter_while_one_types(form: Form) -> None:
    form.key(pygame.K_g)
    assert form.pressed == ["go"]
    form.click(50, 30)
    form.key(pygame.K_g)
    assert form.pressed == ["go"]


def test_a_press_that_ends_elsewhere_does_nothing(form: Form) -> None:
    form.hands.take(Event(pygame.MOUSEBUTTONDOWN, pos=(50, 80), button=1), form.draw(), 0.0)
    form.hands.take(Event(pygame.MOUSEBUTTONUP, pos=(500, 500), button=1), form.draw(), 0.0)
    assert form.pressed == []


def test_what_cannot_be_done_says_why(form: Form) -> None:
    form.click(50, 130)
    assert form.refused == ["not now"]
    assert form.pressed == []


def test_the_escape_key_leaves_a_field_first(form: Form) -> None:
    form.click(50, 30)
    form.key(pygame.K_ESCAPE)
    assert form.pressed == []
    form.key(pygame.K_ESCAPE)
    assert form.pressed == ["escape"]


def test_the_keyboard_scrolls_a_list_to_what_it_reaches(form: Form) -> None:
    form.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert form.memory.focus == "row 9"
    assert form.memory.scrolled["list"] >= 390
    form.key(pygame.K_TAB)
    for _ in range(4):
        form.key(pygame.K_TAB)
    assert form.memory.focus == "row 0"
    assert form.memory.scrolled["list"] == 0


def test_the_wheel_moves_the_list_below_the_pointer(form: Form) -> None:
    form.memory.pointer = 350, 50
    form.hands.take(Event(pygame.MOUSEWHEEL, x=0, y=-3), form.draw(), 0.0)
    assert form.memory.scrolled["list"] > 0
    form.memory.pointer = 700, 500
    before = dict(form.memory.scrolled)
    assert not form.hands.take(Event(pygame.MOUSEWHEEL, x=0, y=-3), form.draw(), 0.0)
    assert form.memory.scrolled == before


def test_both_enter_keys_press_what_they_are_written_on(form: Form) -> None:
    form.key(pygame.K_RETURN)
    form.key(pygame.K_KP_ENTER)
    assert form.pressed == ["ok", "ok"]


def test_a_key_presses_what_is_marked_and_not_what_the_mouse_pressed_last(form: Form) -> None:
    form.click(50, 80)
    form.key(pygame.K_RETURN)
    assert form.pressed == ["go", "ok"], "that key is written on another button"
    form.key(pygame.K_TAB)
    form.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    form.key(pygame.K_RETURN)
    assert form.pressed == ["go", "ok", "go"]


def test_a_click_or_key_for_nothing_is_told(form: Form) -> None:
    idle: list[str] = []

    def note() -> bool:
        idle.append("idle")
        return True

    form.hands.idle = note
    form.click(800, 600)
    form.key(pygame.K_SPACE)
    form.key(pygame.K_q)
    assert idle == ["idle"] * 3
    form.click(50, 80)
    form.click(50, 130)
    form.key(pygame.K_g)
    assert idle == ["idle"] * 3


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was copied, the newest last; the system's own is another person's."""
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(typist, "copy", copy)
    monkeypatch.setattr(typist, "paste", lambda: copied[-1] if copied else "")
    return copied


SHIFT = pygame.KMOD_LSHIFT
CTRL = pygame.KMOD_LCTRL


def test_what_is_typed_takes_the_place_of_what_is_selected(form: Form) -> None:
    form.click(50, 30)
    form.type("abcdef")
    form.key(pygame.K_LEFT)
    form.key(pygame.K_LEFT, SHIFT)
    form.key(pygame.K_LEFT, SHIFT)
    form.type("X")
    assert form.value == "abcXf"
    form.key(pygame.K_HOME, SHIFT)
    form.key(pygame.K_DELETE)
    assert form.value == "f"
    form.key(pygame.K_a, CTRL)
    form.type("new")
    assert form.value == "new"


def test_a_full_field_takes_as_much_as_was_selected(form: Form) -> None:
    form.click(50, 30)
    form.type("abcdefgh")
    form.key(pygame.K_LEFT, SHIFT)
    form.key(pygame.K_LEFT, SHIFT)
    form.type("XYZ")
    assert form.value == "abcdefXY"


def test_an_arrow_leaves_a_selection_at_its_end(form: Form) -> None:
    form.click(50, 30)
    form.type("abcd")
    form.key(pygame.K_a, CTRL)
    form.key(pygame.K_LEFT)
    form.type("1")
    form.key(pygame.K_a, CTRL)
    form.key(pygame.K_RIGHT)
    form.type("2")
    assert form.value == "1abcd2"


def test_words_are_deleted_and_stepped_over(form: Form) -> None:
    form.click(50, 30)
    form.type("ab cd ef")
    form.key(pygame.K_BACKSPACE, CTRL)
    assert form.value == "ab cd "
    form.key(pygame.K_LEFT, CTRL)
    form.key(pygame.K_LEFT, CTRL | SHIFT)
    form.type("x")
    assert form.value == "xcd "


def test_what_is_selected_is_copied_cut_and_pasted(form: Form, clipboard: list[str]) -> None:
    form.click(50, 30)
    form.type("abcd")
    form.key(pygame.K_c, CTRL)
    assert clipboard == [], "nothing is selected"
    form.key(pygame.K_HOME, SHIFT)
    form.key(pygame.K_c, CTRL)
    assert (clipboard, form.value) == (["abcd"], "abcd")
    form.key(pygame.K_x, CTRL)
    assert form.value == ""
    form.key(pygame.K_v, CTRL)
    form.key(pygame.K_v, CTRL)
    assert form.value == "abcdabcd"


def test_a_letter_that_is_written_with_the_third_level_is_no_command(
    form: Form, clipboard: list[str]
) -> None:
    clipboard.append("pasted")
    form.click(50, 30)
    form.key(pygame.K_v, CTRL | pygame.KMOD_RALT)  # as where that key writes @
    form.type("@")
    assert form.value == "@"


def test_the_mouse_selects_letters_a_word_and_all(form: Form) -> None:
    form.value = "abc def"
    ui = form.draw()
    start, behind = 20, 20 + ui.width("abc")
    form.hands.take(Event(pygame.MOUSEBUTTONDOWN, pos=(start, 30), button=1), form.draw(), 1.0)
    moved = Event(pygame.MOUSEMOTION, pos=(behind, 30), rel=(9, 0), buttons=(1, 0, 0))
    assert form.hands.take(moved, form.draw(), 1.1)
    assert form.memory.selections["name"].of(form.value) == "abc"
    form.hands.take(Event(pygame.MOUSEBUTTONUP, pos=(behind, 300), button=1), form.draw(), 1.2)
    form.click(behind + 15, 30, 2.0)
    form.click(behind + 15, 30, 2.2)
    assert form.memory.selections["name"].of(form.value) == "def"
    form.click(behind + 15, 30, 2.4)
    assert form.memory.selections["name"].of(form.value) == "abc def"
    form.click(start, 30, 9.0)
    form.type("_")
    assert form.value == "_abc def"
    form.click(start, 30, 12.0)
    form.hands.mods = lambda: SHIFT
    form.click(behind + 5, 30, 15.0)
    assert form.memory.selections["name"].of(form.value) == "_abc"


def test_a_field_that_the_tabulator_leads_to_is_selected(form: Form) -> None:
    form.value = "old"
    form.key(pygame.K_TAB)
    assert form.memory.focus == "name"
    form.type("new")
    assert form.value == "new"


def test_a_secret_can_be_pasted_and_not_be_copied(form: Form, clipboard: list[str]) -> None:
    form.is_secret = True
    form.click(50, 30)
    form.type("pass w")
    form.key(pygame.K_a, CTRL)
    form.key(pygame.K_x, CTRL)
    assert (clipboard, form.value) == ([], "pass w")
    form.key(pygame.K_END)
    form.key(pygame.K_LEFT, CTRL | SHIFT)
    form.type("x")
    assert form.value == "x", "not even where its words begin is told"


def test_the_caret_of_a_long_text_is_always_seen(form: Form) -> None:
    form.most = 200
    form.click(50, 30)
    form.type("long " * 30)
    form.draw()
    assert form.memory.shifts["name"] > 200
    form.key(pygame.K_HOME)
    form.draw()
    assert form.memory.shifts["name"] == 0


def test_a_caret_is_drawn_again_when_it_blinks() -> None:
    form = Form()
    assert not form.draw().is_moving
    form.memory.focus = "name"
    assert form.draw().again_s == CARET_S
