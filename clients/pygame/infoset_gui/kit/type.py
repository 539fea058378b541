"""Letters: the type scale, crisp at every size, measured and rendered once. IBM Plex Sans, which has its own licence.

Whatever it has no letters for is set with fonts of this computer (`letters.py`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame
from pygame import SRCALPHA, Surface

from infoset_gui.kit.art import weigh
from infoset_gui.kit.cache import Cache
from infoset_gui.kit.letters import Letters, Piece, system_fonts
from infoset_gui.kit.theme import Colour

FONTS: Final = Path(__file__).parents[1] / "assets" / "fonts"
STYLES: Final[dict[str, tuple[str, float]]] = {  # weight and size in units
    "tiny": ("Medium", 11),
    "caption": ("Regular", 12.5),
    "label": ("SemiBold", 12.5),
    "body": ("Regular", 14.5),
    "strong": ("SemiBold", 14.5),
    "title": ("SemiBold", 18),
    "heading": ("SemiBold", 25),
    "display": ("SemiBold", 38),
}
ELLIPSIS: Final = "…"
MAX_TEXT: Final = 2_000  # characters of one text
MAX_WIDTHS: Final = 20_000  # texts whose width is remembered
MAX_WRAPPED: Final = 4_000  # and paragraphs
MAX_TEXT_BYTES: Final = 32 << 20


class Typesetter:
    """Renders text for one scale at a time."""

    def __init__(self) -> None:
        self.scale = 1.0
        self._fonts: dict[tuple[Path, int, str], pygame.font.Font] = {}
        self._letters = Letters([file_of("Regular"), *system_fonts()])
        self._pictures: Cache[Surface] = Cache(weigh, MAX_TEXT_BYTES)
        self._widths: dict[tuple[str, int, str], int] = {}
        self._lines: dict[tuple[str, int, int, str], list[str]] = {}

    def font(self, style: str, size: float | None = None) -> pygame.font.Font:
        """The font of a style; `size` in pixels instead of that of the style."""
        return self._font(*self._key(style, size))

    def _font(
        self, weight: str, pixels: int, number: int = 0, script: str = ""
    ) -> pygame.font.Font:
        file = self._letters.files[number] if number else file_of(weight)
        found = self._fonts.get((file, pixels, script))
        if found is None:
            found = self._fonts[file, pixels, script] = pygame.font.Font(file, pixels)
            if script:
                found.set_script(script)
                found.set_direction(pygame.DIRECTION_RTL)
        return found

    def _pieces(self, text: str) -> Sequence[Piece]:
        """The parts that are set one by one; none where our own font is enough."""
        if text.isascii() or len(self._letters.files) == 1:
            return ()
        pieces = self._letters.pieces(text)
        return pieces if any(piece.font for piece in pieces) else ()

    def _key(self, style: str, size: float | None) -> tuple[str, int]:
        weight, units = STYLES[style]
        return weight, max(6, round(units * self.scale if size is None else size))

    def width(self, text: str, style: str, size: float | None = None) -> int:
        """Pixels across."""
        key = *self._key(style, size), text
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) >= MAX_WIDTHS:
                self._widths.clear()
            found = self._widths[key] = self._measure(key[0], key[1], text)
        return found

    def _measure(self, weight: str, pixels: int, text: str) -> int:
        pieces = self._pieces(text)
        if not pieces:
            return self._font(weight, pixels).size(text)[0]
        return sum(
            self._font(weight, pixels, number, script).size(part)[0]
            for part, number, script in pieces
        )

    def line_height(self, style: str, size: float | None = None) -> int:
        """Pixels from one line to the next."""
        return self.font(style, size).get_linesize()

    def picture(self, text: str, style: str, colour: Colour, size: float | None = None) -> Surface:
        """One line of text."""
        key = *self._key(style, size), text, colour
        return self._pictures.get(key, lambda: self._render(key[0], key[1], text, colour))

    def _render(self, weight: str, pixels: int, text: str, colour: Colour) -> Surface:
        own = self._font(weight, pixels)
        text = text[:MAX_TEXT]
        pieces = self._pieces(text)
        if not pieces:
            return own.render(text, True, colour)
        picture = Surface((self._measure(weight, pixels, text), own.get_height()), SRCALPHA)
        x = 0
        for part, number, script in pieces:
            font = self._font(weight, pixels, number, script)
            drawn = font.render(part, True, colour)
            picture.blit(drawn, (x, own.get_ascent() - font.get_ascent()))
            x += drawn.get_width()
        return picture

    def elide(self, text: str, style: str, width: int, size: float | None = None) -> str:
        """The text, cut with an ellipsis where it is too wide."""
        if self.width(text, style, size) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + ELLIPSIS, style, size) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    def wrap(self, text: str, style: str, width: int, size: float | None = None) -> list[str]:
        """The text in lines no wider than that, broken at blanks where that can be."""
        key = *self._key(style, size), width, text
        found = self._lines.get(key)
        if found is None:
            if len(self._lines) >= MAX_WRAPPED:
                self._lines.clear()
            found = self._lines[key] = []
            for paragraph in text[:MAX_TEXT].split("\n"):
                found += self._wrap_paragraph(paragraph, style, width, size)
        return found

    def _wrap_paragraph(self, text: str, style: str, width: int, size: float | None) -> list[str]:
        lines: list[str] = []
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer, style, size) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while self.width(word, style, size) > width and len(word) > 1:
                fit = len(self.elide(word, style, width, size)) - 1
                lines.append(word[: max(1, fit)])
                word = word[max(1, fit) :]
            line = word
        return [*lines, line]

    def set_scale(self, scale: float) -> None:
        """Other sizes from now on."""
        if scale != self.scale:
            self.scale = scale
            self._fonts.clear()
            self._widths.clear()
            self._lines.clear()
            self._pictures.clear()


def file_of(weight: str) -> Path:
    """The file of our own font."""
    return FONTS / f"IBMPlexSans-{weight}.woff"
