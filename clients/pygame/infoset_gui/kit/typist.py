"""What keys and mouse do to the fields of a picture. Knows neither buttons nor shortcuts."""

from typing import Final

import pygame
from pygame.event import Event

from infoset_gui.kit.clipboard import copy, paste
from infoset_gui.kit.editing import (
    Selection,
    all_of,
    caret_at,
    printable,
    replace,
    word_after,
    word_at,
    word_before,
)
from infoset_gui.kit.ui import Memory, TextInput

COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META
OTHER_LETTERS: Final = pygame.KMOD_ALT | pygame.KMOD_MODE  # with these keys one writes other signs
TURNS: Final = (pygame.K_LEFT, pygame.K_RIGHT)
AGAIN_S: Final = 0.4  # between the clicks of a double click
AGAIN_UNITS: Final = 6  # and as far from each other at most


class Typist:
    """Types into the fields for one person."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._clicks = 0  # on the same place, one soon after the other
        self._clicked_s = -1e9
        self._clicked = (0, 0)

    def selection(self, name: str, typing: TextInput) -> Selection:
        """What is selected in a field, and where the caret is: at first at the end."""
        return self._memory.selections.get(name, caret_at(len(typing.value))).within(typing.value)

    def select_all(self, name: str, typing: TextInput) -> None:
        """Whatever is typed next takes the place of all that is there."""
        self._memory.selections[name] = all_of(typing.value)

    # The mouse.

    def click(
        self, name: str, typing: TextInput, pos: tuple[int, int], now_s: float, *, is_extended: bool
    ) -> None:
        """The button goes down: sets the caret, the second time selects a word, the third time everything."""
        near = all(
            abs(a - b) <= AGAIN_UNITS * typing.scale
            for a, b in zip(pos, self._clicked, strict=True)
        )
        is_again = near and now_s - self._clicked_s <= AGAIN_S
        self._clicks = self._clicks % 3 + 1 if is_again else 1
        self._clicked_s, self._clicked = now_s, pos
        place = typing.place_at(pos[0])
        if self._clicks == 1:
            self._go(name, typing, place, is_extended=is_extended)
        elif self._clicks == 2 and not typing.is_secret:
            self._memory.selections[name] = word_at(typing.value, place)
        else:
            self.select_all(name, typing)

    def drag(self, name: str, typing: TextInput, x: int) -> bool:
        """The pointer moves with the button down; has that changed anything?"""
        if self._clicks != 1:
            return False  # a word stays selected while the hand is not quite still
        before = self.selection(name, typing)
        self._go(name, typing, typing.place_at(x), is_extended=True)
        return self.selection(name, typing) != before

    # The keyboard.

    def type(self, name: str, typing: TextInput, text: str) -> None:
        """Puts a text in the place of what is selected, as much of it as the field holds."""
        selection = self.selection(name, typing)
        room = typing.max_length - len(typing.value) + len(selection.of(typing.value))
        piece = printable(text, keeps_lines=typing.keeps_lines)
        self._replace(name, typing, selection, piece[: max(0, room)])

    def press(self, event: Event, name: str, typing: TextInput) -> bool:
        """Takes a key; False: it means nothing here."""
        is_command = bool(event.mod & COMMAND) and not event.mod & OTHER_LETTERS
        if is_command and self._command(event.key, name, typing):
            return True
        is_extended = bool(event.mod & pygame.KMOD_SHIFT)
        selection = self.selection(name, typing)
        place = place_of(event.key, selection.caret, typing, by_words=is_command)
        if event.key in TURNS and not (is_extended or is_command or selection.is_empty):
            place = selection.start if event.key == pygame.K_LEFT else selection.end
        if place is not None:
            self._go(name, typing, place, is_extended=is_extended)
            return True
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._delete(event.key, name, typing, by_words=is_command)
            return True
        return False

    def _command(self, key: int, name: str, typing: TextInput) -> bool:
        """The keys that go with Ctrl, or Command."""
        match key:
            case pygame.K_a:
                self.select_all(name, typing)
            case pygame.K_c:
                self._copy(name, typing)
            case pygame.K_x:
                if self._copy(name, typing):
                    self._replace(name, typing, self.selection(name, typing), "")
            case pygame.K_v:
                self.type(name, typing, paste())
            case _:
                return False
        return True

    def _copy(self, name: str, typing: TextInput) -> bool:
        """Copies what is selected, unless it is secret; is it copied?"""
        chosen = self.selection(name, typing).of(typing.value)
        return bool(chosen) and not typing.is_secret and copy(chosen)

    def _delete(self, key: int, name: str, typing: TextInput, *, by_words: bool) -> None:
        """What is selected, else the letter or the word before or after the caret."""
        selection = self.selection(name, typing)
        if selection.is_empty:
            sideways = pygame.K_LEFT if key == pygame.K_BACKSPACE else pygame.K_RIGHT
            place = place_of(sideways, selection.caret, typing, by_words=by_words)
            assert place is not None
            selection = Selection(selection.caret, place)
        if not selection.is_empty:
            self._replace(name, typing, selection, "")

    def _go(self, name: str, typing: TextInput, place: int, *, is_extended: bool) -> None:
        selection = self.selection(name, typing)
        self._memory.selections[name] = selection.to(place, is_extended=is_extended)

    def _replace(self, name: str, typing: TextInput, selection: Selection, piece: str) -> None:
        changed, self._memory.selections[name] = replace(typing.value, selection, piece)
        if changed != typing.value:
            typing.value = changed  # two keys may come before the next picture
            typing.change(changed)


def place_of(key: int, caret: int, typing: TextInput, *, by_words: bool) -> int | None:
    """Where a key leads the caret; None for one that does not. The words of a secret are not told apart."""
    text = typing.value
    shown = "" if typing.is_secret else text
    match key:
        case pygame.K_HOME:
            return 0
        case pygame.K_END:
            return len(text)
        case pygame.K_LEFT:
            return word_before(shown, caret) if by_words else max(0, caret - 1)
        case pygame.K_RIGHT if by_words:
            return word_after(shown, caret) if shown else len(text)
        case pygame.K_RIGHT:
            return min(len(text), caret + 1)
        case _:
            return None
